"""Seats of running campaigns: taken, left, lent and handed over; each change is made whole or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Any

import discord
from msgspec.structs import replace

from bot.campaigns import messages
from bot.campaigns.consent import Agreed
from bot.campaigns.proposals import Seating, Way
from bot.campaigns.ranks import settings_of
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, StaleError
from bot.seats.automatic import Automatic
from bot.seats.change import Asking, By, Change, Unagreed, Warned, as_held, in_words
from bot.seats.knowledge import Knowledge, holders
from bot.seats.named import known_seats, may_sit, seatable, uninvited
from bot.seats.rules import lent, terms
from bot.seats.substitutes import offers, see_still_lapsed
from bot.store import Campaign, Guest, rows
from bot.surface import layout
from data.catalogue import N_, _, alone
from data.nouns import listed
from engines.core.strength import Strength

_at = partial(discord.utils.format_dt, style="f")

_SEATED = N_("🪑 <@{user_id}> seats <@{newcomer}> in **{name}**{instead}.")
_SUBSTITUTED = N_("🪑 **{league}**: the substitute <@{newcomer}> plays **{name}** now{instead}.")


class Seats:
    """The changes that people make to the seats of a running campaign.

    Every method is one transaction, posts one line in the channel, and raises `PoliteError` with the reason
    for a refusal. When a seat changes hands, its standing orders are revoked and its clock starts again; the
    game itself does not change. If a person would play who has seen another seat's secrets, the opponents
    have to agree: `Forewarned` asks the person who makes the change, `Asked` asks the others.

    :param warned: the change that a person was warned of, and confirms.
    :param agreed: the request that all have agreed to.
    """

    def __init__(
        self, campaigns: Campaigns, *, warned: Seating | None = None, agreed: Agreed | None = None
    ) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store
        self._warned = warned
        self._agreed = agreed

    async def take(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Take a vacant seat; returns the briefing.

        :raises Forewarned: they first have to be told whom they would play against.
        """
        async with self._changing("take", campaign_id, seat, user_id) as change:
            changed = change.ruled(lambda rules: rules.take(seat, user_id))
            if change.campaign.seating[seat].reserved_for != user_id:
                await self._see_invited(change.campaign, user_id)
            return await change.sit_down(
                changed,
                user_id,
                _("🪑 <@{user_id}> takes **{seat}**", user_id=user_id, seat=change.name(seat)),
            )

    async def leave(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Leave a seat for good; a stand-in's seat goes back to its owner."""
        async with self._settled(campaign_id, seat) as change:
            sitting = change.campaign.seating[seat]
            changed = change.ruled(lambda rules: rules.leave(seat, user_id))
            name = change.name(seat)
            owner = changed[seat].user_id
            if owner is not None:
                text = _(
                    "🪑 <@{user_id}> no longer stands in for <@{owner}>. **{name}** goes back to them.",
                    user_id=user_id,
                    owner=owner,
                    name=name,
                )
                await change.write(changed, text, people=[owner])
                with alone():
                    return _(
                        "You have left {name}; it is <@{owner_id}>'s again.",
                        name=change.name(seat),
                        owner_id=sitting.owner_id,
                    )
            newcomer = changed[seat].reserved_for
            then = (
                _("It is <@{newcomer}>'s as soon as they sit down.", newcomer=newcomer)
                if newcomer is not None
                else _("It is vacant: `/seat take` takes it, `/seat replace` puts somebody in.")
            )
            guild = await settings_of(self._campaigns, change.campaign.guild_id)
            creator = change.campaign.created_by
            called = [] if guild.moderator_role is not None or creator is None else [creator]
            await change.write(
                changed,
                _("🪑 <@{user_id}> has left **{name}**. {then}", user_id=user_id, name=name, then=then),
                people=[each for each in (*change.others(user_id), *called) if each != user_id],
                role=guild.moderator_role,
                also=[] if newcomer is not None else change.given_up(seat),
            )
            await Automatic(self._campaigns).go_on(campaign_id, user_id)
        return _("You have left {name}. Keep its secrets to yourself.", name=change.name(seat))

    async def automatic(
        self, campaign_id: int, user_id: int, seat: str, strength: Strength | None = None
    ) -> str:
        """Give a seat to the automatic player: the user's own, or a vacant one.

        :param strength: how well it plays; a seat that it has already may get another.
        """
        async with self._settled(campaign_id, seat) as change:
            own = change.campaign.seats.get(seat) == user_id
            changed = change.ruled(lambda rules: rules.automatic(seat, user_id, strength))
            # They may take it back, also in a private campaign to which they were never invited.
            came = Guest(user_id=user_id, invited=True)
            invited = [partial(rows.seats.put_guest, campaign_id=campaign_id, came=came)] if own else []
            text = change.automated(changed[seat], user_id)
            await change.write(
                changed,
                text,
                people=change.others(user_id),
                also=[*invited, *(change.given_up(seat) if own else [])],
            )
            await Automatic(self._campaigns).go_on(campaign_id, user_id)
        return _("The automatic player now plays {name}.", name=change.name(seat))

    async def offerable(self, campaign_id: int, seat: str, newcomer: int, by: int) -> Warned:
        """Check that a seat can be offered, before any person is asked about it; returns the warning.

        :raises PoliteError: it can't be.
        """
        async with self._changing("offer", campaign_id, seat, by, newcomer=newcomer) as change:
            return change.warning(change.sitting.replace(seat, newcomer))

    async def offer(self, campaign_id: int, seat: str, newcomer: int, by: By) -> str:
        """Reserve a seat for a newcomer, who gets it when they accept."""
        async with self._changing(
            "offer", campaign_id, seat, by.user_id, newcomer=newcomer, reason=by.reason
        ) as change:
            changed = change.ruled(lambda rules: rules.replace(seat, newcomer))
            name, holder = change.name(seat), change.campaign.seating[seat].user_id
            instead = (
                ""
                if holder is None
                else _(" in place of <@{holder}>, who keeps it until then", holder=holder)
            )
            await change.offered(
                changed,
                messages.Offer(
                    _(
                        "🪑 <@{newcomer}>, <@{user_id}> asks you to take over **{name}**{instead}.",
                        newcomer=newcomer,
                        user_id=by.user_id,
                        name=name,
                        instead=instead,
                    ),
                    seat,
                    newcomer,
                ),
                audit=change.audit(
                    by,
                    (
                        _(
                            "{seat}: reserved for <@{newcomer}>{agreed}",
                            seat=seat,
                            newcomer=newcomer,
                            agreed="" if self._agreed is None else f", {self._agreed.noted}",
                        )
                        if holder is None
                        else _(
                            "{seat}: reserved for <@{newcomer}>, held by <@{holder}>{agreed}",
                            seat=seat,
                            newcomer=newcomer,
                            holder=holder,
                            agreed="" if self._agreed is None else f", {self._agreed.noted}",
                        )
                    ),
                    seat,
                ),
            )
        return _(
            "The seat {name} is reserved for <@{newcomer}>. They get it when they sit down.",
            name=change.name(seat),
            newcomer=newcomer,
        )

    async def seat_now(
        self, campaign_id: int, seat: str, newcomer: int, by: By, *, league: str | None = None
    ) -> str:
        """Give a seat to a person at once, as a moderator may, and a league with this name."""
        async with self._changing(
            "seat", campaign_id, seat, by.user_id, newcomer=newcomer, reason=by.reason
        ) as change:
            changed = change.ruled(lambda rules: rules.seated(seat, newcomer))
            name, before = change.name(seat), change.campaign.seating[seat]
            instead = "" if before.user_id is None else _(" in place of <@{user_id}>", user_id=before.user_id)
            # Who has left a league is not called back for it.
            people = {newcomer, before.user_id, before.owner_id} if league is None else {newcomer}
            text = _SEATED if league is None else _SUBSTITUTED
            await change.write(
                changed,
                text(user_id=by.user_id, newcomer=newcomer, name=name, instead=instead, league=league),
                people=[each for each in people if each is not None],
                audit=change.audit(by, f"{seat}: <@{newcomer}>{instead}", seat),
            )
        return _(
            "<@{newcomer}> plays {name} now and has been briefed.", newcomer=newcomer, name=change.name(seat)
        )

    async def vacate(self, campaign_id: int, seat: str, by: By) -> str:
        """Make a seat vacant, with any holder and owner, as a moderator may."""
        async with self._settled(campaign_id, seat) as change:
            changed = change.ruled(lambda rules: rules.vacated(seat))
            name, before = change.name(seat), change.campaign.seating[seat]
            await change.write(
                changed,
                _(
                    "🪑 <@{user_id}> declares **{name}** vacant{reason} `/seat take` takes the seat.",
                    user_id=by.user_id,
                    name=name,
                    reason=layout.why(by.reason),
                ),
                people=[each for each in (before.user_id, before.owner_id) if each is not None],
                audit=change.audit(
                    by,
                    (
                        _("{seat}: vacant", seat=seat)
                        if before.user_id is None
                        else _("{seat}: vacant in place of <@{user_id}>", seat=seat, user_id=before.user_id)
                    ),
                    seat,
                ),
            )
            await Automatic(self._campaigns).go_on(campaign_id, by.user_id)
        return _("The seat {name} is vacant.", name=change.name(seat))

    async def lend(
        self,
        campaign_id: int,
        user_id: int,
        seat: str,
        stand_in: int,
        until: datetime | None,
    ) -> str:
        """Ask a person to stand in for the owner, for a time or until the owner takes the seat back."""
        async with self._changing(
            "lend", campaign_id, seat, user_id, newcomer=stand_in, until=until
        ) as change:
            if until is not None and until <= self._store.now():
                raise PoliteError(_("That time is in the past. Give a later one, or none."))
            changed = change.ruled(lambda rules: rules.lend(seat, user_id, stand_in, until))
            name = change.name(seat)
            long = (
                _("for as long as they are away") if until is None else _("until {until}", until=_at(until))
            )
            await change.offered(
                changed,
                messages.Offer(
                    _(
                        "🪑 <@{stand_in}>, <@{user_id}> asks you to stand in for them in **{name}**, {long}.",
                        stand_in=stand_in,
                        user_id=user_id,
                        name=name,
                        long=long,
                    ),
                    seat,
                    stand_in,
                ),
            )
        return _(
            "<@{stand_in}> is asked. You play {name} until they sit down. `/seat back` withdraws the offer.",
            stand_in=stand_in,
            name=change.name(seat),
        )

    async def back(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Take back a seat that was lent or offered; returns the briefing."""
        async with self._settled(campaign_id, seat) as change:
            before = change.campaign.seating[seat]
            changed = change.ruled(lambda rules: rules.back(seat, user_id))
            name = change.name(seat)
            if not lent(before):
                await change.write(
                    changed,
                    _("🪑 <@{user_id}> takes back the offer of **{name}**.", user_id=user_id, name=name),
                )
                with alone():
                    return _("The offer is withdrawn. You keep the seat {name}.", name=change.name(seat))
            assert before.user_id is not None
            return await change.sit_down(
                changed,
                user_id,
                _(
                    "🪑 <@{user_id}> is back in **{name}**; thanks to <@{user_id_2}>, who stood in",
                    user_id=user_id,
                    name=name,
                    user_id_2=before.user_id,
                ),
                people=[before.user_id],
            )

    async def offer_swap(self, campaign_id: int, user_id: int, seat: str, other: str) -> str:
        """Offer the player's seat for another player's."""
        async with self._changing("offer-swap", campaign_id, seat, user_id, other=other) as change:
            changed = change.ruled(lambda rules: rules.swap(seat, user_id, other))
            holder = changed[seat].reserved_for
            assert holder is not None
            name, theirs = change.name(seat), change.name(other)
            await change.offered(
                changed,
                messages.Offer(
                    _(
                        "🪑 <@{holder}>, <@{user_id}> offers you **{name}** for **{theirs}**. Each of you "
                        "would see what the other side knows.",
                        holder=holder,
                        user_id=user_id,
                        name=name,
                        theirs=theirs,
                    ),
                    seat,
                    holder,
                    "Swap seats",
                ),
            )
        return _(
            "<@{holder}> is asked to swap {theirs} for {name}. `/seat back` withdraws the offer.",
            holder=holder,
            theirs=change.name(other),
            name=change.name(seat),
        )

    async def swap_now(self, campaign_id: int, seat: str, other: str, by: By) -> str:
        """Let the holders of two seats change places at once, as a moderator may."""
        async with self._changing(
            "swap", campaign_id, seat, by.user_id, other=other, reason=by.reason
        ) as change:
            changed = change.ruled(lambda rules: rules.swapped(seat, other))
            text = listed(
                _("<@{user_id}> in **{name}**", user_id=s.user_id, name=change.name(name))
                for name, s in changed.items()
            )
            await change.write(
                changed,
                _("🪑 <@{user_id}> has seats swapped: {text}.", user_id=by.user_id, text=text),
                people=[s.user_id for s in changed.values() if s.user_id is not None],
                audit=change.audit(by, _("{seat} and {other} swapped", seat=seat, other=other), seat, other),
            )
        return _("{seat} and {other} have changed hands.", seat=change.name(seat), other=change.name(other))

    async def sit(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Accept a seat that was offered; returns the briefing."""
        async with self._changing("sit", campaign_id, seat, user_id) as change:
            before = change.campaign.seating[seat]
            if seat in await offers(self._store, change.campaign):
                see_still_lapsed(before)
            changed = change.ruled(lambda rules: rules.accept(seat, user_id))
            if before.until is not None and before.until <= self._store.now() and terms(before) == "lend":
                raise StaleError(_("The time for a substitute is over."))
            name = f"**{change.name(seat)}**"
            match terms(before):
                case "lend":
                    text = _(
                        "<@{user_id}> stands in for <@{owner_id}> in {name}",
                        user_id=user_id,
                        owner_id=before.owner_id,
                        name=name,
                    )
                    text += _(" until {until}", until=_at(before.until)) if before.until else ""
                case "swap":
                    other = change.name(before.in_exchange or "")
                    text = _(
                        "<@{user_id}> and <@{user_id_2}> swap seats: {name} and **{other}**",
                        user_id=user_id,
                        user_id_2=before.user_id,
                        name=name,
                        other=other,
                    )
                case "replace":
                    text = _(
                        "<@{user_id}> takes over {name} from <@{user_id_2}>",
                        user_id=user_id,
                        name=name,
                        user_id_2=before.user_id,
                    )
                case _:
                    text = _("<@{user_id}> takes {name}", user_id=user_id, name=name)
            people = [each for each in {before.user_id, before.owner_id} if each is not None]
            return await change.sit_down(changed, user_id, f"🪑 {text}", people=people)

    async def decline(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Refuse a seat that was offered."""
        async with self._settled(campaign_id, seat) as change:
            before = change.campaign.seating[seat]
            changed = change.ruled(lambda rules: rules.decline(seat, user_id))
            people = [before.user_id] if before.user_id is not None else []
            text = _(
                "🪑 <@{user_id}> declines **{seat}**. Nothing changes.",
                user_id=user_id,
                seat=change.name(seat),
            )
            declined = change.called(seat, user_id, declined=True)
            await change.write(changed, text, people=people, also=[declined])
        return _("You have declined, and the others have been told.")

    async def _see_invited(self, campaign: Campaign, user_id: int) -> None:
        """Check that a person who takes a seat of a private campaign is invited.

        :raises PoliteError: they are not.
        """
        guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign.id))
        if not may_sit(campaign, user_id, invited=user_id in guests and guests[user_id].invited):
            raise PoliteError(uninvited(campaign))

    async def do(self, wanted: Seating, *, agreed: Agreed | None = None) -> str:
        """Make a change that a person was warned of, or that all have agreed to.

        :raises PoliteError: it is no longer possible.
        """
        seats = Seats(self._campaigns, warned=wanted, agreed=agreed)
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
        """Open the writing of a change, like `_settled`, after which a person may know what they must not.

        :param more: further fields of `Seating`.
        :raises PoliteError: other players have to agree first, and are asked.
        """
        wanted = Seating(campaign=campaign_id, how=how, seat=seat, user=user_id, **more)
        seats = [wanted.seat, *([wanted.other] if wanted.other else [])]
        async with self._of(wanted.campaign, *seats) as campaign:
            acted = await self._store.look(partial(rows.journal.actors, campaign_id=campaign.id))
            seen = await self._store.look(partial(rows.sights.of_campaign, campaign_id=campaign.id))
            title = self._campaigns.title_of(campaign)
            ruled = await self._store.look(partial(rows.audits.ruling, campaign_id=campaign.id))
            sitting = campaign.seating[wanted.seat]
            if wanted.how == "seat" and holders(sitting) - {user_id}:
                # A moderator who puts a player out rules on the game, and may want the seat for themselves.
                ruled.add(user_id)
                seen = [replace(each, ruled=[]) if each.user_id == user_id else each for each in seen]
            knowledge = Knowledge.of(title.secrets, seen, acted, ruled)
            wanted = as_held(wanted, sitting, self._warned)
            swapped = wanted.how == "sit" and sitting.in_exchange is not None
            # Both players of a swap know that each learns the other seat's secrets.
            pair = [user for user in (sitting.user_id, wanted.user) if swapped and user is not None]
            asking = Asking(self._warned or wanted, knowledge, frozenset(pair), self._agreed)
            try:
                yield Change(self._campaigns, campaign, asking)
            except Unagreed as clashing:
                what = in_words(wanted, title.seat_names)
                await asking.ask(self._campaigns, campaign, what, clashing.clashes)

    @asynccontextmanager
    async def _settled(self, campaign_id: int, seat: str) -> AsyncIterator[Change]:
        """A seat of a campaign, for a change that reveals nothing to any player; errors as in `_of`."""
        async with self._of(campaign_id, seat) as campaign:
            yield Change(self._campaigns, campaign)

    @asynccontextmanager
    async def _of(self, campaign_id: int, *named: str) -> AsyncIterator[Campaign]:
        """A campaign, under its lock.

        :param named: seats that the campaign must have.
        :raises PoliteError: seats can't change hands now, or there is no such seat.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            with alone():
                seatable(campaign)
                known_seats(campaign, named)
            yield campaign
