"""The deadlines of decisions: rows made from the clock of a campaign and the hours of its players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

import msgspec

from bot.clock import rings
from bot.clock.hours import Hours, as_before, elapsed, next_open, waking, without_weekends, woken
from bot.clock.notation import Clock
from bot.clock.rings import Ring, Stage, Timing
from bot.store import Deadline, Rest
from engines.core.decisions import Decision

ANY_TIME = Hours()
"""The hours of a vacant seat."""
GRACE = timedelta(hours=12)
"""The least time of a decision whose clock goes on after an interruption that no player caused."""

_STAGES: tuple[Stage, ...] = ("half", "near", "over")
"""The first reminders of a decision with a deadline, as `bot.clock.rings` numbers them."""
_NOTHING = timedelta()

D = TypeVar("D", bound=Deadline)


AT_LEAST = timedelta(hours=1)
"""The least time after a player's own undo, once for each decision."""


class Reckoned(NamedTuple):
    """The clocks after an action."""

    owed: list[Deadline]
    banks: dict[str, timedelta]
    """New time in the banks of seats, if it has changed."""
    rests: dict[str, Rest]
    """Time that was left on the clocks of seats that have decided."""


def set_going(
    clock: Clock,
    decision: Decision,
    hours: Hours,
    now: datetime,
    bank: timedelta | None,
    *,
    knows: bool = False,
    rest: Rest | None = None,
) -> Deadline:
    """The deadline of a decision that begins now.

    :param knows: the seat's player has just caused it, and knows.
    :param rest: what was left when an action was taken back; the decision has no more, and the hours of then.
    """
    allowed = rings.allowance(clock, interrupt=decision.interrupt, bank=bank)
    if allowed is not None and rest is not None:
        allowed = min(allowed, rest.left)
    began = _without_vacations(hours)
    return timed(
        clock,
        Deadline(
            seat=decision.seat,
            kind=decision.kind,
            since=now,
            allowed=allowed,
            interrupt=decision.interrupt,
            told_at=now if knows else None,
            awake=_NOTHING if allowed is None else min(allowed, clock.awake),
            hours=began if rest is None or rest.hours is None else rest.hours,
            handed=rest is not None and rest.handed,
        ),
        hours,
        now,
    )


def _without_vacations(hours: Hours) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(hours, vacations=()))


def reckoned_by(owed: Deadline, hours: Hours) -> Hours:
    """The hours that move a deadline: those of its beginning, with the present vacations.

    A player who could move it with new quiet hours would never have to decide.
    """
    return hours if owed.hours is None else as_before(hours, msgspec.json.decode(owed.hours, type=Hours))


def timed(clock: Clock, owed: D, hours: Hours, now: datetime, *, rung: int = -1) -> D:
    """A deadline whose due time and next reminder are calculated again from `since` and `allowed`.

    :param rung: the last reminder that must not be repeated.
    """
    timing, by = _timing(clock, owed), reckoned_by(owed, hours)
    ring = rings.next_ring(clock, timing, by, rung, now=now)
    return msgspec.structs.replace(
        owed,
        due_at=rings.falls(timing, by),
        ring=max(rung, 0) if ring is None else ring.number,
        next_ring_at=None if ring is None else ring.at,
    )


def _timing(clock: Clock, owed: Deadline) -> Timing:
    # The bank's present time is also its whole time: the bound is calculated from it.
    whole = _NOTHING if clock.kind == "bank" and not owed.interrupt else None
    if whole is None:
        whole = rings.allowance(clock, interrupt=owed.interrupt, bank=None) or _NOTHING
    return Timing(owed.since, owed.allowed, owed.told_at, owed.awake, whole)


def told(clock: Clock, owed: D, hours: Hours, now: datetime) -> D:
    """A deadline whose seat is told of it now, for the first time."""
    if owed.told_at is not None or owed.allowed is None:
        return owed
    heard = msgspec.structs.replace(owed, told_at=now)
    if stands_still(owed) or overdue(owed):
        return heard
    return timed(clock, heard, hours, now, rung=owed.ring - 1)


def may_fall(clock: Clock, owed: Deadline, hours: Hours, now: datetime) -> bool:
    """Whether the seat has had its minimum of waking hours, or as many as the bound leaves."""
    if not owed.awake:
        return True
    if owed.told_at is None:
        return False
    by = reckoned_by(owed, hours)
    return waking(by, owed.told_at, owed.awake) <= now or _bounded(clock, owed, by, now)


def _bounded(clock: Clock, owed: Deadline, by: Hours, now: datetime) -> bool:
    """Whether a deadline is at its bound, and past."""
    timing = _timing(clock, owed)
    over = rings.falls(timing, by)
    return over is not None and over <= now and rings.is_bounded(timing, by)


def unheard(clock: Clock, owed: D, hours: Hours, now: datetime) -> D:
    """A deadline that can't end yet, put off as if its seat were told now, if it was never told."""
    by = reckoned_by(owed, hours)
    timing = _timing(clock, owed)
    falls = rings.falls(timing._replace(told=timing.told or next_open(by, now)), by)
    return msgspec.structs.replace(owed, due_at=falls, next_ring_at=falls)


