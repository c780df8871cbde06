"""What runs over several phases or segments: supply from its creation on, sieges to the last turn."""

from __future__ import annotations

import pytest

from data.cases import load
from engines.grande_armee.events import Scattered
from tests.grande_armee.builder import RING, plain
from tests.grande_armee.rules.test_routes import ends
from tests.grande_armee.table import FAR, Table

ANCHORS = {"french-depot-9": FAR, "prussian-depot-9": "1524"}


@pytest.mark.case("E-v-47", "G-SUP-C-4")
def test_new_supply_feeds_the_next_defence_and_the_next_march() -> None:
    units = {
        "french-depot-1": "0612",
        "french-5-4-1": "0613",
        "prussian-3-3-1": "0614",
        "prussian-18-2-1": "0614",
    }
    table = Table({**units, "prussian-supply-1": "0615", **ANCHORS}, phase="supply", turn=1)
    table.do("create french-depot-1")
    assert table.at("french-supply-1") == "0612"
    while table.asked != ("allied", "declare"):
        table.do("spend prussian-supply-1" if table.asked == ("allied", "stacking") else "end")
    before = table.state
    table.do("attack 0613 by prussian-18-2-1", "end", "spend french-supply-1")
    table.state = before
    while table.asked != ("french", "movement"):
        table.do("end")
    table.do("move french-5-4-1 > 0509 with french-supply-1")


@pytest.mark.case("A-116", "A-04")
def test_stacks_are_judged_before_attacks_are_declared() -> None:
    units = {"french-5-4-1": "0612", "french-2-5-1": "0612", "prussian-3-3-1": "0611"}
    table = Table({**units, **ANCHORS})
    assert table.asked == ("allied", "destroy")
    table.do("destroy french-5-4-1")
    assert table.asked == ("french", "declare")
    assert table.legal("attack") == ["attack 0611 by french-2-5-1"]


@pytest.mark.case("G-MOV-P-1", "G-DIS-A-2", "G-COM-G-2")
@pytest.mark.parametrize(("charles", "defence"), [(None, (5 + 2 + 7) * 2), (20, (5 + 2) * 2)])
def test_all_on_a_hex_defend_together_the_disrupted_too(charles: int | None, defence: int) -> None:
    units: dict[str, str | tuple[str, int]] = {
        "french-18-2-1": "0612",
        "austrian-5-4-1": ("0611", 20),
        "austrian-2-5-1": "0611",
        "austrian-supply-1": "0610",
        "charles": ("0611", charles) if charles else "0611",
    }
    table = Table(units, plain(passes=["0611"]), scenario="1809")
    table.do("attack 0611 by french-18-2-1", "end", "spend austrian-supply-1").stand()
    table.do("resolve 0611", faces=[1])
    assert table.battles[-1].defence == defence


@pytest.mark.case("G-SUP-D-1", "G-FOR-B-1")
def test_a_garrison_is_in_supply_without_a_supply_unit() -> None:
    units = {"french-18-2-1": "0612", "prussian-3-3-1": "0611"}
    table = Table(units, plain(fortresses=["0611"]), allied=["0611"])
    table.do("attack 0611 by french-18-2-1", "end").stand().do("resolve 0611", faces=[1])
    assert table.battles[-1].defence == 3 * 3


@pytest.mark.case("A-109")
def test_defenders_scatter_though_all_attackers_are_lost_on_the_way() -> None:
    ring = {f"austrian-1-8-{nth}": hex for nth, hex in enumerate(RING[1:], 1)}
    units = {"french-5-4-1": "0612", "austrian-5-4-1": "0611", **ring}
    table = Table(units, scenario="1809").do("attack 0611 by french-5-4-1", "end").stand()
    table.do("resolve 0611", faces=[3])
    assert table.battles[-1].result == "Ar1Drs"
    assert table.at("french-5-4-1") is None
    # The hex that the attackers left is open to units that scatter.
    assert {text.split()[1] for text in table.legal("retreat austrian")} == {
        "austrian-2-5-1",
        "austrian-2-5-2",
    }
    table.do("retreat auto")
    assert table.disrupted() == ["austrian-2-5-1", "austrian-2-5-2"]


@pytest.mark.case("A-60")
def test_the_owner_says_in_which_order_pieces_scatter() -> None:
    units = {"french-18-2-1": "0612", "austrian-5-4-1": "0611", "austrian-depot-9": FAR}
    box = plain(passes=["0611"])
    table = Table(units, box, scenario="1809").do("attack 0611 by french-18-2-1", "end").stand()
    table.do("resolve 0611", faces=[1])
    assert table.battles[-1].result == "Drs"
    table.do(table.legal("retreat austrian-2-5-2")[0])
    assert [event.unit for event in table.told(Scattered)] == ["austrian-2-5-2"]


@pytest.mark.case("A-35")
def test_partial_zones_neither_stop_nor_tax_a_retreat_before_combat() -> None:
    units = {"french-2-5-1": "0612", "austrian-1-5-1": "0611", "austrian-1-5-2": "0709"}
    # 0711 and 0710 lie beside the enemy.
    assert "0710" in ends(units, "french-2-5-1", manner="before-combat", points=2)


@pytest.mark.case("A-46")
def test_automatic_elimination_has_the_cases_l_to_q_without_a_p() -> None:
    letters = {
        part[2]
        for id in (each.id for each in load("grande-armee"))
        if (part := id.split("-"))[:2] == ["G", "COM"]
    }
    assert letters >= set("LMNOQ")
    assert "P" not in letters


@pytest.mark.case("E-v-53")
@pytest.mark.parametrize(
    ("flees", "end", "besieged"),
    [(None, "0612", True), ("0712", "0712", False), ("far", None, True)],
)
def test_a_leader_lifts_a_siege_to_the_last_and_is_driven_off(
    flees: str | None, end: str | None, besieged: bool
) -> None:
    units = {"french-2-5-1": "0611", "french-2-5-2": "0613", "french-2-5-3": "0812", "charles": "0711"}
    table = Table(
        {**units, "french-depot-9": FAR},
        plain(fortresses=["0612"]),
        allied=["0612"],
        scenario="1809",
        turn=10,
    )
    assert not table.state.besieged
    table.do("attack 0711 by french-2-5-3", "end")
    if flees is None:
        table.stand().do("resolve 0711", faces=[4])
        assert table.battles[-1].result == "Dr1"
    else:
        away = [text for text in table.legal("retreat charles") if text.split()[-1] not in ("0612", *RING)]
        table.do(f"retreat charles > {flees}" if flees != "far" else away[0], "end")
    while table.asked is not None and table.asked[1] != "create":
        table.do(table.legal("retreat")[0] if table.asked[1] == "retreat" else "end")
    if end is not None:
        assert table.at("charles") == end
    assert (table.state.besieged == ("f0612",)) is besieged
    assert table.state.halves == (6 if besieged else 0)
