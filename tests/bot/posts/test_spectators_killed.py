"""The bot dies before or after a request about spectators: nothing is lost, told twice or to players."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient

from bot.outbox.outbox import Outbox
from tests.bot.posts.test_spectators import letters, members, threads, turn, turns, watched
from tests.support.depth import depth
from tests.support.life import Life
from tests.support.table import text

STEPS = range(1, depth(10, 40), depth(3, 1))
"""By day the bot dies at some requests, by night at each."""


class Died(BaseException):
    """The process is killed."""


class Death:
    """Lets the bot die at a request, before it is carried out or after; from then on it does nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: int | None = None
        self.dead = self.silent = False
        request, drain, kick = FakeHTTPClient.request, Outbox.drain, Outbox.kick

        async def drains(outbox: Outbox) -> None:
            if not self.silent:
                await drain(outbox)

        def kicked(outbox: Outbox, due: Any = None) -> None:
            if not self.silent:
                kick(outbox, due)

        monkeypatch.setattr(Outbox, "drain", drains)
        monkeypatch.setattr(Outbox, "kick", kicked)

        async def watched(client: Any, route: Any, **given: Any) -> Any:
            self._burn()
            answer = await request(client, route, **given)
            self._burn()
            return answer

        monkeypatch.setattr(FakeHTTPClient, "request", watched)

    def _burn(self) -> None:
        if self.left is not None and not self.dead:
            self.left -= 1
            self.dead = self.left == 0
        if self.dead:
            raise Died

    async def comes(self, life: Life, step: int) -> bool:
        """Send what is to be said, and die at a step of it; then another bot goes on. False if it lived."""
        self.silent, self.left = False, step
        try:
            await life.table.bot.outbox.drain()
        except Died:
            await life.table.bot.close()
        died, self.left, self.dead = self.dead, None, False
        if died:
            await life.table.start()
        for _ in range(3):
            await life.table.sweep(120)
        return died


@pytest.fixture
def death(monkeypatch: pytest.MonkeyPatch) -> Death:
    """What kills the bot."""
    return Death(monkeypatch)


@pytest.mark.parametrize("step", STEPS)
async def test_a_thread_is_opened_once_and_has_its_followers(life: Life, death: Death, step: int) -> None:
    await life.outposts()
    await life.types(life.lucien, "follow")
    death.silent = True
    await life.types(life.therese, "mod spectators", thread="on")
    await death.comes(life, step)
    (thread,) = threads(life)
    assert sum("its players can't read this thread" in text(said) for said in thread.history()) == 1
    assert members(life) == {life.lucien.id}


@pytest.mark.parametrize("step", STEPS)
async def test_a_turn_is_told_once_in_the_thread_and_to_each_follower(
    life: Life, death: Death, step: int
) -> None:
    await watched(life)
    await life.types(life.therese, "my following", gets="letter")
    await life.types(life.therese, "follow")
    death.silent = True
    await turn(life)
    await death.comes(life, step)
    assert len(turns(life)) == 1
    assert len(letters(life, life.therese)) == 1
    assert members(life) == {life.lucien.id}


@pytest.mark.parametrize("step", STEPS)
async def test_whoever_sits_down_is_put_out_before_anything_more_is_told(
    life: Life, death: Death, step: int
) -> None:
    await watched(life)
    death.silent = True
    await life.types(life.therese, "mod seat", seat="white", user=life.lucien, reason="Maxime is away")
    await death.comes(life, step)
    assert members(life) == set()
    assert life.lucien.id in (await life.table.campaign()).people
