"""An action being resolved: what the phases of this game do to their working copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from data.vendee.schema import RoyalArmy, Side
from engines.core.resolution import StackedResolution
from engines.vendee.box import Box
from engines.vendee.events import MoraleChanged, OfficerFate, PowderChanged
from engines.vendee.frames import Condition, Kind
from engines.vendee.state import AnyFrame, Fate, Officer, State, put_force, put_officer


class Resolution(StackedResolution[Box, State, AnyFrame]):
    """State, dice and events of one application of the rules."""

    __slots__ = ()

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
        self._change(area, kind, after.plus(before, -1))

    def _change(self, area: str, kind: Kind, condition: Condition, sign: int = 1) -> None:
        present = self.state.forces.get(area, {}).get(kind, Condition())
        left = present.plus(condition, sign)
        assert min(left.fresh, left.activated, left.routed) >= 0
        put_force(self.box, self.state, area, kind, left)

    def carry(self, start: str, end: str, points: Mapping[Kind, Condition], generals: Iterable[str]) -> None:
        """Bring counters from one area to another; change that was made in either lasts no longer."""
        for kind, condition in points.items():
            self.take(start, kind, condition)
            self.put(end, kind, condition)
        for general in generals:
            self.set_officer(general, area=end)
        self.state.shown.pop(start, None)
        self.state.shown.pop(end, None)

    def set_officer(self, general: str, **changes: object) -> None:
        """Change what is known of a general."""
        put_officer(self.state, general, replace(self.state.officers[general], **changes))

    def send_off(self, general: str, fate: Fate, case: str, due: int | None = None) -> None:
        """Take a general off the map, or bring him nearer to it again."""
        officer = self.state.officers[general]
        put_officer(self.state, general, Officer(fate, None, due, "fresh", officer.army))
        self.say(OfficerFate(general, officer.area, fate, due, case))

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
