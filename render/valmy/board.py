"""The battle board: the defender above, the attacker below, each unit in its box, and the last exchange."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from data.catalogue import N_, _
from data.valmy.schema import FLAG, SIDES, Pack
from data.valmy.tables import Side
from engines.valmy.view import BattleView, View
from render.geo import dense
from render.lettering import shortened, squeezed, wrapped
from render.once import large
from render.paper import blend, neatline, panel
from render.parts import arrows
from render.parts.counters import edge_of
from render.parts.flags import flag
from render.parts.placing.boxes import meet, middle
from render.pen import Box, Pen
from render.theme import THEMES, Theme, ThemeName
from render.valmy import counters
from render.valmy.alt import forces, told
from render.valmy.counters import Chief, Troops
from render.valmy.layout import HEADER, SHEET
from render.valmy.liveries import ARMY, ARROWS, DRESS, nation, style
from render.valmy.liveries import SIDES as CALLED
from render.valmy.moves import Blow, Deed
from render.valmy.panels import header
from render.valmy.sheets import Roll, roll

OVERSAMPLING = 2
TOP, HIGH, GAP = 158.0, 1310.0, 8.0
"""Upper edge and height of the board, and the room between its boxes."""
STRIP = 184.0
BOTTOM = TOP + HIGH + GAP + STRIP + 24
LEFT, RIGHT = 24.0, 1576.0
THIN, LINE, TALL = 50.0, 330.0, 150.0
"""Heights of an empty row, of Main at least, and of Skirmish or Reserve."""
NARROW, BROAD = 270.0, 400.0
"""Width of a flank, and at most."""
CAPTION, AIR = 40.0, 20.0
"""Height of a caption, and the room after it for arrows and badges."""
LARGEST, LARGE, SMALLEST = 216.0, 112.0, 44.0
"""Sides of a unit's counter; a flank is broad enough for large ones."""
KEY: Box = (960, TOP + HIGH + GAP, RIGHT, TOP + HIGH + GAP + STRIP)
TOLD: Box = (LEFT, KEY[1], 952, KEY[3])
CHIPS = (60.0, 48.0, 38.0)
"""Heights of a leader's counter, the largest with which units are no smaller than large ones."""
ABREAST = 3
"""Arrows side by side between the flanks."""
WIDE = 26.0
"""Half of the width of an arrow."""
BADGE, HALF = 27.0, 20.0
"""Size of a blow's result, and half of the height of its badge."""
LINES = 4
"""Lines of the last exchange."""
LETTERS = 29.0
"""Size of texts that can be read on a telephone."""
FLANKS = ("left", "right")
ORDER = {"main": 0, "left": 1, "right": 2, "skirmish": 3, "reserve": 4}
NAMES: Mapping[str, N_] = {
    "left": N_("Left flank"),
    "right": N_("Right flank"),
    "skirmish": N_("{side}, Skirmish"),
    "reserve": N_("{side}, Reserve"),
}
MAIN: Mapping[bool, N_] = {True: N_("{side}, Main, attacker"), False: N_("{side}, Main, defender")}
DEEDS: Mapping[Deed, N_] = {
    "fire": N_("fire"),
    "charge": N_("charge"),
    "counter-charge": N_("counter-charge"),
    "melee": N_("melee"),
    "loss": N_("losses"),
}


_SAMPLE = Troops("81 RLi", "adn", (143, 180, 217), "infantry", "S", 1, 6, 2, 2)
_HORSE = _SAMPLE._replace(name="5/vKohler", army="allied", arm="cavalry", position="F", strength=2, morale=8)
SAMPLES: tuple[tuple[Troops, N_], ...] = (
    (_SAMPLE, N_("strength – morale")),
    (_HORSE._replace(steps=1, morale=6), N_("one step lost")),
    (_SAMPLE._replace(boost=2), N_("raised by a leader")),
    (_HORSE._replace(hurt=True, steps=0), N_("just lost")),
)


class Part(NamedTuple):
    """The counters in a box of the board."""

    side: Side
    place: str
    units: tuple[Troops, ...]
    chiefs: tuple[str, ...]

    @property
    def strength(self) -> int:
        """The strength of all units that are left."""
        return sum(unit.strength for unit in self.units if unit.steps)


