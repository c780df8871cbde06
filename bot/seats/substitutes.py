"""Substitutes: a seat that nobody plays is offered to the people of the server's list, one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from bot.campaigns import autopilot, messages
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.clock.hours import away
from bot.errors import PoliteError, StaleError
from bot.seats.change import Change
from bot.seats.rules import lent
from bot.store import Campaign, Seat, Store, rows
from bot.store.lobbies import template
from data.catalogue import _

ANSWER = timedelta(days=1)
"""How long a substitute has for the answer."""
Sees = Callable[[Campaign, int], Awaitable[bool]]
"""Whether a person can see the channel of a campaign."""


async def everybody_sees(campaign: Campaign, user_id: int) -> bool:
    """Stands in for Discord where it can't be asked: everybody sees every channel."""
    return True


def key(campaign_id: int, seat: str = "") -> str:
    """The store's key for the offer of a seat to a substitute."""
    return f"substitute:{campaign_id}:{seat}"


async def offers(store: Store, campaign: Campaign) -> set[str]:
    """The seats of a campaign that are offered to a substitute."""
    noted = await store.look(partial(rows.people.noted_under, prefix=key(campaign.id)))
    return {seat for seat in noted if campaign.seating[seat].reserved_for is not None}


def lapsed(sitting: Seat) -> bool:
    """Whether a person has a seat and no longer plays it."""
    return sitting.user_id is not None and autopilot.away(autopilot.absence(sitting))


def see_still_lapsed(sitting: Seat) -> None:
    """Check that a substitute may still take a seat over.

    :raises StaleError: its player is back.
    """
    if sitting.user_id is not None and not lapsed(sitting):
        raise StaleError(
            _("<@{user_id}> is back and keeps the seat. Thank you all the same.", user_id=sitting.user_id)
        )


class Substitutes:
    """Offers the seats of running campaigns; the caller is the campaign's only writer."""

    def __init__(self, campaigns: Campaigns, sees: Sees = everybody_sees) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self._sees = sees

    async def join(self, guild_id: int, title: str, user_id: int) -> bool:
        """Add a person to a list, or take them off it; returns whether they are on it now."""
        dropped: list[bool] = []

        def work(connection: Connection) -> None:
            dropped.append(rows.substitutes.drop(connection, guild_id, title, user_id))
            if not dropped[0]:
                rows.substitutes.put(connection, guild_id, title, user_id, self._store.now())

        await self._store.transact(work)
        return not dropped[0]

    async def settle(self, campaign_id: int, now: datetime) -> None:
        """End the offers of a campaign that are over, and offer each seat that nobody plays."""
        campaign = await self._campaigns.by_id(campaign_id)
        if (
            campaign.private
            or campaign.stands_still
            or len(campaign.seating) == 1
            or not self._campaigns.packs.at_hand(campaign.title, campaign.pack)
        ):
            return
        for name in campaign.seating:
            await self._settle(await self._campaigns.by_id(campaign_id), name, now)

    async def _settle(self, campaign: Campaign, name: str, now: datetime) -> None:
        sitting, noted = campaign.seating[name], key(campaign.id, name)
        if await self._store.look(partial(rows.people.noted, key=noted)) is not None:
            if sitting.reserved_for is not None and not await self._end(campaign, sitting, now):
                return
            await self._store.set(partial(rows.people.unnote, key=noted))
            campaign = await self._campaigns.by_id(campaign.id)
            sitting = campaign.seating[name]
        open_seat = lapsed(sitting) if sitting.user_id is not None else not sitting.automatic
        if (
            open_seat
            and sitting.reserved_for is None
            and not lent(sitting)
            and _somebody_else(campaign, name)
        ):
            await self._offer(campaign, sitting, now)

    async def _end(self, campaign: Campaign, sitting: Seat, now: datetime) -> bool:
        """End the offer of a seat if its time is over or its player is back; False if it goes on."""
        assert sitting.reserved_for is not None
        back = sitting.user_id is not None and not lapsed(sitting)
        over = sitting.offered_at is not None and sitting.offered_at + ANSWER <= now
        if not back and not over:
            return False
        change = Change(self._campaigns, campaign)
        text = (
            _(
                "🪑 <@{user_id}> is back and keeps **{seat}**.",
                user_id=sitting.user_id,
                seat=change.name(sitting.seat),
            )
            if back
            else _(
                "🪑 <@{reserved_for}> has not answered: **{seat}** is free for the next substitute.",
                reserved_for=sitting.reserved_for,
                seat=change.name(sitting.seat),
            )
        )
        await change.write(change.sitting.decline(sitting.seat, sitting.reserved_for), text)
        return True

    async def _offer(self, campaign: Campaign, sitting: Seat, now: datetime) -> None:
        """Offer a seat to the next substitute who can take it."""
        async for user_id in self._candidates(campaign, sitting.seat, now):
            change = Change(self._campaigns, campaign)
            name = change.name(sitting.seat)
            why = (
                _("is vacant")
                if sitting.user_id is None
                else _("is not played by <@{holder}> any more", holder=sitting.user_id)
            )
            text = _(
                "🪑 <@{user_id}>, **{seat}** in {name} {why}, and you are the next substitute. Do you take "
                "it? You get a briefing and the whole time of the clock. Please answer within a day; then "
                "the next substitute is asked.",
                user_id=user_id,
                seat=name,
                name=self._campaigns.packs.name_of(campaign),
                why=why,
            )
            asked = messages.Offer(text, sitting.seat, user_id)
            try:
                await change.offered(
                    change.sitting.replace(sitting.seat, user_id),
                    asked,
                    also=[
                        partial(rows.people.note, key=key(campaign.id, sitting.seat), value=now.isoformat()),
                        partial(
                            rows.substitutes.next_turn,
                            guild_id=campaign.guild_id,
                            title=campaign.title,
                            user_id=user_id,
                            now=now,
                        ),
                    ],
                )
            except PoliteError:
                continue
            return

    async def _candidates(self, campaign: Campaign, seat: str, now: datetime) -> AsyncIterator[int]:
        """The substitutes who may be asked for a seat, in turn."""
        pool = await self._store.look(
            partial(rows.substitutes.of_game, guild_id=campaign.guild_id, title=campaign.title)
        )
        taken = {*campaign.people, *(each.reserved_for for each in campaign.seating.values())}
        free = [user_id for user_id in pool if user_id not in taken]
        hours = await self._campaigns.timekeeper.hours_of_people(free)
        least = template((await settings_of(self._campaigns, campaign.guild_id)).lobbies).reliable
        did = await self._store.look(partial(rows.conduct.of, guild_id=campaign.guild_id, ids=free, now=now))
        for user_id in free:
            asked = partial(rows.offers.noted, campaign_id=campaign.id, seat=seat, user_id=user_id)
            if (
                not away(hours[user_id], now)
                and did[user_id].suits(least)
                and await self._store.look(asked) is None
                and await self._sees(campaign, user_id)
            ):
                yield user_id


def _somebody_else(campaign: Campaign, name: str) -> bool:
    """Whether another person plays a campaign: a game that nobody waits for needs no substitute."""
    return any(
        seat.user_id is not None and not lapsed(seat)
        for other, seat in campaign.seating.items()
        if other != name
    )
