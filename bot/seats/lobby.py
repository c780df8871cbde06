"""Lobbies: seats are taken, given back, reserved and drawn by lot, until the campaign begins."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Literal

import msgspec
from sqlalchemy import Connection

from bot.campaigns import conduct, messages
from bot.campaigns.service import Campaigns
from bot.campaigns.telling import begun, strong
from bot.errors import PoliteError, StaleError
from bot.seats.automatic import Automatic
from bot.seats.calling import calls
from bot.seats.named import known_seats
from bot.seats.open_lobby import OpenLobby
from bot.store import Campaign, Guest, Message, Seat, StaleVersionError, Write, rows
from bot.surface import links
from data.catalogue import _, alone, retold
from data.nouns import listed
from data.sentences import _l
from engines.core.contract import AnyTitle
from engines.core.dice import commitment
from engines.core.strength import Strength

Empty = Literal["automatic", "vacant"]
"""What a free seat becomes when a campaign begins."""


class SeatsEmpty(Exception):
    """A campaign would begin with free seats.

    :ivar names: names of these seats.
    """

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = names


class Lobby:
    """What people do in a lobby. Each change is one transaction and updates the card. The campaign begins
    without a further step when every seat is taken or can be drawn."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def press(self, campaign_id: int, user_id: int, seat: str, version: int) -> None:
        """Press the button of a seat: take the seat, or give it back.

        :param version: version of the lobby that the button belongs to; a button of an earlier version can
            still take a free seat.
        :raises PoliteError: the seat can't be taken; the text says why.
        """
        async with self._open(campaign_id, seat) as lobby:
            if lobby.campaign.seats.get(seat) != user_id:
                with alone():
                    await self._see_reliable(lobby, user_id)
                    lobby.take(user_id, seat)
            elif version >= lobby.campaign.opened:
                lobby.get_up(user_id, seat)
            else:
                # A second press in a hurry: the first one has taken the seat already.
                with alone():
                    raise StaleError(
                        _("You play {seat}. To give it back, press its button again.", seat=lobby.name(seat))
                    )
            await self._write(lobby, user_id)

    async def take(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Take a seat; returns the result.

        :raises PoliteError: it can't be taken; the text says why.
        """
        async with self._open(campaign_id, seat) as lobby:
            with alone():
                await self._see_reliable(lobby, user_id)
                before = [] if lobby.campaign.several else lobby.campaign.held_by(user_id)
                lobby.take(user_id, seat)
            await self._write(lobby, user_id)
        moved = (
            _(" You have given up {before} for it.", before=listed(map(lobby.name, before))) if before else ""
        )
        return _("You play {seat}.{moved}", seat=lobby.name(seat), moved=moved)

    async def automate(
        self,
        campaign_id: int,
        user_id: int,
        seat: str,
        strength: Strength | None = None,
        *,
        free: bool = False,
    ) -> str:
        """Give a free seat to the automatic player; returns the result.

        :param strength: how well it plays; a seat that it has already may get another.
        :param free: the automatic player gives the seat back instead.
        :raises PoliteError: a person has it, or nothing would change.
        """
        async with self._open(campaign_id, seat) as lobby:
            with alone():
                lobby.automate(seat, strength, free=free)
            await self._write(lobby, user_id)
        name = lobby.name(seat)
        if free:
            return _("The seat {name} is free again.", name=name)
        if not lobby.title.strengths:
            return _("The automatic player takes {name}.", name=name)
        how = strong(lobby.campaign.seating[seat].strength)
        return _("The automatic player ({strength}) takes {name}.", name=name, strength=how)

    async def wait(
        self,
        campaign_id: int,
        user_id: int,
        preference: str | None,
        check: Callable[[Connection], object] | None = None,
    ) -> str:
        """Join the drawing of lots, in place of any seat that the person holds.

        :param preference: the seat that they prefer; None for any.
        :param check: raises where they may not; nobody else changes the lobby meanwhile.
        :raises PoliteError: they may have no seat here, or not that one.
        """
        async with self._open(campaign_id, preference) as lobby:
            if check is not None:
                await self._store.look(check)
            with alone():
                await self._see_reliable(lobby, user_id)
                answer = lobby.wait(user_id, preference)
            await self._write(lobby, user_id)
            return answer

    async def leave(self, campaign_id: int, user_id: int) -> str:
        """Give back all of a person's seats, and leave the drawing of lots.

        :raises PoliteError: there is nothing to leave.
        """
        async with self._open(campaign_id) as lobby:
            own = [name for name, holder in lobby.campaign.seats.items() if holder == user_id]
            guest = lobby.guests.get(user_id)
            if not own and (guest is None or not guest.waiting):
                with alone():
                    raise PoliteError(_("You have no seat here and are not waiting for one."))
            for seat in own:
                lobby.get_up(user_id, seat)
            lobby.wait_no_more(user_id)
            await self._write(lobby, user_id)
        return _("You have left the lobby.")

    async def object(self, campaign_id: int, user_id: int, rule: str) -> None:
        """Leave out a rule on which people play only together; the channel is told.

        :raises PoliteError: the person does not play here; the text says so.
        :raises StaleError: it is left out already.
        """
        async with self._open(campaign_id) as lobby:
            campaign, guest = lobby.campaign, lobby.guests.get(user_id)
            plays = campaign.held_by(user_id) or user_id == campaign.created_by
            named = {option.id: option.name for option in lobby.title.options if option.together}
            with alone():
                if not plays and (guest is None or not guest.waiting):
                    # With the last seat the campaign begins: it would be too late then.
                    if not lobby.filled_by(user_id):
                        raise PoliteError(_("Take a seat first: those who play decide about the rules."))
                    await self._see_reliable(lobby, user_id)
                if rule not in named or not campaign.options.get(rule):
                    raise StaleError(_("The lobby has changed. Look at its card again."))
            said = _(
                "<@{person}> objects to **{rule}**: it is left out.", person=user_id, rule=retold(named[rule])
            )
            left = partial(
                rows.campaigns.alter, campaign_id=campaign_id, options={**campaign.options, rule: False}
            )
            await self._write(lobby, user_id, [messages.say(said)], [left])

    async def reserve(self, campaign_id: int, by: int, seat: str, user_id: int | None) -> str:
        """Reserve a seat for a person, or with None end a reservation.

        :raises PoliteError: another person holds it.
        """
        async with self._open(campaign_id, seat) as lobby:
            also: list[Write] = []
            if user_id is not None and await calls(self._store, campaign_id, seat, user_id, lobby.name(seat)):
                now = self._store.now()
                also = [
                    partial(rows.offers.note, campaign_id=campaign_id, seat=seat, user_id=user_id, now=now)
                ]
            said = lobby.reserve(by, seat, user_id, await self._link(lobby.campaign), called=bool(also))
            await self._write(lobby, by, said, also)
        if user_id is None:
            return _("The seat {seat} is open to everybody.", seat=lobby.name(seat))
        return _(
            "The seat {seat} is reserved for <@{user_id}>, who is told.",
            seat=lobby.name(seat),
            user_id=user_id,
        )

    async def invite(self, campaign_id: int, by: int, user_id: int) -> str:
        """Invite a person to a private campaign, or tell them of a public one.

        :raises PoliteError: they were invited before, they already play, or it is over.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.is_over:
                with alone():
                    raise StaleError(_("That campaign is over, so nobody can be invited any more."))
            if user_id in campaign.seats.values():
                with alone():
                    raise PoliteError(_("<@{user_id}> has a seat in this campaign already.", user_id=user_id))
            guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign.id))
            guest = guests.get(user_id, Guest(user_id=user_id))
            if guest.invited:
                with alone():
                    raise PoliteError(_("<@{user_id}> has been invited already.", user_id=user_id))
            title = self._campaigns.packs.game_of(campaign)
            how = _("the buttons of its card") if campaign.status == "lobby" else _("`/seat take`")
            text = _(
                "✉️ <@{user_id}>, <@{by}> invites you to **{name}**: take a seat with {how}.{what}",
                user_id=user_id,
                by=by,
                name=title.name,
                how=how,
                what=await self._link(campaign),
            )
            now = self._store.now()
            came = msgspec.structs.replace(guest, invited=True)
            said = [messages.say(text, people=[user_id], awaits=messages.Awaits())]
            await self._store.transact(
                partial(rows.seats.put_guest, campaign_id=campaign.id, came=came),
                partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
                campaign_id=campaign.id,
            )
        return _("<@{user_id}> is invited.", user_id=user_id)

    async def begin(
        self,
        campaign_id: int,
        user_id: int,
        version: int,
        seed: str | None = None,
        *,
        empty: Empty | None = "vacant",
    ) -> Campaign:
        """Begin before every seat is taken, as the creator may; free seats can be taken later.

        :param version: the version of the lobby that the caller has seen.
        :param empty: what free seats become; None if the caller has to be asked.
        :raises StaleError: the lobby has changed since.
        :raises SeatsEmpty: the caller has to say what free seats become.
        :raises PoliteError: no person has a seat or takes part in the drawing.
        """
        async with self._open(campaign_id) as lobby:
            if version < lobby.campaign.opened:
                with alone():
                    raise StaleError(_("The lobby has changed. Look at it again before you begin."))
            if not lobby.campaign.seats and not lobby.drawn(""):
                with alone():
                    raise PoliteError(_("Nobody has a seat yet. A campaign needs at least one player."))
            left = lobby.left()
            if left and empty is None:
                raise SeatsEmpty(list(map(lobby.name, left)))
            return await self._begin(lobby, user_id, seed, automatic=empty == "automatic")

    async def _see_reliable(self, lobby: OpenLobby, user_id: int) -> None:
        """Check that a person meets the condition of a lobby, unless somebody has let them in.

        :raises PoliteError: they don't.
        """
        guest, campaign = lobby.guests.get(user_id), lobby.campaign
        kept = any(user_id in (seat.reserved_for, seat.user_id) for seat in campaign.seating.values())
        if not kept and user_id != campaign.created_by and (guest is None or not guest.invited):
            least = await self._store.look(partial(rows.conduct.required, campaign_id=campaign.id))
            await conduct.see_reliable(self._store, campaign.guild_id, user_id, least)

    async def came_from_list(self, campaign: Campaign, user_id: int) -> bool:
        """Whether a person has a place in a lobby of a waiting list, and so may let it begin."""
        opening = await self._store.look(partial(rows.openings.of_campaign, campaign_id=campaign.id))
        if opening is None or user_id not in opening.body.asked:
            return False
        guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign.id))
        return user_id in campaign.seats.values() or (user_id in guests and guests[user_id].waiting)

    async def _write(
        self, lobby: OpenLobby, user_id: int, said: Sequence[Message] = (), also: Sequence[Write] = ()
    ) -> None:
        """Write a change, and begin if it filled the lobby.

        :param also: further writes, if it stays a lobby.
        :raises StaleError: another process has changed the lobby.
        """
        campaign, now = lobby.campaign, self._store.now()
        if lobby.full():
            # Guests and the last seat are written with the beginning: there is never a full lobby that waits.
            await self._begin(lobby, user_id, None, said)
            return
        said = [messages.card(messages.LOBBY), *said]
        try:
            await self._store.transact(
                partial(
                    rows.campaigns.touch, campaign_id=campaign.id, expected_version=campaign.version, now=now
                ),
                partial(rows.seats.change, campaign_id=campaign.id, seats=list(campaign.seating.values())),
                partial(rows.spectators.leave, campaign_id=campaign.id, people=campaign.people, now=now),
                *(
                    partial(rows.seats.drop_guest, campaign_id=campaign.id, user_id=gone)
                    for gone in lobby.gone()
                ),
                *(
                    partial(rows.seats.put_guest, campaign_id=campaign.id, came=guest)
                    for guest in lobby.guests.values()
                ),
                *also,
                partial(rows.seekers.seated, campaign_id=campaign.id),
                partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
                campaign_id=campaign.id,
                # Whoever has a seat waits no more, for any game.
                alone=True,
            )
        except StaleVersionError:
            raise StaleError(_l("The lobby has changed. Look at its card again.")) from None

    async def _begin(
        self,
        lobby: OpenLobby,
        user_id: int,
        seed: str | None,
        said: Sequence[Message] = (),
        *,
        automatic: bool = False,
    ) -> Campaign:
        seed = seed or secrets.token_hex(16)
        # Lots depend on the seed of the dice, which is published at the end: players can check both.
        drawn = lobby.drawn(seed)
        sitting = {
            # A taken seat needs no reservation any more; a vacant seat keeps its own.
            name: Seat(seat=name, user_id=drawn.get(name, seat.user_id))
            if drawn.get(name, seat.user_id)
            else msgspec.structs.replace(
                seat,
                automatic=seat.automatic or (automatic and seat.reserved_for is None),
                offered_at=self._store.now() if seat.reserved_for else None,
            )
            for name, seat in lobby.campaign.seating.items()
        }
        present = msgspec.structs.replace(
            lobby.campaign, commitment=commitment(seed), seating=sitting, status="running"
        )
        without = [each for each in lobby.waiting() if each.user_id not in drawn.values()]
        text = begun(lobby.title, present)
        if drawn:
            text += "\n" + _lots(lobby.title, drawn)
        if without:
            people = listed(f"<@{guest.user_id}>" for guest in without)
            text += _(
                "\n🎲 {people}: you did not draw a seat this time. If one becomes vacant, `/seat take` "
                "takes it.",
                people=people,
            )
        people_told = [*present.seats.values(), *(guest.user_id for guest in without)]
        begins = await self._campaigns.begin(
            lobby.campaign,
            sitting,
            user_id=user_id,
            seed=seed,
            say=[*said, messages.say(text, people=list(dict.fromkeys(people_told)))],
        )
        await Automatic(self._campaigns).go_on(begins.id, user_id)
        return begins

    async def _link(self, campaign: Campaign) -> str:
        posted = await self._store.card(campaign.id, self._campaigns.card_chapter(campaign))
        return f" {links.to_card(campaign.guild_id, posted, links.CARD)}" if posted else ""

    @asynccontextmanager
    async def _open(self, campaign_id: int, *named: str | None) -> AsyncIterator[OpenLobby]:
        """The lobby of a campaign, under its lock.

        :param named: seats that it must have; None is ignored.
        :raises StaleError: the lobby is no longer open.
        :raises PoliteError: it has no such seat.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.status == "running":
                with alone():
                    raise StaleError(
                        _("This campaign has begun. `/seat list` shows the seats and their players.")
                    )
            if campaign.status != "lobby":
                with alone():
                    raise StaleError(_("This campaign is over."))
            with alone():
                known_seats(campaign, [seat for seat in named if seat is not None])
            guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign_id))
            yield OpenLobby(self._campaigns.packs.game_of(campaign), campaign, guests)


def _lots(title: AnyTitle, drawn: Mapping[str, int]) -> str:
    each = ", ".join(
        _("**{seat}** for <@{user_id}>", seat=title.seat_names[seat], user_id=user_id)
        for seat, user_id in drawn.items()
    )
    return _("🎲 Drawn by lot: {each}.", each=each)
