"""The messages for Discord, sent after the commit: once, in order, until they have arrived."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

import aiohttp
import discord
import msgspec
from sqlalchemy import Connection

from bot import logs, metrics
from bot.campaigns import messages
from bot.errors import PoliteError, incident
from bot.outbox.breaker import Breaker
from bot.outbox.parking import WHY, Parking, shut_out
from bot.posts.card.poster import FRESH
from bot.store import Campaign, CardRow, Due, OutboxRow, Store, StoreError, rows
from render import RenderError

log = logging.getLogger("tocsin.outbox")

RETRY = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30))
ATTEMPTS = 12
ATTEMPTS_SHUT_OUT = 14 * 48
"""A fortnight of half hours, in which a moderator may give the bot access again."""
AT_ONCE = 16
"""Messages that are taken up together."""
GONE = (10003, 10004)
"""Unknown channel, unknown guild."""
SHUT = (50083, 160005)
"""An archived thread, a locked thread."""
SHUT_OUT = "the bot may not write in the channel"
UNSEEN = "Discord has not told yet what there is on the server"
REFUSALS = (401, 403, 429)
"""Refusals of which Discord tolerates only a limited number."""

Poster = Callable[[Due, Campaign], Awaitable[CardRow | None]]
"""Sends one message; returns the place of the card if it is one."""


class Outbox:
    """Sends the messages of the outbox table to Discord.

    `kick` starts a drain that ends when nothing is due, or when Discord does not answer; there is never
    more than one drain.

    :param posters: by kind of message.
    :param steady: a clock that does not step, for the pauses while Discord fails.
    """

    def __init__(
        self,
        store: Store,
        posters: Mapping[str, Poster],
        parking: Parking,
        clock: Callable[[], datetime],
        steady: Callable[[], datetime] | None = None,
    ) -> None:
        self._store = store
        self._posters = posters
        self._parking = parking
        self._clock = clock
        self._steady = steady or clock
        self.breaker = Breaker()
        self.told: Callable[[Campaign], object] = lambda campaign: None
        """Called after what was due in a campaign was sent, or some of it, with the campaign of then."""
        self._probes = 0
        self._drain: asyncio.Task[None] | None = None
        self._draining = asyncio.Lock()
        self._more = asyncio.Event()
        """Set if the outbox was kicked since the drain last went on."""
        self._look = False
        """Whether the stored messages have to be looked through."""
        self._handed: dict[int, Due] = {}
        """Next messages of campaigns that were just read, for the drain to take up."""
        self._passed_over = False
        """Whether messages may be due that were passed over, because their campaign was being sent."""
        self._unkept = False
        """Whether the database has failed: what is posted then would be posted again and again."""
        self._stopped = False
        self._posted: dict[int, CardRow | None] = {}
        """Messages that are posted, which the database could not be told."""

    def kick(self, due: Due | None = None) -> None:
        """Send due messages in the background.

        :param due: a campaign's next message, just read; without it, the outbox looks for itself.
        """
        if self._stopped:
            return
        if due is None:
            self._look = True
        elif not self._store.shards.serves(due.campaign.guild_id):
            # A person-wide command changed it; the bot of its server says so.
            return
        else:
            self._handed[due.campaign_id] = due
        self._more.set()
        if self._drain is None or self._drain.done():
            self._drain = asyncio.get_running_loop().create_task(self._run(), name="outbox")

    async def stop(self) -> None:
        """Send no more than the messages that are being sent; all others are left to the next bot."""
        self._stopped = True
        await self.close()

    async def close(self) -> None:
        """Let a drain under way finish."""
        self._look = False
        self._handed.clear()
        if self._drain is not None:
            await asyncio.gather(self._drain, return_exceptions=True)

    async def _run(self) -> None:
        logs.about_nothing()
        while (self._look or self._handed) and not self._stopped:
            try:
                await self._drained()
            except StoreError as error:
                log.warning("the outbox waits for the database: %s", error)

    async def drain(self) -> None:
        """Send all due messages."""
        self._look = True
        await self._drained()

    async def _drained(self) -> None:
        """Send what is due; only one drain at a time, or a message would be sent twice."""
        async with self._draining:
            sending: dict[int, asyncio.Task[None]] = {}
            if self._unkept:
                await self._store.set(_tried)
                self._unkept = False
            try:
                await self._send_in_turn(sending)
                # The database knows of all that was posted.
                self._posted.clear()
            except StoreError:
                self._unkept = True
                raise
            except asyncio.CancelledError:
                for task in sending.values():
                    task.cancel()
                raise
            finally:
                # All must have ended before another drain may begin, even if one failed.
                await asyncio.gather(*sending.values(), return_exceptions=True)

    async def _send_in_turn(self, sending: dict[int, asyncio.Task[None]]) -> None:
        """Send in order within a campaign; a campaign's slow channel does not hold up the others.

        :param sending: tasks by campaign; empty again at the end, except for failures.
        """
        loop = asyncio.get_running_loop()
        while True:
            self._more.clear()
            for due in await self._due(sending):
                if due.campaign_id not in sending:
                    sending[due.campaign_id] = loop.create_task(self._send_all(due))
            if not sending:
                return
            more = loop.create_task(self._more.wait())
            try:
                await asyncio.wait({more, *sending.values()}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                more.cancel()
                # It ends before the drain does, so that nothing is left to run after the last message.
                await asyncio.wait([more])
            for campaign_id in [campaign_id for campaign_id, task in sending.items() if task.done()]:
                sending.pop(campaign_id).result()
                # What was handed over meanwhile may have been sent by now, so it is read again.
                overtaken = self._handed.pop(campaign_id, None) is not None
                self._look, self._passed_over = self._look or self._passed_over or overtaken, False

    async def _due(self, sending: Collection[int]) -> Sequence[Due]:
        """The messages that may be sent now: none while the breaker is open, one as its probe.

        :param sending: campaigns that have to wait for their present message.
        """
        if self._stopped:
            return ()
        if len(sending) >= AT_ONCE:
            # What waits is read again once there is room, since its campaign may have moved on by then.
            self._look |= bool(self._handed)
            self._handed.clear()
            return ()
        look, self._look = self._look, False
        handed, self._handed = self._handed, {}
        state = self.breaker.state(self._steady())
        if state == "open":
            return ()
        self._passed_over |= bool(sending) and (
            look or state != "closed" or not handed.keys().isdisjoint(sending)
        )
        if state == "closed" and not look:
            return [due for campaign_id, due in handed.items() if campaign_id not in sending]
        if sending and state != "closed":
            return ()
        due = await self._store.all_due(self._clock(), AT_ONCE, but=sending)
        if state == "closed" or not due:
            if len(due) == AT_ONCE:
                # These may be of a few campaigns, and those of others are behind them.
                self._look = True
                self._more.set()
            return due
        # The others follow at once if Discord answers.
        self._passed_over |= len(due) > 1
        # The probe changes each time, so that a message that can't be sent does not block the others for
        # ever.
        self._probes += 1
        return [due[self._probes % len(due)]]

    @property
    def sends(self) -> bool:
        """Whether messages are sent now; not while Discord fails."""
        return self.breaker.state(self._steady()) == "closed"

    async def backlog(self) -> tuple[int, timedelta]:
        """How many messages could be sent now, and how long the oldest has been due."""
        now = self._clock()
        number, oldest = await self._store.look(partial(rows.outbox.backlog, now=now))
        return number, timedelta() if oldest is None else now - oldest

    async def stuck(self, long: timedelta) -> int | None:
        """The oldest message that has been due for so long although Discord answers, or None."""
        now = self._clock()
        if self.breaker.state(now) != "closed":
            return None
        due = await self._store.due_messages(now - long, AT_ONCE)
        return next((row.id for row in due if row.created_at <= now - long), None)

    async def _send_all(self, due: Due | None) -> None:
        """Send a campaign's messages, beginning with this one."""
        silent, newest = False, None
        if due is not None:
            logs.about(campaign=due.campaign_id, guild=due.campaign.guild_id)
        while due is not None and not self._stopped and self.breaker.state(self._steady()) != "open":
            if silent and due.kind not in (*messages.PRIVATE, *messages.ELSEWHERE):
                await self._postpone(due, SHUT_OUT)
                due = await self._next(due)
            else:
                before = due
                due, shut, sent = await self._send(due)
                silent = silent or shut
                if sent:
                    newest = before.campaign
        if newest is not None:
            self.told(newest)

    async def _next(self, due: Due) -> Due | None:
        return await self._store.next_due(due.campaign_id, self._clock())

    async def _send(self, due: Due) -> tuple[Due | None, bool, bool]:
        """Send a message, or arrange a later try.

        Returns the campaign's next message, whether its channel is shut to the bot, and whether it was sent.
        """
        campaign, shut, sent = due.campaign, False, False
        if campaign.parked_at is not None and due.kind not in messages.PRIVATE:
            await self._give_up(due, WHY)
            return await self._next(due), False, False
        if due.kind in messages.SEEING and not self._parking.seen(campaign):
            # Nobody would be seen there, and no channel: it would be told to nobody, or to the wrong people.
            await self._store.postpone(due.id, UNSEEN, self._clock() + RETRY[0], tried=False)
            return await self._next(due), False, False
        # A bot that was frozen sends nothing that another has sent meanwhile.
        self._store.check_place()
        try:
            first, said = self._first(due)
            if said not in self._posted:
                with metrics.POST.time():
                    self._posted[said] = await self._posters[due.kind](first, campaign)
        except discord.HTTPException as error:
            shut = await self._refused(due, campaign, error)
        except discord.RateLimited as error:
            self._note_refusal()
            await self._failed(due, error, at_least=timedelta(seconds=error.retry_after))
        except (aiohttp.ClientError, ConnectionError, TimeoutError) as error:
            await self._unanswered(due, error)
        except (PoliteError, RenderError, OSError) as error:
            await self._failed(due, error)
        except Exception as error:  # noqa: BLE001 - one bad message must not hold up the others
            incident(error, f"sending message {due.id} of campaign {due.campaign_id}")
            await self._failed(due, error)
        else:
            self.breaker.answered()
            note, posted = shut_out(campaign.id), self._posted[said]
            then, since = await self._store.mark_sent([said], posted, then=campaign.id, note=note)
            del self._posted[said]
            metrics.MESSAGES.labels("sent").inc()
            sent = True
            metrics.TOLD.observe((self._clock() - due.due_at) / timedelta(seconds=1))
            if since is None or not _is_new(due, due.hanging, posted):
                return then, False, sent
            await self._parking.let_in(campaign, datetime.fromisoformat(since))
        return await self._next(due), shut, sent

    def _first(self, due: Due) -> tuple[Due, int]:
        """The message to send now, from which a card may be posted, and the id of the last that it replaces.

        A bot that died after it had posted a card, but before it had stored that, leaves the message waiting.
        A newer one that replaces it is sent with the same nonce, or there would be two cards. Discord may
        then return the old card, so the newest message waits to update it.
        """
        stays = due.hanging is not None and self._clock() - due.hanging.posted_at <= FRESH
        if stays or not due.older:
            return due, due.id
        return msgspec.structs.replace(due, id=due.older[0]), due.older[-1]

    async def _refused(self, row: OutboxRow, campaign: Campaign, error: discord.HTTPException) -> bool:
        """Handle a refusal of Discord's; returns True if the channel is shut to the bot."""
        if error.status in REFUSALS:
            self._note_refusal()
        if error.status >= 500 or error.status in (401, 429):
            await self._unanswered(row, error)
            return False
        self.breaker.answered()
        if row.kind in messages.PRIVATE and error.status in (403, 404):
            # A person who takes no messages from the bot, or no longer exists, loses nothing else.
            await self._give_up(row, str(error), quietly=True)
            return False
        if error.code in GONE or (error.status == 403 and self._parking.left(campaign)):
            await self._give_up(row, str(error))
            # A card to be retracted may be in the campaign's former channel.
            if row.kind != messages.RETRACT:
                await self._parking.park(campaign.id, campaign.channel_id)
            return False
        if error.status == 403 or error.code in SHUT:
            await self._failed(row, error, attempts=ATTEMPTS_SHUT_OUT)
            await self._parking.shut_out(campaign)
            return True
        await self._failed(row, error)
        return False

    def _note_refusal(self) -> None:
        if self.breaker.refused(self._steady()):
            log.warning(
                "Discord has refused so much that nothing is asked of it until %s", self.breaker.until
            )

    async def _unanswered(self, row: OutboxRow, error: Exception) -> None:
        """Discord failed. Once it is clear that the message is not at fault, it simply waits."""
        if self.breaker.failed(self._steady()):
            log.warning("Discord fails (%s); the next probe is at %s", error, self.breaker.until)
        if self.breaker.state(self._steady()) == "closed":
            await self._failed(row, error)

    async def _failed(
        self,
        row: OutboxRow,
        error: Exception,
        *,
        attempts: int = ATTEMPTS,
        at_least: timedelta = timedelta(0),
    ) -> None:
        if row.attempts + 1 >= attempts:
            await self._give_up(row, str(error))
        else:
            log.info("message %s of campaign %s waits: %s", row.id, row.campaign_id, error)
            await self._postpone(row, str(error), at_least)

    async def _postpone(self, row: OutboxRow, why: str, at_least: timedelta = timedelta(0)) -> None:
        wait = max(RETRY[min(row.attempts, len(RETRY) - 1)], at_least)
        metrics.MESSAGES.labels("postponed").inc()
        await self._store.postpone(row.id, why, self._clock() + wait)

    async def _give_up(self, row: OutboxRow, why: str, *, quietly: bool = False) -> None:
        level = logging.DEBUG if quietly else logging.WARNING
        log.log(level, "message %s of campaign %s is given up: %s", row.id, row.campaign_id, why)
        metrics.MESSAGES.labels("given up").inc()
        await self._store.give_up(row.id, why)


def _tried(connection: Connection) -> None:
    """Write something, and leave nothing of it."""
    rows.people.note(connection, "tried", "")
    rows.people.unnote(connection, "tried")


def _is_new(row: OutboxRow, hung: CardRow | None, hangs: CardRow | None) -> bool:
    """Whether a sent message is a new post in its channel.

    The bot may edit and delete its own posts in a channel in which it may not write.
    """
    if row.kind == messages.CARD:
        return hangs is not None and (hung is None or hangs.message_id != hung.message_id)
    return row.kind not in (*messages.PRIVATE, *messages.ELSEWHERE, messages.RETRACT, messages.ARCHIVE)
