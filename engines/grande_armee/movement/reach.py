"""What units reach, kept while it holds: between two moves of a side little changes for its other units."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.actions import Action
from engines.grande_armee.box import ENEMY
from engines.grande_armee.movement.steps import Ground, Marcher, Reach
from engines.grande_armee.position import Camp, Position, UnitId
from engines.grande_armee.state import State

Stacks = Mapping[Hex, tuple[UnitId, ...]]


class _Known(NamedTuple):
    mover: Marcher
    start: Hex
    reach: Reach

    def serves(self, mover: Marcher, start: Hex) -> bool:
        """Whether a unit reaches what one with as many points or more was found to reach."""
        same = self.mover._replace(points=mover.points) == mover and self.start == start
        return same and self.mover.points >= mover.points


class Reaches:
    """What the units of a side reach in one position, and what is listed for those that have not moved."""

    def __init__(
        self, enemy: Camp, wrecks: frozenset[Hex], when: tuple[int, int | None], troops: Stacks
    ) -> None:
        self._holds_for = enemy, wrecks, when
        self._troops = troops
        self._known: dict[UnitId, _Known] = {}
        self._lists: dict[UnitId, Sequence[Action]] = {}

    def of(self, on: Ground, mover: Marcher) -> Reach:
        """What a unit reaches; it is looked for once for the most points that are asked of."""
        known, start = self._known.get(mover.id), on.position.pieces[mover.id].hex
        if known is not None and known.serves(mover, start):
            return known.reach.within(mover.points)
        known = self._known[mover.id] = _Known(mover, start, on.reach(mover))
        self._lists.pop(mover.id, None)
        return known.reach

    def listed(self, id: UnitId, start: Hex, make: Callable[[], Sequence[Action]]) -> Sequence[Action]:
        """What is listed for a unit, made anew where it stands elsewhere than when that was last made.

        :param make: asks what the unit reaches.
        """
        known = self._known.get(id)
        if known is None or known.start != start or id not in self._lists:
            made = make()
            self._lists[id] = made
        return self._lists[id]

    def holds_for(self, enemy: Camp, wrecks: frozenset[Hex], when: tuple[int, int | None]) -> bool:
        """Whether the enemy stands as he stood, and the same ground is closed."""
        return self._holds_for[0] is enemy and self._holds_for[1:] == (wrecks, when)

    def after(self, position: Position, troops: Stacks) -> Reaches:
        """What of it holds where own stacks have changed: none of those lies on the way of a unit."""
        new = Reaches(*self._holds_for, troops)
        before, grid = self._troops, position.box.grid
        come, gone = troops.keys() - before.keys(), before.keys() - troops.keys()
        near = (near for hex in gone for near in position.box.crossings[hex])
        # A stack that has come is dearer to enter; one that has gone may open a way from beside it.
        changed = grid.number(come) | grid.number(gone) | grid.number(near)
        parted = {hex for hex, stack in troops.items() if len(stack) != len(before.get(hex, stack))}
        new._known = {
            id: known
            for id, known in self._known.items()
            if not known.mover.kind.combat or (known.start not in parted and not known.reach.whole & changed)
        }
        new._lists = {id: listed for id, listed in self._lists.items() if id in new._known}
        return new


def reaches(position: Position, side: Side, state: State) -> Reaches:
    """What is known of what the units of a side reach."""
    enemy, troops = position.camp(ENEMY[side]), position.camp(side).troops
    holds, when = (enemy, position.wrecks), (state.turn, state.called)
    known: Reaches | None = position.lasting.get(side)
    if known is None or not known.holds_for(*holds, when):
        known = Reaches(*holds, when, troops)
    elif known._troops is not troops:
        known = known.after(position, troops)
    position.lasting[side] = known
    return known
