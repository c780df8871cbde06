"""The sweep: it sends due reminders and unsent messages. It may run at any time, twice or late."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import NamedTuple

import msgspec
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import Connection

from bot import logs, metrics
from bot.app.members import HasLeft, Members, Person, nobody_has_left
from bot.app.wakes import Wakes
from bot.campaigns import awaited, messages
from bot.campaigns.apart import AFTER_TROUBLE
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.clock import deadlines, notation
from bot.clock.hours import Hours, next_open
from bot.clock.notation import Clock
from bot.clock.rings import Stage
from bot.clock.steady import Steps
from bot.errors import StaleError, incident
from bot.leagues.service import Leagues
from bot.moderation import digest as moderators
from bot.moderation.seasons import Seasons
from bot.outbox.outbox import Outbox
from bot.outbox.parking import shut_out
from bot.pauses import outage, time_out, uninstalled
from bot.people import digest
from bot.posts import announcements
from bot.posts.openings import Openings
from bot.posts.waiting_lists import WaitingListPosts
from bot.seats import lapses
from bot.seats.substitutes import Sees, everybody_sees
from bot.store import Campaign, DatabaseLost, DeadlineRow, StoreError, pruning, rows

log = logging.getLogger("tocsin.sweep")

SOON = timedelta(minutes=10)
"""The earliest time after which a late seat is looked at again while other seats have time."""
DAY = timedelta(days=1)
DOUBTED = timedelta(days=30)
"""The length of an absence from which the clock may be wrong."""
LASTING = timedelta(minutes=10)
"""How long a date has to last after a step before seats are given back and data is deleted because of it."""
PRUNED = "pruned_at"
_REMINDERS: tuple[Stage, ...] = ("nudge", "half", "near")

_CALLING: tuple[Stage, ...] = ("over", "call", "last")

BATCH = 50
"""Campaigns whose people are looked for before their reminders are sent."""

Step = Callable[[Connection], object]


class Sweep:
    """Reads the deadlines and sends the reminders that are due; the scheduler only wakes it.

    :param lose: called when the database is no longer in its place.
    :param steady: a clock that does not step.
    :param openings: opens what is to be opened; without it, nothing is.
    :param leagues: go on by themselves; without them, none does.
    :param waiting_lists: says what happens on waiting lists; without it, nobody is looked at.
    :param seasons: archives what is over; without it, nothing is.
    """

    def __init__(
        self,
        campaigns: Campaigns,
        outbox: Outbox,
        lose: Callable[[DatabaseLost], None] = lambda why: None,
        *,
        has_left: HasLeft = nobody_has_left,
        sees: Sees = everybody_sees,
        steady: Callable[[], datetime] | None = None,
        openings: Openings | None = None,
        leagues: Leagues | None = None,
        waiting_lists: WaitingListPosts | None = None,
        seasons: Seasons | None = None,
    ) -> None:
        self._seasons = seasons
        self._sees = sees
        self._openings = openings
        self._leagues = leagues
        self._waiting_lists = waiting_lists
        self._steady = steady or campaigns.store.now
        self._steps = Steps(campaigns.store.now, self._steady)
        self._stepped_at: datetime | None = None
        self._campaigns = campaigns
        self._store = campaigns.store
        self._outbox = outbox
        self._lose = lose
        self._members = Members(has_left, self._steady)
        self._sweeping = asyncio.Lock()
        self._wakes = Wakes(campaigns, outbox.kick)
        self.ended = self._store.now()
        """The time when the last sweep ended; before the first one, the time when this was made."""

    async def __call__(self) -> None:
        """Send what is due, once each, and drain the outbox."""
        logs.about_nothing()
        async with self._sweeping:
            begun = monotonic()
            try:
                self._store.check_place()
                await self.settle()
                await self._campaigns.packs.learn()
                await uninstalled.settle(self._campaigns)
                await self._ring_all()
                await self._wakes.catch_up()
                await self._open()
                if self._believed():
                    await lapses.settle(self._campaigns, self._store.now(), self._sees)
                    await digest.send(self._campaigns)
                    await announcements.tell_weeks(self._campaigns)
                    await moderators.tell(self._campaigns)
                    await self._prune()
                    if self._seasons is not None:
                        await self._seasons.settle()
            except DatabaseLost as error:
                self._lose(error)
                return
            except StoreError as error:
                log.warning("the sweep waits for the database: %s", error)
            else:
                self.ended = self._store.now()
                metrics.SWEEP.observe(monotonic() - begun)
        self._outbox.kick()

    async def _open(self) -> None:
        """Go on with lists and leagues, and open what is to be opened; a league then shows its threads."""
        if self._waiting_lists is not None and self._believed():
            await self._waiting_lists.settle()
        if self._leagues is not None:
            await self._leagues.settle(self._members.gone)
        if self._openings is not None:
            await self._openings.settle()
            if self._leagues is not None:
                await self._leagues.settle(self._members.gone)

    async def settle(self) -> None:
        """Handle a step of the clock or an absence of the bot since the last sweep.

        An absence that is too long to be believed counts as a step until it has lasted.
        """
        step = self._steps.look()
        if step:
            log.warning(
                "the clock has stepped by %s: deadlines go on by the time that has really passed", step
            )
            self._stepped_at = self._steady()
            await outage.stepped(self._campaigns, step, self._steps.passed)
        away = await outage.settle(self._campaigns, self._store.now())
        if abs(away) > DOUBTED:
            self._stepped_at = self._steady()

    def _believed(self) -> bool:
        """Whether the date is trusted: what is done because of it can't be undone if the clock goes back."""
        return self._stepped_at is None or self._steady() - self._stepped_at >= LASTING

    async def _prune(self) -> None:
        """Once a day, delete data that is no longer needed; one bot does it for all servers."""
        if not self._store.shards.leads:
            return
        now = self._store.now()
        last = await self._store.look(partial(rows.people.noted, key=PRUNED))
        if last is not None and timedelta() <= now - datetime.fromisoformat(last) < DAY:
            return
        noted = partial(rows.people.note, key=PRUNED, value=now.isoformat())
        await self._store.transact(partial(pruning.prune, now=now), noted)

    async def _ring_all(self) -> None:
        # Each campaign once, so that the loop ends even if a row stays due.
        ringing = await self._store.look(partial(rows.deadlines.to_ring, now=self._store.now()))
        for batch in (ringing[first : first + BATCH] for first in range(0, len(ringing), BATCH)):
            # Before any lock is taken, because Discord may be slow to answer.
            asked = {campaign_id: await self._asked(campaign_id) for campaign_id in batch}
            gone = await self._members.gone(set().union(*asked.values()))
            for campaign_id in batch:
                with logs.within(campaign=campaign_id):
                    await self._ring_or_report(campaign_id, {user for _, user in gone & asked[campaign_id]})

    async def _ring_or_report(self, campaign_id: int, gone: Collection[int]) -> None:
        async with self._campaigns.writing(campaign_id, wait=True):
            due = await self._due(campaign_id)
            try:
                await self._ring(campaign_id, due, gone)
            except StaleError:
                # Another process was quicker: the next sweep sends the rest.
                return
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - one campaign that can't be read must not silence the others
                incident(error, f"ringing for campaign {campaign_id}")
                later = self._store.now() + AFTER_TROUBLE
                await self._store.transact(
                    *(self._put_off(row, later) for row in due), campaign_id=campaign_id
                )

    async def _asked(self, campaign_id: int) -> set[Person]:
        """The people who owe something, with the server of the campaign."""
        head = await self._store.campaign_head(campaign_id)
        if head is None:
            return set()
        due = await self._due(campaign_id)
        return {(head.guild_id, head.seats[row.seat]) for row in due if row.seat in head.seats}

    async def _due(self, campaign_id: int) -> list[DeadlineRow]:
        now = self._store.now()
        return [
            row
            for row in await self._store.deadlines_of(campaign_id)
            if row.next_ring_at is not None and row.next_ring_at <= now
        ]

    async def _ring(self, campaign_id: int, due: Sequence[DeadlineRow], gone: Collection[int]) -> None:
        campaign = await self._campaigns.by_id(campaign_id)
        if campaign.status != "running" or campaign.paused_at or campaign.parked_at:
            return
        if await self._store.look(partial(rows.people.noted, key=shut_out(campaign_id))) is not None:
            # No one would read a reminder now; the time that is left now is left when the bot may write
            # again.
            again = self._store.now() + AFTER_TROUBLE
            await self._store.transact(*(self._put_off(row, again) for row in due), campaign_id=campaign_id)
            return
        if not self._campaigns.packs.at_hand(campaign.title, campaign.pack):
            # Its clocks are stopped: it is looked at again when its game is back.
            await self._store.transact(
                *(self._put_off(row, self._store.now() + AFTER_TROUBLE) for row in due),
                campaign_id=campaign_id,
            )
            return
        clock = notation.read(campaign.clock)
        hours = await self._campaigns.timekeeper.hours_of(campaign.seating)
        now = self._store.now()
        bells = [Bell(campaign, clock, row, hours[row.seat], now, gone) for row in due]
        over = [bell.row for bell in bells if bell.falls]
        # If no seat's time is over, it makes no difference, and the board need not be read.
        ripe = any(bell.ripe for bell in bells)
        if ripe and awaited.closes(self._campaigns.title_of(campaign), self._campaigns.state_of(campaign)):
            over, bells = await self._together(campaign, bells, hours, now)
        if over and await time_out.play(self._campaigns, campaign, clock, over, gone):
            # It has changed the rows; the remaining reminders are sent by the new rows, if there are any.
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.stands_still:
                return
            due = await self._due(campaign_id)
            bells = [Bell(campaign, clock, row, hours[row.seat], now, gone) for row in due]
        callable_at = now
        if any(bell.calls for bell in bells):
            callable_at = next_open(await self._called(campaign), now)
        steps: list[Step] = []
        ringing: list[Bell] = []
        for bell in bells:
            if (later := bell.put_off(callable_at)) is not None:
                steps += self._later(bell, later)
            else:
                ringing.append(bell)
        steps += _rung(ringing, callable_at)
        if any(bell.stage == "over" for bell in ringing):
            steps.append(self._shown(campaign, now))
        if steps:
            await self._store.transact(*steps, campaign_id=campaign_id)

    async def _together(
        self, campaign: Campaign, bells: list[Bell], hours: Mapping[str, Hours], now: datetime
    ) -> tuple[list[DeadlineRow], list[Bell]]:
        """The deadlines to act on and the reminders to send, for decisions that close together.

        A late seat has time while another has: no player learns whose answer is missing before all are in.
        """
        ripe = {bell.row.seat for bell in bells if bell.ripe}
        waiting = [row for row in await self._store.deadlines_of(campaign.id) if row.seat not in ripe]
        late = [bell for bell in bells if bell.row.seat in ripe]
        if not late or not waiting:
            return [bell.row for bell in late], bells
        clock = notation.read(campaign.clock)
        ends = [_open_after(clock, row, hours[row.seat]) for row in waiting if row.due_at is not None]
        at = max([now + SOON, *ends])
        steps: list[Step] = [*(self._put_off(bell.row, at) for bell in late), self._shown(campaign, now)]
        await self._store.transact(*steps, campaign_id=campaign.id)
        return [], [bell for bell in bells if bell not in late]

    def _shown(self, campaign: Campaign, now: datetime) -> Step:
        """Put the card right, which shows until when seats have time and what happens then."""
        shown = [messages.card(self._campaigns.card_chapter(campaign))]
        return partial(rows.outbox.add, campaign_id=campaign.id, messages=shown, now=now)

    async def _called(self, campaign: Campaign) -> Hours:
        """The hours of the people who are called for help."""
        settings = await settings_of(self._campaigns, campaign.guild_id)
        began = campaign.created_by
        if settings.moderator_role is None and began is not None and began not in campaign.people:
            return (await self._campaigns.timekeeper.hours_of_people([began]))[began]
        nights = settings.nights
        return deadlines.ANY_TIME if nights is None else msgspec.json.decode(nights, type=Hours)

    def _later(self, bell: Bell, later: DeadlineRow) -> list[Step]:
        """The writes for a reminder that is not sent yet; a seat that was never told gets another notice."""
        steps: list[Step] = [partial(rows.deadlines.put_off, seen=bell.row, later=later)]
        if bell.unheard:
            at = next_open(bell.hours, bell.now)
            steps.append(partial(_tell_again, row=bell.row, at=None if at == bell.now else at, now=bell.now))
        return steps

    def _put_off(self, row: DeadlineRow, at: datetime) -> Step:
        return partial(rows.deadlines.ring, seen=row, then=(row.ring, at), messages=(), now=self._store.now())


