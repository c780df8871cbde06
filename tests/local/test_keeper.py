"""What the keeper does between two turns of the event loop."""

from __future__ import annotations

import asyncio
from itertools import count

from bot.local.host import open_table
from bot.local.keeper import TICK, at_once, behind
from tests.local.herald import Herald


class Operation:
    """An operation of some bare yields and, if wanted, a wait; knows whether it was ended."""

    def __init__(self, yields: int | None, *, waits: bool = False) -> None:
        self.yields = count() if yields is None else range(yields)
        self.waits = waits
        self.ended = False

    async def run(self) -> None:
        try:
            for _ in self.yields:
                await asyncio.sleep(0)
            if self.waits:
                await asyncio.get_running_loop().create_future()
        finally:
            self.ended = True


async def test_operation_that_only_yields_is_carried_out() -> None:
    operation = Operation(3)
    assert at_once(operation.run())
    assert operation.ended


async def test_operation_that_waits_is_broken_off_and_cleans_up() -> None:
    operation = Operation(3, waits=True)
    assert not at_once(operation.run())
    assert operation.ended


async def test_operation_without_end_is_broken_off() -> None:
    operation = Operation(None)
    assert not at_once(operation.run())
    assert operation.ended


async def test_idle_bot_is_advanced_at_once() -> None:
    async with open_table(Herald) as table:
        before = table.env.now()
        assert at_once(table.env.advance_time(60))
        assert (table.env.now() - before).total_seconds() == 60
        assert behind(table.env) == 0


async def test_bell_that_is_due_leaves_the_simulation_open_to_the_players() -> None:
    async with open_table(lambda clock: Herald(clock, rings=True)) as table:
        camille = table.players[0]
        await camille.slash(table.channel, "card")
        at_once(table.env.advance_time(60))
        answer = await camille.slash(table.channel, "town", name="Cholet")
        assert answer.response is not None
        assert answer.response.content == "Cholet"
        assert "The bell rings." in [message.content for message in table.channel.history()]


async def test_page_reckons_how_long_ago_a_thing_was_from_the_present() -> None:
    async with open_table(Herald) as table:
        opened = table.preview.capture_time
        await table.players[0].slash(table.channel, "town", name="Cholet")
        for _ in range(60):
            await asyncio.sleep(TICK)
            if table.preview.capture_time > opened:
                break
        assert opened < table.preview.capture_time == table.env.now()


async def test_time_goes_on_after_work_that_took_longer_than_the_simulation_waits() -> None:
    async with open_table(lambda clock: Herald(clock, rings=True)) as table:
        camille = table.players[0]
        await camille.slash(table.channel, "card")

        async def advance() -> None:
            raise TimeoutError("bot did not settle")

        # What the simulation keeps where work of the bot outlasts its patience while a timer is due.
        table.env._real_advance_task = failed = asyncio.create_task(advance())
        await asyncio.wait([failed])

        def rung() -> int:
            return sum(message.content == "The bell rings." for message in table.channel.history())

        before = rung()
        for _ in range(30):
            await asyncio.sleep(TICK)
            if rung() > before:
                break
        assert rung() > before
