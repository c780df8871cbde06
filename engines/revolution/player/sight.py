"""A seat's view of a position, and the worth of things to it.

A player uses only the position as its seat may know it: other seats' answers on file and secret answers
are taken out, and a private purse is assumed to hold at least its owner's income.
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
"""Assignats for each of the Current's people with which a purse is neither full nor empty."""


def as_known(box: Box, state: State, seat: str) -> State:
    """The position without the other seats' answers on file, open answers and private purses."""
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
    """The chances in a column of the result table, with the best of `rolls` rolls."""
    full, half = chances(box, column, rolls)
    return Odds(float(full), float(half))


class Gain(NamedTuple):
    """The worth of a full and of a half success."""

    a: float
    b: float


class Sight:
    """A position from the view of one seat.

    :param state: the position itself.
    """

    def __init__(self, box: Box, state: State, seat: str) -> None:
        self.box = box
        self.state = as_known(box, state, seat)
        self.seat: Seat = as_seat(seat)
        self.common = players().common
        self.temper: Temper = players().temper[self.seat]
        self.purses = dict(self.state.purses)
        """The money left to spend while a form is filled in."""
        self.turns = len(box.scenario[state.scenario].turn) - state.turn
        """The turns after this one."""
        self._others: dict[str, Sight] = {}
        self._kept: dict[Callable[[Sight], Any], Any] = {}

    def once(self, work: Callable[[Sight], T]) -> T:
        """A function's result for this position, computed once."""
        if work not in self._kept:
            self._kept[work] = work(self)
        made: T = self._kept[work]
        return made

    def through(self, seat: str) -> Sight:
        """The assumed view of another seat, which knows no more."""
        if seat == self.seat:
            return self
        if seat not in self._others:
            self._others[seat] = self.copy(seat)
        return self._others[seat]

    def copy(self, seat: str = "") -> Sight:
        """A copy to plan with, or another seat's."""
        other = Sight(self.box, self.state, seat or self.seat)
        other.prospects = self.prospects
        return other

    @property
    def governs(self) -> bool:
        """Whether the seat runs the Government."""
        return self.state.government == self.seat

    @cached_property
    def prospects(self) -> Prospects:
        """The possible ends of the game."""
        box, state = self.box, self.state
        now = (
            points(box, state, seat) - box.tally[seat].in_regime * (box.tally[seat].regime == state.regime)
            for seat in SEATS
        )
        return prospects(box, tuple(now), state.regime, self.turns + 1)

    @cached_property
    def weights(self) -> Mapping[Seat, float]:
        """The worth of a point of each Current to this one."""
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
        """The worth of a point of a Current; no Current's is worth nothing."""
        return self.weights[as_seat(seat)] if seat is not None else 0.0

    # Money.

    def price(self, cost: int) -> int:
        """The present price of a cost."""
        return cost * factor(self.box, self.state)

    def money(self, actor: str) -> float:
        """The worth of an assignat in a purse: more where there are few for each of the Current's people."""
        if actor == GOVERNMENT:
            # The Government gives its cash back at the end of the turn; its spending raises all prices.
            return self.common.treasury / 100
        k = factor(self.box, self.state)
        own = sum(person.current == actor and person.state == "free" for person in self.state.people.values())
        scarce = min(max(_SHARE * k * own / max(self.purses[actor], 1), 0.25), 2.0)
        return self.temper.thrift / 100 / k * scarce * (1.0 if self.turns else 0.5)

    # Regions.

    def held(self, region: str, seat: str | None) -> float:
        """The worth of a Current's, or no Current's, control of a region: a point, deputies and income."""
        if seat is None:
            # Neutral regions elect for the Marais.
            return self._elects("marais") * self.weight("marais")
        box = self.box
        tally = box.tally[as_seat(seat)]
        paris = tally.paris if region == PARIS else 0
        income = self.common.income * box.region[region].income / 100 * self.turns
        return (1 + paris + income + self._elects(seat)) * self.weight(seat)

    def _elects(self, seat: str) -> float:
        """A region's worth for a Current at a coming election, in points."""
        coming = self.state.election <= self.state.turn + self.turns
        return self.common.elects[as_seat(seat)] * coming

    def swing(self, region: str, seat: str | None) -> float:
        """The worth of a change of control of a region to a Current, or to none."""
        own = self.temper.home * (seat == self.seat and region in self.temper.homes)
        return self.held(region, seat) - self.held(region, control(self.state, region)) + own

    # Fame, tracks and people.

    def fame(self, actor: str, by: float) -> float:
        """The worth of a change of an actor's Fame; the Government's helps its Current."""
        if actor == GOVERNMENT:
            return 0.4 * by * self.weight(self.state.government)
        return self.common.fame * by * self.weight(actor)

    def track(self, track: Track, by: int, *, at_war: bool = False) -> float:
        """The worth of a track's move.

        :param at_war: whether this moves the Coalition in foreign war too.
        """
        if locked(self.state, track, at_war=at_war):
            return 0.0
        at = self.state.tracks[track]
        moved = min(max(at + by, 1), self.box.tables.levels.highest) - at
        return self.temper.tracks[track] * moved

    def person(self, id: str) -> float:
        """The worth of a personality to his Current, for the rest of the game."""
        king = self.temper.king if "king" in self.box.person[id].groups else 0.0
        return self.common.person * (self.turns + 1) + king

    def governing(self, seat: str) -> float:
        """The worth of a Current's running the Government."""
        return self.common.govern * self.weight(seat)

    def regime(self, regime: Regime) -> float:
        """The worth of putting a regime in force, in points."""
        gain = self.prospects.under(self.seat, regime) - self.prospects.worth(self.seat)
        return self.common.regime * (gain + self.temper.regimes.get(regime, 0.0))

    # Objectives.

    def aimed(self, aim: str, of: str = "", actor: str | None = None) -> float:
        """The extra worth of an achievement that was named as an objective."""
        known = self.state.objectives.get(actor or self.seat)
        if isinstance(known, Objective | Purpose) and (known.aim, known.of) == (aim, of):
            return self.common.aim * self.fame(actor or self.seat, 1)
        return 0.0
