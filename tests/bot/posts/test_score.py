"""The score so far is told where people look, with what has changed in the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.campaigns.progress import Progress
from tests.support.table import Table, said, text


async def put(table: Table, work: Callable[[Progress], Any]) -> None:
    """Do something to the campaign, and see its card."""
    campaign = await table.campaign()
    progress = Progress(table.bot.campaigns.title_of(campaign), campaign)
    work(progress)
    async with table.bot.campaigns.writing(campaign.id):
        await table.bot.campaigns.commit(progress, user_id=None)
    await table.bot.outbox.drain()


async def test_card_and_status_tell_the_score_and_what_has_changed(table: Table) -> None:
    await table.new()
    assert "⚖️ **Score −16** · Minor defeat as things stand\n" in text(table.card())
    await put(table, lambda progress: progress.edit("track monarchy 0", user_id=None))
    changed = "⚖️ **Score −1** · Substantive victory as things stand · this turn +15: Monarchy +15"
    assert changed in text(table.card())
    # The working is for whoever asks; after a restart what stood before is found out again.
    await table.restart()
    status = said(await table.camille.slash(table.channel, "campaign status"))
    assert changed in status
    assert "-# Despotism at −1, times 4 +4 · Hostile pieces on the map −5" in status
    before = await table.state()
    await table.camille.slash(table.channel, "play", action="end")
    await table.bot.outbox.drain()
    assert "· this turn " in text(table.card())
    assert "Monarchy +15" not in text(table.card())
    await put(
        table,
        lambda progress: progress.undo(1, before, 1, user_id=None, source="moderator"),
    )
    assert changed in text(table.card())
