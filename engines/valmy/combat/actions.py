"""The actions in combat as values (9), and how they are typed."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engines.core.errors import NotationError
from engines.core.notation import Alone, Verb, number
from engines.valmy.words import ALL, BOX, Party, Words


class Choice(msgspec.Struct, frozen=True, tag="choice", tag_field="kind"):
    """One of the words of a battle that stand alone."""

    word: str


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="kind"):
    """Fight in a box next (A-9.0-2, A-9.0-4)."""

    box: str


class Boost(msgspec.Struct, frozen=True, tag="boost", tag_field="kind"):
    """Let leaders raise the morale of units for this battle (Y-8.1-a); None: of the best."""

    units: tuple[tuple[str, int], ...] | None


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Units that lose a step each, in order (Y-9.3.4-b); None: the least worth first."""

    units: tuple[str, ...] | None


class Retreat(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind"):
    """Bring units and leaders out of a battle into a box beside (9.7); None: by default."""

    box: str | None
    party: Party = ALL


CombatAction: TypeAlias = Choice | Attack | Boost | Lose | Retreat

MINOR = Choice("minor")
MAJOR = Choice("major")
STAY = Choice("stay")
WITHDRAW = Choice("withdraw")
BOOST_AUTO = Boost(None)
NO_BOOST = Boost(())
LOSE_AUTO = Lose(None)
RETREAT_AUTO = Retreat(None)


def _boost(words: Words, rest: str) -> Boost:
    if rest == "none":
        return NO_BOOST
    raised: dict[str, int] = {}
    for part in rest.replace(" : ", ":").replace(",", " ").split():
        unit, colon, points = part.partition(":")
        id = words.unit(unit)
        if id in raised:
            raise NotationError(f"{id} is named twice")
        raised[id] = number(points) if colon else 1
    return Boost(tuple(raised.items()))


def _boosted(boost: Boost) -> str:
    return " ".join(f"{unit}:{points}" for unit, points in boost.units or ()) or "none"


def _retreat(words: Words, rest: str) -> Retreat:
    box, with_, party = rest.partition(" with ")
    return Retreat(words.box(box), words.party(party) if with_ else ALL)


def _retreated(retreat: Retreat) -> str:
    assert retreat.box is not None
    return retreat.box if retreat.party == ALL else f"{retreat.box} with {retreat.party}"


def _lose(words: Words, rest: str) -> Lose:
    return Lose(tuple(words.unit(unit) for unit in rest.replace(",", " ").split()))


VERBS: tuple[Verb | Alone, ...] = (
    Alone("minor", MINOR, whole=True),
    Alone("major", MAJOR, whole=True),
    Alone("stay", STAY, whole=True),
    Alone("withdraw", WITHDRAW, whole=True),
    Verb("attack", Attack, BOX, wants="a box: attack grandpre"),
    Verb("boost", Boost, read=_boost, write=_boosted, auto=BOOST_AUTO, wants="units: boost n-gn-01:1"),
    Verb("lose", Lose, read=_lose, write=lambda lose: " ".join(lose.units), auto=LOSE_AUTO, wants="units"),
    Verb(
        "retreat", Retreat, read=_retreat, write=_retreated, auto=RETREAT_AUTO, wants="a box: retreat sedan"
    ),
)
