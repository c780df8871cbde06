"""The context of an action being resolved: the changes that phases of this game make to the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from data.valmy.tables import Side
from engines.core.events import GameOver, Modifier
from engines.core.resolution import StackedResolution
from engines.valmy.box import Box, enemy
from engines.valmy.events import Checked, CityTaken, LeaderLost, Moved, StepLost
from engines.valmy.frames import Displaced, Surplus
from engines.valmy.position.command import superiors
from engines.valmy.purposes import Purpose
from engines.valmy.score import outcome
from engines.valmy.state import (
    AnyFrame,
    State,
    forget,
    held_by,
    leaders_in,
    put_leaders,
    put_units,
    ratings,
    units_in,
)

_KEPT = ("movement", "reaction")
"""Ways into a box whose line is recorded: counters that were driven in leave by any (A-9.7-7)."""


class Resolution(StackedResolution[Box, State, AnyFrame]):
    """State, dice and events of one application of the rules."""

    __slots__ = ()

    def test(
        self,
        purpose: Purpose,
        dice: int,
        highest: int,
        case: str,
        side: Side,
        modifiers: Mapping[str, int] | None = None,
        *,
        hidden: bool = False,
    ) -> bool:
        """Roll dice whose sum succeeds up to a number, and add their event with the arithmetic."""
        faces = [self.dice.roll(purpose) for _ in range(dice)]
        terms = [Modifier(label, value) for label, value in (modifiers or {}).items() if value]
        total = sum(faces) + sum(term.value for term in terms)
        success = total <= highest
        self.say(Checked(purpose, faces, terms, total, highest, success, case, side, hidden))
        return success

    def set_unit(self, *units: str, **changes: object) -> None:
        """Change the state of units, of all in the same way."""
        known = self.state.units
        put_units(self.state, {unit: replace(known[unit], **changes) for unit in units})

    def set_leader(self, *leaders: str, **changes: object) -> None:
        """Change the state of leaders, of all in the same way."""
        known = self.state.leaders
        put_leaders(self.state, {leader: replace(known[leader], **changes) for leader in leaders})

    def carry(
        self,
        side: Side,
        start: str,
        end: str,
        units: Sequence[str],
        leaders: Sequence[str],
        how: str,
        cost: int | None = None,
    ) -> None:
        """Move counters into the next box; those that stay leave the holding boxes of leaders who go."""
        state = self.state
        going = {id: state.units[id] for id in units}
        chiefs = {id: state.leaders[id] for id in leaders}
        put_units(
            state,
            {
                id: replace(known, box=end, leader=known.leader if known.leader in leaders else None)
                for id, known in going.items()
            },
        )
        put_leaders(
            state,
            {
                id: replace(known, box=end, superior=known.superior if known.superior in leaders else None)
                for id, known in chiefs.items()
            },
        )
        self._fall_out(start, side)
        if how in _KEPT:
            # All see that leaders who come among enemies and stay have units with them (A-8.0-1).
            meets = bool(units_in(self.box, state, end, enemy(side)))
            meets = meets and len(units_in(self.box, state, end, side)) == len(units)
            known = meets or any(state.units[id].leader is None for id in units)
            self._note_line(start, end, side, with_units=bool(units), seen=known)
        self.nest(end, side)
        forget(self.box, self.state, start, side)
        seen = tuple(
            id
            for id in (*leaders, *units)
            if (state.leaders[id].superior if id in state.leaders else state.units[id].leader) is None
        )
        self.say(Moved(side, start, end, seen, tuple(units), tuple(leaders), cost, how))
        self.occupy(end)
        self.occupy(start)
        if units:
            self.displace(end, enemy(side))
            self.displace(start, side)

    def _note_line(self, start: str, end: str, side: Side, *, with_units: bool, seen: bool) -> None:
        """Record the line by which a side came into a box, and whether all know that units did (A-9.7-7)."""
        came, veiled = self.state.came, self.state.veiled
        known, dark = (lines.get(end, {}).get(side, ()) for lines in (came, veiled))
        open_ = start in known and start not in dark
        if with_units and start not in known:
            came[end] = {**came.get(end, {}), side: (*known, start)}
        if with_units and seen:
            dark = tuple(line for line in dark if line != start)
        elif not open_ and start not in dark:
            dark = (*dark, start)
        if dark != veiled.get(end, {}).get(side, ()):
            veiled[end] = {**veiled.get(end, {}), side: dark}

    def settle(self, box: str, side: Side) -> None:
        """Put in order the counters that a side has left behind in a box."""
        self._fall_out(box, side)
        forget(self.box, self.state, box, side)
        self.occupy(box)
        self.displace(box, side)

    def _fall_out(self, box: str, side: Side) -> None:
        """Put counters on the map whose leader is elsewhere, or gone."""
        state = self.state
        alone = [
            unit
            for unit in units_in(self.box, state, box, side)
            if (chief := state.units[unit].leader) is not None and state.leaders[chief].box != box
        ]
        self.set_unit(*alone, leader=None)
        apart = [
            leader
            for leader in leaders_in(self.box, state, box, side)
            if (chief := state.leaders[leader].superior) is not None and state.leaders[chief].box != box
        ]
        self.set_leader(*apart, superior=None)
        self.nest(box, side)

    def nest(self, box: str, side: Side) -> None:
        """Put leaders with a superior in their box into his holding box (Y-2.3-e)."""
        for leader, superior in superiors(self.box, self.state, box, side).items():
            self.set_leader(leader, superior=superior)

    def occupy(self, box: str) -> None:
        """Give a city to its last sole occupier (Y-11.2-e, A-11.2-2)."""
        holder = self.state.control.get(box)
        if holder is None:
            return
        other = enemy(holder)
        occupiers = units_in(self.box, self.state, box, other)
        if occupiers and not units_in(self.box, self.state, box, holder):
            self.state.control[box] = other
            self.say(CityTaken(other, box))

    def displace(self, box: str, side: Side) -> None:
        """Displace leaders who are alone with enemy units (A-8.0-1)."""
        alone = leaders_in(self.box, self.state, box, side)
        if not alone or units_in(self.box, self.state, box, side):
            return
        if units_in(self.box, self.state, box, enemy(side)):
            self.push(*(Displaced(side, leader, box) for leader in reversed(alone)))

    def hit(self, unit: str, case: str) -> bool:
        """Take a step off a unit; True where it is left, reduced (Y-9.3.4-b, d)."""
        counter, card = self.state.units[unit], self.box.unit[unit]
        left = card.steps == 2 and not counter.reduced
        if left:
            self.set_unit(unit, reduced=True)
            self.say(StepLost(card.side, unit, False, case))
        else:
            self.eliminate(unit, case)
        return left

    def eliminate(self, unit: str, case: str) -> None:
        """Shatter a unit: it is out of the game (Y-9.4.3-a)."""
        side, box = self.box.unit[unit].side, self.state.units[unit].box
        self.set_unit(unit, fate="eliminated", box=None, leader=None)
        self.state.lost[side] += 1
        self.say(StepLost(side, unit, True, case))
        if box is not None:
            forget(self.box, self.state, box, side)
            self.occupy(box)

    def kill(self, leader: str) -> None:
        """A leader falls and his replacement serves (Y-9.5.2-d)."""
        side = self.box.leader[leader].side
        self.set_leader(leader, replaced=True)
        self.say(LeaderLost(side, leader, True))
        if len(held_by(self.state, leader)) > ratings(self.box, self.state, leader).command:
            self.push(Surplus(side, leader))

    def remove(self, leader: str) -> None:
        """Take a leader who has nowhere to go out of the game (A-8.0-1)."""
        side, box = self.box.leader[leader].side, self.state.leaders[leader].box
        self.set_leader(leader, fate="eliminated", box=None, superior=None)
        self.say(LeaderLost(side, leader, False))
        if box is not None:
            self._fall_out(box, side)

    def finish(self, statement: str | None) -> None:
        """End the game: by a statement under which a side wins at once (Y-11.1-a), or with the count."""
        state = self.state
        state.ended = statement
        state.stack.clear()
        state.phase = "over"
        result = outcome(self.box, state)
        assert result is not None
        self.say(GameOver(result.level, result.case))

    def release(self, units: Iterable[str]) -> None:
        """Take units out of their holding boxes."""
        self.set_unit(*units, leader=None)
