"""What holds of the map whatever stands on it: where counters are, what can be read on a telephone."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image

from data.rings import holds
from engines.vendee.title import Vendee
from engines.vendee.view import View
from render.encode import encode
from render.facade import BUDGET
from render.parts.courses import course
from render.parts.placing import Plan
from render.pen import Pen
from render.theme import THEMES, ThemeName
from render.vendee import THEATRE, counters, draw, keys
from render.vendee.layout import CLOSE_BOTTOM, CLOSE_KEY, KEYS, SHEET, chart, key, laid_out
from render.vendee.liveries import ARROWS, dresses
from render.vendee.moves import Move
from tests.support.depth import depth
from tests.vendee.builder import given
from tests.vendee.render.samples import AREAS, MOVES, PACK, crowded, view
from tests.vendee.render.test_crowds import crowd, played

TELEPHONE = 400
"""Pixels across."""
PLACES = (None, "cholet", "saumur", "nantes", "fontenay")
ISLAND = "noirmoutier"
"""Smaller than a counter."""
OUT = 0.5
"""Share of the counters of a stack that may lie over the border of its area, where it is that narrow."""
STEP = Vendee().box.ground.step


def plan_of(around: str | None) -> Plan:
    return laid_out(key(PACK), around).plan


def strays(seen: View, around: str | None) -> list[str]:
    """Areas whose counters stand elsewhere, or by more than a little."""
    plan, found = plan_of(around), []
    for each in crowd(seen, around).stacks:
        area, (left, top, right, bottom) = each.stack.area, each.core
        out = plan.grounds[area].outside(each.core) / ((right - left) * (bottom - top))
        middle = ((left + right) / 2, (top + bottom) / 2)
        if area != ISLAND and (out > OUT or not holds(tuple(plan.sites[area].outline), middle)):
            found.append(area)
    return found


@pytest.mark.parametrize("around", PLACES)
def test_in_a_whole_game_counters_stand_in_their_own_area(around: str | None) -> None:
    for state in [*played(), crowded()]:
        assert strays(view(state, "royalist"), around) == [], state.turn


def test_counters_of_both_sides_with_a_general_each_stand_in_each_area_that_has_room() -> None:
    for area in set(AREAS) - {ISLAND}:
        made = given().points(area, anjou=12, saumur=18).general("stofflet", area).general("menou", area)
        assert strays(view(made.state), None) == []


@pytest.mark.deep(seconds=90)
def test_counters_of_either_side_stand_in_their_area_whatever_is_about() -> None:
    chance = random.Random("crowds")
    for _ in range(depth(4, 300)):
        made = given()
        for area in chance.sample(AREAS, 45):
            if chance.random() < 0.5:
                made.points(area, anjou=chance.randint(1, 30))
            else:
                made.points(area, saumur=chance.randint(1, 30))
        for around in (None, chance.choice(AREAS)):
            assert strays(view(made.state), around) == []


@pytest.mark.deep(seconds=3)
@pytest.mark.parametrize("around", PLACES)
def test_no_arrow_crosses_a_name(around: str | None) -> None:
    chance, plan = random.Random("arrows"), plan_of(around)
    for _ in range(depth(25, 400)):
        path = [chance.choice(AREAS)]
        for _ in range(chance.randint(1, 5)):
            path.append(chance.choice([end for start, end in STEP if start == path[-1]]))
        way = course(plan.named, plan.frame.size, [plan.sites[area].at for area in path])
        for part in plan.named:
            crossed = [at for at in way if plan.frame.shows(at) and _in(part, at)]
            assert not crossed, path


def _in(box: tuple[float, float, float, float], at: tuple[float, float]) -> bool:
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]


@pytest.mark.deep(seconds=6)
def test_a_close_up_can_be_read_on_a_telephone() -> None:
    unit, frame = TELEPHONE / SHEET, plan_of("cholet").frame
    assert counters.WIDTH * frame.counter * unit >= 22
    for area in AREAS[:: depth(5, 1)]:
        assert plan_of(area).labels[area].size * unit >= 7.5


@pytest.mark.parametrize(
    ("panels", "high"), [(KEYS, SHEET), ((CLOSE_KEY,), CLOSE_BOTTOM)], ids=["whole", "close"]
)
def test_keys_take_little_of_the_picture(panels: tuple[tuple[float, ...], ...], high: float) -> None:
    taken = sum((right - left) * (bottom - top) for left, top, right, bottom in panels)
    assert taken <= 0.06 * SHEET * high


def test_the_keys_of_the_whole_map_can_be_read_on_a_telephone() -> None:
    unit = TELEPHONE / SHEET
    pen = Pen(Image.new("L", (1, 1)), keys.NEEDED)
    for each in keys.on_map(chart(key(PACK)), THEMES["light"]):
        assert each.size(pen) * keys.NEEDED * unit >= 6.7


@pytest.mark.parametrize("theme", THEMES)
def test_what_changed_and_the_armies_keep_their_colours_in_the_tints_of_the_map(theme: ThemeName) -> None:
    seen = draw(view(crowded(), "royalist"), PACK, moves=MOVES, theme=theme)
    shown = Image.open(BytesIO(encode(seen, BUDGET).data)).convert("RGB")
    there = {colour for _, colour in shown.getcolors(shown.width * shown.height) or []}
    arrows = [ARROWS[theme][move.side] for move in MOVES if isinstance(move, Move)]
    dressed = [dresses(PACK.armies)[army].fill for army in ("anjou", "saumur")]
    assert there >= {*arrows, *dressed, THEMES[theme].accent}


@pytest.mark.parametrize("theme", THEMES)
def test_a_theatre_has_its_close_up_above_the_whole_map_and_fits_the_budget(theme: ThemeName) -> None:
    seen = view(crowded(), "royalist")
    sheet, whole = (draw(seen, PACK, moves=MOVES, theme=theme, sheet=kind) for kind in (THEATRE, None))
    assert sheet.width == whole.width
    assert sheet.height <= whole.height
    assert encode(sheet, BUDGET).width == SHEET


def test_where_nothing_moves_the_theatre_is_the_whole_map() -> None:
    still = view(given().points("cholet", anjou=3).state)
    sheet, whole = (draw(still, PACK, width=400, sheet=kind) for kind in (THEATRE, None))
    assert sheet.tobytes() == whole.tobytes()
