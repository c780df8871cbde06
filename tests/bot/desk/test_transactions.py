"""An action takes few transactions, counted on the real store: more of them make every answer slower."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.campaigns.setup import Wish
from bot.games.registry import presenter_of
from bot.games.shown import Does
from data.games import GAMES
from tests.support.table import Table, controls

CLOCKS = ("none", "48h")
USUAL = 3
"""Most transactions of an action that opens no chapter: it is read and committed, and its card is sent."""
MOST = {"revolution": 4}
"""A panel of the Revolution reads also what became of its seat's own orders."""
TRIES = 12
"""Actions among which one opens no chapter and posts no scene."""

Act = Callable[[], Awaitable[object]]


@contextmanager
def counted(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The transactions of a block, each as "read" or "write"."""
    made: list[str] = []
    database = table.bot.store.database

    def counting(kind: str, run: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def ran(*given: Any) -> Any:
            made.append(kind)
            return await run(*given)

        return ran

    with monkeypatch.context() as patch:
        for kind in ("read", "write"):
            patch.setattr(database, kind, counting(kind, getattr(database, kind)))
        yield made


class Seated:
    """Camille, who plays every seat of a campaign by random actions."""

    def __init__(self, table: Table, game: str) -> None:
        self.table = table
        self.title = table.bot.campaigns.titles[game]
        self._chooser = Random(game)

    async def legal(self) -> list[str]:
        """Actions that are taken without a preview; any, if there are no others."""
        state = await self.table.state()
        seat = self.title.decisions(state)[0].seat
        listed = self.title.legal_actions(state, seat)
        words = presenter_of(self.title)
        at_once = [action for action in listed if words.preview(state, seat, action) is None]
        notations = [self.title.notation(action) for action in at_once or listed]
        # A player who ends a turn with something left to do is asked first.
        return [each for each in notations if each != "end"] or notations

    async def typed(self) -> Act:
        """An action to type."""
        action = self._chooser.choice(await self.legal())
        return partial(self.table.camille.slash, self.table.channel, "play", action=action)

    async def pressed(self) -> Act | None:
        """An action to press on the card, or on the panel that it opens; None if no control takes one."""
        taken, message, camille = (
            {*await self.legal(), Does.HAND_IN.value},
            self.table.card(),
            self.table.camille,
        )
        if self.title.secrets:
            door = next(control for control in controls(message) if control.label == "Play")
            opened = await camille.click(message, custom_id=door.custom_id)
            message = next(answer.message for answer in (*opened.followups, opened.response) if answer)
        acting = (each for each in controls(message) if each.custom_id.count(":") >= 5)
        offered = [each for each in acting if each.action in taken]
        if not offered:
            return None
        control = self._chooser.choice(offered)
        if control.value is None:
            return partial(camille.click, message, custom_id=control.custom_id)
        return partial(camille.select, message, [control.value], custom_id=control.custom_id)


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("game", GAMES)
async def test_an_action_takes_few_transactions(
    game: str, clock: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.goes_on(off=True)
    wish = Wish(
        table.guild.id, table.channel.id, table.camille.id, game, seed="few", images="never", clock=clock
    )
    await table.bot.campaigns.new(wish)
    await table.bot.outbox.drain()
    seated = Seated(table, game)
    # The first reads what the bot keeps in memory.
    await (await seated.typed())()

    for way in (seated.typed, seated.pressed):
        for _ in range(TRIES):
            act = await way()
            if act is None:
                await (await seated.typed())()
                continue
            posts, before = len(table.posts()), await table.campaign()
            with counted(table, monkeypatch) as made:
                await act()
            after = await table.campaign()
            if after.version == before.version + 1 and len(table.posts()) == posts:
                assert len(made) <= MOST.get(game, USUAL), made
                assert made.count("write") == 2, made
                break
        else:
            pytest.fail(f"no ordinary action of {game} was met")
