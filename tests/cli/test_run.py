"""`tocsin run`: whoever starts it, a person or a supervisor, learns by status and sentence why it ended."""

from __future__ import annotations

import asyncio
import importlib.metadata
import json
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from tests.cli.fake_discord import ACCEPTED, FakeDiscord
from tests.cli.program import ONE_GAME, Ran, ended, process, started, tocsin

PRIVATE = "not-to-be-told"


def test_without_a_token_it_says_where_to_put_one() -> None:
    ran = process("run")
    assert (ran.status, ran.out) == (2, "")
    assert ran.sentence.startswith("There is no token: set TOCSIN_TOKEN")
    assert "`tocsin table`" in ran.sentence


LARGE = "9" * 30
PROXY = "http://proxy:8080/api/v10"
ELSEWHERE = "~nobody-of-that-name/tocsin"


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("SYNC", "sometimes", "can't be 'sometimes': it is changed, always or never."),
        ("PICTURE_WORKERS", "two", "can't be 'two': it is a whole number from 0 to 64."),
        ("PICTURE_WORKERS", "65", "can't be 65: it is a whole number from 0 to 64."),
        ("PICTURE_BUDGET", "-1", "can't be -1: it is a whole number from 1 to 8388608."),
        ("SWEEP_SECONDS", "1.5", "can't be '1.5': it is a whole number from 1 to 86400."),
        ("SWEEP_SECONDS", LARGE, f"can't be {LARGE}: it is a whole number from 1 to 86400."),
        (
            "API",
            "proxy:8080",
            f"can't be 'proxy:8080': it is the address of Discord's interface at a proxy, as {PROXY}.",
        ),
        ("LOG_FORMAT", "xml", "can't be 'xml': it is text or json."),
        ("PORT", "70000", "can't be 70000: it is a whole number from 0 to 65535."),
        ("LOG_LEVEL", "loud", "is DEBUG, INFO, WARNING or ERROR."),
        (
            "DATABASE",
            ELSEWHERE,
            f"can't be '{ELSEWHERE}': it is a path, or postgresql://USER:PASSWORD@HOST/DATABASE.",
        ),
        (
            "PACKS",
            f"here,{ELSEWHERE}",
            f"can't be 'here,{ELSEWHERE}': it is folders with commas between them.",
        ),
        ("LEVEE_PACK", "here", "is no longer read: name its folder in TOCSIN_PACKS."),
        ("VENDEE_PACK", "here", "is no longer read: name its folder in TOCSIN_PACKS."),
        ("TOKEN", f"{PRIVATE}\nand more", "has a character that no token has: copy it again."),
    ],
)
def test_a_setting_that_cant_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(f"TOCSIN_{variable}", value)
    ran = tocsin("run")
    assert (ran.status, ran.out, ran.sentence) == (2, "", f"TOCSIN_{variable} {reason}")
    assert PRIVATE not in ran.err


