"""What moderators do to a campaign. Each act is in the audit log, written with its effect or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from threading import Event as Flag
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection

from bot import archive, layout, messages, pausing, refusals
from bot import clock as clocks
from bot.campaigns import Campaigns
from bot.errors import PoliteError, StaleError
from bot.outbox import Outbox
from bot.progress import Progress
from bot.store import (
    Audit,
    Campaign,
    CampaignRunningError,
    Deadline,
    DuplicateInteraction,
    JournalEntry,
    Message,
    NewCampaign,
    audits,
    deadlines,
    seats,
)
from bot.store import campaigns as rows
from bot.store import outbox as unsaid
from engines.core.contract import AnyTitle
from engines.core.errors import EngineError, StateError
from engines.core.events import Edited, Event, TableDice
from engines.core.record import Record

REPLAY_SECONDS = 20.0
"""How long a record that is taken in may be replayed."""

T = TypeVar("T")


class Put(NamedTuple):
    """An edit as it would be made."""

    text: str
    """In its notation."""
    events: list[Event]
    """What happens, as the public is told."""


class Incoming(NamedTuple):
    """A record that can be taken in."""

    new: NewCampaign
    setup: JournalEntry
    title: AnyTitle

    @property
    def chapter(self) -> int:
        """The chapter that it stands in."""
        return (self.new.journal[-1] if self.new.journal else self.setup).chapter_after


def audit(campaign: Campaign, actor_id: int, act: str, reason: str = "", detail: str = "") -> Audit:
    """An act on a campaign, for the log."""
    return Audit(
        guild_id=campaign.guild_id,
        campaign_id=campaign.id,
        actor_id=actor_id,
        act=act,
        reason=reason,
        detail=detail,
    )


def put(title: AnyTitle, state: msgspec.Struct, text: str) -> Put:
    """An edit as it would be made now.

    :raises EngineError: it can't be.
    """
    step = title.edit(state, text)
    edited = next(event for event in step.events if isinstance(event, Edited))
    return Put(edited.text, title.told_all(step.events, None))


def publicly(title: AnyTitle, text: str) -> str:
    """An edit as everybody may read it: the log has readers who play."""
    told = title.told(Edited(text), None)
    return told.text if isinstance(told, Edited) else ""


class Moderating:
    """The acts of moderators, and those of them that a creator may do.

    Whether somebody may is asked by whoever calls, before.
    """

    def __init__(self, campaigns: Campaigns, outbox: Outbox) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self._outbox = outbox

    async def act_for(
        self,
        campaign_id: int,
        seat: str,
        action: str,
        reason: str,
        *,
        user_id: int,
        interaction_id: int | None = None,
        see: bool = False,
    ) -> list[Event]:
        """Act for a seat; gives what happened, as the public is told.

        :param see: whether the moderator may learn why an action of a seat with secrets is refused.
        :raises EngineError: the rules refuse it.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.known(campaign_id)
            refusals.playable(campaign)
            title = self._campaigns.title_of(campaign)
            progress = Progress(title, campaign)
            title.seated(seat)
            name = title.seat_names[seat]
            if all(owed.seat != seat for owed in title.decisions(progress.state)):
                raise StaleError(f"{name} has nothing to decide now, so that nobody can act for it.")
            try:
                written = progress.act(seat, action, user_id=user_id, source="moderator")
            except EngineError as error:
                if title.secrets and not see:
                    # Both the reason and what is legal instead may tell what only the seat knows.
                    raise PoliteError(
                        f"That is no action that {name} can take now. Why not is {name}'s secret; with "
                        "`see: True` it is told, which is logged and said in the channel."
                    ) from error
                raise
            detail = seat if title.secrets else f"{seat}: {written}"
            await self._commit_once(
                progress,
                user_id=user_id,
                interaction_id=interaction_id,
                audit=audit(campaign, user_id, "act-for", reason, detail),
                say=[messages.say(f"🛡️ <@{user_id}> acts for **{name}**{layout.why(reason)}")],
            )
            return title.told_all(progress.events, None)

    async def _commit_once(self, progress: Progress, **written: Any) -> None:
        try:
            await self._campaigns.commit(progress, **written)
        except DuplicateInteraction:
            raise StaleError("That was carried out already; the card shows what came of it.") from None

    async def edit(self, campaign_id: int, version: int, text: str, reason: str, *, user_id: int) -> None:
        """Put something right on the table.

        :raises EngineError: it can't be.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._present(campaign_id, version)
            title = self._campaigns.title_of(campaign)
            progress = Progress(title, campaign)
            progress.edit(put(title, progress.state, text).text, user_id=user_id)
            shown = publicly(title, text)
            await self._campaigns.commit(
                progress,
                user_id=user_id,
                audit=audit(campaign, user_id, "set", reason, shown),
                say=[messages.say(f"🛠️ <@{user_id}> puts something right{layout.why(reason)}")],
            )

    async def _present(self, campaign_id: int, version: int) -> Campaign:
        campaign = await self._campaigns.known(campaign_id)
        refusals.playable(campaign)
        if campaign.version != version:
            raise StaleError("The campaign has moved on since. Give the command again.")
        return campaign

    async def roll(
        self, campaign_id: int, count: int, reason: str, *, user_id: int, interaction_id: int | None = None
    ) -> list[int]:
        """Roll dice for the table; gives the faces.

        :raises EngineError: too many dice, or too long a reason.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.known(campaign_id)
            refusals.playable(campaign)
            progress = Progress(self._campaigns.title_of(campaign), campaign)
            progress.roll(count, reason, user_id=user_id)
            faces = next(event.faces for event in progress.events if isinstance(event, TableDice))
            shown = ", ".join(map(str, faces))
            await self._commit_once(
                progress,
                user_id=user_id,
                interaction_id=interaction_id,
                audit=audit(campaign, user_id, "roll", reason, f"{count} dice: {shown}"),
                say=[messages.say(f"🎲 <@{user_id}> rolls **{shown}** for the table{layout.why(reason)}")],
            )
            return faces

    async def set_clock(self, campaign_id: int, typed: str, reason: str, *, user_id: int) -> str:
        """Give a campaign another clock; whoever owes a decision has all of its time from now.

        :returns: the clock in a sentence.
        :raises ClockError: it can't be read.
        """
        clock = clocks.read(typed)
        written = clocks.written(clock)
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.known(campaign_id)
            if campaign.status not in ("lobby", "running"):
                raise StaleError("That campaign is over, so that its clock stands still for good.")
            if campaign.clock == written:
                raise PoliteError(f"That is the campaign's clock already. {clocks.words(clock)}")
            owed = await self._owed(campaign, written)
            now = self._store.now()
            said = f"⏱️ <@{user_id}> sets the clock{layout.why(reason)}\n-# {clocks.words(clock)}"
            await self._store.transact(
                partial(rows.alter, campaign_id=campaign_id, clock=written, version=campaign.version + 1),
                partial(seats.empty_banks, campaign_id=campaign_id),
                partial(deadlines.replace, campaign_id=campaign_id, deadlines=owed),
                partial(
                    audits.put,
                    noted=audit(campaign, user_id, "clock", reason, f"{campaign.clock} → {written}"),
                    now=now,
                ),
                partial(
                    unsaid.add,
                    campaign_id=campaign_id,
                    messages=[messages.card(self._chapter(campaign)), messages.say(said)],
                    now=now,
                ),
                campaign_id=campaign_id,
            )
        return clocks.words(clock)

    def _chapter(self, campaign: Campaign) -> int:
        return messages.LOBBY if campaign.status == "lobby" else self._campaigns.chapter_of(campaign)

    async def _owed(self, campaign: Campaign, clock: str) -> list[Deadline]:
        """What is owed, with all the time that a new clock gives from now; stopped where the campaign is."""
        if campaign.status != "running":
            return []
        decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
        # What a seat held in its bank was of the clock before.
        seating = {name: msgspec.structs.replace(each, bank=None) for name, each in campaign.seating.items()}
        owed = await self._campaigns.timekeeper.first(decisions, clock, seating)
        if campaign.paused_at is not None or campaign.parked_at is not None:
            return [msgspec.structs.replace(row, due_at=None, next_ring_at=None) for row in owed]
        return list(owed)

    async def end(self, campaign_id: int, version: int, reason: str, *, user_id: int) -> Campaign:
        """End a campaign before its game is over.

        :raises StaleError: it has moved on, or is over already.
        """
        async with self._campaigns.writing(campaign_id):
            campaign = await self._campaigns.known(campaign_id)
            noted = audit(campaign, user_id, "end", reason)
            done = "closes the lobby" if campaign.status == "lobby" else "ends the campaign"
            said = messages.say(f"🏁 <@{user_id}> {done}{layout.why(reason)}")
            return await self._campaigns.end(campaign, version=version, audit=noted, say=[said])

    async def move(self, campaign_id: int, channel_id: int, *, user_id: int) -> Campaign:
        """Bring a campaign into another channel, and let it go on if its own was gone.

        :raises PoliteError: it is over, there already, or the channel has a campaign.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.known(campaign_id)
            if campaign.status not in ("lobby", "running"):
                raise StaleError("That campaign is over; its history stays where it was played.")
            if campaign.channel_id == channel_id and campaign.parked_at is None:
                raise PoliteError("That campaign is played in this channel already.")
            chapter, now = self._chapter(campaign), self._store.now()
            going, told = await self._found_again(campaign, user_id)
            name = self._campaigns.titles[campaign.title].name
            said = f"🧭 <@{user_id}> has brought **{name}** here from <#{campaign.channel_id}>; it goes on."

            def write(connection: Connection) -> None:
                there = rows.running_in(connection, channel_id)
                if there is not None and there.id != campaign_id:
                    raise CampaignRunningError(channel_id, there.id)
                rows.alter(connection, campaign_id, channel_id=channel_id, parked_at=None)
                for step in going:
                    step(connection)
                unsaid.unhang(connection, campaign_id, chapter)
                detail = f"{campaign.channel_id} → {channel_id}"
                audits.put(connection, audit(campaign, user_id, "move", detail=detail), now)
                unsaid.add(connection, campaign_id, [messages.say(said), messages.card(chapter), *told], now)

            try:
                await self._store.transact(write, campaign_id=campaign_id)
            except CampaignRunningError:
                raise PoliteError(
                    "This channel has a campaign already: one at a time. Use `/mod move` in another channel, "
                    "or end the one that is here first."
                ) from None
        return await self._campaigns.known(campaign_id)

    async def _found_again(
        self, campaign: Campaign, user_id: int
    ) -> tuple[list[pausing.Step], list[Message]]:
        """How a campaign whose channel was gone goes on: its clocks, and a word for whoever is awaited.

        One that is paused as well waits on.
        """
        if campaign.status != "running" or campaign.parked_at is None or campaign.paused_at is not None:
            return [], []
        decisions = self._campaigns.title_of(campaign).decisions(self._campaigns.state_of(campaign))
        told = await self._campaigns.timekeeper.notices((), decisions, campaign.seating, user_id)
        return await pausing.start_clocks(self._campaigns, campaign), told

    async def disclose(
        self, campaign: Campaign, act: str, reason: str, detail: str, said: str, *, user_id: int
    ) -> None:
        """Log that somebody is about to see what they otherwise may not, and say so in the channel first.

        :raises PoliteError: it can't be said there now, so that nothing may be shown.
        """
        message = await self._announce(campaign, act, reason, detail, said, user_id)
        await self._see_said(campaign, message)

    async def _announce(
        self, campaign: Campaign, act: str, reason: str, detail: str, said: str, user_id: int
    ) -> int:
        """Write the audit row and the message for the channel; gives the message's id."""
        now = self._store.now()
        message = 0

        def write(connection: Connection) -> None:
            nonlocal message
            audits.put(connection, audit(campaign, user_id, act, reason, detail), now)
            unsaid.add(connection, campaign.id, [messages.say(said)], now)
            message = unsaid.newest_message(connection, campaign.id)

        await self._store.transact(write, campaign_id=campaign.id)
        return message

    async def _see_said(self, campaign: Campaign, message: int | None) -> None:
        await self._outbox.drain()
        kept = partial(unsaid.waits, campaign_id=campaign.id, kind=messages.SAY)
        if message is None:
            said = not await self._store.look(kept)
        else:
            said = await self._store.look(partial(unsaid.was_sent, message_id=message))
        if not said:
            raise PoliteError(
                "Nothing is shown: what is not said in the campaign's channel first must not be seen, and "
                "the channel can't be written to at the moment. Try again when it can."
            )

    async def disclose_once(self, campaign: Campaign, seat: str, *, user_id: int) -> None:
        """As `disclose`, of a seat's choices, but only once for each board.

        :raises PoliteError: it can't be said there now.
        """
        detail = f"{seat}, at board {campaign.version}"
        message = None
        async with self._campaigns.writing(campaign.id, wait=True):
            log = await self._store.look(
                partial(audits.of_guild, guild_id=campaign.guild_id, campaign_id=campaign.id)
            )
            if all((row.actor_id, row.act, row.detail) != (user_id, "see", detail) for row in log):
                name = self._campaigns.title_of(campaign).seat_names[seat]
                said = f"👁️ <@{user_id}> looks at what **{name}** can do now, to act for it as a moderator."
                message = await self._announce(campaign, "see", "", detail, said, user_id)
        # Not while we are the writer: a message that can't be posted may have the campaign parked.
        await self._see_said(campaign, message)

    async def note(self, campaign: Campaign, act: str, reason: str = "", *, user_id: int) -> None:
        """Log an act that changes nothing."""
        noted = audit(campaign, user_id, act, reason)
        await self._store.transact(partial(audits.put, noted=noted, now=self._store.now()))

    async def incoming(
        self, record: Record, *, guild_id: int, channel_id: int, user_id: int, open_seats: bool
    ) -> Incoming:
        """A record replayed under the present rules, off the event loop and within a time.

        :raises PoliteError: it can't be taken in, and the text says why.
        :raises EngineError: an entry does not follow.
        """
        title = self._campaigns.played_with(record.title, record.pack)
        if title is None:
            known = ", ".join(each.name for each in self._campaigns.titles.values())
            raise PoliteError(
                f"That record is of '{layout.plain(layout.cut(record.title, 40))}', played with the pack "
                f"'{layout.plain(layout.cut(record.pack, 60))}', which is not installed here. "
                f"There is: {known}."
            )
        given_up = Flag()
        replayed: Callable[[], tuple[NewCampaign, JournalEntry]] = partial(
            archive.restored,
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
            raise PoliteError(f"That record can't be played here: {layout.plain(error.message)}.") from error
        return Incoming(new, setup, title)

    async def take_in(self, incoming: Incoming, *, user_id: int) -> int:
        """Make a campaign of a record; gives its id.

        :raises PoliteError: the channel has a campaign.
        """
        new, now = incoming.new, self._store.now()
        made = 0

        def write(connection: Connection) -> None:
            nonlocal made
            there = rows.running_in(connection, new.channel_id)
            if there is not None:
                raise CampaignRunningError(new.channel_id, there.id)
            made = rows.create(
                connection,
                new,
                incoming.setup,
                messages=[messages.card(incoming.chapter)],
                owed=(),
                interaction_id=None,
                now=now,
            )
            noted = Audit(
                guild_id=new.guild_id,
                campaign_id=made,
                actor_id=user_id,
                act="import",
                detail=f"{new.title}, {len(new.journal)} entries",
            )
            audits.put(connection, noted, now)

        try:
            await self._store.transact(write)
        except CampaignRunningError:
            raise PoliteError(
                "This channel has a campaign already: one at a time. Import the record in another channel, "
                "or end the one that is here first."
            ) from None
        return made


async def within(work: Awaitable[T], given_up: Flag) -> T:
    """Await work that a thread does, and let it know when nobody waits any more.

    :raises PoliteError: it takes too long.
    """
    task = asyncio.ensure_future(work)
    done, _ = await asyncio.wait([task], timeout=REPLAY_SECONDS)
    if not done:
        given_up.set()
        # It ends with its next entry; what it says then is said here already.
        with suppress(PoliteError, EngineError):
            await task
        raise PoliteError(
            f"Playing that record again takes more than {REPLAY_SECONDS:.0f} seconds, so it is not taken in."
        )
    return task.result()
