"""The entries of a form: which take the place of each other, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.games.revolution.labels import Labels
from data.catalogue import Plural, _
from engines.revolution import answers as a
from engines.revolution import war_answers
from engines.revolution.actions import AnyAnswer, File
from engines.revolution.box import GOVERNMENT

SEVERAL = ("ally", "common", "decree", "levy", "sacrifice")
"""Kinds of which a form may have several entries with the same name."""

MISSING = Plural(
    "⚠️ {sum}: you are {n} ₶ short, so the last actions are skipped (R-ACT-10)",
    "⚠️ {sum}: you are {n} ₶ short, so the last actions are skipped (R-ACT-10)",
)


def several(labels: Labels, answer: AnyAnswer) -> bool:
    """Whether a form may have several entries of this kind with the same subject."""
    laws = labels.box.regime[labels.state.regime].government_proposes
    return answer.question in SEVERAL or (isinstance(answer, a.Propose) and laws)


def spent(labels: Labels, filed: File) -> dict[str, int]:
    """The cost of the form, by purse."""
    sums: dict[str, int] = {}
    proposed: set[object] = set()
    for answer in filed.answers:
        actor, price = labels.price(answer)
        again = isinstance(answer, a.Propose) and not several(labels, answer) and slot(answer) in proposed
        proposed.add(slot(answer))
        if price and not again:
            sums[actor] = sums.get(actor, 0) + price
    return sums


def purses(labels: Labels, filed: File) -> list[str]:
    """What the form costs of what each purse has."""
    lines = []
    for actor, price in spent(labels, filed).items():
        have = labels.state.purses[actor]
        who = _("the Government's purse") if actor == GOVERNMENT else _("your purse")
        sum_ = _(
            "Costs {price} of {have} in {who}",
            price=labels.names.money(price),
            have=labels.names.money(have),
            who=who,
        )
        lines.append(f"💰 {sum_}" if price <= have else MISSING(price - have, sum=sum_))
    return lines


def lacking(labels: Labels, before: Mapping[str, int], after: File) -> int:
    """What the purses lack for what a change adds to a form, which cost them `before`."""
    return sum(
        max(0, price - labels.state.purses[actor])
        for actor, price in spent(labels, after).items()
        if price > before.get(actor, 0)
    )


def slot(answer: AnyAnswer) -> tuple[object, ...]:
    """The subject of an answer: of two with the same the later stands."""
    if isinstance(answer, a.Plot | a.Revolt | a.Suppress | a.Raise | a.Quell | a.Turn):
        return "acts", answer.person
    single = (a.Objective, a.Purpose, a.Place, a.Install, a.Royal, a.Propose, a.Declare, war_answers.Spare)
    if isinstance(answer, (*single, a.Reaction, war_answers.Kidnap, war_answers.Capital, a.Depose, a.Keep)):
        return (answer.question,)
    fields = msgspec.structs.astuple(answer)
    return answer.question, fields[0]
