"""Where everything stands, and what follows: the stacks, and which zones of control lie where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cached_property

import msgspec

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.box import ENEMY, Box, Kind

UnitId = str


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A unit on the map."""

    kind: str
    hex: Hex
    disrupted: int | None = None
    """Index of the phase at whose end it recovers (G-DIS-B-1)."""


class Zone(IntEnum):
    """How a hex is controlled; the stronger of two counts (G-ZOC-A-1)."""

    NONE = 0
    PARTIAL = 1
    TOTAL = 2


class Position:
    """The pieces on the map, looked at one way and another. It is made for a moment and never changed.

    :ivar doomed: combat units under automatic elimination: they exert nothing and hold nothing (A-74).
    :ivar only_troops: whether combat units alone negate zones and break sieges (A-28).
    """

    def __init__(
        self,
        box: Box,
        pieces: Mapping[UnitId, Piece],
        doomed: Iterable[UnitId] = (),
        *,
        only_troops: bool = False,
    ) -> None:
        self.box = box
        self.pieces = pieces
        self.doomed = tuple(doomed)
        self.only_troops = only_troops
        self._controlled: dict[Side, Mapping[Hex, Zone]] = {}

    def kind(self, id: UnitId) -> Kind:
        """What is printed on a unit."""
        return self.box.kinds[self.pieces[id].kind]

    @cached_property
    def at(self) -> Mapping[Hex, tuple[UnitId, ...]]:
        """The units on each hex, in the order of their ids."""
        stacks: dict[Hex, list[UnitId]] = defaultdict(list)
        for id in sorted(self.pieces):
            stacks[self.pieces[id].hex].append(id)
        return {hex: tuple(stack) for hex, stack in stacks.items()}

    def stack(self, hex: Hex, side: Side) -> tuple[UnitId, ...]:
        """The units of a side on a hex, those that are doomed left out."""
        return tuple(
            id for id in self.at.get(hex, ()) if self.kind(id).side == side and id not in self.doomed
        )

    def troops(self, hex: Hex, side: Side) -> tuple[UnitId, ...]:
        """The combat units of a side on a hex, those that are doomed left out."""
        return tuple(id for id in self.stack(hex, side) if self.kind(id).combat)

    @cached_property
    def holders(self) -> Mapping[Hex, Side]:
        """Whose living units stand on each hex that has some."""
        held: dict[Hex, Side] = {}
        for hex, stack in self.at.items():
            for id in stack:
                if id not in self.doomed:
                    held[hex] = self.kind(id).side
        return held

    def _zones(self, side: Side) -> Mapping[Hex, Zone]:
        """The zones of control of a side."""
        known = self._controlled.get(side)
        if known is not None:
            return known
        zones: dict[Hex, Zone] = {}
        for hex, stack in self.at.items():
            if hex in self.box.fortress:
                continue
            for id in stack:
                kind = self.kind(id)
                if kind.side == side and kind.combat and id not in self.doomed:
                    zone = Zone.TOTAL if kind.arm == "cavalry" else Zone.PARTIAL
                    for near in self._controlled_from(hex):
                        zones[near] = max(zone, zones.get(near, Zone.NONE))
        self._controlled[side] = zones
        return zones

    def _controlled_from(self, hex: Hex) -> Iterator[Hex]:
        """Neighbours that a zone from a hex extends to (G-ZOC-D-1, E-1)."""
        for near, crossing in self.box.crossings[hex].items():
            if crossing.controlled and near not in self.box.fortress:
                yield near

    def zone(self, hex: Hex, against: Side) -> Zone:
        """The enemy's control of a hex in movement and supply creation, where own units change nothing."""
        return self._zones(ENEMY[against]).get(hex, Zone.NONE)

    def zone_in_combat(self, hex: Hex, against: Side) -> Zone:
        """The enemy's control of a hex in the Combat Phase, where own units cancel it (G-ZOC-A-2)."""
        return Zone.NONE if self.negated(hex, against) else self.zone(hex, against)

    def negated(self, hex: Hex, side: Side) -> bool:
        """Whether units of a side on a hex cancel control of it (A-28)."""
        return bool(self.troops(hex, side) if self.only_troops else self.stack(hex, side))

    def supply_only(self, hex: Hex, side: Side) -> bool:
        """Whether a side has supply units on a hex and nothing else (G-COM-N-1)."""
        stack = self.stack(hex, side)
        return bool(stack) and all(self.kind(id).arm == "supply" for id in stack)

    def after(self, pieces: Mapping[UnitId, Piece]) -> Position:
        """The same with other pieces; what is known and has not changed is kept."""
        new = Position(self.box, pieces, self.doomed, only_troops=self.only_troops)
        before = self.pieces
        changed = {id for id, piece in pieces.items() if before.get(id) is not piece}
        changed |= before.keys() - pieces.keys()
        at, sides = dict(self.at), set()
        for hex in {known[id].hex for known in (before, pieces) for id in changed if id in known}:
            stack = [id for id in at.pop(hex, ()) if id not in changed]
            stack += [id for id in changed if id in pieces and pieces[id].hex == hex]
            if stack:
                at[hex] = tuple(sorted(stack))
        for id in changed:
            kind = self.box.kinds[(pieces.get(id) or before[id]).kind]
            sides.add(kind.side)
        new.at = at
        new._controlled = {side: zones for side, zones in self._controlled.items() if side not in sides}
        return new

    def without(self, gone: Iterable[UnitId]) -> Position:
        """The same with units taken off the map."""
        left = set(gone)
        return self.after({id: piece for id, piece in self.pieces.items() if id not in left})

    def moved(self, id: UnitId, hex: Hex) -> Position:
        """The same with a unit on another hex."""
        piece = msgspec.structs.replace(self.pieces[id], hex=hex)
        return self.after({**self.pieces, id: piece})
