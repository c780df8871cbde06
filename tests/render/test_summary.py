"""The summary of a campaign: whatever it is given fits on the sheet, and its words are its numbers."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from render import levee
from render.errors import RenderError
from render.lettering import ALT, shortened
from render.levee.liveries import ARMIES, trace
from render.pen import Pen
from render.reports.plots import COLOURS, DASHES, Dice, Series, bands, chapter_ticks, mark, ticks
from render.reports.summary import ACROSS, Story, _panels, alt, draw, summary
from render.sheet import Sheet
from render.theme import LIGHT, THEMES, ThemeName
from render.tints import tints
from tests.levee.render.samples import PACK, at, view
from tests.render.test_colours import SIGHTS, difference
from tests.support.depth import depth

BOARD = Image.new("RGB", (300, 300), (10, 200, 30))
STORY = Story(
    title="Levée en Masse",
    result="France wins by its Victory Points",
    level="Substantive victory",
    score="−7",
    working=[("Republic at 3, times 3", "+9"), ("Despotism at 4, times 4", "−16")],
    series=[Series("Republic", [0, 2, None, 4, 3]), Series("Monarchy", [3, -1, 0, 1, 1])],
    dice=[Dice("France", (22, 19, 27, 24, 34, 22), "Luckier than 2 games in 3.")],
    footer=["48 turns", "seed ab12"],
)


def story(**changes: Any) -> Story:
    return msgspec.structs.replace(STORY, **changes)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=300)
VALUES = st.lists(st.none() | st.integers(-40, 90) | st.floats(-5, 5), max_size=100)
STORIES = st.builds(
    Story,
    title=NAMES,
    result=NAMES,
    level=NAMES,
    score=st.sampled_from(["", "0", "−7½", "+1000000000"]),
    working=st.lists(st.tuples(NAMES, st.sampled_from(["0", "−999", "+3½"])), max_size=12),
    series=st.lists(st.builds(Series, NAMES, VALUES), max_size=6),
    dice=st.lists(
        st.builds(Dice, NAMES, st.lists(st.integers(0, 400), min_size=6, max_size=6), NAMES), max_size=6
    ),
    footer=st.lists(NAMES, max_size=4),
)


@settings(max_examples=depth(10, 200))
@given(STORIES, st.sampled_from(("light", "dark")), st.tuples(st.integers(50, 400), st.integers(50, 400)))
def test_anything_that_is_allowed_can_be_drawn(told: Story, theme: ThemeName, size: tuple[int, int]) -> None:
    image = draw(told, Image.new("RGB", size), theme, width=200)
    assert image.width == 200
    assert len(alt(told)) <= ALT


@settings(max_examples=depth(50, 1000))
@given(STORIES, st.tuples(st.integers(50, 400), st.integers(50, 400)))
def test_panels_keep_to_the_sheet_and_off_each_other(told: Story, size: tuple[int, int]) -> None:
    panels = _panels(told, Image.new("RGB", size))
    boxes = [box for box in (panels.board, panels.table, panels.course, *panels.dice) if box is not None]
    for left, top, right, bottom in boxes:
        assert 0 < left < right < ACROSS
        assert 0 < top < bottom <= panels.bottom
        assert right - left > 300
        assert bottom - top > 90
    for one, two in combinations(boxes, 2):
        assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
    assert len(panels.dice) == len(told.dice)
    assert (panels.course is not None) == bool(told.series)
    assert (panels.table is not None) == bool(told.working or told.score)


@pytest.mark.parametrize(("budget", "theme"), [(400_000, "light"), (60_000, "dark"), (15_000, "light")])
def test_it_keeps_the_budget(budget: int, theme: ThemeName) -> None:
    made = summary(STORY, BOARD, theme, budget=budget)
    assert len(made.data) <= budget
    with Image.open(io.BytesIO(made.data)) as image:
        assert image.size == (made.width, made.height)
    assert made.alt == alt(STORY)


def test_it_is_of_the_theme() -> None:
    for name, theme in THEMES.items():
        image = draw(STORY, BOARD, name)
        colours = {colour for _, colour in image.getcolors(2**24) or ()}
        assert {theme.paper, theme.panel, theme.ink} <= colours


def coloured(image: Image.Image, colour: tuple[int, int, int]) -> int:
    return sum(count for count, found in image.getcolors(2**24) or () if found == colour)


def test_the_map_is_on_it_unstretched() -> None:
    wide = draw(STORY, Image.new("RGB", (400, 200), (10, 200, 30)))
    pixels = [
        (x, y)
        for x in range(0, wide.width, 4)
        for y in range(0, wide.height, 4)
        if wide.getpixel((x, y)) == (10, 200, 30)
    ]
    across = max(x for x, _ in pixels) - min(x for x, _ in pixels)
    down = max(y for _, y in pixels) - min(y for _, y in pixels)
    assert across == pytest.approx(2 * down, abs=8)


def test_a_bar_is_as_high_as_its_face_came_often() -> None:
    def bars(*faces: int) -> int:
        told = story(dice=[Dice("France", faces)], working=(), score="", series=())
        return coloured(draw(told, BOARD), LIGHT.road)

    assert bars(60, 60, 60, 60, 60, 60) == pytest.approx(6 * bars(0, 0, 60, 0, 0, 0), rel=0.06)
    assert bars(60, 30, 0, 0, 0, 0) == pytest.approx(1.5 * bars(60, 0, 0, 0, 0, 0), rel=0.06)


def test_a_track_is_drawn_in_its_colour() -> None:
    colour = (1, 2, 203)
    plain = story(series=[Series("Republic", [0, 2, 1, 4])])
    own = story(series=[Series("Republic", [0, 2, 1, 4], colour)])
    assert coloured(draw(plain, BOARD), colour) == 0
    assert coloured(draw(own, BOARD), colour) > 500


@pytest.mark.parametrize("places", [(0, 1), (1, 3), (2, 5)])
def test_tracks_that_coincide_are_both_seen_where_they_are(places: tuple[int, int]) -> None:
    colours = (1, 2, 203), (201, 102, 3)
    tracks = [Series("None", [])] * 6
    for place, colour in zip(places, colours, strict=True):
        tracks[place] = Series(str(place), [2] * 40, colour)
    image = draw(story(series=tracks), BOARD)
    assert all(coloured(image, colour) > 800 for colour in colours)


@pytest.mark.parametrize("sight", SIGHTS)
def test_tracks_without_a_colour_differ_in_every_sight(sight: str) -> None:
    for one, two in combinations(range(len(COLOURS)), 2):
        apart = difference(COLOURS[one], COLOURS[two], SIGHTS[sight])
        assert apart > 10, (one, two)


def test_tracks_differ_without_any_colour() -> None:
    signs = set()
    for number in range(len(COLOURS)):
        image = Image.new("RGB", (60, 60), (255, 255, 255))
        mark(Pen(image, 2), (15, 15), number, (0, 0, 0), (0, 0, 0))
        signs.add(image.tobytes())
    assert len(signs) == len(COLOURS) == len(DASHES)


@pytest.mark.parametrize("values", [[], [None, None]])
def test_a_track_without_values_leaves_its_panel_empty(values: Sequence[None]) -> None:
    told = story(series=[Series("Terror", values)])
    assert coloured(draw(told, BOARD), COLOURS[0]) == 0
    assert "Terror" not in alt(told)


@given(st.integers(-500, 500), st.integers(0, 500))
def test_ticks_enclose_the_values_at_even_distances(low: int, wide: int) -> None:
    marks = ticks(low, low + wide)
    assert marks[0] <= low
    assert marks[-1] >= low + wide
    assert 2 <= len(marks) <= 8
    steps = {round(after - before, 6) for before, after in pairwise(marks)}
    assert len(steps) == 1
    assert all(value.is_integer() for value in marks)


@given(st.floats(-1, 1), st.floats(0.001, 1))
@example(0.0, 2.3e-313)
def test_ticks_of_fractions(low: float, wide: float) -> None:
    marks = ticks(low, low + wide)
    assert marks[0] <= low + 1e-9
    assert marks[-1] >= low + wide - 1e-9
    assert 2 <= len(marks) <= 8


@given(st.integers(1, 400))
def test_chapters_are_numbered_from_the_first_to_the_last_with_room_between(long: int) -> None:
    places = chapter_ticks(long)
    assert places == sorted(set(places))
    assert (places[0], places[-1]) == (1, long)
    assert len(places) <= 10
    assert all(after - before >= long / 25 for before, after in pairwise(places))


@given(NAMES, st.integers(20, 400))
def test_a_shortened_text_is_no_wider_than_its_place(text: str, width: int) -> None:
    pen = Pen(Image.new("RGB", (4, 4)), 1)
    shown = shortened(pen, text, "text", 22, width)
    assert pen.length(shown, "text", 22) <= width
    plain = " ".join(text.split())
    assert shown == plain or plain.startswith(shown.removesuffix("…"))


def test_a_text_that_fits_is_left_alone() -> None:
    pen = Pen(Image.new("RGB", (4, 4)), 1)
    assert shortened(pen, "Army of Condé", "text", 22, 400) == "Army of Condé"
    assert shortened(pen, "Army of Condé", "text", 22, 80).endswith("…")


def test_alt_text_is_made_from_the_same_values() -> None:
    assert alt(STORY) == (
        "Levée en Masse: Substantive victory. France wins by its Victory Points. Score −7. "
        "Republic at 3, times 3: +9; Despotism at 4, times 4: −16. "
        "Republic from 0 to 3, between 0 and 4. Monarchy from 3 to 1, between −1 and 3. "
        "Dice of France: 22 × 1, 19 × 2, 27 × 3, 24 × 4, 34 × 5, 22 × 6. Luckier than 2 games in 3. "
        "48 turns. seed ab12."
    )


def test_alt_text_ends_with_a_whole_sentence() -> None:
    told = story(
        working=[(f"Line {number} of the working, which is a long one", f"+{number}") for number in range(12)]
    )
    long = alt(story(working=told.working, dice=[STORY.dice[0]] * 6))
    assert len(long) <= ALT
    assert long.endswith(".")


@pytest.mark.parametrize("length", [900, 2000])
def test_alt_text_of_an_endless_title(length: int) -> None:
    said = alt(story(title="x" * length, result=""))
    assert 0 < len(said) <= ALT


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda: draw(STORY, BOARD, "sepia"), "sepia"),  # type: ignore[arg-type]
        (lambda: draw(STORY, BOARD, width=99), "not 99"),
        (lambda: draw(story(working=[("Line", "+1")] * 13), BOARD), "12 of working, not for 13"),
        (lambda: draw(story(series=[Series("Line", [1])] * 7), BOARD), "6 of series, not for 7"),
        (lambda: draw(story(dice=[STORY.dice[0]] * 7), BOARD), "6 of dice, not for 7"),
    ],
)
def test_what_can_t_be_done_is_said(work: Callable[[], object], said: str) -> None:
    with pytest.raises(RenderError, match=said):
        work()


def test_text_of_a_sheet_is_drawn_after_its_lines() -> None:
    sheet = Sheet(100, 1, 100, LIGHT)
    sheet.write((50, 50), "████", "bold", 60, (255, 0, 0))
    sheet.pen.rectangle((0, 0, 100, 100), (0, 0, 255))
    image = sheet.finished()
    assert image.size == (100, 100)
    assert coloured(image, (0, 0, 255)) < 100 * 100
    assert math.isclose(sheet.pen.unit, 2)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_side_loses_its_tint(theme: ThemeName) -> None:
    """The palette of a whole sheet is mostly paper; the thin road of an Army has to keep its colour."""
    board = levee.draw(view(armies=at(4, 4, 4, 4, 4)), PACK, theme=theme, width=1200)
    with Image.open(io.BytesIO(summary(STORY, board, theme).data)) as image:
        flat = image.convert("RGB").quantize(256).getpalette() or []
    kept = list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))
    for army, livery in ARMIES.items():
        tint = trace(livery, THEMES[theme])
        assert min(difference(tint, colour) for colour in kept) < 6, army


@given(st.integers(2, 40), st.integers(1, 256))
def test_tints_are_as_many_as_asked_for_at_most(side: int, colours: int) -> None:
    image = Image.effect_noise((side, side), 80).convert("RGB")
    palette = tints(image, colours)
    assert len(palette.getcolors() or ()) <= colours


def test_few_colours_are_kept_as_they_are() -> None:
    image = Image.new("RGB", (1500, 900), (250, 240, 220))
    image.paste((238, 190, 60), (100, 100, 130, 130))
    assert image.quantize(palette=tints(image, 16), dither=Image.Dither.NONE).convert("RGB").tobytes() == (
        image.tobytes()
    )


def test_a_track_that_reaches_far_has_a_scale_of_its_own() -> None:
    near, far = Series("Near", [1, 4, None]), Series("Far", [3, -40, 2])
    assert [len(part) for part in bands([far, near])] == [1, 1]
    assert [len(part) for part in bands([near, far])] == [2]
    assert [len(part) for part in bands([far])] == [1]
    assert bands([far, near])[1][0] == (1, near)
