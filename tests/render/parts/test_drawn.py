"""Arrows, tracks, keys, counters and ground, each drawn small."""

from __future__ import annotations

import math
from itertools import combinations, product
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.battle import Battle, Force
from render.fonts import Role
from render.geo import Projection, dense
from render.lettering import ALT, fitting, halved, initials, plain, shortened, signed, wrapped
from render.paper import hatch, shore
from render.parts import muster
from render.parts.arrows import Style, arrow, draw, paint, swords
from render.parts.counters import Dress, chip, ink_on, marker
from render.parts.courses import course, short_of
from render.parts.frame import Frame
from render.parts.ground import Country, Kind
from render.parts.keys import Entry, Key
from render.parts.placing.boxes import meet, middle, overlap, within
from render.parts.signs import Mark, sign
from render.parts.tracks import Sizes, Track
from render.pen import Ink, Pen, Point
from render.theme import DARK, LIGHT, THEMES, Livery, Theme

FRAME = Frame(Projection(west=0, north=2, scale=100, parallel=0, left=20, top=20), (20, 20, 220, 220), 240)
TRACK = Track((0, 0, 400, 170), "Zeal", (-2, 3), 2, (100, 50), (48, 54), (2, 2, 2, 4))
SHEET = (0.0, -300.0, 800.0, 300.0)
FULL = Style((9, 9, 9), (250, 250, 250))
GREEN = Dress((20, 120, 40), (255, 255, 255), "chevron", "G", "Greens")


def canvas(size: tuple[int, int] = (240, 240), unit: float = 1.0) -> Pen:
    return Pen(Image.new("RGB", size, LIGHT.paper), unit)


def changed(pen: Pen) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(pen.image, Image.new("RGB", pen.image.size, LIGHT.paper)).getbbox()


class Written(Pen):
    """A pen that keeps what it has written in italics."""

    italics: list[str]

    def text(self, at: Point, text: str, role: Role, size: float, ink: Ink, **how: Any) -> None:
        self.italics += [text] if role == "italic" else []
        super().text(at, text, role, size, ink, **how)


@pytest.mark.parametrize("clauses", [1, 3, 9])
def test_the_sentence_of_a_battle_stands_in_its_picture_to_the_end(clauses: int) -> None:
    told = f"In Argenton {'the Royalists under Cathelineau met the Blues, ' * clauses}and threw them back."
    forces = (Force("royalist", "Royalists", ()), Force("republican", "Republicans", ()))
    pen = Written(Image.new("RGB", (1600, 640), LIGHT.paper), 1.0)
    pen.italics = []
    dressed = muster.Dressed([], [], Livery((9, 9, 9), (250, 250, 250), "plain"))
    muster.draw(pen, (24, 24, 1576, 614), Battle("", forces, (), (), "", told), lambda _force: dressed, LIGHT)
    assert " ".join(pen.italics) == told
    assert len(pen.italics) <= 2


def test_an_arrow_is_cut_by_the_bounds_of_its_map() -> None:
    pen = canvas()
    paint(pen.image, 1.0, [arrow(course([], 1.0, [(100, 100), (400, 100)]), FULL)], FRAME.map)
    assert changed(pen) is not None
    assert within(changed(pen) or (0, 0, 0, 0), (19, 19, 221, 221))
    away = canvas()
    paint(away.image, 1.0, [arrow(course([], 1.0, [(500, 500), (800, 500)]), FULL)], FRAME.map)
    assert changed(away) is None


def test_squares_that_are_kept_look_as_when_they_are_painted_anew() -> None:
    one, other = (arrow(course([], 1.0, [(30, y), (200, 120)]), FULL) for y in (60, 180))
    for colour in (LIGHT.paper, LIGHT.sea):
        for made in ([one], [one, other], [other, one], [one]):
            kept, anew = (Image.new("RGB", (240, 240), colour) for _ in range(2))
            paint(kept, 1.0, made, FRAME.map, colour)
            paint(anew, 1.0, made, FRAME.map)
            assert kept.tobytes() == anew.tobytes()


def test_a_course_bends_past_names_and_ends_before_stacks() -> None:
    stops: list[Point] = [(0, 0), (200, 0)]
    straight = course([], 1.0, stops)
    name = (80.0, -40.0, 120.0, -5.0)
    bent = course([name], 1.0, stops)
    assert any(name[0] < x < name[2] and name[1] < y < name[3] for x, y in straight)
    assert not any(name[0] < x < name[2] and name[1] < y < name[3] for x, y in bent)
    ended = short_of(bent, [(150, -60, 260, 60)])
    assert ended[-1][0] <= 153
    assert len(short_of(bent, [(-50, -50, 260, 60)])) > len(bent) // 3


