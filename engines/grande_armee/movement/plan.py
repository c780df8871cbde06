"""What a unit may do in its movement: the points it has, the way it takes, and what forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from data.catalogue import N_
from data.grande_armee.hexes import Hex
from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee.actions import March, Move, Onward, Triple
from engines.grande_armee.box import Box
from engines.grande_armee.handler import forbidden, no_supply
from engines.grande_armee.movement.reach import reaches
from engines.grande_armee.movement.steps import Ground, Marcher, Reach, Walk
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.prussia import closed
from engines.grande_armee.state import Progress, State, position

Going: TypeAlias = Move | March | Triple | Onward


def progress(state: State, id: UnitId) -> Progress:
    """What a unit has done in this phase."""
    return state.marches.get(id) or Progress(state.pieces[id].hex)


def ground(box: Box, state: State, id: UnitId, table: Position | None = None) -> Ground:
    """What the steps of a unit are made on."""
    known = table or position(box, state)
    return Ground(known, closed(box, state, known.kind(id).side, progress(state, id).began))


def left(box: Box, state: State, id: UnitId, by: str | None = None) -> int:
    """Movement points that a unit has left in its leg.

    :param by: how it would go on: `supply` and `triple` have two allowances in one leg (A-07).
    """
    known = progress(state, id)
    way = by or known.by
    double = way == "supply" or (way == "triple" and known.leg == 1)
    return (2 if double else 1) * box.kinds[state.pieces[id].kind].allowance - known.spent


def doubled(going: Going) -> str | None:
    """What a march has twice the allowance by, for `left`; None where it has it once."""
    if isinstance(going, Move) and going.supply is not None:
        return "supply"
    return "triple" if isinstance(going, Triple) else None


def marcher(box: Box, state: State, id: UnitId, points: int) -> Marcher:
    """A unit that is about to move on."""
    known = progress(state, id)
    return Marcher(id, box.kinds[state.pieces[id].kind], known.began, points)


def way(on: Ground, mover: Marcher, route: Sequence[Hex], costs: Reach | None = None) -> Walk | Refusal:
    """The steps of a route; a destination alone is gone to by the cheapest way.

    :param costs: what the unit reaches, where that is known already.
    """
    box, start = on.position.box, on.position.pieces[mover.id].hex
    if len(route) == 1:
        if route[0] == start:
            return forbidden("G-MOV-C-1", Text.STAYS, unit=box.unit(mover.id), end=box.hex(start))
        costs = costs or on.reach(mover)
        if route[0] in costs:
            return on.way_to(mover, costs, route[0])
        if route[0] not in box.crossings[start]:
            return _too_far(on, mover, route[0])
    walk = on.walk(mover, route)
    return walk if walk.bar is None else barred(box, mover, start, route, walk)


def barred(box: Box, mover: Marcher, start: Hex, route: Sequence[Hex], walk: Walk) -> Refusal:
    """Why the next step of a walk can't be made."""
    here, end = (start, *walk.reached)[-1], route[len(walk.reached)]
    assert walk.bar is not None
    parts = {"unit": box.unit(mover.id), "start": box.hex(here), "end": box.hex(end)}
    points = {"needed": walk.needed, "left": mover.points - walk.spent}
    return forbidden(*walk.bar.value, **parts, **points)


_FAR = 99
"""More points than any unit has."""


def _too_far(on: Ground, mover: Marcher, end: Hex) -> Refusal:
    box = on.position.box
    parts = {"unit": box.unit(mover.id), "end": box.hex(end)}
    shut = on.shut(mover.kind, end)
    if shut is not None:
        return forbidden(*shut.value, **parts)
    cost = on.reach(replace(mover, points=_FAR)).get(end)
    if cost is None:
        return forbidden("G-MOV-C-1", Text.NO_WAY, **parts)
    return forbidden("G-MOV-0-1", Text.POINTS, **parts, needed=cost, left=mover.points)


def feeders(box: Box, state: State, id: UnitId) -> list[UnitId]:
    """The supply units that may feed the march of a unit (G-MOV-H-1)."""
    own, began = position(box, state).camp(box.kinds[state.pieces[id].kind].side), progress(state, id).began
    near, marches, pieces = {began, *box.crossings[began]}, state.marches, state.pieces
    starts = [(marches[other].began if other in marches else pieces[other].hex) for other in own.supplies]
    beside = [other for other, start in zip(own.supplies, starts, strict=True) if start in near]
    return [other for other in beside if other != id and unfed(box, state, id, other) is None]


def reached(box: Box, state: State, on: Ground, mover: Marcher) -> Reach:
    """What a unit reaches."""
    return reaches(on.position, mover.kind.side, state).of(on, mover)


