"""The chart of a command, only for its owner: the leaders, their units, and the room left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from data.catalogue import N_, _
from data.valmy.schema import Pack
from data.valmy.tables import Side
from engines.valmy.view import View
from render.fonts import Role
from render.lettering import shortened
from render.paper import blend, neatline, panel
from render.parts.counters import edge_of, ink_on
from render.parts.flags import flag
from render.pen import Box, Pen
from render.theme import THEMES, Theme, ThemeName
from render.valmy import counters
from render.valmy.layout import HEADER, SHEET
from render.valmy.liveries import ARMY, DRESS, nation
from render.valmy.panels import header
from render.valmy.sheets import Roll, owner, roll

TOP, LEFT, WIDE = 158.0, 24.0, 1552.0
COLUMNS = 3
GAP = 10.0
HEAD, ROW = 46.0, 74.0
"""Height of a leader's name with his ratings, and of a row of units."""
ABREAST, ALONE = 8, 32
"""Units in a row, and at most in one box of those without a leader."""
PLACE = 16.0
"""Height of the name of a place below a unit that has no leader."""
INDENT = 22.0
FOOT = 112.0
SIDE = 58.0
"""The side of a unit's counter."""
COMMANDS: Mapping[Side, N_] = {"french": N_("The French command"), "allied": N_("The Allied command")}


