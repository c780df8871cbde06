"""The pictures in words."""

from __future__ import annotations

import pytest

from data.valmy.tables import Side
from render.valmy import Move, alt
from tests.valmy.render.samples import MOVES, PACK, blows, crowded, fight, start, view

LIMIT = 1024


@pytest.mark.parametrize("seat", ["french", "allied", None])
def test_a_crowd_fits_and_both_sides_are_told(seat: Side | None) -> None:
    for around in (None, "valmy", "sedan"):
        text = alt(view(crowded(), seat), PACK, moves=MOVES, around=around)
        assert len(text) <= LIMIT
        assert "French at " in text
        assert "Allies at " in text


def test_it_says_what_the_map_shows() -> None:
    text = alt(view(start(), "french"), PACK)
    assert text.startswith(
        "Map of the Argonne from the Meuse to the Marne, 1–2 September 1792, turn 1. Activations."
    )
    assert "French: 10 points, army morale 9 steady, 0 units lost this turn, chits 1, 2, 3." in text
    assert "Allied cities: Verdun." in text
    assert "French at Sedan: Dumouriez, 31 units." in text
    assert "Allies at Stenay: Clerfayt." in text
    # The other side knows who leads there, and not how many.
    assert "French at Sedan: Dumouriez." in alt(view(start(), "allied"), PACK)


def test_it_says_what_happened_last() -> None:
    told = alt(view(start()), PACK, moves=MOVES)
    assert "French marched from Sedan to Grandpré" in told
    assert "Allies attacked from Verdun to Les Islettes" in told
    assert "French retreated from Les Islettes to Sainte-Menehould" in told
    assert "Allies left the map at Reims" in told
    assert "Allies attacked at Valmy" in told


def test_a_close_up_tells_of_what_it_shows_alone() -> None:
    text = alt(view(start(), "french"), PACK, moves=[Move("allied", ("metz", "toul"))], around="sedan")
    assert text.startswith("Close-up around Sedan, 1–2 September 1792, turn 1.")
    assert "French at Sedan" in text
    assert "Verdun" not in text
    assert "Metz" not in text


def test_where_a_stack_may_go_is_told_with_its_cost() -> None:
    text = alt(view(start()), PACK, around="sedan", reach={"chemery": "1", "mouzon": "1+1"})
    assert "Ringed, with movement points: Chémery 1, Mouzon 1+1." in text


def test_the_board_is_told_box_by_box_with_the_last_exchange() -> None:
    state = fight(40, lost=3)
    text = alt(view(state), PACK, moves=[*MOVES, *blows(state)])
    assert text.startswith(
        "Battle board: Major Battle at Valmy, second round, 1–2 September 1792, turn 1; the Allies attack."
    )
    assert "Allies melee" in text
    assert "French losses: " in text
    assert "French, Main: " in text
    assert len(text) <= LIMIT


def test_the_chart_tells_who_is_under_whom_and_what_is_used() -> None:
    text = alt(view(start(), "french"), PACK, sheet="command")
    assert text.startswith("Chart of the French command, 1–2 September 1792, turn 1.")
    assert "Leveneur with Dumouriez: 5 of 6 units." in text
    assert "Dillon at La Berlière (Stonne, Beaumont): 5 of 5 units." in text
