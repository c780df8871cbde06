"""Keeps an open table running between the players' actions: its time, its page, its incidents."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any

import simcord

from bot.local.incidents import Incidents
from bot.local.switch import Switch
from bot.local.world import World

TICK = 1.0
"""Seconds between two updates of the simulated clock."""

_MOST_STEPS = 200
"""Steps after which an operation that neither ends nor waits is left for the next call."""


async def keep(
    env: World, preview: simcord.Preview, incidents: Incidents, switch: Switch | None = None
) -> None:
    """Sets the clock, turns to another channel, shows what the bot posts by itself, and reports what went
    wrong."""
    seen, reported, turned = len(env.http_requests), 0, False
    while True:
        env.forget_failure()
        try:
            at_once(env.advance_time(behind(env)))
            # Without it, the page calculates the age of a message from its last refresh.
            preview.capture_time = env.now()
            turned |= switch is not None and switch.turn(preview)
            fresh = env.http_requests[seen:]
            shown = not turned and not _unprompted([(request.method, request.path) for request in fresh])
            if shown or at_once(preview.refresh()):
                seen, turned = seen + len(fresh), False
        except simcord.SetupError:
            pass  # a player is acting: that operation settles the bot and shows the result
        errors = env.errors
        incidents.add_unlogged(errors[reported:])
        reported = len(errors)
        await asyncio.sleep(TICK)


def behind(env: simcord.Env) -> float:
    """Seconds by which the simulated clock is behind the real one."""
    return max(0.0, (datetime.now(UTC) - env.now()).total_seconds())


def at_once(operation: Coroutine[Any, Any, None]) -> bool:
    """Runs an operation of the simulation as far as it goes without waiting; says whether it ended.

    The page gives up for good a click that arrives during another operation. So none may be open
    when the event loop gets its turn: one that would wait for the bot is broken off, what it has
    started goes on, and the next call does the rest.
    """
    try:
        for _ in range(_MOST_STEPS):
            if operation.send(None) is not None:
                return False
    except StopIteration:
        return True
    finally:
        operation.close()
    return False


def _unprompted(requests: Sequence[tuple[str, str]]) -> bool:
    """Whether the bot wrote something without an action of a player; the page shows the rest itself."""
    wrote = any(method != "GET" for method, _ in requests)
    return wrote and not any(path.startswith("/interactions/") for _, path in requests)
