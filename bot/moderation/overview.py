"""The open campaigns of a server, sorted by what is wrong with them: for its moderators."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

import discord
from sqlalchemy import Connection

from bot.campaigns.consent import is_heard
from bot.campaigns.service import Campaigns
from bot.store import CampaignHead, CardRow, DeadlineRow, Request, Status, rows
from bot.surface.links import card_url, channel_url
from data.catalogue import _
from data.nouns import clauses, listed

LONG = timedelta(days=7)
"""A pause of this length, or so long without an event, is listed as trouble."""
PAGE = 100
WELL = 9
"""Rank of a campaign without trouble."""
GOING: tuple[Status, ...] = ("running", "lobby")


class Overview(NamedTuple):
    """A campaign and its troubles."""

    head: CampaignHead
    name: str
    wrong: list[str]
    """Clauses, the worst first; empty if nothing is wrong."""
    rank: int
    """How bad the worst is; 0 is the worst."""
    url: str


class _Read(NamedTuple):
    head: CampaignHead
    owed: list[DeadlineRow]
    asked: list[Request]
    card: CardRow | None
    last_seq: int


async def of_guild(campaigns: Campaigns, guild_id: int) -> list[Overview]:
    """The campaigns of a server that are not over, the worst first, and among equals the oldest."""
    read = await campaigns.store.look(partial(_read, guild_id=guild_id))
    now = campaigns.store.now()
    overviews = [_overview(campaigns, each, now) for each in read]
    return sorted(overviews, key=lambda each: (each.rank, each.head.updated_at, each.head.id))


def line(overview: Overview) -> str:
    """A campaign of the overview: its place, its troubles, and a link."""
    head = overview.head
    well = _("players are taking seats") if head.status == "lobby" else _("no problem")
    wrong, sign = clauses(overview.wrong) or well, "⚠️" if overview.wrong else "✅"
    return _(
        "{sign} {id} · **{name}** in <#{channel_id}> · {wrong} · [open]({url})",
        sign=sign,
        id=head.id,
        name=overview.name,
        channel_id=head.channel_id,
        wrong=wrong,
        url=overview.url,
    )


def _read(connection: Connection, guild_id: int) -> list[_Read]:
    heads: list[CampaignHead] = []
    for status in GOING:
        offset = 0
        while page := rows.campaigns.of_guild(connection, guild_id, status, limit=PAGE, offset=offset):
            heads += page
            offset += PAGE
    return [
        _Read(
            head,
            rows.deadlines.of_campaign(connection, head.id),
            rows.requests.open_of(connection, head.id),
            rows.outbox.newest(connection, head.id),
            rows.journal.last_seq(connection, head.id),
        )
        for head in heads
    ]


def _overview(campaigns: Campaigns, read: _Read, now: datetime) -> Overview:
    head = read.head
    troubles = _troubles(read, now, campaigns.packs.seat_names(head))
    if head.title not in campaigns.titles:
        troubles = [(0, _("its game, {title}, is not installed here", title=head.title)), *troubles]
    elif not campaigns.packs.at_hand(head.title, head.pack):
        troubles = [(0, _("its pack {pack} is not installed here", pack=head.pack)), *troubles]
    troubles.sort(key=lambda trouble: trouble[0])
    url = channel_url(head.guild_id, head.channel_id)
    if read.card is not None:
        url = card_url(head.guild_id, read.card)
    return Overview(
        head=head,
        name=campaigns.packs.name_of(head),
        wrong=[words for _, words in troubles],
        rank=troubles[0][0] if troubles else WELL,
        url=url,
    )


def _troubles(read: _Read, now: datetime, names: Mapping[str, str]) -> list[tuple[int, str]]:
    """The troubles, each with its rank."""
    head = read.head
    troubles: list[tuple[int, str]] = []
    if head.parked_at is not None:
        troubles.append(
            (
                0,
                _(
                    "parked: its channel could not be reached since {parked_at}",
                    parked_at=_since(head.parked_at),
                ),
            )
        )
    late = [row for row in read.owed if row.due_at is not None and row.due_at <= now]
    if late and not head.stands_still:
        who = listed([_seat(head, names, row.seat) for row in late])
        since = min(row.due_at for row in late if row.due_at is not None)
        troubles.append((1, _("overdue since {since}: {who}", since=_since(since), who=who)))
    vacant = [name for name, seat in head.seating.items() if seat.user_id is None and not seat.automatic]
    if vacant and head.status == "running":
        troubles.append(
            (2, _("vacant: {vacant}", vacant=listed([_seat(head, names, name) for name in vacant])))
        )
    asked = [request for request in read.asked if is_heard(request, head, read.last_seq, now)]
    if asked:
        first = asked[-1]
        asker = _("somebody") if first.asker_id is None else f"<@{first.asker_id}>"
        troubles.append(
            (
                3,
                _(
                    "{asker} has asked the others, who have not all answered, {at}",
                    asker=asker,
                    at=_since(first.at),
                ),
            )
        )
    if head.paused_at is not None:
        by = _(" by a moderator") if head.paused_as == "moderator" else ""
        long = now - head.paused_at > LONG
        troubles.append(
            (4 if long else 6, _("paused{by} {paused_at}", by=by, paused_at=_since(head.paused_at)))
        )
    elif now - head.updated_at > LONG and head.parked_at is None:
        troubles.append((5, _("nothing has happened since {updated_at}", updated_at=_since(head.updated_at))))
    return troubles


def _seat(head: CampaignHead, names: Mapping[str, str], seat: str) -> str:
    name = names.get(seat, seat)
    holder = head.seats.get(seat)
    return name if holder is None else f"{name} (<@{holder}>)"


def _since(moment: datetime) -> str:
    return discord.utils.format_dt(moment, "R")
