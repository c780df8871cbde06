"""When a decision is rung for: reminders, the end of its time, calls of moderators, and how long it has."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from bot.clock.hours import (
    Hours,
    advance,
    due,
    elapsed,
    next_open,
    open_spell,
    opened,
    waking,
    without_weekends,
)
from bot.clock.notation import Clock

_NOTHING = timedelta()
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_LEEWAY = timedelta(minutes=15)
"""How long before somebody's quiet hours a deadline falls at the latest, as it may be looked at later."""
LONG_WEEKEND = timedelta(days=3)
"""How far quiet hours may put off what has a short clock: a weekend and the nights beside it."""

Stage = Literal["nudge", "half", "near", "over", "call", "last"]
_NUDGES = 5
_OVER = 2
_CALLS = 3


class Timing(NamedTuple):
    """When a decision began, and how long it was allowed from then; None where it has no deadline."""

    since: datetime
    left: timedelta | None
    told: datetime | None = None
    """When whoever owes it was first told by a ping that arrived; None where that is still to come."""
    awake: timedelta = _NOTHING
    """Waking hours that they have at least from then."""
    whole: timedelta = _NOTHING
    """What the clock gives such a decision, of which `left` may be a part."""


class Ring(NamedTuple):
    """One time that a decision is rung for; numbers rise, with gaps where one was left out."""

    number: int
    stage: Stage
    at: datetime


def allowance(clock: Clock, *, interrupt: bool, bank: timedelta | None) -> timedelta | None:
    """The time for a decision that begins now: None without a clock; a bank pays for no interrupts."""
    if clock.kind == "none":
        return None
    if interrupt:
        return clock.interrupts
    return bank if clock.kind == "bank" and bank is not None else clock.time


def spent(clock: Clock, bank: timedelta, used: timedelta) -> timedelta:
    """What a bank holds after a decision that took `used`: from the increment up to the cap."""
    if clock.kind != "bank":
        return bank
    return min(clock.cap, max(_NOTHING, bank - max(used, _NOTHING)) + clock.increment)


def remaining(timing: Timing, hours: Hours, now: datetime) -> timedelta | None:
    """What is left of the time, without the quiet hours that a deadline may gain; None without a deadline."""
    if timing.left is None:
        return None
    return max(_NOTHING, timing.left - elapsed(hours, timing.since, now))


def falls(timing: Timing, hours: Hours) -> datetime | None:
    """When the time is over, in open hours; where nobody was told yet, as if they were as soon as can be.

    It is not in the first hour of a morning, so that its person can be rung before. Quiet hours, weekends and
    waking hours put it off to its bound at most: from there on weekends count no longer.

    None without a deadline.
    """
    if timing.left is None:
        return None
    at = _unbounded(timing, timing.left, hours)
    bound = _bound(timing, timing.left, hours)
    return at if at <= bound else min(at, _before(timing, timing.left, hours, bound))


def is_bounded(timing: Timing, hours: Hours) -> bool:
    """Whether a deadline is as late as it can be, so that it also falls on a weekend."""
    at = falls(timing, hours)
    return at is not None and timing.left is not None and at < _unbounded(timing, timing.left, hours)


def _unbounded(timing: Timing, left: timedelta, hours: Hours) -> datetime:
    """When the time would be over if quiet hours could put it off without end."""
    return _rested(hours, max(due(hours, timing.since, left), _after(timing, hours, timing.awake)))


def _bound(timing: Timing, left: timedelta, hours: Hours) -> datetime:
    """The latest end of a decision: three times its clock, or where that is short, a long weekend."""
    whole = max(timing.whole or left, left)
    return advance(hours, timing.since, left + max(2 * whole, LONG_WEEKEND - whole))


def _before(timing: Timing, left: timedelta, hours: Hours, bound: datetime) -> datetime:
    """The latest end before a bound: in no quiet hours, and most of an hour after the first ping."""
    nights = without_weekends(hours)
    heard = next_open(hours, timing.since) if timing.told is None else timing.told
    first = max(advance(hours, timing.since, left), heard + _HOUR - _LEEWAY if timing.awake else timing.since)
    end: datetime | None = None
    begins, ends = open_spell(nights, max(first - _HOUR, timing.since))
    while end is None or begins < bound:
        length = ends - begins
        earliest = max(first, begins + min(_HOUR, length * 3 / 4))
        latest = min(bound, ends - min(_LEEWAY, length / 4))
        if earliest <= latest:
            end = latest
        elif end is None and begins >= bound:
            return min(max(earliest, begins), ends)
        begins, ends = open_spell(nights, ends)
    return end