def falls_from(clock: Clock, owed: Deadline, hours: Hours, at: datetime) -> datetime:
    """The time from which its end may be acted on: outside the quiet hours that its seat had when it began.

    A deadline at its bound may end on a weekend.
    """
    by = reckoned_by(owed, hours)
    return next_open(without_weekends(by) if _bounded(clock, owed, by, at) else by, at)


def handed_on(
    clock: Clock,
    owed: D,
    decision: Decision,
    hours: Hours,
    now: datetime,
    *,
    knows: bool,
    anew: bool,
    returned: bool = False,
) -> Deadline:
    """A deadline whose seat has changed hands: the first time it starts again, after that with what was left.

    The bank belongs to the seat and keeps its time. A new player is always told of the decision. Time that a
    stand-in lost is not the owner's fault: the owner has the whole time, and always the waking hours.

    :param hours: of the new player.
    :param anew: a moderator gives the seat, with the whole time.
    :param returned: the owner has it again after a stand-in.
    """
    rest = left(owed, hours, now)
    if rest is None:
        return msgspec.structs.replace(owed, muted=False)
    if owed.handed and returned and rest:
        awake = min(rings.allowance(clock, interrupt=owed.interrupt, bank=None) or rest, clock.awake)
        told_at = now if knows else None
        again = msgspec.structs.replace(owed, muted=False, told_at=told_at, awake=awake)
        return again if stands_still(owed) else timed(clock, again, hours, now, rung=owed.ring - 1)
    if owed.handed and not anew and not returned:
        return msgspec.structs.replace(owed, muted=False)
    bank = rest if clock.kind == "bank" and not anew else None
    begun = set_going(clock, decision, hours, now, bank, knows=knows)
    whole = min(rings.allowance(clock, interrupt=decision.interrupt, bank=None) or rest, clock.awake)
    return timed(clock, msgspec.structs.replace(begun, awake=whole, handed=True), hours, now)


def moved_on(
    clock: Clock,
    rows: Iterable[Deadline],
    decisions: Sequence[Decision],
    acted: set[str],
    hours: Mapping[str, Hours],
    banks: Mapping[str, timedelta | None],
    now: datetime,
    rests: Mapping[str, Rest] = {},
    *,
    knowing: Collection[str] = (),
    least: timedelta = AT_LEAST,
) -> Reckoned:
    """The deadlines and the time banks after an action.

    A decision that a seat owed before and still owes keeps its clock running. After an undo a seat has the
    time that was left, not a new clock; otherwise its time would never run out.

    :param rows: the deadlines before the action.
    :param acted: seats that have acted.
    :param hours: by seat; a vacant seat may be left out.
    :param banks: what each seat's bank held when its last decision was over.
    :param rests: what was left when a seat decided, for each seat whose action was taken back.
    :param knowing: seats whose players caused it, and need not be told.
    :param least: the least time after an undo.
    """
    before = {(row.seat, row.kind): row for row in rows}
    kept = dict(banks)
    changed: dict[str, timedelta] = {}
    decided: dict[str, Rest] = {}
    for row in before.values():
        if row.seat not in acted or row.allowed is None or row.interrupt:
            continue
        theirs = hours.get(row.seat, ANY_TIME)
        used = _NOTHING if stands_still(row) else elapsed(theirs, row.since, now)
        decided[row.seat] = Rest(max(row.allowed - used, _NOTHING), row.hours, row.handed)
        if clock.kind == "bank":
            changed[row.seat] = kept[row.seat] = rings.spent(clock, row.allowed, used)
    after = []
    for decision in decisions:
        running = before.get((decision.seat, decision.kind))
        theirs = hours.get(decision.seat, ANY_TIME)
        knows = decision.seat in knowing
        rest = None if decision.interrupt else rests.get(decision.seat)
        if rest is not None:
            rest = _less(rest, theirs, now, running, least)
            after.append(set_going(clock, decision, theirs, now, rest.left, knows=knows, rest=rest))
        elif running is not None and decision.seat not in acted:
            after.append(running)
        else:
            after.append(set_going(clock, decision, theirs, now, kept.get(decision.seat), knows=knows))
    return Reckoned(after, changed, decided)


def _less(rest: Rest, hours: Hours, now: datetime, running: Deadline | None, least: timedelta) -> Rest:
    """What was left of a decision that is owed again, less the time since."""
    since = _NOTHING if running is None or stands_still(running) else elapsed(hours, running.since, now)
    return msgspec.structs.replace(rest, left=max(rest.left - since, least))


