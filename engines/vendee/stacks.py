"""Stacks of an area: how many of each kind in which condition, with their generals, and selections of them.

Stacks are a dictionary of areas to kinds to conditions, in map order and in the order of kinds, so that equal
positions are written alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from data.catalogue import _
from engines.core.errors import NotationError
from engines.core.notation import number
from engines.vendee.frames import Condition

K = TypeVar("K", bound=str)


def put(
    stacks: dict[str, Mapping[K, Condition]],
    area: str,
    kind: K,
    condition: Condition,
    areas: Mapping[str, int],
    kinds: Sequence[K],
) -> None:
    """Set the condition of a kind in an area; the area's old value is not changed, because copies share it.

    :param areas: the place of each in map order.
    """
    known = stacks.get(area)
    if not condition.total:
        if known and kind in known:
            stacks[area] = {other: known[other] for other in known if other != kind}
            if len(known) == 1:
                del stacks[area]
    elif known is None:
        stacks[area] = {kind: condition}
        ordered = sorted(stacks.items(), key=lambda item: areas[item[0]])
        stacks.clear()
        stacks.update(ordered)
    else:
        after = {**known, kind: condition}
        stacks[area] = after if kind in known else {other: after[other] for other in kinds if other in after}


class Who(msgspec.Struct, Generic[K], frozen=True, omit_defaults=True):
    """Some counters of a stack: those named, or all but those named."""

    every: bool = False
    points: tuple[tuple[K | None, int], ...] = ()
    """How many by kind; None where only a number was typed."""
    generals: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The selection as it is typed: `anjou:8 lescure`, `all`, `all but 3`."""
        named = [str(count) if kind is None else f"{kind}:{count}" for kind, count in self.points]
        named.extend(self.generals)
        if not self.every:
            return " ".join(named)
        return " ".join(("all but", *named)) if named else "all"


def exactly(points: Mapping[K, int], generals: Iterable[str] = ()) -> Who[K]:
    """Just these counters."""
    return Who(False, tuple((kind, count) for kind, count in points.items() if count), tuple(generals))


def read_who(typed: str, kind: Callable[[str], K], general: Callable[[str], str], like: str) -> Who[K]:
    """`anjou:8 lescure`, `all`, `all but 3`; with commas or without.

    :param like: an example.
    :raises NotationError: the text names no counter, or one twice.
    """
    parts = typed.replace(",", " ").split()
    every = parts[:1] == ["all"]
    if every and len(parts) > 1 and (parts[1] != "but" or len(parts) == 2):
        raise NotationError(_("After 'all' comes nothing, or 'but' and who stays: all but 3"))
    if not parts:
        raise NotationError(_("Nobody is named: {like}, or all, or all but 3", like=like))
    points: dict[K | None, int] = {}
    generals: list[str] = []
    for part in parts[2:] if every else parts:
        name, colon, count = part.partition(":")
        if not colon and not part.isdecimal():
            meant = general(part)
            if meant in generals:
                raise NotationError(_("{meant} is named twice", meant=meant))
            generals.append(meant)
            continue
        of = kind(name) if colon else None
        if of in points:
            raise NotationError(_("{of} is named twice", of=of or _("A number")))
        points[of] = number(count if colon else part)
    return Who(every, tuple(points.items()), tuple(generals))


class Unclear(NamedTuple):
    """A number was typed without its kind, where there are several."""

    number: int


class Short(NamedTuple, Generic[K]):
    """There are fewer of a kind."""

    kind: K
    there: int


class Absent(NamedTuple):
    """A general is not there."""

    general: str


def choose(
    who: Who[K], points: Mapping[K, int], generals: Sequence[str]
) -> tuple[dict[K, int], tuple[str, ...]] | Unclear | Short[K] | Absent:
    """The chosen counters of a stack, or the reason why they can't be chosen."""
    named: dict[K, int] = {}
    for typed, count in who.points:
        if typed is None and len(points) != 1:
            return Unclear(count)
        kind = next(iter(points)) if typed is None else typed
        named[kind] = named.get(kind, 0) + count
        if named[kind] > points.get(kind, 0):
            return Short(kind, points.get(kind, 0))
    for general in who.generals:
        if general not in generals:
            return Absent(general)
    if who.every:
        named = {kind: count - named.get(kind, 0) for kind, count in points.items()}
    return named, tuple(general for general in generals if (general in who.generals) != who.every)
