"""What units reach, kept while it holds: between two moves of a side little changes for its other units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.actions import Action
from engines.grande_armee.box import ENEMY
from engines.grande_armee.movement.steps import Ground, Marcher, Reach
from engines.grande_armee.position import Bounds, Camp, Piece, Position, UnitId
from engines.grande_armee.state import Progress, State

When: TypeAlias = tuple[object, ...]
Listing: TypeAlias = Callable[[UnitId], Sequence[Action] | None]


class _Known(NamedTuple):
    """What a unit reaches, and what its way went by: hexes with own combat units, and with several."""

    mover: Marcher
    start: Hex
    reach: Reach
    bounds: Bounds
    wrecks: int
    crowd: int
    packed: int
    touched: int
    """Where it would matter whether own combat units stand there."""
    here: int
    """The hex of the unit, where it matters whether others stand on it."""

    def holds(self, camp: Camp) -> bool:
        """Whether own stacks have changed nothing for the unit."""
        return not ((self.crowd ^ camp.crowd) & self.touched or (self.packed ^ camp.packed) & self.here)

    def bounded(self, bounds: Bounds, wrecks: int) -> bool:
        """Whether the enemy, and what else bounds it, has changed nothing for the unit."""
        if self.bounds is bounds and self.wrecks == wrecks:
            return True
        changed = self.wrecks ^ wrecks
        for known, now in zip(self.bounds, bounds, strict=True):
            changed |= known ^ now
        return not changed >> self.reach.below & self.reach.halo

    def serves(self, mover: Marcher, start: Hex) -> bool:
        """Whether a unit reaches what one with as many points or more was found to reach."""
        return self.start == start and self.mover[:-1] == mover[:-1] and self.mover.points >= mover.points


class _Listed(NamedTuple):
    """What is listed for a unit as it stands."""

    piece: Piece
    progress: Progress | None
    actions: Sequence[Action] | None


class Reaches:
    """What the units of a side reach, and what is listed for them while the enemy stands as he stood."""

    def __init__(self, enemy: Camp, when: When, known: dict[UnitId, _Known]) -> None:
        self.enemy = enemy
        self.when = when
        self.known = known
        self._lists: dict[UnitId, _Listed] = {}

    def of(self, on: Ground, mover: Marcher) -> Reach:
        """What a unit reaches; it is looked for once for the most points that are asked of."""
        known, start = self.known.get(mover.id), on.position.pieces[mover.id].hex
        camp, bounds, wrecks = on.position.camp(mover.kind.side), on.bounds(mover.kind), on.position.wreckage
        if (
            known is None
            or not known.serves(mover, start)
            or not known.holds(camp)
            or not known.bounded(bounds, wrecks)
        ):
            reach, touched, here = on.reach(mover), 0, 0
            if mover.kind.combat:
                touched, here = (reach.whole | reach.fringe) << reach.below, on.position.box.grid.bit[start]
            known = _Known(mover, start, reach, bounds, wrecks, camp.crowd, camp.packed, touched, here)
            self.known[mover.id] = known
            self._lists.pop(mover.id, None)
        return known.reach.within(mover.points)

    def listed(
        self, camp: Camp, id: UnitId, progress: Progress | None, make: Listing
    ) -> Sequence[Action] | None:
        """What is listed for a unit that is not on the move.

        :param make: lists it: None where it may not move, else by what it reaches.
        """
        listed, piece = self._lists.get(id), camp.pieces[id]
        if (
            listed is None
            or listed.piece is not piece
            or listed.progress is not progress
            or (listed.actions is not None and not self.known[id].holds(camp))
        ):
            listed = self._lists[id] = _Listed(piece, progress, make(id))
        return listed.actions


def reaches(position: Position, side: Side, state: State) -> Reaches:
    """What is known of what the units of a side reach."""
    eaten = tuple([id for id, spent in state.spent.items() if spent.use == "elimination"])
    enemy, when = position.camp(ENEMY[side]), (position.doomed, state.index, state.called, state.bound, eaten)
    known: Reaches | None = position.lasting.get(side)
    if known is None or known.enemy is not enemy or known.when != when:
        # What is listed goes by more than what is reached, and that by less.
        known = position.lasting[side] = Reaches(enemy, when, known.known.copy() if known else {})
    return known
