"""The actions of a combat as values, and their notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from engines.core.errors import NotationError
from engines.vendee.words import ALL, Who, Words


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


def notation(action: CombatAction) -> str:
    """The action in the words that `VERBS` read."""
    match action:
        case Guns(area, who):
            return f"guns {area} with {who}"
        case Withdraw(areas):
            return f"withdraw {areas}"
        case Lose(None):
            return "lose auto"
        case Lose(who, group=True):
            return f"lose {who} from {GROUP}"
        case Lose(who, None):
            return f"lose {who}"
        case Lose(who, origin):
            return f"lose {who} from {origin}"
        case Retire(area):
            return f"retreat {area or 'auto'}"
        case Pursue(path, who):
            return f"pursue {' > '.join(path)} with {who}"


def _guns(words: Words, rest: str) -> CombatAction:
    area, _, who = rest.partition(" with ")
    return Guns(words.area(area), words.who(who or "all"))


def _withdraw(words: Words, rest: str) -> CombatAction:
    if rest not in ("1", "2"):
        raise NotationError(f"A withdrawal is 1 or 2 areas, not {rest[:20]!r}")
    return Withdraw(int(rest))


def _lose(words: Words, rest: str) -> CombatAction:
    if rest == "auto":
        return LOSE_AUTO
    who, _, origin = rest.partition(" from ")
    lost = words.who(who)
    if lost.every or lost.generals:
        raise NotationError("Losses are combat points, as in lose anjou:2, or lose auto")
    if origin == GROUP:
        return Lose(lost, group=True)
    return Lose(lost, words.area(origin) if origin else None)


def _retreat(words: Words, rest: str) -> CombatAction:
    return RETREAT_AUTO if rest == "auto" else Retire(words.area(rest))


def _pursue(words: Words, rest: str) -> CombatAction:
    path, _, who = rest.partition(" with ")
    return Pursue(words.path(path), words.who(who or "all"))


VERBS: Mapping[str, Callable[[Words, str], CombatAction]] = {
    "guns": _guns,
    "withdraw": _withdraw,
    "lose": _lose,
    "retreat": _retreat,
    "pursue": _pursue,
}
"""How what follows each verb is read; it has been folded."""
