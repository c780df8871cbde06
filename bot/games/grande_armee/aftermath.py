"""What retreats, losses and advances come to, in a few words beside each choice."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.grande_armee.names import Names
from data.catalogue import _
from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.texts import LAST
from data.nouns import listed
from engines.grande_armee.actions import Advance, Destroy, Lose, Retreat
from engines.grande_armee.box import ENEMY
from engines.grande_armee.combat.advance import is_last
from engines.grande_armee.combat.frames import Defending, Destroying, Exchanging, Retreating
from engines.grande_armee.combat.ground import ground, routes
from engines.grande_armee.combat.losses import excess
from engines.grande_armee.combat.resolve import cheapest_of
from engines.grande_armee.combat.routes import Routes
from engines.grande_armee.combat.stacking import capacity
from engines.grande_armee.position import UnitId
from engines.grande_armee.prussia import shunned
from engines.grande_armee.state import State, position


def ways(names: Names, state: State, unit: UnitId) -> Routes | None:
    """The routes of a unit that may retreat now; None where nobody retreats."""
    match state.stack[-1]:
        case Retreating() as frame:
            return routes(names.box, state, frame, unit)
        case Defending():
            return ground(names.box, state).routes(unit)
        case _:
            return None


def routed(names: Names, state: State, action: Retreat) -> Retreat:
    """A retreat to an end by the route that serves its side best."""
    if action.unit is None or (open_ := ways(names, state, action.unit)) is None:
        return action
    return replace(action, route=open_.named(action.route[-1]))


def told(names: Names, state: State, side: Side, action: Retreat | Lose | Destroy | Advance) -> str:
    """What an action comes to."""
    match action:
        case Retreat():
            return _retreat(names, state, side, action)
        case Lose():
            return _loss(names, state, action)
        case Destroy():
            return _spared(names, state, action)
    return str(LAST) if is_last(names.box, state, action) else ""


def _retreat(names: Names, state: State, side: Side, action: Retreat) -> str:
    """What becomes of a unit on its retreat, beside that it is disrupted."""
    if action.unit is None:
        return _("The strongest unit first, each to the first hex of its list")
    open_ = ways(names, state, action.unit)
    if open_ is None or action.route[-1] not in open_.ends:
        return ""
    way = action.route if len(action.route) > 1 else open_.ends[action.route[-1]]
    return ", ".join(_met(names, state, side, action.unit, way))


def _met(names: Names, state: State, side: Side, unit: UnitId, way: tuple[Hex, ...]) -> Iterator[str]:
    """What a unit meets on its way, and where it ends."""
    box, table, end = names.box, position(names.box, state), way[-1]
    entered = [ground for ground in shunned(box, state, side) if not ground.isdisjoint(way)]
    if len(entered) > 1:
        yield _("⚠️ brings Prussia into the war")
    elif entered:
        yield _("⚠️ crosses Prussia's border")
    towns = [box.fortress[hex] for hex in way if hex in box.fortress]
    if taken := [names.name(town) for town in towns if state.control.get(town) == ENEMY[side]]:
        yield _("takes {fortresses}", fortresses=listed(taken))
    town = box.fortress.get(end)
    if town is not None and state.control.get(town) == side:
        yield _("into your Fortress")
    if joined := [id for id in table.troops(end, side) if id != unit]:
        yield _("joins {units}", units=names.brief(joined))
        kinds = [table.kind(id) for id in (*joined, unit) if table.kind(id).combat]
        if excess(kinds, capacity(box, end)):
            yield _("the stack will need supply")
    if any(table.stack(near, ENEMY[side]) for near in box.crossings[end]):
        yield _("beside the enemy")


def _loss(names: Names, state: State, action: Lose) -> str:
    """What a half exchange costs by a choice."""
    frame = state.stack[-1]
    if not isinstance(frame, Exchanging):
        return ""
    units = cheapest_of(names.box, state, frame) if action.units is None else action.units
    strength = sum(names.box.kinds[state.pieces[id].kind].strength for id in units)
    if action.units is None:
        return _("{units}: strength {strength}", units=names.brief(units), strength=strength)
    return _("Strength {strength}", strength=strength)


def _spared(names: Names, state: State, action: Destroy) -> str:
    """Which units of a stack without supply are left by a choice."""
    frame = state.stack[-1]
    if not isinstance(frame, Destroying):
        return ""
    left = [id for id in position(names.box, state).troops(frame.hex, frame.side) if id not in action.units]
    return _("Left: {units}", units=names.brief(left))
