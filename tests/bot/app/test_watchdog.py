"""What systemd hears of the bot, on a real socket."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import watchdog
from bot.app.health import HUNG_SWEEP
from tests.support.table import Table


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket on which systemd would listen."""
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(path))
        heard.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        yield heard


def test_states_are_sent_in_lines(systemd: socket.socket) -> None:
    watchdog.tell("STOPPING=1", "STATUS=It stops.")
    assert systemd.recv(100) == b"STOPPING=1\nSTATUS=It stops."


def test_a_socket_may_have_a_name_in_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"tocsin-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(f"\0{name}")
        heard.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        watchdog.tell("WATCHDOG=1")
        assert heard.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", ["", "/nowhere/at/all"])
def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    watchdog.tell("WATCHDOG=1")


@pytest.mark.parametrize(
    ("microseconds", "process", "seconds"),
    [("90000000", "", 90.0), ("90000000", "this", 90.0), ("90000000", "another", None), ("", "", None)],
)
def test_only_the_process_that_is_meant_is_watched(
    monkeypatch: pytest.MonkeyPatch, microseconds: str, process: str, seconds: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", microseconds)
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    if process:
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid() + (process == "another")))
    assert watchdog.patience() == seconds


async def heard(systemd: socket.socket, wanted: bytes) -> None:
    """Wait for a state."""
    while (await asyncio.to_thread(systemd.recv, 200)) != wanted:
        pass


async def test_a_bot_that_hangs_does_not_say_that_it_lives(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    why = ""
    watching = asyncio.ensure_future(watchdog.watch(lambda: why, tick=0.005))
    await heard(systemd, b"WATCHDOG=1")
    why = "no reason"
    await heard(systemd, b"STATUS=Hung: no reason")
    systemd.setblocking(False)
    await asyncio.sleep(0.1)
    later = set()
    while True:
        try:
            later.add(systemd.recv(200))
        except BlockingIOError:
            break
    assert later == {b"STATUS=Hung: no reason"}
    watching.cancel()


async def test_only_a_sweep_that_never_ends_calls_for_a_new_start(table: Table) -> None:
    assert table.bot.hung() == ""
    await table.bot.on_disconnect()
    table.bot.sweep.ended = table.env.now() - timedelta(minutes=30)
    assert await table.bot.wrong() == "it is not connected to Discord"
    assert table.bot.hung() == ""
    table.bot.sweep.ended = table.env.now() - 2 * HUNG_SWEEP
    assert table.bot.hung() == "its sweep has not ended for 2:00:00"
