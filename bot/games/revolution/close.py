"""The map that goes with what is asked: where a Current may act, and how likely it is to succeed there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.games.revolution.labels import Labels
from bot.games.wording import percent
from engines.revolution import answers as a
from engines.revolution.box import GOVERNMENT
from engines.revolution.frames import Form, Question
from engines.revolution.procedure import REGISTRY
from render import WHOLE, CloseUp

ROLLED = ("plot", "revolt", "suppress", "pacify")
"""Kinds of question whose answers are rolled for in a region."""


def close(labels: Labels) -> CloseUp:
    """The whole map with each region where a roll is possible, and the chance that anything comes of it."""
    best: dict[str, Fraction] = {}
    for kind in asked(labels):
        for answer in _answers(labels, kind):
            prospect = labels.prospect(answer)
            if prospect is not None:
                best[answer.region] = max(best.get(answer.region, Fraction(0)), prospect.a + prospect.b)
    return (
        CloseUp(reach=tuple((region, percent(chance)) for region, chance in best.items())) if best else WHOLE
    )


def asked(labels: Labels) -> Iterator[str]:
    """The kinds of roll that a seat is asked for now."""
    top = labels.state.stack[-1] if labels.state.stack else None
    if not isinstance(top, Form | Question) or labels.seat not in top.seats:
        return
    for kind in ROLLED:
        matter = REGISTRY.of[kind]
        if top.kind == kind if isinstance(top, Question) else matter.form in top.covers:
            yield kind


def _answers(labels: Labels, kind: str) -> Iterator[a.Plot | a.Revolt | a.Suppress | a.Pacify]:
    governs = labels.seat == labels.state.government
    if kind == "pacify" and not governs:
        return
    actor = GOVERNMENT if kind == "pacify" else labels.seat
    for answer in REGISTRY.of[kind].legal(labels.box, labels.state, actor, ""):
        if isinstance(answer, a.Plot | a.Revolt | a.Suppress | a.Pacify):
            yield answer
