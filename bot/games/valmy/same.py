"""The counters of a default choice written out, so that no choice is offered twice."""

from __future__ import annotations

from collections.abc import Iterable

from engines.valmy import actions
from engines.valmy.box import Box
from engines.valmy.combat import actions as combat
from engines.valmy.combat import losses
from engines.valmy.combat.boosts import usual
from engines.valmy.combat.frames import Adding, Boosting, Committing, Losses, Retreat, Sacrifice
from engines.valmy.combat.melee import addable, strongest
from engines.valmy.combat.retreat import left, nearest
from engines.valmy.combat.shock import cheapest
from engines.valmy.frames import Recovery, Surplus
from engines.valmy.movement.meeting import newest
from engines.valmy.phases.recovery import recoverable
from engines.valmy.state import State


def meant(box: Box, state: State, action: actions.Action) -> actions.Action:
    """An action written out, the names in the order of the default; another stays as it is."""
    match action, state.stack[-1] if state.stack else None:
        case combat.Boost(None), Boosting() as top:
            return combat.Boost(tuple(usual(box, state, top).items()))
        case combat.Lose(None), Losses() as top:
            return combat.Lose(losses.usual(box, state, top))
        case combat.Lose(None), Sacrifice() as top:
            return combat.Lose(tuple(cheapest(box, state, top)))
        case combat.Commit(None), Committing() as top:
            return combat.Commit(strongest(box, state, top))
        case combat.Add(None), Adding(side=side):
            return combat.Add(tuple(addable(box, state, side)))
        case actions.Recover(None), Recovery(side=side):
            return actions.Recover(tuple(recoverable(box, state, side)))
        case actions.Release(None), Surplus() as top:
            return actions.Release(newest(box, state, top))
        case combat.Retreat(None), Retreat() as top:
            ways = nearest(box, state, top, left(state, top)[0])
            return combat.Retreat(next(iter(ways))) if len(ways) == 1 else action
        case _:
            return action


def once(box: Box, state: State, legal: Iterable[actions.Action]) -> list[actions.Action]:
    """The first of the actions with the same effect; automatic ones come before those with names."""
    kept: dict[object, actions.Action] = {}
    for action in legal:
        kept.setdefault(_effect(meant(box, state, action)), action)
    return list(kept.values())


def _effect(action: actions.Action) -> object:
    """A value that is equal for two actions with the same names, in any order."""
    match action:
        case combat.Boost(units) | combat.Lose(units) | combat.Commit(units) | combat.Add(units):
            return type(action), tuple(sorted(units or ()))
        case actions.Recover(who) | actions.Release(who):
            return type(action), tuple(sorted(who or ()))
        case _:
            return action