def draw(view: View, pack: Pack, blows: Sequence[Blow], theme: ThemeName, width: int) -> Image.Image:
    """The board of the battle under way, RGB."""
    battle = view.battle
    assert battle is not None
    palette, names = THEMES[theme], roll(pack)
    pen = Pen(base(theme, width).copy(), width / SHEET)
    parts = parted(view, battle, names, blows)
    boxes = boxes_of(battle, parts)
    for (side, _place), box in boxes.items():
        fill = blend(palette.panel, DRESS[ARMY[side]].fill, 0.10 if palette.name == "light" else 0.22)
        pen.rectangle(box, fill, DRESS[ARMY[side]].fill, 3, 6)
    header(pen, view, pack, palette, None, situation_of(battle))
    taken: list[Box] = []
    for part in parts:
        at, start = boxes[part.side, part.place], boxes[part.side, "main"][0]
        taken += _fill(pen, at, part, view, names, battle, palette, start)
    _arrows(pen, boxes, taken, battle, names, blows, palette)
    if blows:
        _exchange(pen, names, blows, palette)
    else:
        _strengths(pen, parts, palette)
    return pen.image


# Ten MiB each at 1600 pixels: both themes, at two widths.
@large(4)
def base(name: ThemeName, width: int) -> Image.Image:
    """The fixed parts of every board: its frames and key, RGB; treat it as read-only."""
    theme, unit = THEMES[name], width / SHEET
    size = (width * OVERSAMPLING, round(BOTTOM * unit) * OVERSAMPLING)
    pen = Pen(Image.new("RGB", size, theme.paper), unit * OVERSAMPLING)
    for box in (HEADER, KEY, TOLD):
        panel(pen, box, theme)
    neatline(pen, (8, 8, SHEET - 8, BOTTOM - 8), theme)
    fine = Pen(pen.image.reduce(OVERSAMPLING), unit)
    _key(fine, theme)
    return fine.image


def situation_of(battle: BattleView) -> str:
    """The title of the board."""
    return _("Battle board, round {round}", round=battle.round)


def parted(view: View, battle: BattleView, names: Roll, blows: Sequence[Blow]) -> list[Part]:
    """All counters on the board by box; eliminated ones only where it has just happened."""
    hurt = {id for blow in blows if blow.deed == "loss" for id in blow.who}
    parts = []
    for side in (other(battle.attacker), battle.attacker):
        for place in ORDER:
            group = [id for id, where in battle.places.items() if where == place and names.side(id) == side]
            units = [
                names.troops(view, id, hurt=id in hurt, spent=False)
                for id in group
                if id in view.units and (view.units[id].steps or id in hurt)
            ]
            units.sort(key=lambda seen: (seen.arm, seen.band, -seen.strength, -seen.morale))
            chiefs = sorted((id for id in group if id in names.leader), key=lambda id: -names.leader[id].rank)
            parts.append(Part(side, place, tuple(units), tuple(chiefs)))
    return parts


def other(side: Side) -> Side:
    """The other side."""
    return "allied" if side == "french" else "french"


