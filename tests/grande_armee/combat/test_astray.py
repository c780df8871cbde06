"""A retreat that may not be made is refused with what is wrong on its way, and by how much."""

from __future__ import annotations

import pytest

from engines.core.errors import IllegalAction
from engines.grande_armee.box import Box
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table

MARKED = plain(mountains=["0710"], rivers=["0610/0611"])


def why(table: Table, text: str) -> str:
    """The sentence and the case of a refusal."""
    assert table.asked is not None
    with pytest.raises(IllegalAction) as refused:
        table.title.apply(table.state, table.asked[0], table.title.parse(table.state, text), table.dice)
    return str(refused.value)


def before(units: dict[str, str | tuple[str, int]], box: Box | None = None) -> Table:
    """A 3-3 on 0611 that may retreat before combat."""
    return Table({"french-5-4-1": "0612", "prussian-3-3-1": "0611", **units}, box).do(
        "attack 0611 by french-5-4-1", "end"
    )


def beaten() -> Table:
    """A 5-4 on 0611 that a battle drives back two hexes."""
    table = Table({"french-5-4-1": "0612", "austrian-5-4-1": "0611"})
    return table.do("attack 0611 by french-5-4-1", "end").stand().do("resolve 0611", faces=[6])


@pytest.mark.case("G-COM-F-1", "G-COM-F-2", "A-34")
@pytest.mark.parametrize(
    ("route", "reason"),
    [
        ("0610 > 0609 > 0608", "Units can't retreat across the unbridged river between 0611 and 0610"),
        ("0710", "0710 is a mountain hex. Units can't retreat there"),
        ("0711 > 0712 > 0711", "Prussian 3-3 (1) has been on 0711 in this retreat"),
        (
            "0711 > 0609",
            "No step leads from 0711 to 0609: it is no neighbour on land, or a lake lies between",
        ),
        ("0612", "An enemy unit stands on 0612"),
        ("0711 > 0811", "Prussian 3-3 (1) is to retreat in full, and has 1 left to go at 0811"),
        ("0711 > 0811 > 0810 > 0809", "Prussian 3-3 (1) has 0 of its movement points left, and 0809 costs 1"),
        ("0601", "No retreat of Prussian 3-3 (1) over its full 3 ends on 0601"),
    ],
)
def test_a_retreat_before_combat_names_the_hex_at_which_it_fails(route: str, reason: str) -> None:
    assert why(before({}, MARKED), f"retreat prussian-3-3-1 > {route}") == f"{reason} (G-COM-F-1)"


@pytest.mark.case("G-COM-F-1", "G-COM-E-3", "A-33")
def test_what_bars_a_retreat_before_combat_beside_the_ground() -> None:
    table = before({"french-1-8-1": "0511"})
    reason = "0510 is totally controlled by the enemy, and none of your units stands there"
    assert why(table, "retreat prussian-3-3-1 > 0510 > 0509 > 0508") == f"{reason} (G-COM-F-1)"
    assert "named" in why(table, "retreat auto")
    units = {"french-18-2-1": "0612", "prussian-3-3-1": "0611", "prussian-1-8-1": "0611", "mack": "0611"}
    led = Table({**units, "french-18-2-2": "0612", "french-supply-1": "0612"}).do("spend french-supply-1")
    led.do("attack 0611 by french-18-2-1, french-18-2-2", "end")
    reason = "Prussian 3-3 (1) is attacked by 36 against a printed 4, at 500 % or more, and has to defend"
    assert why(led, "retreat prussian-3-3-1 > 0608") == f"{reason} (G-COM-E-3)"


@pytest.mark.case("G-RET-2", "G-RET-5", "G-RET-8")
@pytest.mark.parametrize(
    ("route", "reason"),
    [
        ("0610 > 0609 > 0608", "Austrian 5-4 (1) retreats by hexes, 2 in all, and 0608 is one more"),
        (
            "0711 > 0712",
            "Austrian 5-4 (1) can retreat through fewer controlled hexes, or nearer to its Fortress, than to",
        ),
        ("0711 > 0710", "Austrian 5-4 (1) can retreat to 0710 through fewer controlled hexes"),
    ],
)
def test_a_retreat_by_hexes_names_what_it_owes(route: str, reason: str) -> None:
    table = beaten()
    assert table.battles[-1].result == "Dr2"
    assert why(table, f"retreat austrian-5-4-1 > {route}").startswith(reason)


@pytest.mark.case("G-CRT-10", "A-54")
def test_a_scattered_unit_finds_a_hex_taken() -> None:
    units = {"french-5-4-1": "0612", "prussian-3-3-1": "0611", "prussian-3-3-2": "0609"}
    table = Table(units).do("attack 0611 by french-5-4-1", "end").stand().do("resolve 0611", faces=[1])
    assert table.battles[-1].result == "Drs"
    reason = "Another unit is on 0609, and a scattered one ends on a free hex or in its Fortress"
    assert why(table, "retreat prussian-3-3-1 > 0609").startswith(reason)
    assert "costs 2" in why(table, "retreat prussian-3-3-1 > 0610 > 0609 > 0608")
