"""One person's hours: the time zone, the quiet hours, and the vacations that stop every clock.

A vacation stops the clock. Quiet hours and weekends off do not, but the person is not pinged in them, a
deadline that falls in them moves to their end, and they are no waking hours. All moments are aware; those
that are returned are in UTC.
"""

from __future__ import annotations

import calendar
import math
import re
import zoneinfo
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache

import msgspec

from bot.errors import PoliteError, quoted
from data.catalogue import _

VACATION_DAYS = 28
"""Days of vacation in a calendar year of the person's time zone."""

_NOTHING = timedelta()
_DAY = timedelta(days=1)
_DAY_MINUTES = 24 * 60
_OPEN_MINUTES = 60
_FAR = timedelta(days=3 * 366)
_YEAR = timedelta(days=366)


class HoursError(PoliteError):
    """An impossible zone, quiet hours, day or vacation; its text says why and what is possible."""


class Span(msgspec.Struct, frozen=True):
    """A stretch of time that includes its start but not its end."""

    start: datetime
    end: datetime


class Hours(msgspec.Struct, frozen=True):
    """The hours in which a person may be pinged.

    Quiet hours are minutes after local midnight, both or neither; they cross midnight if the end is
    before the beginning.

    :raises HoursError: the zone is unknown, or the quiet hours leave less than an hour a day.
    """

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_until: int | None = None
    weekends_off: bool = False
    vacations: tuple[Span, ...] = ()
    deputised: bool = False
    """Whether a deputy decides during vacations in games of several, so that the others need not wait."""

    def __post_init__(self) -> None:
        timezone(self.zone)
        if self.quiet_from is not None and self.quiet_until is not None:
            _check_quiet(self.quiet_from, self.quiet_until)
        elif self.quiet_from is not None or self.quiet_until is not None:
            raise HoursError(_("Quiet hours need a beginning and an end, such as `22:00-08:00`."))


def is_open(hours: Hours, at: datetime) -> bool:
    """Whether the person may be pinged: no quiet hour, no weekend off, no vacation."""
    return not _shut(hours, at.astimezone(timezone(hours.zone))) and not any(
        span.start <= at < span.end for span in hours.vacations
    )


def next_open(hours: Hours, at: datetime) -> datetime:
    """The earliest moment from `at` on at which the person may be pinged."""
    zone, at = timezone(hours.zone), at.astimezone(UTC)
    while True:
        away = next((span for span in hours.vacations if span.start <= at < span.end), None)
        if away is not None:
            at = away.end.astimezone(UTC)
        elif shut := _shut(hours, at.astimezone(zone)):
            at = _while_steady(at, at + shut, zone)
        else:
            return at


def elapsed(hours: Hours, start: datetime, end: datetime) -> timedelta:
    """How long the clock ran: all but vacations."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    away = (min(end, span.end) - max(start, span.start) for span in _merged(hours.vacations))
    return max(_NOTHING, end - start - sum((part for part in away if part > _NOTHING), _NOTHING))


def advance(hours: Hours, start: datetime, running: timedelta) -> datetime:
    """The earliest moment at which the clock has run for this long since `start`."""
    at = start.astimezone(UTC) + max(running, _NOTHING)
    for span in _merged(hours.vacations):
        begins = max(span.start, start)
        if begins < min(span.end, at):
            at += span.end - begins
    return at


def due(hours: Hours, start: datetime, left: timedelta) -> datetime:
    """The end of the time that began at `start`: no earlier than the clock says, and in open hours."""
    return next_open(hours, advance(hours, start, left))


def opened(hours: Hours, at: datetime, within: timedelta) -> datetime | None:
    """The first moment after closed hours when a ping is possible, if it is at most `within` before `at`."""
    before = at - within
    if is_open(hours, before):
        return None
    opening = next_open(hours, before)
    return opening if opening <= at else None


def open_spell(hours: Hours, at: datetime) -> tuple[datetime, datetime]:
    """The next open hours: from their first moment at or after `at`, and their end."""
    begins = next_open(hours, at)
    ends = _shuts(hours, begins)
    # `_shuts` looks at most a day ahead.
    while is_open(hours, ends) and ends - begins < 2 * _DAY:
        ends = _shuts(hours, ends)
    return begins, ends


def without_weekends(hours: Hours) -> Hours:
    """The hours with quiet hours and vacations, but with open weekends."""
    return msgspec.structs.replace(hours, weekends_off=False)


def waking(hours: Hours, start: datetime, length: timedelta) -> datetime:
    """The earliest moment by which a person has had this many waking hours since `start`."""
    at = start.astimezone(UTC)
    while length > _NOTHING:
        at = next_open(hours, at)
        shuts = _shuts(hours, at)
        if length <= shuts - at:
            return at + length
        length -= shuts - at
        at = shuts
    return at


def woken(hours: Hours, start: datetime, end: datetime) -> timedelta:
    """The waking hours that a person had between two moments."""
    at, had = start.astimezone(UTC), _NOTHING
    while (at := next_open(hours, at)) < end:
        shuts = min(_shuts(hours, at), end)
        had += shuts - at
        at = shuts
    return had


def as_before(hours: Hours, began: Hours) -> Hours:
    """The quiet hours and weekends of `began` with the present vacations."""
    return msgspec.structs.replace(began, vacations=hours.vacations)


def days_used(hours: Hours, year: int) -> float:
    """Days of vacation, taken or planned, in the person's calendar year."""
    return _used(hours, year) / _DAY


