"""Standing orders of a game of bakers: one declaration is read, kept, offered and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.errors import NotationError
from engines.core.notation import Vocabulary, fold
from engines.core.orders import Clause, Order, Orders, Slot, no, number, one, several

BREADS = Vocabulary.of(("rye", "wheat", "oat-cake"), "a bread")
C_co = TypeVar("C_co", covariant=True)


def bread(_: None, typed: str) -> str:
    """The bread that is meant."""
    return BREADS.meant(typed.strip().replace(" ", "-"))


class BakersOrder(Order[C_co]):
    """An order in a bakery."""

    slots: ClassVar[Mapping[str, Slot]] = {
        "BREAD": one(bread, "BREAD"),
        "BREADS": several(bread, "BREAD"),
        "NUMBER": number("[1-9]"),
    }


class Bake(msgspec.Struct, frozen=True):
    """What to bake."""

    breads: tuple[str, ...]
    most: int | None = None
    dark: bool = False


class Close(msgspec.Struct, frozen=True):
    """Close the shop."""


BAKE = BakersOrder[Bake | Close](
    "bake",
    "1.1",
    "What is baked in the morning",
    Clause(Close, "close", last=True),
    Clause(Bake, "bake <breads:BREADS> [at most <most:NUMBER>] [<dark=until dark>]"),
    no("rest"),
    forms="close / bake BREAD / bake BREAD at most 3; close",
    chain=True,
)
SELL = BakersOrder("sell", "1.2", "Which is sold first", no("keep all"), Clause(str, "sell <bread:BREAD>"))
ORDERS = Orders(fold, BAKE, SELL)


def named(word: str, before: Sequence[str]) -> Sequence[str]:
    """What stands for the word in capitals."""
    return ("rye", "wheat") if word == "BREAD" else ()


def offered(kind: str, typed: str) -> list[str]:
    """What is offered while it is typed."""
    return ORDERS.offered(None, kind, typed, named)


def test_an_order_is_kept_with_its_names_in_full() -> None:
    for kind, typed, kept in (
        ("bake", " Bake WH , oat cake until dark", "bake wheat, oat-cake until dark"),
        ("bake", "bake r wheat at most 4;close", "bake rye, wheat at most 4; close"),
        ("sell", "sell oat", "sell oat-cake"),
        ("sell", "keep all", "keep all"),
    ):
        assert ORDERS.read(None, kind, typed) == kept
        assert ORDERS.read(None, kind, kept) == kept


def test_what_an_order_says_are_values() -> None:
    assert BAKE.read("bake wheat, oat-cake at most 4; bake rye until dark; close") == (
        Bake(("wheat", "oat-cake"), 4),
        Bake(("rye",), None, dark=True),
        Close(),
    )
    assert SELL.one("sell rye") == "sell rye"
    assert SELL.one("keep all") is None


def test_what_is_no_order_is_refused_with_the_forms() -> None:
    for kind, typed, message in (
        ("bake", "close; bake rye", "'close; bake rye' is not a standing order for bake"),
        ("bake", "rest; bake rye", "'rest; bake rye' is not a standing order for bake"),
        ("bake", "bake rye at most 0", "'bake rye at most 0' is not a standing order for bake"),
        ("bake", "bake rice", "'rice' is not a bread"),
        ("sell", "sell rye oat", "'sell rye oat' is not a standing order for sell"),
        ("sell", "", "'' is not a standing order for sell"),
        ("burn", "burn", "'burn' is not a standing order for burn"),
    ):
        with pytest.raises(NotationError) as refusal:
            ORDERS.read(None, kind, typed)
        assert refusal.value.message == message
        assert refusal.value.choices == next(
            (known.forms for known in ORDERS.kinds if known.kind == kind), ()
        )


def test_without_forms_of_its_own_each_pattern_is_shown_with_capitals() -> None:
    assert SELL.kind.forms == ("keep all", "sell BREAD")


def test_orders_are_offered_complete_each_form_in_its_turn() -> None:
    assert offered("bake", "")[:3] == ["close", "bake rye", "bake rye at most 3; close"]
    assert offered("bake", "bake wheat, ")[:2] == ["bake wheat, rye", "bake wheat, rye at most 3; close"]
    assert offered("bake", "bake rye at most 7") == ["bake rye at most 7", "bake rye at most 7; close"]
    assert offered("sell", "se") == ["sell rye", "sell wheat"]
    assert offered("burn", "") == []


@given(st.sampled_from(("bake", "sell")), st.text("abekhlorswty,;437 ", max_size=30))
def test_any_text_is_kept_or_refused_and_what_is_kept_stays(kind: str, typed: str) -> None:
    try:
        kept = ORDERS.read(None, kind, typed)
    except NotationError:
        return
    assert ORDERS.read(None, kind, kept) == kept
    assert [ORDERS.read(None, kind, order) for order in offered(kind, kept)] == offered(kind, kept)
