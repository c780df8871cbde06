"""Animations show what was drawn, play for ever, keep their budget and hold few frames in memory."""

from __future__ import annotations

import io
import weakref
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from render.errors import RenderError
from render.reports.animate import (
    LADDER,
    SAMPLES,
    Animation,
    Caption,
    Frame,
    Shot,
    animate,
    captioned,
    frame,
    spaced,
    titled,
)
from render.theme import THEMES, Rgb, ThemeName
from tests.levee.render.samples import CROWDED, CROWDED_MOVES, PACK, START
from tests.support.depth import depth

WIDE, HIGH = 160, 90
COLOURS: tuple[Rgb, ...] = ((250, 250, 240), (0, 0, 0), (200, 40, 40), (30, 60, 160), (255, 255, 255))


def flat(colour: Rgb, spot: tuple[int, int, int, int] | None = None, ink: Rgb = COLOURS[2]) -> Image.Image:
    image = Image.new("RGB", (WIDE, HIGH), colour)
    if spot is not None:
        image.paste(ink, spot)
    return image


def drawn(images: Sequence[Image.Image]) -> list[Shot]:
    return [Shot(lambda width, image=image: image) for image in images]  # type: ignore[misc]


def noisy(number: int) -> Image.Image:
    """A picture that does not compress and differs from one number to the next."""
    image = Image.effect_noise((400, 300), 90).convert("RGB")
    image.paste(COLOURS[number % 5], (number * 7 % 350, 10, number * 7 % 350 + 40, 60))
    return image


def opened(animation: Animation) -> Iterator[Image.Image]:
    with Image.open(io.BytesIO(animation.data)) as file:
        for image in ImageSequence.Iterator(file):
            yield image.convert("RGB")


SPOTS = st.tuples(st.integers(0, 60), st.integers(0, 40), st.integers(61, WIDE), st.integers(41, HIGH))
PICTURES = st.builds(flat, st.sampled_from(COLOURS), st.none() | SPOTS, st.sampled_from(COLOURS))


@settings(max_examples=depth(20, 500))
@given(st.lists(PICTURES, min_size=1, max_size=SAMPLES))
def test_what_is_played_is_what_was_drawn(images: list[Image.Image]) -> None:
    animation = animate(drawn(images), width=WIDE)
    played = list(opened(animation))
    assert animation.frames == len(images)
    assert [image.tobytes() for image in played] == [image.tobytes() for image in images]


def test_it_plays_for_ever_and_rests_on_the_last_frame() -> None:
    shots = [shot._replace(time=700) for shot in drawn([flat(colour) for colour in COLOURS])]
    animation = animate([*shots[:-1], shots[-1]._replace(time=3000)], width=WIDE)
    with Image.open(io.BytesIO(animation.data)) as file:
        assert file.info["loop"] == 0
        times = [image.info["duration"] for image in ImageSequence.Iterator(file)]
    assert times == [700, 700, 700, 700, 3000]


def test_equal_frames_are_still_frames() -> None:
    animation = animate(drawn([flat(COLOURS[0])] * 4), width=WIDE)
    assert animation.frames == len(list(opened(animation))) == 4


def test_what_stands_still_does_not_flicker() -> None:
    shades = [Image.linear_gradient("L").rotate(turn).resize((WIDE, HIGH)) for turn in (0, 90, 180)]
    ground = Image.merge("RGB", shades)
    images = []
    for step in range(12):
        image = ground.copy()
        image.paste((step * 20, 255 - step * 20, 90), (step * 10, 0, step * 10 + 10, 20))
        images.append(image)
    still = (0, 20, WIDE, HIGH)
    assert len({image.crop(still).tobytes() for image in opened(animate(drawn(images), width=WIDE))}) == 1


