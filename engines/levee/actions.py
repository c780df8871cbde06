"""The actions of the player as values, and their notation."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec
from rapidfuzz import process

from data.levee.schema import ARMIES, MARKERS, Army, Marker
from engines.core.errors import AmbiguousNotation, NotationError
from engines.levee.box import HOLDING, PARIS, Box


class Political(msgspec.Struct, frozen=True, tag="political", tag_field="kind"):
    """Raise Republic, or lower Monarchy or Despotism (7.1)."""

    marker: Marker


class Military(msgspec.Struct, frozen=True, tag="military", tag_field="kind"):
    """Push an Army back (7.2); free on the first attack on an Army in Paris."""

    army: Army


class Naval(msgspec.Struct, frozen=True, tag="naval", tag_field="kind"):
    """Fight the Royal Navy (7.3)."""


class Liberate(msgspec.Struct, frozen=True, tag="liberate", tag_field="kind"):
    """Place a Liberation marker (7.4); `marker` names it where values differ (A-17)."""

    space: str
    marker: str | None = None


class RestoreOrder(msgspec.Struct, frozen=True, tag="restore-order", tag_field="kind"):
    """Take the Disorder marker out of Paris (7.5)."""


class Levy(msgspec.Struct, frozen=True, tag="levy", tag_field="kind"):
    """Call a levée en masse: give up a Liberation marker for an Emergency attack (10.1)."""

    origin: str


class Spirit(msgspec.Struct, frozen=True, tag="spirit", tag_field="kind"):
    """A liberated space fights the Army in it by itself (10.2)."""

    space: str


class End(msgspec.Struct, frozen=True, tag="end", tag_field="kind"):
    """Stop acting; unspent actions are lost (A-02)."""


Action = Political | Military | Naval | Liberate | RestoreOrder | Levy | Spirit | End


def notation(action: Action) -> str:
    """The action in the words that `parse` reads."""
    match action:
        case Political(marker):
            return f"political {marker}"
        case Military(army):
            return f"military {army}"
        case Naval():
            return "naval"
        case Liberate(space, None):
            return f"liberate {space}"
        case Liberate(space, marker_id):
            return f"liberate {space} with {marker_id}"
        case RestoreOrder():
            return "restore-order"
        case Levy(origin):
            return f"levy {origin}"
        case Spirit(space):
            return f"spirit {space}"
        case End():
            return "end"


Word = TypeVar("Word", bound=str)

_ALIKE = 70
"""Likeness, of 100, from which a mistyped word is worth suggesting."""

_LONGEST = 200
"""Characters; what is longer was not typed as an action and is not worth searching."""

_ALONE: dict[str, Action] = {"naval": Naval(), "restore-order": RestoreOrder(), "end": End()}
_WITH: dict[str, str] = {
    "political": "a marker",
    "military": "an Army",
    "liberate": "a space",
    "levy": "a space or holding",
    "spirit": "a space",
}


def parse(box: Box, text: str, legal: Callable[[], list[str]]) -> Action:
    """Read an action. Case, accents and spacing don't matter; a word may be cut short.

    :param legal: gives the legal notations, asked for only when the nearest have to be named.
    :raises NotationError: it can't be read.
    :raises AmbiguousNotation: a word cut short could be several.
    """
    if len(text) > _LONGEST:
        raise NotationError(f"{text[:20]!r}… is longer than any action", choices=tuple(legal()))
    words = _fold(text).split()
    if not words:
        raise NotationError("Nothing was typed", choices=tuple(legal()))
    joined = "-".join(words)
    if joined in _ALONE:
        return _ALONE[joined]
    try:
        verb = _word(words[0], [*_ALONE, *_WITH], "an action")
        return _read(box, verb, words[1:])
    except AmbiguousNotation:
        raise
    except NotationError as error:
        raise NotationError(error.message, choices=_nearest(" ".join(words), legal())) from None


def _read(box: Box, verb: str, rest: list[str]) -> Action:
    if verb in _ALONE:
        if rest:
            raise NotationError(f"{verb!r} stands alone, without {' '.join(rest)!r}")
        return _ALONE[verb]
    marker = None
    if verb == "liberate" and "with" in rest[1:]:
        cut = rest.index("with")
        marker = _word("-".join(rest[cut + 1 :]), box.marker_value, "a Liberation marker")
        rest = rest[:cut]
    if not rest:
        raise NotationError(f"{verb!r} wants {_WITH[verb]} after it")
    try:
        return _action(box, verb, "-".join(rest), marker)
    except AmbiguousNotation as error:
        meant = tuple(f"{verb} {choice}" for choice in error.choices)
        raise AmbiguousNotation(error.message, choices=meant) from None


def _action(box: Box, verb: str, target: str, marker: str | None) -> Action:
    if verb == "political":
        return Political(_word(target, MARKERS, "a marker"))
    if verb == "military":
        return Military(_word(target, ARMIES, "an Army"))
    named = {_fold(space.name).replace(" ", "-"): id for id, space in box.space.items()}
    spaces = {**named, **{id: id for id in box.space}, PARIS: PARIS}
    if verb == "levy":
        spaces[HOLDING] = HOLDING
        return Levy(_place(target, spaces, "a space or holding"))
    space = _place(target, spaces, "a space")
    return Spirit(space) if verb == "spirit" else Liberate(space, marker)


def _place(typed: str, spaces: dict[str, str], what: str) -> str:
    """The id of a space, which its name may be typed for; two words for one space are no ambiguity."""
    begun = {id for word, id in spaces.items() if typed and word.startswith(typed)}
    if typed not in spaces and len(begun) == 1:
        return begun.pop()
    return spaces[_word(typed, spaces, what)]


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _word(typed: str, known: Iterable[Word], what: str) -> Word:
    known = list(dict.fromkeys(known))
    for word in known:
        if word == typed:
            return word
    begun = [word for word in known if typed and word.startswith(typed)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise AmbiguousNotation(
            f"{typed!r} could be {' or '.join(begun)}", choices=tuple(str(word) for word in begun)
        )
    meant = process.extractOne(typed, known, score_cutoff=_ALIKE)
    hint = f", perhaps {meant[0]!r}" if meant else ""
    raise NotationError(f"{typed!r} is not {what}{hint}")


def _nearest(typed: str, legal: list[str]) -> tuple[str, ...]:
    return tuple(choice for choice, _, _ in process.extract(typed, legal, limit=3))
