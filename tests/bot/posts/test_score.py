"""The score so far is told where people look, with what has changed in the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import engines
from bot.campaigns import messages
from bot.campaigns.progress import Progress
from bot.games.registry import presenter_of
from bot.posts.card import face, poster
from bot.surface import layout
from tests.support.table import Table, said, text


async def put(table: Table, work: Callable[[Progress], Any]) -> None:
    """Do something to the campaign, and see its card."""
    campaign = await table.campaign()
    progress = Progress(table.bot.campaigns.title_of(campaign), campaign)
    work(progress)
    async with table.bot.campaigns.writing(campaign.id):
        await table.bot.campaigns.commit(progress, user_id=None)
    await table.bot.outbox.drain()


async def test_card_and_status_tell_the_score_and_what_has_changed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poster, "BRIEF", 1)
    await table.new()
    assert "⚖️ If the game ended now: **Minor defeat** · score −16\n" in text(table.card())
    await put(table, lambda progress: progress.edit("track monarchy 0", user_id=None))
    changed = "⚖️ If the game ended now: **Substantive victory** · score −1 · this turn +15: Monarchy +15"
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
    # The card of the turn that is over has its history where that is long, and how it left things.
    over, chapter = text(table.cards()[-2]), (await table.bot.campaigns.chapters(await table.campaign()))[0]
    history = presenter_of(engines.find("levee")).narrate(chapter.events)
    assert f"*{history}*" in over
    assert "this turn +15: Monarchy +15" in over
    # Moderators can put right so much in a turn that no message has room for all of it.
    monkeypatch.setattr(face, "HISTORY", 40)
    await table.bot.store.add_outbox(1, [messages.card(1)])
    await table.bot.outbox.drain()
    assert f"*{layout.cut(history, 40)}*" in text(table.cards()[-2])
    await put(
        table,
        lambda progress: progress.undo(1, before, 1, user_id=None, source="moderator"),
    )
    assert changed in text(table.card())
