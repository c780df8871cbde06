"""A campaign's clock: how long a decision may take, and when it is rung for.

Clocks are typed and stored as text: `none`, `none nudge 24h`, `48h interrupts 12h`, `3d overtime pass`,
`bank 4d +12h max 7d`.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import msgspec
from rapidfuzz import process

from bot.errors import PoliteError
from bot.hours import Hours, due, elapsed, next_open, quoted

Kind = Literal["none", "fixed", "bank"]
Overtime = Literal["call", "pass", "player"]
"""When a turn's time is over a moderator is called, it is passed, or the automatic player decides."""
Stage = Literal["nudge", "half", "near", "over", "call", "last"]

CHOICES: list[tuple[str, str]] = [
    ("No clock", "none"),
    ("No clock, a reminder after a day", "none nudge 24h"),
    ("A day for each decision", "24h"),
    ("Two days for each decision", "48h"),
    ("Three days for each decision, then the automatic player", "3d overtime player"),
    ("A bank of four days, half a day more after each decision", "bank 4d +12h max 7d"),
]
"""Common clocks: what is shown, and what `read` takes."""

_NOTHING = timedelta()
_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_LONGEST = 60 * _DAY
_NUDGES = 5
_OVER = 2
_CALLS = 3


class ClockError(PoliteError):
    """A clock that can't be read or can't be had; its text says why and how one is written."""


class Clock(msgspec.Struct, frozen=True):
    """How long the decisions of a campaign may take; all in whole minutes.

    :raises ClockError: the parts don't go together.
    """

    kind: Kind = "none"
    time: timedelta = _NOTHING
    """Fixed: for each decision. Bank: what each seat starts with."""
    increment: timedelta = _NOTHING
    """Bank: what is added after each of a seat's own decisions."""
    cap: timedelta = _NOTHING
    """Bank: the most that a seat can have."""
    interrupts: timedelta = _NOTHING
    """For a decision out of turn; nothing where the kind is none."""
    overtime: Overtime = "call"
    nudge: timedelta | None = None
    """Where the kind is none: the first reminder of a decision without a deadline."""

    def __post_init__(self) -> None:
        if self.kind == "none":
            if self.time or self.interrupts or self.overtime != "call":
                raise ClockError(f"Without a clock there are no interrupts and no overtime. {_EXAMPLES}")
        elif self.nudge is not None:
            raise ClockError(f"A nudge is for `none` only: a clock has reminders of its own. {_EXAMPLES}")
        else:
            _check_length(self.time, "A decision")
            _check_length(self.interrupts, "A decision out of turn")
        if self.kind == "bank":
            if not self.increment:
                raise ClockError("A bank needs what each decision adds, such as `bank 4d +12h max 7d`.")
            _check_length(self.increment, "What a decision adds")
            _check_length(self.cap, "A bank")
            if not self.increment <= self.time <= self.cap:
                raise ClockError(
                    "A bank has to start with at least what each decision adds and at most what it can hold: "
                    "write it like `bank 4d +12h max 7d`."
                )
        elif self.increment or self.cap:
            raise ClockError(f"Only a bank has time added and a most. {_EXAMPLES}")
        if self.nudge is not None:
            _check_length(self.nudge, "The pause before a nudge")


class Timing(NamedTuple):
    """When a decision began, and how long it was allowed from then; None where it has no deadline."""

    since: datetime
    left: timedelta | None


class Ring(NamedTuple):
    """One time that a decision is rung for; numbers rise, with gaps where one was left out."""

    number: int
    stage: Stage
    at: datetime


