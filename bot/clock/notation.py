"""A campaign's clock as text: how long a decision may take, and what happens when time runs out.

Clocks are typed and stored as text: `none`, `none nudge 24h`, `48h interrupts 12h`, `3d overtime pass`,
`bank 4d +12h max 7d`, `24h awake 5h`.
"""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache
from typing import Literal

import msgspec
from rapidfuzz import process

from bot.errors import PoliteError, quoted
from data.catalogue import N_, _
from data.nouns import numbered

Kind = Literal["none", "fixed", "bank"]
Overtime = Literal["call", "pass", "player"]
"""What happens when a turn's time is over: call a moderator, pass, or let the automatic player decide."""

CHOICES: list[tuple[N_, str]] = [
    (N_("No clock"), "none"),
    (N_("No clock, a reminder after a day"), "none nudge 24h"),
    (N_("A day for each decision"), "24h"),
    (N_("Two days for each decision"), "48h"),
    (N_("Three days for each decision, then the automatic player"), "3d overtime player"),
    (N_("A bank of four days, half a day more after each decision"), "bank 4d +12h max 7d"),
]
"""Common clocks: the label, and the text for `read`."""

_NOTHING = timedelta()
_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_LONGEST = 60 * _DAY
AWAKE = 3 * _HOUR
"""Default number of waking hours that a person has to decide in."""
_LONGEST_AWAKE = 24 * _HOUR


class ClockError(PoliteError):
    """A clock that can't be read or is impossible; its text says why and how a clock is written."""


class Clock(msgspec.Struct, frozen=True):
    """How long the decisions of a campaign may take; all in whole minutes.

    :raises ClockError: the parts don't go together.
    """

    kind: Kind = "none"
    time: timedelta = _NOTHING
    """Fixed: for each decision. Bank: what each seat starts with."""
    increment: timedelta = _NOTHING
    """Bank: what each decision of the seat adds."""
    cap: timedelta = _NOTHING
    """Bank: the most that a seat can have."""
    interrupts: timedelta = _NOTHING
    """The time for a decision out of turn; zero for the kind `none`."""
    overtime: Overtime = "call"
    nudge: timedelta | None = None
    """The time until the first reminder of a decision without a deadline, for the kind `none`."""
    awake: timedelta = AWAKE
    """Waking hours that a player has after the first ping, or the whole time if that is less."""

    def __post_init__(self) -> None:
        if self.kind == "none":
            if self.time or self.interrupts or self.overtime != "call" or self.awake != AWAKE:
                raise ClockError(
                    _(
                        "A campaign without a clock has no interrupts, no overtime and no `awake`. "
                        "{examples}",
                        examples=_EXAMPLES,
                    )
                )
        elif self.nudge is not None:
            raise ClockError(
                _(
                    "Only `none` takes a nudge: a clock has its own reminders. {examples}",
                    examples=_EXAMPLES,
                )
            )
        else:
            _check_length(self.time, _("A decision"))
            _check_length(self.interrupts, _("A decision out of turn"))
        if self.kind == "bank":
            if not self.increment:
                raise ClockError(
                    _("A bank needs the time that each decision adds, such as `bank 4d +12h max 7d`.")
                )
            _check_length(self.increment, _("The time a decision adds"))
            _check_length(self.cap, _("A bank"))
            if not self.increment <= self.time <= self.cap:
                raise ClockError(
                    _(
                        "A bank must start with at least the time each decision adds and at most its "
                        "maximum, such as `bank 4d +12h max 7d`."
                    )
                )
        elif self.increment or self.cap:
            raise ClockError(_("Only a bank has added time and a maximum. {examples}", examples=_EXAMPLES))
        if self.nudge is not None:
            _check_length(self.nudge, _("The pause before a nudge"))
        if not _MINUTE <= self.awake <= _LONGEST_AWAKE or self.awake % _MINUTE:
            raise ClockError(
                _("`awake` takes whole minutes, from one minute to 24 hours, such as `awake 3h`.")
            )


_EXAMPLES = N_(
    "Clocks are written like `none`, `none nudge 24h`, `48h interrupts 12h` or `bank 4d +12h max 7d`."
)
_UNITS = {"m": _MINUTE, "h": _HOUR, "d": _DAY, "w": 7 * _DAY}
_SPELT = re.compile(r"(\d)\s*(minutes?|mins?|hours?|hrs?|days?|weeks?|[mhdw])\b")
_LENGTH = re.compile(r"(?:\d{1,5}[mhdw]){1,4}")
_KINDS = ("none", "bank", "time")
_PARTS = {
    **{word: word for word in ("none", "bank", "nudge", "max", "interrupts", "overtime", "awake")},
    "interrupt": "interrupts",
    "nudges": "nudge",
    "cap": "max",
}


