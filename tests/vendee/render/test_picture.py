"""The picture: made from a view alone, always the same, in two themes, of the whole and of a region."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from data.rings import holds
from data.vendee.schema import Side
from engines.vendee.state import Landing
from engines.vendee.view import View
from render.battle import End
from render.encode import encode
from render.errors import RenderError
from render.facade import BUDGET, CloseUp
from render.parts.placing.boxes import overlap, within
from render.theme import THEMES, ThemeName
from render.vendee import ARTIST, GUNS, RETREAT, Fallen, Manner, Move, alt, draw
from render.vendee.layout import CLOSE, CLOSE_KEY, SHEET, WIDE, ZOOM, key, laid_out, nearest
from render.vendee.picture import base
from tests.support.depth import depth
from tests.vendee.builder import given
from tests.vendee.render.samples import AREAS, MOVES, PACK, crowded, view

WIDTH = 480
CROWD = crowded()


def same(one: Image.Image, two: Image.Image) -> bool:
    return ImageChops.difference(one, two).getbbox() is None


@pytest.mark.parametrize("width", [100, 533, 800])
def test_the_picture_is_as_wide_as_asked(width: int) -> None:
    assert draw(view(CROWD), PACK, width=width).width == width


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", ["royalist", "republican", None])
def test_a_full_picture_of_a_crowd_fits_the_budget_at_full_width(seat: Side | None, theme: ThemeName) -> None:
    encoded = encode(draw(view(CROWD, seat), PACK, moves=MOVES, theme=theme), BUDGET)
    assert encoded.width == SHEET


@pytest.mark.deep(10)
def test_a_close_up_of_every_area_has_its_name_at_a_size_that_can_be_read() -> None:
    for area in AREAS[:: depth(3, 1)]:
        plan = laid_out(key(PACK), area).plan
        assert plan.labels[area].size >= 30, area
        assert within(plan.labels[area].box, plan.frame.map), area
        assert area in plan.seats


@pytest.mark.deep(20)
def test_there_is_a_close_up_of_every_area() -> None:
    full, empty = view(CROWD, "royalist"), view(given().state)
    for area in AREAS[:: depth(7, 1)]:
        near = draw(full, PACK, moves=MOVES, width=160, around=area)
        assert near.size == (160, 151)
        assert not same(near, draw(empty, PACK, width=160, around=area)), area


def test_a_key_explains_no_tickets_but_those_on_its_map() -> None:
    seen = view(CROWD, "royalist")

    def corner(sheet: str | None, reach: dict[str, str]) -> Image.Image:
        drawn = draw(seen, PACK, width=WIDTH, around="cholet", reach=reach, sheet=sheet)
        box = [round(edge * WIDTH / SHEET) for edge in CLOSE_KEY]
        return drawn.crop((round(box[2] * 0.8), box[1], box[2], box[3]))

    none = corner(None, {})
    keys = [corner(sheet, {"cholet": "1"}) for sheet in (None, RETREAT, GUNS)]
    assert all(not same(one, other) for one, other in combinations([none, *keys], 2))
    far = [
        draw(view(given().state), PACK, width=WIDTH, around="cholet", reach={"angers": "1"}, sheet=sheet)
        for sheet in (None, RETREAT)
    ]
    assert not same(*far)
    said = [alt(seen, PACK, around="cholet", reach={"cholet": "1"}, sheet=sheet) for sheet in (None, RETREAT)]
    assert ["retreat" in each for each in said] == [False, True]


def test_a_close_up_of_nowhere_is_refused() -> None:
    with pytest.raises(RenderError, match="no area paris"):
        draw(view(CROWD), PACK, around="paris")


def test_the_themes_differ_in_paper_and_in_ink() -> None:
    light, dark = (
        ImageStat.Stat(draw(view(CROWD), PACK, theme=theme, width=WIDTH).convert("L")).mean[0]
        for theme in THEMES
    )
    assert light > 170
    assert dark < 90


def test_drawing_leaves_the_kept_sheet_as_it_was() -> None:
    empty = view(given().state)
    before = draw(empty, PACK, width=WIDTH)
    draw(view(CROWD, "royalist"), PACK, moves=MOVES, width=WIDTH, reach={"vihiers": "2"})
    assert same(draw(empty, PACK, width=WIDTH), before)


def test_the_picture_needs_nothing_but_what_the_view_says_in_json() -> None:
    seen = view(CROWD, "republican")
    copied = msgspec.json.decode(msgspec.json.encode(seen), type=View)
    assert same(draw(seen, PACK, width=WIDTH), draw(copied, PACK, width=WIDTH))


@pytest.mark.parametrize("around", [None, "cholet"])
def test_what_lies_face_down_leaves_no_trace(around: str | None) -> None:
    one = given().points("cholet", anjou=5).general("stofflet", "cholet").state
    two = given().points("cholet", anjou=2).general("cathelineau", "cholet").state
    pictures = [draw(view(state, "republican"), PACK, width=WIDTH, around=around) for state in (one, two)]
    assert pictures[0].tobytes() == pictures[1].tobytes()
    own = [draw(view(state, "royalist"), PACK, width=WIDTH, around=around) for state in (one, two)]
    assert not same(*own)


def test_the_number_of_counters_face_down_is_seen() -> None:
    one = given().points("cholet", anjou=5).state
    two = given().points("cholet", anjou=4).state
    assert not same(*(draw(view(state), PACK, width=WIDTH) for state in (one, two)))


def test_a_secret_landing_is_shown_to_those_who_planned_it_only() -> None:
    plain = given().state
    planned = given().having(landing=Landing("saint-gilles", 6)).state
    seats: dict[Side | None, bool] = {"royalist": False, "republican": True, None: True}
    for seat, equal in seats.items():
        shown = [draw(view(state, seat), PACK, width=WIDTH) for state in (plain, planned)]
        assert same(*shown) == equal, seat


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 3},
        {"phase": "committee"},
        {"morale": {"royalist": 1, "republican": 0}},
        {"powder": {"anjou": 2, "centre": -2, "bas-poitou": -2}},
        {"initiative": "royalist"},
        {"preempted": True},
        {"past": ["e2"]},
        {"played": ["e1"]},
        {"bishop": True},
        {"messengers": True},
        {"at_sea": 2},
        {"arrivals": {"anjou": 3}},
        {"deserters": 1},
        {"attached": "saumur"},
        {"holder": {"saumur": "royalist"}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_changes_can_be_seen(change: dict[str, object]) -> None:
    seen = view(given().state)
    assert not same(
        draw(seen, PACK, width=WIDTH), draw(msgspec.structs.replace(seen, **change), PACK, width=WIDTH)
    )


def test_readiness_can_be_seen() -> None:
    shown = [
        draw(view(given().points("cholet", anjou=5, ready=ready).state, "royalist"), PACK, width=WIDTH)
        for ready in ("fresh", "activated", "routed")
    ]
    assert not same(shown[0], shown[1])
    assert not same(shown[1], shown[2])


@pytest.mark.parametrize("manner", ["march", "attack", "retreat", "rout", "landing"])
def test_a_move_has_its_own_arrow(manner: Manner) -> None:
    seen = view(given().state)
    path = ("saint-gilles",) if manner == "landing" else ("cholet", "mortagne")
    shown = draw(seen, PACK, moves=[Move("royalist", path, manner)], width=WIDTH)
    assert not same(draw(seen, PACK, width=WIDTH), shown)
    if manner not in ("march", "landing"):
        assert not same(draw(seen, PACK, moves=[Move("royalist", path)], width=WIDTH), shown)


def test_a_battle_where_both_stand_already_has_its_swords() -> None:
    seen = view(given().state)
    shown = draw(seen, PACK, moves=[Move("royalist", ("cholet",), "attack")], width=WIDTH)
    assert not same(draw(seen, PACK, width=WIDTH), shown)


def test_where_a_stack_may_go_is_ringed_there_and_nowhere_else() -> None:
    seen = view(given().state)
    before = draw(seen, PACK, width=800)
    after = draw(seen, PACK, width=800, reach={"vihiers": "1½"})
    found = ImageChops.difference(before, after).getbbox()
    assert found is not None
    ring = laid_out(key(PACK), None).plan.sites["vihiers"].outline
    unit = 800 / SHEET
    xs, ys = [x * unit for x, _ in ring], [y * unit for _, y in ring]
    assert min(xs) - 4 <= found[0] <= found[2] <= max(xs) + 5
    assert min(ys) - 4 <= found[1] <= found[3] <= max(ys) + 5


def test_the_frame_of_a_close_up_cuts_the_rings() -> None:
    seen = view(given().state)
    costs = dict.fromkeys(laid_out(key(PACK), "cholet").plan.labels, "2")
    before, after = (draw(seen, PACK, width=800, around="cholet", reach=reach) for reach in ({}, costs))
    assert after.size == before.size
    # Below the frame is the key, which explains them.
    for each in (before, after):
        each.paste(0, (0, int(CLOSE_KEY[1] * 800 / SHEET), *each.size))
    found = ImageChops.difference(before, after).getbbox()
    assert found is not None
    left, top, right, bottom = (edge * 800 / SHEET for edge in CLOSE)
    assert left - 1 <= found[0] <= found[2] <= right + 1
    assert top - 1 <= found[1] <= found[3] <= bottom + 1


@pytest.mark.parametrize(
    ("reach", "zoom"),
    [(["mortagne"], ZOOM), (["mortagne", "angers"], WIDE), (["angers", "lucon"], None)],
)
def test_a_reach_is_drawn_as_large_as_all_of_it_can_be_shown(reach: list[str], zoom: float | None) -> None:
    part = nearest(key(PACK), "cholet", reach)
    assert (part.zoom if part.around else None) == zoom
    seen, costs = view(given().state), dict.fromkeys(reach, "2")
    close = CloseUp("cholet", tuple(costs.items()), offered=tuple(reach))
    # Each place has its outline on the sheet as large as the part is, never on a smaller map beside it.
    assert ARTIST.spots is not None
    found = ARTIST.spots(seen, PACK, (), close)
    whole = laid_out(key(PACK), None).plan.sites
    grown = {area: _wide(outline) / _wide(whole[area].outline) for area, outline in found.items()}
    assert grown == pytest.approx(dict.fromkeys(reach, zoom or 1), rel=0.1)
    high = draw(seen, PACK, width=WIDTH, around="cholet", reach=costs).height
    assert high == draw(seen, PACK, width=WIDTH, around="cholet" if zoom else None).height


def _wide(outline: Sequence[tuple[float, float]]) -> float:
    return max(x for x, _ in outline) - min(x for x, _ in outline)


def test_the_whole_map_ringed_everywhere_fits_the_budget_at_full_width() -> None:
    costs = dict.fromkeys(AREAS, "5½ · 100%")
    encoded = encode(draw(view(CROWD, "royalist"), PACK, moves=MOVES, reach=costs), BUDGET)
    assert encoded.width == SHEET


def test_an_area_that_a_close_up_does_not_tell_of_fades() -> None:
    # Of Saint-Florent the close-up around Cholet shows a strip at the upper edge, of Jallais nearly all.
    seen, layout, paper = view(given().state), laid_out(key(PACK), "cholet").plan, THEMES["light"].paper
    assert "saint-florent" not in layout.labels
    shown = draw(seen, PACK, around="cholet")
    spots = {"saint-florent": (660, 180), "jallais": (820, 330)}
    for area, at in spots.items():
        assert holds(tuple(layout.sites[area].outline), at)
    far = {area: _far(_pixels(shown.crop((*at, at[0] + 8, at[1] + 8))), paper) for area, at in spots.items()}
    assert far["saint-florent"] < far["jallais"] / 2


def _far(pixels: list[tuple[int, ...]], paper: tuple[int, ...]) -> float:
    """How far pixels are from the paper on average."""
    return sum(abs(a - b) for pixel in pixels for a, b in zip(pixel, paper, strict=True)) / len(pixels)


def test_la_gatine_looks_otherwise_once_it_has_risen() -> None:
    asleep, risen = (draw(view(given().past(*past).state), PACK, width=WIDTH) for past in ((), ("e2",)))
    assert not same(asleep, risen)


def test_all_signs_are_on_a_sheet_that_a_telephone_shows_large() -> None:
    assert ARTIST.key is not None
    for theme in THEMES.values():
        sheet, words = ARTIST.key(PACK, theme, 400)
        assert sheet.width == 400 > sheet.height
        assert all(
            sign in words
            for sign in ("bocage", "stronghold", "routed", "may stop", "Gâtine, yet to rise", "L Loroux")
        )


def test_a_stack_is_drawn_by_what_its_parts_have_done() -> None:
    whole = given().points("cholet", anjou=8).state
    parts = given().points("cholet", anjou=5).points("cholet", ready="activated", anjou=3).state
    assert not same(*(draw(view(state, "royalist"), PACK, width=WIDTH) for state in (whole, parts)))


def test_an_arrow_leaves_the_names_that_it_crosses_to_be_read() -> None:
    seen, path = view(given().state), ("nantes", "cholet", "saumur")
    layout = laid_out(key(PACK), None).plan
    crossed = next(label for label in layout.labels.values() if label.lines == ("Vihiers",))
    left, top, right, bottom = (round(edge) for edge in crossed.parts[-1])
    ink = THEMES["light"].ink
    darkest = [
        sum(pixel == ink for pixel in _pixels(draw(seen, PACK, moves=moves).crop((left, top, right, bottom))))
        for moves in ((), (Move("royalist", path),))
    ]
    assert darkest[1] >= darkest[0]


def _pixels(image: Image.Image) -> list[tuple[int, ...]]:
    data = image.tobytes()
    return [tuple(data[at : at + 3]) for at in range(0, len(data), 3)]


def test_what_is_kept_of_base_layers_is_bounded() -> None:
    assert base.cache_info().maxsize == 48


@pytest.mark.parametrize("end", ["killed", "captured", "wounded"])
def test_a_general_who_is_lost_has_a_sign_where_it_was(end: End) -> None:
    seen, spot = view(given().state), laid_out(key(PACK), None).plan.grounds["cholet"].box
    before, after = (
        draw(seen, PACK, moves=moves, width=int(SHEET))
        for moves in ((), (Fallen("royalist", "bonchamps", "cholet", end),))
    )
    found = ImageChops.difference(before, after).getbbox()
    assert found is not None
    assert overlap(found, spot) > 0.5 * (found[2] - found[0]) * (found[3] - found[1])


def test_two_battles_are_told_apart_by_number_and_one_has_none() -> None:
    seen, here, there = view(given().state), ("jallais", "cholet"), ("doue", "saumur")
    one, two = (Move("royalist", path, "attack") for path in (here, there))
    alone, both = (draw(seen, PACK, moves=moves) for moves in ((one,), (one, two)))
    left, top, right, low = (round(edge) for edge in laid_out(key(PACK), None).plan.grounds["cholet"].box)
    assert not same(alone.crop((left, top, right, low)), both.crop((left, top, right, low)))
