"""The actions in combat as values (9); each struct declares its verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, TypeAlias

import msgspec

from data.catalogue import N_, _
from engines.core.declared import Field, Kind
from engines.core.errors import NotationError
from engines.core.notation import AUTO, Alone, Vocabulary
from engines.valmy.words import ALL, BOX, PARTY, Boxes, InBox, Party, Unit, Words, boxed, boxes_of

PLACES = Vocabulary.of(("skirmish", "main", "left", "right", "reserve"), N_("a box of the board"))


def _boosts(words: Words, typed: str) -> tuple[tuple[str, int], ...]:
    if typed == "none":
        return ()
    raised: dict[str, int] = {}
    for id, points in words.raised(typed):
        if id in raised:
            raise NotationError(_("{id} is named twice", id=id))
        raised[id] = points
    return tuple(raised.items())


def _boosted(boosts: tuple[tuple[str, int], ...]) -> str:
    return " ".join(f"{unit}:{points}" for unit, points in boosts) or "none"


def _boxes(words: Words, typed: str) -> Boxes:
    wanted = N_("A box of the board, a colon and who is in it, not {typed!r}")
    return () if typed == "none" else boxes_of(typed, PLACES.meant, words.those, wanted)


def _units(words: Words, rest: str) -> tuple[str, ...]:
    return () if rest == "none" else words.those(rest)


def _all_or_units(words: Words, typed: str) -> tuple[str, ...] | None:
    return None if typed == "all" else _units(words, typed)


def _or_none(units: Iterable[str]) -> str:
    return " ".join(units) or "none"


_PLACES = Kind(lambda _, typed: tuple(map(PLACES.meant, typed.split())), write=" ".join)
_BOARD = Kind(_boxes, write=lambda boxes: boxed(boxes) or "none")
_UNITS = Kind(_units, nothing=AUTO, write=_or_none, longest=300)
_SOME = N_("Units, auto or none")


class Choice(msgspec.Struct, frozen=True, tag="choice", tag_field="kind"):
    """One of the words of a battle that stand alone."""

    word: str


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="kind"):
    """Fight in a box next (9.0)."""

    wants: ClassVar = N_("a box: attack grandpre")
    box: InBox


class Boost(msgspec.Struct, frozen=True, tag="boost", tag_field="kind"):
    """Raise the morale of units for this battle (8.1)."""

    wants: ClassVar = N_("units: boost 29-rl:1")
    units: Annotated[
        tuple[tuple[str, int], ...] | None,
        Field(
            Kind(_boosts, nothing=AUTO, write=_boosted, longest=300),
            about=N_("Units with points, as 29-rl:1; or auto, or none"),
        ),
    ]
    """The units that are boosted; None boosts the best."""


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Choose who loses steps, or is shattered (9.3.4)."""

    wants: ClassVar = "units"
    units: Annotated[
        tuple[str, ...] | None,
        Field(
            Kind(Words.several, nothing=AUTO, write=" ".join, longest=300),
            about=N_("Units in order, a step each; or auto"),
        ),
    ]
    """The units that lose steps; None takes the least worth first."""


class Retreat(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind"):
    """Choose where to retreat (9.7)."""

    wants: ClassVar = N_("a box: retreat sedan")
    box: Annotated[
        str | None,
        Field(BOX._replace(nothing=AUTO, longest=300), about=N_("The box, or auto for all"), option="to"),
    ]
    party: Annotated[Party, Field(PARTY, "with")] = ALL


class Deploy(msgspec.Struct, frozen=True, tag="deploy", tag_field="kind"):
    """Put your units on the battle board; the usual way without more (9.2.1)."""

    wants: ClassVar = N_("boxes of the board: deploy main : 29-rl 71-rl ; left : 2-hus")
    boxes: Annotated[Boxes | None, Field(_BOARD._replace(nothing=AUTO))]


class Charge(msgspec.Struct, frozen=True, tag="charge", tag_field="kind"):
    """Announce charges by the box they start from; none without more (9.4)."""

    wants: ClassVar = N_("boxes of the board: charge left : h1 h2, or charge none")
    boxes: Annotated[Boxes, Field(_BOARD)]
    """A leader who is named lends his rating."""


class Cancel(msgspec.Struct, frozen=True, tag="cancel", tag_field="kind"):
    """Call charges off after the check (9.4.4)."""

    wants: ClassVar = N_("boxes of the board: cancel left")
    boxes: Annotated[
        tuple[str, ...],
        Field(_PLACES, about=N_("The boxes that they start from")),
    ]


class Lead(msgspec.Struct, frozen=True, tag="lead", tag_field="kind"):
    """Name a unit that leads, or is compared (9.5)."""

    wants: ClassVar = N_("a unit: lead f1")
    unit: Unit


class Commit(msgspec.Struct, frozen=True, tag="commit", tag_field="kind"):
    """Bring units from the Reserve to Main (9.5)."""

    wants: ClassVar = N_("units: commit 29-rl 71-rl, commit auto or commit none")
    units: Annotated[tuple[str, ...] | None, Field(_UNITS, about=_SOME)]


class Add(msgspec.Struct, frozen=True, tag="add", tag_field="kind"):
    """Bring units of your flanks into the melee (9.2.12)."""

    wants: ClassVar = N_("units: add h1, add auto or add none")
    units: Annotated[tuple[str, ...] | None, Field(_UNITS._replace(read=_all_or_units), about=_SOME)]
    """The units that are added; None means all that may be."""


CombatAction: TypeAlias = (
    Choice | Attack | Boost | Lose | Retreat | Deploy | Charge | Cancel | Lead | Commit | Add
)

MINOR = Choice("minor")
MAJOR = Choice("major")
STAY = Choice("stay")
WITHDRAW = Choice("withdraw")
RIDE = Choice("ride")
MELEE = Choice("melee")
HALT = Choice("halt")
HOLD = Choice("hold")
JOIN = Choice("join")
KEEP = Choice("keep")
TO_MAIN = Choice("main")
DEPLOY_AUTO, NO_CHARGE = Deploy(None), Charge(())
COMMIT_AUTO, ADD_ALL = Commit(None), Add(None)
BOOST_AUTO, NO_BOOST = Boost(None), Boost(())
LOSE_AUTO, RETREAT_AUTO = Lose(None), Retreat(None)

_ABOUT: Mapping[Choice, N_] = {
    STAY: N_("Stay in the battle (9.2.12)."),
    WITHDRAW: N_("Withdraw with your whole side (9.7)."),
    RIDE: N_("Let all charges that passed their check ride (9.4.4)."),
}
WORDS: Mapping[str, Alone] = {
    choice.word: Alone(choice.word, choice, whole=True, about=_ABOUT.get(choice, ""))
    for choice in (MINOR, MAJOR, STAY, WITHDRAW, RIDE, MELEE, HALT, HOLD, JOIN, KEEP, TO_MAIN)
}
"""The words that stand alone."""