def _rested(hours: Hours, at: datetime) -> datetime:
    """A moment that is not in the first hour in which somebody may be rung again."""
    opening = opened(hours, at, _HOUR)
    if opening is None:
        return at
    begins, ends = open_spell(hours, opening)
    while ends - begins < _HOUR:
        # A moment between a weekend and the night is no morning.
        begins, ends = open_spell(hours, ends)
    return max(at, begins + min(_HOUR, (ends - begins) * 3 / 4))


def _after(timing: Timing, hours: Hours, awake: timedelta) -> datetime:
    """So many waking hours after the first ping, and in open hours."""
    told_at = next_open(hours, timing.since) if timing.told is None else timing.told
    return next_open(hours, waking(hours, told_at, awake)) if awake else timing.since


def next_ring(clock: Clock, timing: Timing, hours: Hours, rung: int, *, now: datetime) -> Ring | None:
    """What follows the ring of that number, which was rung now, −1 being none yet; None when no more is rung.

    With a deadline: reminders at half time and near the end, unless they are past or would coincide with
    what follows; "over", always; then three calls of moderators and the "last", each after twice the pause,
    for a caller that goes on asking because nothing settled it. Without a deadline: five nudges, each after
    twice the pause, the fifth the "last".
    """
    if timing.left is None:
        return _nudge(clock, timing.since, hours, rung + 1, now)
    if rung >= _OVER:
        return _call(timing.left, hours, rung + 1, now)
    over = falls(timing, hours)
    assert over is not None
    for ring in _in_the_morning(_reminders(timing, timing.left, hours, over), hours, over):
        if ring.number > rung and ring.at > now:
            return ring
    return Ring(_OVER, "over", over if over > now else next_open(hours, now))


def _reminders(timing: Timing, left: timedelta, hours: Hours, over: datetime) -> list[Ring]:
    """Those before the end, in order; of two within an hour of each other the later is kept.

    Where the waking hours outlast the clock, the reminders come in the course of them.
    """
    rings: list[Ring] = []
    points: list[tuple[int, Stage, timedelta, timedelta]] = [(0, "half", left / 2, timing.awake / 2)]
    if left > 3 * _HOUR:  # in less the end is too near to half time to be worth a ring
        points.append((1, "near", left - max(left / 8, _HOUR), timing.awake * 3 / 4))
    for number, stage, point, awake in reversed(points):
        at = max(due(hours, timing.since, point), _after(timing, hours, awake))
        if at <= rings[0].at - _HOUR if rings else at < over:
            rings.insert(0, Ring(number, stage, at))
    return rings


def _in_the_morning(rings: list[Ring], hours: Hours, over: datetime) -> list[Ring]:
    """The reminders, where the time is over soon after a morning: one in it, and the last one before."""
    opening = opened(hours, over, _HOUR + timedelta.resolution)
    if opening is None or not rings or rings[-1].at >= opening:
        return rings
    before = [ring._replace(at=rings[-1].at) for ring in rings[:-1]]
    return [*before, rings[-1]._replace(at=opening)]


def _call(left: timedelta, hours: Hours, number: int, now: datetime) -> Ring | None:
    turn = number - _OVER - 1
    if turn > _CALLS:
        return None
    # Counted from the ring before and not from the end, so that an outage doesn't ring them in a row.
    pause = max(4 * _HOUR, min(_DAY, left / 2)) * 2**turn
    return Ring(number, "last" if turn == _CALLS else "call", due(hours, now, pause))


def _nudge(clock: Clock, since: datetime, hours: Hours, number: int, now: datetime) -> Ring | None:
    if clock.nudge is None or number >= _NUDGES:
        return None
    at = due(hours, now, clock.nudge * 2**number) if number else due(hours, since, clock.nudge)
    return Ring(
        number, "last" if number == _NUDGES - 1 else "nudge", at if at > now else next_open(hours, now)
    )
