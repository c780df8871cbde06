"""The table looked at for combat: what the pure rules are asked on."""

from __future__ import annotations

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.combat.draft import Ground
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.frames import Retreating
from engines.grande_armee.combat.routes import Retreat, Routes, routes_of
from engines.grande_armee.position import UnitId
from engines.grande_armee.prussia import closed, shunned
from engines.grande_armee.state import State, position


def field(box: Box, state: State) -> Field:
    """The field of battle with the supply that was spent on it."""
    spent = {id: each for id, each in state.spent.items() if each.use == "combat"}
    return Field(position(box, state), spent, state.first)


def fortresses(box: Box, state: State, side: Side) -> frozenset[Hex]:
    """Hexes of the Fortresses that a side controls."""
    return frozenset(box.place[id] for id, holder in state.control.items() if holder == side)


def ground(box: Box, state: State) -> Ground:
    """What the other player defends on."""
    side = ENEMY[state.side]
    scoring = box.prizes(state.scenario)
    own = fortresses(box, state, side)
    return Ground(
        field(box, state),
        state.attacks,
        side,
        own,
        frozenset(hex for hex in own if box.fortress[hex] in scoring),
        closed(box, state, side),
        fortresses(box, state, state.side),
        shunned(box, state, side),
    )


def routes(box: Box, state: State, frame: Retreating, unit: UnitId) -> Routes:
    """The routes of a unit that retreats by a result (RET)."""
    points = frame.hexes or box.kinds[state.pieces[unit].kind].allowance
    own = fortresses(box, state, frame.owner)
    barred = closed(box, state, frame.owner, state.pieces[unit].hex)
    taken, off = fortresses(box, state, ENEMY[frame.owner]), shunned(box, state, frame.owner)
    return routes_of(position(box, state), Retreat(unit, frame.manner, points, own, barred, taken, off))
