"""Drawers draw for a bot on a server; where one dies, freezes or is of another version, no map is lacking."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import URL

import engines
from bot import metrics
from bot.cli.doctor import examine
from bot.settings import Settings
from bot.store.jobs import Queue
from bot.surface.drawers import Drawers, NoDrawer
from bot.surface.drawing import Wish, drawn
from bot.surface.pictures import FORMAT, Pictures
from bot.surface.processes import pack_of
from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from render import WHOLE, Picture, RenderError
from render.facade import BUDGET
from tests.support.bot_fixtures import Tables
from tests.support.drawers import ROOT, Begin, asked, left, taken, until

TITLES = engines.titles()
WIDTH = 900
"""Of a map that a drawer is disturbed at. The first takes it a second, in which its worker starts."""


@pytest.fixture
async def pictures(drawers: Drawers) -> AsyncIterator[Pictures]:
    pictures = Pictures(0, BUDGET, drawers)
    yield pictures
    pictures.close()


def view_of(title: AnyTitle) -> Any:
    return title.view(title.setup(title.scenarios[0].id, {}, Dice("drawers")).state, None)


def wish(width: int = 300) -> Wish:
    title = TITLES["levee"]
    return Wish(
        *(title.id, pack_of(title), view_of(title), (), "light", width, BUDGET, FORMAT, WHOLE, ""),
    )


def counted() -> dict[str, float]:
    return {each: metrics.JOBS.labels(each)._value.get() for each in ("made", "failed", "own")}


def since(before: dict[str, float]) -> dict[str, float]:
    return {name: now - before[name] for name, now in counted().items() if now != before[name]}


async def test_a_drawer_draws_what_the_bot_would_and_nothing_stays_on_the_server(
    url: URL, begin: Begin, drawers: Drawers, pictures: Pictures
) -> None:
    before = counted()
    await begin(workers=2)
    await until(lambda: drawers.slots == 2)
    title = TITLES["levee"]
    maps = await asyncio.gather(*(pictures.draw(title, view_of(title), width=300 + n) for n in range(4)))
    assert maps == [drawn(wish(300 + n)) for n in range(4)]
    assert since(before) == {"made": 4}
    assert await left(url) == 0
    # The data of a game go there once.
    assert await asked(url, "SELECT count(*) FROM drawing.pack") == 1


async def test_the_bot_draws_itself_where_no_drawer_runs(
    url: URL, drawers: Drawers, pictures: Pictures
) -> None:
    before, title = counted(), TITLES["levee"]
    assert await pictures.draw(title, view_of(title), width=300) == drawn(wish(300))
    await until(lambda: drawers._queue is not None)
    assert await pictures.draw(title, view_of(title), width=301) == drawn(wish(301))
    assert since(before) == {"own": 2}
    assert await left(url) == 0


async def begun(url: URL, drawers: Drawers, *, another: bool = False) -> asyncio.Task[Picture]:
    """A map that a drawer has begun.

    :param another: the bot counts on another drawer, however long that takes to start.
    """
    if another:
        await asked(
            url,
            "INSERT INTO drawing.drawer "
            "SELECT 'to come', build, 1, seen + interval '1 hour' FROM drawing.drawer",
        )
    asking = asyncio.create_task(drawers.draw(wish(WIDTH), hangs=False))
    await until(lambda: taken(url))
    return asking


async def test_another_drawer_goes_on_where_one_is_killed(url: URL, begin: Begin, drawers: Drawers) -> None:
    before, first = counted(), await begin()
    await until(lambda: drawers.slots == 1)
    asking = await begun(url, drawers, another=True)
    first.send(signal.SIGKILL)
    await begin()
    assert (await asking).width == WIDTH
    assert since(before) == {"made": 1}
    assert await left(url) == 0


async def test_a_map_at_which_two_drawers_die_is_given_up(url: URL, begin: Begin, drawers: Drawers) -> None:
    first = await begin()
    await until(lambda: drawers.slots == 1)
    asking = await begun(url, drawers, another=True)
    first.send(signal.SIGKILL)
    second = await begin()
    await until(lambda: asked(url, "SELECT tries = 2 FROM drawing.job"))
    second.send(signal.SIGKILL)
    await begin()
    with pytest.raises(RenderError, match="died at this one"):
        await asking
    assert await left(url) == 0


async def test_the_bot_draws_what_the_last_drawer_has_died_at(
    url: URL, begin: Begin, drawers: Drawers, pictures: Pictures
) -> None:
    only, title = await begin(), TITLES["levee"]
    await until(lambda: drawers.slots == 1)
    asking = asyncio.create_task(pictures.draw(title, view_of(title), width=WIDTH))
    await until(lambda: taken(url))
    before = counted()
    only.send(signal.SIGKILL)
    assert (await asking).width == WIDTH
    assert since(before) == {"own": 1}
    assert await left(url) == 0


async def test_a_drawer_that_froze_and_wakes_answers_nothing_twice(
    url: URL, begin: Begin, drawers: Drawers
) -> None:
    before, frozen = counted(), await begin()
    await until(lambda: drawers.slots == 1)
    asking = await begun(url, drawers, another=True)
    frozen.send(signal.SIGSTOP)
    await begin()
    assert (await asking).width == WIDTH
    assert await left(url) == 0
    frozen.send(signal.SIGCONT)
    # It counts as there again, and draws again.
    await until(lambda: drawers.slots == 3)
    maps = await asyncio.gather(*(drawers.draw(wish(300 + n), hangs=False) for n in range(4)))
    assert [each.width for each in maps] == [300, 301, 302, 303]
    assert since(before) == {"made": 5}
    assert await left(url) == 0


async def test_a_drawer_that_is_stopped_finishes_its_map(url: URL, begin: Begin, drawers: Drawers) -> None:
    before, only = counted(), await begin()
    await until(lambda: drawers.slots == 1)
    asking = await begun(url, drawers)
    only.send(signal.SIGTERM)
    assert (await asking).width == WIDTH
    assert await only.ends() == 0
    assert since(before) == {"made": 1}
    await until(lambda: drawers.slots == 0, seconds=5)


async def test_of_a_burst_in_a_line_only_the_newest_is_drawn(
    url: URL, begin: Begin, drawers: Drawers, pictures: Pictures
) -> None:
    await begin()
    await until(lambda: drawers.slots == 1)
    before, title = counted(), TITLES["levee"]
    asking = []
    for n in range(20):
        asking.append(
            asyncio.create_task(pictures.draw(title, view_of(title), width=400 + n, line=1, hangs=True))
        )
        await asyncio.sleep(0)
    widths = [each.width for each in await asyncio.gather(*asking)]
    assert widths == [400, *[419] * 19]
    assert since(before) == {"made": 2}


async def test_what_nobody_wants_any_more_is_not_drawn(
    url: URL, begin: Begin, drawers: Drawers, pictures: Pictures
) -> None:
    await begin()
    await until(lambda: drawers.slots == 1)
    title = TITLES["levee"]
    # A second bot has given the drawer enough to do.
    other = Drawers(url)
    await until(lambda: other.slots == 1)
    under_way = await begun(url, other)
    asking = asyncio.create_task(pictures.draw(title, view_of(title), width=500))

    async def waiting() -> bool:
        return await left(url) == 2

    await until(waiting)
    asking.cancel()
    await asyncio.wait([asking])

    async def withdrawn() -> bool:
        return await left(url) == 1

    await until(withdrawn, seconds=5)
    assert pictures.queue == (0, 0)
    assert (await under_way).width == WIDTH
    # The same map, asked for once more, is drawn.
    assert (await pictures.draw(title, view_of(title), width=500)).width == 500
    await other.close()


@pytest.fixture
async def queues(url: URL) -> AsyncIterator[Callable[[str], Any]]:
    """Opens the queue."""
    opened: list[Any] = []

    async def open_queue(build: str) -> Queue:
        opened.append(Queue.opened(url, build))
        queue: Queue = await opened[-1].__aenter__()
        return queue

    yield open_queue
    for each in opened:
        await each.__aexit__(None, None, None)


async def test_people_who_wait_come_before_public_posts(queues: Callable[[str], Any]) -> None:
    bot, drawer = await queues("same"), await queues("same")
    ids = [uuid4() for _ in range(4)]
    for each, hangs in zip(ids, (True, False, True, False), strict=True):
        await bot.offer(each, "picture", b"", [], hangs=hangs)
    claimed = [await drawer.claim(["picture"]) for _ in range(5)]
    assert [each and each.id for each in claimed] == [ids[1], ids[3], ids[0], ids[2], None]


async def test_a_drawer_takes_only_what_its_own_program_has_asked_for(queues: Callable[[str], Any]) -> None:
    bot, older, same = await queues("new"), await queues("old"), await queues("new")
    job = uuid4()
    await bot.offer(job, "picture", b"", [], hangs=False)
    await older.sign(3)
    assert await older.claim(["picture"]) is None
    look = await bot.look()
    assert (look.slots, look.drawers, look.others, look.waiting) == (0, 0, 1, 1)
    assert (await same.claim(["picture"])).id == job
    # What is another's by now, nobody gets.
    await older.answer(job, b"wrong")
    assert await bot.fetch([job]) == {}
    await same.answer(job, b"right")
    assert await same.renew() == set()
    # Nobody but the bot that asked gets it.
    assert await same.fetch([job]) == {}
    assert await bot.fetch([job]) == {job: b"right"}


async def test_a_drawer_of_another_version_is_left_alone_and_told(
    url: URL, begin: Begin, drawers: Drawers, pictures: Pictures, tmp_path: Path
) -> None:
    for layer in ("bot", "data", "engines", "render"):
        shutil.copytree(ROOT / layer, tmp_path / layer, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "bot/shards.py").open("a", encoding="utf-8") as file:
        file.write("# Another version.\n")
    other = await begin(root=tmp_path)
    await until(lambda: drawers._queue is not None)
    await until(lambda: asked(url, "SELECT count(*) FROM drawing.drawer"))
    before, title = counted(), TITLES["levee"]
    assert (await pictures.draw(title, view_of(title), width=300)).width == 300
    assert since(before) == {"own": 1}
    found = [each.text for each in await examine(Settings(database=url, drawers="on"), offline=True)]
    assert any(each.startswith("All drawers run another version of the program") for each in found)

    other.send(signal.SIGTERM)
    await other.ends()
    found = [each.text for each in await examine(Settings(database=url, drawers="on"), offline=True)]
    assert any(each.startswith("TOCSIN_DRAWERS is on and no drawer runs") for each in found)
    await begin()
    await until(lambda: drawers.slots == 1)
    found = [each.text for each in await examine(Settings(database=url, drawers="on"), offline=True)]
    assert "Maps are drawn by drawers, 1 at a time." in found


async def test_a_drawer_refuses_what_it_cant_read_and_draws_on(
    url: URL, begin: Begin, drawers: Drawers
) -> None:
    await begin()
    await until(lambda: drawers.slots == 1)
    assert drawers._queue is not None
    with pytest.raises(RenderError, match="What a drawer was asked for can't be drawn: AttributeError"):
        await drawers.made("picture", ("not", "a", "wish"))
    with pytest.raises(RenderError, match="A map is 100 to 4000 pixels wide, not 20"):
        await drawers.draw(wish(20), hangs=False)
    # Lost data are sent again at the next map.
    await asked(url, "DELETE FROM drawing.pack")
    with pytest.raises(NoDrawer):
        await drawers.draw(wish(302), hangs=False)
    assert (await drawers.draw(wish(302), hangs=False)).width == 302


async def test_a_bot_whose_connection_is_lost_draws_itself_and_comes_back(
    url: URL, begin: Begin, drawers: Drawers, pictures: Pictures
) -> None:
    first = await begin()
    await until(lambda: drawers.slots == 1)
    title = TITLES["levee"]
    await asked(
        url,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE application_name = 'tocsin pictures' AND datname = current_database()",
    )
    assert (await pictures.draw(title, view_of(title), width=300)).width == 300
    assert await first.ends() == 1
    await begin()
    await until(lambda: drawers.slots == 1)
    before = counted()
    assert (await pictures.draw(title, view_of(title), width=301)).width == 301
    assert since(before) == {"made": 1}


async def test_a_card_has_the_map_that_a_drawer_has_drawn(
    url: URL, begin: Begin, closed_table: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    await begin()
    table = await closed_table(database=url, drawers="on")
    await table.start()
    drawers = table.bot.pictures._drawers
    assert drawers is not None
    await until(lambda: drawers.slots == 1)
    before = counted()
    await table.new(images="every-action")
    (card,) = table.cards()
    assert [each.filename for each in card.attachments] == ["map.png"]
    assert since(before) == {"made": 1}