def boxes_of(battle: BattleView, parts: Iterable[Part]) -> dict[tuple[Side, str], Box]:
    """The boxes of both halves; left is left as the attacker looks at it; empty rows are narrow."""
    crowd = {(part.side, part.place): len(part.units) + len(part.chiefs) for part in parts}
    attacker, defender = battle.attacker, other(battle.attacker)
    rows: list[tuple[Side, str]] = [
        *((defender, "reserve"), (defender, "main"), (defender, "skirmish")),
        *((attacker, "skirmish"), (attacker, "main"), (attacker, "reserve")),
    ]
    room = HIGH - GAP * 5
    heights = [LINE if place == "main" else TALL if crowd[side, place] else THIN for side, place in rows]
    spare = room - sum(heights)
    # The rest goes to the lines by the number of their counters.
    crowds = {side: 4 + sum(crowd[side, place] for place in ("main", *FLANKS)) for side in SIDES}
    flanks = {
        place: min(BROAD, max(NARROW, -(-max(crowd[side, place] for side in SIDES) // 3) * LARGE + 30))
        for place in FLANKS
    }
    boxes, top = {}, TOP
    for (side, place), height in zip(rows, heights, strict=True):
        bottom = top + height + (spare * crowds[side] / sum(crowds.values()) if place == "main" else 0)
        if place == "main":
            inner, outer = LEFT + flanks["left"] + GAP, RIGHT - flanks["right"] - GAP
            boxes[side, "left"] = (LEFT, top, inner - GAP, bottom)
            boxes[side, "right"] = (outer + GAP, top, RIGHT, bottom)
            boxes[side, "main"] = (inner, top, outer, bottom)
        else:
            boxes[side, place] = (LEFT, top, RIGHT, bottom)
        top = bottom + GAP
    return boxes


def _fill(
    pen: Pen, box: Box, part: Part, view: View, names: Roll, battle: BattleView, theme: Theme, start: float
) -> list[Box]:
    """A box with its caption and all its counters; captions of long rows begin at `start`.

    Returns the ground of words and, in long rows, of units.
    """
    left, top, right, bottom = box
    # Captions of the long rows leave the flanks' column to arrows.
    start = start if part.place in ("skirmish", "reserve") else left
    flag(pen, (start + 12, top + 8, start + 50, top + 33), FLAG[part.side], edge_of(theme.name))
    named = MAIN[part.side == battle.attacker] if part.place == "main" else NAMES[part.place]
    count, flank = sum(seen.steps > 0 for seen in part.units), part.place in FLANKS
    # An empty long row says so; a flank is too narrow for two captions in a line.
    end = forces(count, part.strength) if count else "" if part.chiefs else _("nobody")
    foot = 34.0 if flank else 0.0
    room = right - start - 68
    if flank:
        at = ((left + right) / 2, bottom - 20)
        pen.fitted(at, end, "text", 26, theme.ink, right - left - 20, anchor="mm")
    else:
        room -= pen.length(end, "text", 27) + 24
    caption = named(side=CALLED[part.side])
    pen.fitted((start + 60, top + 21), caption, "title", 31, theme.ink, room)
    words = start + 60 + min(room, pen.length(caption, "title", 31))
    if part.place == "main":
        pen.text((right - 12, top + 21), end, "text", 27, theme.ink, anchor="rm")
    elif not flank:
        # Beside its caption it also leaves the right flank's column to arrows.
        pen.text((words + 24, top + 21), end, "text", 27, theme.ink, anchor="lm")
        words += 24 + pen.length(end, "text", 27)
    seats = _seat(pen, (left + 8, top + CAPTION + 2, right - 8, bottom - 6 - foot), part, view, names, theme)
    return [(start, top, words + AIR, top + CAPTION), *(seats if part.place == "skirmish" else ())]


def _seat(pen: Pen, box: Box, part: Part, view: View, names: Roll, theme: Theme) -> list[Box]:
    """Units in rows as large as there is room for, leaders below them; returns the ground of units."""
    if not part.units and not part.chiefs:
        return []
    left, top, right, bottom = box
    for high in CHIPS:
        chips = [_leader(pen, view, names, id, high, theme) for id in part.chiefs]
        rows = list(_rows(pen, chips, right - left))
        low = bottom - len(rows) * (high + 4)
        side = fitted(len(part.units), right - left, low - top)
        if side >= LARGE and all(chip.width <= (right - left) * pen.unit for chip in chips):
            break
    abreast = max(1, int((right - left + 4) // (side + 4)))
    deep = -(-len(part.units) // abreast)
    start = top + max(0.0, (low - top - deep * (side + 4)) / 2)
    seats: list[Box] = []
    for number, seen in enumerate(part.units):
        row, column = divmod(number, abreast)
        beside = min(abreast, len(part.units) - row * abreast)
        x = (left + right) / 2 + (column - (beside - 1) / 2) * (side + 4)
        y = start + (row + 0.5) * (side + 4)
        pen.stamp(counters.troops(seen, side=side, theme=theme.name, unit=pen.unit), (x, y))
        seats.append((x - side / 2, y - side / 2, x + side / 2, y + side / 2))
    for number, row_of in enumerate(rows):
        wide = sum(chip.width for chip in row_of) / pen.unit + 6 * (len(row_of) - 1)
        x, y = (left + right - wide) / 2, low + number * (high + 4) + high / 2 + 3
        for chip in row_of:
            pen.stamp(chip, (x + chip.width / pen.unit / 2, y))
            x += chip.width / pen.unit + 6
    return seats


def fitted(count: int, wide: float, high: float) -> float:
    """The side of the counters, if `count` of them fit into a box."""
    side = LARGEST
    while side > SMALLEST:
        abreast = max(1, int((wide + 4) // (side + 4)))
        if -(-count // abreast) * (side + 4) <= high:
            break
        side -= 2
    return side


def _leader(pen: Pen, view: View, names: Roll, id: str, high: float, theme: Theme) -> Image.Image:
    seen, commanded = view.leaders[id], names.command[names.leader[id].command]
    figures = seen.offence, seen.command, seen.defence, seen.initiative
    chief = Chief(names.leader[id].name, seen.rank)
    return counters.leader(
        chief, commanded.army, nation(commanded), figures, high=high, theme=theme.name, unit=pen.unit
    )


def _rows(pen: Pen, chips: Sequence[Image.Image], room: float) -> Iterable[list[Image.Image]]:
    row: list[Image.Image] = []
    for chip in chips:
        if row and sum(each.width + 6 for each in [*row, chip]) / pen.unit > room:
            yield row
            row = []
        row.append(chip)
    if row:
        yield row


def _arrows(
    pen: Pen,
    boxes: Mapping[tuple[Side, str], Box],
    taken: Sequence[Box],
    battle: BattleView,
    names: Roll,
    blows: Sequence[Blow],
    theme: Theme,
) -> None:
    """Each blow as an arrow from its box to its target, with its result.

    :param taken: the ground of words and units that stay visible.
    """
    kept, shafts = list(taken), list[Box]()
    badges: list[tuple[Box, str, tuple[int, int, int]]] = []
    groups: dict[tuple[Side, str, Deed], list[str]] = {}
    for blow in blows:
        places = [battle.places[id] for id in blow.who if id in battle.places]
        place = blow.place or next(iter(places), "")
        if blow.deed != "loss" and (blow.side, place) in boxes:
            groups.setdefault((blow.side, place, blow.deed), []).append(blow.text)
    number: dict[str, int] = {}
    made: list[arrows.Arrow] = []
    # Short ones, between the Skirmish rows, have only one height for their result, and come first.
    for (side, place, deed), texts in sorted(groups.items(), key=lambda group: group[0][1] != "skirmish"):
        facing = _facing(boxes, battle, names, side, place)
        mine, theirs = boxes[side, place], boxes[other(side), facing]
        # Those between the flanks run side by side, to the right of the counters in the long rows.
        lane = place if place in FLANKS or place == facing else "main"
        nth = number.setdefault(lane, 0)
        number[lane] += 1
        down = mine[1] < theirs[1]
        away, near = (mine[3] + 6, theirs[1] + 4) if down else (mine[1] - 6, theirs[3] - 4)
        aside = nth - 0.5 if place in FLANKS else nth % ABREAST
        wanted = (theirs[0] + theirs[2]) / 2 + aside * min(190.0, (theirs[2] - theirs[0]) * 0.36)
        column = boxes[side, lane]
        label = ", ".join(dict.fromkeys(text for text in texts if text)) or str(DEEDS[deed])
        label = shortened(pen, label, "bold", BADGE, 330)
        half = pen.length(label, "bold", BADGE) / 2 + 12
        if lane == "skirmish":
            # Beside Main, where there are no others.
            wanted = boxes[side, "main"][2] + half
        x, badge = _clear(wanted, (column[0], column[2]), (away, near), half, kept, shafts)
        kept.append(badge)
        shafts.append(_shaft(x, (away, near)))
        drawn = style("march", ARROWS[theme.name][side], theme, 1.5)
        made.append(arrows.arrow(dense([(x, away), (x, near)], 4), drawn))
        badges.append((badge, label, ARROWS[theme.name][side]))
    arrows.paint(pen.image, pen.unit, made, (LEFT, TOP, RIGHT, TOP + HIGH))
    for badge, label, ink in badges:
        _badge(pen, badge, label, ink, theme)


def _shaft(x: float, ends: tuple[float, float]) -> Box:
    """The ground of an arrow outside the boxes that it joins."""
    middle, reach = sum(ends) / 2, abs(ends[1] - ends[0]) / 2
    return x - WIDE, middle - max(reach - 10, 1), x + WIDE, middle + max(reach - 10, 1)


def _clear(
    wanted: float,
    sides: tuple[float, float],
    ends: tuple[float, float],
    half: float,
    kept: Sequence[Box],
    shafts: Sequence[Box],
) -> tuple[float, Box]:
    """The places of an arrow and of its result, so that both cover nothing: as near as possible.

    Where that is impossible, the result covers other arrows, and at worst any ground.

    :param half: half of the result's width.
    :param kept: words and units, and the results of other arrows.
    """
    middle, reach = sum(ends) / 2, abs(ends[1] - ends[0]) / 2
    steps = (wanted + way * by for by in range(0, round(sides[1] - sides[0]), 6) for way in (1, -1))
    free = [
        x
        for x in steps
        if sides[0] <= x - WIDE
        and x + WIDE <= sides[1]
        and not any(meet(_shaft(x, ends), each) for each in (*kept, *shafts))
    ] or [wanted]
    heights = [middle, *(middle + way * by for by in range(4, int(reach), 4) for way in (-1, 1))]

    def told_at(x: float, y: float) -> Box:
        across = min(max(x, LEFT + half), RIGHT - half)
        return across - half, y - HALF, across + half, y + HALF

    for taken in ([*kept, *shafts], kept):
        for x in free:
            badges = (told_at(x, y) for y in heights)
            badge = next((one for one in badges if not any(meet(one, each) for each in taken)), None)
            if badge is not None:
                return x, badge
    return free[0], told_at(free[0], middle)


def _facing(
    boxes: Mapping[tuple[Side, str], Box], battle: BattleView, names: Roll, side: Side, place: str
) -> str:
    """The box of the other side that a box strikes at."""
    if place in FLANKS:
        return place
    held = {where for id, where in battle.places.items() if names.side(id) != side}
    return "skirmish" if place == "skirmish" and "skirmish" in held else "main"


def _badge(pen: Pen, box: Box, text: str, ink: tuple[int, int, int], theme: Theme) -> None:
    """The result of a blow."""
    pen.rectangle(box, theme.disc, ink, 3, 8)
    pen.text(middle(box), text, "bold", BADGE, theme.ink)


def _exchange(pen: Pen, names: Roll, blows: Sequence[Blow], theme: Theme) -> None:
    left, top, right, _low = TOLD
    pen.text((left + 20, top + 26), _("Last exchange"), "title", 31, theme.ink, anchor="lm")
    room, shown = right - left - 40, list[str]()
    for number, blow in enumerate(blows):
        more = len(blows) - number
        lines = wrapped(pen, told(blow, names), "text", LETTERS, room)
        if len(shown) + len(lines) + (more > 1) > LINES and number:
            shown.append(_("And {number} more; see the log.", number=more))
            break
        shown += lines[: LINES - (more > 1)]
    for number, line in enumerate(shown):
        text = shortened(pen, line, "text", LETTERS, room)
        pen.text((left + 20, top + 66 + number * 32), text, "text", LETTERS, theme.ink, anchor="lm")


def _strengths(pen: Pen, parts: Sequence[Part], theme: Theme) -> None:
    """The strength of each side in all, before the first blow."""
    left, top, right, _low = TOLD
    pen.text((left + 20, top + 26), _("Who fights"), "title", 31, theme.ink, anchor="lm")
    for number, side in enumerate(dict.fromkeys(part.side for part in parts)):
        own, y = [part for part in parts if part.side == side], top + 72 + number * 40
        count = sum(seen.steps > 0 for part in own for seen in part.units)
        flag(pen, (left + 20, y - 13, left + 58, y + 12), FLAG[side], edge_of(theme.name))
        strong = forces(count, sum(part.strength for part in own))
        text = _("{side}: {forces}", side=CALLED[side], forces=strong)
        pen.fitted((left + 72, y), text, "text", LETTERS, theme.ink, right - left - 92, anchor="lm")


def _key(pen: Pen, theme: Theme) -> None:
    """The meaning of a unit's counter."""
    left, top, right, bottom = KEY
    pitch = (right - left - 20) / len(SAMPLES)
    for number, (seen, words) in enumerate(SAMPLES):
        x = left + 10 + (number + 0.5) * pitch
        pen.stamp(counters.troops(seen, side=84, theme=theme.name, unit=pen.unit), (x, top + 58))
        lines, size = squeezed(pen, str(words), "text", 26, pitch * 0.86, 2)
        for row, text in enumerate(lines):
            pen.text((x, bottom - 56 + row * 28), text, "text", size, theme.ink)
