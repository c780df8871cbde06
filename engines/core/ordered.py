"""Standing orders: answers to a title's decisions, given before the question comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from data.catalogue import _
from engines.core.decisions import Decision
from engines.core.errors import NotationError
from engines.core.events import Event

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class OrderKind(msgspec.Struct, frozen=True):
    """A decision that a seat may answer in advance with a standing order."""

    kind: str
    """Kind of the decision."""
    case: str
    forms: tuple[str, ...]
    """Orders as they are typed, with placeholders in capitals; `read_order` takes others too."""
    summary: str
    seats: tuple[str, ...] = ()
    """Seats that can ever owe it; empty means all."""
    own_turn: bool = True
    """False where the active side makes the choice itself: then orders answer it only out of turn."""
    note: str = ""
    """The meaning of its forms, for a player who chooses the kind."""
    implicit: str = ""
    """The order, as it is stored, of a seat that has given none: it says when the seat is not asked.

    All see that a seat was not asked, so it depends only on what all can see.
    """
    answers: tuple[str, ...] = ()
    """Kinds of decisions that it answers, where it is a plan for several; empty means its own.

    A plan is for what comes next, and is over when that is done: see `Ordered.outlasts`.
    """

    def concerns(self, seat: str) -> bool:
        """Whether that seat can ever owe it."""
        return not self.seats or seat in self.seats


class OrderSet(msgspec.Struct, frozen=True):
    """Standing orders for many decisions, to be given in one go."""

    id: str
    name: str
    summary: str
    orders: Mapping[str, str]
    """Orders by kind of decision, as they are typed."""


class Ordered(Generic[S, A]):
    """The part of the contract about standing orders; by default a title has none."""

    order_kinds: tuple[OrderKind, ...] = ()
    """Decisions that can be answered in advance, one entry per kind."""
    order_sets: tuple[OrderSet, ...] = ()
    """Orders that can be given in one go, the most common ones first."""
    orders_told: bool = True
    """Whether all seats learn that an answer came by an order; otherwise only the seat that gave it does."""

    def read_order(self, kind: str, text: str) -> str:
        """A standing order for a kind of decision, in its stored form.

        :raises NotationError: it is no such order; the error has the forms.
        """
        forms = next((order.forms for order in self.order_kinds if order.kind == kind), ())
        if text not in forms:
            raise NotationError(
                _("{text!r} is not a standing order for {kind}", text=text[:40], kind=kind), choices=forms
            )
        return text

    def describe_order(self, kind: str, order: str, named: Callable[[str], str]) -> str:
        """A standing order as sentences; empty where there are none beyond the typed text.

        :param order: as `read_order` gave it.
        :param named: puts names in place of ids.
        """
        return ""

    def order_choices(self, state: S, seat: str, kind: str, typed: str) -> list[str]:
        """Complete orders of a kind that begin with the typed text, best first; 25 at most.

        They don't depend on what the seat may not know.
        """
        forms = next((order.forms for order in self.order_kinds if order.kind == kind), ())
        return [form for form in forms if typed.casefold() in form.casefold()][:25]

    def orders_in(self, orders: OrderSet, seat: str) -> dict[str, str]:
        """A set's orders for a seat, as `read_order` stores them, by kind, in the order of `order_kinds`."""
        return {
            order.kind: self.read_order(order.kind, orders.orders[order.kind])
            for order in self.order_kinds
            if order.kind in orders.orders and order.concerns(seat)
        }

    def ordered(self, state: S, decision: Decision, order: str) -> A | None:
        """The legal action that a standing order gives; None where it has no answer to this decision.

        It uses nothing that the seat which gave the order may not know.

        :param order: as `read_order` gave it for the decision's kind.
        """
        return None

    def answered(self, state: S, decision: Decision, order: str) -> A | None:
        """The action by which an order answers a decision; None where its seat has to be asked.

        :param order: as `read_order` gave it for the decision's kind.
        """
        kind = next(kind for kind in self.order_kinds if kind.kind == decision.kind)
        return self.ordered(state, decision, order) if kind.own_turn or decision.interrupt else None

    def by_orders(self, state: S, decision: Decision, given: Mapping[str, str]) -> A | None:
        """The action by which a seat's orders answer a decision; None where it has to be asked.

        :param given: the orders of its seat by kind. A plan answers before the order for a single decision.
        """
        order = given.get(decision.kind)
        return None if order is None else self.answered(state, decision, order)

    def outlasts(self, seat: str, kind: str, order: str, before: S, after: S, events: Sequence[Event]) -> str:
        """A plan after a step: as it was, changed, or empty where it is over.

        It depends on nothing that the seat may not know.

        :param events: of the step, not redacted.
        """
        return order
