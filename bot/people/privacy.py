"""A person's data: a copy of it for them, and its deletion: the seat remains, the name goes."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import AsyncExitStack
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from bot.campaigns import messages, talks
from bot.campaigns.service import Campaigns
from bot.store import Message, privacy, rows
from bot.store.privacy import Left
from data.catalogue import _, speaking


class Copy(NamedTuple):
    """All data about a person, as a file."""

    name: str
    data: bytes


async def copy(campaigns: Campaigns, user_id: int, limit: int) -> Copy:
    """All data about a person, as JSON; compressed if it is larger than `limit` bytes."""
    kept = await campaigns.store.look(partial(privacy.of, user_id=user_id))
    return await asyncio.to_thread(_written, kept, limit)


def _written(kept: dict[str, Any], limit: int) -> Copy:
    data = msgspec.json.format(msgspec.json.encode(kept))
    if len(data) <= limit:
        return Copy("tocsin-about-you.json", data)
    return Copy("tocsin-about-you.json.gz", gzip.compress(data))


async def concerned(campaigns: Campaigns, user_id: int) -> list[int]:
    """Ids of the campaigns that are not over and have any data about a person."""
    return await campaigns.store.look(partial(privacy.playing, user_id=user_id))


async def forget(campaigns: Campaigns, user_id: int) -> list[Left]:
    """Delete a person's data in one transaction and tell the other players; returns the seats that they left.

    :raises bot.store.StoreError: nothing was deleted.
    """
    store = campaigns.store
    playing = await concerned(campaigns, user_id)
    async with AsyncExitStack() as writers:
        # Nobody who has read the seats may write them back. The order keeps two callers from a deadlock.
        for campaign_id in playing:
            await writers.enter_async_context(campaigns.writing(campaign_id, wait=True))
        cards, languages = {}, {}
        for campaign_id in playing:
            languages[campaign_id] = await campaigns.languages.of_campaign(campaign_id)
            cards[campaign_id] = campaigns.present_card(await campaigns.by_id(campaign_id))
        left: list[Left] = []
        now = store.now()

        def work(connection: Connection) -> None:
            threads = rows.spectators.member_of(connection, user_id)
            # A server may have it run again.
            left[:] = privacy.forget(connection, user_id)
            for campaign_id in threads:
                rows.spectators.settle(connection, campaign_id, now, [user_id])
            for campaign_id, card in cards.items():
                # Each server is told in its own language.
                with speaking(languages[campaign_id]):
                    said = [
                        _said(campaigns, connection, each) for each in left if each.campaign_id == campaign_id
                    ]
                shut = [messages.rooms(user_id)] if said and _has_rooms(connection, campaign_id) else []
                rows.outbox.add(connection, campaign_id, [*card, *said, *shut], now)

        await store.transact(work)
    campaigns.languages.changed("person", user_id, "")
    return left


def _has_rooms(connection: Connection, campaign_id: int) -> bool:
    return rows.people.noted(connection, talks.key(campaign_id)) is not None


def _said(campaigns: Campaigns, connection: Connection, left: Left) -> Message:
    """The message for the channel and its moderators about a seat that a person has left; without a name."""
    head = rows.people.guild_of(connection, left.guild_id)
    return messages.say(_words(campaigns, left), role=head.moderator_role)


def _words(campaigns: Campaigns, left: Left) -> str:
    title = campaigns.titles.get(left.title)
    seat = left.seat if title is None else title.seat_names.get(left.seat, left.seat)
    if left.back_to is not None:
        return _(
            "🪑 The substitute for **{seat}** has left. <@{back_to}> has the seat again.",
            seat=seat,
            back_to=left.back_to,
        )
    if left.status == "lobby":
        return _("🪑 The seat **{seat}** is vacant again, because its player has left.", seat=seat)
    stood_in = (
        ""
        if left.stood_in is None
        else _(" <@{stood_in}> is no longer the substitute.", stood_in=left.stood_in)
    )
    return _(
        "🪑 The player of **{seat}** has left the campaign. The seat is vacant.{stood_in} Anyone can "
        "take it with `/seat take`. Until then a moderator can act for it.",
        seat=seat,
        stood_in=stood_in,
    )
