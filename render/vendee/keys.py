"""The keys: to the country, to armies and counters, to the present step; all on a sheet of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from data.catalogue import N_, _
from data.vendee.schema import BLUE_ARMIES, ROYAL_ARMIES, Army, Pack, Side, Terrain
from render.battle import End
from render.geo import dense
from render.paper import blend, neatline, panel
from render.parts import arrows, signs
from render.parts.counters import Dress
from render.parts.keys import SMALL, Entry, Key, broken, finer, wider
from render.parts.rings import ticket
from render.parts.signs import Mark
from render.pen import Box, Pen, Point
from render.theme import Rgb, Theme
from render.vendee import counters
from render.vendee.ground import terrain
from render.vendee.layout import KEYS, SHEET, Chart, Keys, key
from render.vendee.layout import chart as chart_of
from render.vendee.liveries import ARROWS, READINESS, READY, SIDES, TINTS, Readiness, dresses, line_of, style
from render.vendee.moves import Manner

OWN = Keys((24, 108, 1576, 392), (24, 400, 1576, 584))
OWN_TELL: Box = (24, 592, 1576, 920)
OWN_BOTTOM = 944.0
"""The places of the keys on a sheet of their own; `OWN_TELL` is the place of the key to counters."""
OWN_SIZES = 1.5, 2.4, 2.2
"""The sizes of the signs and words of each key there."""
NEEDED, FIRST = 1.15, 8
"""The size of the keys on the whole map, and how many signs of the country stand on it."""
DRESSED = 140.0
"""The least width of a column of armies."""
TELLS = 5
"""The number of rows of the key to counters."""
TOLD = 18.0
"""The size of the words there."""

TERRAINS: tuple[tuple[Terrain, N_], ...] = (
    ("clear", N_("open country")),
    ("mixed", N_("mixed country")),
    ("bocage", N_("bocage")),
    ("marsh", N_("marsh")),
)
SIGNS: tuple[tuple[str, N_], ...] = (
    ("primary", N_("primary objective")),
    ("secondary", N_("objective")),
    ("stronghold", N_("stronghold")),
    ("base", N_("base, its army")),
    ("great port", N_("great port")),
    ("port", N_("lesser port")),
    ("south", N_("way to the south")),
)
MANNERS: tuple[tuple[Manner, N_], ...] = (
    ("march", N_("march, landing")),
    ("attack", N_("attack")),
    ("retreat", N_("retreat")),
    ("rout", N_("rout")),
)
MARCH, RETREAT, GUNS = "march", "retreat", "guns"
"""The subjects of the tickets on a map, each named as the sheet that has such tickets."""
TICKETS: dict[str, tuple[tuple[str, N_], ...]] = {
    MARCH: (("1½", N_("AP to go")), ("1 ?", N_("may stop"))),
    RETREAT: (("1", N_("which step")), ("−2", N_("lost there"))),
    GUNS: (("50%", N_("chance")),),
}
"""The tickets of each subject, with their explanations."""
ENDS: tuple[End, ...] = ("killed", "captured", "wounded")
ORDER: tuple[tuple[Side, tuple[Army, ...]], ...] = (
    ("royalist", ROYAL_ARMIES),
    ("republican", BLUE_ARMIES),
)


def on_map(chart: Chart, theme: Theme) -> list[Key]:
    """The keys of the whole map, for a pen that draws `NEEDED` as large.

    Letters that a telephone shows are so large that there is room only for the necessary keys.
    """
    country = key_to_country(chart, wider(KEYS.country, NEEDED), theme)
    dress = key_to_dress(chart, wider(KEYS.dress, NEEDED))
    return [country._replace(entries=country.entries[:FIRST]), dress]


def drawn(size: tuple[int, int], unit: float, chart: Chart, theme: Theme) -> Image.Image:
    """A sheet that has only the keys of the whole map, RGB."""
    return _printed(size, unit, KEYS, [(NEEDED, each) for each in on_map(chart, theme)], theme).image


def _printed(
    size: tuple[int, int], unit: float, boxes: Sequence[Box], keys: Sequence[tuple[float, Key]], theme: Theme
) -> Pen:
    """A sheet with keys, each with its size, and the pen that can write more on it."""
    coarse = Pen(Image.new("RGB", (size[0] * 2, size[1] * 2), theme.paper), unit * 2)
    for box in boxes:
        panel(coarse, box, theme)
    for large, each in keys:
        each.signs(finer(coarse, large), theme)
    fine = Pen(coarse.image.reduce(2), unit)
    for large, each in keys:
        each.words(finer(fine, large), theme)
    return fine


def sheet(pack: Pack, theme: Theme, width: int) -> tuple[Image.Image, str]:
    """All keys on a sheet of their own, readable on a telephone, and their words."""
    unit = width / SHEET
    size = (width, round(OWN_BOTTOM * unit))
    chart = chart_of(key(pack))
    country, dress, tell = OWN_SIZES
    keys = [
        (country, key_to_country(chart, wider(OWN.country, country), theme)),
        (dress, key_to_dress(chart, wider(OWN.dress, dress), rows=True)),
    ]
    pen = _printed(size, unit, [*OWN, OWN_TELL], keys, theme)
    key_to_counters(finer(pen, tell), wider(OWN_TELL, tell), chart, theme)
    pen.fitted((40, 62), _("Key to the map"), "title", 56, theme.ink, 700)
    said = _("Hills and woods are for show.")
    pen.fitted((SHEET - 40, 66), said, "italic", 40, theme.ink, 760, anchor="rm")
    neatline(pen, (8, 8, SHEET - 8, OWN_BOTTOM - 8), theme)
    entries = [*keys[0][1].entries, *key_to_moment(chart, OWN_TELL, MARCH).entries]
    armies = ", ".join(f"{dress.letter} {dress.short}" for dress in dresses(chart.armies).values())
    signs_of = ", ".join(entry.words for entry in entries)
    return pen.image, _("Key to the map: {signs}. Armies by letter: {armies}.", signs=signs_of, armies=armies)


def key_to_country(chart: Chart, box: Box, theme: Theme) -> Key:
    """The signs of the country."""
    dressed = dresses(chart.armies)
    zone = line_of(dressed["anjou"], theme.name)
    entries = [Entry(partial(_terrain, kind=kind), str(words)) for kind, words in TERRAINS]
    for kind, words in SIGNS:
        mark = Mark(kind, dressed["saumur"] if kind == "base" else None)
        entries.append(Entry(partial(_sign, mark=mark), str(words)))
    entries += [
        Entry(partial(_road, inks=((theme.road, 7.4), (TINTS[theme.name]["clear"], 3.4))), _("royal road")),
        Entry(partial(_road, inks=((theme.road, 2.8),)), _("major road")),
        Entry(_bridge, _("bridge")),
        Entry(partial(_broken, ink=theme.road, dash=(5, 6, 4)), _("causeway")),
        Entry(_towns, _("town; parish")),
        Entry(partial(_zone, ink=zone), _("zone of an army")),
        Entry(partial(_broken, ink=zone, dash=(8, 9, 7)), _("Gâtine, yet to rise")),
    ]
    return Key(box, entries)


def _terrain(pen: Pen, at: Point, theme: Theme, *, kind: Terrain) -> None:
    x, y = at
    pen.rectangle((x - 20, y - 10, x + 20, y + 10), TINTS[theme.name][kind], theme.faded, 1.5)
    for across in (-9, 9):
        terrain(kind, theme)(pen, (x + across, y + 1), 0.8)


def _sign(pen: Pen, at: Point, theme: Theme, *, mark: Mark) -> None:
    signs.sign(pen, mark, at, 22, theme)


def _road(pen: Pen, at: Point, theme: Theme, *, inks: Sequence[tuple[Rgb, float]]) -> None:
    for ink, width in inks:
        pen.line([(at[0] - 22, at[1]), (at[0] + 22, at[1])], ink, width)


def _broken(pen: Pen, at: Point, theme: Theme, *, ink: Rgb, dash: tuple[float, float, float]) -> None:
    broken(pen, at, ink, *dash)


def _bridge(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    pen.rectangle((x - 22, y - 5, x + 22, y + 5), blend(theme.sea, theme.water, 0.25))
    signs.bridge(pen, at, (0, 1), 0.8, theme)


def _towns(pen: Pen, at: Point, theme: Theme) -> None:
    signs.town(pen, (at[0] - 9, at[1]), 1.1, theme, great=True)
    signs.town(pen, (at[0] + 10, at[1]), 1.1, theme, great=False)


def _zone(pen: Pen, at: Point, theme: Theme, *, ink: Rgb) -> None:
    x, y = at
    pen.rectangle((x - 22, y - 4, x + 22, y + 5), blend(TINTS[theme.name]["bocage"], ink, 0.62))
    pen.rectangle((x - 22, y - 4, x + 22, y - 1.5), ink)


def key_to_moment(chart: Chart, box: Box, tickets: str | None = None) -> Key:
    """The signs of the present step.

    :param tickets: the subject of the tickets on the map; None where there are none.
    """
    dress = dresses(chart.armies)["anjou"]
    manners = (("march", N_("march")), *MANNERS[1:])
    arrowed = [Entry(partial(_arrowed, manner=manner), str(words)) for manner, words in manners]
    entries = [
        Entry(_in_hand, _("in hand")),
        Entry(_fated, _("lost or hurt")),
        *(Entry(partial(_done, dress=dress, ready=ready), str(READY[ready])) for ready in READINESS[1:]),
        *arrowed,
        *(Entry(partial(_ticketed, text=text), str(words)) for text, words in TICKETS.get(tickets or "", ())),
    ]
    return Key(box, entries)


def near_by(chart: Chart, box: Box, tickets: str | None) -> tuple[Key, int]:
    """The key of a close-up, with a column for tickets at its end, and the number of signs before it.

    :param tickets: the subject of the tickets on the map; None where there are none.
    """
    always, full = len(key_to_moment(chart, box).entries), key_to_moment(chart, box, tickets)
    blanks = always + max(map(len, TICKETS.values())) - len(full.entries)
    return full._replace(entries=[*full.entries, *[Entry(_blank, "")] * blanks]), always


def _blank(_pen: Pen, _at: Point, _theme: Theme) -> None:
    """Draw nothing: the room stays empty."""


def _in_hand(pen: Pen, at: Point, theme: Theme) -> None:
    x, y = at
    pen.rectangle((x - 13, y - 9, x + 13, y + 9), None, theme.accent_edge, 6, 6)
    pen.rectangle((x - 13, y - 9, x + 13, y + 9), None, theme.accent, 3.4, 6)


def _done(pen: Pen, at: Point, theme: Theme, *, dress: Dress, ready: Readiness) -> None:
    pen.stamp(_army(pen, dress, 8, "royalist", ready, 0.66, theme), at)


def _ticketed(pen: Pen, at: Point, theme: Theme, *, text: str) -> None:
    ticket(pen, at, text, 16.5, theme)


def _arrowed(pen: Pen, at: Point, theme: Theme, *, manner: Manner) -> None:
    _specimen(pen, (at[0] - 23, at[1]), (at[0] + 23, at[1]), manner, theme)


def _fated(pen: Pen, at: Point, theme: Theme) -> None:
    for number, end in enumerate(ENDS):
        counters.sign_of(pen, (at[0] + (number - 1) * 15, at[1]), 15, end, theme.name)


def key_to_dress(chart: Chart, box: Box, *, rows: bool = False) -> Key:
    """The armies of both sides with colour, pattern and letter: a side in a column, or in a row."""
    dressed = dresses(chart.armies)
    sides = [
        [Entry(partial(_dressed, dress=dressed[id], side=side), dressed[id].short) for id in ids]
        for side, ids in ORDER
    ]
    entries = [entry for group in (zip(*sides, strict=True) if rows else sides) for entry in group]
    return Key(box, entries, DRESSED, 16)


def _dressed(pen: Pen, at: Point, theme: Theme, *, dress: Dress, side: Side) -> None:
    pen.stamp(_army(pen, dress, None, side, "fresh", 0.64, theme), at)


def _army(
    pen: Pen, dress: Dress, points: int | None, side: Side, ready: Readiness, size: float, theme: Theme
) -> Image.Image:
    return counters.army(dress, points, side=side, ready=ready, size=size, theme=theme.name, unit=pen.unit)


def key_to_counters(pen: Pen, box: Box, chart: Chart, theme: Theme) -> None:
    """Counters face down, activated, routed; generals, flags, arrows, and texts on the map."""
    left, top, right, bottom = box
    pitch, wide = (bottom - top - 12) / TELLS, (right - left) / 700
    rows = [top + 6 + (n + 0.5) * pitch for n in range(TELLS)]
    first, second, third, fourth = (left + at * wide for at in (12, 180, 326, 520))
    _on_the_table(pen, first, second, rows, theme)
    _readiness(pen, second, third, rows, chart, theme)
    for y, (manner, _told) in zip(rows, MANNERS, strict=False):
        _specimen(pen, (third + 2, y), (third + 48, y), manner, theme)
    for number, side in enumerate(SIDES):
        start = third + 2 + number * 26
        way = dense([(start, rows[-1]), (start + 22, rows[-1])], 2)
        arrows.draw(pen, way, style("march", ARROWS[theme.name][side], theme, 0.6))
    room = fourth - third - 64
    _words(pen, third + 58, rows, room, [*(str(text) for _manner, text in MANNERS), _("Roy., Rep.")], theme)
    ticket(pen, (fourth + 24, rows[0]), "1½", 16.5, theme)
    ticket(pen, (fourth + 24, rows[1]), "1 ?", 16.5, theme)
    arrows.number(pen, (fourth + 24, rows[2]), 2, 0.85, theme)
    pen.text((fourth + 24, rows[3]), "+2", "bold", SMALL, theme.ink)
    _fated(pen, (fourth + 19, rows[4]), theme)
    captions = (_("AP to go"), _("may stop"), _("no. of battle"), _("more generals"))
    _words(pen, fourth + 48, rows, right - fourth - 54, (*captions, _("lost or hurt")), theme)


def _words(
    pen: Pen, x: float, rows: Sequence[float], room: float, texts: Sequence[str], theme: Theme
) -> None:
    for y, text in zip(rows, texts, strict=True):
        pen.fitted((x, y), text, "text", TOLD, theme.ink, room)


def _specimen(pen: Pen, start: Point, end: Point, manner: Manner, theme: Theme) -> None:
    """A short arrow; an attack with its swords."""
    arrows.draw(pen, dense([start, end], 2), style(manner, theme.ink, theme, 0.85))
    if manner == "attack":
        at = ((start[0] + end[0]) / 2 - 6, start[1])
        signs.swords(pen, at, 0.75, theme.accent, theme.accent_edge)


def _on_the_table(pen: Pen, x: float, end: float, rows: Sequence[float], theme: Theme) -> None:
    """Face-down counters, the holder of a place, the active stack, a general."""
    for column, side in enumerate(SIDES):
        at = x + 14 + column * 32
        sprite = counters.back(side, 3 - column, size=0.56, theme=theme.name, unit=pen.unit)
        pen.stamp(sprite, (at, rows[0]))
        counters.flag(pen, (at, rows[1] + 2), 20, side, theme)
        chip = counters.chip("Abc", side, "fresh", size=0.72, theme=theme.name, unit=pen.unit)
        pen.stamp(chip, (at - 1 + 2 * column, rows[3]))
    _in_hand(pen, (x + 30, rows[2]), theme)
    pen.text((x + 30, rows[4]), "A+ 7", "bold", TOLD, theme.ink)
    _words(
        pen,
        x + 68,
        rows,
        end - x - 74,
        (_("face down"), _("held by"), _("in hand"), _("generals"), _("pile, its sum")),
        theme,
    )


def _readiness(pen: Pen, x: float, end: float, rows: Sequence[float], chart: Chart, theme: Theme) -> None:
    """Combat points and generals by their readiness."""
    anjou, saumur = (dresses(chart.armies)[id] for id in ("anjou", "saumur"))
    for y, ready in zip(rows, READINESS, strict=False):
        pen.stamp(_army(pen, anjou, 8, "royalist", ready, 0.56, theme), (x + 12, y))
        pen.stamp(_army(pen, saumur, 12, "republican", ready, 0.56, theme), (x + 12 + 26, y))
    for y, ready in zip(rows[3:], READINESS[1:], strict=True):
        chip = counters.chip("Abc", "royalist", ready, size=0.78, theme=theme.name, unit=pen.unit)
        pen.stamp(chip, (x + 25, y))
    _words(
        pen, x + 56, rows, end - x - 62, [str(READY[ready]) for ready in (*READINESS, *READINESS[1:])], theme
    )
