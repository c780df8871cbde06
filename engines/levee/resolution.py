"""An action being resolved: what the phases of this game do to their working copy."""

from __future__ import annotations

from data.levee.schema import Army, Marker
from engines.core import resolution as core
from engines.core.events import Modifier, Roll
from engines.levee.box import Box
from engines.levee.events import ArmyMoved, Cause, FrenchArmySet, MarkerMoved
from engines.levee.odds import Test, french_army_terms, passes
from engines.levee.state import State


class Resolution(core.Resolution[Box, State]):
    """State, dice and events of one application of the rules."""

    __slots__ = ()

    def test(self, test: Test) -> bool:
        """Roll a die for an action and tell it with its arithmetic (L-7.0-b, L-7.0-c)."""
        face = self.dice.roll(test.purpose)
        total = face + sum(value for _, value in test.modifiers)
        success = passes(test, face)
        terms = [Modifier(label, value) for label, value in test.modifiers]
        natural = success != (total > test.threshold)
        self.say(Roll(test.purpose, [face], terms, total, test.threshold + 1, success, test.case, natural))
        return success

    def move_army(self, army: Army, target: int, cause: Cause) -> None:
        """Put an Army into another box of its track."""
        at = self.box.at[army]
        origin = self.state.boxes[army]
        assert origin is not None
        self.state.boxes[army] = target
        self.say(ArmyMoved(army, origin, target, at[origin], at[target], cause))

    def move_marker(self, marker: Marker, change: int, cause: Cause) -> None:
        """Move a political marker; what goes beyond -1 or 4 is lost (L-5.2-a)."""
        origin = self.state.tracks[marker]
        target = max(-1, min(4, origin + change))
        self.state.tracks[marker] = target
        self.say(MarkerMoved(marker, origin, target, cause))

    def adjust_french_army(self) -> None:
        """Recompute the French Army from card and government, and tell it if it changed (L-6.2-c)."""
        value, terms = french_army_terms(self.box, self.state)
        if value != self.state.french_army:
            self.state.french_army = value
            self.say(FrenchArmySet(value, [Modifier(label, term) for label, term in terms]))
