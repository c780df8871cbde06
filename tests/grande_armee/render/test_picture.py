"""The pictures: made from a view alone, always the same, in two themes, within their bytes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from data.grande_armee.hexes import Hex, neighbours, sharers
from engines.grande_armee.layers import layers
from engines.grande_armee.view import Score, View
from render.battle import Battle, Chief, Force
from render.encode import encode
from render.errors import RenderError
from render.facade import BUDGET, Artist
from render.grande_armee import ARTIST, Manner, Move, draw
from render.grande_armee.counters import HIGH, WIDE
from render.grande_armee.counters import ground as ground_of
from render.grande_armee.country import country, key
from render.grande_armee.ground import towns
from render.grande_armee.layout import CLOSE, KEY, LOCATOR, SHEET, THEATRE, extent, theatre, whole, window
from render.grande_armee.liveries import BANDS, DRESS
from render.grande_armee.panels import key_to_map
from render.grande_armee.picture import base, bastion, shown
from render.grande_armee.scene import stacks, worth
from render.parts import muster
from render.pen import Pen
from render.theme import THEMES, ThemeName
from render.tints import opened
from tests.grande_armee.render.samples import BOX, MOVES, PACK, attack, crowded, moved, start, view

WIDTH = 480
LAND = country(key(PACK, "1805"))
FOUGHT = Battle(
    "Battle at Jena",
    (
        Force("french", "French", (("french-5-4", 2), ("french-3-7", 1)), (Chief("Napoleon"),), 18),
        Force("allied", "Prussians", (("prussian-3-3", 2),), (Chief("Hohenlohe", "killed"),), 6),
    ),
    (4,),
    (("18", "attack"), ("6", "defence")),
    "De",
    "The French destroy the Prussians at Jena.",
)


def test_the_points_of_a_fortress_stand_where_no_other_stack_does() -> None:
    board, vienna = LAND.extent, Hex("5042")
    shown, beyond = window(board, vienna, CLOSE), neighbours(vienna)
    x, y = shown.grid.centre(vienna)

    def side(*taken: str) -> tuple[bool, bool]:
        east, south = bastion(shown, vienna, [hex for way, hex in beyond.items() if way in taken])
        return east > x, south > y

    assert side() == side("n", "s") == (True, False)
    assert side("ne") == (False, False)
    assert side("ne", "nw") == (True, True)
    assert side(*beyond) == (True, False)
    # At the edge of the map nothing stands on the frame.
    edge = shown._replace(west=shown.west - (1576 - x) / shown.size + 1)
    assert bastion(edge, vienna, [])[0] < edge.grid.centre(vienna)[0]


def test_the_panel_of_a_battle_is_as_high_as_what_it_tells() -> None:
    pen, sprite = Pen(Image.new("RGB", (800, 400)), 0.5), Image.new("RGBA", (240, 24))
    dressed = muster.Dressed([], [sprite] * 3, DRESS["french"])
    few, many = (
        muster.height(
            pen, msgspec.structs.replace(FOUGHT, forces=(force, FOUGHT.forces[1])), lambda _: dressed
        )
        for force in (
            FOUGHT.forces[0],
            msgspec.structs.replace(FOUGHT.forces[0], lost="The French lose 18-2. " * 6),
        )
    )
    # Two leaders have no room beside each other, and the losses take three lines.
    assert few > muster.HEAD + muster.FOOT + 3 * 48
    assert many > few + 60


def same(one: Image.Image, two: Image.Image) -> bool:
    return ImageChops.difference(one, two).getbbox() is None


def test_the_artist_has_close_ups_battles_sheets_and_a_key() -> None:
    assert isinstance(ARTIST, Artist)
    assert ARTIST.close_ups
    assert ARTIST.battles
    assert ARTIST.sheets == ("map", "whole", "zones")
    assert ARTIST.key is not None
    drawn, words = ARTIST.key(PACK, THEMES["light"], WIDTH)
    assert drawn.width == WIDTH
    assert "besieged" in words


@pytest.mark.parametrize("theme", THEMES)
def test_every_sheet_fits_the_budget_at_full_width(theme: ThemeName) -> None:
    seen = view(crowded())
    pictures = [
        draw(view(start("1805")), PACK, theme=theme),
        draw(seen, PACK, moves=MOVES, theme=theme),
        draw(seen, PACK, theme=theme, sheet="zones"),
        draw(seen, PACK, theme=theme, sheet="whole"),
        draw(seen, PACK, theme=theme, around="4640", reach={"4641": "2"}),
        draw(view(start("1806")), PACK, theme=theme, around="2323", battle=FOUGHT),
    ]
    for number, picture in enumerate(pictures):
        assert picture.width == SHEET
        assert encode(picture, BUDGET).width == SHEET, number


def test_a_counter_is_at_least_twelve_pixels_on_a_telephone() -> None:
    for scenario in ("1805", "1806", "1809"):
        size = shown(view(start(scenario)), PACK, None, (), None).window.size
        assert min(WIDE, HIGH) * size * 400 / SHEET >= 12
    assert min(WIDE, HIGH) * min(THEATRE) * 400 / SHEET >= 12


@pytest.mark.parametrize(
    ("scenario", "hexes"),
    [
        ("1805", ["0341", "1441"]),
        ("1806", ["2022", "2127"]),
        ("1809", ["2241", "3142"]),
    ],
)
def test_the_theatre_shows_where_the_armies_face_each_other(scenario: str, hexes: list[str]) -> None:
    seen = shown(view(start(scenario)), PACK, None, (), None)
    for hex in hexes:
        assert seen.window.shows(Hex(hex)), hex


def test_the_theatre_is_drawn_as_large_as_what_matters_allows() -> None:
    near = theatre(LAND.extent, {Hex("2020"): 5.0, Hex("2422"): 5.0})
    far = theatre(LAND.extent, {Hex("2020"): 5.0, Hex("4424"): 5.0})
    assert near.size == max(THEATRE)
    assert far.size == min(THEATRE)
    for seen in (near, far):
        assert seen.shows(Hex("2020"))
    assert near.shows(Hex("2422"))
    assert far.shows(Hex("4424"))


def test_an_attack_draws_the_theatre_to_it() -> None:
    seen = view(moved(start("1806"), {"french-5-4-1": "0810"}))
    far = attack(seen, Hex("0809"))
    drawn = shown(msgspec.structs.replace(seen, attacks=(far, far, far)), PACK, None, (), None)
    assert drawn.window.shows(Hex("0809"))
    assert not shown(seen, PACK, None, (), None).window.shows(Hex("0809"))


def test_a_garrison_counts_in_the_theatre_with_the_points_that_it_keeps() -> None:
    made, ulm = stacks(view(start("1805")), PACK), BOX.place["ulm"]
    bare, kept = worth(made, (), {}), worth(made, (), {ulm: 4})
    assert kept[ulm] > bare[ulm]
    assert {**kept, ulm: 0.0} == {**bare, ulm: 0.0}


def test_no_window_leads_beyond_the_board() -> None:
    board = extent(BOX.terrain)
    limits = whole(board)
    for hex in sorted(BOX.terrain)[::97]:
        for size in THEATRE:
            near = window(board, hex, size)
            assert near.west >= 0
            assert near.north >= 0
            assert near.west + 1552 / size <= 1552 / limits.size + 1e-6


@pytest.mark.parametrize("width", [100, 533, 800])
def test_the_picture_is_as_wide_as_asked(width: int) -> None:
    assert draw(view(start("1805")), PACK, width=width).width == width
    assert draw(view(start("1806")), PACK, width=width, around="2323", battle=FOUGHT).width == width


def test_the_picture_of_a_battle_is_no_other_when_the_turn_has_gone_on() -> None:
    now = view(start("1806"))
    later = msgspec.structs.replace(now, turn=now.turn + 1, player="french", phase="combat")
    pictures = [draw(each, PACK, width=WIDTH, around="2323", battle=FOUGHT) for each in (now, later)]
    assert same(*pictures)
    assert not same(*(draw(each, PACK, width=WIDTH, around="2323") for each in (now, later)))
    drawn = msgspec.structs.replace(FOUGHT, title="Battle at Weimar")
    assert not same(pictures[0], draw(now, PACK, width=WIDTH, around="2323", battle=drawn))


def test_a_battle_strikes_out_the_counters_that_were_lost() -> None:
    attacker, defender = FOUGHT.forces
    ways = [(), (("french-5-4", 1),), (("french-5-4", 2),)]
    pictures = [
        draw(
            view(start("1806")),
            PACK,
            width=WIDTH,
            around="2323",
            battle=msgspec.structs.replace(
                FOUGHT, forces=(msgspec.structs.replace(attacker, fallen=fallen), defender)
            ),
        )
        for fallen in ways
    ]
    for one, two in combinations(pictures, 2):
        assert not same(one, two)


def test_a_stack_at_the_edge_of_a_map_is_shown_in_part_and_never_beside_it() -> None:
    seen = view(start("1809"))
    hex = seen.units["lefebvre"].hex
    assert hex is not None
    without = msgspec.structs.replace(
        seen, units={id: unit for id, unit in seen.units.items() if unit.hex != hex}
    )
    near = 0
    for around in sorted(BOX.terrain)[::7]:
        window = shown(seen, PACK, around, (), None).window
        if not window.holds(hex) or window.shows(hex):
            continue
        near += 1
        pair = [draw(each, PACK, width=800, around=around).convert("RGB") for each in (seen, without)]
        left, top, right, bottom = (round(side / 2) for side in window.map)
        changed = ImageChops.difference(*pair).crop((left, top, right, bottom))
        assert changed.getbbox() is not None
        if near == 3:
            return
    raise AssertionError("no map has that hex at its edge")


def test_the_themes_differ_in_paper_and_in_ink() -> None:
    light, dark = (
        ImageStat.Stat(draw(view(crowded()), PACK, theme=theme, width=WIDTH).convert("L")).mean[0]
        for theme in THEMES
    )
    assert light > dark + 70


def test_drawing_leaves_the_kept_sheet_as_it_was() -> None:
    before = draw(view(start("1805")), PACK, width=WIDTH)
    draw(view(start("1805")), PACK, moves=MOVES, width=WIDTH, sheet="zones")
    assert same(draw(view(start("1805")), PACK, width=WIDTH), before)
    assert base.cache_info().maxsize == 40


@pytest.mark.parametrize("sheet", [None, "whole", "zones"])
def test_the_picture_needs_nothing_but_what_the_view_says_in_json(sheet: str | None) -> None:
    seen = view(crowded())
    copied = msgspec.json.decode(msgspec.json.encode(seen), type=View)
    assert same(*(draw(each, PACK, width=WIDTH, sheet=sheet) for each in (seen, copied)))


def unit(seen: View, id: str, **fields: object) -> dict[str, object]:
    """The units of a view, one of them changed."""
    return {"units": {**seen.units, id: msgspec.structs.replace(seen.units[id], **fields)}}


def fortress(seen: View, id: str, **fields: object) -> dict[str, object]:
    """The fortresses of a view, one of them changed."""
    changed = msgspec.structs.replace(seen.fortresses[id], **fields)
    return {"fortresses": {**seen.fortresses, id: changed}}


def at_ulm() -> str:
    """A combat unit of the garrison."""
    pieces = start("1805").pieces
    return next(
        id for id, piece in pieces.items() if piece.hex == BOX.place["ulm"] and BOX.kinds[piece.kind].combat
    )


CHANGES: dict[str, Callable[[View], dict[str, object]]] = {
    "turn": lambda _: {"turn": 3},
    "phase": lambda _: {"phase": "combat"},
    "player": lambda _: {"player": "french"},
    "score": lambda _: {"score": Score(7.5, 6.5, 1)},
    "place": lambda seen: unit(seen, "mack", hex="1340"),
    "disrupted": lambda seen: unit(seen, at_ulm(), disrupted=7),
    "doomed": lambda seen: unit(seen, at_ulm(), status="doomed"),
    "gone": lambda seen: {"units": {id: unit for id, unit in seen.units.items() if id != at_ulm()}},
    "control": lambda seen: fortress(seen, "ulm", control="french"),
    "siege": lambda seen: fortress(seen, "augsburg", besieged=True),
    "attack": lambda seen: {"attacks": (attack(seen, BOX.place["ulm"]),)},
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_can_be_seen(change: str) -> None:
    seen = view(start("1805"))
    after = msgspec.structs.replace(seen, **CHANGES[change](seen))
    assert not same(*(draw(each, PACK, width=800, around=BOX.place["ulm"]) for each in (seen, after)))


@pytest.mark.parametrize("manner", ["march", "forced", "retreat", "advance", "attack"])
def test_a_move_has_its_own_arrow(manner: Manner) -> None:
    seen, path = view(start("1805")), (Hex("1436"), Hex("1536"), Hex("1636"))
    still = draw(seen, PACK, width=WIDTH)
    drawn = draw(seen, PACK, moves=[Move("french", path, manner)], width=WIDTH)
    assert not same(still, drawn)
    if manner not in ("march", "advance"):
        assert not same(draw(seen, PACK, moves=[Move("french", path)], width=WIDTH), drawn)


def test_a_march_outside_of_the_map_is_on_the_locator() -> None:
    seen, path = view(start("1805")), (Hex("5530"), Hex("5431"), Hex("5433"))
    near = shown(seen, PACK, None, (), None).window
    assert not any(near.shows(hex) for hex in path)
    still, drawn = (draw(seen, PACK, width=800, moves=moves) for moves in ([], [Move("allied", path)]))
    changed = ImageChops.difference(still, drawn).getbbox()
    assert changed is not None
    left, top, right, low = (edge / 2 for edge in near.below(LOCATOR))
    assert left <= changed[0] < changed[2] <= right
    assert top <= changed[1] < changed[3] <= low


def test_where_units_may_go_is_ringed_there_and_nowhere_else() -> None:
    seen = view(start("1805"))
    before, after = (draw(seen, PACK, width=800, around="1436", reach=reach) for reach in ({}, {"1536": "2"}))
    changed = ImageChops.difference(before, after).getbbox()
    assert changed is not None
    near = window(LAND.extent, Hex("1436"), 72.0)
    (x, y), reach = near.grid.centre(Hex("1536")), near.size * 1.05
    left, top, right, low = (edge * 800 / SHEET for edge in (x - reach, y - reach, x + reach, y + reach))
    assert left <= changed[0]
    assert top <= changed[1]
    assert changed[2] <= right
    assert changed[3] <= low


def test_where_a_close_up_would_leave_out_a_hex_it_is_the_theatre() -> None:
    seen = shown(view(start("1805")), PACK, "1436", ("3036",), None)
    assert seen.window.size in THEATRE
    assert seen.window.shows(Hex("3036"))
    assert seen.window.shows(Hex("1436"))


def test_a_close_up_of_nowhere_is_refused() -> None:
    for made in (ARTIST.draw, ARTIST.alt):
        with pytest.raises(RenderError, match="no hex 9999"):
            made(view(start("1805")), PACK, around="9999")


def test_the_layer_has_the_zones_and_supply_of_the_rules() -> None:
    seen = view(moved(start("1806"), {"french-3-7-1": "2513", "french-5-4-1": "3013"}))
    zones, reached = layers(seen, PACK, BOX.terrain)
    assert Hex("2512") in zones["french"]["total"]
    assert Hex("3012") in zones["french"]["partial"]
    for side in ("french", "allied"):
        wagons = [unit.hex for unit in seen.units.values() if unit.kind == "supply" and unit.side == side]
        assert wagons
        assert set(wagons) <= set(reached[side])


def test_the_sheet_of_zones_has_its_signs_in_its_key() -> None:
    seen, theme = view(start("1805")), THEMES["light"]
    words = [entry.words for entry in key_to_map((0, 0, 0, 0), theme, zones=True).entries]
    zones = ["Allied, partial", "Allied, total", "French, partial", "French, total", "reach of supply"]
    assert words[-5:] == zones
    left, top, right, low = shown(seen, PACK, None, (), None).window.below(KEY)
    box = round(left), round(top), round(right), round(low)
    plain, layered = (draw(seen, PACK, sheet=sheet).crop(box) for sheet in ("map", "zones"))
    assert not same(plain, layered)


def test_supply_that_is_disrupted_reaches_nothing() -> None:
    seen = view(start("1806"))
    wagons = {id: unit.hex for id, unit in seen.units.items() if unit.kind == "supply"}
    hurt = view(moved(start("1806"), {id: str(hex) for id, hex in wagons.items()}, 9))
    assert layers(hurt, PACK, BOX.terrain).supplied == {"allied": [], "french": []}


def test_every_mountain_lies_on_one_ridge_and_every_pass_has_its_road() -> None:
    mountains = [hex for hex, kind in LAND.terrain.items() if kind == "mountain"]
    assert sorted(hex for ridge in LAND.ridges for hex in ridge) == sorted(mountains)
    named = {hex for road in PACK.board.road for hex in road.hexes}
    assert {hex for _, hex, _ in LAND.roads} == named


@pytest.mark.parametrize("theme", THEMES)
def test_mountains_and_passes_are_told_without_their_tints(theme: ThemeName) -> None:
    near = window(LAND.extent, Hex("2049"), CLOSE)
    image = opened(base(key(PACK, "1805"), theme, 1600, near)).convert("L")
    relief: dict[str, list[float]] = {"clear": [], "pass": [], "mountain": []}
    banks = {hex for side in LAND.sides for hex in sharers(side)}
    for hex, kind in LAND.terrain.items():
        if near.shows(hex) and hex not in banks and kind in relief:
            x, y = near.grid.centre(hex)
            half = near.size / 2
            inside = image.crop((round(x - half), round(y - half), round(x + half), round(y + half)))
            relief[kind].append(ImageStat.Stat(inside).stddev[0])
    clear, passes, mountains = (sorted(relief[kind]) for kind in ("clear", "pass", "mountain"))
    assert clear[len(clear) // 2] * 3 < min(passes[0], mountains[0])


def test_the_figures_of_hexes_stand_on_the_map_alone() -> None:
    """What lies outside the map is the same whichever part of the board is shown."""
    pictures = [
        base(key(PACK, "1805"), "light", 1600, window(LAND.extent, Hex(hex), THEATRE[0]))
        for hex in ("2020", "3535")
    ]
    low = 158 + 1340
    for box in ((312, low + 12, 836, low + 250), (640, 40, 1560, 60)):
        assert same(*(picture.convert("RGB").crop(box) for picture in pictures)), box


def test_frontiers_are_those_of_the_year() -> None:
    innsbruck, ansbach = Hex("2149"), Hex("1735")
    lands = {year: country(key(PACK, year)).region for year in ("1805", "1806", "1809")}
    assert [lands[year].get(innsbruck) for year in lands] == ["austria", "tyrol", "tyrol"]
    assert [lands[year].get(ansbach) for year in lands] == ["ansbach", "ansbach-bavarian", "ansbach-bavarian"]
    assert "hesse" in lands["1806"].values()
    assert "westphalia" in lands["1809"].values()
    assert not {"hesse", "bayreuth"} & set(lands["1809"].values())
    for year, region in lands.items():
        assert {called for called, _ in country(key(PACK, year)).lands}
        assert all(BANDS[land].keys() == THEMES.keys() for land in region.values()), year


@pytest.mark.parametrize("column", range(14, 44, 6))
def test_a_town_beyond_the_map_is_not_named_at_its_edge(column: int) -> None:
    near = window(LAND.extent, Hex(f"{column}36"), THEATRE[-1])
    (west, north, east, south), pen = near.map, Pen(Image.new("RGB", (8, 8)), 1.0)
    for town, _box, _letters in towns(pen, near, LAND):
        x, y = near.grid.centre(town.hex)
        assert west < x < east, town.id
        assert north < y < south, town.id


def test_the_name_of_a_fortress_is_written_however_crowded_its_hex_is() -> None:
    near = window(LAND.extent, BOX.place["ulm"], THEATRE[-1])
    standing = {hex: ground_of(near.grid.centre(hex), near.size) for hex in BOX.terrain if near.shows(hex)}
    written = {town.id for town, _, _ in towns(Pen(Image.new("RGB", (8, 8)), 1.0), near, LAND, standing)}
    inside = {id for id, hex in BOX.place.items() if near.shows(hex)}
    assert inside <= written
