"""The pieces in the regions: names, holders, armies, people, all in the room that each has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from data.revolution.schema import Pack
from engines.revolution.view import PersonView, View
from render.lettering import bare, initials
from render.pen import Box, Pen, Point
from render.revolution import counters
from render.revolution.layout import Layout
from render.revolution.liveries import livery
from render.theme import Livery, Rgb, Theme

PARIS, KING = "paris", "louis"
SIZES = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)
"""The sizes of a region's pieces, largest first; the first that fits is used."""
NAME, LEAST = 31.0, 23.0
"""Letters of names."""
OVER = 34.0
"""How much wider than its room a name may be."""
GAP = 3.0
SLACK = 16.0
"""How much higher than its room the whole may be."""
SIDES = ("allied", "catholic", "revolutionary")


class Line(NamedTuple):
    """Sprites beside each other."""

    sprites: tuple[Image.Image, ...]
    wide: float
    high: float


class Set(NamedTuple):
    """A region with its pieces in place."""

    id: str
    name: str
    size: float
    """The size of its letters."""
    at: Point
    box: Box
    """The ground of its name."""
    lines: tuple[tuple[Point, Image.Image], ...]
    ground: Box
    """The ground of all pieces."""
    halo: Livery | None


class Maker:
    """Lays out the regions of a view."""

    def __init__(self, pen: Pen, view: View, pack: Pack, theme: Theme) -> None:
        self.pen, self.view, self.theme = pen, view, theme
        self.armies = {army.id: army for army in pack.setup.army}
        self.boards = {region.id: region for region in pack.board.region}
        self.short = short_names(pack)

    def set(self, layout: Layout, id: str) -> Set:
        """A region at the largest size at which all of it fits."""
        room, grown = layout.regions[id].room, layout.frame.size
        wide, high = room[2] - room[0], room[3] - room[1]
        name = layout.names[id]
        for size in (share * grown for share in SIZES):
            most = NAME * max(size, 0.8 * grown)
            letters = self.pen.fit(name, "bold", most, wide + OVER * grown, LEAST * grown)
            lines = self._lines(id, size, wide, inset=layout.frame.whole)
            needed = letters * 1.12 + sum(line.high + GAP for line in lines)
            if needed <= high + SLACK * grown and all(line.wide <= wide for line in lines):
                break
        x, y = (room[0] + room[2]) / 2, (room[1] + room[3]) / 2 - needed / 2
        half = self.pen.length(name, "bold", letters) / 2 + 3
        at = (x, y + letters * 0.56)
        box = (x - half, y, x + half, y + letters * 1.12)
        y += letters * 1.12
        placed: list[tuple[Point, Image.Image]] = []
        widest = half
        for line in lines:
            left = x - line.wide / 2
            widest = max(widest, line.wide / 2)
            for sprite in line.sprites:
                across = sprite.width / self.pen.unit
                placed.append(((left + across / 2, y + line.high / 2), sprite))
                left += across + GAP
            y += line.high + GAP
        ground = (x - widest, box[1], x + widest, y)
        return Set(id, name, letters, at, box, tuple(placed), ground, livery(holder(self.view, id)))

    def _lines(self, id: str, size: float, wide: float, *, inset: bool) -> list[Line]:
        high = counters.HIGH * size
        first = [*self.signs(id, high), self.income(id, high), *self.flags(id, high)]
        people = [] if id == PARIS and inset else list(self.people(id, size * 0.88))
        return [*self.broken(first, wide), *self.broken(people, wide)]

    def broken(self, sprites: Sequence[Image.Image], wide: float) -> list[Line]:
        """Sprites in lines of at most that width."""
        lines: list[list[Image.Image]] = []
        used = 0.0
        for sprite in sprites:
            across = sprite.width / self.pen.unit
            if not lines or used + across > wide:
                lines.append([])
                used = 0.0
            lines[-1].append(sprite)
            used += across + GAP
        return [
            Line(
                tuple(line),
                sum(sprite.width / self.pen.unit + GAP for sprite in line) - GAP,
                max(sprite.height for sprite in line) / self.pen.unit,
            )
            for line in lines
        ]

    def signs(self, id: str, side: float) -> Iterator[Image.Image]:
        """The holder of a region, and its troubles."""
        region, name, unit = self.view.regions[id], self.theme.name, self.pen.unit
        if region.coalition:
            yield counters.badge("coalition", side, name, unit)
        if region.control is not None:
            yield counters.badge(region.control, side, name, unit)
        if region.revolt:
            yield counters.revolt(side * 1.08, name, unit)
        if id == PARIS and self.view.commune.raised:
            yield counters.commune(side, name, unit)
        if id == self.view.king.region and id != PARIS:
            yield counters.crown(side, name, unit)
        if id == self.view.capital and id != PARIS:
            yield counters.capital(side, name, unit)

    def income(self, id: str, high: float) -> Image.Image:
        """The income of a region."""
        board = self.boards[id]
        ink, halo = inks(livery(holder(self.view, id)), self.theme)
        return counters.income(board.income, ink, halo, hot=board.hot, high=high, unit=self.pen.unit)

    def flags(self, id: str, high: float, *, boxed: bool = False) -> Iterator[Image.Image]:
        """The armies of a region: each of the Coalition by its letters, others by kind and number."""
        seen = self.view.armies
        armies = [each for each in self.view.regions[id].armies if seen[each].box == boxed]
        for side in SIDES:
            here = [each for each in armies if seen[each].side == side]
            if side == "allied":
                words = [(initial(self.armies[each].name), False) for each in here]
            else:
                words = [
                    (str(count), hidden)
                    for hidden in (False, True)
                    if (count := sum(seen[each].hidden == hidden for each in here))
                ]
            for text, hidden in words:
                yield counters.army(
                    side, text, hidden=hidden, high=high, theme=self.theme.name, unit=self.pen.unit
                )

    def people(self, id: str, size: float) -> Iterator[Image.Image]:
        """The people of a region, by Current."""
        for person in self.view.regions[id].people:
            if person != KING:
                yield self.medallion(person, self.view.people[person], size)

    def medallion(self, id: str, seen: PersonView, size: float) -> Image.Image:
        """A person, in his present state."""
        return counters.medallion(
            self.short.get(id, id[:3]),
            seen.current,
            fate(seen),
            king=id == KING,
            size=size,
            theme=self.theme.name,
            unit=self.pen.unit,
        )