@lru_cache(maxsize=256)
def read(text: str) -> Clock:
    """The clock in a text.

    `interrupts`, `awake` and `overtime` may come in any order. Without `interrupts` a decision out of turn
    has a quarter of the time, but at least 4 and at most 24 hours, and never more than a turn. Without `max`
    a bank holds twice what it starts with; without `awake` there are three waking hours.

    :raises ClockError: it is no clock; the text has the nearest word and examples.
    """
    said = _said(text)
    kinds = [name for name in _KINDS if name in said]
    if len(kinds) > 1 or not (kinds or "nudge" in said):
        raise ClockError(_("{text} is not a clock. {examples}", text=quoted(text), examples=_EXAMPLES))
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
        lengths.get("awake", AWAKE),
    )


def written(clock: Clock) -> str:
    """The clock in the form that `read` reads, with its interrupts written out so that it never changes."""
    if clock.kind == "none":
        return "none" if clock.nudge is None else f"none nudge {_short(clock.nudge)}"
    main = _short(clock.time)
    if clock.kind == "bank":
        main = f"bank {main} +{_short(clock.increment)} max {_short(clock.cap)}"
    overtime = "" if clock.overtime == "call" else f" overtime {clock.overtime}"
    awake = "" if clock.awake == AWAKE else f" awake {_short(clock.awake)}"
    return f"{main} interrupts {_short(clock.interrupts)}{overtime}{awake}"


def words(clock: Clock) -> str:
    """The clock in a sentence for readers."""
    if clock.kind == "none":
        if clock.nudge is None:
            return _("No clock: decisions have no deadline.")
        return _("No clock: a reminder after {nudge}, then less and less often.", nudge=_long(clock.nudge))
    if clock.kind == "fixed":
        main, interrupts = _long(clock.time), _long(clock.interrupts)
        count, unit = _in_units(clock.interrupts)
        if unit == _in_units(clock.time)[1]:
            interrupts = str(count)
        sentence = _(
            "{main} for each decision, {interrupts} for those out of turn", main=main, interrupts=interrupts
        )
    else:
        sentence = _(
            "A bank of {time} for each seat, plus {increment} after each decision up to {cap}; "
            "{interrupts} for decisions out of turn",
            time=_long(clock.time),
            increment=_long(clock.increment),
            cap=_long(clock.cap),
            interrupts=_long(clock.interrupts),
        )
    awake = "" if clock.awake == AWAKE else _(", with at least {awake} awake", awake=_long(clock.awake))
    return _(
        "{sentence}{awake}; then {overtime}.",
        sentence=sentence,
        awake=awake,
        overtime=_OVERTIMES[clock.overtime],
    )


_OVERTIMES: dict[Overtime, N_] = {
    "call": N_("a moderator is notified"),
    "pass": N_("the turn is passed"),
    "player": N_("the automatic player decides"),
}


def _said(text: str) -> dict[str, str]:
    """The text of each part of a clock, by the part's name."""
    plain = " ".join(re.sub(r"[,;:]", " ", text.casefold()).split())
    plain = _SPELT.sub(lambda match: match[1] + match[2][0], plain).replace("+ ", "+")
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
            raise ClockError(
                _("{word} needs a value after it. {examples}", word=quoted(word), examples=_EXAMPLES)
            )
        if name in said:
            raise ClockError(
                _(
                    "{word} is a second {name}. Give only one. {examples}",
                    word=quoted(word),
                    name=name,
                    examples=_EXAMPLES,
                )
            )
        said[name] = value
    return said


def _unknown(word: str) -> ClockError:
    near = process.extractOne(word[:20], list(_PARTS), score_cutoff=60)
    perhaps = _(" Did you mean `{near}`?", near=near[0]) if near else ""
    return ClockError(
        _(
            "I can't read {word} in a clock.{perhaps} {examples}",
            word=quoted(word),
            perhaps=perhaps,
            examples=_EXAMPLES,
        )
    )


def _overtime(value: str) -> Overtime:
    for overtime in _OVERTIMES:
        if value == overtime:
            return overtime
    ways = _("`overtime call`, `overtime pass` or `overtime player`")
    raise ClockError(_("{value} is not an overtime rule. Write {ways}.", value=quoted(value), ways=ways))


def _length(value: str) -> timedelta:
    if not _LENGTH.fullmatch(value):
        raise ClockError(
            _(
                "I can't read {value} as a length of time. Write it like `90m`, `48h` or `3d`.",
                value=quoted(value),
            )
        )
    return sum((int(count) * _UNITS[unit] for count, unit in re.findall(r"(\d+)(.)", value)), _NOTHING)


def _check_length(length: timedelta, of: str) -> None:
    if not _MINUTE <= length <= _LONGEST or length % _MINUTE:
        raise ClockError(
            _(
                "{of} can last from one minute to 60 days, in whole minutes. Write it like `90m`, "
                "`48h` or `3d`.",
                of=of,
            )
        )


def _short(length: timedelta) -> str:
    count, unit = _in_units(length)
    return f"{count}{unit[0]}"


def _long(length: timedelta) -> str:
    return numbered(*_in_units(length))


def _in_units(length: timedelta) -> tuple[int, str]:
    """A length in days from three days on, because people say 48 hours; in minutes if it is no whole hour."""
    if length >= 3 * _DAY and not length % _DAY:
        return length // _DAY, "day"
    if not length % _HOUR:
        return length // _HOUR, "hour"
    return length // _MINUTE, "minute"
