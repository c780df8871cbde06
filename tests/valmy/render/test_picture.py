"""The pictures: made from a view alone, always the same, in two themes, within their bytes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from data.valmy.tables import Side
from engines.valmy.state import Leader, State, Unit, put_leaders, put_units
from engines.valmy.view import View
from render.encode import encode
from render.errors import RenderError
from render.facade import BUDGET, Artist
from render.theme import THEMES, ThemeName
from render.valmy import ARTIST, Blow, Manner, Move, alt, draw
from render.valmy.layout import SHEET, key, laid_out
from render.valmy.picture import base, known_size
from tests.support.depth import depth
from tests.valmy.render.samples import AREAS, BOX, MOVES, PACK, blows, crowded, fight, start, view

WIDTH = 480
CROWD, BATTLE = crowded(), fight()
SEATS: tuple[Side | None, ...] = ("french", "allied", None)


def same(one: Image.Image, two: Image.Image) -> bool:
    return ImageChops.difference(one, two).getbbox() is None


def test_the_artist_draws_three_sheets() -> None:
    assert isinstance(ARTIST, Artist)
    assert ARTIST.close_ups
    assert ARTIST.sheets == ("map", "board", "command")


@pytest.mark.parametrize("theme", THEMES)
def test_every_sheet_fits_the_budget_at_full_width(theme: ThemeName) -> None:
    pictures = [
        draw(view(CROWD), PACK, moves=MOVES, theme=theme),
        draw(view(CROWD, "allied"), PACK, moves=MOVES, theme=theme, around="valmy", reach={"auve": "2"}),
        draw(view(BATTLE), PACK, moves=blows(BATTLE), theme=theme),
        draw(view(CROWD, "french"), PACK, theme=theme, sheet="command"),
        draw(view(start(), "allied"), PACK, theme=theme, sheet="command"),
    ]
    for number, picture in enumerate(pictures):
        assert picture.width == SHEET
        assert encode(picture, BUDGET).width == SHEET, number


@pytest.mark.parametrize("width", [100, 533, 800])
def test_the_picture_is_as_wide_as_asked(width: int) -> None:
    assert draw(view(CROWD), PACK, width=width).width == width
    assert draw(view(BATTLE), PACK, width=width).width == width
    assert draw(view(CROWD, "french"), PACK, width=width, sheet="command").width == width


def test_the_themes_differ_in_paper_and_in_ink() -> None:
    sheets: list[tuple[State, Side | None, str]] = [
        *((CROWD, None, "map"), (BATTLE, None, "board"), (CROWD, "french", "command")),
    ]
    for state, seat, sheet in sheets:
        light, dark = (
            ImageStat.Stat(
                draw(view(state, seat), PACK, theme=theme, width=WIDTH, sheet=sheet).convert("L")
            ).mean[0]
            for theme in THEMES
        )
        assert light > dark + 70, sheet


def test_drawing_leaves_the_kept_sheet_as_it_was() -> None:
    before = draw(view(start()), PACK, width=WIDTH)
    draw(view(CROWD, "french"), PACK, moves=MOVES, width=WIDTH, reach={"valmy": "2"})
    assert same(draw(view(start()), PACK, width=WIDTH), before)
    assert base.cache_info().maxsize == 40


@pytest.mark.parametrize(("state", "sheet"), [(CROWD, "map"), (BATTLE, "board"), (CROWD, "command")])
def test_the_picture_needs_nothing_but_what_the_view_says_in_json(state: State, sheet: str) -> None:
    seen = view(state, "french")
    copied = msgspec.json.decode(msgspec.json.encode(seen), type=View)
    assert same(*(draw(each, PACK, width=WIDTH, sheet=sheet) for each in (seen, copied)))


def twins() -> list[State]:
    """Two positions that the Allies can't tell apart: who is in the holding boxes, and in what state."""
    one, two = start().copy(), start().copy()
    mine = [id for id in BOX.units_of["french"] if one.units[id].leader == "leveneur"]
    moved = next(id for id, known in one.units.items() if known.leader == "stengel")
    put_units(two, {mine[0]: Unit("map", "sedan", "stengel", spent=True)})
    put_units(two, {moved: Unit("map", "sedan", "leveneur", reduced=BOX.unit[moved].steps == 2)})
    put_leaders(two, {"dietmann": Leader("map", "sedan", "leveneur", spent=True)})
    put_leaders(one, {"dietmann": Leader("map", "sedan", "leveneur")})
    return [one, two]


