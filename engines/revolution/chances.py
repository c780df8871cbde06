"""Cost and chances of an action that is rolled for (R-ACT-01 to 11)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from data.revolution.tables import Deed, Letter
from engines.revolution.actions import AnyAnswer
from engines.revolution.answers import (
    Arrest,
    Convince,
    Pacify,
    Plot,
    Quell,
    Raise,
    Remove,
    Revolt,
    Suppress,
    Turn,
)
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.deeds import arrest, commune, convince, plot, regional
from engines.revolution.deeds.roll import cost
from engines.revolution.politics.deputies import turn_terms
from engines.revolution.state import State, bonus

_PAIRS = Fraction(1, 36)


class Prospect(NamedTuple):
    """Cost and chances of an action if it were rolled now."""

    actor: str
    """A seat, or the Government: the owner of the purse and of the Fame used."""
    deed: Deed
    price: int
    fame: int
    """The change of Fame before modifiers."""
    terms: list[tuple[str, int]]
    """The modifiers, each with its reason."""
    column: int
    a: Fraction
    """The chance of an A, with the best of its rolls kept."""
    b: Fraction
    """The chance of a B and no A."""


@lru_cache(maxsize=8)
def _letters(box: Box) -> tuple[dict[Letter, Fraction], ...]:
    """For each column, the chance of each letter with one roll."""
    columns: list[dict[Letter, Fraction]] = []
    for column in range(10):
        by_letter: dict[Letter, Fraction] = {"A": Fraction(0), "B": Fraction(0), "C": Fraction(0)}
        for total in range(2, 13):
            by_letter[box.result(column, total)] += (6 - abs(7 - total)) * _PAIRS
        columns.append(by_letter)
    return tuple(columns)


@lru_cache(maxsize=256)
def chances(box: Box, column: int, rolls: int = 1) -> tuple[Fraction, Fraction]:
    """The chance of an A, and of a B and no A, with the best of `rolls` rolls."""
    one = _letters(box)[column]
    none = one["C"] ** rolls
    no_a = (1 - one["A"]) ** rolls
    return 1 - no_a, no_a - none


def _terms(
    box: Box, state: State, seat: str, answer: AnyAnswer
) -> tuple[str, Deed, list[tuple[str, int]]] | None:
    """The actor, the deed and the modifiers except those of the tracks."""
    match answer:
        case Arrest():
            return GOVERNMENT, "arrest", arrest.arrest_terms(box, state, answer.person)
        case Remove():
            return seat, "remove", arrest.remove_terms(box, state, answer.person)
        case Convince():
            return seat, "convince", convince.convince_terms(box, state, seat, answer.person)
        case Pacify():
            return GOVERNMENT, "pacify", plot.pacify_terms(box, state, answer)
        case Turn():
            return seat, "turn", turn_terms(state, seat)
        case Plot() | Revolt() | Suppress() | Raise() | Quell():
            own = _regional(box, state, seat, answer)
            return seat, own[0], [*regional.terms(box, state, seat, answer), *own[1]]
    return None


def _regional(
    box: Box, state: State, seat: str, answer: regional.Regional
) -> tuple[Deed, list[tuple[str, int]]]:
    match answer:
        case Plot():
            return "plot", plot.plot_terms(box, state, answer)
        case Revolt():
            return "revolt", plot.revolt_terms(box, state, answer)
        case Suppress():
            return "suppress", plot.suppress_terms(box)
        case Raise():
            return "raise", commune.commune_terms(box, seat, answer)
        case Quell():
            return "quell", commune.commune_terms(box, seat, answer)


def prospect(box: Box, state: State, seat: str, answer: AnyAnswer) -> Prospect | None:
    """Cost and chances of a seat's answer now; None where it needs no roll."""
    roll = _terms(box, state, seat, answer)
    if roll is None:
        return None
    actor, deed, added = roll
    tracks = bonus(box, state, actor)
    terms = [("tracks", tracks), *added] if tracks else added
    rolls = getattr(answer, "rolls", 1)
    column = box.column(state.fame[actor] + sum(by for _, by in terms))
    a, b = chances(box, column, rolls)
    return Prospect(actor, deed, cost(box, state, deed, rolls), state.fame[actor], terms, column, a, b)