@pytest.fixture
async def fake(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """Discord on the loopback, and a token that it accepts."""
    monkeypatch.setenv("TOCSIN_TOKEN", ACCEPTED)
    monkeypatch.setenv("TOCSIN_LOG_LEVEL", "ERROR")
    server = FakeDiscord()
    async with server.open():
        yield server


async def test_a_wrong_token_is_not_to_be_tried_again(
    fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOCSIN_TOKEN", PRIVATE)
    ran = await ended(await started("run", base=fake.base))
    assert ran.status == 2
    assert ran.sentence.startswith("Discord does not accept this token.")
    assert PRIVATE not in ran.err


async def test_requests_go_to_a_proxy_where_one_is_named(
    fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setenv("TOCSIN_API", fake.base)
    fake.silent = True
    process = await started("run", base=f"http://127.0.0.1:{unused_tcp_port}")
    async with asyncio.timeout(150):
        await fake.asked.wait()
    process.send_signal(signal.SIGTERM)
    assert await ended(process) == Ran(0, "Stopped; nothing is lost.\n", "")


@pytest.mark.usefixtures("fake")
async def test_a_network_that_is_down_may_be_tried_again(unused_tcp_port: int) -> None:
    ran = await ended(await started("run", base=f"http://127.0.0.1:{unused_tcp_port}"))
    assert ran.status == 1
    assert ran.sentence.startswith("Discord can't be reached: ")


async def test_a_database_that_cant_be_used_is_named(fake: FakeDiscord, installed: Path) -> None:
    with closing(sqlite3.connect(installed)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
        connection.commit()
    ran = await ended(await started("run", base=fake.base, before=ONE_GAME))
    assert ran.status == 2
    assert f"The database {installed} has revision r9999" in ran.sentence


async def test_a_faulty_pack_is_told_fault_by_fault(
    fake: FakeDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOCSIN_PACKS", str(tmp_path / "missing"))
    ran = await ended(await started("run", base=fake.base))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "The pack can't be used:\nmissing: expected a folder with a pack in it\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_can_be_stopped_while_discord_keeps_it_waiting(
    fake: FakeDiscord, number: signal.Signals
) -> None:
    fake.silent = True
    process = await started("run", base=fake.base)
    async with asyncio.timeout(150):
        await fake.asked.wait()
    process.send_signal(number)
    ran = await ended(process)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "Stopped; nothing is lost.\n"


async def test_a_supervisor_hears_of_a_bot_and_may_ask_it(
    fake: FakeDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setenv("TOCSIN_PORT", str(unused_tcp_port))
    monkeypatch.setenv("TOCSIN_SYNC", "never")
    monkeypatch.setenv("TOCSIN_LOG_FORMAT", "json")
    monkeypatch.setenv("TOCSIN_LOG_LEVEL", "INFO")
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(150)
        process = await started("run", base=fake.base, before=ONE_GAME)
        async with asyncio.timeout(150):
            await fake.logged_in.wait()
            async with aiohttp.ClientSession(f"http://127.0.0.1:{unused_tcp_port}") as session:
                live = await session.get("/live")
                ready = await session.get("/ready")
                shown = await (await session.get("/metrics")).text()
                answers = live.status, ready.status, await ready.text()
        assert await asyncio.to_thread(systemd.recv, 100) == b"WATCHDOG=1"
        process.send_signal(signal.SIGTERM)
        ran = await ended(process)
        assert systemd.recv(100) in (b"WATCHDOG=1", b"STOPPING=1")
    assert answers == (200, 503, "it is not connected to Discord\n")
    assert f'tocsin_build_info{{version="{importlib.metadata.version("tocsin")}"}} 1.0' in shown
    assert 'tocsin_discord_requests_total{status="2xx"}' in shown
    assert "tocsin_connected 0.0" in shown
    assert ACCEPTED not in shown
    lines = [json.loads(line) for line in ran.err.splitlines()]
    assert lines
    assert all(line.keys() >= {"time", "level", "logger", "message"} for line in lines)


async def test_a_port_that_cant_be_listened_to_is_named(
    fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("TOCSIN_PORT", str(taken.getsockname()[1]))
        ran = await ended(await started("run", base=fake.base))
    assert ran.status == 2
    assert ran.sentence.startswith("TOCSIN_PORT: 127.0.0.1 can't be listened to on port ")


def test_the_table_without_simcord_says_how_to_get_it(database: Path) -> None:
    ran = process("table", "--no-browser", before="import sys; sys.modules['simcord'] = None")
    assert (ran.status, ran.out) == (2, "")
    assert ran.sentence == "The local table needs SimCord: install it with pip install 'tocsin[table]'."


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_the_table_has_no_such_port(port: str) -> None:
    ran = tocsin("table", "--no-browser", f"--port={port}")
    assert ran.status == 2
    assert "--port" in ran.err
    assert "Traceback" not in ran.err


def test_the_table_seats_nobody_twice() -> None:
    ran = process("table", "--no-browser", "--player", "Camille", "--player", "Camille")
    assert ran.status == 2
    assert ran.sentence.startswith("The table needs at least one player")


def test_the_table_says_where_it_cant_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOCSIN_DATABASE", "/proc/none/tocsin.db")
    ran = tocsin("table", "--no-browser")
    assert ran.status == 2
    assert ran.sentence.startswith("Nothing can be written beside the database /proc/none/tocsin.db: ")


def test_the_table_says_that_its_database_cant_be_used(database: Path) -> None:
    database.parent.mkdir()
    database.write_bytes(b"Liberty, equality, fraternity. " * 200)
    ran = process("table", "--no-browser", before=ONE_GAME)
    assert ran.status == 2
    assert ran.sentence == f"The file {database} is damaged or not a database."
