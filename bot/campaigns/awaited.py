"""Who owes the game what, and until when: for everybody, since what is asked is no secret."""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.campaigns.service import Campaigns
from bot.campaigns.telling import holder
from bot.games.registry import presenter_of
from bot.store import Campaign
from data.catalogue import _


class Part(NamedTuple):
    """One seat's part in what the game waits for."""

    seat: str
    phrase: str
    given: bool
    """It is in, and stays secret until the others are."""
    who: str
    """Mention of whoever holds the seat, or that nobody does."""
    until: str
    """Its own deadline; empty where it has none."""


async def parts(campaigns: Campaigns, campaign: Campaign) -> list[Part]:
    """What each seat owes or has given; empty when the game waits for nobody."""
    if campaign.status != "running":
        return []
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    words = presenter_of(title)
    ends = await _ends(campaigns, campaign)
    simultaneous = words.awaited(state)
    given = {part.seat: part.phrase for part in simultaneous if part.given}
    seats = [part.seat for part in simultaneous] or [owed.seat for owed in title.decisions(state)]
    return [
        Part(
            seat=seat,
            phrase=given[seat] if seat in given else words.due(state, seat),
            given=seat in given,
            who=holder(campaign.seating[seat]),
            until="" if seat in given else ends.get(seat, ""),
        )
        for seat in seats
    ]


async def _ends(campaigns: Campaigns, campaign: Campaign) -> dict[str, str]:
    if campaign.clock == "none":
        return {}
    rows = await campaigns.store.deadlines_of(campaign.id)
    return {
        row.seat: _(" · due {due_at}", due_at=discord.utils.format_dt(row.due_at, "R"))
        for row in rows
        if row.due_at
    }


async def lines(campaigns: Campaigns, campaign: Campaign) -> list[str]:
    """What the game waits for, a line each: the phrase, the seat, who holds it and until when."""
    title = campaigns.title_of(campaign)
    owed = await parts(campaigns, campaign)
    if len(title.seats) == 1:
        return [f"**{part.phrase}** · {part.who}{part.until}" for part in owed]
    if len(owed) == 1:
        return [f"**{part.phrase}** · {title.seat_names[part.seat]}, {part.who}{part.until}" for part in owed]
    shown: list[str] = []
    for phrase in dict.fromkeys(part.phrase for part in owed):
        shown.append(f"**{phrase}**")
        shown += [
            f"{'✅' if part.given else '⏳'} **{title.seat_names[part.seat]}** · {part.who} · "
            f"{_('given') if part.given else _('awaited')}{part.until}"
            for part in owed
            if part.phrase == phrase
        ]
    return shown