def test_only_what_changes_costs_bytes() -> None:
    images = [noisy(0)]
    for step in range(1, 10):
        images.append(images[0].copy())
        images[-1].paste(COLOURS[2], (step * 30, 0, step * 30 + 20, 20))
        images[-1].paste(COLOURS[3], (380, 280, 400, 280 + step))
    one, ten = (animate(drawn(row), width=400) for row in (images[:1], images))
    assert len(ten.data) < 1.1 * len(one.data)


@pytest.fixture(scope="module")
def noise() -> list[Shot]:
    return drawn([noisy(number) for number in range(12)])


@pytest.mark.parametrize("share", [1.0, 0.8, 0.5, 0.3, 0.15, 0.05, 0.02])
def test_the_budget_is_kept_and_what_is_left_out_is_counted(noise: list[Shot], share: float) -> None:
    budget = int(share * len(animate(noise, width=400).data))
    animation = animate(noise, width=400, budget=budget)
    assert len(animation.data) <= budget
    assert animation.frames + animation.left_out == len(noise)
    played = list(opened(animation))
    assert len(played) == animation.frames
    assert {image.size for image in played} == {(animation.width, animation.height)}


def test_an_animation_may_be_as_large_as_its_budget(noise: list[Shot]) -> None:
    full = animate(noise, width=400)
    assert animate(noise, width=400, budget=len(full.data)) == full
    assert animate(noise, width=400, budget=len(full.data) - 1).width < full.width


def test_it_is_narrower_before_it_has_fewer_colours_before_it_has_fewer_frames() -> None:
    first_narrower = next(number for number, rung in enumerate(LADDER) if rung.width < 1)
    first_plainer = next(number for number, rung in enumerate(LADDER) if rung.colours < LADDER[0].colours)
    first_fewer = next(number for number, rung in enumerate(LADDER) if rung.frames < 1)
    assert 0 < first_narrower < first_plainer < first_fewer
    for better, worse in pairwise(LADDER):
        assert all(before >= after for before, after in zip(better, worse, strict=True))


def test_first_and_last_frame_stay(noise: list[Shot]) -> None:
    first, last = flat(COLOURS[3]).resize((400, 300)), flat(COLOURS[2]).resize((400, 300))
    frames = [*drawn([first]), *noise, *drawn([last])]
    animation = animate(frames, width=400, budget=60_000)
    assert animation.left_out
    played = list(opened(animation))
    for image, colour in ((played[0], COLOURS[3]), (played[-1], COLOURS[2])):
        pixel = image.getpixel((5, 5))
        assert isinstance(pixel, tuple)
        assert max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) < 40


@given(st.integers(1, 300), st.integers(2, 300))
def test_frames_that_stay_are_spaced_evenly(whole: int, count: int) -> None:
    chosen = spaced(whole, count)
    assert len(chosen) == len(set(chosen)) == min(whole, count)
    assert (chosen[0], chosen[-1]) == (0, whole - 1)
    gaps = {after - before for before, after in pairwise(chosen)}
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_frames_are_drawn_at_the_width_that_they_are_shown_at(noise: list[Shot]) -> None:
    asked: set[int] = set()

    def wide(shot: Shot) -> Shot:
        def at(width: int) -> Image.Image:
            asked.add(width)
            return shot.draw(width)

        return Shot(at)

    animation = animate([wide(shot) for shot in noise], width=200, budget=150_000)
    assert animation.width in asked
    assert max(asked) == 200


def test_few_frames_are_in_memory_at_a_time() -> None:
    made: list[weakref.ref[Image.Image]] = []
    most = 0

    def draw(number: int) -> Shot:
        def at(_: int) -> Image.Image:
            nonlocal most
            image = flat(COLOURS[number % 5])
            made.append(weakref.ref(image))
            most = max(most, sum(ref() is not None for ref in made))
            return image

        return Shot(at)

    animate([draw(number) for number in range(40)], width=WIDE)
    assert len(made) > 40
    assert most <= 2


def test_progress_tells_each_frame() -> None:
    told: list[tuple[int, int]] = []
    animate(
        drawn([flat(colour) for colour in COLOURS]),
        width=WIDE,
        progress=lambda done, of: told.append((done, of)),
    )
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


