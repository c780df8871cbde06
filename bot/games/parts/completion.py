"""Completions while a player types: similar words, and paths that grow area by area."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from discord import app_commands

from bot.games.shown import Choice
from bot.surface import layout
from data.nouns import labelled
from engines.core.notation import fold

LONGEST = 4000
"""Letters of an action that can be typed: a whole form or arrangement, the longest that any game reads."""
JOINT = " > "
NOTE = " · "
"""Separates a path from the notes offered with it, so that the player can type on."""
W = TypeVar("W")

Offer = app_commands.Choice[str]
Fold = Callable[[str], str]


def offer(name: str, value: str) -> Offer:
    """A completion: its text, and the value that it types."""
    return app_commands.Choice(name=layout.cut(name, layout.DETAIL), value=value)


def fitting(offers: Iterable[Offer]) -> list[Offer]:
    """The first ones that fit into one answer; a value that is too long for it can still be typed."""
    taken: list[Offer] = []
    for one in offers:
        if len(one.value) <= layout.DETAIL:
            taken.append(one)
        if len(taken) == layout.PER_SELECT:
            break
    return taken


def like(typed: str, *texts: str, fold: Fold = fold) -> bool:
    """Whether all typed words are in one of the texts, without regard to accents."""
    words = fold(typed).split()
    return any(all(word in text for word in words) for text in map(fold, texts))


def actions(choices: Iterable[Choice], typed: str, verb: str = "") -> list[Offer]:
    """Actions that are like the typed text: whole, or the part behind one verb."""
    like_it = (c for c in choices if like(typed, f"{c.label} {c.notation}", fold=str.casefold))
    if not verb:
        return fitting(offer(labelled(c.notation, c.detail or c.label), c.notation) for c in like_it)
    return fitting(offer(labelled(c.label, c.reason), c.notation.removeprefix(f"{verb} ")) for c in like_it)


def named(names: Iterable[tuple[str, str]], typed: str, fold: Fold = fold) -> list[Offer]:
    """Ids by name: those that begin with the typed text come first."""
    known = [(id, name) for id, name in names if like(typed, id, name, fold=fold)]
    known.sort(key=lambda pair: not fold(pair[1]).startswith(fold(typed)))
    return fitting(offer(name, id) for id, name in known)


def steps(typed: str) -> list[str]:
    """The areas of a typed path, without the notes offered with them; the last may be empty."""
    return [step.partition(NOTE.strip())[0].strip() for step in typed.replace("→", ">").split(">")]


def joined(areas: Iterable[str]) -> str:
    """A path as it is typed."""
    return JOINT.join(area for area in areas if area)


class Path(NamedTuple, Generic[W]):
    """A path that can be typed on from."""

    areas: tuple[str, ...]
    way: W | None
    """The way in the game; None for a start."""


class PathTyping(ABC, Generic[W]):
    """Grows paths while they are typed; a game says what a typed area means, and which ways are open."""

    def __init__(self, neighbours: Mapping[str, Sequence[str]]) -> None:
        self._neighbours = neighbours

    @abstractmethod
    def area(self, typed: str | None) -> str | None:
        """The area of that text, or None."""

    @abstractmethod
    def like(self, typed: str, area: str) -> bool:
        """Whether the typed text may mean that area."""

    @abstractmethod
    def under_way(self) -> str | None:
        """The area of the group under way, if any; a path begins there, and may leave it out."""

    @abstractmethod
    def starts(self) -> Iterable[str]:
        """Areas where a path can begin."""

    @abstractmethod
    def walked(self, areas: tuple[str, ...]) -> Path[W] | None:
        """A path that can be walked to its end, as far as it can be foreseen."""

    @abstractmethod
    def cost(self, way: W) -> int:
        """The cost of a way; cheaper ones are offered first."""

    @abstractmethod
    def far(self, areas: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """The cheapest ways from the start of a path to areas farther off."""

    def from_start(self, typed: str, *, asked: bool) -> str:
        """A typed path without notes, and from where the group under way is.

        :param asked: whether the seat is asked; nothing is put before the path of another seat.
        """
        path, start = steps(typed), self.under_way() if asked else None
        return joined(path if start is None or self.area(path[0]) == start else [start, *path])

    def known(self, typed: str) -> tuple[str, ...]:
        """The areas of a path, from its start, without unknown words."""
        return self._from_start(self.area(step) for step in steps(typed) if step)

    def _from_start(self, areas: Iterable[str | None]) -> tuple[str, ...]:
        path, start = tuple(area for area in areas if area is not None), self.under_way()
        return path if start is None or path[:1] == (start,) else (start, *path)

    def paths(self, typed: str) -> list[Path[W]]:
        """Paths that go on from the typed one."""
        *before, last = steps(typed)
        areas = [self.area(step) for step in before]
        if None in areas:
            return []
        path = self._from_start(areas)
        if path:
            grown = [step for step in self._onward(path) if self.like(last, step.areas[-1])]
            if last and len(path) == 1:
                near = {step.areas[-1] for step in grown}
                grown += [far for far in self._far(path, last) if far.areas[-1] not in near]
        else:
            grown = [Path((area,), None) for area in self.starts() if self.like(last, area)]
        return grown + (self._onward(grown[0].areas) if last and len(grown) == 1 else [])

    def _onward(self, path: tuple[str, ...]) -> list[Path[W]]:
        """The path with each area that it can go on to."""
        ways = (self.walked((*path, near)) for near in self._neighbours[path[-1]] if near not in path)
        return sorted(
            (way for way in ways if way is not None),
            key=lambda path: 0 if path.way is None else self.cost(path.way),
        )

    def _far(self, path: tuple[str, ...], typed: str) -> Iterator[Path[W]]:
        ways = (self.walked(areas) for areas in self.far(path) if self.like(typed, areas[-1]))
        return (way for way in ways if way is not None)
