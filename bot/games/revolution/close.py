"""The map for the open question: where a Current may act, and its chance to succeed there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from bot.games.revolution.labels import Labels
from bot.games.wording import percent
from engines.revolution import answers as a
from engines.revolution.actions import AnyAnswer
from engines.revolution.box import GOVERNMENT, ROYALIST
from engines.revolution.frames import Form, Question
from engines.revolution.procedure import REGISTRY
from engines.revolution.war.combat import OURS
from render import CloseUp
from render.revolution.sheets import BENCHES, GROUND

ROLLED = ("plot", "revolt", "suppress", "pacify")
"""Kinds of question whose answers are rolled for in a region."""
SEATED = ("politics", "votes")
"""Forms of decisions in the Assembly."""
Act: TypeAlias = a.Plot | a.Revolt | a.Suppress | a.Pacify
"""An answer that is rolled for in a region."""


def close(labels: Labels, written: Iterable[AnyAnswer] = ()) -> CloseUp:
    """The map with each region where a roll is possible, and the chance of any success.

    For decisions of the Assembly, its benches; for war, the enemy's armies.

    :param written: the entries of the form, whose chances are shown in place of those with one roll.
    """
    kinds = [*asked(labels)]
    best = _best(labels, [answer for kind in kinds for answer in _answers(labels, kind)])
    if best:
        rolled = [each for each in written if isinstance(each, Act) and each.question in kinds]
        best |= _best(labels, rolled)
        return CloseUp(
            reach=tuple((region, percent(chance)) for region, chance in best.items()), sheet=GROUND
        )
    top = labels.state.stack[-1] if labels.state.stack else None
    if isinstance(top, Question) and top.subject in labels.box.region:
        return CloseUp(around=top.subject)
    form = top.form if isinstance(top, Form) else ""
    if form == "war" or (form == "votes" and labels.seat == ROYALIST):
        enemies = (labels.state.armies[id] for id, army in labels.box.army.items() if army.side != OURS)
        stands = dict.fromkeys(army.region for army in enemies if army.region is not None)
        if stands or form == "war":
            return CloseUp(reach=tuple((region, "") for region in stands), sheet=GROUND)
    return CloseUp(sheet=BENCHES if form in SEATED else GROUND)


def _best(labels: Labels, answers: Iterable[Act]) -> dict[str, Fraction]:
    """The best chance of any success in each region."""
    best: dict[str, Fraction] = {}
    for answer in answers:
        prospect = labels.prospect(answer)
        if prospect is not None:
            best[answer.region] = max(best.get(answer.region, Fraction(0)), prospect.a + prospect.b)
    return best


def asked(labels: Labels) -> Iterator[str]:
    """The kinds of roll in the open question of a seat."""
    top = labels.state.stack[-1] if labels.state.stack else None
    if not isinstance(top, Form | Question) or labels.seat not in top.seats:
        return
    for kind in ROLLED:
        question = REGISTRY.of[kind]
        if top.kind == kind if isinstance(top, Question) else question.form in top.covers:
            yield kind


def _answers(labels: Labels, kind: str) -> Iterator[Act]:
    governs = labels.seat == labels.state.government
    if kind == "pacify" and not governs:
        return
    actor = GOVERNMENT if kind == "pacify" else labels.seat
    for answer in REGISTRY.of[kind].legal(labels.box, labels.state, actor, ""):
        if isinstance(answer, Act):
            yield answer
