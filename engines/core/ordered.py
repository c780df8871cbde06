"""Standing orders: decisions of a title that are answered before they are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from data.catalogue import _
from engines.core.decisions import Decision
from engines.core.errors import NotationError

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class OrderKind(msgspec.Struct, frozen=True):
    """A decision that a seat may answer beforehand with a standing order."""

    kind: str
    """Kind of the decision."""
    case: str
    forms: tuple[str, ...]
    """Orders as they are typed, with what stands for a choice in capitals; `read_order` takes others too."""
    summary: str
    seats: tuple[str, ...] = ()
    """Seats that are ever asked it; none named: all."""
    own_turn: bool = True
    """False where a side that is in hand makes the choice itself: orders answer it out of turn alone."""
    note: str = ""
    """What its forms mean, for whoever chooses the kind."""
    implicit: str = ""
    """The order, as it is kept, of whoever has given none: it says when they are not asked.

    That somebody was not asked is seen by all, so it hangs on nothing that not all can see.
    """

    def concerns(self, seat: str) -> bool:
        """Whether that seat is ever asked it."""
        return not self.seats or seat in self.seats


class OrderSet(msgspec.Struct, frozen=True):
    """Standing orders for many decisions, to be given in one go."""

    id: str
    name: str
    summary: str
    orders: Mapping[str, str]
    """Orders by kind of decision, as they are typed."""


class Ordered(Generic[S, A]):
    """What of the contract is about standing orders; by default none can be given."""

    order_kinds: tuple[OrderKind, ...] = ()
    """Decisions that can be answered beforehand, one entry per kind."""
    order_sets: tuple[OrderSet, ...] = ()
    """Orders that can be given in one go, the usual ones first."""
    orders_told: bool = True
    """Whether all are told that an answer came by an order; otherwise only the seat that gave it is."""

    def read_order(self, kind: str, text: str) -> str:
        """A standing order for a kind of decision, as it is kept.

        :raises NotationError: it is no such order; the error has the forms.
        """
        forms = next((order.forms for order in self.order_kinds if order.kind == kind), ())
        if text not in forms:
            raise NotationError(
                _("{text!r} is not a standing order for {kind}", text=text[:40], kind=kind), choices=forms
            )
        return text

    def describe_order(self, kind: str, order: str, named: Callable[[str], str]) -> str:
        """A standing order as sentences; empty where it has none but what was typed.

        :param order: as `read_order` gave it.
        :param named: puts names in place of ids.
        """
        return ""

    def order_choices(self, state: S, seat: str, kind: str, typed: str) -> list[str]:
        """Complete orders of a kind that go on from what was typed, best first; 25 at most.

        What the seat may not know makes no difference to them.
        """
        forms = next((order.forms for order in self.order_kinds if order.kind == kind), ())
        return [form for form in forms if typed.casefold() in form.casefold()][:25]

    def orders_in(self, orders: OrderSet, seat: str) -> dict[str, str]:
        """What a set gives a seat, as `read_order` keeps it, by kind, in the order of `order_kinds`."""
        return {
            order.kind: self.read_order(order.kind, orders.orders[order.kind])
            for order in self.order_kinds
            if order.kind in orders.orders and order.concerns(seat)
        }

    def ordered(self, state: S, decision: Decision, order: str) -> A | None:
        """The legal action that a standing order comes to; None where it has no answer to this.

        It looks at nothing that the seat which gave the order may not know.

        :param order: as `read_order` gave it for the decision's kind.
        """
        return None

    def answered(self, state: S, decision: Decision, order: str) -> A | None:
        """The action that an order answers a decision with; None where its seat is asked all the same.

        :param order: as `read_order` gave it for the decision's kind.
        """
        kind = next(kind for kind in self.order_kinds if kind.kind == decision.kind)
        return self.ordered(state, decision, order) if kind.own_turn or decision.interrupt else None
