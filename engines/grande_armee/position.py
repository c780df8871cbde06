"""Where everything stands, and what follows: the stacks, and which zones of control lie where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from data.grande_armee.schema import Side
from data.hexes import Hex
from engines.grande_armee.box import ENEMY, ORDER, Box, Kind

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


class Bounds(NamedTuple):
    """What a side leaves open to the enemy's units of an arm."""

    free: int
    """Hexes that they may enter; all three are sets of the grid."""
    stopping: int
    """Hexes that stop them."""
    leaving: int
    """Hexes that they pay more to leave."""


class Camp:
    """What a side has on the map, those that are doomed left out."""

    def __init__(
        self, box: Box, pieces: Mapping[UnitId, Piece], doomed: Sequence[UnitId], side: Side
    ) -> None:
        self._box = box
        self._doomed = doomed
        self.bounds: dict[tuple[frozenset[Hex], bool, bool], Bounds] = {}
        """By closed ground, and whether units fight and ride; `movement.steps` fills it."""
        self.pieces = {
            id: piece
            for id, piece in pieces.items()
            if box.kinds[piece.kind].side == side and id not in doomed
        }
        self.stacks: dict[Hex, tuple[UnitId, ...]] = {}
        """The units on each hex, in the order of their ids."""
        self.troops: dict[Hex, tuple[UnitId, ...]] = {}
        """The combat units of them."""
        self.crowd = self.packed = 0
        """The hexes with combat units, and those with several, as sets of the grid."""
        self._stack({piece.hex for piece in self.pieces.values()}, self.pieces)

    def _stack(self, hexes: Set[Hex], units: Iterable[UnitId]) -> None:
        """Stack units on hexes anew."""
        stacks: dict[Hex, list[UnitId]] = {hex: [] for hex in hexes}
        for id in sorted(units):
            stacks[self.pieces[id].hex].append(id)
        for hex, stack in stacks.items():
            troops = tuple([id for id in stack if self._box.kinds[self.pieces[id].kind].combat])
            for known, now in ((self.stacks, tuple(stack)), (self.troops, troops)):
                if now:
                    known[hex] = now
                else:
                    known.pop(hex, None)
            bit = self._box.grid.bit[hex]
            self.crowd = self.crowd | bit if troops else self.crowd & ~bit
            self.packed = self.packed | bit if len(troops) > 1 else self.packed & ~bit

    def after(self, pieces: Mapping[UnitId, Piece], changed: Set[UnitId]) -> Camp:
        """The same where some of its units have moved, gone or come."""
        new = Camp.__new__(Camp)
        new._box, new._doomed, new.bounds = self._box, self._doomed, {}
        new.pieces, new.stacks, new.troops = self.pieces.copy(), self.stacks.copy(), self.troops.copy()
        new.crowd, new.packed = self.crowd, self.packed
        hexes = {self.pieces[id].hex for id in changed & self.pieces.keys()}
        now = {id: pieces[id] for id in changed & pieces.keys() if id not in self._doomed}
        for id in changed - now.keys():
            new.pieces.pop(id, None)
        new.pieces |= now
        if not now.keys() <= self.pieces.keys():
            new.pieces = dict(sorted(new.pieces.items()))
        hexes |= {piece.hex for piece in now.values()}
        stay = {id for hex in hexes for id in self.stacks.get(hex, ()) if id in new.pieces}
        new._stack(hexes, {id for id in stay | now.keys() if new.pieces[id].hex in hexes})
        return new

    @cached_property
    def beside(self) -> int:
        """The hexes next to its stacks, as a set of the grid."""
        return self._box.grid.number({near for hex in self.stacks for near in self._box.crossings[hex]})

    @cached_property
    def supply_only(self) -> frozenset[Hex]:
        """Hexes with supply units and nothing else (G-COM-N-1)."""
        kinds = self._box.kinds
        return frozenset(
            hex
            for hex, stack in self.stacks.items()
            if all(kinds[self.pieces[id].kind].arm == "supply" for id in stack)
        )

    @cached_property
    def zones(self) -> Mapping[Hex, Zone]:
        """What the combat units control, the stronger of two zones on a hex (G-ZOC-A-1)."""
        zones: dict[Hex, Zone] = {}
        fortress = self._box.fortress
        for hex, stack in self.troops.items():
            if hex in fortress:
                continue
            cavalry = any(self._box.kinds[self.pieces[id].kind].arm == "cavalry" for id in stack)
            zone = Zone.TOTAL if cavalry else Zone.PARTIAL
            for near, crossing in self._box.crossings[hex].items():
                # Zones extend neither over unbridged rivers nor into Fortresses (G-ZOC-D-1, E-1).
                if crossing.controlled and near not in fortress:
                    zones[near] = max(zone, zones.get(near, Zone.NONE))
        return zones


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
        self._camps: dict[Side, Camp] = {}
        self._in_combat: dict[Side, Mapping[Hex, Zone]] = {}
        self.kept: dict[Any, Any] = {}
        """What others have worked out of it, for as long as it is looked at."""
        self.lasting: dict[Any, Any] = {}
        """The same, handed on to positions that follow: what of it still holds is for the others to say."""

    def kind(self, id: UnitId) -> Kind:
        """What is printed on a unit."""
        return self.box.kinds[self.pieces[id].kind]

    def camp(self, side: Side) -> Camp:
        """What a side has on the map."""
        if side not in self._camps:
            self._camps[side] = Camp(self.box, self.pieces, self.doomed, side)
        return self._camps[side]

    @cached_property
    def at(self) -> Mapping[Hex, tuple[UnitId, ...]]:
        """The units on each hex, the doomed with them, in the order of their ids."""
        stacks: dict[Hex, list[UnitId]] = defaultdict(list)
        for id in sorted(self.pieces):
            stacks[self.pieces[id].hex].append(id)
        return {hex: tuple(stack) for hex, stack in stacks.items()}

    @cached_property
    def wrecks(self) -> frozenset[Hex]:
        """Hexes of combat units that are doomed."""
        return frozenset(self.pieces[id].hex for id in self.doomed)

    @cached_property
    def wreckage(self) -> int:
        """The same as a set of the grid."""
        return self.box.grid.number(self.wrecks)

    def stack(self, hex: Hex, side: Side) -> tuple[UnitId, ...]:
        """The units of a side on a hex, those that are doomed left out."""
        return self.camp(side).stacks.get(hex, ())

    def troops(self, hex: Hex, side: Side) -> tuple[UnitId, ...]:
        """The combat units of a side on a hex, those that are doomed left out."""
        return self.camp(side).troops.get(hex, ())

    @cached_property
    def holders(self) -> Mapping[Hex, Side]:
        """Whose living units stand on each hex that has some."""
        return {hex: side for side in ORDER for hex in self.camp(side).stacks}

    def zone(self, hex: Hex, against: Side) -> Zone:
        """The enemy's control of a hex in movement and supply creation, where own units change nothing."""
        return self.camp(ENEMY[against]).zones.get(hex, Zone.NONE)

    def zone_in_combat(self, hex: Hex, against: Side) -> Zone:
        """The enemy's control of a hex in the Combat Phase, where own units cancel it (G-ZOC-A-2)."""
        return self.zones_in_combat(against).get(hex, Zone.NONE)

    def zones_in_combat(self, against: Side) -> Mapping[Hex, Zone]:
        """All such hexes."""
        if against not in self._in_combat:
            zones = self.camp(ENEMY[against]).zones.items()
            self._in_combat[against] = {hex: zone for hex, zone in zones if not self.negated(hex, against)}
        return self._in_combat[against]

    def negated(self, hex: Hex, side: Side) -> bool:
        """Whether units of a side on a hex cancel control of it (A-28)."""
        return bool(self.troops(hex, side) if self.only_troops else self.stack(hex, side))

    def supply_only(self, hex: Hex, side: Side) -> bool:
        """Whether a side has supply units on a hex and nothing else (G-COM-N-1)."""
        return hex in self.camp(side).supply_only

    def after(self, pieces: Mapping[UnitId, Piece]) -> Position:
        """The same with other pieces; what is known of a side that has not changed is kept."""
        new = Position(self.box, pieces, self.doomed, only_troops=self.only_troops)
        before, kinds = self.pieces, self.box.kinds
        changed: dict[Side, set[UnitId]] = {side: set() for side in ORDER}
        for id, was, piece in zip(pieces, map(before.get, pieces), pieces.values(), strict=True):
            if was is not piece:
                changed[kinds[piece.kind].side].add(id)
        for id in before.keys() - pieces.keys():
            changed[kinds[before[id].kind].side].add(id)
        for side, camp in self._camps.items():
            new._camps[side] = camp.after(pieces, changed[side]) if changed[side] else camp
        new.lasting = self.lasting.copy()
        return new

    def without(self, gone: Iterable[UnitId]) -> Position:
        """The same with units taken off the map."""
        left = set(gone)
        return self.after({id: piece for id, piece in self.pieces.items() if id not in left})

    def moved(self, id: UnitId, hex: Hex) -> Position:
        """The same with a unit on another hex."""
        piece = msgspec.structs.replace(self.pieces[id], hex=hex)
        return self.after({**self.pieces, id: piece})
