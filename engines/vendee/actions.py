"""The actions outside combat as values, and the notation of all; each struct declares its verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeAlias, get_args

import msgspec

from data.catalogue import N_, _
from data.vendee.schema import EVENTS, ROYAL_ARMIES, EventId, RoyalArmy
from engines.core.declared import Field, Kind, verbs
from engines.core.errors import NotationError
from engines.core.notation import Alone, Grammar, Vocabulary, number
from engines.vendee.combat.actions import CombatAction
from engines.vendee.frames import Kind as ArmyKind
from engines.vendee.words import (
    ALL,
    AREA,
    PATH,
    WHO,
    Area,
    Army,
    General,
    Going,
    NextArea,
    Number,
    Party,
    Who,
    Words,
    fold,
)

_EVENTS = Vocabulary.of(EVENTS, N_("an event"), many=True)
_EVENT = Kind(lambda _, typed: _EVENTS.meant(typed))
_DESERTERS = Vocabulary.of(ROYAL_ARMIES, N_("an army that deserts"), many=True)
_DESERTER = Kind(lambda _, typed: _DESERTERS.meant(typed))


class Auto(msgspec.Struct, frozen=True, tag="auto", tag_field="kind"):
    """Do for me what is to be placed, or who is to desert."""

    verb: str


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="kind"):
    """Place arrivals on the map (2.2)."""

    like: ClassVar = "place anjou:6 cathelineau cholet"
    wants: ClassVar = N_("who is placed and in which area, or auto: place anjou:6 cathelineau cholet")
    auto: ClassVar = Auto("place")
    who: Annotated[
        Who, Field(WHO, about=N_("Combat points and generals, or auto for all the rest"), option="what")
    ]
    area: Annotated[str, Field(AREA, about=N_("The area"), option="where", optional=True)]


class Play(msgspec.Struct, frozen=True, tag="event", tag_field="kind"):
    """Play an event marker (6)."""

    like: ClassVar = "event e9"
    event: Annotated[
        EventId,
        Field(_EVENT, about=N_("The marker, and what it is played on where it says so")),
    ]
    army: ArmyKind | None = None
    area: str | None = None
    general: str | None = None

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Play:
        """Some markers name an army, an area or a general, in any order."""
        first, *more = texts["event"].split()
        event = _EVENTS.meant(first)
        army: ArmyKind | None = None
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
        return cls(event, army, area, general)

    def written(self) -> str:
        """`e9 cholet`."""
        return " ".join(word for word in (self.event, self.army, self.area, self.general) if word)


class Plain(msgspec.Struct, frozen=True, tag="plain", tag_field="kind"):
    """One of the words that stand alone."""

    word: str


class Activate(msgspec.Struct, frozen=True, tag="activate", tag_field="kind"):
    """Activate a stack or a part of it, and choose its steps one by one (2.4)."""

    like: ClassVar = "activate thouars with anjou:8 lescure"
    area: Annotated[str, Field(AREA, about=N_("The area of the stack"), option="stack")]
    who: Annotated[Who, Field(WHO, "with", N_("Who of it; all by default"), option="with", always=True)] = ALL


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind"):
    """Go along a path; what it costs and meets is shown before it is done (3.2)."""

    like: ClassVar = "move thouars > bressuire with all but 3"
    path: Annotated[
        tuple[str, ...], Field(PATH, about=N_("Areas with > between them, from where the stack is"))
    ]
    """The areas of the step or path. It begins an activation where none is under way (V-3.2-a)."""
    who: Going = ALL


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="kind"):
    """Leave counters of the active group where it is (3.2)."""

    like: ClassVar = "drop anjou:2"
    who: Party


class PickUp(msgspec.Struct, frozen=True, tag="pick-up", tag_field="kind"):
    """Take counters along from where the active group is (3.2)."""

    like: ClassVar = "pick-up anjou:2"
    who: Party


class Preempt(msgspec.Struct, frozen=True, tag="preempt", tag_field="kind"):
    """Try to go first with a stack of yours, once a turn (2.4)."""

    like: ClassVar = "preempt cholet"
    area: Annotated[str, Field(AREA, about=N_("The area of your stack"), option="stack")]


class Flee(msgspec.Struct, frozen=True, tag="flee", tag_field="kind"):
    """Bring generals without escort to safety (3.7)."""

    like: ClassVar = "flee cholet"
    area: NextArea


class Show(msgspec.Struct, frozen=True, tag="show", tag_field="kind"):
    """Make change: let combat points in an area lie as so many counters (A-31)."""

    like: ClassVar = "show cholet 5"
    area: Area
    count: Number


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="kind"):
    """Note in secret where and when the English land (V-6-E5-c)."""

    like: ClassVar = "note les-sables 6"
    area: Area
    turn: Number


class Land(msgspec.Struct, frozen=True, tag="land", tag_field="kind"):
    """Choose the port of a combat point that sails (V-6-E15-b)."""

    like: ClassVar = "land pornic"
    area: Area


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="kind"):
    """Choose an army: for powder (I-17, V-6-E5-f), or for a general without one (A-75)."""

    like: ClassVar = "choose anjou"
    army: Army


class Desert(msgspec.Struct, frozen=True, tag="desert", tag_field="kind"):
    """Send combat points of an army home from an area (V-2.5-e)."""

    like: ClassVar = "desert anjou:2 cholet"
    auto: ClassVar = Auto("desert")
    army: Annotated[RoyalArmy, Field(_DESERTER)]
    count: int
    area: str

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Desert:
        """A colon stands between army and number."""
        army, _colon, more = texts["army"].partition(":")
        count, _space, area = more.partition(" ")
        return cls(_DESERTERS.meant(army), number(count), words.area(area))

    def written(self) -> str:
        """`anjou:2 cholet`."""
        return f"{self.army}:{self.count} {self.area}"


class Spare(msgspec.Struct, frozen=True, tag="spare", tag_field="kind"):
    """Keep a general from the Committee (V-2.6-c)."""

    like: ClassVar = "spare menou"
    general: General


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
PLACE_AUTO, DESERT_AUTO = Place.auto, Desert.auto


def in_place(action: Action, typed: str, kind: str) -> Action:
    """What `pass` and `end` mean where a decision of that kind is asked for, other words what they say."""
    word = fold(typed)
    if word == HAND_OVER.word and kind != "operations":
        return DECLINE
    if word == STOP.word and kind != "activation":
        return DONE
    return action


WORDS: Mapping[str, Alone] = {
    alone.command or alone.word: alone
    for alone in (
        Alone("done", DONE, whole=True, about=N_("End your events or your placement (2.2).")),
        Alone("begin", BEGIN, whole=True),
        Alone("yield", YIELD, whole=True),
        Alone(
            "end",
            STOP,
            ("stop",),
            whole=True,
            about=N_("End the activation where the group is (3.2)."),
            command="stop",
        ),
        Alone(
            "pass",
            HAND_OVER,
            ("hand-over",),
            whole=True,
            about=N_("Let the other side go on; if it hands over at once, the operations end (2.4)."),
            command="hand-over",
        ),
        Alone(
            "decline",
            DECLINE,
            whole=True,
            about=N_("Decline what is offered: pre-emption, march, pursuit, an event."),
        ),
    )
}
"""The words that stand alone, by the names of their commands."""
VERBS = [kind for kind in get_args(Action) if kind not in (Auto, Plain)]
GRAMMAR: Grammar[Words, Action] = Grammar((*verbs(*VERBS), *WORDS.values()), fold=fold, longest=400)
notation = GRAMMAR.notation
parse = GRAMMAR.parse
