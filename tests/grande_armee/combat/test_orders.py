"""Standing orders of La Grande Armée: what they answer, and when a seat is asked all the same."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from data.grande_armee.hexes import Hex, distance
from engines.core.errors import NotationError
from engines.grande_armee.title import GrandeArmee
from tests.grande_armee.builder import plain
from tests.grande_armee.table import Table, half_exchange

BASE = {"french-5-4-1": "0612", "austrian-4-3-1": "0611"}


def answer(table: Table, order: str) -> str | None:
    """What an order of the seat that is asked comes to."""
    owed = table.title.decisions(table.state)[0]
    kind = next(kind.kind for kind in table.title.order_kinds if kind.kind == owed.kind)
    action = table.title.answered(table.state, owed, table.title.read_order(kind, order))
    if action is not None:
        assert table.title.is_legal(table.state, owed.seat, action)
    return None if action is None else table.title.notation(action)


@pytest.mark.case("I-01", "I-02", "I-03")
@pytest.mark.parametrize(
    ("order", "action"),
    [
        ("auto", "spend austrian-supply-1"),
        ("stand", "spend austrian-supply-1"),
        ("stand supply never", "end"),
        ("stand keep 1 back", "end"),
        ("always towards 0608", "retreat austrian-4-3-1 > 0608"),
        ("always at 300 or more", "spend austrian-supply-1"),
        ("cavalry", "spend austrian-supply-1"),
    ],
)
def test_the_defence_plan_as_it_is_ordered(order: str, action: str) -> None:
    table = Table({**BASE, "austrian-supply-1": "0511"}).do("attack 0611 by french-5-4-1", "end")
    assert answer(table, order) == action


@pytest.mark.case("I-06")
def test_retreats_of_defenders_are_made_unless_their_owner_wants_to_be_asked() -> None:
    table = Table({"french-5-4-1": "0612", "austrian-5-4-1": "0611"})
    table.do("attack 0611 by french-5-4-1", "end").stand().do("resolve 0611", faces=[6])
    kind = next(kind for kind in table.title.order_kinds if kind.kind == "retreat")
    assert kind.implicit == "auto"
    assert answer(table, "ask me") is None
    towards = answer(table, "towards 0412")
    assert towards is not None
    assert distance(Hex(towards[-4:]), Hex("0412")) == 1


@pytest.mark.case("I-09", "I-10")
@pytest.mark.parametrize(
    ("order", "action"),
    [
        ("auto", "destroy french-18-2-1"),
        ("weakest", "destroy french-5-4-1"),
        ("first french-5-4-1", "destroy french-5-4-1"),
        ("ask me", None),
    ],
)
def test_who_is_destroyed_without_supply(order: str, action: str | None) -> None:
    table = Table({"french-18-2-1": "0612", "french-5-4-1": "0612"})
    assert table.asked == ("allied", "destroy")
    assert answer(table, order) == action


@pytest.mark.case("I-10", "G-FOR-A-2")
def test_the_weakest_are_no_way_where_they_do_not_suffice() -> None:
    units = {f"french-5-4-{nth}": "0612" for nth in (1, 2, 3)} | {
        f"french-2-5-{nth}": "0612" for nth in (1, 2)
    }
    held = Table({**units, "french-18-2-1": "0612"}, plain(fortresses=["0612"]))
    assert answer(held, "weakest") == "destroy french-18-2-1, french-5-4-1"


@pytest.mark.case("I-12")
def test_battle_orders_answer_the_attackers_choices() -> None:
    units = {
        "french-18-2-1": "0612",
        "french-2-5-1": "0612",
        "french-supply-1": "0612",
        "austrian-5-4-1": "0611",
        "mack": "0611",
    }
    table = Table(units, plain(bridges=["0611/0612"]))
    assert answer(table, "auto") == "spend french-supply-1"
    table.do("spend french-supply-1", "attack 0611 by french-18-2-1, french-2-5-1", "end").stand()
    assert answer(table, "auto") == "resolve 0611"
    table.do("resolve 0611", faces=[1])
    table = Table(units, plain(bridges=["0611/0612"])).do("spend french-supply-1")
    table.do("attack 0611 by french-18-2-1", "end").stand().do("resolve 0611", faces=[6])
    assert table.asked == ("french", "advance")
    assert answer(table, "none") == "end"
    assert answer(table, "fortresses") == "end"
    assert answer(table, "all") == "advance french-18-2-1 > 0611"


@pytest.mark.case("I-12", "G-CRT-7")
def test_a_half_exchange_spares_whom_its_owner_named() -> None:
    table = half_exchange()
    assert table.asked == ("french", "exchange")
    assert answer(table, "auto") == "lose french-3-7-1"
    assert answer(table, "spare french-3-7-1") == "lose french-5-4-1"
    assert answer(table, "spare french-3-7-1, french-5-4-1") == "lose french-5-4-2"
    # What is left over can't pay: then no unit is spared.
    assert answer(table, "spare french-3-7-1, french-5-4-1, french-5-4-2") == "lose french-3-7-1"


@pytest.mark.case("G-SUP-C-1")
def test_all_depots_create_unless_their_owner_says_otherwise() -> None:
    table = Table({"french-depot-1": "0612"})
    assert answer(table, "all") == "create all"
    assert answer(table, "none") == "end"
    assert answer(table, "ask me") is None


def test_orders_keep_their_names_in_full_and_refuse_what_can_be_none() -> None:
    title = GrandeArmee()
    vienna = title.box.place["vienna"]
    assert title.read_order("defence", "always towards vienna") == f"always towards {vienna}"
    for typed in ("towards nowhere", "spare french-9-9-1", "perhaps"):
        with pytest.raises(NotationError):
            title.read_order("exchange" if "spare" in typed else "retreat", typed)
    sets: Mapping[str, Mapping[str, str]] = {
        known.id: title.orders_in(known, "french") for known in title.order_sets
    }
    assert sets["battle"]["advance"] == "fortresses"
    assert (sets["battle"]["option"], sets["usual"].get("option")) == ("halt", None)


def test_orders_are_completed_with_hexes_and_units_and_told_in_sentences() -> None:
    table = Table(BASE, plain(fortresses=["0608"]), allied=["0608"])
    choices = table.title.order_choices(table.state, "allied", "retreat", "towards ")
    assert "towards 0608" in choices
    assert "spare french-5-4-1" in table.title.order_choices(table.state, "french", "exchange", "spare f")
    assert not table.title.order_choices(table.state, "french", "exchange", "spare austrian")
    assert not table.title.order_choices(table.state, "french", "destroy", "first french")
    assert "first austrian-4-3-1" in table.title.order_choices(table.state, "french", "destroy", "first a")
    for kind in table.title.order_kinds:
        for form in kind.forms:
            text = form.replace("HEX", "0608").replace("UNIT", "french-5-4-1")
            kept = table.title.read_order(kind.kind, text)
            assert table.title.describe_order(kind.kind, kept, str), (kind.kind, form)


@pytest.mark.case("G-SEQ-8")
def test_the_last_battle_is_fought_without_asking() -> None:
    units = {**BASE, "french-5-4-2": "0616", "austrian-4-3-2": "0615"}
    table = Table(units).do("attack 0611 by french-5-4-1", "attack 0615 by french-5-4-2", "end").stand()
    assert table.title.forced(table.state, table.title.decisions(table.state)[0]) is None
    one = Table(BASE).do("attack 0611 by french-5-4-1", "end").stand()
    forced = one.title.forced(one.state, one.title.decisions(one.state)[0])
    assert forced is not None
    assert one.title.notation(forced) == "resolve 0611"


@pytest.mark.case("I-01", "I-06", "I-09", "I-10")
def test_each_order_of_a_set_says_what_is_done_and_not_that_it_is_usual() -> None:
    title = Table(BASE).title
    for orders in title.order_sets:
        for kind, order in title.orders_in(orders, "french").items():
            said = title.describe_order(kind, order, str)
            assert said.endswith("."), (kind, order)
            assert "usual way" not in said, (kind, order)
    defence = title.orders_in(title.order_sets[0], "french")["defence"]
    assert title.describe_order("defence", defence, str) == (
        "Stacks without infantry retreat, but not from Fortresses that score. "
        "Supply is spent where it changes the column, if nothing else is said."
    )
