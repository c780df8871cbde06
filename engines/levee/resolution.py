"""The context of an action being resolved: the changes that phases of this game make to the state."""

from __future__ import annotations

from data.levee.schema import UNITS, Marker, Unit
from engines.core import resolution as core
from engines.core.events import Modifier, Roll
from engines.levee.box import HOLDING, Box
from engines.levee.events import (
    ArmyMoved,
    ArmyRemoved,
    Cause,
    ConditionChanged,
    FrenchArmySet,
    MarkerMoved,
    NapoleonMoved,
)
from engines.levee.odds import Test, french_army_terms, passes
from engines.levee.state import ROUTED, State


class Resolution(core.Resolution[Box, State]):
    """State, dice and events of one application of the rules."""

    __slots__ = ()

    def test(self, test: Test) -> bool:
        """Roll a die for an action and add its event with the arithmetic (L-7.0-b, L-7.0-c)."""
        return self.rolled(test)[1]

    def rolled(self, test: Test) -> tuple[int, bool]:
        """Roll a die for a test and add its event; returns its natural face, and whether it passes."""
        face = self.dice.roll(str(test.purpose))
        total = face + test.added
        success = passes(test, face)
        terms = [Modifier(label, value) for label, value in test.modifiers]
        natural = success != (total > test.threshold)
        self.say(Roll(test.purpose, [face], terms, total, test.threshold + 1, success, test.case, natural))
        return face, success

    def move_army(self, army: Unit, target: int, cause: Cause) -> None:
        """Put an Army into another box of its track."""
        at = self.box.at[army]
        origin = self.state.boxes[army]
        assert origin is not None
        self.state.boxes[army] = target
        self.say(ArmyMoved(army, origin, target, at[origin], at[target], cause))

    def remove(self, army: Unit) -> None:
        """Take a unit off the map; Napoleon goes back to the Holding Box (A-38)."""
        state = self.state
        at = state.boxes[army]
        self.say(ArmyRemoved(army, None if at is None else self.box.at[army][at]))
        state.boxes[army] = None
        state.conditions.pop(army, None)
        if army in state.rotated:
            state.rotated.remove(army)
        if state.napoleon == army:
            state.napoleon, state.recalled = HOLDING, not state.on("napoleon-at-once")
            self.say(NapoleonMoved(None, "removed"))

    def change_condition(self, army: Unit, change: int) -> None:
        """Disorganize an Army one step further, or let it recover one (X-10.6.1-a, X-10.6.1-e)."""
        origin = self.state.conditions.get(army, 0)
        target = max(0, min(ROUTED, origin + change))
        if target == origin:
            return
        if target:
            self.state.conditions[army] = target
            self.state.conditions = {
                unit: self.state.conditions[unit] for unit in UNITS if unit in self.state.conditions
            }
        else:
            del self.state.conditions[army]
        self.say(ConditionChanged(army, origin, target, recovered=change < 0))

    def move_marker(self, marker: Marker, change: int, cause: Cause) -> None:
        """Move a political marker; a move beyond -1 or 4 is lost (L-5.2-a)."""
        origin = self.state.tracks[marker]
        target = max(-1, min(4, origin + change))
        self.state.tracks[marker] = target
        self.say(MarkerMoved(marker, origin, target, cause))

    def adjust_french_army(self) -> None:
        """Recompute the French Army from card and government, with an event if it changed (L-6.2-c)."""
        value, terms = french_army_terms(self.box, self.state)
        if value != self.state.french_army:
            self.state.french_army = value
            self.say(FrenchArmySet(value, [Modifier(label, term) for label, term in terms]))
