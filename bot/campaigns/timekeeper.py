"""What follows from an action for the clocks: who is asked now, and until when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

import msgspec

from bot.campaigns import messages
from bot.campaigns.progress import Progress
from bot.clock import deadlines, notation
from bot.clock.deadlines import Reckoned
from bot.clock.hours import Hours, next_open
from bot.store import Deadline, Message, Seat, Store, rows
from engines.core.contract import Decision


class Timekeeper:
    """Reckons deadlines and notices from what is stored; writes nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def first(
        self,
        decisions: Sequence[Decision],
        clock: str,
        seating: Mapping[str, Seat],
        *,
        stopped: bool = False,
    ) -> list[Deadline]:
        """The deadlines of decisions whose clocks begin, or begin anew: all the time that each seat has.

        :param stopped: they wait for the campaign to go on.
        """
        if clock == "none":
            return []
        hours, now = await self.hours_of(seating), self._store.now()
        banks = {name: sitting.bank for name, sitting in seating.items()}
        owed = deadlines.moved_on(notation.read(clock), (), decisions, set(), hours, banks, now).owed
        return [deadlines.stopped(row, hours[row.seat], now) for row in owed] if stopped else owed

    async def after(self, progress: Progress) -> Reckoned | None:
        """Deadlines and banks after what was done; None where the campaign has no deadlines at all."""
        campaign = progress.campaign
        if campaign.clock == "none":
            return None
        hours, now = await self.hours_of(campaign.seating), self._store.now()
        reckoned = deadlines.moved_on(
            notation.read(campaign.clock),
            await self._store.deadlines_of(campaign.id),
            progress.title.decisions(progress.state),
            progress.acted,
            hours,
            {name: sitting.bank for name, sitting in campaign.seating.items()},
            now,
            {name: campaign.seating[name].rest for name in progress.taken_back},
        )
        if campaign.stands_still:
            # A moderator may put things right meanwhile; what is owed then waits for the campaign to go on.
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
        """A word for everybody who is asked for something new, once, when they like to be spoken to.

        :param user_id: who brought it about, and knows.
        """
        asked_before = {(decision.seat, decision.kind) for decision in before}
        asked = {
            decision.seat: seating[decision.seat]
            for decision in decisions
            if (decision.seat, decision.kind) not in asked_before
            and seating[decision.seat].user_id not in (None, user_id)
        }
        if not asked:
            return []
        hours, now = await self.hours_of(asked), self._store.now()
        together: dict[datetime, list[str]] = {}
        for seat in asked:
            together.setdefault(next_open(hours[seat], now), []).append(seat)
        return [messages.notice(seats, None if at == now else at) for at, seats in together.items()]

    async def hours_of(self, seating: Mapping[str, Seat]) -> dict[str, Hours]:
        """The hours of whoever sits in each seat; nobody's where it is vacant."""
        hours = await self.hours_of_people(
            seat.user_id for seat in seating.values() if seat.user_id is not None
        )
        return {
            name: deadlines.ANY_TIME if seat.user_id is None else hours[seat.user_id]
            for name, seat in seating.items()
        }

    async def hours_of_people(self, ids: Iterable[int]) -> dict[int, Hours]:
        """The hours of people, by user."""
        persons = await self._store.look(partial(rows.people.persons, ids=set(ids)))
        return {user: msgspec.json.decode(person.hours, type=Hours) for user, person in persons.items()}