@pytest.mark.parametrize("around", [None, "sedan"])
def test_what_is_in_a_holding_box_leaves_no_trace(around: str | None) -> None:
    for seat in ("allied", None):
        shown = [draw(view(state, seat), PACK, width=WIDTH, around=around) for state in twins()]
        assert shown[0].tobytes() == shown[1].tobytes(), seat
        assert len({alt(view(state, seat), PACK, around=around) for state in twins()}) == 1
    own = [draw(view(state, "french"), PACK, width=800, sheet="command") for state in twins()]
    assert not same(*own)


def test_the_chart_of_a_command_is_its_owners_alone() -> None:
    with pytest.raises(RenderError, match="owner only"):
        draw(view(start()), PACK, sheet="command")
    with pytest.raises(RenderError, match="owner only"):
        alt(view(start()), PACK, sheet="command")
    charts = [draw(view(start(), seat), PACK, width=WIDTH, sheet="command") for seat in ("french", "allied")]
    assert charts[0].tobytes() != charts[1].tobytes()


def test_the_board_is_the_picture_while_a_major_battle_is_on_it() -> None:
    seen = view(BATTLE)
    board, usual = draw(seen, PACK, width=WIDTH, sheet="board"), draw(seen, PACK, width=WIDTH)
    assert same(board, usual)
    chart = draw(seen, PACK, width=WIDTH, sheet="map")
    assert chart.size != board.size
    assert same(
        draw(seen, PACK, width=WIDTH, around="valmy"),
        draw(seen, PACK, width=WIDTH, around="valmy", sheet="map"),
    )
    with pytest.raises(RenderError, match="no Major Battle"):
        draw(view(start()), PACK, sheet="board")


def each(known: Mapping[Any, Any], **fields: object) -> dict[Any, Any]:
    """Every value of a view changed in the same way."""
    return {id: msgspec.structs.replace(value, **fields) for id, value in known.items()}


