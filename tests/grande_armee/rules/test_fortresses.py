"""Sieges, points, depots and swaps of La Grande Armée."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Prize, Side
from engines.grande_armee.around import besieged, in_reach, surrounded
from engines.grande_armee.movement.swapping import combining, left_at_end, spent_at_start
from engines.grande_armee.score import scored
from engines.grande_armee.state import laid_out
from tests.grande_armee.builder import CENTRE, RING, plain, stand
from tests.grande_armee.table import title_of

OPPOSITE = {"austrian-1-5-1": "0611", "austrian-1-5-2": "0613"}


def shut(units: Mapping[str, str], *, only_troops: bool = False, **ground: Iterable[str]) -> bool:
    """Whether the French Fortress in 0612 is under siege."""
    fortresses = ["0612", *ground.pop("fortresses", ())]
    position = stand(plain(fortresses=fortresses, **ground), units, only_troops=only_troops)
    return besieged(position, CENTRE, "french")


@pytest.mark.case("G-FOR-G-1", "E-d-28", "E-v-49")
def test_two_opposite_units_besiege_on_open_ground() -> None:
    assert shut(OPPOSITE)
    assert not shut({"austrian-1-5-1": "0611"})
    assert not shut(OPPOSITE, rivers=["0611/0711"])
    assert shut({**OPPOSITE, "austrian-1-5-3": "0711"}, rivers=["0611/0711"])


@pytest.mark.case("A-28", "E-v-49")
def test_a_lone_leader_on_the_ring_lifts_a_siege_unless_troops_alone_count() -> None:
    units = {**OPPOSITE, "davout": "0711"}
    assert not shut(units)
    assert shut(units, only_troops=True)


@pytest.mark.case("A-74")
def test_doomed_troops_lift_no_siege_and_an_empty_fortress_is_besieged_too() -> None:
    units = {**OPPOSITE, "french-2-5-1": "0711"}
    position = stand(plain(fortresses=["0612"]), units, doomed=["french-2-5-1"])
    assert besieged(position, CENTRE, "french")


@pytest.mark.case("E-v-50")
def test_two_fortresses_are_besieged_by_their_own_rings() -> None:
    units = {**OPPOSITE, "austrian-1-5-3": "0811", "austrian-1-5-4": "0813"}
    box = plain(fortresses=["0612", "0812"])
    for gone in (None, *units):
        position = stand(box, {id: hex for id, hex in units.items() if id != gone})
        shut_in = [besieged(position, Hex(hex), "french") for hex in ("0612", "0812")]
        assert sum(shut_in) == (2 if gone is None else 1)


@pytest.mark.case("A-120")
def test_a_fortress_in_the_ring_has_to_be_occupied() -> None:
    assert not shut(OPPOSITE, fortresses=["0712"])
    assert shut({**OPPOSITE, "austrian-1-5-3": "0712"}, fortresses=["0712"])


@pytest.mark.case("A-66")
def test_what_is_not_on_the_map_is_no_gap() -> None:
    box = plain(fortresses=["0600"])
    position = stand(box, {"austrian-1-5-1": "0700", "austrian-1-5-2": "0500"})
    assert besieged(position, Hex("0600"), "french")


@pytest.mark.case("G-FOR-G-3", "G-VP-A-2", "A-78", "E-v-51")
@pytest.mark.parametrize(
    ("control", "siege", "worth", "points"),
    [
        ("french", None, 6, Fraction(6)),
        ("allied", "french", 6, Fraction(3)),
        ("french", "allied", 6, Fraction(0)),
        ("allied", None, 6, Fraction(0)),
        ("allied", "french", 5, Fraction(5, 2)),
    ],
)
def test_what_a_fortress_scores(control: Side, siege: Side | None, worth: int, points: Fraction) -> None:
    besiegers = {"french": "french-2-5", "allied": "austrian-1-5"}
    units = {f"{besiegers[siege]}-{at}": hex for at, hex in enumerate(("0611", "0613"))} if siege else {}
    box = title_of(plain(fortresses=["0612"]), ["0612"] if control == "allied" else []).box
    state = laid_out(box, "1806", {})
    state.besieged = ("f0612",) if besieged(stand(box, units), CENTRE, control) else ()
    assert scored(state, Prize(town="f0612", points=worth, control=control)) == 2 * points


# ---- supply


@pytest.mark.case("G-SUP-B-1", "A-63", "G-DIS-A-3")
def test_supply_reaches_its_hex_and_the_next_over_any_river() -> None:
    units: dict[str, str | tuple[str, int]] = {
        "french-5-4-1": "0612",
        "french-supply-1": "0612",
        "french-supply-2": "0611",
        "french-supply-3": "0610",
        "french-supply-4": ("0613", 9),
        "austrian-supply-1": "0712",
    }
    position = stand(plain(rivers=["0611/0612"]), units)
    assert in_reach(position, CENTRE, "french") == ["french-supply-1", "french-supply-2"]


@pytest.mark.case("G-SUP-C-3", "E-d-29", "A-66")
def test_a_depot_is_surrounded_whatever_own_units_stand_by() -> None:
    held = {"french-depot-1": "0612", "french-2-5-1": "0711", **OPPOSITE}
    assert surrounded(stand(plain(), held), CENTRE, "french")
    assert not surrounded(stand(plain(rivers=["0611/0711"]), held), CENTRE, "french")
    assert not surrounded(stand(plain(), {"french-depot-1": "0612"}), CENTRE, "french")


# ---- swaps


@pytest.mark.case("G-MOV-Q-2", "G-CB-1", "G-CB-2")
def test_only_the_lines_of_the_chart_swap() -> None:
    box = plain()
    assert (line := combining(box, "1805", ["french-5-4"] * 3))
    assert line.whole == "french-18-2"
    assert combining(box, "1805", ["french-5-4"] * 2) is None
    assert combining(box, "1805", ["french-5-4", "french-5-4", "french-2-5"]) is None
    assert combining(box, "1805", ["austrian-1-8", "austrian-1-8"]) is None
    assert combining(box, "1809", ["austrian-1-8", "austrian-1-8"]) is not None
    assert (line := box.breaks["1805"].get("austrian-18-2"))
    assert (line.piece, line.number) == (
        "austrian-4-3",
        4,
    )
    assert (line := box.breaks["1809"].get("austrian-18-2"))
    assert (line.piece, line.number) == (
        "austrian-5-4",
        3,
    )
    assert box.breaks["1806"].get("prussian-3-3") is None


@pytest.mark.case("A-17", "E-v-12", "E-d-13", "G-MOV-R-1")
def test_swaps_at_the_start_cost_a_point_each_and_end_at_the_allowance() -> None:
    box = plain()
    assert spent_at_start(box, "french-5-4", [0]) == 1
    assert spent_at_start(box, "french-18-2", [1, 1, 1]) == 2
    assert spent_at_start(box, "french-5-4", [2]) == 3
    assert spent_at_start(box, "french-18-2", [3, 3, 3]) is None
    assert spent_at_start(box, "french-2-5", [1]) == 2


@pytest.mark.case("A-17", "E-v-11", "G-MOV-S-1", "G-MOV-S-2")
def test_swaps_at_the_end_need_a_point_of_each_piece() -> None:
    box = plain()
    assert left_at_end(box, "french-18-2", [2, 2]) == 1
    assert left_at_end(box, "french-18-2", [1, 1, 1]) == 0
    assert left_at_end(box, "french-18-2", [1, 0, 1]) is None
    assert left_at_end(box, "french-18-2", [4, 4, 4]) == 2


def test_the_ring_of_the_vectors() -> None:
    assert [*plain().crossings[CENTRE]] == list(RING)
