"""Exact chances of a single throw: an activation, a recovery, a volley, a charge, a melee.

The terms are those by which the rules read the dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from data.catalogue import N_
from data.valmy.tables import Result
from engines.core.contract import Odds
from engines.core.odds import Ways, die, two_dice
from engines.core.refusals import Refusal
from engines.valmy.actions import Action, Activate, Recover
from engines.valmy.box import Box
from engines.valmy.combat.fire import aim
from engines.valmy.combat.shock import Terms
from engines.valmy.phases.operations import Needed, called_by, needed_of_leader, needed_of_unit
from engines.valmy.phases.recovery import refusal_of
from engines.valmy.state import State, face

_DIE = N_("a die of {highest} or less")
_TWO_DICE = N_("two dice of {highest} or less")


def of_action(box: Box, state: State, action: Action) -> Odds | None:
    """The chance of an activation, or of a single unit's recovery; None where no single throw decides."""
    match action:
        case Activate(leader, None):
            group = called_by(box, state, box.leader[leader].side, action)
            needed = None if isinstance(group, Refusal) else needed_of_leader(box, state, leader, group)
            return None if needed is None else _up_to(die(), needed, _DIE)
        case Activate(unit, str(leader)) if state.units[unit].box is not None:
            return _up_to(die(), needed_of_unit(box, state, unit, leader), _DIE)
        case Recover((unit,)) if unit in box.unit:
            if refusal_of(box, state, box.unit[unit].side, unit) is None:
                return _up_to(two_dice().map(sum), Needed(face(box, state, unit).morale, {}), _TWO_DICE)
    return None


def _up_to(dice: Ways[int], needed: Needed, note: N_) -> Odds:
    added = sum(needed.modifiers.values())
    chance = dice.chance(lambda total: total + added <= needed.highest)
    return Odds(
        chance,
        needed.highest,
        list(needed.modifiers.items()),
        note(highest=needed.highest),
    )


def volley(
    box: Box, state: State, shooters: Sequence[str], boosts: Mapping[str, int], *, at_chargers: bool = False
) -> Ways[int]:
    """Hits of a volley, all that fire together (9.3)."""
    hits = Ways({0: 1})
    for unit in shooters:
        column, modifiers = aim(box, state, unit, boosts, at_chargers=at_chargers)
        added = sum(term.value for term in modifiers)
        shot = two_dice().map(lambda faces, column=column, added=added: box.fire(column, sum(faces) + added))  # type: ignore[misc]
        hits = hits.beside(shot).map(sum)
    return hits


def charge(box: Box, terms: Terms) -> Ways[Result]:
    """Results of a charge, or of a counter-charge, against a flank (9.4.3)."""
    added = sum(term.value for term in terms.modifiers)
    return die().map(lambda face: box.charge(terms.column, face + added))


def melee(box: Box, terms: Terms) -> Ways[tuple[int, int]]:
    """Steps that the attacker and the defender in Main lose (9.5.1)."""
    added = sum(term.value for term in terms.modifiers)
    return two_dice().map(lambda faces: box.melee(terms.column, sum(faces) + added))


def at_least(hits: Ways[int], number: int) -> Fraction:
    """The chance of `number` hits or more."""
    return hits.chance(lambda scored: scored >= number)
