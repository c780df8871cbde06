"""The store: the only access to the stored data."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import URL, Connection
from sqlalchemy.exc import IntegrityError

from bot.shards import ALL, Shards
from bot.store.columns import whole
from bot.store.database import Database, SqliteDatabase, T, Work
from bot.store.ending import Ended
from bot.store.errors import StoreError, from_driver
from bot.store.migrate import check_bots, migrate
from bot.store.records import (
    Audit,
    Campaign,
    CampaignHead,
    CardRow,
    Change,
    Deadline,
    DeadlineRow,
    JournalEntry,
    JournalRow,
    Message,
    NewCampaign,
    OutboxRow,
    Seat,
    Status,
)
from bot.store.rows import campaigns, deadlines, journal, orders, outbox, people
from bot.store.rows.due import Committed, Due, Sent, all_due, next_due
from bot.store.schema import MOVED
from bot.store.server import ServerDatabase
from data.catalogue import _

Clock = Callable[[], datetime]
Write = Callable[[Connection], object]
"""One of several writes in one transaction."""


class Store:
    """Campaigns, their journals, deadlines and outbox. Every method is one transaction.

    Errors are those of `bot.store.errors`, each a sentence. The clock gives aware times.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self._clock = clock

    @classmethod
    async def open(
        cls,
        place: Path | URL,
        clock: Clock,
        *,
        alone: bool = False,
        wait: bool = False,
        ready: Callable[[], bool] = lambda: True,
        shards: Shards = ALL,
        busy_seconds: float = 5.0,
    ) -> Self:
        """Open a database file, or one on a server by its URL, and upgrade its tables.

        :param alone: for the bot, of which a database has only one for each shard.
        :param wait: with `alone`: if there is another one, wait until it has ended.
        :param ready: with `wait`: whether this bot could go on at once; asked in another thread.
        :param shards: whose campaigns the bot looks after; on a file, all.
        :param busy_seconds: how long to wait for another process that holds the file.
        :raises DatabaseLocked: another bot runs on the database.
        :raises NewerSchemaError: a newer program wrote the database; it is left as it is.
        :raises StoreError: it can't be opened; the message says why.
        """
        store = cls(_database(place, shards, busy_seconds), clock)
        try:
            if wait:
                # Whoever took over and could not go on would leave the group to nobody.
                await check_bots(store.database)
            if alone:
                await store.database.claim(wait=wait, ready=ready)
            await migrate(store.database, alone=alone)
            await store.database.settle()
            if alone:
                await _see_that_it_is_whole(store)
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def shards(self) -> Shards:
        """The servers whose campaigns the bot looks after."""
        return self.database.shards

    async def close(self) -> None:
        """Let running work finish and close; closing twice does no harm."""
        await self.database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def create(
        self,
        new: NewCampaign,
        setup: JournalEntry | None,
        outbox: Sequence[Message] = (),
        deadlines: Sequence[Deadline] = (),
        interaction_id: int | None = None,
    ) -> Campaign:
        """Create a campaign at version 0, or with the journal of an imported one.

        :param setup: None for a lobby, whose game is set up when it begins.

        :raises CampaignRunningError: the channel has a running campaign.
        :raises DuplicateInteraction: the interaction was applied before.
        """
        now = self._now()

        def work(connection: Connection) -> Campaign:
            made = campaigns.create(
                connection,
                new,
                setup,
                messages=outbox,
                owed=deadlines,
                interaction_id=interaction_id,
                now=now,
            )
            campaign = campaigns.by_id(connection, made)
            assert campaign is not None
            return campaign

        return await self._write_once(work, None, interaction_id, channel_id=new.channel_id)

    async def commit(
        self,
        change: Change,
        finish: Callable[[Connection, Change], Change] | None = None,
        writes: Sequence[Write] = (),
    ) -> Committed:
        """Write one accepted action and all that follows from it.

        :param finish: completes the change from rows that are read in the same transaction.
        :param writes: what else belongs in the same transaction.

        :raises StaleVersionError: the campaign has moved on since it was read.
        :raises NotRunningError: the campaign is over.
        :raises DuplicateInteraction: the interaction was applied before.
        :raises UnknownCampaign: there is no such campaign.
        """
        now = self._now()

        def work(connection: Connection) -> Committed:
            whole = change if finish is None else finish(connection, change)
            for write in writes:
                write(connection)
            changed = campaigns.commit(connection, whole, now)
            orders.change(connection, change.campaign_id, change.orders, now)
            return Committed(changed, next_due(connection, changed.id, now, changed))

        # The end of a game reaches into its league.
        of = [change.campaign_id] if change.status == "running" else None
        return await self._write_once(work, of, change.interaction_id, campaign_id=change.campaign_id)

    async def end(
        self,
        campaign_id: int,
        expected_version: int,
        outbox: Sequence[Message] = (),
        interaction_id: int | None = None,
        audit: Audit | None = None,
        ending: Ended | None = None,
    ) -> int:
        """End a campaign before its rules do; returns the new version. Errors are those of `commit`."""
        work = partial(
            campaigns.end,
            campaign_id=campaign_id,
            expected_version=expected_version,
            messages=outbox,
            interaction_id=interaction_id,
            audit=audit,
            ending=ending,
            now=self._now(),
        )
        return await self._write_once(work, None, interaction_id, campaign_id=campaign_id)

    async def begin(
        self,
        campaign_id: int,
        expected_version: int,
        begun: campaigns.Begun,
        *,
        sitting: Sequence[Seat],
        outbox: Sequence[Message] = (),
        deadlines: Sequence[Deadline] = (),
        interaction_id: int | None = None,
    ) -> int:
        """Start a lobby's campaign with these seats; returns the new version.

        Errors are those of `commit`.
        """
        work = partial(
            campaigns.begin,
            campaign_id=campaign_id,
            expected_version=expected_version,
            begun=begun,
            messages=outbox,
            owed=deadlines,
            sitting=sitting,
            interaction_id=interaction_id,
            now=self._now(),
        )
        return await self._write_once(work, None, interaction_id, campaign_id=campaign_id)

    def check_place(self) -> None:
        """Check that the database is still the one that was opened.

        :raises DatabaseLost: it was replaced or deleted, and writes would be lost.
        """
        self.database.check_place()

    async def transact(self, *writes: Write, campaign_id: int | None = None, alone: bool = False) -> None:
        """Run several writes of the modules of `bot.store` in one transaction: all of them, or none.

        :param campaign_id: the one campaign whose rows they read and write, so that they need not wait for
            those who write others; `bot.store.server` says what else they may do then.
        :param alone: they reach beyond that campaign.
        :raises UnknownCampaign: there is no such campaign.
        """
        of = None if alone or campaign_id is None else [campaign_id]
        await self._write_once(partial(_each, writes), of, campaign_id=campaign_id)

    async def set(self, *writes: Write) -> None:
        """Run writes in one transaction that belong to no campaign, and each of whose statements is right by
        itself, as `bot.store.server` says."""
        await self._write_once(partial(_each, writes), ())

    async def look(self, query: Callable[[Connection], T]) -> T:
        """Read with a function of the modules of `bot.store`."""
        return await self.database.read(query)

    def now(self) -> datetime:
        """The time in the store's precision, for writes in `transact`."""
        return self._now()

    async def campaign(self, campaign_id: int) -> Campaign | None:
        """The campaign with this id."""
        return await self.database.read(lambda c: campaigns.by_id(c, campaign_id))

    async def campaign_head(self, campaign_id: int) -> CampaignHead | None:
        """The campaign with this id, without its snapshot."""
        return await self.database.read(lambda c: campaigns.head(c, campaign_id))

    async def running_in(self, channel_id: int) -> Campaign | None:
        """The running campaign of a channel."""
        return await self.database.read(lambda c: campaigns.running_in(c, channel_id))

    async def latest_in(self, channel_id: int) -> Campaign | None:
        """The running campaign of a channel, or its last one."""
        return await self.database.read(lambda c: campaigns.latest_in(c, channel_id))

    async def latest_with_card(self, channel_id: int) -> tuple[Campaign | None, CardRow | None]:
        """The running campaign of a channel, or its last one, with its newest card."""

        def work(connection: Connection) -> tuple[Campaign | None, CardRow | None]:
            campaign = campaigns.latest_in(connection, channel_id)
            return campaign, None if campaign is None else outbox.newest(connection, campaign.id)

        return await self.database.read(work)

    async def campaigns_of(
        self, guild_id: int, status: Status | None = None, *, limit: int = 25, offset: int = 0
    ) -> list[CampaignHead]:
        """A server's campaigns, newest first."""
        return await self.database.read(
            lambda c: campaigns.of_guild(c, guild_id, status, limit=limit, offset=offset)
        )

    async def journal(
        self, campaign_id: int, first_seq: int = 0, last_seq: int | None = None
    ) -> list[JournalRow]:
        """Journal entries in order, from one to another, both included; entry 0 is the set-up."""
        return await self.database.read(lambda c: journal.entries(c, campaign_id, first_seq, last_seq))

    async def journal_of_chapter(
        self, campaign_id: int, chapter: int, *, after: int = -1
    ) -> list[JournalRow]:
        """Entries after `after` that began in a chapter, ended in it or passed through it, in order."""
        return await self.database.read(lambda c: journal.of_chapter(c, campaign_id, chapter, after))

    async def journal_tail(self, campaign_id: int, n: int) -> list[JournalRow]:
        """The last `n` journal entries, in order."""
        return await self.database.read(lambda c: journal.tail(c, campaign_id, n))

    async def add_outbox(self, campaign_id: int, messages: Sequence[Message]) -> None:
        """Add messages without an action, such as a card that has to be posted again.

        :raises UnknownCampaign: there is no such campaign.
        """
        now = self._now()
        said = partial(outbox.add, campaign_id=campaign_id, messages=messages, now=now)
        await self.transact(said, campaign_id=campaign_id)

    async def due_messages(
        self, now: datetime, limit: int = 100, *, but: Collection[int] = ()
    ) -> list[OutboxRow]:
        """Messages that may be sent now, oldest first; of one chapter's cards only the newest.

        :param but: campaigns whose messages are left out.
        """
        left_out = list(but)
        return await self.database.read(lambda c: outbox.due(c, now, limit, left_out))

    async def all_due(self, now: datetime, limit: int, *, but: Collection[int] = ()) -> list[Due]:
        """The messages of `due_messages`, each with what its poster needs."""
        left_out = list(but)
        return await self.database.read(lambda c: all_due(c, now, limit, left_out))

    async def next_due(self, campaign_id: int, now: datetime) -> Due | None:
        """The next message of a campaign that may be sent, with what its poster needs."""
        return await self.database.read(lambda c: next_due(c, campaign_id, now))

    async def mark_sent(
        self, ids: Sequence[int], card: CardRow | None = None, *, then: int | None = None, note: str = ""
    ) -> Sent:
        """Mark messages as sent, and with a card all older ones of its chapter; store the card's place.

        :param then: the campaign whose next message is returned.
        :param note: the key of a note that is returned with it.
        """
        now = self._now()

        def work(connection: Connection) -> Sent:
            outbox.sent(connection, ids, card, now)
            due = None if then is None else next_due(connection, then, now)
            return Sent(due, people.noted(connection, note))

        of = {*([] if then is None else [then]), *([] if card is None else [card.campaign_id])}
        return await self._write_once(work, [*of] or None)

    async def postpone(
        self, message_id: int, error: str, not_before: datetime, *, tried: bool = True
    ) -> None:
        """Try a message again later.

        :param tried: whether it was tried, and failed.
        """
        await self.set(lambda c: outbox.postpone(c, message_id, error, not_before, tried=tried))

    async def give_up(self, message_id: int, error: str) -> None:
        """Give up a message after a lasting failure."""
        now = self._now()
        await self.set(lambda c: outbox.give_up(c, message_id, error, now))

    async def card(self, campaign_id: int, chapter: int) -> CardRow | None:
        """The message that shows a chapter."""
        return await self.database.read(lambda c: outbox.hanging(c, campaign_id, chapter))

    async def deadlines_of(self, campaign_id: int) -> list[DeadlineRow]:
        """All deadlines of a campaign, by seat."""
        return await self.database.read(lambda c: deadlines.of_campaign(c, campaign_id))

    def _now(self) -> datetime:
        return whole(self._clock())

    async def _write_once(
        self,
        work: Work[T],
        of: Sequence[int] | None,
        interaction_id: int | None = None,
        *,
        campaign_id: int | None = None,
        channel_id: int | None = None,
    ) -> T:
        try:
            return await self.database.write(work, of)
        except (IntegrityError, sqlite3.IntegrityError) as error:
            why = await self.database.read(
                lambda c: campaigns.why_not(c, interaction_id, campaign_id, channel_id)
            )
            raise why or from_driver(getattr(error, "orig", error), self.database.place) from error


def _each(writes: Sequence[Write], connection: Connection) -> None:
    for write in writes:
        write(connection)


async def _see_that_it_is_whole(store: Store) -> None:
    """Check that the database is not the target of a move that goes on.

    :raises StoreError: it is.
    """
    if await store.look(partial(people.noted, key=MOVED)) is not None:
        raise StoreError(
            _(
                "The move to the database {place} is not finished: run `tocsin move-store` again.",
                place=store.database.place,
            )
        )


def _database(place: Path | URL, shards: Shards, busy_seconds: float) -> Database:
    if isinstance(place, Path):
        return SqliteDatabase.at(place, busy_seconds=busy_seconds)
    return ServerDatabase(place, shards)