def _open_after(clock: Clock, row: DeadlineRow, hours: Hours) -> datetime:
    """The earliest moment at which a deadline may be acted on, by the waking hours of its seat."""
    assert row.due_at is not None
    return deadlines.falls_from(clock, row, hours, row.due_at)


def _tell_again(connection: Connection, row: DeadlineRow, at: datetime | None, now: datetime) -> None:
    """Write a notice for a seat, unless one is waiting."""
    waiting = rows.outbox.waiting(connection, row.campaign_id, messages.NOTICE)
    if not any(row.seat in msgspec.json.decode(each, type=messages.Notice).seats for each in waiting):
        rows.outbox.add(connection, row.campaign_id, [messages.notice([row.seat], at)], now)


class Said(NamedTuple):
    """What reminders need in common to be sent in one message."""

    stage: Stage
    vacant: bool
    gone: bool
    muted: bool


class Bell:
    """One reminder that is due.

    :ivar falls: its deadline is over and may be acted on.
    :ivar ripe: its deadline was over at a time when it could be acted on.
    :ivar unheard: its deadline would be over, but its player was never told.
    """

    def __init__(
        self,
        campaign: Campaign,
        clock: Clock,
        row: DeadlineRow,
        hours: Hours,
        now: datetime,
        gone: Collection[int] = (),
    ) -> None:
        self.row = row
        self.hours = hours
        self.now = now
        self.holder = campaign.seats.get(row.seat)
        self.gone = self.holder in gone
        self.stage, self.then = deadlines.next_bell(clock, row, hours, now)
        self.muted = row.muted and self.stage in _REMINDERS
        self._clock = clock
        nobody = self.holder is None or self.gone
        over = self.stage == "over"
        heard = nobody or deadlines.may_fall(clock, row, hours, now)
        # Nothing waits for a player who has left, or for a vacant seat.
        early = nobody and clock.overtime != "call"
        self.falls = early or (over and heard and deadlines.falls_from(clock, row, hours, now) == now)
        self.ripe = self.falls or (
            over and heard and row.due_at is not None and _open_after(clock, row, hours) <= now
        )
        self.unheard = over and not heard and row.told_at is None
        self._early = over and not heard
        self._alone = campaign.is_alone

    @property
    def calls(self) -> bool:
        """Whether it calls other people for help."""
        return (self.stage in _CALLING and not self._alone) or self.holder is None or self.gone

    def put_off(self, callable_at: datetime) -> DeadlineRow | None:
        """The row with a later reminder, if this one is not sent now; None if it is.

        :param callable_at: when the people who are called for help may be pinged.
        """
        at = self.now
        if self._early:
            return deadlines.unheard(self._clock, self.row, self.hours, self.now)
        if self.stage == "over" and not self.falls:
            at = deadlines.falls_from(self._clock, self.row, self.hours, self.now)
        elif self.stage == "over" and self.holder is not None and not self.gone:
            # The player is told at once, the people who are called for help when they wake.
            return None
        elif self.calls:
            at = callable_at
        else:
            at = next_open(self.hours, self.now)
            if self.row.due_at is not None and self.row.due_at > self.now:
                # A reminder that waits for the morning must not delay the end.
                at = min(at, self.row.due_at)
        return None if at == self.now else msgspec.structs.replace(self.row, next_ring_at=at)

    @property
    def reminds(self) -> bool:
        """Whether it reminds the seat's holder."""
        return self.stage in _REMINDERS and self.holder is not None and not self.gone and not self.muted

    @property
    def said(self) -> Said:
        """The key of the message that it belongs to."""
        return Said(self.stage, vacant=self.holder is None, gone=self.gone, muted=self.muted)

    def ring(self, *, silent: bool, beside: Sequence[str], callable_at: datetime) -> Step:
        """Go on to the next reminder and write the messages of this one.

        A vacant seat gets no reminders: the moderators are called once when its time is over, or earlier if
        its player has left the server.

        :param silent: another reminder writes the message.
        :param beside: other seats in the same message.
        """
        then = None if self.then is None else (self.then.number, self.then.at)
        said = []
        if self.holder is None and self.stage in ("half", "near"):
            pass
        elif self.holder is None or (self.gone and self._clock.overtime == "call"):
            then = None
            if not silent:
                said = [
                    messages.nudge(self.row.seat, self.row.kind, self.stage, gone=self.gone, beside=beside)
                ]
        elif self.gone and self.stage in _REMINDERS:
            pass
        elif not silent and not self.muted:
            said = [messages.nudge(self.row.seat, self.row.kind, self.stage, gone=self.gone, beside=beside)]
            if self.stage == "over" and self._alone:
                # Nobody waits for who plays alone, so nobody is called.
                then = None
            elif self.stage == "over" and callable_at > self.now and then is not None:
                then = (then[0], callable_at)
        return partial(rows.deadlines.ring, seen=self.row, then=then, messages=said, now=self.now)