class Holding(NamedTuple):
    """A leader's holding box; or, without a leader, units on the map without one."""

    leader: str | None
    depth: int
    """The number of leaders above him."""
    units: tuple[str, ...]
    slots: int

    @property
    def pitch(self) -> float:
        """The distance from row to row."""
        return ROW if self.leader else ROW + PLACE

    @property
    def high(self) -> float:
        """The height of the sheet."""
        return HEAD + -(-max(self.slots, len(self.units)) // ABREAST) * self.pitch + 6


def holdings(view: View, side: Side) -> list[Holding]:
    """Leaders on the map, each before those in his box; then the units that stand alone."""
    led = [
        holding
        for id, known in view.leaders.items()
        if known.side == side and known.box is not None and known.superior is None
        for holding in _under(view, id, 0)
    ]
    alone = [unit for sides in view.boxes.values() for unit in sides[side].units]
    return led + [
        Holding(None, 0, tuple(alone[start : start + ALONE]), 0) for start in range(0, len(alone), ALONE)
    ]


def _under(view: View, id: str, depth: int) -> Iterator[Holding]:
    units = tuple(unit for unit, seen in view.units.items() if seen.leader == id)
    yield Holding(id, depth, units, view.leaders[id].command)
    for other, seen in view.leaders.items():
        if seen.superior == id:
            yield from _under(view, other, depth + 1)


def columns(boxes: Sequence[Holding]) -> list[list[Holding]]:
    """The boxes in columns of about the same height, in their order."""
    whole = sum(holding.high + GAP for holding in boxes)
    laid, used = list[list[Holding]]([[]]), 0.0
    for holding in boxes:
        if laid[-1] and used + holding.high / 2 > whole / COLUMNS * len(laid) and len(laid) < COLUMNS:
            laid.append([])
        laid[-1].append(holding)
        used += holding.high + GAP
    return laid


def draw(view: View, pack: Pack, theme: ThemeName, width: int) -> Image.Image:
    """The chart of the side whose view it is, RGB.

    :raises RenderError: it is the public's.
    """
    side, names, palette = owner(view), roll(pack), THEMES[theme]
    laid = columns(holdings(view, side))
    high = max((sum(holding.high + GAP for holding in column) for column in laid), default=0.0)
    bottom = TOP + max(high, 400.0) + FOOT + 40
    unit = width / SHEET
    rough = Pen(Image.new("RGB", (width * 2, round(bottom * unit) * 2), palette.paper), unit * 2)
    foot: Box = (LEFT, bottom - FOOT - 24, LEFT + WIDE, bottom - 24)
    panel(rough, HEADER, palette)
    panel(rough, foot, palette)
    neatline(rough, (8, 8, SHEET - 8, bottom - 8), palette)
    pen = Pen(rough.image.reduce(2), unit)
    header(pen, view, pack, palette, None, str(COMMANDS[side]))
    called = {box.id: box.short or box.name for box in pack.board.box}
    pitch = (WIDE + GAP) / COLUMNS
    for number, column in enumerate(laid):
        x, y = LEFT + number * pitch, TOP
        for holding in column:
            inner = x + holding.depth * INDENT
            _holding(
                pen,
                (inner, y, x + pitch - GAP, y + holding.high),
                holding,
                view,
                names,
                called,
                side,
                palette,
            )
            y += holding.high + GAP
    _foot(pen, foot, view, names, side, palette)
    return pen.image


def _holding(
    pen: Pen,
    box: Box,
    holding: Holding,
    view: View,
    names: Roll,
    called: dict[str, str],
    side: Side,
    theme: Theme,
) -> None:
    left, top, right, _low = box
    dress = DRESS[
        names.army(holding.leader or holding.units[0]) if holding.leader or holding.units else ARMY[side]
    ]
    spent = holding.leader is not None and view.leaders[holding.leader].spent
    fill = blend(theme.panel, dress.fill, 0.12 if theme.name == "light" else 0.25)
    pen.rectangle(box, fill, dress.fill, 3, 6)
    head: Box = (left, top, right, top + HEAD - 4)
    pen.rectangle(head, counters.tired(dress.fill, theme.name) if spent else dress.fill, dress.fill, 2, 6)
    ink = ink_on(counters.tired(dress.fill, theme.name)) if spent else dress.ink
    if holding.leader is not None:
        _leader(pen, head, holding, view, names, called, ink, theme)
    else:
        words, room = _("On the map without a leader"), right - left - 28
        pen.fitted((left + 14, top + 21), words, "bold", 25, ink, room)
    pitch = (right - left - 12) / ABREAST
    side_of = min(SIDE, pitch - 4)
    for number in range(max(holding.slots, len(holding.units))):
        row, column = divmod(number, ABREAST)
        at = (left + 6 + (column + 0.5) * pitch, top + HEAD + row * holding.pitch + ROW / 2)
        if number < len(holding.units):
            seen = names.troops(view, holding.units[number])
            pen.stamp(counters.troops(seen, side=side_of, theme=theme.name, unit=pen.unit), at)
            if holding.leader is None:
                where = called[view.units[holding.units[number]].box or ""]
                size = pen.fit(where, "text", 17, pitch - 3, 8)
                pen.text((at[0], at[1] + ROW / 2 + 3), where, "text", size, theme.ink)
        else:
            half = side_of / 2 - 2
            pen.rectangle((at[0] - half, at[1] - half, at[0] + half, at[1] + half), None, theme.faded, 1.6, 4)


def _leader(
    pen: Pen,
    box: Box,
    holding: Holding,
    view: View,
    names: Roll,
    called: dict[str, str],
    ink: tuple[int, int, int],
    theme: Theme,
) -> None:
    """His name, rank, ratings, place, and the used part of his rating."""
    assert holding.leader is not None
    left, top, right, _low = box
    known, commanded = view.leaders[holding.leader], names.command[names.leader[holding.leader].command]
    y = top + 21
    flag(pen, (left + 8, y - 13, left + 48, y + 13), nation(commanded), edge_of(theme.name))
    used = f"{len(holding.units)}/{holding.slots}"
    pen.text((right - 10, y), used, "bold", 27, ink, anchor="rm")
    end = right - 16 - pen.length("8/8", "bold", 27)
    rated = f"{known.offence}·{known.defence}·{known.initiative}"
    pen.text((end - 6, y), rated, "text", 22, ink, anchor="rm")
    end -= pen.length("2·2·4", "text", 22) + 14
    if known.out_of_command:
        counters.alone(pen, (end - 10, y), 11, edge_of(theme.name))
        end -= 26
    end = counters.stars(pen, end, y, known.rank, 8.5, ink) - 6
    name = names.leader[holding.leader].name
    room = end - left - 56
    size = pen.fit(name, "bold", 27, room * 0.6, 17)
    role: Role = "italic" if known.spent else "bold"
    pen.text((left + 56, y), name, role, size, ink, anchor="lm")
    start = left + 64 + pen.length(name, role, size)
    where = called.get(known.box or "", "")
    if known.superior:
        where = _("under {leader}", leader=names.leader[known.superior].name)
    size = pen.fit(where, "italic", 20, end - start, 12)
    where = shortened(pen, where, "italic", size, end - start)
    pen.text((start, y + 1), where, "italic", size, ink, anchor="lm")


def _foot(pen: Pen, box: Box, view: View, names: Roll, side: Side, theme: Theme) -> None:
    """A guide to reading it, and the counters off the map."""
    left, top, right, _low = box
    lines = (
        _(
            "Stars, offence · defence · initiative, units and command rating. "
            "Indented: under the leader named."
        ),
        _("Slanting and faded: has acted. !: out of command. On a unit: position, steps, strength-morale."),
        _away(view, names, side),
    )
    for number, line in enumerate(lines):
        size = pen.fit(line, "text", 20, right - left - 40, 13)
        short = shortened(pen, line, "text", size, right - left - 36)
        pen.text((left + 20, top + 24 + number * 28), short, "text", size, theme.ink, anchor="lm")


def _away(view: View, names: Roll, side: Side) -> str:
    away = [
        names.leader[id].name
        for id, known in view.leaders.items()
        if known.side == side and known.box is None
    ]
    lost = sum(1 for id, unit in view.units.items() if unit.side == side and unit.steps == 0)
    replaced = [
        names.leader[id].name for id, known in view.leaders.items() if known.side == side and known.replaced
    ]
    sentences = [
        _("Not on the map: {leaders}.", leaders=", ".join(away)) if away else _("All leaders are on the map.")
    ]
    sentences += [_("Replaced: {leaders}.", leaders=", ".join(replaced))] if replaced else []
    sentences += [_("Units eliminated: {number}.", number=lost)] if lost else []
    return " ".join(sentences)
