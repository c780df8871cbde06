"""An action being resolved: what every phase does to its working copy of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from engines.core.events import Modifier, TableRoll
from engines.core.resolution import StackedResolution
from engines.grande_armee.box import Box
from engines.grande_armee.combat.attack import Spent, Use
from engines.grande_armee.events import Cause, Controlled, Disrupted, Eliminated, PrussiaEntered, SupplySpent
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.prussia import neutral
from engines.grande_armee.state import AnyFrame, Progress, State, alter, disrupted, position


class Resolution(StackedResolution[Box, State, AnyFrame]):
    """State, dice and events of one application of the rules."""

    __slots__ = ()

    @property
    def position(self) -> Position:
        """Where everything stands at this moment."""
        return position(self.box, self.state)

    def put(self, id: UnitId, **changes: Any) -> None:
        """Change what a unit on the map is."""
        pieces = self.state.pieces
        alter(self.state, {**pieces, id: replace(pieces[id], **changes)}, {id})

    def progress(self, id: UnitId, **changes: Any) -> Progress:
        """Change what a unit has done in this Movement Phase."""
        marches = self.state.marches
        marches[id] = replace(marches.get(id) or Progress(self.state.pieces[id].hex), **changes)
        return marches[id]

    def enter(self, id: UnitId, hex: Hex) -> None:
        """Put a unit on a hex."""
        self.put(id, hex=hex)
        self.pass_through(id, hex)

    def pass_through(self, id: UnitId, hex: Hex) -> None:
        """What comes of a hex that a unit enters: a Fortress is its side's (A-73, A-125), Prussia sees it."""
        state, side = self.state, self.box.kinds[self.state.pieces[id].kind].side
        rules = neutral(self.box, state) if side == "french" else None
        if rules is not None:
            region = self.box.region.get(hex)
            if region == rules.ground:
                self.call_prussia()
            elif region in rules.border:
                state.border = True
                state.trespass = state.trespass or (state.side, state.phase) == (side, "movement")
        fortress = self.box.fortress.get(hex)
        if fortress is not None and state.control.get(fortress, side) != side:
            state.control[fortress] = side
            state.besieged = tuple([town for town in state.besieged if town != fortress])
            self.say(Controlled(fortress, side, id))

    def call_prussia(self) -> None:
        """Prussia comes into the war, where she may: her Fortresses count from now on."""
        state, rules = self.state, neutral(self.box, self.state)
        if rules is not None:
            state.called = state.turn + rules.delay
            state.control.update({prize.town: prize.control for prize in rules.fortress})
            self.say(PrussiaEntered(state.called))

    def remove(self, ids: Iterable[UnitId]) -> None:
        """Take units off the map."""
        gone = set(ids)
        state = self.state
        alter(state, {id: piece for id, piece in state.pieces.items() if id not in gone}, gone)
        if gone.intersection(state.doomed):
            state.doomed = tuple(id for id in state.doomed if id not in gone)

    def eliminate(self, id: UnitId, cause: Cause) -> None:
        """Take a unit out of the game; Allied losses may score (A-80)."""
        piece = self.state.pieces[id]
        kind = self.box.kinds[piece.kind]
        self.remove((id,))
        self.say(Eliminated(id, piece.hex, cause))
        if kind.side == "allied" and kind.combat:
            for action in self.box.deeds(self.state.scenario):
                if action.each:
                    ledger = self.state.ledger
                    ledger[action.id] = ledger.get(action.id, 0) + kind.strength

    def disrupt(self, id: UnitId, cause: Literal["march", "retreat", "battle"]) -> bool:
        """Disrupt a unit; False where it was already and is destroyed (G-DIS-C-1)."""
        piece = disrupted(self.state.pieces[id], self.state.index, self.box.figures)
        if piece is None:
            self.eliminate(id, "disruption")
            return False
        alter(self.state, {**self.state.pieces, id: piece}, {id})
        assert piece.disrupted is not None
        self.say(Disrupted(id, piece.disrupted, cause))
        return True

    def spend(self, supply: UnitId, use: Use, hexes: tuple[Hex, ...] | None = None) -> None:
        """Use a supply unit; it leaves at the end of the phase (G-SUP-A-1, B-2)."""
        if supply not in self.state.spent:
            piece = self.state.pieces[supply]
            side = self.box.kinds[piece.kind].side
            self.state.spent[supply] = Spent(side=side, use=use, hex=piece.hex, hexes=hexes)
            self.say(SupplySpent(supply, use, hexes))

    def read_table(
        self,
        purpose: str,
        column: str,
        case: str,
        results: Any,
        unit: UnitId | None = None,
        modifier: int = 0,
    ) -> tuple[int, Any]:
        """Roll a die that a table is read by, and tell it with its arithmetic.

        :param results: what the table has for a natural face.
        :returns: the face, and what it comes to.
        """
        face = self.dice.roll(purpose)
        result = results(face)
        army = self.box.kinds[self.state.pieces[unit].kind].nation if unit else ""
        terms = [Modifier(army, modifier)] if modifier else []
        self.say(TableRoll(purpose, [face], column, result, case, modifiers=terms, subject=unit or UNSET))
        return face, result