def test_styles_of_arrows_look_different() -> None:
    drawn = []
    for style in (FULL, FULL._replace(broken=True), FULL._replace(broken=True, heads=2)):
        pen = canvas()
        draw(pen, course([], 1.0, [(30, 120), (200, 120)]), style)
        drawn.append(pen.image.tobytes())
    assert len(set(drawn)) == 3


@pytest.mark.parametrize(
    "way",
    [
        [(40.0, 120.0), (200.0, 120.0)],
        [(40 + 8.0 * n, 120 + 40 * math.sin(n / 6)) for n in range(20)],
        [(40.0, 60.0), (180.0, 60.0), (60.0, 180.0), (200.0, 200.0)],
    ],
    ids=["straight", "bent", "with corners"],
)
def test_the_shaft_of_an_arrow_has_no_gap_and_a_rim_on_both_sides(way: list[Point]) -> None:
    pen, course = canvas(), dense(way, 1)
    paint(pen.image, 1.0, [arrow(course, FULL)], FRAME.map)
    for before, at, after in zip(course, course[12:], course[24:-30], strict=False):
        assert pen.image.getpixel((round(at[0]), round(at[1]))) != LIGHT.paper, at
        along = math.dist(before, after)
        if along > 23:
            assert pen.image.getpixel((round(at[0]), round(at[1]))) == FULL.ink, at
            far = (FULL.shaft + FULL.rim) / 2 / along
            across, down = (before[1] - after[1]) * far, (after[0] - before[0]) * far
            for side in (1, -1):
                rim = round(at[0] + across * side), round(at[1] + down * side)
                assert pen.image.getpixel(rim) != LIGHT.paper, at


def test_swords_stand_near_where_they_hide_least() -> None:
    at, taken = (120.0, 120.0), [(100.0, 60.0, 180.0, 135.0)]
    ground = swords(canvas(), FRAME, at, [], taken, LIGHT)
    assert math.dist(middle(ground), at) <= 41
    assert overlap(ground, taken[0]) < overlap((103, 103, 137, 137), taken[0])


def test_the_boxes_of_a_track_lie_apart_in_their_panel() -> None:
    cells = [TRACK.cell(value, row) for value, row in product(TRACK.values, range(TRACK.rows))]
    assert list(TRACK.values) == [-2, -1, 0, 1, 2, 3]
    assert all(within(cell, TRACK.box) for cell in cells)
    assert not any(meet(one, two) for one, two in combinations(cells, 2))


def test_a_track_shows_its_marker_where_its_value_is() -> None:
    pen = canvas((400, 170))
    TRACK.draw(pen, LIGHT)
    TRACK.letter(pen, ["One", "Two"], Sizes(30, 21, 25), LIGHT)
    before = pen.image.copy()
    TRACK.mark(pen, 3, 1, marker(GREEN, wide=30, high=40, theme="light", unit=1.0))
    box = ImageChops.difference(before, pen.image).getbbox()
    assert box is not None
    assert math.dist(middle(box), middle(TRACK.cell(3, 1))) < 2


@pytest.mark.parametrize("box", [(0, 0, 240, 600), (0, 0, 700, 190)], ids=["tall", "broad"])
def test_a_key_sets_all_its_entries_inside_its_box(box: tuple[float, float, float, float]) -> None:
    spots: list[Point] = []

    def noted(pen: Pen, at: Point, theme: Theme) -> None:
        spots.append(at)

    key = Key(box, [Entry(noted, f"entry {number}") for number in range(18)])
    key.signs(canvas(), LIGHT)
    assert len(set(spots)) == 18
    assert all(box[0] < x < box[2] and box[1] < y < box[3] for x, y in spots)


def test_counters_differ_by_pattern_theme_and_name() -> None:
    plain_dress = Dress(GREEN.fill, GREEN.ink, "plain", "G", "Greens")
    markers = [
        marker(dress, wide=38, high=40, theme=theme, unit=1.0)
        for dress in (GREEN, plain_dress)
        for theme in THEMES
    ]
    assert len({sprite.tobytes() for sprite in markers}) == 4
    short, long, struck = (
        chip(name, GREEN, (0, 0, 0), struck=ink, size=1.0, unit=1.0)
        for name, ink in (("Ney", None), ("Bessières", None), ("Ney", (200, 0, 0)))
    )
    assert short.width < long.width
    assert short.tobytes() != struck.tobytes()
    assert ink_on((250, 250, 250)) != ink_on((10, 10, 60))


