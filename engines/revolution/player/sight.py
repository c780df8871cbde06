"""What one seat sees of a position, and what things are worth to it.

A player looks at nothing but the position as its seat may know it: papers and answers of others are taken
out, and private purses are thought to hold what their owners receive at least.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from data.revolution.player import Temper, players
from data.revolution.tables import SEATS, Regime, Seat, Track
from engines.revolution.answers import Objective, Purpose
from engines.revolution.box import GOVERNMENT, PARIS, Box, as_seat
from engines.revolution.chances import chances
from engines.revolution.frames import Form, Question
from engines.revolution.phases.economy import minimum
from engines.revolution.player.prospects import Prospects, prospects
from engines.revolution.score import points
from engines.revolution.state import State, control, factor, locked

T = TypeVar("T")

_SHARE = 150
"""Assignats for each of one's people with which a purse is neither full nor empty."""


def as_known(box: Box, state: State, seat: str) -> State:
    """The position without what others have on paper, in hand and in mind."""
    known = state.copy()
    known.papers = {seat: state.papers.get(seat, ())}
    known.stack = [
        replace(frame, given={}) if isinstance(frame, Form | Question) else frame for frame in state.stack
    ]
    if state.options["private-cash"]:
        known.spent = 0
        for other in SEATS:
            if other != seat:
                known.purses[other] = minimum(box, state, other)
    return known


class Odds(NamedTuple):
    """Chances of a full and of a half success."""

    a: float
    b: float


@cache
def odds(box: Box, column: int, rolls: int = 1) -> Odds:
    """Chances in a column of the result table, with the best of so many rolls."""
    full, half = chances(box, column, rolls)
    return Odds(float(full), float(half))


class Gain(NamedTuple):
    """What a full and a half success are worth."""

    a: float
    b: float


