"""The context of an action being resolved: the changes that every chapter makes to the state.

All changes of Fame, tracks, money, regions, people or the Commune go through here, so that limits hold
and the consequences of a change (war, Catholic armies) follow everywhere.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from data.revolution.tables import Seat, Track
from engines.core.events import GameOver
from engines.core.resolution import StackedResolution
from engines.revolution import events
from engines.revolution.box import GOVERNMENT, PARIS, Box
from engines.revolution.facts import Fact, FactKind
from engines.revolution.frames import ANY_FRAME
from engines.revolution.score import outcome
from engines.revolution.state import (
    Fate,
    State,
    control,
    factor,
    hidden_purse,
    in_arms,
    locked,
    outlaw,
    put_army,
    put_person,
    put_region,
    royal_army,
)
from engines.revolution.war.events import ArmyGone, CoalitionHolds

Cause: TypeAlias = Literal[
    "arrest",
    "removal",
    "convincing",
    "release",
    "pardon",
    "verdict",
    "trial",
    "outlawry",
    "monarchy",
    "amnesty",
    "event",
    "massacre",
    "desertion",
    "return",
]
"""The causes that send a personality to prison, off the map, free or out of the game."""


class Resolution(StackedResolution[Box, State, ANY_FRAME]):
    """State, dice and events of one application of the rules."""

    __slots__ = ()

    # Fame and tracks.

    def gain(self, actor: str, by: int, case: str, why: str = "") -> None:
        """Change Fame, kept within 1 to 20 (R-ECON-01).

        :param why: the reason, where the case does not name it: a law, a row, or another reason.
        """
        before = self.state.fame[actor]
        after = min(max(before + by, 1), self.box.tables.levels.highest)
        if after != before:
            self.state.fame[actor] = after
            self.say(events.FameChanged(actor, after - before, after, case, why))

    def move(self, track: Track, by: int, case: str, *, at_war: bool = False) -> None:
        """Move a track, kept within 1 to 20.

        :param at_war: whether this moves the Coalition in foreign war too.
        """
        if not locked(self.state, track, at_war=at_war):
            self.put(track, self.state.tracks[track] + by, case)

    def put(self, track: Track, at: int, case: str) -> None:
        """Set a track, and apply the consequences of its new place."""
        state, levels = self.state, self.box.tables.levels
        before = state.tracks[track]
        now = min(max(at, 1), levels.highest)
        state.tracks[track] = now
        if now != before:
            self.say(events.TrackMoved(track, now - before, now, case))
        if track == "clergy" and now >= levels.third:
            state.clergy_17 = True
        if track == "coalition":
            if not state.war and before < levels.third <= now:
                self.declare_war("MIL")
            elif state.war and now < levels.second:
                self.make_peace("MIL")

    def declare_war(self, case: str) -> None:
        """Foreign war begins, and the Coalition's marker goes to its highest (R-MIL-01)."""
        state = self.state
        state.war, state.entered = True, False
        if "conscription" in state.lapsing:
            state.lapsing.remove("conscription")
        self.say(events.WarChanged("foreign", True, case))
        highest = self.box.tables.levels.highest
        if state.tracks["coalition"] != highest:
            by = highest - state.tracks["coalition"]
            state.tracks["coalition"] = highest
            self.say(events.TrackMoved("coalition", by, highest, case))

    def make_peace(self, case: str) -> None:
        """Foreign war ends, by the marker's level with Allied armies and all they held (R-MIL-02)."""
        state, box = self.state, self.box
        state.war = state.entered = False
        self.say(events.WarChanged("foreign", False, case))
        low = state.tracks["coalition"] < box.tables.levels.second
        for id, army in state.armies.items():
            if low and army.region is not None and box.army[id].side == "allied":
                self.say(ArmyGone(id, army.region, "peace", "MIL"))
                put_army(state, id, region=None)
        for id, region in state.regions.items():
            if low and region.coalition:
                self.say(CoalitionHolds(id, False))
                put_region(state, id, coalition=False)
        state.exiled.clear()
        if "fatherland" in state.laws and "fatherland" not in state.lapsing:
            state.laws.remove("fatherland")
        if "conscription" in state.laws:
            state.lapsing.append("conscription")
        self._let_lapse()

    # Money.

    def price(self, cost: int) -> int:
        """The present price of a cost (R-ACT-09)."""
        return cost * factor(self.box, self.state)

    def spend(self, actor: str, amount: int, for_: str) -> None:
        """Pay into the box; the caller has checked that the actor has the money."""
        if amount:
            state = self.state
            assert state.purses[actor] >= amount, (actor, amount)
            state.purses[actor] -= amount
            state.spent += amount
            self.say(events.Paid(actor, amount, for_, actor if hidden_purse(state, actor) else None))

    def lose(self, actor: str, amount: int) -> None:
        """Lose money to an event, as far as there is any (R-ECON-07, R-ECON-16)."""
        state = self.state
        lost = min(amount, state.purses[actor])
        if lost:
            state.purses[actor] -= lost
            self.say(events.Lost(actor, lost, actor if hidden_purse(state, actor) else None))

    def bankrupt(self, case: str) -> bool:
        """The Government can't pay (R-ECON-14); True where it costs Fame, once a game or a turn (A-63)."""
        state, money = self.state, self.box.tables.money
        spared = bool(state.bankrupt) if state.options["bankruptcy-limit"] else state.bankrupt == state.turn
        self.say(events.Bankrupt(state.government, not spared, case))
        if not spared:
            state.bankrupt = state.turn
            self.gain(state.government, money.bankruptcy, case, "bankrupt")
            self.gain(GOVERNMENT, money.bankrupt_government, case, "bankrupt")
        return not spared

    # Regions.

    def take(self, region: str, seat: Seat | None, case: str) -> None:
        """Give control of a region to a Current, or to none."""
        was = self.state.regions[region].control
        if was != seat:
            put_region(self.state, region, control=seat)
            self.say(events.ControlChanged(region, seat, case, was))

    def revolt(self, region: str, seat: Seat | None, case: str) -> None:
        """Put a region in revolt under a Current, under none, or under its controller."""
        was = self.state.regions[region].control
        put_region(self.state, region, control=seat, revolt=True)
        self.say(events.RevoltBegun(region, seat, case, was))
        self.see_to_civil_war(case)

    def calm(self, region: str, case: str) -> None:
        """End a revolt."""
        if self.state.regions[region].revolt:
            put_region(self.state, region, revolt=False)
            self.say(events.RevoltEnded(region, case))
            self.see_to_civil_war(case)

    def see_to_civil_war(self, case: str, *, risen: bool = False) -> None:
        """Begin or end civil war, and end what lasts only as long as war (R-MIL-04, R-MIL-05, A-35, A-31).

        :param risen: whether the first Catholic Royal army has been raised.
        """
        state = self.state
        on = risen or in_arms(state) or (state.civil and royal_army(self.box, state))
        if on == state.civil:
            return
        state.civil = on
        self.say(events.WarChanged("civil", on, case))
        self._let_lapse()

    def _let_lapse(self) -> None:
        """End the laws that last only as long as the civil war, if it is over (A-31, A-32)."""
        state = self.state
        if not state.civil:
            state.laws = [law for law in state.laws if law not in state.lapsing]
            state.lapsing = []

    def raise_commune(self, leader: Seat | None, case: str) -> None:
        """Raise the Commune under a leader, or none (R-ACT-56, R-MIL-46)."""
        was = control(self.state, PARIS)
        self.state.commune, self.state.leader = True, leader
        self.say(events.CommuneRaised(leader, case, was))

    def end_commune(self, control: Seat | None, case: str) -> None:
        """Put the Commune down; Paris goes to the given Current, if any."""
        self.state.commune, self.state.leader = False, None
        put_region(self.state, PARIS, control=control)
        self.say(events.CommuneEnded(control, case))

    # People.

    def person(self, id: str, state: Fate, case: str, by: Cause) -> None:
        """Send a personality to prison, off the map, free (placed again later), or out of the game."""
        put_person(self.state, id, state=state, region=None)
        self.say(events.PersonMoved(id, state, self.state.people[id].current, case, by))

    def convert(self, id: str, seat: Seat, case: str) -> None:
        """Move a personality to another Current, where he is."""
        status = self.state.people[id]
        put_person(self.state, id, current=seat)
        self.say(events.PersonWon(id, status.current, seat, status.state, case))

    def jail_outlaws(self, case: str, spared: Collection[str] = ()) -> None:
        """Imprison people in Paris who become outlaws, at once (R-POL-27, R-REGIME-04).

        :param spared: people who were outlaws before.
        """
        for id, person in self.state.people.items():
            if person.region == PARIS and id not in spared and outlaw(self.box, self.state, id):
                self.person(id, "prison", case, "outlawry")

    # Achievements, for objectives.

    def note(self, kind: FactKind, of: str, actor: str) -> None:
        """Record an achievement of this turn (R-FAME-01)."""
        self.state.achieved.append(Fact.made(kind, of, actor))

    def finish(self) -> None:
        """End the game, after the last step of the last turn (R-SEQ-01)."""
        state = self.state
        state.stage = "over"
        state.stack.clear()
        result = outcome(self.box, state)
        assert result is not None
        self.say(GameOver(result.level, result.case))
