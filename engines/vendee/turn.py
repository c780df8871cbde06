"""A turn in the making: the working copy that the phases write on, and what they all do to it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from data.vendee.schema import RoyalArmy, Side
from engines.core.dice import Dice
from engines.core.events import Event, Modifier, Roll, TableRoll
from engines.vendee.box import Box
from engines.vendee.events import MoraleChanged, OfficerFate, PowderChanged
from engines.vendee.frames import Condition, Kind
from engines.vendee.state import AnyFrame, Fate, Officer, State, add, put_force


class Turn:
    """State, dice and events of one application of the rules.

    The state is the application's own copy, so the phases may write on it.
    """

    __slots__ = ("box", "dice", "events", "state")

    def __init__(self, box: Box, state: State, dice: Dice) -> None:
        self.box = box
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def say(self, *events: Event) -> None:
        """Add to what happened."""
        self.events.extend(events)

    # Frames

    def push(self, *frames: AnyFrame) -> None:
        """Put frames on the stack; the last is resolved first."""
        self.state.stack.extend(frames)

    def pop(self) -> AnyFrame:
        """Take the topmost frame off the stack."""
        return self.state.stack.pop()

    def replace(self, frame: AnyFrame) -> None:
        """Put a changed frame in the place of the topmost."""
        self.state.stack[-1] = frame

    # Chance

    def pair(self, purpose: str) -> tuple[int, int]:
        """Two dice as an ordered pair, the white one and the coloured one (V-0.3-a)."""
        return self.dice.roll(purpose), self.dice.roll(purpose)

    def die(self, purpose: str, needed: int, case: str, modifiers: Mapping[str, int] | None = None) -> bool:
        """Roll a die that has to reach `needed`, and tell it with its arithmetic."""
        face = self.dice.roll(purpose)
        return self._test(purpose, [face], needed, case, modifiers)

    def dice_pair(
        self, purpose: str, needed: int, case: str, modifiers: Mapping[str, int] | None = None
    ) -> bool:
        """Roll two dice whose sum has to reach `needed`, and tell them with their arithmetic."""
        return self._test(purpose, list(self.pair(purpose)), needed, case, modifiers)

    def _test(
        self, purpose: str, faces: list[int], needed: int, case: str, modifiers: Mapping[str, int] | None
    ) -> bool:
        terms = [Modifier(label, value) for label, value in (modifiers or {}).items() if value]
        reached = sum(faces) + sum(term.value for term in terms)
        self.say(Roll(purpose, faces, terms, reached, needed, reached >= needed, case))
        return reached >= needed

    def at_most(self, purpose: str, highest: int, case: str) -> bool:
        """Roll a die that succeeds up to a number, and tell it."""
        face = self.dice.roll(purpose)
        success = face <= highest
        self.say(TableRoll(purpose, [face], f"1 to {highest}", "yes" if success else "no", case))
        return success

    # Counters

    def put(self, area: str, kind: Kind, condition: Condition) -> None:
        """Add combat points to an area; change that was made there lasts no longer (V-1.2-b)."""
        self._change(area, kind, condition)
        self.state.shown.pop(area, None)

    def take(self, area: str, kind: Kind, condition: Condition) -> None:
        """Take combat points off an area, as `put`; all of them have to be there."""
        self._change(area, kind, condition, -1)
        self.state.shown.pop(area, None)

    def mark(self, area: str, kind: Kind, before: Condition, after: Condition) -> None:
        """Put a marker on combat points where they are; they lie as they lay."""
        self._change(area, kind, before, -1)
        self._change(area, kind, after)

    def _change(self, area: str, kind: Kind, condition: Condition, sign: int = 1) -> None:
        present = self.state.forces.get(area, {}).get(kind, Condition())
        left = add(present, condition, sign)
        assert min(left.fresh, left.activated, left.routed) >= 0
        put_force(self.box, self.state, area, kind, left)

    def move_force(self, start: str, end: str, kind: Kind, condition: Condition) -> None:
        """Carry combat points from one area to another."""
        self.take(start, kind, condition)
        self.put(end, kind, condition)

    def set_officer(self, general: str, **changes: object) -> None:
        """Change what is known of a general."""
        officer = self.state.officers[general]
        self.state.officers[general] = msgspec.structs.replace(officer, **changes)

    def send_off(self, general: str, fate: Fate, case: str, due: int | None = None) -> None:
        """Take a general off the map, or bring him nearer to it again."""
        officer = self.state.officers[general]
        self.state.officers[general] = Officer(fate, None, due, "fresh", officer.army)
        self.say(OfficerFate(general, officer.area, fate, due, case))

    # Tracks

    def change_morale(self, side: Side, change: int, reason: str, case: str) -> None:
        """Move a side's morale; what goes beyond an end is lost (V-1.6-e)."""
        if not change:
            return
        tracks = self.box.charts.tables.morale
        before = self.state.morale[side]
        after = max(tracks.lowest, min(tracks.highest, before + change))
        self.state.morale[side] = after
        self.say(MoraleChanged(side, before, after, change, reason, case))

    def change_powder(self, army: RoyalArmy, change: int, reason: str, case: str) -> None:
        """Move a marker of arms and powder; what goes beyond an end is lost (V-1.6-e)."""
        tracks = self.box.charts.tables.powder
        before = self.state.powder[army]
        after = max(tracks.lowest, min(tracks.highest, before + change))
        if after != before:
            self.state.powder[army] = after
            self.say(PowderChanged(army, before, after, reason, case))
