"""Effects of rows of the event tables: a line of words for each effect, read into one shape.

The words are `neutral REGION`, `uprising REGION` (neutral and in revolt), `revolt SEAT REGION`, `riot REGION`
(neutral unless the Royalist's), `take SEAT REGION`, `pay REGION N`, `pay REGION N not SEAT`, `treasury N`,
`fame WHO N`, `track TRACK N`, `bonus WHAT N`, `commune SEAT|nobody|calm|neutral|open`, `kill PERSON`,
`move PERSON SEAT`, `withdraw ARMY`, and `special NAME` for effects of a single row.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from data.revolution.tables import SEATS, TRACKS, Seat, Track

Verb = Literal[
    "neutral",
    "uprising",
    "revolt",
    "riot",
    "take",
    "pay",
    "treasury",
    "fame",
    "track",
    "bonus",
    "commune",
    "kill",
    "move",
    "withdraw",
    "special",
]
Bonus = Literal[
    "turn-convince-feuillant",
    "turn-convince-gironde",
    "turn-convince-mountain",
    "trial",
    "arrest-marat",
    "arrest-outlawed",
    "arrest-suppress",
    "outlaw-excessive",
    "outlaw-merciful",
    "outlaw-terrorists",
    "laws",
]
"""Modifiers for the rest of the turn (R-EVENT-11)."""
Special = Literal[
    "lille-rests",
    "lose-army",
    "rearm",
    "deposition",
    "metz-shaken",
    "fall-back",
    "marseille-army",
    "lille-amiens-armies",
    "kill-reaction-prisoners",
    "temporary-army",
]
CommuneChange = Literal["nobody", "calm", "neutral", "open"]
"""Raised without a leader, ended, leaderless where raised and Paris neutral, or open to the Feuillant."""

VERBS: tuple[Verb, ...] = get_args(Verb)
BONUSES: tuple[Bonus, ...] = get_args(Bonus)
SPECIALS: tuple[Special, ...] = get_args(Special)
CHANGES: tuple[CommuneChange, ...] = get_args(CommuneChange)
GOVERNMENT = "government"


class Effect(msgspec.Struct, frozen=True):
    """One effect of a row."""

    verb: Verb
    of: str = ""
    """The region, track, person, army, bonus or special; for Fame, its owner."""
    seat: Seat | None = None
    """The owner of the revolt or region; with `pay`, the seat that is spared."""
    by: int = 0


def read(text: str) -> Effect:
    """The effect of a line of words.

    :raises ValueError: it names none; the message has the expected form.
    """
    match text.split():
        case ["neutral" | "uprising" | "riot" | "kill" | "withdraw" as verb, of]:
            return Effect(verb, of)
        case ["revolt" | "take" as verb, who, of]:
            return Effect(verb, of, _seat(who))
        case ["pay", of, number]:
            return Effect("pay", of, by=_number(number))
        case ["pay", of, number, "not", who]:
            return Effect("pay", of, _seat(who), _number(number))
        case ["treasury", number]:
            return Effect("treasury", by=_number(number))
        case ["fame", who, number] if who in (*SEATS, GOVERNMENT):
            return Effect("fame", who, by=_number(number))
        case ["track", track, number]:
            return Effect("track", _track(track), by=_number(number))
        case ["bonus", what, number] if what in BONUSES:
            return Effect("bonus", what, by=_number(number))
        case ["commune", what] if what in (*SEATS, *CHANGES):
            return Effect("commune", what)
        case ["move", person, who]:
            return Effect("move", person, _seat(who))
        case ["special", name] if name in SPECIALS:
            return Effect("special", name)
    raise ValueError(f"expected an effect, as track commune -2, found {text!r}")


def _seat(word: str) -> Seat:
    for seat in SEATS:
        if seat == word:
            return seat
    raise ValueError(f"expected a seat, found {word!r}")


def _track(word: str) -> Track:
    for track in TRACKS:
        if track == word:
            return track
    raise ValueError(f"expected a track, found {word!r}")


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"expected a number, found {word!r}") from None