def unfed(box: Box, state: State, id: UnitId, supply: UnitId) -> Refusal | None:
    """Why a supply unit may not feed the march of a unit, or None."""
    if supply == id:
        return forbidden("A-11", Text.ITSELF, supply=box.unit(supply))
    side = box.kinds[state.pieces[id].kind].side
    if (wrong := no_supply(position(box, state), side, supply, "G-MOV-H-1")) is not None:
        return wrong
    began = progress(state, id).began
    if progress(state, supply).began not in {began, *box.crossings[began]}:
        return forbidden("G-MOV-H-1", Text.FAR_SUPPLY, unit=box.unit(id), supply=box.unit(supply))
    spent = state.spent.get(supply)
    if spent is not None and spent.use != "march":
        return forbidden("G-SUP-A-2", Text.SUPPLY_EATEN, supply=box.unit(supply))
    return None


def idle(box: Box, state: State, id: UnitId, on_move: UnitId | None) -> tuple[str, N_] | None:
    """The statement by which a unit may not move at all now, and what is said of it, or None.

    :param on_move: the unit on the move, whose movement ends when another starts.
    """
    piece, known, spent = state.pieces.get(id), state.marches.get(id), state.spent.get(id)
    if piece is None:
        return "G-MOV-0-1", Text.NO_UNIT
    if box.kinds[piece.kind].side != state.side:
        return "G-MOV-B-1", Text.NOT_OWN
    if not box.kinds[piece.kind].allowance:
        return "G-MOV-0-1", Text.FIXED
    if piece.disrupted is not None:
        return "G-DIS-A-1", Text.DISRUPTED
    if id in state.bound:
        return "A-43", Text.BOUND
    if spent is not None and spent.use == "elimination":
        return "A-43", Text.SUPPLY_BOUND
    if known is None:
        return None
    if known.stopped:
        return "G-ZOC-B-1", Text.STOPPED
    if known.done:
        return "G-FM-7", Text.MARCHED
    return ("G-MOV-0-3", Text.DONE) if known.stepped and id != on_move else None


def forbids(box: Box, state: State, going: Move | March | Triple, on_move: UnitId | None) -> Refusal | None:
    """Why a unit may not go so, or None."""
    stuck = idle(box, state, going.unit, on_move)
    if stuck is not None:
        piece = state.pieces.get(going.unit)
        start = box.hex(piece.hex if piece else going.route[0])
        return forbidden(stuck[0], stuck[1], unit=box.unit(going.unit), start=start)
    reason = _manner(box, state, going)
    if reason is not None:
        return reason
    walk = planned(box, state, going)
    if isinstance(walk, Refusal):
        return walk
    if isinstance(going, Move) or not going.onward:
        return None
    end = (state.pieces[going.unit].hex, *walk.reached)[-1]
    if walk.stopped:
        return forbidden("A-10", Text.STOPPED, unit=box.unit(going.unit), start=box.hex(end))
    # The leg after the roll is looked at before the die is thrown.
    table = position(box, state).without(_swept(box, state, going.unit, walk)).moved(going.unit, end)
    allowance = box.kinds[state.pieces[going.unit].kind].allowance
    mover = marcher(box, state, going.unit, allowance)
    onward = way(ground(box, state, going.unit, table), mover, going.onward)
    return onward if isinstance(onward, Refusal) else None


def planned(box: Box, state: State, going: Going) -> Walk | Refusal:
    """The way that a unit would go; a leg before a roll may be of no steps, to its own hex (A-08).

    It is asked for to see whether it is forbidden, and to carry it out.
    """
    kept, key = position(box, state).kept, (going, progress(state, going.unit), state.index, state.called)
    known: tuple[object, Walk | Refusal] | None = kept.get(planned)
    if known is None or known[0] != key:
        known = kept[planned] = key, _planned(box, state, going)
    return known[1]


def _planned(box: Box, state: State, going: Going) -> Walk | Refusal:
    if isinstance(going, (March, Triple)) and going.route == (state.pieces[going.unit].hex,):
        return Walk((), 0, stopped=False, bar=None)
    on = ground(box, state, going.unit)
    mover = marcher(box, state, going.unit, left(box, state, going.unit, doubled(going)))
    return way(on, mover, going.route, reached(box, state, on, mover))


def _swept(box: Box, state: State, id: UnitId, walk: Walk) -> list[UnitId]:
    """The supply units that a walk goes over (G-COM-N-1)."""
    table, side = position(box, state), box.kinds[state.pieces[id].kind].side
    return [
        each
        for entered in walk.reached
        for each in table.at.get(entered, ())
        if table.kind(each).side != side and table.kind(each).arm == "supply"
    ]


def _manner(box: Box, state: State, going: Move | March | Triple) -> Refusal | None:
    """Why a unit may not go on in this manner, or None."""
    known = progress(state, going.unit)
    if isinstance(going, Move):
        return None if going.supply is None else unfed(box, state, going.unit, going.supply)
    if going.supply is not None:
        doubles = isinstance(going, March)
        return forbidden("G-MOV-H-2", Text.FED_DOUBLE) if doubles else forbidden("G-MOV-J-2", Text.FED_TRIPLE)
    if known.by is not None:
        return forbidden("G-MOV-J-3", Text.HAS_SUPPLY, unit=box.unit(going.unit))
    if isinstance(going, Triple) and box.kinds[state.pieces[going.unit].kind].arm != "infantry":
        return forbidden("G-MOV-G-1", Text.ONLY_INFANTRY, unit=box.unit(going.unit))
    return None
