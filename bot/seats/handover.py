"""Seats of running campaigns: taken, left, lent and handed over, each change whole or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import NamedTuple

import discord
import msgspec

from bot.campaigns import messages
from bot.campaigns.consent import Agreed
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.clock.hours import next_open
from bot.errors import PoliteError, StaleError
from bot.seats.briefing import briefing
from bot.seats.rules import (
    Changed,
    SeatRules,
    handed,
    known_seats,
    lent,
    offered,
    seatable,
    terms,
    uninvited,
    welcome,
)
from bot.store import Audit, Campaign, Deadline, Message, StaleVersionError, Write, rows
from bot.surface import layout


class By(NamedTuple):
    """Whoever changes other people's seats, and why: it goes into the audit log."""

    user_id: int
    reason: str = ""


class Seats:
    """What people do with the seats of a running campaign.

    Every method is one transaction, says one line in the channel, and raises `PoliteError` with the reason
    where it can't be done. In a seat that changes hands standing orders are revoked and clocks begin anew;
    the game knows nothing of it.
    """

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def take(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Sit down in a vacant seat; gives the briefing."""
        async with self._changing(campaign_id, seat) as change:
            changed = change.sitting.take(seat, user_id)
            if change.campaign.seating[seat].reserved_for != user_id:
                await self._see_invited(change.campaign, user_id)
            return await change.sit_down(changed, user_id, f"🪑 <@{user_id}> takes **{change.name(seat)}**")

    async def leave(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Get up for good; a stand-in's seat is its owner's again."""
        async with self._changing(campaign_id, seat) as change:
            sitting = change.campaign.seating[seat]
            changed = change.sitting.leave(seat, user_id)
            name = change.name(seat)
            owner = changed[seat].user_id
            if owner is not None:
                text = f"🪑 <@{user_id}> no longer stands in for <@{owner}>: **{name}** is theirs again."
                await change.write(changed, text, people=[owner])
                return f"You have left {name}; it is <@{sitting.owner_id}>'s again."
            newcomer = changed[seat].reserved_for
            then = (
                f"It is <@{newcomer}>'s as soon as they sit down."
                if newcomer is not None
                else "It is vacant: `/seat take` takes it, `/seat replace` puts somebody in."
            )
            guild = await settings_of(self._campaigns, change.campaign.guild_id)
            creator = change.campaign.created_by
            called = [] if guild.moderator_role is not None or creator is None else [creator]
            await change.write(
                changed,
                f"🪑 <@{user_id}> has left **{name}**. {then}",
                people=[each for each in (*change.others(user_id), *called) if each != user_id],
                role=guild.moderator_role,
            )
            return f"You have left {name}. What you knew stays between you and the seat."

    async def offerable(self, campaign_id: int, seat: str, newcomer: int) -> None:
        """See that a seat can be offered, before anybody is asked about it.

        :raises PoliteError: it can't be.
        """
        async with self._changing(campaign_id, seat) as change:
            change.sitting.replace(seat, newcomer)

    async def offer(
        self, campaign_id: int, seat: str, newcomer: int, by: By, *, agreed: Agreed | None = None
    ) -> str:
        """Reserve a seat for a newcomer, who has it as soon as they sit down.

        :param agreed: all have agreed to it.
        """
        async with self._changing(campaign_id, seat) as change:
            changed = change.sitting.replace(seat, newcomer)
            name, holder = change.name(seat), change.campaign.seating[seat].user_id
            instead = "" if holder is None else f" in place of <@{holder}>, who plays on until then"
            await change.offered(
                changed,
                messages.Offer(
                    f"🪑 <@{newcomer}>, <@{by.user_id}> asks you to take over **{name}**{instead}.",
                    seat,
                    newcomer,
                ),
                audit=change.audit(
                    by,
                    f"{seat}: reserved for <@{newcomer}>{'' if holder is None else f', held by <@{holder}>'}"
                    f"{'' if agreed is None else ', agreed by all'}",
                ),
                settling=[] if agreed is None else [agreed.settling],
            )
            return f"{name} is reserved for <@{newcomer}>: they have it as soon as they sit down."

    async def seat_now(self, campaign_id: int, seat: str, newcomer: int, by: By) -> str:
        """Seat somebody at once, as a moderator may."""
        async with self._changing(campaign_id, seat) as change:
            changed = change.sitting.seated(seat, newcomer)
            name, before = change.name(seat), change.campaign.seating[seat]
            instead = "" if before.user_id is None else f" in place of <@{before.user_id}>"
            people = {newcomer, before.user_id, before.owner_id} - {None}
            await change.write(
                changed,
                f"🪑 <@{by.user_id}> seats <@{newcomer}> in **{name}**{instead}.",
                people=[each for each in people if each is not None],
                audit=change.audit(by, f"{seat}: <@{newcomer}>{instead}"),
            )
            return f"<@{newcomer}> sits in {name} now and has been briefed."

    async def vacate(self, campaign_id: int, seat: str, by: By) -> str:
        """Let a seat be vacant, whoever sits in it or owns it, as a moderator may."""
        async with self._changing(campaign_id, seat) as change:
            changed = change.sitting.vacated(seat)
            name, before = change.name(seat), change.campaign.seating[seat]
            await change.write(
                changed,
                f"🪑 <@{by.user_id}> declares **{name}** vacant{layout.why(by.reason)} "
                "`/seat take` takes the seat.",
                people=[each for each in (before.user_id, before.owner_id) if each is not None],
                audit=change.audit(
                    by,
                    f"{seat}: vacant{'' if before.user_id is None else f' in place of <@{before.user_id}>'}",
                ),
            )
            return f"{name} is vacant."

    async def lend(
        self, campaign_id: int, user_id: int, seat: str, stand_in: int, until: datetime | None
    ) -> str:
        """Ask somebody to stand in for oneself, for a time or until it is taken back."""
        async with self._changing(campaign_id, seat) as change:
            if until is not None and until <= self._store.now():
                raise PoliteError("That time is over already: give a later one, or none.")
            changed = change.sitting.lend(seat, user_id, stand_in, until)
            name = change.name(seat)
            long = "for as long as they are away" if until is None else f"until {_at(until)}"
            await change.offered(
                changed,
                messages.Offer(
                    f"🪑 <@{stand_in}>, <@{user_id}> asks you to stand in for them in **{name}**, {long}.",
                    seat,
                    stand_in,
                ),
            )
            return f"<@{stand_in}> is asked; you play {name} until they sit down. `/seat back` takes it back."

    async def back(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Take back what one has lent, or offered; gives the briefing."""
        async with self._changing(campaign_id, seat) as change:
            before = change.campaign.seating[seat]
            changed = change.sitting.back(seat, user_id)
            name = change.name(seat)
            if not lent(before):
                await change.write(changed, f"🪑 <@{user_id}> takes back the offer of **{name}**.")
                return f"The offer is withdrawn; {name} is yours as before."
            assert before.user_id is not None
            return await change.sit_down(
                changed,
                user_id,
                f"🪑 <@{user_id}> is back in **{name}**; thanks to <@{before.user_id}>, who stood in",
                people=[before.user_id],
            )

    async def offer_swap(self, campaign_id: int, user_id: int, seat: str, other: str) -> str:
        """Offer one's seat for somebody else's."""
        async with self._changing(campaign_id, seat, other) as change:
            changed = change.sitting.swap(seat, user_id, other)
            holder = changed[seat].reserved_for
            assert holder is not None
            name, theirs = change.name(seat), change.name(other)
            await change.offered(
                changed,
                messages.Offer(
                    f"🪑 <@{holder}>, <@{user_id}> offers you **{name}** for **{theirs}**. "
                    "Each of you would see what the other side knows.",
                    seat,
                    holder,
                    "Swap seats",
                ),
            )
            return f"<@{holder}> is asked to swap {theirs} for {name}. `/seat back` withdraws the offer."

    async def swap_now(self, campaign_id: int, seat: str, other: str, by: By) -> str:
        """Let the holders of two seats change places at once, as a moderator may."""
        async with self._changing(campaign_id, seat, other) as change:
            changed = change.sitting.swapped(seat, other)
            text = " and ".join(f"<@{s.user_id}> in **{change.name(name)}**" for name, s in changed.items())
            await change.write(
                changed,
                f"🪑 <@{by.user_id}> has seats swapped: {text}.",
                people=[s.user_id for s in changed.values() if s.user_id is not None],
                audit=change.audit(by, f"{seat} and {other} swapped"),
            )
            return f"{change.name(seat)} and {change.name(other)} have changed hands."

    async def sit(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Accept a seat that was offered; gives the briefing."""
        async with self._changing(campaign_id, seat) as change:
            before = change.campaign.seating[seat]
            changed = change.sitting.accept(seat, user_id)
            if before.until is not None and before.until <= self._store.now() and terms(before) == "lend":
                raise StaleError("The time for which somebody was to stand in is over.")
            name = f"**{change.name(seat)}**"
            match terms(before):
                case "lend":
                    text = f"<@{user_id}> stands in for <@{before.owner_id}> in {name}"
                    text += f" until {_at(before.until)}" if before.until else ""
                case "swap":
                    other = change.name(before.in_exchange or "")
                    text = f"<@{user_id}> and <@{before.user_id}> swap seats: {name} and **{other}**"
                case "replace":
                    text = f"<@{user_id}> takes over {name} from <@{before.user_id}>"
                case _:
                    text = f"<@{user_id}> takes {name}"
            people = [each for each in {before.user_id, before.owner_id} if each is not None]
            return await change.sit_down(changed, user_id, f"🪑 {text}", people=people)

    async def decline(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Refuse a seat that was offered."""
        async with self._changing(campaign_id, seat) as change:
            before = change.campaign.seating[seat]
            changed = change.sitting.decline(seat, user_id)
            people = [before.user_id] if before.user_id is not None else []
            text = f"🪑 <@{user_id}> declines **{change.name(seat)}**; everything stays as it is."
            await change.write(changed, text, people=people)
            return "You have declined, and the others have been told."

    async def _see_invited(self, campaign: Campaign, user_id: int) -> None:
        """Whoever takes a seat of a private campaign has to be invited.

        :raises PoliteError: they are not.
        """
        guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign.id))
        if not welcome(campaign, user_id, invited=user_id in guests and guests[user_id].invited):
            raise PoliteError(uninvited(campaign))

    @asynccontextmanager
    async def _changing(self, campaign_id: int, *named: str) -> AsyncIterator[Change]:
        """The seats of a campaign, under its lock.

        :param named: seats that are spoken of, which it must have.
        :raises PoliteError: they can't change hands, or there is no such seat.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            seatable(campaign)
            known_seats(campaign, named)
            acted = await self._store.look(partial(rows.journal.actors, campaign_id=campaign_id))
            yield Change(self._campaigns, campaign, acted)


class Change:
    """One change of a campaign's seats, under its lock."""

    def __init__(
        self, campaigns: Campaigns, campaign: Campaign, acted: Mapping[str, Collection[int]]
    ) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self.campaign = campaign
        self._title = campaigns.title_of(campaign)
        self.sitting = SeatRules(campaign.seating, self._title.seat_names, self._title.secrets, acted)

    def name(self, seat: str) -> str:
        """What a seat is called."""
        return self._title.seat_names[seat]

    def others(self, user_id: int) -> list[int]:
        """Everybody else who plays."""
        return [each for each in dict.fromkeys(self.campaign.seats.values()) if each != user_id]

    def audit(self, by: By, detail: str) -> Audit:
        """An entry for the audit log."""
        return Audit.on(self.campaign, by.user_id, "seat", by.reason, detail)

    async def sit_down(self, changed: Changed, user_id: int, text: str, *, people: Sequence[int] = ()) -> str:
        """Write a change by which somebody who has pressed or typed gets a seat; gives their briefing."""
        mine = next(name for name, sitting in changed.items() if sitting.user_id == user_id)
        others = [each for each in people if each != user_id]
        await self.write(changed, f"{text}.", people=others, briefed=[mine])
        present = await self._campaigns.by_id(self.campaign.id)
        return await briefing(self._campaigns, present, mine)

    async def offered(
        self,
        changed: Changed,
        asked: messages.Offer,
        *,
        audit: Audit | None = None,
        settling: Sequence[Write] = (),
    ) -> None:
        """Write that a seat is offered.

        :param settling: what is settled by it.
        """
        await self._write(changed, [messages.offer(asked)], audit=audit, settling=settling)

    async def write(
        self,
        changed: Changed,
        text: str,
        *,
        people: Sequence[int] = (),
        role: int | None = None,
        audit: Audit | None = None,
        briefed: Sequence[str] = (),
    ) -> None:
        """Write a change and all that follows from it.

        :param briefed: seats whose new holder is briefed by the answer, not by a message.
        """
        said = messages.say(text, people=list(dict.fromkeys(people)), role=role)
        await self._write(changed, [said], audit=audit, briefed=briefed)

    async def _write(
        self,
        changed: Changed,
        first: Sequence[Message],
        *,
        audit: Audit | None = None,
        briefed: Sequence[str] = (),
        settling: Sequence[Write] = (),
    ) -> None:
        campaign, now = self.campaign, self._store.now()
        changed = offered(campaign.seating, changed, now)
        hands = handed(campaign.seating, changed)
        after = msgspec.structs.replace(campaign, seating={**campaign.seating, **changed})
        owed = await self._owed(after, hands)
        said: list[Message] = [
            *first,
            *([messages.card(self._campaigns.chapter_of(campaign))] if hands else []),
            *await self._briefings(after, [seat for seat in hands if seat not in briefed], owed),
        ]
        steps: list[Write] = [
            *settling,
            partial(rows.campaigns.reseat, campaign_id=campaign.id, expected_version=campaign.version),
            partial(rows.seats.change, campaign_id=campaign.id, seats=list(changed.values())),
            *self._orders(changed, hands),
            *(
                partial(rows.deadlines.restart, campaign_id=campaign.id, seat=seat, owed=own)
                for seat, own in owed.items()
            ),
            *([] if audit is None else [partial(rows.audits.put, noted=audit, now=now)]),
            partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
        ]
        try:
            await self._store.transact(*steps, campaign_id=campaign.id)
        except StaleVersionError:
            raise StaleError("The campaign has moved on meanwhile. Try again.") from None

    def _orders(self, changed: Changed, hands: Sequence[str]) -> Iterator[Write]:
        """What becomes of standing orders: an owner's are laid by for as long as the seat is lent."""
        for seat in hands:
            before, after = self.campaign.seating[seat], changed[seat]
            if lent(after) and after.owner_id == before.user_id:
                write: Callable[..., object] = rows.orders.lay_by
            elif lent(before) and after.user_id == before.owner_id:
                write = rows.orders.bring_back
            else:
                write = rows.orders.revoke_for_good
            yield partial(write, campaign_id=self.campaign.id, seat=seat)

    async def _briefings(
        self, after: Campaign, hands: Sequence[str], owed: Mapping[str, Sequence[Deadline]]
    ) -> list[Message]:
        """For the new holders of seats who have not pressed anything themselves, when they are awake."""
        now = self._store.now()
        sitting = {seat: after.seating[seat] for seat in hands if seat in after.seats}
        hours = await self._campaigns.timekeeper.hours_of(sitting)
        briefings = []
        for seat in sitting:
            text = await briefing(self._campaigns, after, seat, owed.get(seat))
            at = next_open(hours[seat], now)
            briefings.append(messages.direct(after.seats[seat], text, None if at == now else at))
        return briefings

    async def _owed(self, after: Campaign, hands: Sequence[str]) -> dict[str, list[Deadline]]:
        """What the seats that changed hands owe, with all the time that a decision has."""
        if after.clock == "none" or not hands:
            return {}
        decisions = self._title.decisions(self._campaigns.state_of(after))
        owed = await self._campaigns.timekeeper.first(
            [decision for decision in decisions if decision.seat in hands],
            after.clock,
            {seat: msgspec.structs.replace(after.seating[seat], bank=None) for seat in hands},
            stopped=after.stands_still,
        )
        return {seat: [row for row in owed if row.seat == seat] for seat in hands}


def _at(moment: datetime) -> str:
    return discord.utils.format_dt(moment, "f")