def test_every_sign_can_be_told_from_the_others() -> None:
    kinds = ("stronghold", "primary", "secondary", "great port", "port", "south")
    drawn = set()
    for mark in (*map(Mark, kinds), Mark("base", GREEN)):
        pen = canvas((40, 40))
        sign(pen, mark, (20, 20), 24, DARK)
        drawn.add(pen.image.tobytes())
    assert len(drawn) == 7


def test_hachures_are_the_same_for_being_worked_on_in_part() -> None:
    land = Image.new("L", (900, 60), 255)
    ImageDraw.Draw(land).polygon([(400, 0), (470, 0), (440, 60), (420, 60)], fill=0)
    mask, corner = shore(land, 10, 5, 1.5)
    assert mask.width < 300
    near = land.filter(ImageFilter.GaussianBlur(10)).point(lambda v: 0 if v < 18 else min(255, 40 + v * 2))
    whole = ImageChops.subtract(ImageChops.multiply(near, hatch(land.size, "horizontal", 5, 1.5)), land)
    pasted = Image.new("L", land.size, 0)
    pasted.paste(mask, corner)
    assert ImageChops.difference(pasted, whole).getbbox() is None


def test_land_without_water_has_no_hachures() -> None:
    assert shore(Image.new("L", (90, 60), 255), 10, 5, 1.5)[0].getbbox() is None


def test_signs_of_the_ground_stay_in_their_own_kind_of_ground() -> None:
    country, spots = Country(1.0, FRAME, LIGHT), dict[str, list[Point]]()

    def noted(name: str) -> Kind:
        return Kind((9, 9, 9), 20, lambda pen, at, size, turn: spots.setdefault(name, []).append(at))

    left: list[Point] = [(0, 0), (99, 0), (99, 200), (0, 200)]
    right: list[Point] = [(101, 0), (200, 0), (200, 200), (101, 200)]
    country.terrain([(left, "a"), (right, "b")], {"a": noted("a"), "b": noted("b")})
    assert max(x for x, _ in spots["a"]) < 101 < min(x for x, _ in spots["b"]) + 2


def test_a_band_lies_inside_its_area_along_the_borders_and_what_fades_is_inside_too() -> None:
    country = Country(1.0, FRAME, LIGHT)
    ring: list[Point] = [(40, 40), (160, 40), (160, 160), (40, 160)]
    part = country.part([ring])
    assert part is not None
    before = country.image.copy()
    part.band([[*ring, ring[0]]], (200, 0, 0), "plain", 9)
    box = ImageChops.difference(before, country.image).getbbox()
    assert box is not None
    assert within(box, (38, 38, 163, 163))
    assert country.image.getpixel((100, 100)) == before.getpixel((100, 100))
    country.fade([ring], 1.0)
    assert country.image.getpixel((100, 100)) == LIGHT.paper
    assert country.image.getpixel((20, 20)) == before.getpixel((20, 20))
    assert country.part([[(900.0, 900.0), (950.0, 950.0), (900.0, 950.0)]]) is None


def test_texts_fit_their_places() -> None:
    pen = canvas()
    assert shortened(pen, "A  name", "text", 20, 500) == "A name"
    cut = shortened(pen, "A name that is long", "text", 20, 80)
    assert cut.endswith("…")
    assert pen.length(cut, "text", 20) <= 80
    lines = wrapped(pen, "some words that go on for a while", "text", 20, 120)
    assert len(lines) > 2
    assert " ".join(lines) == "some words that go on for a while"


def test_alt_texts_leave_out_what_does_not_fit() -> None:
    sentences = ["First.", "x" * ALT, "Last."]
    assert fitting(sentences) == "First."
    assert fitting(sentences, skip=True) == "First. Last."


def test_numbers_and_names_are_short() -> None:
    assert [signed(value) for value in (-2, 0, 3)] == ["−2", "0", "+3"]
    assert [plain(value) for value in (-0.5, 4.0)] == ["−0.5", "4"]
    assert initials({"a": "Marceau", "b": "Marigny", "c": "Ney"}) == {"a": "Marc", "b": "Mari", "c": "Ney"}


def test_halves_are_written_as_people_do() -> None:
    assert [halved(count) for count in (0, 1, 2, 9)] == ["0", "½", "1", "4½"]
    assert [halved(count) for count in (-1, -3, -4)] == ["−½", "−1½", "−2"]
