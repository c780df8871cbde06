"""What automatic seats search for: in a worker that sees only the seat's part, and that may die at it."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import engines
from bot.campaigns import thinking as module
from bot.campaigns.thinking import Thinking
from bot.campaigns.thought import Decided, Thought, decided, thought
from bot.surface import room
from bot.surface.processes import Process
from engines.core.contract import AnyTitle
from engines.core.dice import Dice

TITLE: AnyTitle = engines.find("revolution")
SEAT = "feuillant"


@pytest.fixture
def asked() -> Thought:
    """The first form of a game, as its Current has to fill it in."""
    return of_plan("thinking")


def position(seed: str) -> Any:
    state = TITLE.setup(TITLE.scenarios[0].id, TITLE.chosen({}), dice := Dice(seed)).state
    while not TITLE.searches(TITLE.known(state, SEAT), SEAT, "normal"):
        seat = TITLE.deciding(state)[0]
        state = TITLE.apply(state, seat, TITLE.fallback(state, TITLE.owes(state, seat)), dice).state
    return state


def of_plan(seed: str) -> Thought:
    return thought(TITLE, TITLE.known(position(seed), SEAT), SEAT, "normal")


async def made(thinking: Thinking, asked: Thought, campaign_id: int = 1) -> Any:
    """The decision, taken when it is told to be made."""
    taken: list[Decided | None] = []

    async def take(campaign_id: int) -> None:
        assert not thinking.about(campaign_id)
        taken.append(thinking.take(campaign_id, asked))

    thinking.found = take
    assert thinking.take(campaign_id, asked) is None
    assert thinking.about(campaign_id)
    while under_way := thinking._tasks:
        await asyncio.wait([task for _thought, task in under_way.values()])
    (decision,) = taken
    assert decision is not None
    # Nothing is kept that was taken.
    assert thinking._decided == {}
    return decision.action


@pytest.fixture
def workers() -> Iterator[Thinking]:
    """A worker of its own."""
    thinking = Thinking(1)
    yield thinking
    asyncio.run(thinking.close())
    assert thinking not in room.beside


async def test_a_worker_decides_as_this_process_does_and_is_counted(
    workers: Thinking, asked: Thought
) -> None:
    expected = decided(asked).action
    assert expected is not None
    assert await made(workers, asked) == expected
    assert room.beside[workers] > 0
    assert workers.processes() != [os.getpid()]


async def test_a_decision_that_nobody_takes_is_forgotten(asked: Thought) -> None:
    thinking = Thinking()
    assert thinking.take(7, asked) is None
    await asyncio.wait([task for _thought, task in thinking._tasks.values()])
    assert (thinking._tasks, thinking._decided) == ({}, {})
    await thinking.close()


async def test_a_board_that_has_changed_is_thought_about_anew(asked: Thought) -> None:
    thinking = Thinking()
    assert thinking.take(1, asked) is None
    other = asked._replace(strength="hard")
    assert await made(thinking, other) == decided(other).action
    await thinking.close()


async def test_a_worker_that_dies_is_replaced(workers: Thinking, asked: Thought) -> None:
    await made(workers, asked)
    (process,) = workers.processes()
    os.kill(process, signal.SIGKILL)
    assert await made(workers, asked) == decided(asked).action
    assert workers.processes() != [process]


async def test_a_search_that_does_not_end_is_ended_and_nothing_is_decided(
    workers: Thinking, asked: Thought, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "LONGEST", 0.0)
    assert await made(workers, asked) is None
    assert "thinking for feuillant in campaign 1" in caplog.text
    assert workers.processes() == []


async def test_a_search_under_way_does_not_begin_again_while_it_stops(
    workers: Thinking, asked: Thought, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(workers, asked)
    (process,) = workers.processes()
    os.kill(process, signal.SIGSTOP)
    begun, run = threading.Event(), Process.run

    def noted(*args: Any) -> Any:
        begun.set()
        return run(*args)

    monkeypatch.setattr(Process, "run", noted)
    assert workers.take(1, of_plan("stopping")) is None
    await asyncio.to_thread(begun.wait)
    await workers.close()
    assert workers.processes() == []
