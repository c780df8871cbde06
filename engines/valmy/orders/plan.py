"""A side's plan for one battle: the automatic player decides, except for what the plan says (I-5 to I-24)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from data.catalogue import N_, marked
from data.nouns import labelled
from engines.valmy.orders import battle
from engines.valmy.orders.slots import ValmyOrder

ASK = "ask me"
"""The part of a plan by which its side is asked."""
POSTURES: Mapping[str, Mapping[str, str]] = {
    "best": {},
    "firm": {
        "charges": "none",
        "counter-charges": "if at least 1:1 and morale 0",
        "melee": "if at least 1:1",
        "withdrawal": "stay",
    },
    "bold": {
        "charges": "always",
        "counter-charges": "always",
        "melee": "if at least 2:3",
        "reserve": "auto",
        "withdrawal": "stay",
    },
    "careful": {
        "charges": "none",
        "counter-charges": "none",
        "melee": "if at least 3:2",
        "reserve": "hold 2 back",
        "withdrawal": "if at most 2:3",
    },
}
"""What each word of a plan says; the automatic player decides the rest."""
_PARTS = {order.kind.kind: order for order in battle.PLAN}


_ASKED = N_("You are asked.")
_POSTURES = {
    "best": N_("Each point is decided as the automatic player would."),
    "firm": N_("Stand and shoot: no charges, melee at even odds, never withdraw."),
    "bold": N_("Charge whenever you can, attack even against more, never withdraw."),
    "careful": N_("No charges, hold two units back, leave before it gets worse."),
}


class PlanOrder(ValmyOrder[Any]):
    """A word for the whole battle, then orders for single decisions: `firm; withdrawal if at most 1:2`."""

    def kept(self, words: Any, typed: str) -> str | None:
        posture, *changes = (part.strip() for part in typed.split(";"))
        kept = [_part(words, change) for change in changes]
        return None if posture not in POSTURES or not all(kept) else "; ".join([posture, *filter(None, kept)])

    def said(self, order: str, named: Callable[[str], str]) -> str:
        posture, *changes = clauses(order)
        sentences = [
            labelled(f"`{kind}`", str(_ASKED) if text == ASK else _PARTS[kind].said(text, named))
            for kind, _, text in (change.partition(" ") for change in changes)
        ]
        return " ".join([str(_POSTURES[posture]), *sentences])


def _part(words: Any, typed: str) -> str | None:
    """One order of a plan in its stored form; None where it is none."""
    kind, _, text = typed.partition(" ")
    kept = text if text == ASK else _PARTS[kind].kept(words, text) if kind in _PARTS else None
    return kept and f"{kind} {kept}"


def clauses(order: str) -> list[str]:
    """The word of a stored plan, and what it adds."""
    return order.split("; ")


def parts(order: str) -> dict[str, str]:
    """What a stored plan says, by kind of decision; of several orders for one the last."""
    return {**POSTURES[clauses(order)[0]], **changes(order)}


def changes(order: str) -> dict[str, str]:
    """What a stored plan adds to its word, by kind of decision."""
    _posture, *added = clauses(order)
    return {kind: text for kind, _, text in (change.partition(" ") for change in added)}


BATTLE_PLAN = PlanOrder(
    "battle-plan",
    "9.0",
    marked("The battle under way, or your next one, by a plan"),
    forms=(
        "best / firm / bold / careful / best; withdrawal ask me / firm; charges always / "
        "best; losses spare UNIT"
    ),
    answers=tuple(_PARTS),
    note=marked("as the automatic player would, but for what you add; over with the battle"),
)