def vacation(hours: Hours, start: datetime, end: datetime, *, now: datetime) -> Hours:
    """The hours with another vacation; one that begins today begins now, so that no past hour is given back.

    A vacation inside another that is under way or planned replaces it, so that it can be shortened; otherwise
    vacations that overlap are joined.

    :raises HoursError: it is past, ends before it starts, or takes more days than its years have left.
    """
    zone = timezone(hours.zone)
    if start < _midnight(now.astimezone(zone).date(), zone) or end <= now:
        raise HoursError(_("That day is in the past. A vacation can begin today or later."))
    start = max(start, now)
    if end <= start:
        raise HoursError(_("That vacation would end before it begins. Give the later day as its end."))
    span = Span(start.astimezone(UTC), end.astimezone(UTC))
    others = [_shortened(other, span, now) for other in _merged(hours.vacations)]
    wanted = msgspec.structs.replace(hours, vacations=tuple(_merged((*others, span))))
    budget = VACATION_DAYS * _DAY
    for year in range(start.astimezone(zone).year, (end - timedelta.resolution).astimezone(zone).year + 1):
        before, after = _used(hours, year), _used(wanted, year)
        if after > max(before, budget):
            # Rounded in opposite directions, so that the refusal never says that the days are available.
            takes = math.ceil((after - before) / _DAY * 10) / 10
            left = math.floor(max(budget - before, _NOTHING) / _DAY * 10) / 10
            raise HoursError(
                _(
                    "That takes {takes} of {year}. You have {left} left of your {vacation_days} days "
                    "a year. Choose a shorter vacation.",
                    takes=_days(takes),
                    year=year,
                    vacation_days=VACATION_DAYS,
                    left=_days(left),
                )
            )
    return wanted


def _shortened(other: Span, span: Span, now: datetime) -> Span:
    """A vacation after a new one is given: if the new one lies inside it, only the past part of it stays."""
    within = other.start <= span.start and span.end <= other.end
    return Span(other.start, max(other.start, min(span.start, now))) if within else other


def overlapping(hours: Hours, start: datetime, end: datetime, *, now: datetime) -> list[Span]:
    """Vacations, under way or planned, that overlap with a new one."""
    start = max(start, now)
    return [
        span for span in _merged(hours.vacations) if span.end > now and span.start < end and start < span.end
    ]


def back(hours: Hours, now: datetime) -> Hours:
    """The hours with the present vacation ended now; unused days come back, later vacations stay.

    :raises HoursError: there is no vacation at present.
    """
    if not any(span.start <= now < span.end for span in hours.vacations):
        raise HoursError(_("You are not on vacation."))
    ended = (Span(s.start, now) if s.start <= now < s.end else s for s in _merged(hours.vacations))
    return msgspec.structs.replace(hours, vacations=tuple(s for s in ended if s.start < s.end))


def cancel(hours: Hours, now: datetime) -> Hours:
    """The hours without the vacations that have not begun.

    :raises HoursError: no vacation is planned.
    """
    kept = tuple(span for span in hours.vacations if span.start <= now)
    if kept == hours.vacations:
        raise HoursError(_("You have no planned vacation to cancel."))
    return msgspec.structs.replace(hours, vacations=kept)


def forget_past(hours: Hours, now: datetime) -> Hours:
    """The hours without the vacations that ended over a year ago.

    The budget needs those of the present year; a vacation that ended in December also stopped clocks that
    still run in January, so all are kept for a year and not only to the end of their own.
    """
    kept = tuple(span for span in hours.vacations if span.end > now - _YEAR)
    return msgspec.structs.replace(hours, vacations=kept)


