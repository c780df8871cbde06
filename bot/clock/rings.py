"""The times of a decision's reminders: before the end, at the end, calls of moderators; and its length."""

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
"""The least time between a deadline and the next quiet hours, because the sweep may look later."""
LONG_WEEKEND = timedelta(days=3)
"""The most that quiet hours may put off a deadline with a short clock: a weekend and the nights beside it."""

Stage = Literal["nudge", "half", "near", "over", "call", "last"]
_NUDGES = 5
_OVER = 2
_CALLS = 3


class Timing(NamedTuple):
    """The beginning of a decision, and the time that it had then; None without a deadline."""

    since: datetime
    left: timedelta | None
    told: datetime | None = None
    """The time when the first ping about it arrived; None if that is still to come."""
    awake: timedelta = _NOTHING
    """Waking hours that the player has at least from then."""
    whole: timedelta = _NOTHING
    """The clock's whole time for such a decision; `left` may be a part of it."""


class Ring(NamedTuple):
    """One reminder of a decision; numbers rise, with gaps where one was skipped."""

    number: int
    stage: Stage
    at: datetime


def allowance(clock: Clock, *, interrupt: bool, bank: timedelta | None) -> timedelta | None:
    """The time for a decision that begins now: None without a clock; interrupts do not use the bank."""
    if clock.kind == "none":
        return None
    if interrupt:
        return clock.interrupts
    return bank if clock.kind == "bank" and bank is not None else clock.time


def spent(clock: Clock, bank: timedelta, used: timedelta) -> timedelta:
    """The time in a bank after a decision that took `used`: at least the increment, at most the cap."""
    if clock.kind != "bank":
        return bank
    return min(clock.cap, max(_NOTHING, bank - max(used, _NOTHING)) + clock.increment)


def remaining(timing: Timing, hours: Hours, now: datetime) -> timedelta | None:
    """The time that is left, without quiet hours that may put a deadline off; None without a deadline."""
    if timing.left is None:
        return None
    return max(_NOTHING, timing.left - elapsed(hours, timing.since, now))


def falls(timing: Timing, hours: Hours) -> datetime | None:
    """The end of the time, in open hours; a player who was not told counts as told as soon as possible.

    It is never in the first hour of a morning, so that the player can be pinged before. Quiet hours, weekends
    and waking hours put it off at most to its bound, where weekends no longer count.

    None without a deadline.
    """
    if timing.left is None:
        return None
    at = _unbounded(timing, timing.left, hours)
    bound = _bound(timing, timing.left, hours)
    return at if at <= bound else min(at, _before(timing, timing.left, hours, bound))


def is_bounded(timing: Timing, hours: Hours) -> bool:
    """Whether a deadline is as late as possible, so that it may also fall on a weekend."""
    at = falls(timing, hours)
    return at is not None and timing.left is not None and at < _unbounded(timing, timing.left, hours)


def _unbounded(timing: Timing, left: timedelta, hours: Hours) -> datetime:
    """The end of the time without a bound for quiet hours."""
    return _rested(hours, max(due(hours, timing.since, left), _after(timing, hours, timing.awake)))


def _bound(timing: Timing, left: timedelta, hours: Hours) -> datetime:
    """The latest end of a decision: three times its clock, or a long weekend if the clock is short."""
    whole = max(timing.whole or left, left)
    return advance(hours, timing.since, left + max(2 * whole, LONG_WEEKEND - whole))


def _before(timing: Timing, left: timedelta, hours: Hours, bound: datetime) -> datetime:
    """The latest end before a bound: outside quiet hours, and most of an hour after the first ping."""
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
    """A moment outside the first hour in which a person may be pinged again."""
    opening = opened(hours, at, _HOUR)
    if opening is None:
        return at
    begins, ends = open_spell(hours, opening)
    while ends - begins < _HOUR:
        # A short time between a weekend and a night is no morning.
        begins, ends = open_spell(hours, ends)
    return max(at, begins + min(_HOUR, (ends - begins) * 3 / 4))


def _after(timing: Timing, hours: Hours, awake: timedelta) -> datetime:
    """The end of this many waking hours after the first ping, in open hours."""
    told_at = next_open(hours, timing.since) if timing.told is None else timing.told
    return next_open(hours, waking(hours, told_at, awake)) if awake else timing.since


def next_ring(clock: Clock, timing: Timing, hours: Hours, rung: int, *, now: datetime) -> Ring | None:
    """The next reminder after number `rung`, which was sent now (−1: none yet); None if no more follow.

    With a deadline: reminders at half time and near the end, unless they are past or would coincide with
    a later one; "over", always; then three calls of moderators and the "last", each after twice the pause,
    for a campaign in which no one has settled it. Without a deadline: five nudges, each after twice the
    pause, the fifth is the "last".
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
    """The reminders before the end, in order; of two within an hour of each other the later is kept.

    If the waking hours last longer than the clock, the reminders come in the course of them.
    """
    rings: list[Ring] = []
    points: list[tuple[int, Stage, timedelta, timedelta]] = [(0, "half", left / 2, timing.awake / 2)]
    if left > 3 * _HOUR:  # with less, the end is too near to half time for another reminder
        points.append((1, "near", left - max(left / 8, _HOUR), timing.awake * 3 / 4))
    for number, stage, point, awake in reversed(points):
        at = max(due(hours, timing.since, point), _after(timing, hours, awake))
        if at <= rings[0].at - _HOUR if rings else at < over:
            rings.insert(0, Ring(number, stage, at))
    return rings


def _in_the_morning(rings: list[Ring], hours: Hours, over: datetime) -> list[Ring]:
    """If the time is over soon after a morning: one reminder in that morning, and the last one before it."""
    opening = opened(hours, over, _HOUR + timedelta.resolution)
    if opening is None or not rings or rings[-1].at >= opening:
        return rings
    before = [ring._replace(at=rings[-1].at) for ring in rings[:-1]]
    return [*before, rings[-1]._replace(at=opening)]


def _call(left: timedelta, hours: Hours, number: int, now: datetime) -> Ring | None:
    turn = number - _OVER - 1
    if turn > _CALLS:
        return None
    # Counted from the reminder before, not from the end, so that an outage does not send several at once.
    pause = max(4 * _HOUR, min(_DAY, left / 2)) * 2**turn
    return Ring(number, "last" if turn == _CALLS else "call", due(hours, now, pause))


def _nudge(clock: Clock, since: datetime, hours: Hours, number: int, now: datetime) -> Ring | None:
    if clock.nudge is None or number >= _NUDGES:
        return None
    at = due(hours, now, clock.nudge * 2**number) if number else due(hours, since, clock.nudge)
    return Ring(
        number, "last" if number == _NUDGES - 1 else "nudge", at if at > now else next_open(hours, now)
    )
