"""The local port: off unless it is wanted; it says what is so, and nothing of people."""

from __future__ import annotations

import asyncio
import re
import urllib.error
import urllib.request
from typing import NamedTuple

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot import metrics
from bot.app.client import create_bot
from bot.app.port import Port
from bot.campaigns.messages import say
from bot.settings import Settings, SettingsError
from data.games import games
from tests.support.bot_fixtures import Tables
from tests.support.table import Table

LABELS = {
    "game": set(games()),
    "kind": {"command", "lookup", "control", "form", "other"},
    "result": {"sent", "postponed", "given up", "drawn", "kept", "failed", "crowded", "made", "own"},
    "status": {*map(str, metrics.NAMED), "1xx", "2xx", "3xx", "4xx", "5xx", "none"},
    "stage": {"acknowledge", "read", "write", "picture", "post", "told", "request", "sweep", "late"},
    "le": {*(str(float(each)) for each in metrics.BUCKETS), "+Inf"},
}
"""All values that a label may have; the version is the program's own."""


class Told(NamedTuple):
    status: int
    text: str

    def value(self, series: str) -> float:
        """The value of a series, by its name with labels; 0 if there is none yet."""
        found = re.search(rf"^{re.escape(series)} (\S+)$", self.text, re.MULTILINE)
        return float(found[1]) if found else 0.0


async def asked(port: int, path: str) -> Told:
    def ask() -> Told:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
                return Told(answer.status, answer.read().decode())
        except urllib.error.HTTPError as error:
            return Told(error.code, error.read().decode())

    return await asyncio.to_thread(ask)


@pytest.fixture
async def watched(closed_table: Tables, unused_tcp_port: int) -> Table:
    """A table whose bot has a port."""
    table = await closed_table(port=unused_tcp_port)
    await table.start()
    return table


async def test_there_is_no_port_unless_it_is_wanted(table: Table) -> None:
    assert table.bot._port is None


async def test_the_port_is_on_this_machine_alone_unless_told_otherwise(watched: Table) -> None:
    assert watched.bot._port is not None
    assert watched.bot._port.addresses == [("127.0.0.1", watched.settings.port)]


async def test_a_supervisor_learns_whether_the_bot_serves(watched: Table) -> None:
    port = watched.settings.port
    assert await asked(port, "/live") == (200, "alive\n")
    assert await asked(port, "/ready") == (200, "ready\n")

    await watched.bot.on_disconnect()
    assert await asked(port, "/ready") == (503, "it is not connected to Discord\n")
    assert await asked(port, "/live") == (200, "alive\n")
    assert (await asked(port, "/metrics")).value("tocsin_ready") == 0
    await watched.bot.on_resumed()
    assert (await asked(port, "/metrics")).value("tocsin_ready") == 1

    await watched.bot.drain()
    assert await asked(port, "/ready") == (503, "it is stopping\n")


async def test_a_port_that_is_taken_is_named(watched: Table) -> None:
    with pytest.raises(SettingsError, match=rf"TOCSIN_PORT: .* on port {watched.settings.port}"):
        await Port.open(watched.bot, watched.settings)


async def test_what_people_do_is_counted_and_timed(watched: Table) -> None:
    port, game = watched.settings.port, 'game="levee"'
    before = await asked(port, "/metrics")
    await watched.new()
    await watched.camille.slash(watched.channel, "levee done")
    await watched.env.settle()
    after = await asked(port, "/metrics")

    def more(series: str) -> float:
        return after.value(series) - before.value(series)

    assert more(f"tocsin_actions_total{{{game}}}") == 1
    assert more(f"tocsin_entries_total{{{game}}}") >= 1
    assert more('tocsin_interaction_seconds_count{kind="command"}') == 1
    for stage in ("acknowledge", "read", "write", "post", "told"):
        assert more(f'tocsin_stage_seconds_count{{stage="{stage}"}}') >= 1, stage
    assert more('tocsin_messages_total{result="sent"}') >= 1
    assert after.value("tocsin_servers") == 1
    assert after.value("tocsin_connected") == 1
    assert after.value("process_resident_memory_bytes") > 0


async def test_what_waits_is_shown_with_its_age(watched: Table) -> None:
    await watched.new()
    await watched.env.settle()
    await watched.bot.store.add_outbox(1, [say("To the frontier!"), say("To arms!")])
    await watched.env.advance_time(90)
    waiting = await asked(watched.settings.port, "/metrics")
    assert waiting.value("tocsin_outbox_due") == 2
    assert waiting.value("tocsin_outbox_age_seconds") >= 90
    assert waiting.value("tocsin_sweep_age_seconds") >= 90
    await watched.bot.sweep()
    await watched.bot.outbox.drain()
    told = await asked(watched.settings.port, "/metrics")
    assert told.value("tocsin_outbox_due") == told.value("tocsin_outbox_age_seconds") == 0
    assert told.value("tocsin_sweep_age_seconds") < 90


async def test_labels_have_few_values_and_tell_nothing_of_people(watched: Table) -> None:
    campaign = await watched.new()
    await watched.camille.slash(watched.channel, "levee done")
    await watched.env.settle()
    told = await asked(watched.settings.port, "/metrics")
    shown = set(re.findall(r'(\w+)="([^"]*)"', told.text))
    for label, value in shown:
        assert label == "version" or value in LABELS[label], (label, value)
    for secret in ("camille", "Camille", str(watched.camille.id), str(campaign.guild_id), campaign.seed):
        assert secret not in told.text


async def test_requests_to_discord_are_counted_by_its_answer() -> None:
    def count(status: str) -> float:
        return float(metrics.REQUESTS.labels(status)._value.get())

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.path[1:]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    expected = {"2xx": 2, "404": 1, "429": 1, "4xx": 1, "5xx": 1, "none": 1}
    before = {status: count(status) for status in expected}
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[metrics.trace()]) as session:
        for status in (200, 204, 404, 429, 409, 503):
            async with session.get(server.make_url(f"/{status}")) as answered:
                assert answered.status == status
        url = server.make_url("/200")
        await server.close()
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(url)
    assert {status: count(status) - before[status] for status in expected} == expected


def test_the_bot_has_its_requests_counted() -> None:
    trace = create_bot(Settings()).http.http_trace
    assert trace is not None
    assert trace.on_request_end