def next_bell(clock: Clock, owed: Deadline, hours: Hours, now: datetime) -> tuple[Stage, Ring | None]:
    """The kind of the reminder that is due, and the next one; after the end, earlier ones are skipped."""
    late = owed.due_at is not None and owed.due_at <= now
    number = max(owed.ring, _STAGES.index("over")) if late else owed.ring
    then = rings.next_ring(clock, _timing(clock, owed), reckoned_by(owed, hours), number, now=now)
    if owed.allowed is None:
        return "last" if then is None else "nudge", then
    if number < len(_STAGES):
        return _STAGES[number], then
    return "last" if then is None else "call", then


def overdue(owed: Deadline) -> bool:
    """Whether the end of its time has been announced."""
    return owed.allowed is not None and owed.ring >= len(_STAGES)


def stands_still(owed: Deadline) -> bool:
    """Whether its clock is stopped, so that `allowed` is all the time that is left."""
    return owed.allowed is not None and owed.due_at is None


def left(owed: Deadline, hours: Hours, now: datetime) -> timedelta | None:
    """The time that is left; None without a deadline."""
    if stands_still(owed):
        return owed.allowed
    return rings.remaining(Timing(owed.since, owed.allowed), hours, now)


def grace(clock: Clock, owed: Deadline) -> timedelta:
    """`GRACE`; an interrupt has no more than its clock gives it."""
    return min(GRACE, clock.interrupts) if owed.interrupt else GRACE


def stopped(owed: D, hours: Hours, now: datetime) -> D:
    """A deadline whose clock is stopped; `resumed` restarts it with what was left."""
    if owed.due_at is None and owed.next_ring_at is None:
        return owed
    rest = left(owed, hours, now)
    still = _heard(owed, hours, now)
    return msgspec.structs.replace(still, since=now, allowed=rest, due_at=None, next_ring_at=None)


def _heard(owed: D, hours: Hours, now: datetime) -> D:
    """A deadline less the waking hours that its seat has had; later ones are counted from now."""
    if owed.told_at is None or stands_still(owed):
        return owed
    had = woken(reckoned_by(owed, hours), owed.told_at, now)
    return msgspec.structs.replace(owed, told_at=now, awake=max(owed.awake - had, _NOTHING))


def resumed(clock: Clock, owed: D, hours: Hours, now: datetime, *, knows: bool = False) -> D:
    """A stopped deadline restarted; if no time was left, it has the grace period.

    A seat whose clock other people restart has that at least: its player may look in once a day. Reminders
    from before the stop are not repeated.

    :param knows: the seat's own player restarts it.
    """
    if owed.told_at is not None or knows:
        owed = msgspec.structs.replace(owed, told_at=now)
    if owed.allowed is None:
        return _going_on(clock, owed, None, hours, now)
    least = _NOTHING if knows and owed.allowed else grace(clock, owed)
    if not owed.allowed:
        return timed(clock, msgspec.structs.replace(owed, since=now, allowed=least), hours, now)
    return _going_on(clock, owed, max(owed.allowed, least), hours, now)


def extended(clock: Clock, owed: D, more: timedelta, hours: Hours, now: datetime) -> D:
    """A deadline with more time; an overdue one has all of the new time from now."""
    rest = left(owed, hours, now)
    if rest is None:
        return owed
    longer = msgspec.structs.replace(owed, allowed=rest + more)
    if stands_still(owed):
        return msgspec.structs.replace(longer, ring=0)
    return timed(clock, msgspec.structs.replace(longer, since=now), hours, now)


def under_new_hours(clock: Clock, owed: D, old: Hours, new: Hours, now: datetime) -> D:
    """A deadline after its player's hours changed: a vacation moves it, quiet hours do not.

    The answer to the change lists what the player owes, so they have been told of it.
    """
    owed = told(clock, owed, old, now)
    if owed.next_ring_at is None:
        return owed
    if owed.allowed is None or overdue(owed):
        return msgspec.structs.replace(owed, next_ring_at=next_open(new, owed.next_ring_at))
    if old.vacations == new.vacations:
        return owed
    return _going_on(clock, owed, left(owed, old, now), new, now)


def after_outage(clock: Clock, owed: D, hours: Hours, since: datetime, until: datetime) -> D:
    """A deadline after an outage: with what was left before it, and at least the grace period.

    A coming call keeps its distance; a reminder without a deadline that fell due is sent once.
    """
    if owed.next_ring_at is None or owed.allowed is None:
        return owed
    if overdue(owed):
        pause = max(_NOTHING, owed.next_ring_at - since)
        return msgspec.structs.replace(owed, next_ring_at=next_open(hours, until + pause))
    rest = left(owed, hours, since)
    assert rest is not None
    owed = _heard(owed, hours, since)
    if owed.told_at is not None:
        owed = msgspec.structs.replace(owed, told_at=until)
    return _going_on(clock, owed, max(rest, grace(clock, owed)), hours, until)


def _going_on(clock: Clock, owed: D, rest: timedelta | None, hours: Hours, now: datetime) -> D:
    """A deadline with this much time from now; earlier reminders are not repeated."""
    return timed(
        clock, msgspec.structs.replace(owed, since=now, allowed=rest), hours, now, rung=owed.ring - 1
    )
