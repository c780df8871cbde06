"""The plan of a side for its battles: standing orders for all questions of a battle, on one form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.games.parts.plan import ASK, ID, lines, read
from bot.games.shown import Field, Form
from data.catalogue import N_, _
from data.nouns import listed
from engines.valmy.orders.plan import BATTLE_PLAN, POSTURES, clauses
from engines.valmy.orders.sets import PLAN
from engines.valmy.title import Valmy

_FIELDS = (
    ("beginning", N_("How it begins"), ("kind-of-battle", "deployment", "boosts")),
    ("charges", N_("Charges"), ("charges", "counter-charges", "calling-off", "after-charge")),
    ("melee", N_("Melee and reserves"), ("melee", "adding", "reserve", "reinforcement")),
    ("losses", N_("Losses and leads"), ("losses", "sacrifice", "naming")),
    ("leaving", N_("To stay or to go"), ("withdrawal", "retreat")),
)
EXAMPLES = {
    "beginning": ("kind-of-battle: major", "deployment: line 6 horse left", "boosts: cavalry"),
    "charges": ("charges: always", "counter-charges: if at least 2:1", "after-charge: join"),
    "melee": ("melee: if at least 3:2", "reserve: hold 2 back", "reinforcement: none"),
    "losses": ("losses: spare UNIT", "sacrifice: spare UNIT", "naming: prefer UNIT"),
    "leaving": ("withdrawal: if at most 1:2", "withdrawal: stay", "retreat: prefer BOX"),
}
"""Other possible values of a field."""
OF_BATTLE = BATTLE_PLAN.kind.kind
CHANGES = "`withdrawal if at most 1:2` · `reserve hold 2 back` · `losses spare UNIT` · `charges ask me`"
"""What a plan for one battle may add."""


def form(given: Mapping[str, str]) -> Form:
    """The plan of a side's orders; a sensible one before any were given.

    :param given: the side's standing orders.
    """
    known = given if any(kind in given for _id, _label, kinds in _FIELDS for kind in kinds) else PLAN
    fields = [
        Field(id, str(label), "\n".join(f"{kind}: {known.get(kind, ASK)}" for kind in kinds), _hint(id))
        for id, label, kinds in _FIELDS
    ]
    return Form(ID, _("Battle plan …"), _("Your plan for battles"), fields)


def of_battle(given: Mapping[str, str] | None) -> Form:
    """The plan for the battle under way, which goes before the other.

    :param given: the side's standing orders; None leaves the fields blank.
    """
    posture, *changes = ("",) if given is None else clauses(given.get(OF_BATTLE, "best"))
    words = listed([f"`{word}`" for word in POSTURES], "or")
    return Form(
        OF_BATTLE,
        _("Plan in words …"),
        _("Your plan for this battle"),
        [
            Field("posture", _("The whole battle"), posture, words),
            Field(
                "changes", _("Except"), "\n".join(changes), _("One a line, as {examples}", examples=CHANGES)
            ),
        ],
    )


def written(values: Mapping[str, str]) -> str:
    """The plan of a filled-in form, as an order."""
    return f"{OF_BATTLE} {'; '.join(lines(values.values()))}"


def _hint(id: str) -> str:
    return _("Or {ask}, or as {examples}", ask=ASK, examples=" · ".join(EXAMPLES[id]))


def orders(title: Valmy, values: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    """Orders by kind in stored form, None where the owner wants to be asked.

    :raises NotationError: one can't be read; the error has the forms.
    """
    kinds = [kind for _id, _label, kinds in _FIELDS for kind in kinds]
    for kind, text in read(values.values(), kinds):
        yield kind, None if text == ASK else title.read_order(kind, text)
