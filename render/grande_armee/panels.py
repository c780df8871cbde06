"""The panels round the map: header, locator, state of the war, key."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.schema import NATIONS, Nation, Pack, Side
from data.grande_armee.texts import ARMIES, DOING, TURNS
from engines.grande_armee.view import View
from render.battle import Battle
from render.geo import dense
from render.grande_armee import counters, layers
from render.grande_armee.country import Country
from render.grande_armee.ground import field, fortress
from render.grande_armee.hexes import TINTS, ends, fitted
from render.grande_armee.hexes import Layout as Grid
from render.grande_armee.layout import HEADER, KEY, LOCATOR, SHEET, STATE, Window
from render.grande_armee.liveries import ARROWS, DRESS, style
from render.grande_armee.moves import Manner, Move
from render.grande_armee.scene import Stack, Troop, names
from render.lettering import halved
from render.paper import blend, panel
from render.parts import arrows, signs
from render.parts.flags import flag
from render.parts.header import Head, draw
from render.parts.keys import Entry, Key, sprite
from render.pen import Box, Pen, Point
from render.theme import Theme


def frames(pen: Pen, window: Window, theme: Theme) -> None:
    """The paper round the map, and the frames of header and panels."""
    left, top, right, low = window.map
    paper: tuple[Box, ...] = (
        (0, 0, SHEET, top),
        (0, low, SHEET, window.bottom),
        (0, 0, left, low),
        (right, 0, SHEET, low),
    )
    for box in paper:
        pen.rectangle((box[0], box[1], box[2] + 1, box[3] + 1), theme.paper)
    for box in (HEADER, *(window.below(edges) for edges in (LOCATOR, STATE, KEY))):
        panel(pen, box, theme)
    pen.rectangle(window.map, None, theme.ink, 3)


def situation(view: View) -> str:
    """The present step in words."""
    if view.phase == "over":
        return _("The campaign is over")
    return TURNS[view.player](phase=DOING[view.phase])


def header(pen: Pen, view: View, pack: Pack, theme: Theme, around: str | None, battle: Battle | None) -> None:
    """The title, the present step, and the turn on its track; of a battle, which may be past, its result."""
    if battle is not None:
        draw(pen, HEADER, Head(battle.title, battle.result, (), 0, ""), theme)
        return
    scenario = names(pack).scenario[view.scenario]
    title = _("Around {place}", place=around) if around else scenario.name
    turns = [str(number) for number in range(1, len(scenario.turn) + 1)]
    now = scenario.turn[min(view.turn, len(turns)) - 1].dates
    head = Head(title, situation(view), turns, view.turn if view.phase != "over" else len(turns) + 1, now)
    draw(pen, HEADER, head, theme)


@lru_cache(maxsize=16)
def locator_grid(window: Window, country: Country) -> Grid:
    """The grid of the whole board in the locator."""
    left, top, right, low = window.below(LOCATOR)
    return fitted(country.terrain, (left + 10, top + 10, right - 10, low - 10))


def locator_base(pen: Pen, window: Window, country: Country, theme: Theme) -> None:
    """The whole board, small: land, mountains, rivers, fortresses."""
    grid, tints = locator_grid(window, country), TINTS[theme.name]
    left, top, right, low = window.below(LOCATOR)
    pen.rectangle((left + 5, top + 5, right - 5, low - 5), theme.sea, theme.faded, 1.5)
    for hex, kind in country.terrain.items():
        pen.polygon(grid.outline(hex), tints["clear" if kind == "fortress" else kind])
    ink = blend(theme.water, theme.ink, 0.1)
    for side, bank in country.sides.items():
        if bank != "lake":
            pen.line([grid.at(corner) for corner in ends(side)], ink, 1.2)
    for town in country.towns:
        if town.kind == "fortress":
            x, y = grid.centre(town.hex)
            pen.rectangle((x - 2.4, y - 2.4, x + 2.4, y + 2.4), theme.red)


def locator(
    pen: Pen,
    shown: Window,
    country: Country,
    stacks: Mapping[Hex, Stack],
    moves: Iterable[Move],
    theme: Theme,
) -> None:
    """Both armies on the whole board with their ways, French as squares, Allies as discs, and the window."""
    grid = locator_grid(shown, country)
    for move in moves:
        pen.line([grid.centre(hex) for hex in move.path], ARROWS[theme.name][move.side], 1.8)
    for hex, stack in sorted(stacks.items(), key=lambda item: item[1].strength):
        (x, y), ink = grid.centre(hex), ARROWS[theme.name][stack.side]
        half = 3.2 if stack.troops else 1.8
        if stack.side == "french":
            pen.rectangle((x - half, y - half, x + half, y + half), ink)
        else:
            pen.circle((x, y), half, ink)
    share, (west, north) = grid.size / shown.size, (shown.grid.left, shown.grid.top)
    left, right = (grid.left + (x - west) * share for x in shown.map[::2])
    top, low = (grid.top + (y - north) * share for y in shown.map[1::2])
    pen.rectangle((left, top, right, low), None, theme.accent_edge, 4.4)
    pen.rectangle((left, top, right, low), None, theme.accent, 2.6)


def scored(view: View, pack: Pack) -> str:
    """The parts of the score; empty where Fortresses alone score."""
    if all(action.scenario != view.scenario for action in pack.scenarios.action):
        return ""
    fortresses = halved(round(view.score.fortresses * 2))
    return _("fortresses {fortresses}, actions {actions}", fortresses=fortresses, actions=view.score.actions)


def state(pen: Pen, box: Box, view: View, pack: Pack, theme: Theme) -> None:
    """The French score with its parts, and the strength of each nation on the board."""
    left, top, right, _low = box
    threshold = names(pack).scenario[view.scenario].threshold
    pen.text((left + 24, top + 44), halved(round(view.score.total * 2)), "bold", 56, theme.ink, anchor="lm")
    wide = pen.length(halved(round(view.score.total * 2)), "bold", 56)
    words = _("French points of {threshold}", threshold=threshold)
    pen.fitted((left + 40 + wide, top + 32), words, "text", 28, theme.ink, right - left - wide - 60)
    parts = scored(view, pack)
    pen.fitted((left + 40 + wide, top + 64), parts, "italic", 26, theme.ink, right - left - wide - 60)
    strength: dict[Nation, list[int]] = {}
    for unit in view.units.values():
        if unit.kind in ("infantry", "cavalry"):
            strength.setdefault(unit.nation, []).append(unit.strength)
    present = [nation for nation in NATIONS if nation in strength]
    pitch = min(52.0, 150 / max(1, len(present)))
    for row, nation in enumerate(present):
        y = top + 92 + (row + 0.5) * pitch
        flag(pen, (left + 24, y - 14, left + 66, y + 14), nation, theme.ink, 2)
        said = _(
            "{nation}: strength {strength}, {units} units",
            nation=ARMIES[nation],
            strength=sum(strength[nation]),
            units=len(strength[nation]),
        )
        pen.fitted((left + 80, y), said, "text", 27, theme.ink, right - left - 100)


def key_to_map(box: Box, theme: Theme, *, zones: bool = False) -> Key:
    """The signs of the map.

    :param zones: whether those of zones and supply stand there in place of those of moves.
    """
    horse = Troop("cavalry", 3, 7, 1)
    french = Stack("french", "french", 15, (Troop("infantry", 5, 4, 3),), (), 0, 0, "none", doomed=False)
    allied = french._replace(side="allied", nation="austrian", strength=10)
    samples: list[tuple[Stack, N_]] = [
        (french, N_("foot, strength 15")),
        (allied._replace(strength=3, troops=(horse,)), N_("horse of an Ally")),
        (french._replace(leaders=(_("Ney"),)), N_("with a leader")),
        (allied._replace(disrupted="all"), N_("disrupted")),
        (french._replace(supplies=1), N_("supply unit with it")),
        (allied._replace(depots=1), N_("depot with it")),
    ]
    entries = [_counter(stack, str(words)) for stack, words in samples]
    entries += [
        Entry(_fortress, _("fortress, its points")),
        Entry(_siege, _("besieged")),
        _counter(allied._replace(doomed=True), _("to be eliminated")),
        Entry(lambda pen, at, theme: field(pen, at, 9, theme.ink), _("field of battle")),
    ]
    if zones:
        return Key(box, [*entries, *layers.entries()], column=226.0, half=24.0)
    entries += [
        *(Entry(partial(_arrow, manner=manner), str(words)) for manner, words in MANNERS),
        Entry(
            lambda pen, at, theme: signs.swords(pen, at, 0.6, theme.accent, theme.accent_edge), _("attack")
        ),
    ]
    return Key(box, entries, column=226.0, half=24.0)


MANNERS: tuple[tuple[Manner, N_], ...] = (
    ("march", N_("march")),
    ("forced", N_("forced march")),
    ("retreat", N_("retreat")),
    ("planned", N_("planned march")),
    ("ordered", N_("ordered march")),
)


def _counter(stack: Stack, words: str) -> Entry:
    return sprite(words, partial(counters.stack, stack, size=38.0), 0.52)


def _fortress(pen: Pen, at: Point, theme: Theme) -> None:
    fortress(pen, at, 15, theme)
    value(pen, (at[0] + 13, at[1] - 7), 4, "french", 18, theme)


def _siege(pen: Pen, at: Point, theme: Theme) -> None:
    fortress(pen, at, 12, theme)
    siege(pen, at, 15, theme)


def _arrow(pen: Pen, at: Point, theme: Theme, *, manner: Manner) -> None:
    x, y = at
    for row, side in enumerate(("french", "allied")):
        way = dense([(x - 22, y - 6 + row * 12), (x + 22, y - 6 + row * 12)], 2)
        arrows.draw(pen, way, style(manner, ARROWS[theme.name][side], theme, 0.5))  # type: ignore[index]


def value(pen: Pen, at: Point, points: int, side: Side, size: float, theme: Theme) -> None:
    """The worth of a fortress, on a shield of its holder, square for the French, else round."""
    x, y = at
    half = (0.32 if points else 0.2) * size
    dress = DRESS["french" if side == "french" else "austrian"]
    if side == "french":
        pen.rectangle((x - half, y - half, x + half, y + half), dress.fill, theme.ink, max(0.05 * size, 1.2))
    else:
        pen.circle(at, half * 1.1, dress.fill, theme.ink, max(0.05 * size, 1.2))
    if points:
        pen.text(at, str(points), "bold", 0.44 * size if points < 10 else 0.4 * size, dress.ink)


def siege(pen: Pen, at: Point, size: float, theme: Theme) -> None:
    """The trenches of a besieger: a zigzag all round."""
    x, y = at
    points = []
    for step in range(36):
        far = size * (1.02 if step % 2 else 0.88)
        turn = math.pi * step / 18
        points.append((x + far * math.cos(turn), y + far * math.sin(turn)))
    for ink, width in ((theme.accent_edge, 0.16), (theme.red, 0.085)):
        pen.line([*points, points[0]], ink, width * size)
