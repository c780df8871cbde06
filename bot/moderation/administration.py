"""Administration of a campaign: its clock, its channel, its end, and the import of records.

Each act and its entry in the audit log are written together, or not at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from threading import Event as Flag
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection

from bot.campaigns import guards, messages, records, telling
from bot.campaigns.consent import Agreed
from bot.campaigns.languages import SERVERS
from bot.campaigns.service import Campaigns
from bot.clock import notation
from bot.errors import PoliteError, StaleError
from bot.pauses import by_hand
from bot.store import (
    Audit,
    Campaign,
    CampaignRunningError,
    Deadline,
    Ended,
    JournalEntry,
    Message,
    NewCampaign,
    Write,
    rows,
)
from bot.surface import layout
from data.catalogue import _, alone, aloud
from data.sentences import _l
from engines.core.contract import AnyTitle
from engines.core.errors import EngineError, StateError
from engines.core.record import Record

REPLAY_SECONDS = 20.0
"""Most seconds for the replay of an imported record."""

T = TypeVar("T")


class Incoming(NamedTuple):
    """A record that can be imported."""

    new: NewCampaign
    setup: JournalEntry
    title: AnyTitle

    @property
    def chapter(self) -> int:
        """The present chapter of the record."""
        return (self.new.journal[-1] if self.new.journal else self.setup).chapter_after


class Administration:
    """What moderators do with a campaign, and the part of it that a creator may do.

    The caller checks their rights first.
    """

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def set_clock(
        self, campaign_id: int, typed: str, reason: str, *, user_id: int, agreed: Agreed | None = None
    ) -> str:
        """Give a campaign another clock; each player who owes a decision is told, and has the whole time.

        :param agreed: the request that all have agreed to.
        :returns: the clock in a sentence.
        :raises ClockError: it can't be read.
        """
        clock = notation.read(typed)
        written = notation.written(clock)
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.is_over:
                raise StaleError(_l("That campaign is over. Its clock no longer runs."))
            with alone():
                if campaign.clock == written:
                    raise PoliteError(
                        _("The campaign already has that clock. {clock}", clock=notation.words(clock))
                    )
            owed = await self._owed(campaign, written, user_id)
            now = self._store.now()
            said = _(
                "⏱️ <@{user_id}> sets the clock{reason}\n-# {clock}",
                user_id=user_id,
                reason=layout.why(reason),
                clock=notation.words(clock),
            )
            await self._store.transact(
                *([] if agreed is None else [agreed.settling]),
                partial(
                    rows.campaigns.alter, campaign_id=campaign_id, clock=written, version=campaign.version + 1
                ),
                partial(rows.seats.empty_banks, campaign_id=campaign_id),
                partial(rows.deadlines.replace, campaign_id=campaign_id, deadlines=owed),
                partial(
                    rows.audits.put,
                    noted=Audit.on(campaign, user_id, "clock", reason, f"{campaign.clock} → {written}"),
                    now=now,
                ),
                partial(
                    rows.outbox.add,
                    campaign_id=campaign_id,
                    messages=[
                        messages.card(self._campaigns.card_chapter(campaign)),
                        messages.say(said),
                        *await self._notices(campaign, user_id),
                    ],
                    now=now,
                ),
                campaign_id=campaign_id,
            )
        return notation.words(clock)

    async def set_language(self, campaign_id: int, chosen: str, *, user_id: int) -> None:
        """Tell what everybody reads of a campaign in another language from now on.

        :param chosen: empty for the server's.
        :raises PoliteError: it is over, or told so already.
        """
        languages = self._campaigns.languages
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.is_over:
                raise StaleError(guards.OVER)
            if campaign.language == chosen:
                raise PoliteError(_l("The campaign is already told in that language."))
            now = self._store.now()
            async with languages.aloud(msgspec.structs.replace(campaign, language=chosen)):
                said = _("🗣️ <@{user_id}> has this campaign told in English from now on.", user_id=user_id)
            detail = f"{campaign.language or SERVERS[0]} → {chosen or SERVERS[0]}"
            noted = Audit.on(campaign, user_id, "language", detail=detail)
            shown = [messages.card(self._campaigns.card_chapter(campaign)), messages.say(said)]
            await self._store.transact(
                partial(rows.campaigns.alter, campaign_id=campaign_id, language=chosen),
                partial(rows.audits.put, noted=noted, now=now),
                partial(rows.outbox.add, campaign_id=campaign_id, messages=shown, now=now),
                campaign_id=campaign_id,
            )
            languages.changed_in(campaign, chosen)

    async def _owed(self, campaign: Campaign, clock: str, user_id: int) -> list[Deadline]:
        """The deadlines with the whole time of a new clock from now; stopped if the campaign is."""
        if campaign.status != "running":
            return []
        decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
        # The time in a seat's bank belonged to the clock before.
        seating = {name: msgspec.structs.replace(each, bank=None) for name, each in campaign.seating.items()}
        return await self._campaigns.timekeeper.first(
            decisions, clock, seating, stopped=campaign.stands_still, knowing=campaign.held_by(user_id)
        )

    async def _notices(self, campaign: Campaign, user_id: int) -> list[Message]:
        """A notice for each player who owes a decision under the new clock."""
        if campaign.status != "running" or campaign.stands_still:
            return []
        decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
        return await self._campaigns.timekeeper.notices((), decisions, campaign.seating, user_id)

    async def end(
        self, campaign_id: int, version: int, reason: str, *, user_id: int, moderator: bool
    ) -> Campaign:
        """End a campaign without a result, or close its lobby, for a person who may do so alone.

        :param moderator: the user is a moderator who does not play.
        :raises StaleError: it has moved on, or is over already.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.by_id(campaign_id)
            noted = Audit.on(campaign, user_id, "end", reason)
            lobby = campaign.status == "lobby"
            done = _("closes the lobby") if lobby else _("ends the campaign")
            said = messages.say(f"🏁 <@{user_id}> {done}{layout.why(reason)}")
            ending = None if lobby else Ended("void", by=user_id, moderator=moderator, reason=reason)
            return await self._campaigns.end(
                campaign, version=version, ending=ending, audit=noted, say=[said]
            )

    async def move(self, campaign_id: int, channel_id: int, *, user_id: int) -> Campaign:
        """Move a campaign into another channel, and let it go on if its own was gone.

        :raises PoliteError: it is over, it is there already, or the channel has a campaign.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.is_over:
                raise StaleError(_l("That campaign is over. Its history stays in its channel."))
            if campaign.channel_id == channel_id and campaign.parked_at is None:
                raise PoliteError(_l("That campaign is already played in this channel."))
            chapter, now = self._campaigns.card_chapter(campaign), self._store.now()
            going, notices = await self._let_go_on(campaign, user_id)
            name = self._campaigns.packs.game_of(campaign).name
            said = _(
                "🧭 <@{user_id}> moved **{name}** here from <#{channel_id}>. The campaign continues.",
                user_id=user_id,
                name=name,
                channel_id=campaign.channel_id,
            )

            def write(connection: Connection) -> None:
                present = rows.campaigns.running_in(connection, channel_id)
                if present is not None and present.id != campaign_id:
                    raise CampaignRunningError(channel_id, present.id)
                rows.campaigns.alter(connection, campaign_id, channel_id=channel_id, parked_at=None)
                for each in going:
                    each(connection)
                rows.outbox.unhang(connection, campaign_id, chapter)
                rows.spectators.settle(connection, campaign_id, now, moved=True)
                detail = f"{campaign.channel_id} → {channel_id}"
                rows.audits.put(connection, Audit.on(campaign, user_id, "move", detail=detail), now)
                rows.outbox.add(
                    connection, campaign_id, [messages.say(said), messages.card(chapter), *notices], now
                )

            try:
                # Two campaigns are concerned, if the channel has one.
                await self._store.transact(write, campaign_id=campaign_id, alone=True)
            except CampaignRunningError:
                raise PoliteError(
                    _l(
                        "This channel already has a campaign. Use `/mod move` in another channel, or "
                        "end this campaign first."
                    )
                ) from None
        return await self._campaigns.by_id(campaign_id)

    async def _let_go_on(self, campaign: Campaign, user_id: int) -> tuple[list[Write], list[Message]]:
        """The writes and notices by which a campaign whose channel was gone goes on.

        A campaign that is also paused stays paused.
        """
        if campaign.status != "running" or campaign.parked_at is None or campaign.paused_at is not None:
            return [], []
        decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
        notices = await self._campaigns.timekeeper.notices((), decisions, campaign.seating, user_id)
        return await by_hand.start_clocks(self._campaigns, campaign, user_id=user_id), notices

    async def note(self, campaign: Campaign, act: str, reason: str = "", *, user_id: int) -> None:
        """Log an act that changes nothing."""
        noted = Audit.on(campaign, user_id, act, reason)
        await self._store.transact(
            partial(rows.audits.put, noted=noted, now=self._store.now()), campaign_id=campaign.id
        )

    async def incoming(
        self, record: Record, *, guild_id: int, channel_id: int, user_id: int, open_seats: bool
    ) -> Incoming:
        """A record replayed under the present rules, off the event loop and with a time limit.

        :raises PoliteError: it can't be imported; the text says why.
        :raises EngineError: an entry does not follow.
        """
        title = await asyncio.to_thread(self._campaigns.packs.of_record, record)
        given_up = Flag()
        replayed: Callable[[], tuple[NewCampaign, JournalEntry]] = partial(
            records.restored,
            title,
            record,
            guild_id,
            channel_id,
            user_id,
            open_seats=open_seats,
            stopped=given_up.is_set,
        )
        try:
            new, setup = await within(asyncio.to_thread(replayed), given_up)
        except StateError as error:
            raise PoliteError(
                _l("That record can't be played here: {message}.", message=layout.plain(error.message))
            ) from error
        return Incoming(new, setup, title)

    async def take_in(self, incoming: Incoming, *, user_id: int) -> int:
        """Create a campaign from a record; returns its id.

        :raises PoliteError: the channel has a campaign.
        """
        new, now = incoming.new, self._store.now()
        with aloud():
            sentence = telling.taken_in(incoming.title, new)
        made = 0

        def write(connection: Connection) -> None:
            nonlocal made
            present = rows.campaigns.running_in(connection, new.channel_id)
            if present is not None:
                raise CampaignRunningError(new.channel_id, present.id)
            made = rows.campaigns.create(
                connection,
                new,
                incoming.setup,
                messages=[messages.say(sentence), messages.card(incoming.chapter)],
                owed=(),
                interaction_id=None,
                now=now,
            )
            noted = Audit(
                guild_id=new.guild_id,
                campaign_id=made,
                actor_id=user_id,
                act="import",
                detail=_("{title}, {number} entries", title=new.title, number=len(new.journal)),
            )
            rows.audits.put(connection, noted, now)

        try:
            await self._store.transact(write)
        except CampaignRunningError:
            raise PoliteError(
                _l(
                    "This channel already has a campaign. Import the record in another channel, or "
                    "end this campaign first."
                )
            ) from None
        await self._campaigns.packs.learn()
        return made


async def within(work: Awaitable[T], given_up: Flag) -> T:
    """Await the work of a thread, and tell the thread if the caller no longer waits.

    :raises PoliteError: it takes too long.
    """
    task = asyncio.ensure_future(work)
    done, _late = await asyncio.wait([task], timeout=REPLAY_SECONDS)
    if not done:
        given_up.set()
        # The thread stops at its next entry; its error has been reported here already.
        with suppress(PoliteError, EngineError):
            await task
        raise PoliteError(
            _(
                "Replaying that record takes more than {replay_seconds:.0f} seconds, so it is not imported.",
                replay_seconds=REPLAY_SECONDS,
            )
        )
    return task.result()
