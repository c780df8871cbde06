"""The actions of a combat as values, and their notation."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from data.catalogue import _
from engines.core.errors import NotationError
from engines.core.notation import Part, Verb
from engines.vendee.words import ALL, AREA, PATH, WITH, Who, Words


class Guns(msgspec.Struct, frozen=True, tag="guns", tag_field="kind"):
    """March to the guns with a part of a neighbouring stack (V-4.2-a)."""

    area: str
    who: Who


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", tag_field="kind"):
    """Withdraw an area or two for want of powder (V-4.3-T6-a)."""

    areas: int


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Pay losses with these combat points (V-4.1-q); None: as the default has it."""

    who: Who | None
    origin: str | None = None
    """Where they came from; None: whoever has stood there, or anybody if all of that army are alike."""
    group: bool = False
    """Whether those pay who did not march to the guns, where others of them did so from the same area."""


class Retire(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind"):
    """Retreat to the next area (V-4.5-e); None: the whole way as the default has it."""

    area: str | None


class Pursue(msgspec.Struct, frozen=True, tag="pursue", tag_field="kind"):
    """Follow the routed along their path (V-4.5-m)."""

    path: tuple[str, ...]
    who: Who = ALL


CombatAction: TypeAlias = Guns | Withdraw | Lose | Retire | Pursue

GROUP = "group"
"""Stands for an area of origin: those who came first, and not to the guns."""
LOSE_AUTO = Lose(None)
RETREAT_AUTO = Retire(None)


def _distance(words: Words, typed: str) -> int:
    if typed not in ("1", "2"):
        raise NotationError(_("A withdrawal is 1 or 2 areas, not {typed!r}", typed=typed[:20]))
    return int(typed)


def _lose(words: Words, rest: str) -> Lose:
    who, _from, origin = rest.partition(" from ")
    lost = words.who(who)
    if lost.every or lost.generals:
        raise NotationError(_("Losses are combat points, as in lose anjou:2, or lose auto"))
    if origin == GROUP:
        return Lose(lost, group=True)
    return Lose(lost, words.area(origin) if origin else None)


def _written(loss: Lose) -> str:
    origin = GROUP if loss.group else loss.origin
    return _("{who} from {origin}", who=loss.who, origin=origin) if origin else str(loss.who)


VERBS: tuple[Verb, ...] = (
    Verb("guns", Guns, AREA, WITH),
    Verb("withdraw", Withdraw, Part(_distance)),
    Verb("lose", Lose, auto=LOSE_AUTO, read=_lose, write=_written),
    Verb("retreat", Retire, AREA, auto=RETREAT_AUTO),
    Verb("pursue", Pursue, PATH, WITH),
)
