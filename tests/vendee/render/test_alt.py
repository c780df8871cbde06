"""The map in words."""

from __future__ import annotations

import pytest

from data.vendee.schema import Side
from render.errors import RenderError
from render.vendee import Move, alt
from tests.vendee.builder import given
from tests.vendee.render.samples import MOVES, PACK, crowded, view

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
    assert "Morale: Royalists +1, Republicans −2. Powder: Anjou −2, Centre −2, Bas-Poitou −2." in text
    assert "Cholet: Anjou 5, Stofflet." in text
    assert "No Republican is on the map." in text
    assert text.endswith("Nothing counts for either side yet.")
    state.points("fontenay", saumur=30)
    assert alt(view(state.state, "republican"), PACK).endswith("Score that you can see: Republican men +3.")


def test_it_says_no_more_than_the_viewer_may_know() -> None:
    one = given().points("cholet", anjou=5).general("stofflet", "cholet").state
    two = given().points("cholet", anjou=2).general("cathelineau", "cholet").state
    blind: tuple[Side | None, ...] = ("republican", None)
    for seat in blind:
        texts = [alt(view(state, seat), PACK) for state in (one, two)]
        assert texts[0] == texts[1]
        assert "Royalist counters face down: Cholet 2." in texts[0]


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


def test_it_says_what_has_been_done_already() -> None:
    state = given().points("cholet", anjou=5).points("cholet", ready="activated", anjou=3)
    state.general("stofflet", "cholet", ready="routed")
    text = alt(view(state.state, "royalist"), PACK)
    assert "Cholet: Anjou 5, Anjou 3 (activated), Stofflet (routed)." in text


def test_of_a_crowd_the_strongest_stacks_of_both_sides_are_told() -> None:
    text = alt(view(crowded(), None), PACK, moves=MOVES)
    assert "Cholet: Anjou 24" in text
    assert "Cholet: Saumur 18" in text


def test_a_close_up_is_told_by_its_name_and_with_what_it_shows_alone() -> None:
    text = alt(view(crowded(), "republican"), PACK, moves=MOVES, around="noirmoutier")
    assert text.startswith("Close-up around Noirmoutier, August 1793, turn 6.")
    assert "Noirmoutier: Nantes 2." in text
    assert "Saumur:" not in text
    assert "Royalists landed at Saint-Gilles" not in text


def test_where_a_stack_may_go_is_told_with_its_cost() -> None:
    state = given().points("cholet", anjou=5).state
    text = alt(view(state), PACK, around="cholet", reach={"vihiers": "1½", "coron": "combat"})
    assert "Ringed, with cost or chance: Vihiers 1½, Coron combat." in text


def test_where_no_close_up_has_all_areas_to_be_ringed_the_whole_map_is_told() -> None:
    text = alt(view(crowded()), PACK, around="cholet", reach={"angers": "5", "lucon": "4"})
    assert text.startswith("Map of the military Vendée, August 1793")
    assert "Ringed, with cost or chance: Angers 5, Luçon 4." in text


def test_a_far_reach_is_told_with_all_that_its_wider_close_up_shows() -> None:
    near, far = (alt(view(crowded()), PACK, around="cholet", reach=each) for each in ({}, {"angers": "5"}))
    assert near.startswith("Close-up around Cholet")
    assert far.startswith("Close-up around Cholet")
    assert "Saumur 3" in far
    assert "Saumur 3" not in near


def test_a_close_up_of_nowhere_is_refused() -> None:
    with pytest.raises(RenderError, match="no area paris"):
        alt(view(given().state), PACK, around="paris")


@pytest.mark.parametrize("around", [None, "cholet", "nantes", "fontenay"])
def test_with_a_close_up_or_without_a_crowd_fits(around: str | None) -> None:
    assert len(alt(view(crowded(), "royalist"), PACK, moves=MOVES, around=around)) <= LIMIT
