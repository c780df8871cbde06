"""The map of *Outposts* and its description, both made from a view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec
from PIL import Image

from render.paper import blend, hatch
from render.pen import Pen, Point
from render.theme import THEMES, Livery, Theme, ThemeName
from tests.outposts.game.data.pack import Pack, Units
from tests.outposts.game.engine.view import StackView, View

SHEET = (1000.0, 640.0)
OVERSAMPLING = 2
ALT = 1024
RADIUS = 52.0
COUNTER = 66.0

PLACES: dict[str, Point] = {
    "nantes": (120, 200),
    "vallet": (350, 180),
    "clisson": (310, 360),
    "montaigu": (470, 510),
    "mortagne": (630, 360),
    "beaupreau": (630, 180),
    "cholet": (870, 290),
}
LABELS: dict[str, tuple[float, float, str]] = {
    "nantes": (0, RADIUS + 18, "mm"),
    "vallet": (0, -RADIUS - 20, "mm"),
    "clisson": (-RADIUS - 8, 26, "rm"),
    "montaigu": (RADIUS + 8, 12, "lm"),
    "mortagne": (RADIUS + 8, 34, "lm"),
    "beaupreau": (0, -RADIUS - 20, "mm"),
    "cholet": (0, RADIUS + 18, "mm"),
}
"""Where a name stands, from the middle of its area, clear of the roads; its anchor as Pillow has it."""
LIVERIES: dict[str, Livery] = {
    "blue": Livery((38, 84, 148), (255, 255, 255), "horizontal"),
    "white": Livery((250, 247, 238), (40, 62, 40), "plain"),
    "green": Livery((52, 110, 66), (255, 255, 255), "diagonal"),
    "red": Livery((158, 44, 38), (255, 255, 255), "vertical"),
}


class March(msgspec.Struct, frozen=True):
    """Units of a side that went along a path of areas."""

    seat: str
    path: tuple[str, ...]


def troops(units: Units) -> str:
    """`2 foot and 1 horse`, `nobody`."""
    return " and ".join(f"{count} {unit}" for unit, count in units.items() if count) or "nobody"


def draw(
    view: View, pack: Pack, *, moves: Sequence[March] = (), theme: ThemeName = "light", width: int = 1600
) -> Image.Image:
    """The picture of a view, RGB, `width` pixels across: roads, areas, stacks, marches and the attack."""
    palette = THEMES[theme]
    unit = width / SHEET[0]
    size = (width * OVERSAMPLING, round(SHEET[1] * unit) * OVERSAMPLING)
    pen = Pen(Image.new("RGB", size, palette.land), unit * OVERSAMPLING)
    _roads(pen, pack, palette)
    for name, area in pack.area.items():
        pen.circle(PLACES[name], RADIUS, palette.disc, palette.ink, 3 if area.value == 1 else 6)
    under_attack = None if view.attack is None else (view.attack.origin, view.attack.target)
    for march in moves:
        for start, end in pairwise(march.path):
            if (start, end) != under_attack:
                _arrow(pen, PLACES[start], PLACES[end], palette, thin=True)
    if view.attack is not None:
        origin, target = PLACES[view.attack.origin], PLACES[view.attack.target]
        _arrow(pen, origin, target, palette, thin=False)
    for name, stack in view.areas.items():
        if stack is not None and (stack.units is None or any(stack.units.values())):
            _counter(pen, PLACES[name], COUNTER, stack, pack, palette)
    if view.attack is not None:
        attackers = StackView(view.attack.seat, view.attack.units)
        _counter(pen, _between(origin, target, 0.44), COUNTER * 0.8, attackers, pack, palette)
    for name, area in pack.area.items():
        (x, y), (across, down, anchor) = PLACES[name], LABELS[name]
        label = f"{area.name} ({area.value})"
        at = (x + across, y + down)
        pen.text(at, label, "title", 27, palette.ink, anchor=anchor, halo=palette.land)
    _heading(pen, view, pack, palette)
    for seat in pack.seats:
        _panel(pen, view, pack, seat, palette)
    return pen.image.reduce(OVERSAMPLING)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _roads(pen: Pen, pack: Pack, palette: Theme) -> None:
    roads = {tuple(sorted((name, border))) for name, area in pack.area.items() for border in area.borders}
    for here, there in sorted(roads):
        pen.line([PLACES[here], PLACES[there]], palette.road, 8)
        pen.line([PLACES[here], PLACES[there]], palette.paper, 3)


def _arrow(pen: Pen, start: Point, end: Point, palette: Theme, *, thin: bool) -> None:
    """A march beside its road, or an attack along it; both end at the edge of the area."""
    distance = math.dist(start, end)
    along = ((end[0] - start[0]) / distance, (end[1] - start[1]) / distance)
    # To the right of the way, so that there and back are two arrows.
    aside = 16.0 if thin else 0.0
    width, head = (5.0, 20.0) if thin else (12.0, 34.0)

    def at(ahead: float, across: float) -> Point:
        across += aside
        return (
            start[0] + along[0] * ahead - along[1] * across,
            start[1] + along[1] * ahead + along[0] * across,
        )

    tip = distance - RADIUS - 4
    for grow, ink in ((3.0, palette.accent_edge), (0.0, palette.accent)):
        pen.line([at(RADIUS, 0), at(tip - head, 0)], ink, width + 2 * grow)
        half = head * 0.6 + grow * 1.5
        pen.polygon([at(tip + grow * 1.5, 0), at(tip - head - grow, half), at(tip - head - grow, -half)], ink)


def _counter(pen: Pen, centre: Point, side: float, stack: StackView, pack: Pack, palette: Theme) -> None:
    """A counter with its strength and units, or face down: hatched, with nothing but its side's letter."""
    livery = LIVERIES[stack.seat]
    (x, y), half, share = centre, side / 2, side / COUNTER
    pen.rectangle((x - half, y - half, x + half, y + half), livery.fill, palette.ink, 3, 8)
    letter = str(pack.seat[stack.seat]["name"])[0]
    if stack.units is None:
        left, top = round((x - half + 7) * pen.unit), round((y - half + 7) * pen.unit)
        across = round((side - 14) * pen.unit)
        mask = hatch((across, across), "diagonal", 6 * pen.unit, 1.6 * pen.unit)
        pen.image.paste(blend(livery.fill, livery.ink, 0.6), (left, top), mask)
        pen.circle(centre, 19 * share, livery.fill, livery.ink, 2)
        pen.text(centre, letter, "bold", 26 * share, livery.ink)
        return
    pen.text((x - half + 16 * share, y - half + 17 * share), letter, "bold", 18 * share, livery.ink)
    strength = str(pack.weight(stack.units))
    pen.text((x + 7 * share, y - 5 * share), strength, "bold", 34 * share, livery.ink)
    told = " ".join(f"{count}{unit[0]}" for unit, count in stack.units.items() if count)
    size = pen.fit(told, "text", 16 * share, side - 10, 9)
    pen.text((x, y + half - 13 * share), told, "text", size, livery.ink)


