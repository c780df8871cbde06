"""An action is read once and carried out once, however it comes; what is shown first is not tried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.support.duel import choices, opened, panel_of, pressed
from tests.support.match import is_shown
from tests.support.table import Table
from tests.vendee.bot.duel import gone_through, in_hand

Tables = Callable[..., Awaitable[Table]]

ONCE = {"parse": 1, "apply": 1}
"""A press has the action as text."""
FILLED = {"filled": 1}
"""A command has its options as values."""


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table where the Republicans begin the operations of March."""
    return await in_hand(closed_table, "republican")


@pytest.fixture
def done(table: Table, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the title has read an action, and carried one out."""
    counts: Counter[str] = Counter()
    title = table.bot.campaigns.titles["vendee"]

    def counted(name: str) -> Callable[..., Any]:
        real = getattr(title, name)

        def call(*args: Any) -> Any:
            counts[name] += 1
            return real(*args)

        return call

    for name in ONCE | FILLED:
        monkeypatch.setattr(title, name, counted(name))
    return counts


async def test_a_command_that_is_done_at_once(table: Table, done: Counter[str]) -> None:
    result = await table.maxime.slash(table.channel, "vendee activate", stack="paimboeuf")
    assert not is_shown(panel_of(result).message)
    assert done == FILLED | {"apply": 1}


async def test_a_press_that_is_done_at_once(table: Table, done: Counter[str]) -> None:
    panel = await opened(table, table.maxime)
    begin = next(control for control in choices(panel) if control.action.startswith("activate"))
    before = len(await table.actions())
    result = await pressed(panel, table.maxime, begin)
    assert not is_shown(panel_of(result).message)
    assert len(await table.actions()) == before + 1
    assert done == ONCE


async def test_what_is_shown_first(table: Table, done: Counter[str]) -> None:
    result = await table.maxime.slash(table.channel, "vendee move", path="paimboeuf > vue > reze")
    assert done == FILLED
    done.clear()
    await gone_through(result, table.maxime)
    assert done == ONCE


async def test_what_is_refused_is_neither_shown_nor_done(table: Table, done: Counter[str]) -> None:
    before = await table.snapshot()
    await table.maxime.slash(table.channel, "play", action="move cholet > mortagne with all")
    assert await table.snapshot() == before
    assert done == ONCE
