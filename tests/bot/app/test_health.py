"""The note that a bot is well: renewed while it is connected, sweeps and speaks, and by nothing else."""

from __future__ import annotations

import os
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.health import HUNG, STUCK, note_beside
from bot.campaigns.messages import say
from bot.outbox.breaker import FAILURES
from bot.settings import from_environment
from tests.deploy.test_files import instructions
from tests.support.table import Table


async def renewed(table: Table) -> bool:
    """Whether a look renews the note."""
    note = note_beside(table.settings.anchor)
    # The folder of a bot on a server is made by its first look.
    note.parent.mkdir(parents=True, exist_ok=True)
    note.touch()
    os.utime(note, (0, 0))
    await table.bot.health.look()
    return note.stat().st_mtime > 0


async def test_the_note_is_renewed_while_the_bot_is_well_and_grows_old_when_it_is_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.new()
    assert await renewed(table)

    await table.bot.on_disconnect()
    assert not await renewed(table)
    await table.bot.on_resumed()
    assert await renewed(table)

    with monkeypatch.context() as hung:
        hung.setattr(table.bot.sweep, "ended", table.env.now() - timedelta(hours=1))
        assert not await renewed(table)
    await table.bot.sweep()
    assert await renewed(table)

    with monkeypatch.context() as drawing:
        drawing.setattr(table.bot.pictures._crew, "hung", HUNG)
        assert not await renewed(table)
    assert await renewed(table)

    # What nobody takes off the outbox, though Discord answers.
    await table.bot.store.add_outbox(1, [say("To the frontier!")])
    assert await renewed(table)
    await table.env.advance_time(STUCK / timedelta(seconds=1) + 1)
    table.bot.sweep.ended = table.env.now()
    assert not await renewed(table)
    await table.bot.outbox.drain()
    assert await renewed(table)


async def test_a_discord_that_fails_is_no_fault_of_the_bot(table: Table) -> None:
    await table.new()
    for _ in range(FAILURES):
        table.bot.outbox.breaker.failed(table.env.now())
    await table.bot.store.add_outbox(1, [say("To the frontier!")])
    await table.env.advance_time(STUCK / timedelta(seconds=1) + 1)
    table.bot.sweep.ended = table.env.now()
    assert await renewed(table)


@pytest.mark.parametrize("served", [False, True])
@pytest.mark.parametrize(("minutes", "status"), [(0, 0), (2, 0), (4, 1), (None, 1)])
def test_the_container_looks_at_the_age_of_the_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: int | None, status: int, served: bool
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    place = "postgresql://tocsin@db/tocsin" if served else str(tmp_path / "tocsin.db")
    note = note_beside(from_environment({"TOCSIN_DATABASE": place}).anchor)
    if minutes is not None:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.touch()
        at = note.stat().st_mtime - 60 * minutes
        os.utime(note, (at, at))
    (check,) = instructions("HEALTHCHECK")
    ran = subprocess.run(
        ["sh", "-c", check.partition(" CMD ")[2]],
        env={**os.environ, "TOCSIN_DATABASE": place},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == status
