"""The clocks after an action: which seats are asked now, and until when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.progress import Progress
from bot.campaigns.table import Around, OrdersChanged, hours_of
from bot.clock import deadlines, notation
from bot.clock.deadlines import Reckoned
from bot.clock.hours import Hours, next_open
from bot.store import Campaign, Change, Conduct, Deadline, DeadlineRow, Message, Rest, Seat, Store, rows
from engines.core.decisions import Decision

LATELY, AT_TABLE = timedelta(hours=1), 2
"""A person who acted so often within that time, with others acting in between, is at the table."""
SEEN_WITHIN = timedelta(minutes=3)
"""A person at the table who has not acted for so long after they were asked gets a notice after all."""


class Timekeeper:
    """Calculates deadlines and notices from stored data; writes only which seats were told."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def first(
        self,
        decisions: Sequence[Decision],
        clock: str,
        seating: Mapping[str, Seat],
        *,
        stopped: bool = False,
        knowing: Collection[str] = (),
    ) -> list[Deadline]:
        """The deadlines of decisions whose clocks start, or start again: each seat has its whole time.

        :param stopped: the deadlines wait until the campaign goes on.
        :param knowing: seats whose players know of it, because they caused it or were told before.
        """
        if clock == "none":
            return []
        hours, now = await self.hours_of(seating), self._store.now()
        banks = {name: sitting.bank for name, sitting in seating.items()}
        owed = deadlines.moved_on(
            notation.read(clock), (), decisions, set(), hours, banks, now, knowing=knowing
        ).owed
        return [deadlines.stopped(row, hours[row.seat], now) for row in owed] if stopped else owed

    async def handed_on(
        self,
        campaign: Campaign,
        decisions: Sequence[Decision],
        knowing: Collection[str],
        *,
        anew: bool,
        returned: Collection[str],
    ) -> list[Deadline]:
        """The deadlines of decisions whose seats have changed hands.

        :param campaign: the campaign after the change.
        :param knowing: seats whose new players have been briefed.
        :param anew: a moderator gives the seats, with the whole time.
        :param returned: seats that their owners have again after a substitute.
        """
        clock, now = notation.read(campaign.clock), self._store.now()
        hours = await self.hours_of(campaign.seating)
        before = {(row.seat, row.kind): row for row in await self._store.deadlines_of(campaign.id)}
        owed = []
        for decision in decisions:
            row, theirs = before.get((decision.seat, decision.kind)), hours[decision.seat]
            knows = decision.seat in knowing
            if row is None:
                bank = campaign.seating[decision.seat].bank
                owed.append(deadlines.set_going(clock, decision, theirs, now, bank, knows=knows))
            else:
                back = decision.seat in returned
                owed.append(
                    deadlines.handed_on(
                        clock, row, decision, theirs, now, knows=knows, anew=anew, returned=back
                    )
                )
        if not campaign.stands_still:
            return owed
        return [deadlines.stopped(row, hours[row.seat], now) for row in owed]

    def timed(
        self,
        connection: Connection,
        change: Change,
        *,
        progress: Progress,
        around: Around,
        user_id: int | None,
        last: Sequence[Message],
    ) -> Change:
        """A change with its deadlines, time banks and notices, from the rows of its own transaction.

        :param user_id: the person who acted, and knows what they are asked next.
        :param last: messages that come after the notices.
        :raises OrdersChanged: other orders are stored than those that have answered.
        """
        campaign = progress.campaign
        if rows.orders.of_campaign(connection, campaign.id) != around.orders:
            raise OrdersChanged
        hours, now = _by_seat(campaign.seating, around.hours), self._store.now()
        title = progress.title
        news = _notices(
            title.decisions(progress.before),
            title.decisions(progress.state),
            campaign.seating,
            user_id,
            hours,
            now,
            lambda: _present(
                rows.journal.players_since(connection, campaign_id=campaign.id, since=now - LATELY)
            ),
        )
        asked = rows.people.noted(connection, messages.asked_key(campaign)) is not None
        asked = asked or rows.outbox.speaks(connection, campaign.id)
        outbox = [*change.outbox, *messages.tidied(news, asked=asked), *last]
        if campaign.clock == "none":
            return msgspec.structs.replace(change, outbox=outbox)
        owed = rows.deadlines.of_campaign(connection, campaign.id)
        reckoned = self._after(progress, owed, hours, now, user_id)
        return msgspec.structs.replace(
            change,
            outbox=outbox,
            deadlines=reckoned.owed,
            banks=reckoned.banks,
            rests=reckoned.rests,
            did=_did(progress, owed, reckoned.owed, now),
        )

    def _after(
        self,
        progress: Progress,
        before: Sequence[DeadlineRow],
        hours: Mapping[str, Hours],
        now: datetime,
        user_id: int | None,
    ) -> Reckoned:
        """Deadlines and time banks after an action."""
        campaign = progress.campaign
        reckoned = deadlines.moved_on(
            notation.read(campaign.clock),
            before,
            progress.title.decisions(progress.state),
            progress.acted,
            hours,
            {name: sitting.bank for name, sitting in campaign.seating.items()},
            now,
            {
                name: Rest(seat.rest, seat.rest_hours, seat.rest_handed)
                for name, seat in campaign.seating.items()
                if name in progress.taken_back and seat.rest is not None
            },
            knowing=() if user_id is None else campaign.held_by(user_id),
            least=deadlines.AT_LEAST if progress.spared else timedelta(),
        )
        if campaign.stands_still:
            # A moderator may change things during a pause; what is owed then waits until the campaign goes
            # on.
            owed = [deadlines.stopped(row, hours[row.seat], now) for row in reckoned.owed]
            return reckoned._replace(owed=owed)
        return reckoned

    async def notices(
        self,
        before: Sequence[Decision],
        decisions: Sequence[Decision],
        seating: Mapping[str, Seat],
        user_id: int | None,
    ) -> list[Message]:
        """A notice for each player who is asked something new, once, outside their quiet hours.

        :param user_id: the person who caused it, and knows.
        """
        hours = await self.hours_of(seating)
        return _notices(before, decisions, seating, user_id, hours, self._store.now())

    async def told(self, campaign: Campaign, asked: Collection[tuple[str, str]], since: datetime) -> None:
        """Discord took a ping that tells seats what they owe: their waking hours count from then on.

        It takes one transaction, without the campaign's lock, so that no press has to wait for it.

        :param asked: seats and kinds of the decisions.
        :param since: when the ping was written: it did not tell what was asked later.
        """
        clock, now = notation.read(campaign.clock), self._store.now()
        if clock.kind == "none" or not asked:
            return
        hours = await self.hours_of(campaign.seating)

        def step(connection: Connection) -> None:
            for row in rows.deadlines.of_campaign(connection, campaign.id):
                if (row.seat, row.kind) in asked and row.since <= since:
                    heard = deadlines.told(clock, row, hours[row.seat], now)
                    if heard != row:
                        rows.deadlines.change(connection, campaign.id, heard)

        await self._store.transact(step, campaign_id=campaign.id)

    async def hours_of(self, seating: Mapping[str, Seat]) -> dict[str, Hours]:
        """The hours of the player in each seat; the default hours for a vacant seat."""
        hours = await self.hours_of_people(
            seat.user_id for seat in seating.values() if seat.user_id is not None
        )
        return _by_seat(seating, hours)

    async def hours_of_people(self, ids: Iterable[int]) -> dict[int, Hours]:
        """The hours of people, by user."""
        persons = await self._store.look(partial(rows.people.persons, ids=set(ids)))
        return hours_of(persons)


