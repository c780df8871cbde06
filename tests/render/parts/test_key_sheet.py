"""The keys on a sheet of their own: every sign told, in letters that a telephone shows."""

from __future__ import annotations

from typing import Any

import pytest

import engines
import render
from data.games import games
from data.levee import load
from render.pen import Pen

PHONE = 400
LETTERS = 6.5
"""Pixels of a letter's size at least there."""


@pytest.mark.parametrize("game", [id for id in games() if render.has_key(id)])
def test_the_words_of_a_key_can_be_read_on_a_telephone(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: dict[str, float] = {}
    written = Pen.fitted

    def fitted(
        pen: Pen, at: Any, text: str, role: Any, size: float, ink: Any, room: float, **rest: Any
    ) -> None:
        sizes[text] = pen.fit(text, role, size, room, rest.get("least", 10)) * pen.unit
        written(pen, at, text, role, size, ink, room, **rest)

    monkeypatch.setattr(Pen, "fitted", fitted)
    key = render.key(game, engines.find(game).data, width=PHONE * 2)
    assert key.alt.startswith("Key to the map")
    assert {text: size for text, size in sizes.items() if size < LETTERS * 2} == {}


@pytest.mark.parametrize(
    ("game", "soldiers"),
    [
        ("levee", [track.short for track in load().board.track]),
        ("valmy", ["French", "Prussians", "Austrians"]),
    ],
)
def test_the_soldiers_of_every_power_are_in_the_key(game: str, soldiers: list[str]) -> None:
    told = render.key(game, engines.find(game).data, width=PHONE).alt
    assert [power for power in soldiers if power not in told] == []
