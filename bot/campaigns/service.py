"""Campaigns: every read and change of a campaign goes through here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from bot import metrics
from bot.campaigns import forced, guards, journal, lessons, messages, records, talks, telling
from bot.campaigns.actions import Acted, Meant
from bot.campaigns.chapters import Chapters
from bot.campaigns.languages import Languages
from bot.campaigns.packs import Packs
from bot.campaigns.places import Newest
from bot.campaigns.positions import UNREADABLE, Positions
from bot.campaigns.presence import Presence
from bot.campaigns.progress import Progress
from bot.campaigns.recalled import Recalled
from bot.campaigns.setup import Wish, new_campaign, set_up
from bot.campaigns.table import Around, OrdersChanged
from bot.campaigns.thinking import Thinking
from bot.campaigns.timekeeper import Timekeeper
from bot.clock import notation
from bot.errors import BusyError, NoCampaignError, PoliteError, StaleError
from bot.games.shown import THEN, Closing
from bot.store import (
    Absence,
    Audit,
    Campaign,
    CampaignHead,
    Change,
    Committed,
    Deadline,
    DuplicateInteraction,
    Ended,
    Message,
    NotRunningError,
    Seat,
    StaleVersionError,
    Store,
    Write,
)
from data.catalogue import alone, publicly
from data.sentences import _l
from engines.core.contract import AnyTitle
from engines.core.record import Record


class Campaigns:
    """The only access to campaigns, over the store.

    :param titles: every title and pack that can be played; the first of an id is for new campaigns.
    :param clock: gives the time, aware, UTC.
    """

    def __init__(self, store: Store, titles: Iterable[AnyTitle], clock: Callable[[], datetime]) -> None:
        self.store = store
        self.clock = clock
        self.timekeeper = Timekeeper(store)
        self.presence = Presence(store)
        self.history = Chapters(store)
        self.recalled = Recalled(store)
        self.thinking = Thinking()
        self.languages = Languages(store)
        self.packs = Packs(store, titles)
        self.titles = self.packs.registry.titles
        self.watched = True
        """Whether anybody but players reads the cards; at the local table nobody does."""
        self.newest = Newest()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._positions = Positions()
        self._acting: set[int] = set()
        """Campaigns with a writer for whom a person waits."""

    async def running(self, channel_id: int) -> Campaign:
        """The running campaign of a channel.

        :raises NoCampaignError: there is none; the text says what to do.
        """
        return guards.running(await self.store.latest_in(channel_id))

    async def latest(self, channel_id: int) -> Campaign:
        """The running campaign of a channel, or its last one.

        :raises NoCampaignError: the channel never had a campaign.
        """
        return guards.existing(await self.store.latest_in(channel_id))

    def title_of(self, campaign: Campaign) -> AnyTitle:
        """The title and pack of a campaign.

        :raises PoliteError: the pack is no longer installed.
        """
        return self.packs.of_campaign(campaign)

    def state_of(self, campaign: Campaign) -> Any:
        """The state that a campaign stands in, of its title's own type. Not to be changed."""
        return self._positions.of(campaign, self.title_of(campaign))

    def chapter_of(self, campaign: Campaign) -> int:
        """The present chapter of a campaign."""
        return self.title_of(campaign).chapter(self.state_of(campaign))[0]

    def card_chapter(self, campaign: Campaign) -> int:
        """The chapter whose card shows the present state of a campaign."""
        return self.chapter_of(campaign) if campaign.state else messages.LOBBY

    def present_card(self, campaign: Campaign) -> list[Message]:
        """The message that updates a campaign's card; none if it can't be read."""
        if campaign.status == "lobby":
            return [messages.card(messages.LOBBY)]
        try:
            return [messages.card(self.chapter_of(campaign))]
        except UNREADABLE:
            return []

    def seat_of(self, campaign: Campaign, user_id: int) -> str:
        """The seat that a user holds; of several, the one that owes a decision.

        :raises NotSeatedError: they hold none.
        """
        seats = guards.own_seats(campaign, user_id)
        decisions = self.title_of(campaign).decisions(self.state_of(campaign)) if len(seats) > 1 else ()
        return next((owed.seat for owed in decisions if owed.seat in seats), seats[0])

    async def new(self, wish: Wish, interaction_id: int | None = None) -> Campaign:
        """Set a campaign up in a channel, or open its lobby, and write its first card to the outbox.

        :raises bot.store.CampaignRunningError: the channel has a campaign.
        :raises EngineError: scenario or option unknown.
        """
        title = self.titles[wish.title]
        scenario = title.scenario(wish.scenario or title.scenarios[0].id).id
        options = title.chosen(wish.options)
        begun = None if wish.lobby else set_up(title, scenario, options, wish.user_id, wish.seed)
        new = new_campaign(title, scenario, options, wish, begun)
        chapter = messages.LOBBY if begun is None else begun.setup.chapter_after
        owed: Sequence[Deadline] = ()
        if begun is not None:
            sitting = {name: Seat(seat=name, user_id=wish.holder(name)) for name in title.seats}
            decisions = title.decisions(msgspec.json.decode(begun.state, type=title.state_type))
            owed = await self.timekeeper.first(decisions, wish.clock, sitting, knowing=title.seats)
        try:
            return await self.store.create(
                new,
                None if begun is None else begun.setup,
                outbox=[*messages.first(chapter), *wish.say],
                deadlines=owed,
                interaction_id=interaction_id,
            )
        except DuplicateInteraction as duplicate:
            return await self.by_id(duplicate.campaign_id)

    async def begin(
        self,
        lobby: Campaign,
        sitting: Mapping[str, Seat],
        *,
        user_id: int,
        seed: str | None = None,
        interaction_id: int | None = None,
        say: Sequence[Message] = (),
    ) -> Campaign:
        """Start a lobby's campaign with these seats.

        :param say: messages beside the cards; they also ping the players who owe a decision at once.
        :raises StaleError: the lobby has changed in the meantime, or is no longer open.
        """
        title = self.packs.game_of(lobby)
        begun = set_up(title, lobby.scenario, lobby.options, user_id, seed)
        decisions = title.decisions(msgspec.json.decode(begun.state, type=title.state_type))
        asked = {sitting[decision.seat].user_id for decision in decisions}
        try:
            await self.store.begin(
                lobby.id,
                lobby.version,
                begun,
                sitting=list(sitting.values()),
                outbox=[
                    messages.card(messages.LOBBY),
                    *(messages.sparing(word, asked) for word in say),
                    *messages.first(begun.setup.chapter_after),
                    *await self.timekeeper.notices((), decisions, sitting, None),
                ],
                deadlines=await self.timekeeper.first(decisions, lobby.clock, sitting),
                interaction_id=interaction_id,
            )
        except (StaleVersionError, NotRunningError):
            raise StaleError(_l("The lobby has changed. Look at its card again.")) from None
        except DuplicateInteraction:
            pass
        return await self.by_id(lobby.id)

    async def by_id(self, campaign_id: int) -> Campaign:
        """The campaign with this id.

        :raises NoCampaignError: there is none.
        """
        campaign = await self.store.campaign(campaign_id)
        if campaign is None:
            raise NoCampaignError(guards.UNKNOWN)
        return campaign

    async def adopt(self, record: Record, *, guild_id: int, channel_id: int, user_id: int) -> Campaign:
        """Take a record in as the campaign of a channel, replayed under the present rules.

        :raises ReplayError: an entry does not follow.
        :raises PoliteError: its pack is not installed here, or it begins in the middle of a game.
        :raises bot.store.CampaignRunningError: the channel has a running campaign.
        """
        title = await asyncio.to_thread(self.packs.of_record, record)
        new, setup = await asyncio.to_thread(records.restored, title, record, guild_id, channel_id, user_id)
        chapter = (new.journal[-1] if new.journal else setup).chapter_after
        said = [messages.say(telling.taken_in(title, new)), messages.card(chapter)]
        adopted = await self.store.create(new, setup, outbox=said)
        await self.packs.learn()
        return adopted

    @asynccontextmanager
    async def writing(self, campaign_id: int, *, wait: bool = False) -> AsyncIterator[None]:
        """Be the only writer of a campaign.

        A person's action always waits for background work, which is short.

        :param wait: wait for the present writer, as background work does.
        :raises BusyError: a person waits for the present writer, and `wait` is False.
        """
        if not wait and campaign_id in self._acting:
            raise BusyError(
                _l("Another action is being carried out in this campaign. Try again in a moment.")
            )
        lock = self._locks.setdefault(campaign_id, asyncio.Lock())
        if not wait:
            self._acting.add(campaign_id)
        try:
            async with lock:
                # What is written here is mostly told to everybody; a refusal is a value, or made by `alone`.
                with publicly(await self.languages.of_campaign(campaign_id)):
                    yield
        finally:
            if not wait:
                self._acting.discard(campaign_id)

    async def take(
        self,
        campaign_id: int,
        user_id: int,
        action: str,
        *,
        interaction_id: int | None = None,
        version: int | None = None,
        seat: str | None = None,
    ) -> Acted:
        """Take an action: one check of seat and version, one application of the rules, one commit.

        :param version: version of the board that the action was chosen on; None for any board.
        :raises BusyError: another action of this campaign is being carried out.
        :raises StaleError: the board has changed since, or the campaign can't be played now.
        :raises NotSeatedError: the user does not hold the seat.
        :raises EngineError: the rules refuse it, or it can't be read.
        """
        # Check before the lock, so that a stranger's press never keeps the seat's player waiting.
        campaign = await self.by_id(campaign_id)
        guards.seated(campaign, user_id, seat)
        async with self.writing(campaign_id):
            guards.playable(campaign, version)
            held, how = seat or self.seat_of(campaign, user_id), (user_id, interaction_id, version, action)
            return await self._taken(await self.progress(campaign), held, action, ("", None), *how)

    async def progress(self, campaign: Campaign, state: msgspec.Struct | None = None) -> Progress:
        """A new `Progress` for a campaign, with the draws that a moderator's undo has left to repeat.

        :param state: the campaign's state, if it was decoded before.
        """
        title, state = self.title_of(campaign), state or self.state_of(campaign)
        return Progress(title, campaign, state, await self.recalled.of(campaign.id, title.chapter(state)[0]))

    def meant(self, campaign: Campaign, seat: str, action: str, *, version: int | None = None) -> Meant:
        """Read an action of a seat, so that it can be shown before `go_through`.

        :param version: version of the board that the action was chosen on; None for a typed command.
        :raises StaleError: the board has changed since, or the campaign can't be played now.
        :raises EngineError: it can't be read.
        """
        guards.playable(campaign, version)
        title, state = self.title_of(campaign), self.state_of(campaign)
        first, _, then = action.partition(THEN)
        return Meant(campaign, version, seat, first, title.parse(state, first, seat), state, then)

    async def go_through(self, meant: Meant, user_id: int, *, interaction_id: int | None = None) -> Acted:
        """Take an action that was read by `meant`; errors as in `take`.

        A typed action holds for the board that it was read on: the commit fails if the board has changed.
        """
        campaign, seat, action, then = meant.campaign, meant.seat, meant.action, (meant.then, meant.closing)
        guards.seated(campaign, user_id, seat)
        # A press may still be valid if another seat, which decides in the same moment, was quicker.
        how = interaction_id, meant.version, None if meant.version is None else meant.typed
        async with self.writing(campaign.id):
            guards.playable(campaign, meant.version)
            progress = await self.progress(campaign, meant.state)
            progress.around = meant.around
            try:
                return await self._taken(progress, seat, action, then, user_id, *how)
            except OrdersChanged:
                # They were read before this was the only writer; now nobody can change them.
                progress = await self.progress(campaign, meant.state)
                return await self._taken(progress, seat, action, then, user_id, *how)

    async def _taken(
        self,
        progress: Progress,
        seat: str,
        action: str | msgspec.Struct,
        then: tuple[str, Closing | None],
        user_id: int,
        interaction_id: int | None,
        version: int | None,
        again: str | None,
    ) -> Acted:
        """Take an action on a campaign as it was read; the commit finds out if it has changed since.

        :param again: the action's text, to be read again on a changed board; None means only on this board.
        """
        await lessons.deal(self.store, progress, seat, action)
        with alone():
            written = progress.take(seat, action, user_id=user_id)
        around = await progress.look_around(self.store)
        with alone():
            progress.follow(seat, *then, orders=around.orders, user_id=user_id)
        forced.go_on(progress, around, user_id)
        try:
            committed = await self.commit(progress, user_id=user_id, interaction_id=interaction_id)
        except DuplicateInteraction as duplicate:
            return await self._applied_before(progress.title, duplicate)
        except StaleError:
            now = await self.by_id(progress.campaign.id)
            guards.playable(now, version)
            guards.seated(now, user_id, seat)
            if again is None or now.version == progress.campaign.version:
                raise
            anew = await self.progress(now)
            return await self._taken(anew, seat, again, then, user_id, interaction_id, version, again)
        events = progress.title.redact_all(progress.events, seat)
        return Acted(committed.campaign, progress.state, written, events, committed.due, progress.around)

    async def commit(
        self,
        progress: Progress,
        *,
        user_id: int | None,
        interaction_id: int | None = None,
        audit: Audit | None = None,
        say: Sequence[Message] = (),
        writes: Sequence[Write] = (),
    ) -> Committed:
        """Write the changes of a `Progress` and its messages, with all that follows.

        The caller is the campaign's only writer. Without any entry, nothing is written.

        :param user_id: the person who acted, and needs no notice of their turn; None if no person did.
        :param say: messages beside the cards.
        :param writes: what else belongs in the same transaction.
        :raises StaleError: the campaign has moved on in the meantime.
        :raises bot.store.DuplicateInteraction: the interaction was applied before.
        """
        title, campaign = progress.title, progress.campaign
        missed = [seat for seat in campaign.held_by(user_id) if campaign.seating[seat].missed]
        progress.absences |= dict.fromkeys(missed, Absence())
        await self.follow(progress)
        if not progress.entries:
            return Committed(campaign, None)
        outcome = title.outcome(progress.state)
        around = await progress.look_around(self.store)
        standing = progress.standing(around.orders)
        change = Change(
            campaign_id=campaign.id,
            expected_version=campaign.version,
            paused_at=campaign.paused_at,
            entries=progress.entries,
            opened=progress.opened(),
            state=msgspec.json.encode(progress.state),
            chapter_starts={number: msgspec.json.encode(board) for number, board in progress.starts.items()},
            dice_counter=progress.dice.counter,
            turns=progress.finished(over=outcome is not None),
            status="running" if outcome is None else "finished",
            outcome=None if outcome is None else msgspec.json.encode(outcome),
            deadlines=None,
            orders={
                key: standing.get(key, "") for key, text in around.orders.items() if standing.get(key) != text
            },
            absences=progress.absences,
            wakes=outcome is None and forced.may_go_on(progress),
            retract_from=progress.retract_from,
            # Messages about the action come before those about what follows from it.
            outbox=[*messages.chapters(progress.shown(), telling.staged(progress)), *say],
            audit=audit,
            interaction_id=interaction_id,
        )
        summed_up = () if outcome is None else messages.summary()
        timed = partial(
            self.timekeeper.timed,
            progress=progress,
            around=around,
            user_id=user_id,
            last=[*summed_up, *talks.over(title, progress.before, progress.state)],
        )
        try:
            committed = await self.store.commit(change, timed, writes)
            self._positions.keep(committed.campaign, title, progress.state)
            progress.around = around._replace(orders=standing)
        except StaleVersionError:
            raise StaleError(_l("The board has changed. Here is the current one.")) from None
        except NotRunningError:
            raise StaleError(guards.OVER) from None
        metrics.committed(title.id, user_id is not None, len(progress.entries))
        if progress.absences:
            self.presence.changed()
        if any(entry.kind == "undo" for entry in progress.entries):
            self.read_again(campaign.id)
        else:
            self.history.grow(committed.campaign, progress.entries)
            for number, start in change.chapter_starts.items():
                self.history.begins(campaign.id, number, start)
        return committed

    async def follow(self, progress: Progress) -> None:
        """Let standing orders and the automatic player go on, until a person is asked."""
        if progress.followed == len(progress.entries):
            return
        lessons.begin(progress)
        around = await progress.look_around(self.store)
        overtime = notation.read(progress.campaign.clock).overtime
        await forced.follow(progress, around, overtime, self.store.now(), self.thinking)
        progress.followed = len(progress.entries)

    async def around(self, campaign: CampaignHead) -> Around:
        """What stands beside the board of a campaign."""
        return await self.store.look(partial(Around.read, campaign=campaign))

    async def _applied_before(self, title: AnyTitle, duplicate: DuplicateInteraction) -> Acted:
        campaign = await self.by_id(duplicate.campaign_id)
        entries = await self.store.journal(duplicate.campaign_id, duplicate.seq, duplicate.seq)
        events = title.redact_all(journal.read_events(title, entries[0].events), entries[0].seat)
        return Acted(campaign, self.state_of(campaign), entries[0].action, events)

    async def end(
        self,
        campaign: Campaign,
        *,
        version: int,
        ending: Ended | None = None,
        audit: Audit | None = None,
        say: Sequence[Message] = (),
    ) -> Campaign:
        """End a campaign before its game is over; it can still be read and exported.

        :param ending: how and by whom; None for a lobby.
        :param say: messages beside the card.
        :raises StaleError: the campaign has moved on since the end was asked for.
        """
        said = [*self.present_card(campaign), *say, messages.notice((), None), *messages.summary()]
        said += [*telling.closing(self.packs, campaign), *talks.ended(self.packs, campaign)]
        try:
            await self.store.end(campaign.id, version, outbox=said, audit=audit, ending=ending)
        except (StaleVersionError, NotRunningError):
            present = await self.store.campaign_head(campaign.id)
            if present is None or present.is_over:
                raise StaleError(_l("That campaign is over already.")) from None
            raise StaleError(
                _l("The game has gone on since then. Ask again if you still want to end it.")
            ) from None
        return await self.by_id(campaign.id)

    async def chapter(self, campaign: Campaign, number: int, seat: str | None = None) -> journal.Chapter:
        """One chapter's events in order, as a seat may know them, or the public (None)."""
        return await self.history.of(campaign, self.title_of(campaign), number, seat)

    def read_again(self, campaign_id: int) -> None:
        """Forget the chapters of a campaign whose journal was changed."""
        self.history.forget(campaign_id)
        self.recalled.forget(campaign_id)

    async def chapters(self, campaign: Campaign, seat: str | None = None) -> list[journal.Chapter]:
        """The whole history, as a seat may know it, or the public (None)."""
        return journal.chapters(self.title_of(campaign), await self.store.journal(campaign.id), seat)

    async def record(self, campaign: Campaign) -> Record:
        """The campaign as a record; without its seed while it runs."""
        title = None
        with suppress(PoliteError):
            title = self.title_of(campaign)
        return records.record(campaign, await self.store.journal(campaign.id), title)
