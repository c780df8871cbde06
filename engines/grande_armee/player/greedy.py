"""The greedy way to play: a plan for the turn, battles that promise something, no stack starved by choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from data.grande_armee.hexes import Hex, distance
from data.grande_armee.schema import Side
from engines.grande_armee.actions import END, REST, Action, Break, Combine, Eliminate, March, Move, Onward
from engines.grande_armee.around import in_reach
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.combat import frames as combat
from engines.grande_armee.combat.losses import excess
from engines.grande_armee.forecast import starved_by
from engines.grande_armee.frames import Combining, Moving, NextLeg, Swapping
from engines.grande_armee.movement import elimination
from engines.grande_armee.movement.elimination import victims
from engines.grande_armee.movement.plan import forbids, ground, idle, left, marcher, reached
from engines.grande_armee.player import fights
from engines.grande_armee.player.march import Intent, Plan, planned
from engines.grande_armee.player.scene import Scene
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.state import State, position

SLOW = 2
"""Allowance of an army that breaks up before it marches on."""
NEAR = 3
"""Hexes within which an enemy is about to be fought."""


def greedy(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """The action of a side, one of its legal actions, of which there is at least one."""
    frame = state.stack[-1]
    match frame:
        case Moving():
            chosen = next(moves(box, state, side), END)
        case NextLeg():
            chosen = _onward(box, state, side, legal)
        case Swapping():
            chosen = _broken(box, state, side, legal)
        case Combining():
            chosen = _combined(box, state, side, legal)
        case combat.Declaring():
            chosen = fights.declare(box, state, side, legal)
        case combat.Defending():
            chosen = fights.defend(box, state, frame, legal)
        case combat.Advancing():
            chosen = fights.advance(box, state, side, legal)
        case _:
            chosen = PROCEDURE.handler(frame).fallback(box, state, frame) or END
    return chosen if PROCEDURE.refusal(box, state, side, chosen) is None else legal[0]


def moves(box: Box, state: State, side: Side) -> Iterator[Action]:
    """What can be eliminated at no cost, the marches of the plan, then what can be eliminated at some."""
    plan = planned(box, state, side)
    yield from _eliminations(box, state, plan, fed=False)
    for id in plan.order:
        if idle(box, state, id, None) is None:
            yield from _march(box, state, plan, id)
    yield from _eliminations(box, state, plan, fed=True)


def _march(box: Box, state: State, plan: Plan, id: UnitId) -> Iterator[Action]:
    """The march that is planned for a unit; where that is barred by now, the best that is not."""
    intent, at = plan.intents[id], state.pieces[id].hex
    if intent.beside is not None and intent.beside in state.pieces:
        intent = intent._replace(end=state.pieces[intent.beside].hex)
    for end in _ends(box, state, plan, id, intent):
        if end == at:
            return
        meant = intent if end == intent.end else Intent(end)
        route = _round(box, state, plan.scene, id, meant)
        action = _rolled(box, state, plan, id, route) if meant.forced else Move(id, route, meant.supply)
        if forbids(box, state, action, None) is None:
            yield action


def _rolled(box: Box, state: State, plan: Plan, id: UnitId, route: tuple[Hex, ...]) -> March | Move:
    """A forced march with both its legs; without a second one the die would be thrown for nothing."""
    end, kind = route[-1], plan.scene.kind(id)
    after = position(box, state).moved(id, end)
    ends = ground(box, state, id, after).reach(marcher(box, state, id, kind.allowance))
    best = _further(plan, after, id, (end, *ends))
    march = March(id, route, (best,))
    return Move(id, route) if best == end or forbids(box, state, march, None) is not None else march


def _round(box: Box, state: State, scene: Scene, id: UnitId, intent: Intent) -> tuple[Hex, ...]:
    """The end of a march alone, or a way to it that keeps off ground where none should go."""
    if not scene.forbidden:
        return (intent.end,)
    on = ground(box, state, id)
    mover = marcher(box, state, id, left(box, state, id, None if intent.supply is None else "supply"))
    reach = reached(box, state, on, mover)
    if intent.end not in reach or scene.forbidden.isdisjoint(on.route(mover, reach, intent.end)):
        return (intent.end,)
    around = replace(on, closed=on.closed | scene.forbidden)
    reach = around.reach(mover)
    return around.route(mover, reach, intent.end) if intent.end in reach else (state.pieces[id].hex,)


def _ends(box: Box, state: State, plan: Plan, id: UnitId, intent: Intent) -> Iterator[Hex]:
    yield intent.end
    scene, kind = plan.scene, plan.scene.kind(id)
    own = position(box, state)
    mover = marcher(box, state, id, left(box, state, id))
    reach = reached(box, state, ground(box, state, id), mover).keys() - scene.forbidden
    coming = plan.coming(state)

    def rank(hex: Hex) -> tuple[int, float, Hex]:
        far = scene.from_hex(intent.end, hex, kind, scene.side)
        others = [own.kind(other) for other in own.troops(hex, scene.side) if other != id]
        others += [scene.kind(other) for other in coming.get(hex, ()) if other != id]
        room = box.figures.fortress if hex in box.fortress else None
        starves = kind.combat and bool(excess([*others, kind], room))
        return far + (50 if starves else 0), scene.threat.attack(hex), hex

    yield min((state.pieces[id].hex, *reach), key=rank)


def _onward(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """The leg after the roll of a march that was begun without one."""
    plan = planned(box, state, side)
    onward = [action for action in legal if isinstance(action, Onward)]
    if not onward:
        return REST
    id = onward[0].unit
    here = state.pieces[id].hex
    best = _further(plan, position(box, state), id, (here, *(action.route[-1] for action in onward)))
    return REST if best == here else Onward(id, (best,))


def _further(plan: Plan, at: Position, id: UnitId, ends: Sequence[Hex]) -> Hex:
    """The end of the leg after a roll: on towards the aim, where no enemy can strike.

    :param ends: where the unit can be after it; where it stands is the first.
    """
    aim = plan.aims.get(id)
    if aim is None:
        return ends[0]
    scene, kind = plan.scene, plan.scene.kind(id)

    def rank(hex: Hex) -> tuple[float, Hex]:
        far = scene.from_hex(aim.hex, hex, kind, scene.side)
        crowded = any(other != id for other in at.troops(hex, scene.side)) and hex not in at.box.fortress
        risk = 4 if scene.threat.total.get(hex) and hex != aim.hex else 0
        return far + (50 if crowded or hex in scene.forbidden else 0) + risk, hex

    return min(ends, key=rank)


def _eliminations(box: Box, state: State, plan: Plan, *, fed: bool) -> Iterator[Eliminate]:
    """The eliminations that cost nothing, or that are worth their supply and starve no stack (A-45).

    Units that are bound by it do not attack (A-43): those of a battle strike at what they are to strike at.
    """
    for action in elimination.listed(box, state):
        if any(plan.struck.get(id, action.targets[0]) not in action.targets for id in action.units):
            continue
        if fed == bool(action.supplies) and _pays(plan, action) and not starved_by(box, state, action):
            yield action


def _pays(plan: Plan, action: Eliminate) -> bool:
    """Whether what an elimination takes off is worth the supply and the attack that it costs."""
    scene = plan.scene
    gone = victims(scene.table, action.targets, scene.side)
    value = scene.life * sum(scene.worth_of(scene.kind(id), scene.enemy) for id in gone)
    cost = scene.price * len(action.supplies) + scene.weights.busy * len(action.units)
    return value > cost


def _broken(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """Break up an army that has no enemy before it, so that it marches faster."""
    for action in legal:
        if isinstance(action, Break) and box.kinds[state.pieces[action.unit].kind].allowance <= SLOW:
            hex = state.pieces[action.unit].hex
            foes = position(box, state).camp(ENEMY[side]).troops
            if all(distance(hex, foe) > NEAR for foe in foes) and hex not in box.fortress:
                return action
    return END


def _combined(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """Combine a stack that would starve."""
    at = position(box, state)
    for action in legal:
        if isinstance(action, Combine):
            hex = state.pieces[action.units[0]].hex
            room = box.figures.fortress if hex in box.fortress else None
            troops = [at.kind(id) for id in at.troops(hex, side)]
            if excess(troops, room) and not in_reach(at, hex, side):
                return action
    return END
