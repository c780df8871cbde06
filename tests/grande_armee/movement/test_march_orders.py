"""March orders over several turns, which answer the movement decision unit by unit."""

from __future__ import annotations

from typing import Any

import pytest

from data.grande_armee.hexes import Hex, distance
from engines.core.errors import NotationError
from engines.grande_armee.actions import Move
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, moving


def marched(table: Table, text: str) -> Table:
    """Let an order answer as long as it has an answer."""
    order = table.title.read_order("movement", text)
    while table.asked == ("french", "movement"):
        (decision,) = table.title.decisions(table.state)
        action = table.title.ordered(table.state, decision, order)
        if action is None:
            return table
        table.do(table.title.notation(action))
    return table


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("davout to 0620; french-5-4-1 to 0620", {"davout": "0612", "french-5-4-1": "0606"}),
        ("french-5-4-1 to 0604; davout to 0504", {"davout": "0504", "french-5-4-1": "0604"}),
        ("french-5-4-1 to 0620 on supply", {"french-5-4-1": "0610"}),
    ],
)
def test_units_go_as_far_as_they_may_towards_their_goal(text: str, ends: dict[str, str]) -> None:
    units = {"davout": "0602", "french-5-4-1": "0602", "french-supply-1": "0602"}
    table = marched(moving(units), text)
    assert {id: table.at(id) for id in ends} == ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("davout, french-5-4-1 to 0620", {"davout": "0606", "french-5-4-1": "0606"}),
        # The foremost of the foot, whatever rides ahead.
        (
            "davout, french-5-4-2, french-5-4-1, french-3-7-1 to 0620",
            {"davout": "0607", "french-5-4-2": "0607"},
        ),
        ("davout, french-3-7-1 to 0620", {"davout": "0612", "french-3-7-1": "0613"}),
        # Too far ahead to be joined, or unable to move, it is not passed.
        ("french-supply-1, french-5-4-2 to 0620", {"french-supply-1": "0606", "french-5-4-2": "0607"}),
        ("french-supply-1, french-5-4-3 to 0620", {"french-supply-1": "0602", "french-5-4-3": "0602"}),
    ],
)
def test_a_leader_and_supply_go_with_the_troops_of_their_order(text: str, ends: dict[str, str]) -> None:
    named = text.removesuffix(" to 0620").split(", ")
    starts: dict[str, Any] = dict.fromkeys(("davout", "french-supply-1", "french-5-4-1"), "0602")
    starts |= {"french-5-4-2": "0603", "french-3-7-1": "0706", "french-5-4-3": ("0602", 20)}
    table = marched(moving({id: starts[id] for id in named}), text)
    assert {id: table.at(id) for id in ends} == ends


@pytest.mark.parametrize("typed", ["charles to 0620", "Archduke Charles to 0620", "charles9 to 0620"])
def test_a_leader_of_two_campaigns_is_the_one_on_the_map(typed: str) -> None:
    table = moving({"charles9": "0612"}, side="allied", scenario="1809")
    order = table.title.read_order("movement", typed)
    (decision,) = table.title.decisions(table.state)
    ordered = table.title.ordered(table.state, decision, order)
    assert ordered is not None
    assert table.title.notation(ordered) == "move charles9 > 0620"
    assert table.title.parse(table.state, "move charles > 0613", "allied") == Move("charles9", (Hex("0613"),))


def test_a_march_leads_by_hexes_on_the_way() -> None:
    table = marched(moving({"french-5-4-1": "0602"}), "french-5-4-1 to 0620 by 1008")
    assert (
        distance(Hex(table.at("french-5-4-1") or ""), Hex("1008")) == distance(Hex("0602"), Hex("1008")) - 4
    )


def test_a_way_already_passed_is_not_gone_back_to() -> None:
    table = marched(moving({"french-5-4-1": "0612"}), "french-5-4-1 to 0620 by 0608")
    assert table.at("french-5-4-1") == "0616"


def test_a_march_goes_round_closed_mountains_where_that_is_cheaper() -> None:
    box = plain(mountains=["0604", "0704", "0504"])
    table = marched(moving({"french-3-7-1": "0602"}, box), "french-3-7-1 to 0606")
    assert table.at("french-3-7-1") == "0606"


@pytest.mark.parametrize(("words", "end"), [("", "0605"), (" short of the enemy", "0604")])
def test_a_march_stops_beside_the_enemy_or_short_of_it(words: str, end: str) -> None:
    units = {"french-5-4-1": "0602", "austrian-1-5-1": "0606"}
    table = marched(moving(units, scenario="1805"), f"french-5-4-1 to 0612{words}")
    assert table.at("french-5-4-1") == end


@pytest.mark.parametrize(("words", "end"), [("", "0606"), (", stop beside the enemy", "0602")])
def test_a_march_may_stop_beside_an_enemy_whom_it_could_pass(words: str, end: str) -> None:
    # Over a river without a bridge there is no zone that would stop it.
    box = plain(rivers=["0602/0701"])
    units = {"french-5-4-1": "0602", "austrian-1-5-1": "0701"}
    table = marched(moving(units, box, scenario="1805"), f"french-5-4-1 to 0612{words}")
    assert table.at("french-5-4-1") == end


def test_a_march_order_is_typed_as_a_person_says_it() -> None:
    title = moving({"davout": "0602", "french-5-4-2": "0602"}).title
    typed = "Davout, French 5-4 (2) to 0620 by 0610, stop beside the enemy"
    kept = title.read_order("movement", typed)
    assert kept == "davout, french-5-4-2 to 0620 by 0610 stop beside the enemy"
    said = title.describe_order("movement", kept, str)
    assert said.endswith("Stop beside the enemy, and stay there as long as one is near.")
    with pytest.raises(NotationError, match="'davot' is not a unit, perhaps 'Davout'"):
        title.read_order("movement", "davot to 0620")


def test_what_has_arrived_or_cannot_move_is_left_to_its_player() -> None:
    units: dict[str, Any] = {"french-5-4-1": "0620", "french-5-4-2": ("0602", 20)}
    table = marched(moving(units), "french-5-4-1, french-5-4-2, french-5-4-3 to 0620")
    assert (table.at("french-5-4-1"), table.at("french-5-4-2")) == ("0620", "0602")
    assert table.asked == ("french", "movement")


def test_an_order_is_kept_with_its_names_in_full() -> None:
    title = moving({"davout": "0602"}).title
    kept = title.read_order("movement", "Davout to 0620 by 0610, 0612 short of the enemy")
    assert kept == "davout to 0620 by 0610, 0612 short of the enemy"
    assert Hex("0620") in kept
    with pytest.raises(NotationError):
        title.read_order("movement", "nobody to 0620")