CHANGES: dict[str, Callable[[View], dict[str, object]]] = {
    "turn": lambda _: {"turn": 3},
    "phase": lambda _: {"phase": "recovery"},
    "initiative": lambda _: {"initiative": "allied"},
    "chits": lambda _: {"chits": {"french": (1, 3), "allied": (1, 2, 3)}},
    "cities": lambda seen: {"cities": {**seen.cities, "sedan": "allied"}},
    "score": lambda _: {"score": {"french": 10, "allied": 2.5}},
    "morale": lambda seen: {"morale": each(seen.morale, rating=7)},
    "lost": lambda seen: {"morale": each(seen.morale, eliminated=3)},
    "shaken": lambda seen: {"morale": each(seen.morale, state="shaken")},
    "where": lambda seen: {"boxes": {**seen.boxes, "valmy": seen.boxes["sedan"]}},
    "spent": lambda seen: {"leaders": each(seen.leaders, spent=True)},
    "out of command": lambda seen: {"leaders": each(seen.leaders, out_of_command=True)},
    "battle": lambda _: {"battle": view(BATTLE).battle, "phase": "activations"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_can_be_seen(change: str) -> None:
    seen = view(start())
    after = msgspec.structs.replace(seen, **CHANGES[change](seen))
    assert not same(*(draw(shown, PACK, width=WIDTH, sheet="map") for shown in (seen, after)))


@pytest.mark.parametrize("change", ["reduced", "gone", "boost", "moved", "round"])
def test_whatever_changes_on_the_board_can_be_seen(change: str) -> None:
    before = view(BATTLE)
    battle = before.battle
    assert battle is not None
    unit = next(id for id, place in battle.places.items() if place == "main" and before.units[id].steps == 2)
    seen = before.units[unit]
    units, places, boosts, number = dict(before.units), dict(battle.places), dict(battle.boosts), battle.round
    match change:
        case "reduced":
            units[unit] = msgspec.structs.replace(seen, steps=1, strength=1, morale=5)
        case "gone":
            units[unit] = msgspec.structs.replace(seen, steps=0)
        case "boost":
            boosts[unit] = 1
        case "moved":
            places[unit] = "reserve"
        case _:
            number = 1
    battle = msgspec.structs.replace(battle, places=places, boosts=boosts, round=number)
    after = msgspec.structs.replace(before, units=units, battle=battle)
    assert not same(*(draw(each, PACK, width=800) for each in (before, after)))


def test_each_blow_is_shown_on_the_board() -> None:
    seen, plain = view(BATTLE), draw(view(BATTLE), PACK, width=800)
    for blow in blows(BATTLE):
        struck = draw(seen, PACK, moves=[blow], width=800)
        assert not same(plain, struck), blow.deed
        # A blow that says another word looks different; where nobody named is on the board nothing breaks.
        if blow.deed != "loss":
            other = msgspec.structs.replace(blow, text="other")
            assert not same(struck, draw(seen, PACK, moves=[other], width=800)), blow.deed
    nobody = Blow("french", "fire", ("81-rli-unknown",), "1 hit")
    assert draw(seen, PACK, moves=[nobody], width=800).size == plain.size


@pytest.mark.parametrize("manner", ["march", "reaction", "retreat", "exit", "attack"])
def test_a_move_has_its_own_arrow(manner: Manner) -> None:
    seen = view(start())
    path = ("vertus", "west") if manner == "exit" else ("chalons", "suippes")
    shown = draw(seen, PACK, moves=[Move("french", path, manner)], width=WIDTH)
    assert not same(draw(seen, PACK, width=WIDTH), shown)
    if manner not in ("march", "exit"):
        assert not same(draw(seen, PACK, moves=[Move("french", path)], width=WIDTH), shown)


def test_an_arrow_leaves_all_names_to_be_read() -> None:
    seen = view(start())
    path = ("sedan", "la-berliere", "buzancy", "landres", "montfaucon", "verdun", "clermont-en-argonne")
    crossed = [draw(seen, PACK, moves=moves) for moves in ((), (Move("allied", path),))]
    layout = laid_out(key(PACK), None)
    for id in layout.shown:
        left, top, right, bottom = layout.spots[id].plate
        plate = math.ceil(left), math.ceil(top), math.floor(right), math.floor(bottom)
        assert same(*(picture.crop(plate) for picture in crossed)), id


def test_where_a_stack_may_go_is_ringed_there_and_nowhere_else() -> None:
    seen = view(start())
    before, after = (draw(seen, PACK, width=800, reach=reach) for reach in ({}, {"valmy": "2+1"}))
    found = ImageChops.difference(before, after).getbbox()
    assert found is not None
    left, top, right, bottom = (
        edge * 800 / SHEET for edge in laid_out(key(PACK), None).spots["valmy"].ground
    )
    assert left - 6 <= found[0] <= found[2] <= right + 6
    assert top - 6 <= found[1] <= found[3] <= bottom + 12


def test_where_a_close_up_would_leave_out_a_box_to_be_ringed_it_is_the_whole_map() -> None:
    seen, reach = view(start()), {"valmy": "1", "metz": "4"}
    near = draw(seen, PACK, width=WIDTH, around="valmy", reach=reach)
    assert same(near, draw(seen, PACK, width=WIDTH, reach=reach))


def test_a_close_up_of_nowhere_is_refused() -> None:
    for made in (draw, alt):
        with pytest.raises(RenderError, match="no box paris"):
            made(view(start()), PACK, around="paris")


@pytest.mark.deep(20)
def test_there_is_a_close_up_of_every_box() -> None:
    full, empty = view(CROWD, "french"), view(start())
    for area in AREAS[:: depth(9, 1)]:
        near = draw(full, PACK, moves=MOVES, width=160, around=area)
        assert near.size == (160, 148)
        assert not same(near, draw(empty, PACK, width=160, around=area)), area


def test_the_size_of_a_stack_is_told_as_far_as_it_is_known() -> None:
    boxes = {seat: view(start(), seat).boxes["sedan"]["french"] for seat in SEATS}
    assert {seat: known_size(seen) for seat, seen in boxes.items()} == {
        "french": "31",
        "allied": "?",
        None: "?",
    }
    seen = msgspec.structs.replace(boxes[None], units=["81-rli", "55-rl"])
    assert known_size(seen) == "2+?"
    assert known_size(msgspec.structs.replace(seen, leaders=[])) == "2"


def test_a_major_battle_of_any_size_stays_inside_its_boxes() -> None:
    for units in (1, 8, 200):
        picture = draw(view(fight(units, lost=units // 4)), PACK, width=WIDTH, sheet="board")
        assert picture.width == WIDTH
