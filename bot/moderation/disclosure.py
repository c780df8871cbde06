"""Secrets that a moderator is shown: logged, and announced in the channel first."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.outbox.outbox import Outbox
from bot.store import Audit, Campaign, rows
from data.catalogue import _
from data.sentences import _l


class Disclosure:
    """Discloses secrets of a campaign to a moderator, after the channel has been told."""

    def __init__(self, campaigns: Campaigns, outbox: Outbox) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self._outbox = outbox

    async def disclose(
        self,
        campaign: Campaign,
        act: str,
        reason: str,
        detail: str,
        said: str,
        *,
        user_id: int,
        seats: Collection[str],
    ) -> None:
        """Log that a moderator is about to see secrets, and announce it in the channel first.

        :param seats: seats whose secrets they see, which the bot remembers.
        :raises PoliteError: the channel can't be told now, so nothing may be shown.
        """
        message = await self._announce(campaign, act, reason, detail, said, user_id, seats)
        await self._see_said(campaign, message)

    async def disclose_once(self, campaign: Campaign, seat: str, *, user_id: int) -> None:
        """Disclose a seat's choices like `disclose`, but only once for each board.

        :raises PoliteError: the channel can't be told now.
        """
        detail = _("{seat}, at board {version}", seat=seat, version=campaign.version)
        message = None
        async with self._campaigns.writing(campaign.id, wait=True):
            log = await self._store.look(
                partial(rows.audits.of_guild, guild_id=campaign.guild_id, campaign_id=campaign.id)
            )
            if all((row.actor_id, row.act, row.detail) != (user_id, "see", detail) for row in log):
                name = self._campaigns.title_of(campaign).seat_names[seat]
                said = _(
                    "👁️ <@{user_id}> looks at what **{name}** can do now, to act for it as a moderator.",
                    user_id=user_id,
                    name=name,
                )
                message = await self._announce(campaign, "see", "", detail, said, user_id, [seat])
        # Outside the campaign's lock: a message that can't be posted may have the campaign parked.
        await self._see_said(campaign, message)

    async def _announce(
        self,
        campaign: Campaign,
        act: str,
        reason: str,
        detail: str,
        said: str,
        user_id: int,
        seats: Collection[str],
    ) -> int:
        """Write the audit row and the message for the channel; returns the message's id."""
        now = self._store.now()
        message = 0

        def write(connection: Connection) -> None:
            nonlocal message
            rows.audits.put(connection, Audit.on(campaign, user_id, act, reason, detail), now)
            # Before the secret is sent: the bot can't know whether it arrived.
            rows.sights.look(connection, campaign.id, user_id, seats)
            rows.outbox.add(connection, campaign.id, [messages.say(said)], now)
            message = rows.outbox.newest_message(connection, campaign.id)

        await self._store.transact(write, campaign_id=campaign.id)
        return message

    async def _see_said(self, campaign: Campaign, message: int | None) -> None:
        await self._outbox.drain()
        kept = partial(rows.outbox.waits, campaign_id=campaign.id, kind=messages.SAY)
        if message is None:
            said = not await self._store.look(kept)
        else:
            said = await self._store.look(partial(rows.outbox.was_sent, message_id=message))
        if not said:
            raise PoliteError(
                _l(
                    "You can't see this now. The campaign's channel has to be told first, and I "
                    "can't write there at the moment. Try again later."
                )
            )
