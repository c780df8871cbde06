"""What units reach, kept while it holds: between two moves of a side little changes for its other units."""

from __future__ import annotations

from collections.abc import Mapping

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.actions import Action
from engines.grande_armee.box import ENEMY
from engines.grande_armee.movement.steps import Ground, Marcher
from engines.grande_armee.position import Camp, Position, UnitId

Costs = dict[Hex, int]


class Reaches:
    """What the units of a side reach as the enemy stands.

    :ivar lists: what is listed for units that have not moved, each with its hex.
    """

    def __init__(self, enemy: Camp, wrecks: frozenset[Hex], turn: int) -> None:
        self.enemy = enemy
        self.wrecks = wrecks
        self.turn = turn
        self.lists: dict[UnitId, tuple[Hex, list[Action]]] = {}
        self._known: dict[UnitId, tuple[Marcher, Hex, frozenset[Hex], Costs]] = {}
        self._troops: Mapping[Hex, tuple[UnitId, ...]] = {}

    def of(self, on: Ground, mover: Marcher) -> Costs:
        """What a unit reaches."""
        known, start = self._known.get(mover.id), on.position.pieces[mover.id].hex
        if known is not None and known[:2] == (mover, start) and known[2] is on.closed:
            return known[3]
        costs = on.reach(mover)
        self._known[mover.id] = mover, start, on.closed, costs
        return costs

    def follow(self, position: Position, side: Camp) -> None:
        """Forget what hangs on stacks that have changed: they lie on the way of a unit, or beside it."""
        before, now = self._troops, side.troops
        if before is now:
            return
        come, gone = now.keys() - before.keys(), before.keys() - now.keys()
        # A stack that has come is dearer to enter; one that has gone may open a way from beside it.
        come.update(near for hex in gone for near in (hex, *position.box.crossings[hex]))
        crowded = {hex for hex in now.keys() & before.keys() if len(now[hex]) != len(before[hex])}
        for id, (mover, start, _closed, costs) in [*self._known.items()]:
            if mover.kind.combat and (start in crowded or not come.isdisjoint(costs)):
                del self._known[id]
                self.lists.pop(id, None)
        self._troops = now


_last: list[Reaches] = []


def reaches(position: Position, side: Side, turn: int) -> Reaches:
    """What is known of what the units of a side reach in a turn."""
    enemy, known = position.camp(ENEMY[side]), _last[0] if _last else None
    if known is None or (known.enemy is not enemy) or (known.wrecks, known.turn) != (position.wrecks, turn):
        known = Reaches(enemy, position.wrecks, turn)
        _last[:] = [known]
    known.follow(position, position.camp(side))
    return known


def forget() -> None:
    """Let everything be looked for anew."""
    _last.clear()
