"""What holds of the map whatever stands on it: the board's borders, nothing hidden, colours told apart."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
from PIL import Image

from engines.core.dice import Dice
from engines.revolution.view import View
from render.parts.placing.boxes import meet, within
from render.pen import Pen
from render.revolution import Move, draw
from render.revolution.assembly import COUNT, benches, free
from render.revolution.ground import plate
from render.revolution.layout import ASSEMBLY, CARTOUCHE, CROWN, KEY, PARIS, SHEET, key, laid_out
from render.revolution.liveries import COALITION, SEATS
from render.revolution.regions import Maker
from render.theme import LIGHT
from tests.revolution.builder import TITLE, At
from tests.revolution.render.samples import ALL, PACK

WIDTH = 800
LAYOUT = laid_out(key(PACK))
REACH = 3
"""Pixels by which the masks of two neighbours may lie apart: the border between them is free of both."""


def test_regions_touch_where_the_board_has_a_border_and_nowhere_else() -> None:
    masks = plate(key(PACK), "light", WIDTH).masks
    lies = Image.new("L", (WIDTH, round(WIDTH * LAYOUT.frame.bottom / SHEET)), 0)
    ids = list(masks)
    for number, id in enumerate(ids, start=1):
        corner, whole, _free = masks[id]
        lies.paste(number, corner, whole.point(lambda v: 255 if v > 127 else 0))
    ground, touching = lies.load(), dict[frozenset[str], int]()
    assert ground is not None
    for x in range(lies.width - REACH):
        for y in range(lies.height - REACH):
            here = ground[x, y]
            for other in (ground[x + REACH, y], ground[x, y + REACH]):
                if here and other and here != other:
                    pair = frozenset((ids[int(here) - 1], ids[int(other) - 1]))  # type: ignore[arg-type]
                    touching[pair] = touching.get(pair, 0) + 1
    found = {pair for pair, count in touching.items() if count > 2 * REACH}
    assert found == {frozenset(border.between) for border in PACK.board.border}


def played(seed: int) -> View:
    """A game of chance at some moment."""
    chance, dice = random.Random(seed), Dice(f"laws {seed}")
    state = TITLE.setup("historical", {}, dice).state
    for _ in range(chance.randrange(20, 160)):
        decisions = TITLE.decisions(state)
        if not decisions:
            break
        seat = decisions[0].seat
        action = TITLE.suggest(state, seat, chance) or TITLE.legal_actions(state, seat)[0]
        state = TITLE.apply(state, seat, action, dice).state
    return TITLE.view(state, None)


@pytest.mark.parametrize("name", [*ALL, 1, 2])
def test_what_lies_in_a_region_hides_nothing_else(name: str | int) -> None:
    view = played(name) if isinstance(name, int) else ALL[name][0]
    pen = Pen(Image.new("RGB", (1, 1)), 1.0)
    maker = Maker(pen, view, PACK, LIGHT)
    sets = [maker.set(LAYOUT, id) for id in view.regions]
    for one, two in combinations(sets, 2):
        assert not meet(one.ground, two.ground), (one.id, two.id)
    for each in sets:
        assert within(each.ground, LAYOUT.frame.map), each.id
        for box in (ASSEMBLY, CROWN, PARIS, CARTOUCHE, KEY):
            assert not meet(each.ground, box), each.id


def test_no_panel_lies_on_france() -> None:
    masks = plate(key(PACK), "light", WIDTH).masks
    unit = WIDTH / SHEET
    for id, (corner, whole, _free) in masks.items():
        bounds = whole.getbbox()
        assert bounds is not None
        for panel in (ASSEMBLY, CROWN, PARIS, CARTOUCHE, KEY):
            left, top, right, low = (round(edge * unit) for edge in panel)
            cut = whole.crop((left - corner[0], top - corner[1], right - corner[0], low - corner[1]))
            assert cut.getbbox() is None, (id, panel)


def test_the_key_is_no_larger_than_a_legend_may_be() -> None:
    left, _top, right, low = KEY
    assert (right - left) * (low - CARTOUCHE[1]) <= 0.06 * SHEET * LAYOUT.frame.bottom


@pytest.mark.parametrize("count", [6, 20, 26, 30])
def test_the_count_of_votes_stands_within_the_benches(count: int) -> None:
    spots, side = benches(count, (0, 0))
    half = free(side) / 2
    corners = [(way * half, -COUNT) for way in (-1, 1)]
    assert min(math.dist(corner, at) for corner in corners for at in spots) >= side / 2


def test_currents_are_told_apart_by_lightness_or_pattern() -> None:
    """Whoever sees no colours knows them by their hatch, and no two that are as light have the same."""
    for one, two in combinations([*SEATS.values(), COALITION], 2):
        light = [
            sum(share * part for share, part in zip((0.3, 0.59, 0.11), each.fill, strict=True))
            for each in (one, two)
        ]
        assert one.tincture != two.tincture
        assert abs(light[0] - light[1]) > 20 or {one.tincture, two.tincture} != {"diagonal", "counter"}


def test_an_arrow_passes_beside_what_lies_in_the_regions_on_its_way() -> None:
    at = At("laws", "-letter").people("danton marat dijon", "carnot orleans").army("regular-metz metz")
    view = TITLE.view(at.play().state, None)
    pen = Pen(Image.new("RGB", (1, 1)), WIDTH / SHEET)
    maker = Maker(pen, view, PACK, LIGHT)
    paths = ("metz", "dijon", "lyon"), ("strasbourg", "dijon", "nevers", "orleans", "paris")
    still, moved = (
        draw(view, PACK, width=WIDTH, moves=[Move("revolutionary", path) for path in shown])
        for shown in ((), paths)
    )
    assert still != moved
    for id in ("dijon", "nevers", "orleans"):
        box = tuple(round(edge * pen.unit) for edge in maker.set(LAYOUT, id).ground)
        assert still.crop(box) == moved.crop(box), id  # type: ignore[arg-type]
