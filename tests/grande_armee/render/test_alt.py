"""The pictures in words."""

from __future__ import annotations

import msgspec
import pytest

from render.grande_armee import alt
from tests.grande_armee.render.samples import BOX, MOVES, PACK, attack, crowded, moved, start, view

LIMIT = 1024


@pytest.mark.parametrize("around", [None, "4640"])
def test_a_crowd_fits_and_both_sides_are_told(around: str | None) -> None:
    text = alt(view(crowded()), PACK, moves=MOVES, around=around)
    assert len(text) <= LIMIT
    assert "French at " in text
    assert "Austrians at " in text


def test_it_says_what_the_map_shows() -> None:
    text = alt(view(start("1809")), PACK)
    assert text.startswith("Ratisbon and Wagram, 1809, 10 April – 19 April 1809, turn 1 of ")
    assert "The French have 12 of 23 points." in text
    assert "French at Augsburg: strength 8, Masséna, " in text
    assert "Fortresses of the French: " in alt(view(start("1806")), PACK, around="0341")


def test_it_says_what_happened_last() -> None:
    text = alt(view(start("1806")), PACK, moves=MOVES)
    assert "French made forced marches from Suhl to 1922 (SE of Gotha)" in text
    assert "Allies retreated from " in text
    assert "French attacked from " in text


def test_it_tells_an_attack_with_its_odds_and_what_is_in_reach() -> None:
    seen = view(start("1805"))
    fights = msgspec.structs.replace(seen, attacks=(attack(seen, BOX.place["ulm"]),))
    assert " at 200 %." in alt(fights, PACK)
    assert "Within reach: Ulm 3." in alt(seen, PACK, around="1441", reach={BOX.place["ulm"]: "3"})


def test_disruption_is_told() -> None:
    state = start("1805")
    text = alt(view(moved(state, {"french-5-4-1": str(state.pieces["french-5-4-1"].hex)}, 7)), PACK)
    assert "disrupted" in text


def test_what_is_to_be_eliminated_is_told() -> None:
    seen, id = view(start("1806")), "prussian-3-3-6"
    doomed = msgspec.structs.replace(seen.units[id], status="doomed")
    seen = msgspec.structs.replace(seen, units=seen.units | {id: doomed})
    assert ", to be eliminated." in alt(seen, PACK, around=doomed.hex)
    assert ", to be eliminated." not in alt(view(start("1806")), PACK, around=doomed.hex)