def _rung(ringing: Sequence[Bell], callable_at: datetime) -> list[Step]:
    """Send reminders together: one ping for a player with all that they owe, one message for all players.

    Calls of moderators too: seats that are late at the same time share one call.
    """
    spoken_to: set[int | None] = set()
    together: dict[Said, list[str]] = {}
    for bell in ringing:
        if not bell.reminds or bell.holder not in spoken_to:
            together.setdefault(bell.said, []).append(bell.row.seat)
        if not bell.muted:
            spoken_to.add(bell.holder)
    steps = []
    for bell in ringing:
        first, *beside = together.get(bell.said, [""])
        silent = first != bell.row.seat
        steps.append(bell.ring(silent=silent, beside=beside, callable_at=callable_at))
    return steps


def schedule(**jobs: tuple[Callable[[], Awaitable[None]], int]) -> AsyncIOScheduler:
    """Run jobs at intervals in seconds of real time. A missed wake-up loses nothing."""

    def start() -> AsyncIOScheduler:
        scheduler = AsyncIOScheduler(
            timezone="UTC",
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        for name, (do, seconds) in jobs.items():
            scheduler.add_job(_coroutine(do), "interval", seconds=seconds, id=name)
        scheduler.start()
        return scheduler

    # The scheduler and its jobs have a context of their own: a clock must not keep the bot's starter alive,
    # and a simulation of time must not wait for the next wake-up as if it were work of the bot.
    started: AsyncIOScheduler = contextvars.Context().run(start)
    return started


def _coroutine(do: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    # APScheduler awaits only coroutine functions, not other callables.
    async def wake() -> None:
        # A bot that stops ends what runs, which is nothing to report.
        with suppress(asyncio.CancelledError):
            await do()

    return wake
