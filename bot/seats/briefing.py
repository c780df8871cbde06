"""A private briefing: what the new player of a seat has to know, and no other player may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import discord

from bot.campaigns.journal import Chapter
from bot.campaigns.service import Campaigns
from bot.clock import notation
from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.store import Campaign
from bot.surface import layout, links
from data.catalogue import _, retold

CHAPTERS = 3
"""Most chapters that it recounts."""
PRIVATE = 700
"""Characters for what only the seat knows."""
STORY = 300
"""Fewest characters for the recent events; with fewer, it leaves them to the log."""


async def briefing(campaigns: Campaigns, campaign: Campaign, seat: str) -> str:
    """What a seat has to know now, in one message, only for the player in it.

    :raises PoliteError: the campaign's pack is no longer installed.
    """
    title = campaigns.title_of(campaign)
    state = campaigns.state_of(campaign)
    words = presenter_of(title)
    _number, name = title.chapter(state)
    parts = [
        _(
            "**You play {seat}** in {name}, <#{channel_id}>.",
            seat=title.seat_names[seat],
            name=title.name,
            channel_id=campaign.channel_id,
        ),
        f"-# {retold(name)}. {notation.words(notation.read(campaign.clock))}",
        await _due(campaigns, campaign, words, seat),
    ]
    private = words.private(title.view(state, seat), seat)
    if private:
        parts += [_("**Only you know**"), layout.begun("\n".join(private), PRIVATE, layout.REST)]
    posted = await campaigns.store.card(campaign.id, campaigns.chapter_of(campaign))
    last = links.to_card(campaign.guild_id, posted) if posted else ""
    room = layout.REPLY - len("\n".join([*parts, last])) - 2
    if room >= STORY:
        story = _story(words, campaign.scenario, (await campaigns.chapters(campaign, seat))[-CHAPTERS:])
        if story:
            parts.append(layout.last_lines([_("**What happened**"), *story], room, elsewhere=layout.IN_LOG))
    return layout.cut("\n".join(part for part in (*parts, last) if part), layout.REPLY)


async def _due(campaigns: Campaigns, campaign: Campaign, words: AnyPresenter, seat: str) -> str:
    """What the seat owes and until when, or what the game waits for instead."""
    state = campaigns.state_of(campaign)
    own = words.due(state, seat)
    if not own:
        others = words.due(state)
        return (
            _("You have nothing to decide now. The game waits for {others}.", others=others) if others else ""
        )
    owed = await campaigns.store.deadlines_of(campaign.id)
    ends = [row.due_at for row in owed if row.seat == seat and row.due_at is not None]
    if campaign.paused_at is not None:
        until = _("; the campaign is paused")
    else:
        until = _(" until {ends}", ends=_when(min(ends))) if ends else ""
    return _("**Your decision**{until}: {own}.", until=until, own=own)


def _when(end: datetime) -> str:
    return f"{discord.utils.format_dt(end, 'f')} ({discord.utils.format_dt(end, 'R')})"


def _story(words: AnyPresenter, scenario: str, chapters: Sequence[Chapter]) -> list[str]:
    lines: list[str] = []
    for chapter in chapters:
        story = words.tell(chapter.events)
        if story:
            lines += [f"__{words.heading(scenario, chapter.number, chapter.events).title}__", *story]
    return lines
