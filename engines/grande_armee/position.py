"""Where everything stands, and what follows: the stacks, and which zones of control lie where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import IntEnum
from functools import cached_property
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.core.state import CANONICAL
from engines.grande_armee.box import ENEMY, ORDER, Box, Kind
from engines.grande_armee.combat.odds import printed

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
    """Hexes that they may enter; these are sets of the grid."""
    stopping: int
    """Hexes that stop them."""
    leaving: int
    """Hexes that they pay more to leave."""
    layers: Sequence[tuple[int, int]]
    """The hexes that they may enter, by what their terrain costs, the cheapest first."""
    rough: int
    """All but the cheapest of them."""


class Camp:
    """What a side has on the map, those that are doomed left out."""

    def __init__(
        self, box: Box, pieces: Mapping[UnitId, Piece], doomed: Sequence[UnitId], side: Side
    ) -> None:
        self._box = box
        self._doomed = doomed
        self.bounds: dict[tuple[frozenset[Hex], bool, bool], Bounds] = {}
        """The bounds by closed ground, and by whether units fight and ride; `movement.steps` fills it."""
        self.pieces = {
            id: piece
            for id, piece in pieces.items()
            if box.kinds[piece.kind].side == side and id not in doomed
        }
        self.stacks: dict[Hex, tuple[UnitId, ...]] = {}
        """The units on each hex, in the order of their ids."""
        self.troops: dict[Hex, tuple[UnitId, ...]] = {}
        """The combat units of them."""
        self.stood = self.crowd = self.packed = 0
        """The hexes with units, with combat units, and with several of these, as sets of the grid."""
        for id in sorted(self.pieces):
            self._stack(id, self.pieces[id], add=True)

    def _stack(self, id: UnitId, piece: Piece, *, add: bool) -> None:
        """Put a unit on its hex, or take it off."""
        hex, bit, combat = piece.hex, self._box.grid.bit[piece.hex], self._box.kinds[piece.kind].combat
        for stacks in (self.stacks, self.troops) if combat else (self.stacks,):
            stack = [other for other in stacks.get(hex, ()) if other != id]
            stacks[hex] = tuple(sorted([*stack, id]) if add else stack)
            if not stacks[hex]:
                del stacks[hex]
        self.stood = self.stood & ~bit | (bit if hex in self.stacks else 0)
        if combat:
            count = len(self.troops.get(hex, ()))
            self.crowd = self.crowd & ~bit | (bit if count else 0)
            self.packed = self.packed & ~bit | (bit if count > 1 else 0)

    def after(self, pieces: Mapping[UnitId, Piece], changed: Set[UnitId]) -> Camp:
        """The camp after some of its units have moved, gone or come."""
        new = Camp.__new__(Camp)
        new._box, new._doomed, new.bounds = self._box, self._doomed, {}
        new.pieces, new.stacks, new.troops = self.pieces.copy(), self.stacks.copy(), self.troops.copy()
        new.stood, new.crowd, new.packed = self.stood, self.crowd, self.packed
        same = True
        for id in changed:
            before, piece = self.pieces.get(id), None if id in self._doomed else pieces.get(id)
            if before is not None:
                new._stack(id, before, add=False)
            if piece is None:
                new.pieces.pop(id, None)
            else:
                new._stack(id, piece, add=True)
                new.pieces[id] = piece
            same = same and before is not None and piece is not None
        if same:
            new.supplies = self.supplies
        else:
            new.pieces = dict(sorted(new.pieces.items()))
        return new

    @cached_property
    def supplies(self) -> list[UnitId]:
        """The side's supply units, in the order of their ids."""
        kinds = self._box.kinds
        return [id for id, piece in self.pieces.items() if kinds[piece.kind].arm == "supply"]

    def held(self, hex: Hex) -> int:
        """Printed strength on a hex; of supply units alone, which are swept away, none (G-COM-N-1)."""
        return (
            0
            if hex in self.supply_only
            else printed(self._box.kinds[self.pieces[id].kind] for id in self.stacks[hex])
        )

    @cached_property
    def weakest(self) -> Mapping[Hex, int]:
        """The hexes next to its units, each with the least strength that is held beside it."""
        weakest = dict[Hex, int]()
        for hex in self.stacks:
            held = self.held(hex)
            for near in self._box.crossings[hex]:
                weakest[near] = min(held, weakest.get(near, held))
        return weakest

    @cached_property
    def exposed(self) -> Set[Hex]:
        """Hexes with units, and neither cavalry nor leaders with them (G-COM-Q-1, A-44)."""
        kinds = self._box.kinds
        safe = {piece.hex for piece in self.pieces.values() if kinds[piece.kind].arm in ("cavalry", "leader")}
        return self.stacks.keys() - safe

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
    def control(self) -> tuple[int, int]:
        """The hexes that its combat units control, and those that they control totally, as sets of the grid.

        Zones extend neither over unbridged rivers nor into Fortresses (G-ZOC-A-1, D-1, E-1).
        """
        box, country = self._box, self._box.country
        arms = {
            hex: {box.kinds[self.pieces[id].kind].arm for id in troops} for hex, troops in self.troops.items()
        }
        horse = box.grid.number(hex for hex, some in arms.items() if "cavalry" in some)
        partial, total = (box.onward(hexes & country)[0] & country for hexes in (self.crowd, horse))
        return partial, total


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
        self.wreckage = box.grid.number([pieces[id].hex for id in self.doomed if id in pieces])
        """Hexes of combat units that are doomed, as a set of the grid."""
        self._camps: dict[Side, Camp] = {}
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
        bit, (control, total) = self.box.grid.bit.get(hex, 0), self.camp(ENEMY[against]).control
        return Zone.TOTAL if total & bit else Zone.PARTIAL if control & bit else Zone.NONE

    def control_in_combat(self, against: Side) -> tuple[int, int]:
        """The hexes that the enemy controls in the Combat Phase, and those that he controls totally, as sets.

        Own units cancel his control there (G-ZOC-A-2).
        """
        control, total = self.camp(ENEMY[against]).control
        return control & ~self.held(against), total & ~self.held(against)

    def held(self, side: Side) -> int:
        """The hexes where units of a side cancel zones, and which they hold round a Fortress (A-28)."""
        camp = self.camp(side)
        return camp.crowd if self.only_troops else camp.stood

    def supply_only(self, hex: Hex, side: Side) -> bool:
        """Whether a side has supply units on a hex and nothing else (G-COM-N-1)."""
        return hex in self.camp(side).supply_only

    def after(self, pieces: Mapping[UnitId, Piece], changed: Set[UnitId] | None = None) -> Position:
        """The position with other pieces; what is known of a side that has not changed is kept.

        :param changed: the units that may have changed, gone or come; without it all pieces are compared.
        """
        new = Position(self.box, pieces, self.doomed, only_troops=self.only_troops)
        before, kinds = self.pieces, self.box.kinds
        if changed is None:
            changed = {*compress(pieces, map(is_not, map(before.get, pieces), pieces.values()))}
            changed |= before.keys() - pieces.keys()
        for side, camp in self._camps.items():
            own = {id for id in changed if kinds[(pieces.get(id) or before[id]).kind].side == side}
            new._camps[side] = camp.after(pieces, own) if own else camp
        new.lasting = self.lasting.copy()
        if "written" in self.__dict__ and len(pieces) == len(before) and changed <= before.keys():
            new.written = self.written
            for id in changed:
                old, now = [
                    b'"%b":%b' % (id.encode(), CANONICAL.encode(some[id])) for some in (before, pieces)
                ]
                new.written = new.written.replace(old, now, 1)
        return new

    @cached_property
    def written(self) -> bytes:
        """Canonical JSON of the pieces."""
        return CANONICAL.encode(self.pieces)

    def without(self, gone: Iterable[UnitId]) -> Position:
        """The position without some units."""
        left = set(gone)
        return self.after({id: piece for id, piece in self.pieces.items() if id not in left})

    def moved(self, id: UnitId, hex: Hex) -> Position:
        """The position with a unit on another hex."""
        piece = msgspec.structs.replace(self.pieces[id], hex=hex)
        return self.after({**self.pieces, id: piece})
