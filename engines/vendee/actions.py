"""The actions outside combat as values, and the notation of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

import msgspec
from rapidfuzz import process

from data.vendee.schema import EVENTS, EventId, RoyalArmy
from engines.core.errors import AmbiguousNotation, NotationError
from engines.vendee import combat_actions
from engines.vendee.combat_actions import CombatAction
from engines.vendee.frames import Kind
from engines.vendee.words import ALL, Who, Words, fold, meant, number

_LONGEST = 400
"""Characters; what is longer was not typed as an action and is not worth searching."""


class Auto(msgspec.Struct, frozen=True, tag="auto", tag_field="kind"):
    """Do for me what is to be placed, or who is to desert."""

    verb: str


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="kind"):
    """Place arrivals in an area (V-2.2-h, V-2.2-l)."""

    who: Who
    area: str


class Play(msgspec.Struct, frozen=True, tag="event", tag_field="kind"):
    """Play an event marker; some name an army, an area or a general."""

    event: EventId
    army: Kind | None = None
    area: str | None = None
    general: str | None = None


class Plain(msgspec.Struct, frozen=True, tag="plain", tag_field="kind"):
    """One of the words that stand alone."""

    word: str


class Activate(msgspec.Struct, frozen=True, tag="activate", tag_field="kind"):
    """Activate a stack or a part of it (V-2.4-a)."""

    area: str
    who: Who = ALL


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind"):
    """Go along a path; begins an activation where none is under way (V-3.2-a)."""

    path: tuple[str, ...]
    who: Who = ALL


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="kind"):
    """Leave counters of the group where it is (V-3.2-d)."""

    who: Who


class PickUp(msgspec.Struct, frozen=True, tag="pick-up", tag_field="kind"):
    """Take counters along from where the group is (V-3.2-d)."""

    who: Who


class Preempt(msgspec.Struct, frozen=True, tag="preempt", tag_field="kind"):
    """Try to go first, with a stack (V-2.4-f)."""

    area: str


class Flee(msgspec.Struct, frozen=True, tag="flee", tag_field="kind"):
    """Bring generals without escort to the next area (V-3.7-e)."""

    area: str


class Show(msgspec.Struct, frozen=True, tag="show", tag_field="kind"):
    """Make change: let combat points in an area lie as so many counters (A-31)."""

    area: str
    count: int


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="kind"):
    """Note in secret where and when the English land (V-6-E5-c)."""

    area: str
    turn: int


class Land(msgspec.Struct, frozen=True, tag="land", tag_field="kind"):
    """Choose the port of a combat point that sails (V-6-E15-b)."""

    area: str


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="kind"):
    """Choose an army: for powder (I-17, V-6-E5-f), or for a general without one (A-75)."""

    army: Kind


class Desert(msgspec.Struct, frozen=True, tag="desert", tag_field="kind"):
    """Send combat points of an army home from an area (V-2.5-e)."""

    army: RoyalArmy
    count: int
    area: str


class Spare(msgspec.Struct, frozen=True, tag="spare", tag_field="kind"):
    """Keep a general from the Committee (V-2.6-c)."""

    general: str


OwnAction: TypeAlias = (
    Auto
    | Place
    | Play
    | Plain
    | Activate
    | Move
    | Drop
    | PickUp
    | Preempt
    | Flee
    | Show
    | Note
    | Land
    | Choose
    | Desert
    | Spare
)
Action: TypeAlias = OwnAction | CombatAction

DONE = Plain("done")
BEGIN = Plain("begin")
YIELD = Plain("yield")
STOP = Plain("end")
HAND_OVER = Plain("pass")
DECLINE = Plain("decline")
_ALONE: dict[str, Plain] = {plain.word: plain for plain in (DONE, BEGIN, YIELD, STOP, HAND_OVER, DECLINE)}
_ALSO: dict[str, Plain] = {"stop": STOP, "hand-over": HAND_OVER}
"""What players call them."""
PLACE_AUTO = Auto("place")
DESERT_AUTO = Auto("desert")


def notation(action: Action) -> str:
    """The action in the words that `parse` reads."""
    written = _WRITTEN.get(type(action))
    return written(action) if written else combat_actions.notation(cast(CombatAction, action))


def _event_notation(action: Play) -> str:
    rest = (action.army, action.area, action.general)
    return " ".join(("event", action.event, *(word for word in rest if word)))


_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    Plain: lambda action: action.word.replace("-", " "),
    Auto: lambda action: f"{action.verb} auto",
    Place: lambda action: f"place {action.who} {action.area}",
    Play: _event_notation,
    Activate: lambda action: f"activate {action.area} with {action.who}",
    Move: lambda action: f"move {' > '.join(action.path)} with {action.who}",
    Drop: lambda action: f"drop {action.who}",
    PickUp: lambda action: f"pick-up {action.who}",
    Preempt: lambda action: f"preempt {action.area}",
    Flee: lambda action: f"flee {action.area}",
    Show: lambda action: f"show {action.area} {action.count}",
    Note: lambda action: f"note {action.area} {action.turn}",
    Land: lambda action: f"land {action.area}",
    Choose: lambda action: f"choose {action.army}",
    Desert: lambda action: f"desert {action.army}:{action.count} {action.area}",
    Spare: lambda action: f"spare {action.general}",
}


def parse(words: Words, text: str, legal: Callable[[], list[str]]) -> Action:
    """Read an action. Case, accents and spacing don't matter; a word may be cut short.

    :param legal: gives the notations to suggest, asked for only when it can't be read.
    :raises NotationError: it can't be read.
    :raises AmbiguousNotation: a word cut short could be several.
    """
    typed = fold(text[: _LONGEST + 1])
    try:
        return _read(words, typed, too_long=len(text) > _LONGEST)
    except AmbiguousNotation:
        raise
    except NotationError as error:
        # Suggestions come from whoever typed it alone: another seat's would tell its secrets.
        near = tuple(choice for choice, _, _ in process.extract(typed[:_LONGEST], legal(), limit=3))
        raise NotationError(error.message, choices=near) from None


def in_place(action: Action, typed: str, kind: str) -> Action:
    """What `pass` and `end` mean where a decision of that kind is asked for, other words what they say."""
    word = fold(typed)
    if word == HAND_OVER.word and kind != "operations":
        return DECLINE
    if word == STOP.word and kind != "activation":
        return DONE
    return action


def _read(words: Words, typed: str, *, too_long: bool) -> Action:
    if too_long:
        raise NotationError(f"{typed[:20]!r}… is longer than any action")
    if not typed:
        raise NotationError("Nothing was typed")
    alone = typed.replace(" ", "-")
    if alone in _ALONE or alone in _ALSO:
        return _ALONE.get(alone) or _ALSO[alone]
    if typed.startswith("pick up "):
        typed = typed.replace("pick up", "pick-up", 1)
    verb, _, rest = typed.partition(" ")
    verb = meant(verb, _VERB_NAMES, "an action")
    if verb in _ALONE:
        raise NotationError(
            f"{notation(_ALONE[verb])!r} stands alone, without {rest!r}"
            if rest
            else f"{typed!r} is not an action"
        )
    if not rest:
        raise NotationError(f"{verb!r} wants more after it: {_FORMS.get(verb, verb + ' …')}")
    if verb in combat_actions.VERBS:
        return combat_actions.VERBS[verb](words, rest)
    return _VERBS[verb](words, rest)


def _place(words: Words, rest: str) -> Action:
    if rest == "auto":
        return PLACE_AUTO
    who, _, area = rest.rpartition(" ")
    return Place(words.who(who), words.area(area))


def _event(words: Words, rest: str) -> Action:
    first, *more = rest.split()
    event = meant(first, {id: id for id in EVENTS}, "an event")
    army: Kind | None = None
    area: str | None = None
    general: str | None = None
    for word in more:
        if word in words.kinds and army is None:
            army = words.kind(word)
        elif word in words.generals and general is None:
            general = words.general(word)
        elif area is None:
            area = words.area(word)
        else:
            raise NotationError(f"{word!r} is one word too many for {event}")
    return Play(event, army, area, general)


def _activate(words: Words, rest: str) -> Action:
    area, _, who = rest.partition(" with ")
    return Activate(words.area(area), words.who(who or "all"))


def _move(words: Words, rest: str) -> Action:
    path, _, who = rest.partition(" with ")
    return Move(words.path(path), words.who(who or "all"))


def _area_and_number(words: Words, rest: str) -> tuple[str, int]:
    area, _, count = rest.rpartition(" ")
    if not area:
        raise NotationError(f"An area and a number are wanted, not {rest!r}")
    return words.area(area), number(count)


def _desert(words: Words, rest: str) -> Action:
    if rest == "auto":
        return DESERT_AUTO
    army, _, more = rest.partition(":")
    count, _, area = more.partition(" ")
    armies: dict[str, RoyalArmy] = {
        "anjou": "anjou",
        "centre": "centre",
        "loroux": "loroux",
        "bas-poitou": "bas-poitou",
    }
    return Desert(meant(army, armies, "an army that deserts"), number(count), words.area(area))


_VERBS: Mapping[str, Callable[[Words, str], Action]] = {
    "place": _place,
    "event": _event,
    "activate": _activate,
    "move": _move,
    "drop": lambda words, rest: Drop(words.who(rest)),
    "pick-up": lambda words, rest: PickUp(words.who(rest)),
    "preempt": lambda words, rest: Preempt(words.area(rest)),
    "flee": lambda words, rest: Flee(words.area(rest)),
    "show": lambda words, rest: Show(*_area_and_number(words, rest)),
    "note": lambda words, rest: Note(*_area_and_number(words, rest)),
    "land": lambda words, rest: Land(words.area(rest)),
    "choose": lambda words, rest: Choose(words.kind(rest)),
    "desert": _desert,
    "spare": lambda words, rest: Spare(words.general(rest)),
}
_FORMS: Mapping[str, str] = {
    "place": "place anjou:6 cathelineau cholet",
    "event": "event e9",
    "activate": "activate thouars with anjou:8 lescure",
    "move": "move thouars > bressuire with all but 3",
    "drop": "drop anjou:2",
    "pick-up": "pick-up anjou:2",
    "preempt": "preempt cholet",
    "flee": "flee cholet",
    "show": "show cholet 5",
    "note": "note les-sables 6",
    "land": "land pornic",
    "choose": "choose anjou",
    "desert": "desert anjou:2 cholet",
    "spare": "spare menou",
}
_VERB_NAMES: dict[str, str] = {verb: verb for verb in (*_VERBS, *_ALONE, *combat_actions.VERBS)}
