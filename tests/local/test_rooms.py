"""At the local table each game begins in its own channel, and the page turns to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import discord
import pytest

from bot.local.channels import SPARE, channels
from bot.local.host import Table, open_table
from bot.local.switch import Switch
from bot.surface import custom_ids
from tests.outposts.bot.table import bot_on
from tests.support.table import text, whispered


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with open_table(partial(bot_on, tmp_path / "table.db")) as opened:
        yield opened


async def test_the_greeting_begins_each_game_where_it_belongs(table: Table) -> None:
    bot, camille = table.bot, table.players[0]
    rooms = {room.name: room for room in bot.guilds[0].text_channels}
    assert table.channel.name == "levee-en-masse"
    greeting = next(
        each
        for each in table.channel.history()
        if "Play board wargames of the French Revolution and Napoleon in this channel." in text(each)
    )

    async def shown() -> str | None:
        switch = bot.rooms  # type: ignore[attr-defined]
        assert isinstance(switch, Switch)
        switch.turn(table.preview)
        return table.preview.channel.name

    async def told(room: str) -> list[str]:
        return [text(each) async for each in rooms[room].history()]

    begun = await camille.select(greeting, ["vendee royalist"], custom_id="t1:new-against")
    assert f"begins in {rooms['vendee'].mention}. The table switches to it." in whispered(begun)
    assert await shown() == "vendee"
    await bot.outbox.drain()  # type: ignore[attr-defined]
    assert any("Honest dice" in line or "hash" in line for line in await told("vendee"))

    late = await camille.select(greeting, ["vendee"], custom_id="t1:new-open")
    assert f"is already being played in {rooms['vendee'].mention}. `/table` takes you there" in whispered(
        late
    )
    assert "/campaign abort" not in whispered(late)

    # Where the game's own channel is taken, its lesson is where it can be seen.
    learns = custom_ids.NEW_LESSON
    assert rooms[SPARE].mention in whispered(await camille.select(greeting, ["vendee"], custom_id=learns))
    assert await shown() == SPARE
    assert any("Learn For God" in line for line in await told(SPARE))
    await camille.slash(table.channel, "table", channel="valmy")
    assert await shown() == "valmy"
    again = await camille.select(greeting, ["vendee"], custom_id=learns)
    assert "The table switches to it." in whispered(again)
    assert await shown() == SPARE
    # A second lesson that finds no room is led to the first, which goes on or ends by itself.
    await camille.select(greeting, ["valmy french"], custom_id="t1:new-against")
    waits = whispered(await camille.select(greeting, ["valmy"], custom_id=learns))
    assert f"waits in {rooms[SPARE].mention}. `/learn` in that channel continues it." in waits
    assert "/campaign abort" not in waits
    assert isinstance(rooms[SPARE], discord.TextChannel)


async def test_a_table_opens_again_where_was_played_last_and_offers_the_other_games(tmp_path: Path) -> None:
    async with open_table(partial(bot_on, tmp_path / "table.db")) as first:
        greeting = next(
            each
            for each in first.channel.history()
            if "Play board wargames of the French Revolution and Napoleon in this channel." in text(each)
        )
        await first.players[0].select(greeting, ["vendee royalist"], custom_id="t1:new-against")
    async with open_table(partial(bot_on, tmp_path / "table.db")) as again:
        assert again.channel.name == "vendee"
        greeted, card = map(text, again.channel.history())
        assert "Play board wargames of the French Revolution and Napoleon in this channel." in greeted
        assert "March 1793" in card
        assert "*Channels* lists them" in whispered(await again.players[0].slash(again.channel, "help"))


async def test_a_channel_is_told_of_public_threads_alone(table: Table) -> None:
    room = next(room for room in table.bot.guilds[0].text_channels if room.name == "revolution-francaise")
    before = [message.id async for message in room.history()]
    await room.create_thread(name="Feuillant · Gironde", type=discord.ChannelType.private_thread)
    assert [message.id async for message in room.history()] == before
    await room.create_thread(name="Assembly", type=discord.ChannelType.public_thread)
    told = [message async for message in room.history() if message.id not in before]
    assert [(each.type, each.content) for each in told] == [(discord.MessageType.thread_created, "Assembly")]


def test_the_spare_channel_keeps_its_place_whatever_games_are_added() -> None:
    assert list(channels()).index(SPARE) == 4