_TIME = r"(\d{1,2})(?:[:.h](\d{2})?)?\s*(am|pm)?"
_QUIET = re.compile(rf"(?:from\s+)?{_TIME}\s*(?:-|–|—|to|until)\s*{_TIME}")


def read_quiet(text: str) -> tuple[int, int] | None:
    """Quiet hours in minutes after local midnight; None for `off`.

    Reads `22:00-08:00`, `22-8`, `10pm-8am`, `22h-8h30`, `from midnight until 7`.

    :raises HoursError: it can't be read, or leaves less than an hour a day.
    """
    plain = text.strip().casefold().replace("midnight", "0:00").replace("noon", "12:00")
    if plain in {"off", "none", "no", "never"}:
        return None
    if not (match := _QUIET.fullmatch(plain)):
        raise HoursError(
            _(
                "I can't read {text} as quiet hours. Write them like `22:00-08:00`, or `off`.",
                text=quoted(text),
            )
        )
    begins, ends = _minutes(*match.group(1, 2, 3)), _minutes(*match.group(4, 5, 6))
    if (begins, ends) == (0, _DAY_MINUTES):
        ends = begins
    _check_quiet(begins % _DAY_MINUTES, ends % _DAY_MINUTES)
    return begins % _DAY_MINUTES, ends % _DAY_MINUTES


def quiet_text(hours: Hours) -> str:
    """The quiet hours in the form that `read_quiet` reads."""
    if hours.quiet_from is None or hours.quiet_until is None:
        return "off"
    (begin, begin_past), (end, end_past) = divmod(hours.quiet_from, 60), divmod(hours.quiet_until, 60)
    return f"{begin:02}:{begin_past:02}-{end:02}:{end_past:02}"


_MONTHS = {
    written.casefold(): month
    for month in range(1, 13)
    for name in (calendar.month_name[month],)
    for written in (name, name[:3], name[:4])
}
_WEEKDAYS = [name.casefold() for name in (*calendar.day_name, *calendar.day_abbr)]
_LENGTH = re.compile(r"(?:\+|in )? ?(\d{1,4}) ?(d|days?|w|weeks?)")
_ISO_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DAY_MONTH = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)? (?P<month>[a-z]+)\.?,?(?: (?P<year>\d{4}))?")
_MONTH_DAY = re.compile(r"(?P<month>[a-z]+)\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,?(?: (?P<year>\d{4}))?")


def away(hours: Hours, now: datetime) -> bool:
    """Whether a person is on vacation."""
    return any(span.start <= now < span.end for span in hours.vacations)


def read_day(text: str, hours: Hours, at: datetime, *, closing: bool = False) -> datetime:
    """The local midnight that begins a day, or with `closing` the one that ends it.

    Reads `2026-12-24`, `24 Dec`, `Dec 24 2026`, `friday`, `today`, `tomorrow`, and `+10 days`, which is
    counted from the day of `at` and is the same when closing. A day without a year is the next such day.

    :raises HoursError: it can't be read, is no day, or is more than three years away.
    """
    zone = timezone(hours.zone)
    today = at.astimezone(zone).date()
    plain = " ".join(text.split()).casefold()
    if length := _LENGTH.fullmatch(plain):
        day = today + int(length[1]) * (7 if length[2].startswith("w") else 1) * _DAY
    else:
        day = _named_day(plain, today, text)
    if abs(day - today) > _FAR:
        raise HoursError(_("{text} is too far away. Choose a day within three years.", text=quoted(text)))
    return _midnight(day + _DAY if closing and not length else day, zone)