_EXAMPLES = "Clocks are written like `none`, `none nudge 24h`, `48h interrupts 12h` or `bank 4d +12h max 7d`."
_UNITS = {"m": _MINUTE, "h": _HOUR, "d": _DAY, "w": 7 * _DAY}
_SPELT = re.compile(r"(\d)\s*(minutes?|mins?|hours?|hrs?|days?|weeks?|[mhdw])\b")
_LENGTH = re.compile(r"(?:\d{1,5}[mhdw]){1,4}")
_KINDS = ("none", "bank", "time")
_PARTS = {
    **{word: word for word in ("none", "bank", "nudge", "max", "interrupts", "overtime")},
    "interrupt": "interrupts",
    "nudges": "nudge",
    "cap": "max",
}


def read(text: str) -> Clock:
    """The clock that somebody wrote.

    `interrupts` and `overtime` may come in any order. Without `interrupts` a decision out of turn has a
    quarter of the time, but at least 4 and at most 24 hours, and never more than a turn. Without `max` a bank
    holds twice what it starts with.

    :raises ClockError: it is no clock; tells the nearest word and examples.
    """
    said = _said(text)
    kinds = [name for name in _KINDS if name in said]
    if len(kinds) > 1 or not (kinds or "nudge" in said):
        raise ClockError(f"{quoted(text)} is not one clock. {_EXAMPLES}")
    kind: Kind = "bank" if "bank" in said else "fixed" if "time" in said else "none"
    overtime = _overtime(said.pop("overtime", "call"))
    said.pop("none", None)
    lengths = {name: _length(value) for name, value in said.items()}
    time = lengths.get("bank") or lengths.get("time") or _NOTHING
    quarter = time // 4 // _MINUTE * _MINUTE
    cap = min(2 * time, max(time, _LONGEST)) if kind == "bank" else _NOTHING
    return Clock(
        kind,
        time,
        lengths.get("increment", _NOTHING),
        lengths.get("max", cap),
        lengths.get("interrupts", min(time, max(4 * _HOUR, min(_DAY, quarter)))),
        overtime,
        lengths.get("nudge"),
    )


def written(clock: Clock) -> str:
    """The clock as `read` takes it, its interrupts spelt out so that it stays what it was."""
    if clock.kind == "none":
        return "none" if clock.nudge is None else f"none nudge {_short(clock.nudge)}"
    main = _short(clock.time)
    if clock.kind == "bank":
        main = f"bank {main} +{_short(clock.increment)} max {_short(clock.cap)}"
    overtime = "" if clock.overtime == "call" else f" overtime {clock.overtime}"
    return f"{main} interrupts {_short(clock.interrupts)}{overtime}"


def words(clock: Clock) -> str:
    """The clock in a sentence for people."""
    if clock.kind == "none":
        if clock.nudge is None:
            return "No clock: decisions may take as long as they take."
        return f"No clock: a reminder after {_long(clock.nudge)}, then ever more rarely."
    if clock.kind == "fixed":
        main, interrupts = _long(clock.time), _long(clock.interrupts)
        if main.split()[1].rstrip("s") == interrupts.split()[1].rstrip("s"):
            interrupts = interrupts.split()[0]
        told = f"{main} for each decision, {interrupts} for those out of turn"
    else:
        told = (
            f"A bank of {_long(clock.time)} for each seat, {_long(clock.increment)} more after each decision "
            f"up to {_long(clock.cap)}; {_long(clock.interrupts)} for decisions out of turn"
        )
    return f"{told}; then {_OVERTIMES[clock.overtime]}."


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


def first_ring(clock: Clock, timing: Timing, hours: Hours, *, now: datetime) -> Ring | None:
    """The first time that a decision is rung for; see `next_ring`."""
    return next_ring(clock, timing, hours, -1, now=now)


def next_ring(clock: Clock, timing: Timing, hours: Hours, rung: int, *, now: datetime) -> Ring | None:
    """What follows the ring of that number, which was rung now; None when no more is rung.

    With a deadline: reminders at half time and near the end, unless they are past or would coincide with
    what follows; "over", always; then three calls of moderators and the "last", each after twice the pause,
    for a caller that goes on asking because nothing settled it. Without a deadline: five nudges, each after
    twice the pause, the fifth the "last".
    """
    if timing.left is None:
        return _nudge(clock, timing.since, hours, rung + 1, now)
    if rung >= _OVER:
        return _call(timing.left, hours, rung + 1, now)
    over = due(hours, timing.since, timing.left)
    for ring in _reminders(timing.since, timing.left, hours, over):
        if ring.number > rung and ring.at > now:
            return ring
    return Ring(_OVER, "over", over if over > now else next_open(hours, now))


