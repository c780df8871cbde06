"""The actions of a combat as values; each struct declares its verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

import msgspec

from data.catalogue import N_, _
from engines.core.declared import Field, Kind
from engines.core.errors import NotationError
from engines.core.notation import AUTO
from engines.vendee.words import ALL, AREA, PATH, WHO, Who, Words

GROUP = "group"
"""Stands for an area of origin: those who came first, and not to the guns."""


def _distance(_words: Words, typed: str) -> int:
    if typed not in ("1", "2"):
        raise NotationError(_("A withdrawal is 1 or 2 areas, not {typed!r}", typed=typed[:20]))
    return int(typed)


class Guns(msgspec.Struct, frozen=True, tag="guns", tag_field="kind"):
    """March to the guns from next to the combat (4.2)."""

    area: Annotated[str, Field(AREA, about=N_("The area that they march from"), option="stack")]
    who: Annotated[Who, Field(WHO, "with", N_("Who marches; all by default"), option="with", always=True)] = (
        ALL
    )


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", tag_field="kind"):
    """Withdraw from a combat when out of powder (4.3)."""

    areas: Annotated[int, Field(Kind(_distance, between=(1, 2)), about=N_("How many areas"))]


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Choose who is lost (4.1)."""

    who: Annotated[Who | None, Field(WHO, about=N_("Combat points, or auto"), option="what")]
    """The combat points that are lost; None takes them as the default does."""
    origin: Annotated[str | None, Field(AREA, "from")] = None
    """Where they came from; None: whoever has stood there, or anybody if all of that army are alike."""
    group: bool = False
    """Whether those pay who did not march to the guns, where others of them did so from the same area."""

    @classmethod
    def typed(cls, words: Words, texts: Mapping[str, str]) -> Lose:
        """The word `group` may stand for the area."""
        if texts == {"who": AUTO}:
            return cls(None)
        lost, origin = words.who(texts["who"]), texts.get("origin")
        if lost.every or lost.generals:
            raise NotationError(_("Losses are combat points, as in lose anjou:2, or lose auto"))
        return cls(lost, group=True) if origin == GROUP else cls(lost, origin and words.area(origin))

    def written(self) -> str:
        """`anjou:2 from cholet`, `auto`."""
        origin = GROUP if self.group else self.origin
        return _("{who} from {origin}", who=self.who, origin=origin) if origin else str(self.who or AUTO)


class Retire(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind"):
    """Retreat after a combat (4.5)."""

    area: Annotated[
        str | None,
        Field(AREA._replace(nothing=AUTO), about=N_("The next area, or auto for the whole way"), option="to"),
    ]
    """The next area; None takes the whole way as the default does."""


class Pursue(msgspec.Struct, frozen=True, tag="pursue", tag_field="kind"):
    """Follow the routed along their path (4.5)."""

    path: Annotated[tuple[str, ...], Field(PATH, about=N_("Along which areas, and with whom"))]
    who: Annotated[Who, Field(WHO, "with", always=True)] = ALL


CombatAction: TypeAlias = Guns | Withdraw | Lose | Retire | Pursue

LOSE_AUTO = Lose(None)
RETREAT_AUTO = Retire(None)
