"""`/campaign export` and `/campaign log`: what can be taken away of a campaign, whatever was done to it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from bot.campaigns.progress import Progress
from bot.cli import app
from bot.store import Campaign
from engines.core.record import Record, verify
from engines.core.repair import repair
from tests.support.bot_fixtures import Tables
from tests.support.facing import TITLE, facing, played_out
from tests.support.table import Table, said


async def meddled(table: Table) -> Campaign:
    """A Levée campaign with an action that was taken back, an edit and a roll."""
    await table.new()
    campaigns = table.bot.campaigns
    await campaigns.take(1, table.camille.id, "political republic")
    await campaigns.take(1, table.camille.id, "end")
    campaign = await table.campaign()
    title = campaigns.title_of(campaign)
    first = repair(title, await campaigns.record(campaign)).steps[1].state
    async with campaigns.writing(1):
        progress = Progress(title, await table.campaign())
        progress.undo(1, first, 1, user_id=table.camille.id, source="moderator")
        progress.edit("army austria 3", user_id=table.camille.id)
        progress.roll(2, "the weather", user_id=table.camille.id)
        await campaigns.commit(progress, user_id=table.camille.id)
    await table.bot.outbox.drain()
    return await table.campaign()


async def ended(table: Table) -> None:
    """The campaign, ended by its people."""
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    await table.bot.outbox.drain()


async def exported(table: Table) -> bytes:
    """The file of `/campaign export`."""
    shown = await table.camille.slash(table.channel, "campaign export")
    assert shown.response is not None
    (file,) = shown.response.attachments
    return await file.read()


async def test_while_the_game_runs_the_seed_stays_back(table: Table) -> None:
    await meddled(table)
    record = msgspec.json.decode(await exported(table), type=Record)
    assert record.seed is None
    assert [entry.kind for entry in record.journal] == ["act", "act", "undo", "edit", "roll"]


async def test_a_record_with_undo_edit_and_roll_verifies(table: Table) -> None:
    campaign = await meddled(table)
    await ended(table)
    record = msgspec.json.decode(await exported(table), type=Record)
    verdict = verify(table.bot.campaigns.title_of(campaign), record)
    assert (verdict.seed_known, verdict.undone, verdict.edits, verdict.rolls) == (True, 1, 1, 1)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("verify", "came from the seed, and the seed is the one promised"),
        ("replay", "undone back to 1"),
    ],
)
async def test_the_command_line_accepts_it(table: Table, tmp_path: Path, command: str, says: str) -> None:
    await meddled(table)
    await ended(table)
    file = tmp_path / "record.json"
    file.write_bytes(await exported(table))
    done = CliRunner().invoke(app, [command, str(file)])
    assert done.exit_code == 0, done.output
    assert says in " ".join(done.output.split())


async def test_of_a_running_game_with_secrets_there_is_no_record_yet(closed_table: Tables) -> None:
    camp = await closed_table()
    await camp.start()
    await facing(camp)
    await camp.bot.campaigns.take(1, camp.camille.id, "commit 6 clisson", seat="blue")
    for who in (camp.camille, camp.maxime):
        shown = await who.slash(camp.channel, "campaign export")
        assert said(shown).startswith(
            "The record contains every seat's secrets, so you get it when the campaign is over."
        )
        assert "`/mod export`" in said(shown)
        assert shown.response is not None
        assert shown.response.attachments == []


async def test_of_a_game_with_secrets_that_is_over_there_is_the_whole_record(closed_table: Tables) -> None:
    camp = await closed_table()
    await camp.start()
    await facing(camp)
    await played_out(camp.bot.campaigns, 1)
    await camp.bot.outbox.drain()
    record = msgspec.json.decode(await exported(camp), type=Record)
    assert verify(TITLE, record).seed_known
    assert record.journal[0].action.startswith("commit ")


async def test_of_a_lobby_there_is_no_record(table: Table) -> None:
    await table.bot.campaigns.new(table.wish(lobby=True))
    await table.bot.outbox.drain()
    shown = await table.camille.slash(table.channel, "campaign export")
    assert "has not begun" in said(shown)


async def test_the_log_tells_what_stands_and_what_was_done_at_the_table(table: Table) -> None:
    await meddled(table)
    shown = await table.camille.slash(table.channel, "campaign log")
    assert shown.response is not None
    assert "Turn 1" in said(shown)
    assert "Turn 2" not in said(shown)
    assert "A moderator corrected the board: army austria 3." in said(shown)
    (book,) = shown.response.attachments
    assert b"Turn 2" not in await book.read()


async def test_the_log_of_a_game_with_secrets_is_the_publics(closed_table: Tables) -> None:
    camp = await closed_table()
    await camp.start()
    await facing(camp)
    await camp.bot.campaigns.take(1, camp.camille.id, "commit 6 clisson", seat="blue")
    shown = await camp.camille.slash(camp.channel, "campaign log")
    assert shown.response is not None
    (book,) = shown.response.attachments
    assert "a recruit in Clisson" not in said(shown) + (await book.read()).decode()


async def test_a_record_is_json_that_people_can_read(table: Table) -> None:
    await meddled(table)
    assert json.loads(await exported(table))["title"] == "levee"
    assert (await exported(table)).count(b"\n") > 10
