"""A state from outside is refused, or everything that follows from it works."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.contract import AnyTitle
from engines.core.errors import StateError
from engines.core.game import Game
from engines.core.record import digest, read_state, replay
from tests.core.play import TITLES, positions
from tests.support.depth import depth, seed
from tests.support.mutation import mutated, renamed

FURTHER = 12
"""Actions that are taken from a state."""


@cache
def met(title_id: str) -> tuple[dict[str, Any], ...]:
    """States met in play, in plain values."""
    return tuple(msgspec.to_builtins(state, str_keys=True) for state, _ in positions(title_id))


@pytest.mark.deep(seconds=25)
@pytest.mark.parametrize("title_id", TITLES)
@settings(max_examples=depth(12, 1000))
@given(number=st.integers(0, 2**32))
def test_a_state_from_outside_is_refused_or_can_be_played(title_id: str, number: int) -> None:
    title, chooser = TITLES[title_id], random.Random(number)
    plain = mutated(chooser, met(title_id))
    with suppress(StateError):
        played_on(title, Game(title, seed=f"{number}", state=read_state(title, plain)), chooser)


@pytest.mark.deep(seconds=240)
@pytest.mark.parametrize("title_id", TITLES)
def test_a_name_out_of_place_in_a_state_is_refused_or_can_be_played(title_id: str) -> None:
    title, chooser = TITLES[title_id], random.Random(seed(f"names of {title_id}"))
    for number in range(depth(12, 2500)):
        plain = renamed(chooser, met(title_id))
        with suppress(StateError):
            game = Game(title, seed=f"{number}", state=read_state(title, plain))
            try:
                played_on(title, game, chooser)
            except Exception as error:
                raise AssertionError(f"a state that passed can't be played: {plain}") from error


def played_on(title: AnyTitle, game: Game, chooser: random.Random) -> None:
    """Ask a game all that can be asked, act, and take everything back."""
    for _ in range(FURTHER):
        looked_at(title, game)
        if not game.decisions:
            break
        seat = chooser.choice(game.decisions).seat
        suggested = title.suggest(game.state, seat, chooser) if chooser.random() < 1 / 2 else None
        events = game.act(seat, suggested or chooser.choice(title.legal_actions(game.state, seat)))
        for audience in (None, *title.seats):
            title.redact_all(events, audience)
    *_, last = replay(title, game.record())
    assert digest(last.state) == digest(game.state)
    if game.journal:
        game.undo(0)
        assert digest(game.state) == game.opening_digest


def looked_at(title: AnyTitle, game: Game) -> None:
    """What bot and referee ask of every state."""
    state, decisions = game.state, game.decisions
    assert (not decisions) == (game.outcome is not None)
    title.chapter(state)
    title.given(state)
    for audience in (None, *title.seats):
        title.view(state, audience)
        msgspec.json.encode(title.published(state, audience))
    for decision in decisions:
        legal = title.legal_actions(state, decision.seat)
        assert legal
        for action in legal[:5]:
            assert title.parse(state, title.notation(action), decision.seat) == action
            title.odds(state, action)
        for order in title.order_choices(state, decision.seat, decision.kind, "")[:3]:
            title.answered(state, decision, title.read_order(decision.kind, order))
        fallback = title.fallback(state, decision)
        assert fallback is None or title.is_legal(state, decision.seat, fallback)
    if decisions:
        title.edit_choices(state, "")
