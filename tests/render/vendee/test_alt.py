"""The map in words."""

from __future__ import annotations

import pytest

from data.vendee.schema import Side
from render.vendee import Move, alt
from tests.engines.vendee.builder import given
from tests.render.vendee.samples import MOVES, PACK, crowded, view

LIMIT = 1024


@pytest.mark.parametrize("seat", ["royalist", "republican", None])
def test_a_crowd_fits_and_both_sides_are_told(seat: Side | None) -> None:
    text = alt(view(crowded(), seat), PACK, moves=MOVES)
    assert len(text) <= LIMIT
    assert "Royalists in 15 areas" in text
    assert "Republicans in " in text


def test_it_says_what_the_map_shows() -> None:
    state = given().morale(royalist=1, republican=-2).points("cholet", anjou=5).general("stofflet", "cholet")
    text = alt(view(state.state, "royalist"), PACK)
    assert text.startswith("Map of the military Vendée, April 1793, turn 2.")
    assert "Morale: Royalist +1, Republican −2. Powder: Anjou −2, Center −2, Bas-Poitou −2." in text
    assert "Cholet: Anjou 5, Stofflet." in text
    assert "No Republican is on the map." in text


def test_it_says_no_more_than_the_viewer_may_know() -> None:
    one = given().points("cholet", anjou=5).general("stofflet", "cholet").state
    two = given().points("cholet", anjou=2).general("cathelineau", "cholet").state
    blind: tuple[Side | None, ...] = ("republican", None)
    for seat in blind:
        texts = [alt(view(state, seat), PACK) for state in (one, two)]
        assert texts[0] == texts[1]
        assert "Cholet: 2 face down." in texts[0]


def test_it_says_what_happened_last() -> None:
    text = alt(
        view(given().state),
        PACK,
        moves=[
            Move("republican", ("vihiers", "coron", "cholet"), "attack"),
            Move("royalist", ("saint-gilles",), "landing"),
        ],
    )
    assert "Last: Republicans attacked from Vihiers to Cholet; Royalists landed at Saint-Gilles." in text


def test_it_says_who_has_taken_what() -> None:
    state = given().state
    state.holder["saumur"] = "royalist"
    assert "In royalist hands: Saumur." in alt(view(state), PACK)