class Sight:
    """A position in the eyes of one seat.

    :param state: the position itself.
    """

    def __init__(self, box: Box, state: State, seat: str) -> None:
        self.box = box
        self.state = as_known(box, state, seat)
        self.seat: Seat = as_seat(seat)
        self.common = players().common
        self.temper: Temper = players().temper[self.seat]
        self.purses = dict(self.state.purses)
        """What is left to be spent while a form is filled in."""
        self.turns = len(box.scenario[state.scenario].turn) - state.turn
        """That follow this one."""
        self._others: dict[str, Sight] = {}
        self._kept: dict[Callable[[Sight], Any], Any] = {}

    def once(self, work: Callable[[Sight], T]) -> T:
        """What somebody makes of the position, worked out once."""
        if work not in self._kept:
            self._kept[work] = work(self)
        made: T = self._kept[work]
        return made

    def through(self, seat: str) -> Sight:
        """What another is thought to see, who knows no more."""
        if seat == self.seat:
            return self
        if seat not in self._others:
            self._others[seat] = self.copy(seat)
        return self._others[seat]

    def copy(self, seat: str = "") -> Sight:
        """One to plan with, or another's."""
        other = Sight(self.box, self.state, seat or self.seat)
        other.prospects = self.prospects
        return other

    @property
    def governs(self) -> bool:
        """Whether the seat runs the Government."""
        return self.state.government == self.seat

    @cached_property
    def prospects(self) -> Prospects:
        """What may become of the game."""
        box, state = self.box, self.state
        now = (
            points(box, state, seat) - box.tally[seat].in_regime * (box.tally[seat].regime == state.regime)
            for seat in SEATS
        )
        return prospects(box, tuple(now), state.regime, self.turns + 1)

    @cached_property
    def weights(self) -> Mapping[Seat, float]:
        """What a point of each Current is worth to this one."""
        added = dict(self.temper.others)
        for option, by_seat in self.common.tables.items():
            for other, by in by_seat.items() if self.state.options.get(option, False) else ():
                if other != self.seat:
                    added[other] = added.get(other, 0.0) + by
        worths = self.prospects.weights(self.seat)
        return {
            other: worth * (self.common.rivalry if worth < 0 else 1.0) + added.get(other, 0.0)
            for other, worth in worths.items()
        }

    def weight(self, seat: str | None) -> float:
        """What a point of somebody's is worth; nobody's is worth nothing."""
        return self.weights[as_seat(seat)] if seat is not None else 0.0

    # Money.

    def price(self, cost: int) -> int:
        """What a cost comes to now."""
        return cost * factor(self.box, self.state)

    def money(self, actor: str) -> float:
        """What an assignat in a purse is worth: more where there are few for each of one's people."""
        if actor == GOVERNMENT:
            # What it keeps it gives back at the end of the turn; what it spends makes all dear.
            return self.common.treasury / 100
        k = factor(self.box, self.state)
        own = sum(person.current == actor and person.state == "free" for person in self.state.people.values())
        scarce = min(max(_SHARE * k * own / max(self.purses[actor], 1), 0.25), 2.0)
        return self.temper.thrift / 100 / k * scarce * (1.0 if self.turns else 0.5)

    # Regions.

    def held(self, region: str, seat: str | None) -> float:
        """What it is worth that a Current, or nobody, controls a region: a point, deputies and income."""
        if seat is None:
            # Neutral regions elect for the Marais.
            return self._elects("marais") * self.weight("marais")
        box = self.box
        tally = box.tally[as_seat(seat)]
        paris = tally.paris if region == PARIS else 0
        income = self.common.income * box.region[region].income / 100 * self.turns
        return (1 + paris + income + self._elects(seat)) * self.weight(seat)

    def _elects(self, seat: str) -> float:
        """What a region brings a Current at an election that is to come, in points."""
        coming = self.state.election <= self.state.turn + self.turns
        return self.common.elects[as_seat(seat)] * coming

    def swing(self, region: str, seat: str | None) -> float:
        """What it is worth that control of a region passes to a Current, or to nobody."""
        own = self.temper.home * (seat == self.seat and region in self.temper.homes)
        return self.held(region, seat) - self.held(region, control(self.state, region)) + own

    # Fame, tracks and people.

    def fame(self, actor: str, by: float) -> float:
        """What a change of somebody's Fame is worth; the Government's helps who runs it."""
        if actor == GOVERNMENT:
            return 0.4 * by * self.weight(self.state.government)
        return self.common.fame * by * self.weight(actor)

    def track(self, track: Track, by: int, *, at_war: bool = False) -> float:
        """What it is worth that a track moves.

        :param at_war: whether this moves the Coalition in foreign war too.
        """
        if locked(self.state, track, at_war=at_war):
            return 0.0
        at = self.state.tracks[track]
        moved = min(max(at + by, 1), self.box.tables.levels.highest) - at
        return self.temper.tracks[track] * moved

    def person(self, id: str) -> float:
        """What a personality is worth to whoever has him, for the rest of the game."""
        king = self.temper.king if "king" in self.box.person[id].groups else 0.0
        return self.common.person * (self.turns + 1) + king

    def governing(self, seat: str) -> float:
        """What it is worth that a Current runs the Government."""
        return self.common.govern * self.weight(seat)

    def regime(self, regime: Regime) -> float:
        """What it is worth to put a regime in force, in points."""
        gain = self.prospects.under(self.seat, regime) - self.prospects.worth(self.seat)
        return self.common.regime * (gain + self.temper.regimes.get(regime, 0.0))

    # Objectives.

    def aimed(self, aim: str, of: str = "", actor: str | None = None) -> float:
        """What it is worth besides that something is brought about which was named as an objective."""
        known = self.state.objectives.get(actor or self.seat)
        if isinstance(known, Objective | Purpose) and (known.aim, known.of) == (aim, of):
            return self.common.aim * self.fame(actor or self.seat, 1)
        return 0.0
