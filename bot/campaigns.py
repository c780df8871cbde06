"""Campaigns: what can be asked of one, whoever asks. Discord is not known here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec

from bot import archive, history
from bot.errors import BusyError, NoCampaignError, NotSeatedError, PoliteError, StaleError
from bot.store import (
    Campaign,
    CardRow,
    Change,
    Deadline,
    DuplicateInteraction,
    Images,
    Message,
    NewCampaign,
    NotRunningError,
    StaleVersionError,
    Store,
    Theme,
)
from engines.core.contract import AnyTitle
from engines.core.dice import Dice, commitment
from engines.core.events import Event
from engines.core.record import Record

CARD = "card"
NUDGE = "nudge"


class Wish(NamedTuple):
    """What somebody asks for with a new campaign."""

    guild_id: int
    channel_id: int
    user_id: int
    title: str
    scenario: str | None = None
    options: Mapping[str, bool] = {}
    images: Images = "every-action"
    theme: Theme = "light"
    nudge_hours: int | None = None
    seed: str | None = None


class Acted(NamedTuple):
    """An accepted action and what followed, as the seat that took it may know it."""

    campaign: Campaign
    notation: str
    events: list[Event]


class Campaigns:
    """The one way to campaigns, over the store.

    :param titles: every title and pack that can be played; the first of an id is for new campaigns.
    :param clock: the time, aware, UTC.
    """

    def __init__(self, store: Store, titles: Iterable[AnyTitle], clock: Callable[[], datetime]) -> None:
        self.store = store
        self.clock = clock
        self.titles: dict[str, AnyTitle] = {}
        self._packs: dict[tuple[str, str], AnyTitle] = {}
        for title in titles:
            self.titles.setdefault(title.id, title)
            self._packs[title.id, title.pack] = title
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def running(self, channel_id: int) -> Campaign:
        """The running campaign of a channel.

        :raises NoCampaignError: there is none; the text says what to do.
        """
        return _running(await self.store.latest_in(channel_id))

    async def running_with_card(self, channel_id: int) -> tuple[Campaign, CardRow | None]:
        """The running campaign of a channel and its newest card; errors are those of `running`."""
        campaign, card = await self.store.latest_with_card(channel_id)
        return _running(campaign), card

    async def latest(self, channel_id: int) -> Campaign:
        """The running campaign of a channel, or else its last one.

        :raises NoCampaignError: there was never one.
        """
        return _known(await self.store.latest_in(channel_id))

    def title_of(self, campaign: Campaign) -> AnyTitle:
        """The title and pack that a campaign is played with.

        :raises PoliteError: the pack is not installed here any more.
        """
        title = self._played_with(campaign.title, campaign.pack)
        if title is None:
            raise PoliteError(
                f"This campaign is played with the pack {campaign.pack}, which is not installed here. "
                "Nothing is lost: it goes on as soon as the pack is back."
            )
        return title

    def _played_with(self, title_id: str, pack: str) -> AnyTitle | None:
        """That pack, or the present edition of it: a campaign goes on when its pack was mended."""
        exact = self._packs.get((title_id, pack))
        if exact is not None:
            return exact
        name = pack.partition("@")[0]
        return next(
            (
                title
                for (known, present), title in self._packs.items()
                if known == title_id and present.partition("@")[0] == name
            ),
            None,
        )

    def state_of(self, campaign: Campaign) -> Any:
        """The state that a campaign stands in, of its title's own type."""
        return msgspec.json.decode(campaign.state, type=self.title_of(campaign).state_type)

    def chapter_of(self, campaign: Campaign) -> int:
        """The chapter that a campaign stands in."""
        return self.title_of(campaign).chapter(self.state_of(campaign))[0]

    def seat_of(self, campaign: Campaign, user_id: int) -> str:
        """The seat that a user holds; the one that owes a decision, where there are several.

        :raises NotSeatedError: none.
        """
        seats = [seat for seat, holder in campaign.seats.items() if holder == user_id]
        if not seats:
            holders = ", ".join(f"<@{holder}>" for holder in dict.fromkeys(campaign.seats.values()))
            raise NotSeatedError(
                f"This is {holders}'s campaign: you can watch it, with `/campaign map` and `/campaign log`, "
                "but not play it."
            )
        title = self.title_of(campaign)
        owing = [decision.seat for decision in title.decisions(self.state_of(campaign))]
        return next((seat for seat in owing if seat in seats), seats[0])

    async def new(self, wish: Wish, interaction_id: int | None = None) -> Campaign:
        """Set a campaign up in a channel and ask for its first card.

        :raises bot.store.CampaignRunningError: the channel has one.
        :raises EngineError: scenario or option unknown.
        """
        title = self.titles[wish.title]
        scenario = wish.scenario or title.scenarios[0].id
        options = title.chosen(wish.options)
        seed = wish.seed or secrets.token_hex(16)
        dice = Dice(seed)
        step = title.setup(scenario, options, dice)
        now = self.clock()
        chapter, _ = title.chapter(step.state)
        new = NewCampaign(
            guild_id=wish.guild_id,
            channel_id=wish.channel_id,
            title=title.id,
            scenario=scenario,
            options=options,
            pack=title.pack,
            seed=seed,
            commitment=commitment(seed),
            state=msgspec.json.encode(step.state),
            dice_counter=dice.counter,
            images=wish.images,
            theme=wish.theme,
            nudge_hours=wish.nudge_hours,
            created_by=wish.user_id,
            seats=dict.fromkeys(title.seats, wish.user_id),
        )
        opening = history.entry(0, "", wish.user_id, "", dice.take(), step, (chapter, chapter))
        try:
            return await self.store.create(
                new,
                opening,
                outbox=[Message(kind=CARD, chapter=chapter)],
                deadlines=self._deadlines(title, step.state, wish.nudge_hours, now) or (),
                interaction_id=interaction_id,
            )
        except DuplicateInteraction as duplicate:
            begun = await self.store.campaign(duplicate.campaign_id)
            assert begun is not None
            return begun

    async def adopt(self, record: Record, *, guild_id: int, channel_id: int, user_id: int) -> Campaign:
        """Take a record in as the campaign of a channel, replayed under the present rules.

        :raises ReplayError: an entry does not follow.
        :raises PoliteError: its pack is not installed here, or it begins in the middle of a game.
        :raises bot.store.CampaignRunningError: the channel has a running campaign.
        """
        title = self._played_with(record.title, record.pack)
        if title is None:
            raise PoliteError(
                f"The record was played with the pack {record.pack}, which is not installed here."
            )
        new, setup = archive.restored(title, record, guild_id, channel_id, user_id)
        chapter = (new.journal[-1] if new.journal else setup).chapter_after
        return await self.store.create(new, setup, outbox=[Message(kind=CARD, chapter=chapter)])

    async def act(
        self,
        campaign_id: int,
        user_id: int,
        action: str,
        *,
        interaction_id: int | None = None,
        version: int | None = None,
        seat: str | None = None,
        seen: Campaign | None = None,
    ) -> Acted:
        """Take an action: one check of seat and version, one application of the rules, one commit.

        :param version: the board that the action was chosen on; None for a typed command.
        :param seen: the campaign as it was read just now, so that it need not be read again; where it
            has moved on since, the commit finds it out.
        :raises BusyError: another action of this campaign is being carried out.
        :raises StaleError: the board has changed since.
        :raises NotSeatedError: the user does not hold the seat.
        :raises EngineError: the rules refuse it, or it can't be read.
        """
        lock = self._locks.setdefault(campaign_id, asyncio.Lock())
        if lock.locked():
            raise BusyError("Another action of this campaign is being carried out. Try again in a moment.")
        async with lock:
            campaign = seen or await self.store.campaign(campaign_id)
            if campaign is None:
                raise NoCampaignError("That campaign is not known here.")
            if campaign.status != "running":
                raise StaleError("That campaign is over.")
            held = self.seat_of(campaign, user_id)
            if seat is not None and campaign.seats.get(seat) != user_id:
                raise NotSeatedError("You do not hold that seat.")
            if version is not None and version != campaign.version:
                raise StaleError("That button is from an earlier board. Here is the present one.")
            return await self._apply(campaign, seat or held, user_id, action, interaction_id)

    async def _apply(
        self, campaign: Campaign, seat: str, user_id: int, notation: str, interaction_id: int | None
    ) -> Acted:
        title = self.title_of(campaign)
        state = self.state_of(campaign)
        action = title.parse(state, notation, seat)
        dice = Dice(campaign.seed, campaign.dice_counter)
        step = title.apply(state, seat, action, dice)
        now = self.clock()
        before, after = title.chapter(state)[0], title.chapter(step.state)[0]
        outcome = title.outcome(step.state)
        seq = campaign.last_seq + 1
        written = title.notation(action)
        change = Change(
            campaign_id=campaign.id,
            expected_version=campaign.version,
            entry=history.entry(seq, seat, user_id, written, dice.take(), step, (before, after)),
            state=msgspec.json.encode(step.state),
            dice_counter=dice.counter,
            status="running" if outcome is None else "finished",
            outcome=None if outcome is None else msgspec.json.encode(outcome),
            deadlines=self._deadlines(title, step.state, campaign.nudge_hours, now),
            outbox=[Message(kind=CARD, chapter=chapter) for chapter in range(before, after + 1)],
            interaction_id=interaction_id,
        )
        try:
            await self.store.commit(change)
        except StaleVersionError:
            raise StaleError("The board has changed meanwhile. Here is the present one.") from None
        except NotRunningError:
            raise StaleError("That campaign is over.") from None
        except DuplicateInteraction as duplicate:
            return await self._told_again(title, duplicate)
        changed = msgspec.structs.replace(
            campaign,
            version=campaign.version + 1,
            last_seq=seq,
            state=change.state,
            status=change.status,
            outcome=change.outcome,
            dice_counter=change.dice_counter,
            updated_at=now,
        )
        return Acted(changed, written, title.told_all(step.events, seat))

    async def _told_again(self, title: AnyTitle, duplicate: DuplicateInteraction) -> Acted:
        campaign = await self.store.campaign(duplicate.campaign_id)
        rows = await self.store.journal(duplicate.campaign_id, duplicate.seq, duplicate.seq)
        assert campaign is not None
        told = title.told_all(history.read_events(title, rows[0].events), rows[0].seat)
        return Acted(campaign, rows[0].action, told)

    def _deadlines(
        self, title: AnyTitle, state: msgspec.Struct, hours: int | None, now: datetime
    ) -> Sequence[Deadline] | None:
        """Until when each decision is owed; None for a campaign that has no deadlines at all."""
        if hours is None:
            return None
        due = now + timedelta(hours=hours)
        return [
            Deadline(seat=decision.seat, kind=decision.kind, due_at=due, next_ring_at=due)
            for decision in title.decisions(state)
        ]

    async def end(self, campaign: Campaign, *, version: int) -> Campaign:
        """End a campaign before its game is over; it can still be read and exported.

        :raises StaleError: it has moved on since the end was asked for.
        """
        chapter, _ = self.title_of(campaign).chapter(self.state_of(campaign))
        try:
            await self.store.end(campaign.id, version, outbox=[Message(kind=CARD, chapter=chapter)])
        except (StaleVersionError, NotRunningError):
            present = await self.store.campaign_head(campaign.id)
            if present is None or present.status != "running":
                raise StaleError("That campaign is over already.") from None
            raise StaleError("The campaign has moved on since. Ask again if it is still to end.") from None
        ended = await self.store.campaign(campaign.id)
        assert ended is not None
        return ended

    async def chapter(self, campaign: Campaign, number: int, seat: str | None = None) -> history.Chapter:
        """One chapter's events in order, as a seat, or with None the public, may know them."""
        rows = await self.store.journal_of_chapter(campaign.id, number)
        chapters = history.chapters(self.title_of(campaign), rows, seat)
        return next(
            (chapter for chapter in chapters if chapter.number == number), history.Chapter(number, "", [])
        )

    async def chapters(self, campaign: Campaign, seat: str | None = None) -> list[history.Chapter]:
        """The whole history, as a seat, or with None the public, may know it."""
        rows = await self.store.journal(campaign.id)
        return history.chapters(self.title_of(campaign), rows, seat)

    async def record(self, campaign: Campaign) -> Record:
        """The campaign as a record; its seed stays back while it runs."""
        return archive.record(campaign, await self.store.journal(campaign.id))


def _known(campaign: Campaign | None) -> Campaign:
    if campaign is None:
        raise NoCampaignError("There is no campaign in this channel. Start one with `/campaign new`.")
    return campaign


def _running(found: Campaign | None) -> Campaign:
    campaign = _known(found)
    if campaign.status != "running":
        raise NoCampaignError(
            "The campaign of this channel is over. `/campaign log` tells it again, "
            "`/campaign new` starts another."
        )
    return campaign