@cache
def timezone(zone: str) -> tzinfo:
    """The zone with this IANA name.

    :raises HoursError: this machine does not know it.
    """
    if zone == "UTC":  # known even to a machine without a time zone database
        return UTC
    try:
        return zoneinfo.ZoneInfo(zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as error:
        raise HoursError(
            _("I don't know the time zone {zone}. Choose another.", zone=quoted(zone))
        ) from error


def _shut(hours: Hours, wall: datetime) -> timedelta:
    """How long the hours are still closed at this local time; zero if they are open."""
    into = timedelta(hours=wall.hour, minutes=wall.minute, seconds=wall.second, microseconds=wall.microsecond)
    if hours.weekends_off and wall.weekday() >= 5:
        return _DAY - into
    if hours.quiet_from is None or hours.quiet_until is None:
        return _NOTHING
    length = timedelta(minutes=hours.quiet_until - hours.quiet_from) % _DAY
    return max(_NOTHING, length - (into - timedelta(minutes=hours.quiet_from)) % _DAY)


def _shuts(hours: Hours, at: datetime) -> datetime:
    """The end of the open hours around an open moment, as far as one day ahead."""
    zone = timezone(hours.zone)
    wall = at.astimezone(zone)
    into = timedelta(hours=wall.hour, minutes=wall.minute, seconds=wall.second, microseconds=wall.microsecond)
    lengths = [_DAY]
    if hours.weekends_off:
        lengths.append((5 - wall.weekday()) * _DAY - into)
    if hours.quiet_from is not None:
        lengths.append((timedelta(minutes=hours.quiet_from) - into) % _DAY or _DAY)
    shuts = _while_steady(at, at + min(lengths), zone)
    return min([shuts, *(span.start for span in hours.vacations if span.start > at)])


def _while_steady(at: datetime, until: datetime, zone: tzinfo) -> datetime:
    """`until`, or the moment before it at which the zone's clocks change; at most a day apart."""
    offset = at.astimezone(zone).utcoffset()
    if until.astimezone(zone).utcoffset() == offset:
        return until
    steady, changed = int(at.timestamp()), int(until.timestamp())
    while changed - steady > 1:
        middle = (steady + changed) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            steady = middle
        else:
            changed = middle
    return datetime.fromtimestamp(changed, UTC)


def _midnight(day: date, zone: tzinfo) -> datetime:
    # If the clocks go forward at midnight, this is the change itself, the first moment of that day.
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted((s for s in spans if s.start < s.end), key=lambda s: s.start):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def _used(hours: Hours, year: int) -> timedelta:
    # In local time, so that a day is a day also when the clocks change.
    zone, first, last = timezone(hours.zone), datetime(year, 1, 1), datetime(year + 1, 1, 1)  # noqa: DTZ001 - the wall's
    walls = (
        (span.start.astimezone(zone).replace(tzinfo=None), span.end.astimezone(zone).replace(tzinfo=None))
        for span in _merged(hours.vacations)
    )
    return sum((max(_NOTHING, min(end, last) - max(start, first)) for start, end in walls), _NOTHING)


def _days(count: float) -> str:
    return "1 day" if count == 1 else _("{count:g} days", count=count)


def _check_quiet(begins: int, ends: int) -> None:
    in_a_day = 0 <= begins < _DAY_MINUTES and 0 <= ends < _DAY_MINUTES
    if not in_a_day or not 0 < (ends - begins) % _DAY_MINUTES <= _DAY_MINUTES - _OPEN_MINUTES:
        raise HoursError(
            _(
                "Quiet hours must leave at least one hour a day for notifications. Write them like "
                "`22:00-08:00`, or `off`. For whole days without any, take a vacation."
            )
        )


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    hours, minutes = int(hour), int(minute or 0)
    if half and 1 <= hours <= 12:
        hours = hours % 12 + (12 if half == "pm" else 0)
    elif half:
        hours = 99
    if minutes > 59 or hours * 60 + minutes > _DAY_MINUTES:
        raise HoursError(
            _("There is no such time of day. Write quiet hours like `22:00-08:00` or `10pm-8am`.")
        )
    return hours * 60 + minutes


def _named_day(plain: str, today: date, text: str) -> date:
    """:raises HoursError: it is not a day."""
    if plain in {"today", "tomorrow"}:
        return today + (plain == "tomorrow") * _DAY
    if plain in _WEEKDAYS:
        return today + ((_WEEKDAYS.index(plain) % 7 - today.weekday() - 1) % 7 + 1) * _DAY
    match = _ISO_DAY.fullmatch(plain) or _DAY_MONTH.fullmatch(plain) or _MONTH_DAY.fullmatch(plain)
    if match:
        year, month, number = match["year"], match["month"], int(match["day"])
        place = int(month) if month.isdecimal() else _MONTHS.get(month, 0)
        # The 29th of February may be eight years away.
        for candidate in [int(year)] if year else range(today.year, today.year + 9):
            with suppress(ValueError):
                day = date(candidate, place, number)
                if year or day >= today:
                    return day
    raise HoursError(
        _(
            "I can't read {text} as a day. Write it like `2026-12-24`, `24 Dec`, `tomorrow` or `+10 days`.",
            text=quoted(text),
        )
    )
