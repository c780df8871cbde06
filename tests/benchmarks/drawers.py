"""What it costs to have maps drawn by a drawer on PostgreSQL, besides the drawing itself.

Both sides have one worker and draw the same maps by turns, one at a time. The processor's time is that of all
processes that draw, so that others on the machine do not count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import engines
from bot.surface.drawers import Drawers
from bot.surface.drawing import Crew, Wish
from bot.surface.pictures import FORMAT, WIDTH
from bot.surface.processes import pack_of
from data.games import GAMES
from engines.core.contract import AnyTitle
from render import WHOLE
from render.facade import BUDGET
from tests.benchmarks.load import spent
from tests.benchmarks.measure import Figure, Report
from tests.benchmarks.picture import _met
from tests.support.drawers import beginner, until
from tests.support.postgresql import missing, serving

MAPS = 40
"""Of each game, after a few that warm up."""
WARM = 4
SLOWER = 0.1
"""Most seconds that the way to a drawer and back may add to a map at the median."""


def _wishes(title: AnyTitle) -> list[Wish]:
    pack = pack_of(title)
    return [
        Wish(title.id, pack, each.view, tuple(each.moves), "light", WIDTH, BUDGET, FORMAT, WHOLE, "")
        for each in _met(title, WARM + MAPS)
    ]


async def _timed(draw: Callable[[], Awaitable[object]]) -> float:
    begun = perf_counter()
    await draw()
    return perf_counter() - begun


async def _measured(drawers: Drawers, crew: Crew, drawer: int, wishes: list[Wish]) -> tuple[list[float], ...]:
    """Seconds of each map by a drawer and by a worker, and the processor's time of the drawer's processes."""
    theirs: list[float] = []
    ours: list[float] = []
    processor: list[float] = []
    for wish in wishes:
        before = _spent(drawer)
        ours.append(await _timed(lambda wish=wish: drawers.draw(wish, hangs=False)))  # type: ignore[misc]
        processor.append(_spent(drawer) - before)
        theirs.append(await _timed(lambda wish=wish: asyncio.to_thread(crew.draw, wish)))  # type: ignore[misc]
    return ours[WARM:], theirs[WARM:], processor[WARM:]


def _spent(process: int) -> float:
    """Processor seconds of a process and of all that have come from it and live."""
    threads = Path(f"/proc/{process}/task").iterdir()
    children = [child for each in threads for child in (each / "children").read_text().split()]
    return spent(process) + sum(_spent(int(child)) for child in children)


def _latest(seconds: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(seconds, n=20)[-1]


async def _all() -> Report:
    figures: list[Figure] = []
    notes: list[str] = []
    with serving() as server, server.database() as url:
        crew, drawers = Crew(1), Drawers(url)
        async with beginner(url) as begin:
            drawer = (await begin()).process.pid
            await until(lambda: drawers.slots)
            for game in GAMES:
                ours, theirs, processor = await _measured(
                    drawers, crew, drawer, _wishes(engines.titles()[game])
                )
                figures.append(
                    Figure(
                        f"{game}: seconds of a map, median",
                        f"{median(ours):.3f} s by a drawer",
                        f"{median(theirs):.3f} s by a worker",
                        median(ours) - median(theirs),
                        SLOWER,
                        unit="s",
                    )
                )
                notes.append(
                    f"{game}: 95th percentile {_latest(ours):.3f} s by a drawer, {_latest(theirs):.3f} by a "
                    f"worker; a drawer on one core: {len(processor) / sum(processor):.1f} maps a second"
                )
        await drawers.close()
        crew.dismiss()
    return Report(figures, tuple(notes))


def run() -> Report:
    """Measure, where PostgreSQL is installed."""
    if lacking := missing():
        return Report([], (f"PostgreSQL is not installed here: there is no {', '.join(lacking)}",))
    return asyncio.run(_all())