def test_what_progress_raises_stops_the_work() -> None:
    class StoppedError(Exception):
        pass

    after: list[int] = []

    def stop(done: int, _: int) -> None:
        after.append(done)
        if done == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        animate(drawn([flat(colour) for colour in COLOURS]), width=WIDE, progress=stop)
    assert after == [1, 2]


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda: animate([]), "nothing to animate"),
        (lambda: animate(drawn([noisy(0)]), budget=500), "fits into 500 bytes"),
        (lambda: animate(drawn([flat(COLOURS[0])]), width=99), "not 99"),
        (lambda: animate(drawn([flat(COLOURS[0]), Image.new("RGB", (WIDE, HIGH + 1))]), width=WIDE), "first"),
        (lambda: frame("chess", START, PACK), "chess"),
        (lambda: frame("levee", START, PACK, width=4001), "4001"),
        (lambda: frame("levee", START, PACK, theme="sepia"), "sepia"),  # type: ignore[arg-type]
        (lambda: captioned(flat(COLOURS[0]), Caption("Day 1", ""), "sepia"), "sepia"),  # type: ignore[arg-type]
    ],
)
def test_what_can_t_be_done_is_said(work: Callable[[], object], said: str) -> None:
    with pytest.raises(RenderError, match=said):
        work()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_caption_is_a_strip_under_the_picture(theme: ThemeName) -> None:
    image = flat(COLOURS[3])
    shown = captioned(image, Caption("Turn 3", "A march.", "Score +3", (2, 6), "= 8"), theme)
    assert shown.width == image.width
    assert shown.height > image.height
    assert shown.crop((0, 0, WIDE, HIGH - 2)).tobytes() == image.crop((0, 0, WIDE, HIGH - 2)).tobytes()
    strip = shown.crop((0, HIGH + 3, WIDE, shown.height))
    assert strip.getpixel((0, 0)) == THEMES[theme].panel
    assert len(strip.getcolors() or ()) > 1


def test_a_long_caption_keeps_to_the_strip() -> None:
    image = flat(COLOURS[3])
    words = "The Committee of Public Safety " * 9
    long, short = (
        captioned(image, Caption(words, words, "Score −12")),
        captioned(image, Caption("Turn 3", "")),
    )
    assert long.size == short.size
    assert captioned(image, Caption(words, words, "", (1,) * 20, words)).size == short.size
    for edge in ((0, HIGH + 2, 3, long.height), (WIDE - 3, HIGH + 2, WIDE, long.height)):
        assert len(long.crop(edge).getcolors() or ()) == 1


def test_maps_are_animated_with_their_captions() -> None:
    def draw(number: int) -> Frame:
        view, moves = ((START, ()), (CROWDED, CROWDED_MOVES))[number]
        return lambda width: frame(
            "levee", view, PACK, moves, "dark", width=width, caption=Caption(f"Turn {view.turn}", "")
        )

    animation = animate([Shot(draw(0)), Shot(draw(1))], width=320)
    first, second = opened(animation)
    assert (animation.width, animation.suffix) == (320, ".gif")
    assert first.tobytes() != second.tobytes()


def test_what_leads_up_to_another_is_the_first_to_go(noise: list[Shot]) -> None:
    shots = [shot._replace(passing=number % 2 == 1) for number, shot in enumerate(noise)]
    whole, least = animate(shots, width=400), animate(shots, width=400, budget=60_000)
    assert (whole.frames, whole.left_out) == (len(shots), 0)
    assert least.left_out >= len(shots) // 2


def test_a_title_page_has_the_shape_of_what_follows() -> None:
    page = titled(flat(COLOURS[3]), "For God and For the King " * 3, ["March to October 1793"] * 2, "dark")
    assert page.size == (WIDE, HIGH)
    assert len(page.getcolors(WIDE * HIGH) or ()) > 2
