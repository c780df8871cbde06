"""What waits for a person: their campaigns, what each asks of them, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import discord
from sqlalchemy import Connection

from bot.campaigns.awaited import End, ends
from bot.campaigns.positions import UNREADABLE
from bot.campaigns.requests import Pending, read_pending
from bot.campaigns.service import Campaigns
from bot.store import Campaign, CardRow, rows
from bot.surface.links import card_url, channel_url
from data.catalogue import _
from data.nouns import labelled, listed

_LAST = datetime.max.replace(tzinfo=UTC)


class Waiting(NamedTuple):
    """One campaign of a person."""

    campaign: Campaign
    name: str
    asked: list[tuple[str, str]]
    """Name of a seat that the person holds, and what it owes."""
    others: list[str]
    """Names of the other seats that it waits for."""
    due: End | None
    """The person's deadline; None if there is none."""
    url: str
    requests: list[str]
    """The requests that wait for the person's answer, as clauses."""

    @property
    def still(self) -> bool:
        """Whether the campaign is stopped."""
        return self.campaign.stands_still

    @property
    def for_me(self) -> bool:
        """Whether the campaign waits for the person."""
        return self.to_play or bool(self.requests)

    @property
    def to_play(self) -> bool:
        """Whether the person owes a decision in the game."""
        return bool(self.asked) and not self.still


async def of_person(campaigns: Campaigns, user_id: int, guild_id: int | None = None) -> list[Waiting]:
    """The campaigns in which a person has a seat, on one server or all; the earliest deadline comes first."""
    now = campaigns.store.now()
    seen = await campaigns.store.look(partial(_read, user_id=user_id, guild_id=guild_id, now=now))
    waiting = [_waiting(campaigns, user_id, *read) for read in seen]
    return sorted(waiting, key=lambda waits: (waits.due.at if waits.due else _LAST, waits.campaign.id))


def lines(waits: Sequence[Waiting]) -> list[str]:
    """A line for each campaign that waits for the person, with deadline and link."""
    return [line(one) for one in waits if one.for_me]


def line(waits: Waiting) -> str:
    """One campaign of a list: its place, what it waits for, until when."""
    campaign = waits.campaign
    parts = [_("**{name}** in <#{channel_id}>", name=waits.name, channel_id=campaign.channel_id)]
    parts += waits.requests
    if waits.to_play:
        parts += [labelled(seat, prompt) for seat, prompt in waits.asked]
        if waits.due is not None:
            parts.append(waits.due.told)
    elif campaign.parked_at is not None and not waits.requests:
        # Its channel is gone, so there is no link.
        gone = discord.utils.format_dt(campaign.parked_at, "R")
        return _(
            "**{name}** · parked: its channel has been out of reach since {gone}; a moderator can "
            "move it with `/mod move`",
            name=waits.name,
            gone=gone,
        )
    elif campaign.paused_at is not None:
        parts.append(_("paused {paused_at}", paused_at=discord.utils.format_dt(campaign.paused_at, "R")))
    elif campaign.status == "lobby":
        parts.append(_("players are taking seats"))
    elif waits.others:
        parts.append(_("waits for {others}", others=listed(waits.others)))
    return _("{parts} · [open]({url})", parts=" · ".join(parts), url=waits.url)


def _read(
    connection: Connection, user_id: int, guild_id: int | None, now: datetime
) -> list[tuple[Campaign, CardRow | None, list[Pending]]]:
    ids = rows.people.playing_in(connection, user_id, guild_id)
    pairs = [(rows.campaigns.by_id(connection, campaign_id), campaign_id) for campaign_id in ids]
    return [
        (
            campaign,
            rows.outbox.newest(connection, campaign_id),
            read_pending(connection, campaign, now),
        )
        for campaign, campaign_id in pairs
        if campaign is not None
    ]


def _waiting(
    campaigns: Campaigns,
    user_id: int,
    campaign: Campaign,
    card: CardRow | None,
    pending: list[Pending],
) -> Waiting:
    guild = campaign.guild_id
    url = channel_url(guild, campaign.channel_id) if card is None else card_url(guild, card)
    requests = [each.line for each in pending if user_id in each.awaited]
    mine = {seat for seat, holder in campaign.seats.items() if holder == user_id}
    asked: list[tuple[str, str]] = []
    others: list[str] = []
    try:
        title = campaigns.title_of(campaign)
        decisions = title.decisions(campaigns.state_of(campaign)) if campaign.status == "running" else ()
        until = ends(campaigns, campaign)
    except UNREADABLE:
        # The others are listed all the same.
        return Waiting(campaign, campaign.title, asked, others, None, url, requests)
    for decision in decisions:
        seat = title.seat_names[decision.seat]
        if decision.seat in mine:
            asked.append((seat, decision.prompt))
        else:
            holder = campaign.seats.get(decision.seat)
            others.append(
                _("{seat}, which is vacant", seat=seat) if holder is None else f"<@{holder}> ({seat})"
            )
    own = [end for seat, end in until.items() if seat in mine]
    return Waiting(campaign, title.name, asked, others, min(own, default=None), url, requests)
