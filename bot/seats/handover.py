"""Seats of running campaigns: taken, left, lent and handed over, each change whole or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Any

import discord

from bot.campaigns import messages
from bot.campaigns.consent import Agreed
from bot.campaigns.proposals import Seating, Way
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, StaleError
from bot.seats.automatic import Automatic
from bot.seats.change import Asking, By, Change, Unagreed
from bot.seats.knowledge import Knowledge
from bot.seats.rules import known_seats, lent, may_sit, seatable, terms, uninvited
from bot.store import Campaign, Guest, rows
from bot.surface import layout


class Seats:
    """What people do with the seats of a running campaign.

    Every method is one transaction, says one line in the channel, and raises `PoliteError` with the reason
    where it can't be done. In a seat that changes hands standing orders are revoked and clocks begin anew;
    the game knows nothing of it. Where somebody would play who has seen another seat's secrets, those whom
    they would play against have to agree: `Forewarned` asks whoever does it, `Asked` the others.

    :param told: what somebody was told of before, and goes on with.
    :param agreed: what all have agreed to.
    """

    def __init__(
        self, campaigns: Campaigns, *, told: Seating | None = None, agreed: Agreed | None = None
    ) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self._told = told
        self._agreed = agreed

    async def take(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Sit down in a vacant seat; gives the briefing.

        :raises Forewarned: they have to be told first whom they would play against.
        """
        async with self._changing("take", campaign_id, seat, user_id) as change:
            changed = change.sitting.take(seat, user_id)
            if change.campaign.seating[seat].reserved_for != user_id:
                await self._see_invited(change.campaign, user_id)
            return await change.sit_down(changed, user_id, f"🪑 <@{user_id}> takes **{change.name(seat)}**")

    async def leave(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Get up for good; a stand-in's seat is its owner's again."""
        async with self._settled(campaign_id, seat) as change:
            sitting = change.campaign.seating[seat]
            changed = change.sitting.leave(seat, user_id)
            name = change.name(seat)
            owner = changed[seat].user_id
            if owner is not None:
                text = f"🪑 <@{user_id}> stands in for <@{owner}> no longer: **{name}** goes back to them."
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

    async def automatic(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Let the automatic player have a seat: one's own, or one that is vacant."""
        async with self._settled(campaign_id, seat) as change:
            own = change.campaign.seats.get(seat) == user_id
            changed = change.sitting.automatic(seat, user_id)
            # They may take it back, also in a private campaign to which another way has led them.
            came = Guest(user_id=user_id, invited=True)
            invited = [partial(rows.seats.put_guest, campaign_id=campaign_id, came=came)] if own else []
            name = change.name(seat)
            lets = "hands it to" if own else "lets it be played by"
            await change.write(
                changed,
                f"🤖 **{name}**: <@{user_id}> {lets} the automatic player, until somebody takes it with "
                "`/seat take`.",
                people=change.others(user_id),
                also=invited,
            )
            await Automatic(self._campaigns).go_on(campaign_id, user_id)
            return f"The automatic player has {name} now."

    async def offerable(self, campaign_id: int, seat: str, newcomer: int, by: int) -> str:
        """See that a seat can be offered, before anybody is asked about it; gives what they have to know.

        :raises PoliteError: it can't be.
        """
        async with self._changing("offer", campaign_id, seat, by, newcomer=newcomer) as change:
            return change.warning(change.sitting.replace(seat, newcomer))

    async def offer(
        self,
        campaign_id: int,
        seat: str,
        newcomer: int,
        by: By,
    ) -> str:
        """Reserve a seat for a newcomer, who has it as soon as they sit down."""
        async with self._changing(
            "offer", campaign_id, seat, by.user_id, newcomer=newcomer, reason=by.reason
        ) as change:
            changed = change.sitting.replace(seat, newcomer)
            name, holder = change.name(seat), change.campaign.seating[seat].user_id
            instead = "" if holder is None else f" in place of <@{holder}>, who keeps it until then"
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
                    f"{'' if self._agreed is None else f', {self._agreed.noted}'}",
                ),
            )
            return f"The seat {name} is reserved for <@{newcomer}>: they have it as soon as they sit down."

    async def seat_now(
        self,
        campaign_id: int,
        seat: str,
        newcomer: int,
        by: By,
    ) -> str:
        """Seat somebody at once, as a moderator may."""
        async with self._changing(
            "seat", campaign_id, seat, by.user_id, newcomer=newcomer, reason=by.reason
        ) as change:
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
        async with self._settled(campaign_id, seat) as change:
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
            return f"The seat {name} is vacant."

    async def lend(
        self,
        campaign_id: int,
        user_id: int,
        seat: str,
        stand_in: int,
        until: datetime | None,
    ) -> str:
        """Ask somebody to stand in for oneself, for a time or until it is taken back."""
        async with self._changing(
            "lend", campaign_id, seat, user_id, newcomer=stand_in, until=until
        ) as change:
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
        async with self._settled(campaign_id, seat) as change:
            before = change.campaign.seating[seat]
            changed = change.sitting.back(seat, user_id)
            name = change.name(seat)
            if not lent(before):
                await change.write(changed, f"🪑 <@{user_id}> takes back the offer of **{name}**.")
                return f"The offer is withdrawn; the seat {name} is yours as before."
            assert before.user_id is not None
            return await change.sit_down(
                changed,
                user_id,
                f"🪑 <@{user_id}> is back in **{name}**; thanks to <@{before.user_id}>, who stood in",
                people=[before.user_id],
            )

    async def offer_swap(
        self,
        campaign_id: int,
        user_id: int,
        seat: str,
        other: str,
    ) -> str:
        """Offer one's seat for somebody else's."""
        async with self._changing("offer-swap", campaign_id, seat, user_id, other=other) as change:
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

    async def swap_now(
        self,
        campaign_id: int,
        seat: str,
        other: str,
        by: By,
    ) -> str:
        """Let the holders of two seats change places at once, as a moderator may."""
        async with self._changing(
            "swap", campaign_id, seat, by.user_id, other=other, reason=by.reason
        ) as change:
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
        async with self._changing("sit", campaign_id, seat, user_id) as change:
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
        async with self._settled(campaign_id, seat) as change:
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
        if not may_sit(campaign, user_id, invited=user_id in guests and guests[user_id].invited):
            raise PoliteError(uninvited(campaign))

    async def do(self, wanted: Seating, *, agreed: Agreed | None = None) -> str:
        """Go on with what somebody was told of, or what all have agreed to.

        :raises PoliteError: it can't be done any more.
        """
        seats = Seats(self._campaigns, told=wanted, agreed=agreed)
        of, seat, user, by = wanted.campaign, wanted.seat, wanted.user, By(wanted.user, wanted.reason)
        newcomer, other = wanted.newcomer or user, wanted.other or ""
        match wanted.how:
            case "take":
                return await seats.take(of, user, seat)
            case "sit":
                return await seats.sit(of, user, seat)
            case "offer":
                return await seats.offer(of, seat, newcomer, by)
            case "seat":
                return await seats.seat_now(of, seat, newcomer, by)
            case "lend":
                return await seats.lend(of, user, seat, newcomer, wanted.until)
            case "offer-swap":
                return await seats.offer_swap(of, user, seat, other)
            case "swap":
                return await seats.swap_now(of, seat, other, by)

    @asynccontextmanager
    async def _changing(
        self, how: Way, campaign_id: int, seat: str, user_id: int, **more: Any
    ) -> AsyncIterator[Change]:
        """As `_settled`, for a change by which somebody may come to know what they must not.

        :param more: what else `Seating` has of it.
        :raises PoliteError: somebody has to agree first, and is asked.
        """
        wanted = Seating(campaign=campaign_id, how=how, seat=seat, user=user_id, **more)
        seats = [wanted.seat, *([wanted.other] if wanted.other else [])]
        async with self._of(wanted.campaign, *seats) as campaign:
            acted = await self._store.look(partial(rows.journal.actors, campaign_id=campaign.id))
            seen = await self._store.look(partial(rows.sights.of_campaign, campaign_id=campaign.id))
            title = self._campaigns.title_of(campaign)
            knowledge = Knowledge.of(title.secrets, seen, acted)
            sitting = campaign.seating[wanted.seat]
            swapped = wanted.how == "sit" and sitting.in_exchange is not None
            # Whoever offers a swap, and whoever accepts it, knows that each is seen through by the other.
            pair = [user for user in (sitting.user_id, wanted.user) if swapped and user is not None]
            asking = Asking(self._told or wanted, knowledge, frozenset(pair), self._agreed)
            try:
                yield Change(self._campaigns, campaign, asking)
            except Unagreed as clashing:
                what = _words(wanted, title.seat_names)
                await asking.ask(self._campaigns, campaign, what, clashing.clashes)

    @asynccontextmanager
    async def _settled(self, campaign_id: int, seat: str) -> AsyncIterator[Change]:
        """A seat of a campaign, for a change by which nobody comes to know more; errors as of `_of`."""
        async with self._of(campaign_id, seat) as campaign:
            yield Change(self._campaigns, campaign)

    @asynccontextmanager
    async def _of(self, campaign_id: int, *named: str) -> AsyncIterator[Campaign]:
        """A campaign, under its lock.

        :param named: seats that are spoken of, which it must have.
        :raises PoliteError: they can't change hands, or there is no such seat.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            seatable(campaign)
            known_seats(campaign, named)
            yield campaign


def _words(wanted: Seating, names: Mapping[str, str]) -> str:
    """What somebody asks to do, as a clause with its full stop."""
    seat, newcomer = f"**{names[wanted.seat]}**", f"<@{wanted.newcomer}>"
    other = f"**{names[wanted.other]}**" if wanted.other else ""
    return {
        "take": f"take {seat}.",
        "sit": f"sit down in {seat}.",
        "offer": f"offer {seat} to {newcomer}.",
        "seat": f"seat {newcomer} in {seat}{layout.why(wanted.reason)}",
        "lend": f"have {newcomer} stand in for them in {seat}.",
        "offer-swap": f"give {seat} for {other}.",
        "swap": f"have {seat} and {other} change hands{layout.why(wanted.reason)}",
    }[wanted.how]


def _at(moment: datetime) -> str:
    return discord.utils.format_dt(moment, "f")
