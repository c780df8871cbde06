"""Attacks as they are declared in La Grande Armée, and losses that a player chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from data.grande_armee.hexes import Hex
from engines.grande_armee.box import Box, Kind
from engines.grande_armee.combat.losses import cheapest, excess, pays, suffices
from engines.grande_armee.combat.targets import sortie_targets, unfit
from tests.grande_armee.builder import CENTRE, plain, stand

FORTRESS = plain(fortresses=["0612"])
BRIDGED = plain(fortresses=["0612"], bridges=["0612/0613"])


def attack(
    units: Mapping[str, str] | Mapping[str, str | tuple[str, int]],
    targets: str,
    by: str,
    box: Box | None = None,
) -> str | None:
    """The statement that forbids an attack of the French, or None."""
    position = stand(box or plain(), units)
    wrong = unfit(position, "french", [Hex(hex) for hex in targets.split()], by.split())
    return None if wrong is None else wrong.statement


@pytest.mark.case("G-COM-A-1", "A-48", "A-121")
def test_only_neighbours_are_attacked_and_nobody_across_a_lake() -> None:
    units = {"french-5-4-1": "0612", "austrian-1-5-1": "0610", "austrian-1-5-2": "0611"}
    assert attack(units, "0610", "french-5-4-1") == "G-COM-A-1"
    assert attack(units, "0611", "french-5-4-1") is None
    assert attack(units, "0611", "french-5-4-1", plain(lakes=["0611/0612"])) == "G-COM-A-1"
    assert attack(units, "0613", "french-5-4-1") == "G-COM-A-1"
    assert attack(units, "0611", "french-5-4-1", plain(mountains=["0611"])) is None


@pytest.mark.case("G-COM-B-1", "G-FOR-E-1")
def test_attackers_of_several_hexes_join_against_a_fortress_alone() -> None:
    units = {"french-5-4-1": "0611", "french-5-4-2": "0613", "austrian-5-4-1": "0612"}
    assert attack(units, "0612", "french-5-4-1 french-5-4-2") == "G-COM-B-1"
    assert attack(units, "0612", "french-5-4-1 french-5-4-2", FORTRESS) is None
    assert attack(units, "0612", "french-5-4-1", FORTRESS) is None


@pytest.mark.case("G-COM-C-1")
def test_one_hex_at_a_time() -> None:
    units = {"french-5-4-1": "0612", "austrian-1-5-1": "0611", "austrian-1-5-2": "0613"}
    assert attack(units, "0611 0613", "french-5-4-1") == "G-COM-C-1"


@pytest.mark.case("G-LDR-C-1", "G-DIS-A-1")
def test_leaders_and_the_disrupted_do_not_attack() -> None:
    units: dict[str, str | tuple[str, int]] = {
        "davout": "0612",
        "french-5-4-1": ("0612", 9),
        "austrian-1-5-1": "0611",
    }
    assert attack(units, "0611", "davout") == "G-LDR-C-1"
    assert attack(units, "0611", "french-5-4-1") == "G-DIS-A-1"


@pytest.mark.case("G-FOR-F-1", "G-FOR-F-2", "E-d-31", "E-v-32")
def test_a_sortie_is_against_all_on_land_and_all_or_none_across_rivers() -> None:
    units = {
        "french-5-4-1": "0612",
        "austrian-1-5-1": "0611",
        "austrian-1-5-2": "0512",
        "austrian-1-5-3": "0613",
    }
    assert attack(units, "0611 0512", "french-5-4-1", BRIDGED) is None
    assert attack(units, "0611 0512 0613", "french-5-4-1", BRIDGED) is None
    assert attack(units, "0611", "french-5-4-1", BRIDGED) == "G-FOR-F-1"
    assert attack(units, "0611 0613", "french-5-4-1", BRIDGED) == "G-FOR-F-1"
    two_banks = plain(fortresses=["0612"], bridges=["0612/0613"], rivers=["0512/0612"])
    position = stand(two_banks, units)
    assert sortie_targets(position, CENTRE, "french") == [{"0611"}, {"0611", "0512", "0613"}]
    for pair in ("0611 0512", "0611 0613"):
        assert attack(units, pair, "french-5-4-1", two_banks) == "G-FOR-F-2"


# ---- losses


def kinds(*strengths: int) -> list[Kind]:
    """French units of those strengths."""
    by_strength = {18: "french-18-2", 5: "french-5-4", 2: "french-2-5", 3: "french-3-7", 1: "french-1-8"}
    return [plain().kinds[by_strength[strength]] for strength in strengths]


@pytest.mark.case("G-CRT-7", "A-53", "E-d-22", "E-v-36")
@pytest.mark.parametrize(
    ("attackers", "lost", "defenders", "enough"),
    [
        ((5, 2, 2), (5,), 7, True),
        ((5, 2, 2), (2, 2), 7, True),
        ((5, 2, 2), (2,), 7, False),
        ((18,), (18,), 7, True),
        ((5, 5, 2, 3), (3,), 5, True),
        ((5, 5, 2, 3), (2,), 5, False),
        ((1,), (1,), 18, True),
        ((5,), (), 0, True),
    ],
)
def test_what_pays_for_a_half_exchange(
    attackers: Sequence[int], lost: Sequence[int], defenders: int, enough: bool
) -> None:
    assert pays(kinds(*lost), kinds(*attackers), defenders) == enough


@pytest.mark.case("G-CRT-8", "A-105")
def test_the_cheapest_payment() -> None:
    assert cheapest(kinds(5, 2, 2), 7) == (1, 2)
    assert cheapest(kinds(5, 5, 2, 3), 5) == (3,)
    assert cheapest(kinds(1, 1), 18) == (0, 1)
    assert cheapest(kinds(5), 0) == ()


@pytest.mark.case("A-13", "E-d-30", "G-MOV-M-3")
def test_one_unit_of_a_stack_without_supply_is_spared_in_the_open() -> None:
    stack = kinds(5, 5, 5)
    assert excess(stack, None) == 2
    assert suffices(kinds(5, 5), stack, None)
    assert not suffices(stack, stack, None)
    assert excess(kinds(5), None) == 0


@pytest.mark.case("G-FOR-A-2", "E-d-27", "E-v-54")
def test_a_fortress_loses_the_smallest_number() -> None:
    assert excess(kinds(5, 5, 5, 2, 2), 18) == 1
    assert suffices(kinds(2), kinds(5, 5, 5, 2, 2), 18)
    assert excess(kinds(18, 18), 18) == 1
    assert excess(kinds(5, 5, 5, 5, 5), 18) == 2
    assert suffices(kinds(1), kinds(18, 1), 18)
    assert suffices(kinds(18), kinds(18, 1), 18)