def fate(seen: PersonView) -> counters.Fate:
    """The fate of a person."""
    return (
        "prison"
        if seen.state == "prison"
        else "dead"
        if seen.state == "dead"
        else ("away" if seen.state == "away" else "free")
    )


def holder(view: View, id: str) -> str | None:
    """The holder whose colour a region has."""
    region = view.regions[id]
    return "coalition" if region.coalition else region.control


def inks(dressed: Livery | None, theme: Theme) -> tuple[Rgb, Rgb]:
    """The ink and the halo of texts on a region."""
    return (theme.ink, theme.home) if dressed is None else (dressed.ink, dressed.fill)


def initial(name: str) -> str:
    """The letters of an army: two of its last word that is no number."""
    return name.rsplit(maxsplit=1)[-1][:2]


def short_names(pack: Pack) -> Mapping[str, str]:
    """The initials of all people on the map; without particles."""
    return initials({person.id: bare(person.name) for person in pack.people.person})


def draw(pen: Pen, sets: Sequence[Set], theme: Theme) -> None:
    """Everything in its place."""
    for each in sets:
        ink, halo = inks(each.halo, theme)
        pen.text(each.at, each.name, "bold", each.size, ink, halo=halo, halo_width=4)
        for at, sprite in each.lines:
            pen.stamp(sprite, at)
