"""Pictures are drawn in other processes, so many at a time; what is no longer wanted is not drawn."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from math import inf
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

import engines
import render.levee
from bot import metrics
from bot.surface import room
from bot.surface.drawing import Crew, Wish, Worker
from bot.surface.pictures import Crowded, Pictures
from engines.core.dice import Dice
from engines.levee.title import Levee
from render import CloseUp, Picture, RenderError
from render.facade import BUDGET, Artist
from tests.support.bot_fixtures import Tables
from tests.support.gateway import Delivery, deliver

ROOT = Path(__file__).parents[3]
TITLE = Levee()
STATE = TITLE.setup("base", {}, Dice("pictures")).state
VIEW = TITLE.view(STATE, None)


@pytest.fixture(autouse=True)
def much_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for all, however much the process of the tests holds by now."""
    monkeypatch.setattr("bot.surface.room.MOST", 10_000.0)


@pytest.fixture
async def drawing() -> AsyncIterator[Callable[[int], Pictures]]:
    """Makes those who draw, and stops them."""
    made: list[Pictures] = []

    def make(workers: int) -> Pictures:
        made.append(Pictures(workers, BUDGET))
        return made[-1]

    yield make
    for pictures in made:
        pictures.close()


async def wide(pictures: Pictures, width: int, **asked: Any) -> Picture:
    return await pictures.draw(TITLE, VIEW, width=width, **asked)


async def test_another_process_draws_the_same_picture_even_when_a_worker_was_killed(
    drawing: Callable[[int], Pictures],
) -> None:
    apart, within = drawing(1), drawing(0)
    assert await wide(apart, 300) == await wide(within, 300)
    workers = apart._crew.processes()
    assert len(workers) == 1
    assert os.getpid() not in workers

    os.kill(workers[0], signal.SIGKILL)
    assert await wide(apart, 301) == await wide(within, 301)
    with pytest.raises(RenderError, match="A map is 100 to 4000 pixels wide, not 20"):
        await wide(apart, 20)


async def test_maps_are_counted_by_what_became_of_them(drawing: Callable[[int], Pictures]) -> None:
    def counted() -> list[float]:
        return [metrics.PICTURES.labels(each)._value.get() for each in ("drawn", "kept", "failed")]

    before, pictures = counted(), drawing(0)
    await asyncio.gather(wide(pictures, 300), wide(pictures, 300))
    await wide(pictures, 300)
    with pytest.raises(RenderError):
        await wide(pictures, 20)
    assert [now - then for now, then in zip(counted(), before, strict=True)] == [1, 1, 1]
    assert pictures.queue == (0, 0)


async def test_a_picture_that_hangs_is_given_up_and_its_worker_replaced(
    drawing: Callable[[int], Pictures],
) -> None:
    pictures = drawing(1)
    await wide(pictures, 300)
    (worker,) = pictures._crew.processes()
    pictures._crew._seconds = 0.5
    os.kill(worker, signal.SIGSTOP)
    with pytest.raises(RenderError, match="The picture was not drawn within"):
        await wide(pictures, 301)
    assert pictures.hung == 1

    pictures._crew._seconds = 60.0
    assert (await wide(pictures, 301)).width == 301
    assert pictures.hung == 0
    assert worker not in pictures._crew.processes()
    assert not runs(worker)


