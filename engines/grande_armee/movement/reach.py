"""What units reach, kept while it holds: between two moves of a side little changes for its other units."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import is_not, or_
from typing import TypeAlias

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee.actions import Action
from engines.grande_armee.box import ENEMY
from engines.grande_armee.movement.steps import Ground, Marcher, Reach
from engines.grande_armee.position import Bounds, Camp, Piece, Position, UnitId
from engines.grande_armee.state import Progress, State

When: TypeAlias = tuple[object, ...]
Listing: TypeAlias = Callable[[UnitId], Sequence[Action] | None]


class _Known(msgspec.Struct, frozen=True):
    """What a unit reaches, and what its way went by: hexes with own combat units, and with several."""

    mover: Marcher
    start: Hex
    reach: Reach
    bounds: Bounds
    wrecks: int
    crowd: int
    packed: int
    matters: tuple[int, int]
    """The hexes where own combat units would change the list, and its own hex, where several would."""

    def serves(self, mover: Marcher, start: Hex, bounds: Bounds, wrecks: int, camp: Camp) -> bool:
        """Whether a unit reaches what one with as many points or more was found to reach."""
        if self.start != start or self.bounds is not bounds or self.wrecks != wrecks:
            return False
        if self.mover.points < mover.points or (bounds.leaving and self.mover.began != mover.began):
            return False
        touched, here = self.matters
        return not ((self.crowd ^ camp.crowd) & touched or (self.packed ^ camp.packed) & here)


class Reaches:
    """What the units of a side reach, and what is listed for them while the enemy stands as he stood."""

    def __init__(self, enemy: Camp, when: When, known: dict[UnitId, _Known], camp: Camp) -> None:
        self.enemy = enemy
        self.when = when
        self.known = known
        self._lists: dict[UnitId, Sequence[Action]] = {}
        self._lengths: dict[UnitId, int] = {}
        # A unit's list holds until the unit or its march changes, or own stacks that matter to it do.
        self._pieces: dict[UnitId | None, Piece] = {}
        self._marches: dict[UnitId, Progress | None] = {}
        self._matter: dict[UnitId, tuple[int, int]] = {}
        self._camp = camp

    def of(self, on: Ground, mover: Marcher) -> Reach:
        """What a unit reaches; it is looked for once for the most points that are asked of."""
        known, position, bounds = self.known.get(mover.id), on.position, on.bounds(mover.kind)
        start, camp, wrecks = position.pieces[mover.id].hex, position.camp(mover.kind.side), position.wreckage
        if known is None or not known.serves(mover, start, bounds, wrecks, camp):
            reach, touched, here = on.reach(mover, bounds), 0, 0
            if mover.kind.combat:
                touched, here = reach.whole | reach.fringe, position.box.grid.bit[start]
            known = _Known(mover, start, reach, bounds, wrecks, camp.crowd, camp.packed, (touched, here))
            self.known[mover.id] = known
        return known.reach.within(mover.points)

    def listed(
        self, camp: Camp, marches: Mapping[UnitId, Progress], on_move: UnitId | None, make: Listing
    ) -> tuple[list[Sequence[Action]], list[int]]:
        """What is listed for each unit, and its lengths; for the one on the move it is listed each time.

        :param make: lists it: None where it may not move, else by what it reaches.
        """
        pieces, crowd, packed = camp.pieces, self._camp.crowd ^ camp.crowd, self._camp.packed ^ camp.packed
        # More actions are listed for the unit on the move than for any other unit.
        self._pieces.pop(on_move, None)
        if crowd or packed:
            for id, (touched, here) in self._matter.items():
                if crowd & touched or packed & here:
                    self._pieces.pop(id, None)
        self._camp = camp
        other = map(is_not, map(self._pieces.get, pieces), pieces.values())
        moved = map(is_not, map(self._marches.get, pieces), map(marches.get, pieces))
        for id in [*compress(pieces, map(or_, other, moved))]:
            actions = make(id)
            self._matter.pop(id, None)
            if actions is None:
                actions = ()
            elif self.known[id].mover.kind.combat:
                self._matter[id] = self.known[id].matters
            self._lists[id], self._lengths[id] = actions, len(actions)
            self._marches[id], self._pieces[id] = marches.get(id), pieces[id]
        self._pieces.pop(on_move, None)
        return [*map(self._lists.__getitem__, pieces)], [*map(self._lengths.__getitem__, pieces)]


def reaches(position: Position, side: Side, state: State) -> Reaches:
    """What is known of what the units of a side reach."""
    eaten = tuple([id for id, spent in state.spent.items() if spent.use == "elimination"])
    enemy, when = position.camp(ENEMY[side]), (position.doomed, state.index, state.called, state.bound, eaten)
    known: Reaches | None = position.lasting.get(side)
    if known is None or known.enemy is not enemy or known.when != when:
        # The lists depend on more values than the hexes in reach do.
        kept = known.known.copy() if known and known.enemy is enemy else {}
        known = position.lasting[side] = Reaches(enemy, when, kept, position.camp(side))
    return known