_OVERTIMES: dict[Overtime, str] = {
    "call": "a moderator is called",
    "pass": "the turn is passed",
    "player": "the automatic player decides",
}


def _reminders(since: datetime, left: timedelta, hours: Hours, over: datetime) -> list[Ring]:
    """Those before the end, in order; of two that quiet hours move together the later is kept."""
    rings: list[Ring] = []
    points: list[tuple[int, Stage, timedelta]] = [(0, "half", left / 2)]
    if left > 3 * _HOUR:  # in less the end is too near to half time to be worth a ring
        points.append((1, "near", left - max(left / 8, _HOUR)))
    for number, stage, point in reversed(points):
        at = due(hours, since, point)
        if at < (rings[0].at if rings else over):
            rings.insert(0, Ring(number, stage, at))
    return rings


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


def _said(text: str) -> dict[str, str]:
    """What is said of each part of a clock, by the part's name."""
    plain = " ".join(re.sub(r"[,;:]", " ", text.casefold()).split())
    plain = _SPELT.sub(lambda found: found[1] + found[2][0], plain).replace("+ ", "+")
    said: dict[str, str] = {}
    rest = plain.split()
    while rest:
        word = rest.pop(0)
        if word.startswith("+"):
            name, value = "increment", word[1:]
        elif _LENGTH.fullmatch(word):
            name, value = "time", word
        elif word in _PARTS:
            name = _PARTS[word]
            value = rest.pop(0) if rest and name != "none" else ""
        else:
            raise _unknown(word)
        if not value and name != "none":
            raise ClockError(f"Something has to follow {quoted(word)}. {_EXAMPLES}")
        if name in said:
            raise ClockError(f"{quoted(word)} is one {name} too many. {_EXAMPLES}")
        said[name] = value
    return said


def _unknown(word: str) -> ClockError:
    near = process.extractOne(word[:20], list(_PARTS), score_cutoff=60)
    perhaps = f" Did you mean `{near[0]}`?" if near else ""
    return ClockError(f"Can't read {quoted(word)} in a clock.{perhaps} {_EXAMPLES}")


def _overtime(value: str) -> Overtime:
    for overtime in _OVERTIMES:
        if value == overtime:
            return overtime
    known = "`overtime call`, `overtime pass` or `overtime player`"
    raise ClockError(f"{quoted(value)} is no way to go on when the time is over: write {known}.")


def _length(value: str) -> timedelta:
    if not _LENGTH.fullmatch(value):
        raise ClockError(
            f"Can't read {quoted(value)} as a length of time: write it like `90m`, `48h` or `3d`."
        )
    return sum((int(count) * _UNITS[unit] for count, unit in re.findall(r"(\d+)(.)", value)), _NOTHING)


def _check_length(length: timedelta, of: str) -> None:
    if not _MINUTE <= length <= _LONGEST or length % _MINUTE:
        raise ClockError(
            f"{of} can last whole minutes, from one to 60 days: write it like `90m`, `48h` or `3d`."
        )


def _short(length: timedelta) -> str:
    count, unit = _in_units(length)
    return f"{count}{unit[0]}"


def _long(length: timedelta) -> str:
    count, unit = _in_units(length)
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _in_units(length: timedelta) -> tuple[int, str]:
    """In days from three on, as people say 48 hours; in minutes where it is no whole hour."""
    if length >= 3 * _DAY and not length % _DAY:
        return length // _DAY, "day"
    if not length % _HOUR:
        return length // _HOUR, "hour"
    return length // _MINUTE, "minute"
