"""Films and pages are made by drawers too, with progress and a way to cancel; without one, by the bot."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.errors import PoliteError
from bot.replays import films
from bot.replays.process import Tell, worked_elsewhere
from bot.replays.work import Work
from bot.surface.drawers import Drawers, NoDrawer
from tests.bot.replays.test_films import LIMIT, maker, short
from tests.support.bot_fixtures import Tables
from tests.support.drawers import Begin, left, taken, until


def counted(tell: Tell, note: Path) -> str:
    """Work of some seconds, which notes each process that begins it."""
    with note.open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    for number in range(1, 5):
        tell(number, 4)
        time.sleep(1)
    return "made"


def endless(tell: Tell, note: Path) -> None:
    """Work that only ends when it is stopped."""
    note.write_text(str(os.getpid()), encoding="utf-8")
    tell(1, 2)
    time.sleep(3600)


def refused(tell: Tell) -> None:
    """Work that refuses."""
    tell(1, 2)
    raise PoliteError("There is nothing to show yet.")


def runs(process: int) -> bool:
    """Whether a process does."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_a_drawer_tells_how_far_it_is_and_what_is_refused(
    begin: Begin, drawers: Drawers, tmp_path: Path
) -> None:
    await begin()
    await until(lambda: drawers.slots)
    work, said = Work(threading.Event()), set[tuple[int, int]]()
    making = asyncio.create_task(
        worked_elsewhere(drawers, partial(counted, note=tmp_path / "note"), work, films.DIED, "en")
    )
    while not making.done():
        said.add(work.told)
        await asyncio.sleep(0.05)
    assert await making == "made"
    assert len({(number, 4) for number in range(1, 5)} & said) >= 2
    assert not [child for child in multiprocessing.active_children() if child.name == "work"]
    with pytest.raises(PoliteError, match=r"^There is nothing to show yet.$"):
        await worked_elsewhere(drawers, refused, Work(threading.Event()), films.DIED, "en")


async def test_what_is_cancelled_ends_at_the_drawer(
    url: URL, begin: Begin, drawers: Drawers, tmp_path: Path
) -> None:
    await begin()
    await until(lambda: drawers.slots)
    work, note = Work(threading.Event()), tmp_path / "note"
    making = asyncio.create_task(
        worked_elsewhere(drawers, partial(endless, note=note), work, films.DIED, "en")
    )
    await until(lambda: note.exists() and note.read_text(encoding="utf-8"))
    process = int(note.read_text(encoding="utf-8"))
    assert runs(process)
    work.cancel(films.CANCELLED)
    with pytest.raises(PoliteError, match=r"^Cancelled. Nothing was made.$"):
        await making
    await until(lambda: not runs(process), seconds=20)
    assert await left(url) == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_another_drawer_goes_on_with_what_one_leaves(
    url: URL, begin: Begin, drawers: Drawers, tmp_path: Path, number: signal.Signals
) -> None:
    first = await begin()
    await until(lambda: drawers.slots == 1)
    note = tmp_path / "note"
    task = partial(counted, note=note)
    making = asyncio.create_task(worked_elsewhere(drawers, task, Work(threading.Event()), films.DIED, "en"))
    await until(lambda: taken(url))
    await begin()
    await until(lambda: drawers.slots == 2)
    first.send(number)
    assert await making == "made"
    assert await first.ends() == (0 if number == signal.SIGTERM else -number)
    assert await left(url) == 0


async def test_without_a_drawer_the_bot_has_to(drawers: Drawers) -> None:
    with pytest.raises(NoDrawer):
        await worked_elsewhere(drawers, refused, Work(threading.Event()), films.DIED, "en")


async def test_a_film_is_the_same_from_a_drawer(
    url: URL, begin: Begin, closed_table: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = await closed_table(database=url, drawers="on")
    await table.start()
    campaign = await short(table)

    async def nothing(_done: int, _of: int, _token: str) -> None:
        return

    own = await maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing)
    await begin()
    drawers = table.bot.films._drawers
    assert drawers is not None
    await until(lambda: drawers.slots)
    elsewhere = asyncio.create_task(maker(table).make(campaign, width=300, limit=LIMIT, tell=nothing))
    await until(lambda: taken(url))
    assert await elsewhere == own