def _heading(pen: Pen, view: View, pack: Pack, palette: Theme) -> None:
    pen.rectangle((0, 0, SHEET[0], 74), palette.panel)
    pen.line([(0, 74), (SHEET[0], 74)], palette.ink, 2)
    pen.text((28, 38), f"Outposts · Day {view.turn}", "title", 40, palette.ink, anchor="lm")
    pen.text((SHEET[0] - 28, 38), _weather(view, pack), "italic", 24, palette.ink, anchor="rm")


def _weather(view: View, pack: Pack) -> str:
    """The incident of the day, or that there is none yet."""
    if view.phase == "commit" or view.incident not in pack.incidents:
        return "All sides commit in secret"
    drawn = pack.incidents[view.incident]
    return f"{drawn.title}: marches enter {drawn.reach} area{'' if drawn.reach == 1 else 's'}"


def _panel(pen: Pen, view: View, pack: Pack, seat: str, palette: Theme) -> None:
    """A side's chits, calls for the guns and whether its commitment is in."""
    number = pack.seats.index(seat)
    # Two panels keep to the corners; of more, every other one stands above.
    left = 24.0 if number % 2 == 0 else SHEET[0] - 24 - 330
    top = 544.0 - 88 * (number // 2)
    livery = LIVERIES[seat]
    pen.rectangle((left, top, left + 330, top + 80), palette.panel, palette.ink, 2, 8)
    pen.rectangle((left, top, left + 96, top + 80), livery.fill, palette.ink, 2, 8)
    pen.text((left + 48, top + 40), str(pack.seat[seat]["name"]), "title", 28, livery.ink)
    chits = " ".join(map(str, view.chits[seat])) or "none"
    lines = [f"Chits {chits}", f"Calls for the guns {view.guns[seat]}"]
    if seat in view.given:
        lines.append("Commitment given")
    for row, line in enumerate(lines):
        y = top + 40 + (row - (len(lines) - 1) / 2) * 23
        size = pen.fit(line, "text", 18, 210, 10)
        pen.text((left + 112, y), line, "text", size, palette.ink, anchor="lm")


def alt(view: View, pack: Pack, *, moves: Sequence[March] = ()) -> str:
    """The view in at most 1024 characters, the most important first; what does not fit is left out."""
    text = ""
    for sentence in _sentences(view, pack, moves):
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > ALT:
            break
        text = longer
    return text


def _sentences(view: View, pack: Pack, moves: Sequence[March]) -> list[str]:
    names = {seat: str(pack.seat[seat]["name"]) for seat in pack.seats}
    sentences = [f"Map of Outposts, day {view.turn}. {_weather(view, pack)}."]
    if view.phase == "over":
        sentences.append("The game is over.")
    if view.attack is not None:
        attack = view.attack
        origin, target = pack.area[attack.origin].name, pack.area[attack.target].name
        strength = f" with {troops(attack.units)}" if attack.units else ""
        sentences.append(f"{names[attack.seat]} attacks {target} from {origin}{strength}.")
    for seat in pack.seats:
        held = [_held(view, pack, area) for area, at in view.areas.items() if at and at.seat == seat]
        sentences.append(f"{names[seat]} holds {', '.join(held) or 'nothing'}.")
    for seat in pack.seats:
        chits = ", ".join(map(str, view.chits[seat])) or "none"
        given = "; its commitment is given" if seat in view.given else ""
        sentences.append(f"{names[seat]}: chits {chits}; calls for the guns {view.guns[seat]}{given}.")
    marched = [
        f"{names[move.seat]} {' to '.join(pack.area[area].name for area in move.path)}" for move in moves
    ]
    if marched:
        sentences.append(f"Marches of the day: {'; '.join(marched)}.")
    return sentences


def _held(view: View, pack: Pack, area: str) -> str:
    stack = view.areas[area]
    known = f" ({troops(stack.units)})" if stack is not None and stack.units is not None else ""
    return f"{pack.area[area].name}{known}"
