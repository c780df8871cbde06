"""The map in words."""

from __future__ import annotations

import msgspec
import pytest

from render.levee import Move, alt
from tests.levee.render.samples import ALL, AWAY, CROWDED, CROWDED_MOVES, OVER, PACK, SHARED, START, view

LIMIT = 1024


@pytest.mark.parametrize("sample", ALL)
def test_it_names_every_power_and_fits(sample: str) -> None:
    seen, moves = ALL[sample]
    text = alt(seen, PACK, moves=moves)
    assert len(text) <= LIMIT
    for track in PACK.board.track:
        assert track.short in text


def test_it_says_what_the_map_shows_at_the_start() -> None:
    text = alt(START, PACK)
    assert text.startswith("Map of Levée en Masse, turn 1. Headline 1: The Tennis Court Oath.")
    assert "Austria at Innsbruck (5)." in text
    assert "Monarchy +3, Despotism −1, Republic 0. Monarchy reigns. French Army −1." in text
    assert "Paris is in order." in text
    assert "Actions left: 2 of 2." in text
    assert "The blue deck has 18 cards left." in text


def test_it_says_what_changed() -> None:
    text = alt(CROWDED, PACK, moves=CROWDED_MOVES)
    assert "Austria in Paris." in text
    assert "Disorder in Paris." in text
    changed = (
        "Austria from Arras to Paris; Prussia from Trier to Verdun; Disorder from the Holding Box to Paris."
    )
    assert f"This turn: {changed}" in text


def test_it_says_what_is_liberated_and_who_is_turned_back() -> None:
    text = alt(SHARED, PACK)
    assert "Liberated: Brussels (2), Coblenz (3); no Liberation markers in the Holding Box." in text
    assert "Prussia at Coblenz (3), turned back from France." in text
    assert "Nobody reigns" in text


def test_it_says_who_has_left_the_map() -> None:
    text = alt(AWAY, PACK, moves=[Move("britain", "london", "out")])
    assert "Britain is off the map." in text
    assert "Britain from London to off the map" in text
    assert "1 Liberation marker in the Holding Box; 1 marker spent for good." in text
    assert "The red deck has 1 card left." in text


def test_it_says_how_it_ended() -> None:
    assert "Paris has fallen." in alt(OVER, PACK)
    assert "The game is over." in alt(msgspec.structs.replace(OVER, paris_fell=False), PACK)


def test_what_does_not_fit_is_left_out_whole() -> None:
    moves = [Move("austria", "arras", "paris")] * 60
    text = alt(CROWDED, PACK, moves=moves)
    assert text == alt(CROWDED, PACK)


def test_an_endless_title_is_no_obstacle() -> None:
    assert 0 < len(alt(view(headline_title="Vive la Nation! " * 100), PACK)) <= LIMIT