def _did(
    progress: Progress, before: Sequence[DeadlineRow], after: Sequence[Deadline], now: datetime
) -> dict[int, Conduct]:
    """What counts for people's reliability: decisions with a clock that are over, by player."""
    campaign = progress.campaign
    if campaign.stands_still or any(entry.kind != "act" for entry in progress.entries):
        return {}
    goes_on = {(row.seat, row.kind, row.since) for row in after}
    did: dict[int, Conduct] = {}
    for row in before:
        user = campaign.seats.get(row.seat)
        if user is None or row.allowed is None or (row.seat, row.kind, row.since) in goes_on:
            continue
        acts = [(entry.user_id, entry.source) for entry in progress.entries if entry.seat == row.seat]
        was = did.get(user, Conduct())
        late = row.due_at is not None and row.due_at <= now
        if (user, "player") in acts and not late:
            did[user] = replace(was, answered=was.answered + 1, took=was.took + (now - row.since))
        elif acts and late:
            did[user] = replace(was, missed=was.missed + 1)
    return did


def _by_seat(seating: Mapping[str, Seat], hours: Mapping[int, Hours]) -> dict[str, Hours]:
    """The hours of the player in each seat; the default hours for a vacant seat."""
    return {
        name: deadlines.ANY_TIME if seat.user_id is None else hours[seat.user_id]
        for name, seat in seating.items()
    }


def _notices(
    before: Sequence[Decision],
    decisions: Sequence[Decision],
    seating: Mapping[str, Seat],
    user_id: int | None,
    hours: Mapping[str, Hours],
    now: datetime,
    at_table: Callable[[], Collection[int]] = frozenset,
) -> list[Message]:
    """A notice for each player who is asked something new.

    :param at_table: gives the players who get one only if they do not act before.
    """
    asked_before = {(decision.seat, decision.kind) for decision in before}
    asked = {
        decision.seat: seating[decision.seat]
        for decision in decisions
        if (decision.seat, decision.kind) not in asked_before
        and seating[decision.seat].user_id not in (None, user_id)
    }
    present = at_table() if asked else ()
    together: dict[datetime, list[str]] = {}
    for seat in asked:
        at = next_open(hours[seat], now)
        if at == now and seating[seat].user_id in present:
            at += SEEN_WITHIN
        together.setdefault(at, []).append(seat)
    return [messages.notice(seats, None if at == now else at) for at, seats in together.items()]


def _present(lately: Iterable[int]) -> set[int]:
    """People who have acted several times in a campaign lately: they are playing now.

    :param lately: the players of its last actions, in order.
    """
    came = Counter(user for user, _ in groupby(lately))
    return {user for user, times in came.items() if times >= AT_TABLE}
