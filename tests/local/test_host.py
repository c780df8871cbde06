"""The table without a browser: its people, its time, what it reports, how it ends."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urljoin

import aiohttp
import discord
import pytest
from simcord import Env

from bot.local import Clock, TableError, run_table
from bot.local.channels import channels
from bot.local.host import PATIENCE, Table, open_table
from bot.local.incidents import Incidents
from bot.local.page import DRAWN, LISTS
from bot.local.world import World
from tests.local.herald import Herald


def ids(table: Table) -> tuple[int, list[int]]:
    return table.channel.id, [player.id for player in table.players]


async def test_channel_and_players_keep_their_ids() -> None:
    async with open_table(Herald) as first:
        before = ids(first)
    async with open_table(Herald) as second:
        assert ids(second) == before


async def test_one_player_more_leaves_the_other_ids_as_they_are() -> None:
    async with open_table(Herald, players=("Camille", "Dominique")) as two:
        channel, players = ids(two)
    async with open_table(Herald, players=("Camille", "Dominique", "Maxime")) as three:
        assert ids(three)[0] == channel
        assert ids(three)[1][:2] == players


async def test_each_channel_is_another_place() -> None:
    rooms = set()
    for name in channels():
        async with open_table(Herald, channel=name) as table:
            assert table.channel.name == name
            rooms.add(table.channel.id)
    assert len(rooms) == len(channels())


async def test_a_list_stays_open_while_the_page_draws_its_pictures_anew() -> None:
    async with open_table(Herald) as table, aiohttp.ClientSession() as session:
        async with session.get(urljoin(table.url, LISTS)) as answer:
            assert f"if ({DRAWN} && (rect." in await answer.text()
        async with session.get(urljoin(table.url, "/app.js")) as answer:
            assert DRAWN not in await answer.text()


async def test_the_address_stays_the_same_and_makes_way_where_its_port_is_taken(tmp_path: Path) -> None:
    noted = tmp_path / "tocsin.table"
    async with open_table(Herald, noted=noted) as first:
        url = first.url
    assert noted.stat().st_mode & 0o777 == 0o600
    async with open_table(Herald, noted=noted) as second:
        assert second.url == url
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", int(url.partition("#")[0].rstrip("/").rpartition(":")[2])))
        taken.listen()
        async with open_table(Herald, noted=noted) as beside:
            assert beside.url != url
            assert beside.url.partition("#")[2] == url.partition("#")[2]
    noted.write_text("nonsense")
    async with open_table(Herald, noted=noted) as anew:
        assert anew.url.partition("#")[2] != url.partition("#")[2]


async def test_a_bot_has_all_the_patience_of_the_table_to_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord's own five seconds are over before a busy machine has drawn the maps of last time."""
    given: list[float] = []

    async def settle(self: Env, *, timeout: float, **how: object) -> None:  # noqa: ASYNC109
        given.append(timeout)

    monkeypatch.setattr(Env, "_settle_internal", settle)
    world = World(discord.Client(intents=discord.Intents.none()), settle_timeout=PATIENCE)
    await world._settle_internal(timeout=5.0)
    await world._settle_internal()
    assert given == [PATIENCE, PATIENCE]


async def test_bot_is_called_tocsin_and_has_the_real_time() -> None:
    async with open_table(Herald) as table:
        bot = table.bot
        assert isinstance(bot, Herald)
        assert bot.user is not None
        assert bot.user.name == "Tocsin"
        assert abs(bot.clock() - datetime.now(UTC)) < timedelta(seconds=30)


async def test_message_is_stamped_with_the_time_that_the_bot_reads() -> None:
    async with open_table(Herald) as table:
        result = await table.players[0].slash(table.channel, "town", name="Cholet")
        assert result.response is not None
        assert result.response.content == "Cholet"
        bot = table.bot
        assert isinstance(bot, Herald)
        assert timedelta(0) <= bot.clock() - result.response.message.created_at < timedelta(seconds=30)


async def test_first_player_organises_and_the_others_do_not() -> None:
    async with open_table(Herald) as table:
        first, *others = [player.available_commands(table.channel) for player in table.players]
        assert "order" in first
        assert all("town" in offered and "order" not in offered for offered in others)


async def test_error_is_one_line_with_its_incident_and_play_goes_on() -> None:
    lines: list[str] = []
    async with open_table(Herald, report=lines.append) as table:
        result = await table.players[0].slash(table.channel, "fail")
        assert result.response is not None
        assert result.response.ephemeral
        number = result.response.content.split("`")[1]
        assert lines == [f"incident {number} while drumming: RuntimeError: the drum is broken"]
        again = await table.players[0].slash(table.channel, "town", name="Saumur")
        assert again.response is not None
        assert again.response.content == "Saumur"


def test_error_that_nobody_logged_gets_an_incident() -> None:
    lines: list[str] = []
    incidents = Incidents(lines.append)
    incidents.add_unlogged([KeyError("thouars")])
    incidents.close()
    assert len(lines) == 1
    assert lines[0].startswith("incident ")
    assert lines[0].endswith("running at the table: KeyError: 'thouars'")


async def test_bot_is_closed_with_the_table() -> None:
    async with open_table(Herald) as table:
        bot = table.bot
    assert bot.is_closed()


@pytest.mark.parametrize("players", [(), ("Camille", "Camille")])
async def test_players_need_different_names(players: tuple[str, ...]) -> None:
    with pytest.raises(TableError, match="at least one player"):
        await run_table(Herald, players=players, open_browser=False)


async def test_unknown_channel_is_refused_with_the_known_ones() -> None:
    with pytest.raises(TableError, match=r"'tavern'.*levee-en-masse"):
        await run_table(Herald, channel="tavern", open_browser=False)


async def test_port_that_is_taken_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(TableError, match=f"could not bind port {port}"):
            await run_table(Herald, port=port, open_browser=False)


async def test_without_simcord_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bot.local.host")
    monkeypatch.setitem(sys.modules, "simcord", None)
    with pytest.raises(TableError, match=r"tocsin\[table\]"):
        await run_table(Herald, open_browser=False)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_signal_ends_the_table(number: signal.Signals) -> None:
    made: list[discord.Client] = []
    lines: list[str] = []

    def create(clock: Clock) -> discord.Client:
        made.append(Herald(clock))
        return made[0]

    def report(line: str) -> None:
        lines.append(line)
        if len(lines) == 2:
            asyncio.get_running_loop().call_soon(signal.raise_signal, number)

    await run_table(create, open_browser=False, report=report)
    assert lines[0].startswith("The table is open: http://127.0.0.1:")
    assert lines[-1] == "The table is closed; the campaigns are kept."
    assert made[0].is_closed()
