"""The entries of a form: which take the place of each other, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.games.revolution.labels import Labels
from bot.games.revolution.said import by_region, deed, said
from bot.games.wording import lower
from data.catalogue import Plural, _
from data.revolution.choices import OTHERWISE, SHORT
from engines.revolution import answers as a
from engines.revolution import war_answers
from engines.revolution.actions import AnyAnswer, File
from engines.revolution.box import GOVERNMENT


class Entry(NamedTuple):
    """Entries that a form tells together."""

    answers: Sequence[AnyAnswer]
    lines: Sequence[str]
    """Their line, and the reason why they would be skipped."""
    brief: str
    """The same without price, with the chance of full success, inside a sentence."""
    doubted: bool
    """Whether they would be skipped now."""


SEVERAL = ("ally", "common", "decree", "levy", "sacrifice")
"""Kinds of which a form may have several entries with the same name."""

MISSING = Plural(
    "⚠️ {sum}: only if all of it is done, you are {n} ₶ short and the last actions are skipped (R-ACT-10)",
    "⚠️ {sum}: only if all of it is done, you are {n} ₶ short and the last actions are skipped (R-ACT-10)",
)


def several(labels: Labels, answer: AnyAnswer) -> bool:
    """Whether a form may have several entries of this kind with the same subject."""
    laws = labels.box.regime[labels.state.regime].government_proposes
    return answer.question in SEVERAL or (isinstance(answer, a.Propose) and laws)


def named(labels: Labels, answers: Sequence[AnyAnswer], times: int = 1) -> str:
    """Entries of one kind that stand equally often on a form, inside a sentence."""
    answer, *others = answers
    if isinstance(answer, a.Place):
        return " · ".join(by_region(labels.names, answer.where))
    if not others and times == 1:
        return lower(said(labels.names, answer))
    phrase = deed(labels.names, answer, answers) or said(labels.names, answer)
    number = max(times, getattr(answer, "rolls", 1))
    return lower(phrase if number == 1 else f"{phrase} × {number}")


def missed(labels: Labels, filed: File, bots: File) -> str:
    """What the bot's form, which counts if a form is not submitted, has otherwise."""
    mine, its = ([*dict.fromkeys(form.answers)] for form in (filed, bots))
    own = [one for one in mine if one not in its and not isinstance(one, a.Place)]
    others = [one for one in its if one not in mine]
    return labels.names.formatter.filled(
        OTHERWISE,
        mine=[named(labels, [one]) for one in own],
        bots=[named(labels, [one]) for one in others],
    )


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
            "Costs up to {price} of {have} in {who}",
            price=labels.names.money(price),
            have=labels.names.money(have),
            who=who,
        )
        lines.append(f"💰 {sum_}" if price <= have else MISSING(price - have, sum=sum_))
    return lines


def lacking(labels: Labels, before: Mapping[str, int], after: File) -> str:
    """What a purse lacks for what a change adds to a form, which cost it `before`; empty if nothing."""
    for actor, price in spent(labels, after).items():
        have, taken = labels.state.purses[actor], before.get(actor, 0)
        if price > max(have, taken):
            return labels.names.formatter.filled(SHORT, short=price - have, taken=taken, have=have)
    return ""


def slot(answer: AnyAnswer) -> tuple[object, ...]:
    """The subject of an answer: of two with the same the later stands."""
    if isinstance(answer, a.Plot | a.Revolt | a.Suppress | a.Raise | a.Quell | a.Turn):
        return "acts", answer.person
    single = (a.Objective, a.Purpose, a.Place, a.Install, a.Royal, a.Propose, a.Declare, war_answers.Spare)
    if isinstance(answer, (*single, a.Reaction, war_answers.Kidnap, war_answers.Capital, a.Depose, a.Keep)):
        return (answer.question,)
    fields = msgspec.structs.astuple(answer)
    return answer.question, fields[0]