async def test_a_worker_goes_where_there_is_no_room_for_what_it_keeps_or_it_holds_much(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = drawing(1)
    await wide(pictures, 300)
    before = pictures._crew.processes()
    await wide(pictures, 301)
    assert pictures._crew.processes() == before

    (worker,) = pictures._crew._free
    monkeypatch.setattr(room, "MOST", room.AROUND + room.expected() + worker.held.now + room.AGAIN)
    await wide(pictures, 302)
    after = pictures._crew.processes()
    assert after != before

    monkeypatch.setattr("bot.surface.room.MOST_HELD", 1.0)
    await wide(pictures, 302, theme="dark")
    assert pictures._crew.processes() == []


async def test_maps_of_as_many_kinds_as_there_are_workers_stay_with_those_that_drew_them(
    drawing: Callable[[int], Pictures],
) -> None:
    pictures = drawing(2)
    for width in (300, 301, 302):
        await wide(pictures, width)

    def drew() -> dict[frozenset[str], list[int]]:
        """The processes by the widths of what they have drawn."""
        return {frozenset(each[3] for each in one.grounds): one.processes() for one in pictures._crew._free}

    before = drew()
    # The third kind came to the worker that had been idle longest, and not to the one that held least.
    assert [*before] == [{"301"}, {"300", "302"}]
    for width in (300, 301, 302):
        pictures._kept.clear()
        await wide(pictures, width)
    assert drew() == before


async def test_one_worker_draws_a_game_in_all_tints_where_there_is_no_room_for_two(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = drawing(2)
    await wide(pictures, 300)
    before = pictures._crew.processes()
    (held,) = (worker.held.now for worker in pictures._crew._free if worker.grounds)
    needed = room.wanted(held, 300, None, "like")
    monkeypatch.setattr(room, "MOST", room.AROUND + room.expected() + needed + room.AGAIN)
    await wide(pictures, 300, theme="dark")
    assert pictures._crew.processes() == before


async def test_a_map_waits_for_the_worker_that_keeps_its_ground_before_another_gives_up_what_it_keeps(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = drawing(2)
    await asyncio.gather(wide(pictures, 300), wide(pictures, 300, theme="dark"))
    before = pictures._crew.processes()
    assert len(before) == 2
    # There is room for both with what they keep, or for a new one in place of either, not for new ground.
    most = max(worker.held.most for worker in pictures._crew._free)
    monkeypatch.setattr(room, "MOST", room.AROUND + room.expected() + 2 * most + 50.0)
    monkeypatch.setattr(room, "EACH", 1000.0)
    pictures._kept.clear()
    later = msgspec.structs.replace(VIEW, turn=2)
    await asyncio.gather(wide(pictures, 300), pictures.draw(TITLE, later, width=300))
    assert sorted(pictures._crew.processes()) == sorted(before)


async def test_an_idle_worker_goes_where_another_needs_the_room(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = drawing(2)
    await wide(pictures, 300)
    (before,) = pictures._crew.processes()
    held = {len(worker.grounds): worker.held.now for worker in pictures._crew._free}
    assert held[0] == 0.0
    assert held[1] > 0.0

    monkeypatch.setattr("bot.surface.room.MOST", 1.0)
    await wide(pictures, 301)
    (after,) = pictures._crew.processes()
    assert after != before
    assert not runs(before)


async def test_two_pictures_are_drawn_at_a_time_only_where_there_is_room_for_both(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, at_once = Worker.draw, list[int]()
    pictures = drawing(2)

    def draw(worker: Worker, wish: Wish, seconds: float, *, large: bool) -> Picture:
        picture = drawn(worker, wish, seconds, large=large)
        at_once.append(len(pictures._crew._busy))
        return picture

    monkeypatch.setattr(Worker, "draw", draw)
    await asyncio.gather(*(wide(pictures, 300 + number) for number in range(4)))
    assert max(at_once) == 2

    at_once.clear()
    monkeypatch.setattr("bot.surface.room.MOST", 1.0)
    await asyncio.gather(*(wide(pictures, 310 + number) for number in range(4)))
    assert at_once == [1, 1, 1, 1]


async def test_no_two_pictures_are_drawn_at_a_time_where_a_film_needs_the_room(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, at_once = Worker.draw, list[int]()
    pictures = drawing(2)

    def draw(worker: Worker, wish: Wish, seconds: float, *, large: bool) -> Picture:
        picture = drawn(worker, wish, seconds, large=large)
        at_once.append(len(pictures._crew._busy))
        return picture

    monkeypatch.setattr(Worker, "draw", draw)
    with room.growing(room.MOST):
        assert room.expected() >= room.MOST
        with room.growing(1.0):
            assert room.expected() >= room.MOST + 1.0
        await asyncio.gather(*(wide(pictures, 300 + number) for number in range(3)))
    assert at_once == [1, 1, 1]
    assert room.expected() < room.MOST


async def test_what_a_map_took_is_known_when_the_like_is_drawn_again(
    drawing: Callable[[int], Pictures],
) -> None:
    pictures = drawing(1)
    await wide(pictures, 1000)
    (worker,) = pictures._crew._free
    most = pictures._crew._most[TITLE.id, 1000]
    assert worker.held.now < most <= room.wanted(0.0, 1000, None, "other")
    assert room.wanted(0.0, 1000, 500.0, "other") == 500.0 + room.AGAIN
    assert room.wanted(worker.held.now, 1000, most, "same") == most + room.AGAIN
    assert room.wanted(most + 1.0, 1000, most, "same") == most + 1.0 + room.AGAIN
    assert room.wanted(most, 1000, most, "like") == most + room.EACH + room.AGAIN


async def test_a_close_up_waits_for_the_room_that_its_ground_needs_until_it_is_kept(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, taken, asked = drawing(1), Crew._taken, list[bool]()

    def take(crew: Crew, wish: Wish, *, anew: bool) -> Worker:
        asked.append(anew)
        return taken(crew, wish, anew=anew)

    monkeypatch.setattr(Crew, "_taken", take)
    title = engines.find("vendee")
    view = title.view(title.setup("campaign", {}, Dice("pictures")).state, None)
    for area in (None, "nantes", "nantes", "saumur"):
        pictures._kept.clear()
        await pictures.draw(title, view, width=300, close=CloseUp(around=area))
    # The first is known to be made anew; then each other ground once, when it turns out not to be kept.
    assert asked == [False, False, True, False, False, True]
    (worker,) = pictures._crew._free
    assert len(worker.grounds) == 1


async def test_where_no_worker_can_be_begun_there_is_no_picture_and_later_there_is(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pictures = drawing(1)
    await wide(pictures, 310)
    with monkeypatch.context() as gone:
        # Whoever forks workers is dying, and nobody knows it yet.
        gone.setattr(forkserver._forkserver, "_forkserver_address", str(tmp_path / "gone"))
        os.kill(pictures._crew.processes()[0], signal.SIGKILL)
        with pytest.raises(RenderError, match="can't be begun"):
            await wide(pictures, 311)
    assert (await wide(pictures, 311)).width == 311


async def test_several_workers_draw_at_the_local_table_whose_time_is_a_simulated_one(
    closed_table: Tables,
) -> None:
    table = await closed_table(picture_workers=2)
    await table.start()
    await table.new()
    maps = [Delivery.command(table, "campaign", "map", theme=theme) for theme in ("light", "dark")]
    await deliver(table, *maps)
    shown = [each.result.response for each in maps]
    assert [len(each.attachments) for each in shown if each] == [1, 1]
    assert len(table.bot.pictures._crew.processes()) == 2


KILLED = """
import asyncio, os, signal, sys
from tests.bot.surface.test_pictures import BUDGET, Pictures, wide

if __name__ == "__main__":
    pictures = Pictures(1, BUDGET)
    asyncio.run(wide(pictures, 200))
    print(*pictures._crew.processes(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def runs(process: int) -> bool:
    """Whether a process is more than a name that nobody has asked after."""
    asked = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()[:1] not in ("", "Z")


def test_a_bot_that_is_killed_leaves_no_worker_behind(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # The worker has our end of the pipe too: what is read ends when the last of them has ended.
    ran = subprocess.run(
        [sys.executable, str(script)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert ran.returncode == -signal.SIGKILL
    assert not runs(int(ran.stdout))


async def test_a_newer_picture_of_a_line_is_drawn_in_the_place_of_the_one_that_waits(
    drawing: Callable[[int], Pictures],
) -> None:
    pictures = drawing(0)
    first, waited, other, newest = await asyncio.gather(
        wide(pictures, 200, line=1),
        wide(pictures, 210, line=1),
        wide(pictures, 215, line=2),
        wide(pictures, 220, line=1),
    )
    assert [each.width for each in (first, waited, other, newest)] == [200, 220, 215, 220]
    assert [key[-3] for key in pictures._kept] == [200, 220, 215]


async def test_what_waits_in_another_line_answers_nobody_else(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the first picture alone takes longer than a card waits.
    monkeypatch.setattr("bot.surface.pictures.PATIENT", inf)
    pictures = drawing(0)
    # Two campaigns stand alike, one of them moves on, and somebody leafs through what it was.
    drawn = await asyncio.gather(
        wide(pictures, 200),
        wide(pictures, 210, line=1, hangs=True),
        wide(pictures, 210, line=2, hangs=True),
        wide(pictures, 210),
        wide(pictures, 220, line=1, hangs=True),
    )
    assert [each.width for each in drawn] == [200, 220, 210, 210, 220]
    assert drawn[2] is drawn[3]
    # Whoever leafs waits for an answer; cards hang, and come after.
    assert [key[-3] for key in pictures._kept] == [200, 210, 220]


async def test_what_has_waited_for_long_comes_before_what_somebody_asked_for(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.surface.pictures.PATIENT", 0.0)
    pictures = drawing(0)
    await asyncio.gather(
        wide(pictures, 200),
        wide(pictures, 210, line=1, hangs=True),
        wide(pictures, 220),
        wide(pictures, 230, line=1, hangs=True),
    )
    # The newest map of the line is drawn, at the age of the one whose place it took.
    assert [key[-3] for key in pictures._kept] == [200, 230, 220]


async def test_what_nobody_waits_for_any_more_is_not_drawn(drawing: Callable[[int], Pictures]) -> None:
    pictures = drawing(0)
    first, seen, gone = (asyncio.create_task(wide(pictures, width)) for width in (200, 210, 220))
    also = asyncio.create_task(wide(pictures, 210))
    await asyncio.sleep(0)
    seen.cancel()
    gone.cancel()
    assert [each.width for each in await asyncio.gather(first, also)] == [200, 210]
    assert [key[-3] for key in pictures._kept] == [200, 210]


async def test_what_waits_at_the_close_is_called_off_and_nobody_waits_for_ever() -> None:
    pictures, complaints = Pictures(0, BUDGET), list[Any]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    wishes = [asyncio.create_task(wide(pictures, 100 + number)) for number in range(3)]
    await asyncio.sleep(0)
    pictures.close()
    ended = await asyncio.wait_for(asyncio.gather(*wishes, return_exceptions=True), 30)
    assert [type(each) for each in ended] == [Picture, asyncio.CancelledError, asyncio.CancelledError]
    assert not complaints


async def test_equal_wishes_are_drawn_once_and_outlive_whoever_gives_up(
    drawing: Callable[[int], Pictures],
) -> None:
    pictures = drawing(0)
    impatient = asyncio.create_task(wide(pictures, 230))
    patient = asyncio.create_task(wide(pictures, 230))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).width == 230
    assert await wide(pictures, 230) is await patient


async def test_whatever_goes_wrong_in_drawing_is_a_picture_that_cant_be_made(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A half of others may be faulty in any way: in its picture, and in what it gives to be drawn.
    pictures = drawing(0)
    unsent: list[Any] = [{"moves": "cannot be hashed"}]
    with pytest.raises(RenderError, match="The map of levee can't be drawn: TypeError"):
        await pictures.draw(TITLE, VIEW, unsent)

    def slip(*_: object, **__: object) -> Image.Image:
        raise ZeroDivisionError

    monkeypatch.setattr(render.levee, "ARTIST", Artist(slip, render.levee.alt))
    with pytest.raises(RenderError, match="The map of levee can't be drawn: ZeroDivisionError"):
        await wide(pictures, 240)
    with pytest.raises(RenderError, match="The map of levee can't be drawn: ZeroDivisionError"):
        render.frame("levee", VIEW, TITLE.data)


async def test_public_posts_wait_for_their_pictures_however_many_wait(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.surface.pictures.WAITING", 2)
    pictures = drawing(0)
    posts = [asyncio.create_task(wide(pictures, 100 + number, hangs=True)) for number in range(9)]
    people = [asyncio.create_task(wide(pictures, 200 + number)) for number in range(3)]
    ended = await asyncio.gather(*posts, *people, return_exceptions=True)
    assert [type(each) for each in ended] == [Picture] * 11 + [Crowded]


async def test_no_more_wait_than_can_be_drawn_in_time(
    drawing: Callable[[int], Pictures], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.surface.pictures.WAITING", 2)
    pictures = drawing(0)
    # One is drawn, two wait, and one is too many.
    wishes = [asyncio.create_task(wide(pictures, 100 + number)) for number in range(4)]
    ended = await asyncio.gather(*wishes, return_exceptions=True)
    assert [type(each) for each in ended] == [Picture] * 3 + [Crowded]
    assert str(ended[-1]) == "2 pictures wait to be drawn; this one would come too late"
