"""The context of an action being resolved: the changes that phases of this game make to the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from data.sentences import Phrase
from data.vendee.schema import RoyalArmy, Side
from engines.core.resolution import StackedResolution
from engines.vendee.box import Box
from engines.vendee.events import MoraleChanged, OfficerFate, PowderChanged
from engines.vendee.frames import Condition, Kind
from engines.vendee.position.sight import show
from engines.vendee.state import AnyFrame, Fate, Officer, State, by_kind, put_force, put_officer, side_of


class Resolution(StackedResolution[Box, State, AnyFrame]):
    """State, dice and events of one application of the rules."""

    __slots__ = ()

    def put(self, area: str, kind: Kind, condition: Condition) -> None:
        """Add combat points to an area, which shows as many counters as before if possible (V-1.2-b)."""
        self._change(area, kind, condition)
        self._keep_shown(area, side_of(kind))

    def take(self, area: str, kind: Kind, condition: Condition) -> None:
        """Take combat points off an area, as `put`; all of them have to be there."""
        self._change(area, kind, condition, -1)
        self._keep_shown(area, side_of(kind))

    def mark(self, area: str, kind: Kind, before: Condition, after: Condition) -> None:
        """Put a marker on combat points in place; they show as many counters as before."""
        self._change(area, kind, after.plus(before, -1))

    def _change(self, area: str, kind: Kind, condition: Condition, sign: int = 1) -> None:
        present = self.state.forces.get(area, {}).get(kind, Condition())
        left = present.plus(condition, sign)
        assert min(left.fresh, left.activated, left.routed) >= 0
        put_force(self.box, self.state, area, kind, left)

    def carry(self, start: str, end: str, points: Mapping[Kind, Condition], generals: Iterable[str]) -> None:
        """Move counters from one area to another; a whole stack shows as many counters as before."""
        side = side_of(next(iter(points))) if points else None
        count = None if side is None else self.state.shown.get(start, {}).get(side)
        alone = side is not None and not by_kind(self.state, end, side)
        for kind, condition in points.items():
            self.take(start, kind, condition)
            self.put(end, kind, condition)
        for general in generals:
            self.set_officer(general, area=end)
        if side is not None and count is not None and alone and not by_kind(self.state, start, side):
            show(self.state, side, end, count)

    def _keep_shown(self, area: str, side: Side) -> None:
        count = self.state.shown.get(area, {}).get(side)
        if count is not None:
            show(self.state, side, area, count)

    def set_officer(self, general: str, **changes: object) -> None:
        """Change the state of a general."""
        put_officer(self.state, general, replace(self.state.officers[general], **changes))

    def send_off(self, general: str, fate: Fate, case: str, due: int | None = None) -> None:
        """Take a general off the map, or bring him nearer to it again."""
        officer = self.state.officers[general]
        put_officer(self.state, general, Officer(fate, None, due, "fresh", officer.army))
        self.say(OfficerFate(general, officer.area, fate, due, case))

    def change_morale(self, side: Side, change: int, reason: Phrase, case: str) -> None:
        """Move a side's morale; a move beyond an end is lost (V-1.6-e)."""
        if not change:
            return
        tracks = self.box.charts.tables.morale
        before = self.state.morale[side]
        after = max(tracks.lowest, min(tracks.highest, before + change))
        self.state.morale[side] = after
        self.say(MoraleChanged(side, before, after, change, reason, case))

    def change_powder(self, army: RoyalArmy, change: int, reason: Phrase, case: str) -> None:
        """Move a marker of arms and powder; a move beyond an end is lost (V-1.6-e)."""
        tracks = self.box.charts.tables.powder
        before = self.state.powder[army]
        after = max(tracks.lowest, min(tracks.highest, before + change))
        if after != before:
            self.state.powder[army] = after
            self.say(PowderChanged(army, before, after, reason, case))
