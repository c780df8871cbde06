"""The actions outside combat as values, and the notation of all."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from data.catalogue import N_, _
from data.vendee.schema import EVENTS, ROYAL_ARMIES, EventId, RoyalArmy
from engines.core.errors import NotationError
from engines.core.notation import Alone, Grammar, Part, Verb, Vocabulary, number
from engines.vendee.combat import actions
from engines.vendee.combat.actions import CombatAction
from engines.vendee.frames import Kind
from engines.vendee.words import ALL, AREA, GENERAL, KIND, PATH, WHO, WITH, Who, Words, fold


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
PLACE_AUTO = Auto("place")
DESERT_AUTO = Auto("desert")


def in_place(action: Action, typed: str, kind: str) -> Action:
    """What `pass` and `end` mean where a decision of that kind is asked for, other words what they say."""
    word = fold(typed)
    if word == HAND_OVER.word and kind != "operations":
        return DECLINE
    if word == STOP.word and kind != "activation":
        return DONE
    return action


def _play(words: Words, rest: str) -> Play:
    first, *more = rest.split()
    event = _EVENTS.meant(first)
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
            raise NotationError(_("{word!r} is one word too many for {event}", word=word, event=event))
    return Play(event, army, area, general)


def _played(play: Play) -> str:
    return " ".join(word for word in (play.event, play.army, play.area, play.general) if word)


def _area_and_number(words: Words, rest: str) -> tuple[str, int]:
    area, _space, count = rest.rpartition(" ")
    if not area:
        raise NotationError(_("An area and a number are wanted, not {rest!r}", rest=rest))
    return words.area(area), number(count)


def _desert(words: Words, rest: str) -> Desert:
    army, _colon, more = rest.partition(":")
    count, _space, area = more.partition(" ")
    return Desert(_DESERTERS.meant(army), number(count), words.area(area))


def _verb(like: str, kind: type[msgspec.Struct], *parts: Part, **more: Any) -> Verb:
    """A verb with an example of it."""
    return Verb(like.partition(" ")[0], kind, *parts, like=like, **more)


_NUMBER = Part(lambda _, typed: number(typed))
_EVENTS = Vocabulary.of(EVENTS, N_("an event"), many=True)
_DESERTERS = Vocabulary.of(ROYAL_ARMIES, N_("an army that deserts"), many=True)
GRAMMAR: Grammar[Words, Action] = Grammar(
    (
        _verb("place anjou:6 cathelineau cholet", Place, WHO, AREA, auto=PLACE_AUTO),
        _verb("event e9", Play, read=_play, write=_played),
        _verb("activate thouars with anjou:8 lescure", Activate, AREA, WITH),
        _verb("move thouars > bressuire with all but 3", Move, PATH, WITH),
        _verb("drop anjou:2", Drop, WHO),
        _verb("pick-up anjou:2", PickUp, WHO),
        _verb("preempt cholet", Preempt, AREA),
        _verb("flee cholet", Flee, AREA),
        _verb(
            "show cholet 5",
            Show,
            AREA,
            _NUMBER,
            read=lambda words, rest: Show(*_area_and_number(words, rest)),
        ),
        _verb(
            "note les-sables 6",
            Note,
            AREA,
            _NUMBER,
            read=lambda words, rest: Note(*_area_and_number(words, rest)),
        ),
        _verb("land pornic", Land, AREA),
        _verb("choose anjou", Choose, KIND),
        _verb(
            "desert anjou:2 cholet",
            Desert,
            auto=DESERT_AUTO,
            read=_desert,
            write=lambda desert: f"{desert.army}:{desert.count} {desert.area}",
        ),
        _verb("spare menou", Spare, GENERAL),
        Alone("done", DONE, whole=True),
        Alone("begin", BEGIN, whole=True),
        Alone("yield", YIELD, whole=True),
        Alone("end", STOP, ("stop",), whole=True),
        Alone("pass", HAND_OVER, ("hand-over",), whole=True),
        Alone("decline", DECLINE, whole=True),
        *actions.VERBS,
    ),
    fold=fold,
    longest=400,
)
notation = GRAMMAR.notation
parse = GRAMMAR.parse
