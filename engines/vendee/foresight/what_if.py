"""Hypothetical positions and their results: for previews and plans, never for play.

Like all foresight they use nothing that the asking side may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec.structs import replace

from data.vendee.schema import BLUE_ARMIES, Side
from engines.core.dice import Dice
from engines.core.refusals import Refusal
from engines.vendee.box import Box
from engines.vendee.combat.actions import Guns, Pursue
from engines.vendee.combat.frames import Battle, Contingent, Pursuit
from engines.vendee.combat.march import marching
from engines.vendee.combat.reckoning import generals_of, strength
from engines.vendee.foresight.odds import Forecast, battle_forecast, forecast
from engines.vendee.frames import Activation, Condition, Fortify, Kind, Operations, Points, Reinforce, enemy
from engines.vendee.markers.play import options
from engines.vendee.phases.reinforcement import can_place, place_all
from engines.vendee.position.groups import choose, goers, standing
from engines.vendee.position.sight import look
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, gatine, side_of


def contingent(origin: str | None, points: Points, generals: Sequence[str]) -> Contingent:
    """Counters that come into a combat from an area, or have stood there."""
    activated = {kind: Condition(activated=count) for kind, count in points.items()}
    return Contingent(origin, activated, tuple(generals))


def victory(box: Box, state: State, side: Side, march: Guns | None = None) -> Fraction:
    """A side's chance in the combat under way, if that march comes in too."""
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    return _chance(box, state, side, battle if march is None else _joined(box, state, battle, march))


def _chance(box: Box, state: State, side: Side, battle: Battle) -> Fraction:
    combat = battle_forecast(box, state, side, battle)
    assert combat.win is not None
    return combat.win if battle.attacker == side else 1 - combat.win


def _joined(box: Box, state: State, battle: Battle, march: Guns) -> Battle:
    side = marching(battle)
    group = choose(box, march.who, *standing(box, state, side, march.area))
    if isinstance(group, Refusal):
        return battle
    part = contingent(march.area, *group)
    if side == battle.attacker:
        return replace(battle, attacking=(*battle.attacking, part))
    return replace(battle, defending=(*battle.defending, part))


def pursued(box: Box, state: State, side: Side, action: Pursue) -> tuple[Forecast, Contingent] | None:
    """The combat that a pursuit leads into, and the pursuers; None where it leads into none."""
    frame = state.stack[-1]
    assert isinstance(frame, Pursuit)
    group = choose(box, action.who, strength(frame.contingents), generals_of(frame.contingents))
    if isinstance(group, Refusal):
        return None
    for origin, area in pairwise((frame.at, *action.path)):
        combat = forecast(box, state, side, area, origin, *group)
        if combat is not None:
            return combat, contingent(origin, *group)
    return None


def fortified(box: Box, state: State, side: Side, *, played: bool) -> Fraction | None:
    """The Royalists' chance against the group about to enter, by E6; None where it lies face down."""
    (*_, entering, top) = state.stack
    assert isinstance(top, Fortify)
    match entering:
        case Activation(at=at, generals=generals):
            cost = box.ground.step[at, top.area].cost(enemy(side))
            assert cost is not None
            # Points without action points for the step stay behind.
            attack = contingent(at, goers(box, entering, cost), generals)
        case Pursuit(at=at, contingents=parts):
            attack = contingent(at, strength(parts), generals_of(parts))
        case _:
            return None
    if at in look(box, state, side).backs:
        return None
    defence = contingent(None, *standing(box, state, side, top.area))
    battle = Battle(top.area, enemy(side), (attack,), (defence,), fortified=played)
    return _chance(box, state, side, battle)


def presumed(box: Box, state: State, side: Side, area: str) -> Kind:
    """The army most likely in an area: that of its zone, or of the nearest base."""
    if side == "royalist":
        return box.ground.zone_of(area, gatine(state)) or "anjou"
    return min(BLUE_ARMIES, key=lambda army: box.ground.to_base[army][area])


def against(
    box: Box, state: State, side: Side, area: str, attack: Contingent, army: Kind, points: int
) -> Fraction:
    """An attacker's chance if `points` combat points of an army defended an area, without a general."""
    battle = Battle(area, side, (attack,), (Contingent(None, {army: Condition(points)}),))
    return _chance(box, state, side, battle)


def plays_on(box: Box, state: State, side: Side) -> bool:
    """Whether a side has something left to do in its step once all its arrivals are placed for it."""
    (*_, frame) = state.stack
    assert isinstance(frame, Reinforce)
    ctx = Resolution(box, state.copy(), Dice("placed"))
    place_all(ctx, frame)
    gift = ctx.state.gift and "e1" not in ctx.state.played
    return gift or can_place(box, ctx.state, frame) or bool(options(box, ctx.state, frame))


def supposed(box: Box, state: State, side: Side) -> State:
    """The present position as if the side were active and none of its counters activated or routed.

    The enemy is unchanged, and the game is not played on from here.
    """
    ready = state.copy()
    ready.stack = [Operations(side)]
    if state.phase != "operations":
        # Neither side has the initiative of the coming operations yet.
        ready.phase, ready.initiative = "operations", None
    ready.forces = {
        area: {
            kind: Condition(condition.total) if side_of(kind) == side else condition
            for kind, condition in present.items()
        }
        for area, present in state.forces.items()
    }
    own = {id: replace(state.officers[id], ready="fresh") for id in box.generals_of[side]}
    ready.officers = {**state.officers, **own}
    return ready
