"""Lobbies: seats are taken, given back, reserved and drawn for, until the campaign begins."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Literal

import msgspec

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.campaigns.telling import begun
from bot.errors import PoliteError, StaleError
from bot.seats import lots
from bot.seats.automatic import Automatic
from bot.seats.rules import known_seats, may_sit, uninvited
from bot.store import Campaign, Guest, Message, Seat, StaleVersionError, rows
from bot.surface import links
from engines.core.contract import AnyTitle
from engines.core.dice import commitment

Empty = Literal["automatic", "vacant"]
"""What becomes of a seat that nobody has when a campaign begins."""


class SeatsEmpty(Exception):
    """A campaign would begin with seats that nobody has.

    :ivar names: what they are called.
    """

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = names


class Lobby:
    """What people do in a lobby. Each change is one transaction, after which its card is put right, and
    the campaign begins by itself when every seat is taken or can be drawn."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def press(self, campaign_id: int, user_id: int, seat: str, version: int) -> None:
        """Press the button of a seat: take it, or give one's own back.

        :param version: the lobby that the button was part of; a seat that is free still can be taken by an
            earlier one.
        :raises PoliteError: it can't be taken, and the text says why.
        """
        async with self._open(campaign_id, seat) as lobby:
            if lobby.campaign.seats.get(seat) != user_id:
                lobby.take(user_id, seat)
            elif version >= lobby.campaign.opened:
                lobby.get_up(user_id, seat)
            else:
                # A second press in a hurry: what it was meant for has been done by the first.
                raise StaleError(f"You play {lobby.name(seat)}. To give it back, press its button once more.")
            await self._write(lobby, user_id)

    async def take(self, campaign_id: int, user_id: int, seat: str) -> str:
        """Take a seat; tells what comes of it.

        :raises PoliteError: it can't be taken, and the text says why.
        """
        async with self._open(campaign_id, seat) as lobby:
            before = [] if lobby.campaign.several else lobby.campaign.held_by(user_id)
            lobby.take(user_id, seat)
            await self._write(lobby, user_id)
            moved = f" You have given up {' and '.join(map(lobby.name, before))} for it." if before else ""
            return f"You play {lobby.name(seat)}.{moved}"

    async def automate(self, campaign_id: int, user_id: int, seat: str, *, free: bool = False) -> str:
        """Let the automatic player have a seat that is free; tells what comes of it.

        :param free: it gives the seat back instead.
        :raises PoliteError: somebody has it, or it is so already.
        """
        async with self._open(campaign_id, seat) as lobby:
            lobby.automate(seat, free=free)
            await self._write(lobby, user_id)
            name = lobby.name(seat)
            return f"The seat {name} is free again." if free else f"The automatic player takes {name}."

    async def wait(self, campaign_id: int, user_id: int, preference: str | None) -> str:
        """Wait for the lot, in place of any seat that one holds.

        :param preference: the seat that they would rather have; None for any.
        :raises PoliteError: they may have no seat here, or not that one.
        """
        async with self._open(campaign_id, preference) as lobby:
            answer = lobby.wait(user_id, preference)
            await self._write(lobby, user_id)
            return answer

    async def leave(self, campaign_id: int, user_id: int) -> str:
        """Give all one's seats back and wait no more.

        :raises PoliteError: there is nothing to leave.
        """
        async with self._open(campaign_id) as lobby:
            own = [name for name, holder in lobby.campaign.seats.items() if holder == user_id]
            guest = lobby.guests.get(user_id)
            if not own and (guest is None or not guest.waiting):
                raise PoliteError("You hold no seat here and do not wait for one.")
            for seat in own:
                lobby.get_up(user_id, seat)
            lobby.wait_no_more(user_id)
            await self._write(lobby, user_id)
            return "You have left the lobby."

    async def reserve(self, campaign_id: int, by: int, seat: str, user_id: int | None) -> str:
        """Reserve a seat for somebody, or with None for nobody any more.

        :raises PoliteError: somebody else holds it.
        """
        async with self._open(campaign_id, seat) as lobby:
            said = lobby.reserve(by, seat, user_id, await self._link(lobby.campaign))
            await self._write(lobby, by, said)
            if user_id is None:
                return f"The seat {lobby.name(seat)} is open to everybody."
            return f"The seat {lobby.name(seat)} is reserved for <@{user_id}>, who is told."

    async def invite(self, campaign_id: int, by: int, user_id: int) -> str:
        """Invite somebody to a campaign that is private, or tell them of one that is not.

        :raises PoliteError: they were invited before, they play already, or it is over.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.is_over:
                raise StaleError("That campaign is over, so nobody can be invited any more.")
            if user_id in campaign.seats.values():
                raise PoliteError(f"<@{user_id}> has a seat in this campaign already.")
            guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign.id))
            guest = guests.get(user_id, Guest(user_id=user_id))
            if guest.invited:
                raise PoliteError(f"<@{user_id}> has been invited already.")
            title = self._campaigns.packs.game_of(campaign)
            how = "the buttons of its card" if campaign.status == "lobby" else "`/seat take`"
            text = (
                f"✉️ <@{user_id}>, <@{by}> invites you to **{title.name}**: take a seat with {how}."
                f"{await self._link(campaign)}"
            )
            now = self._store.now()
            came = msgspec.structs.replace(guest, invited=True)
            said = [messages.say(text, people=[user_id], awaits=messages.Awaits())]
            await self._store.transact(
                partial(rows.seats.put_guest, campaign_id=campaign.id, came=came),
                partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
                campaign_id=campaign.id,
            )
            return f"<@{user_id}> is invited."

    async def begin(
        self,
        campaign_id: int,
        user_id: int,
        version: int,
        seed: str | None = None,
        *,
        empty: Empty | None = "vacant",
    ) -> Campaign:
        """Begin before every seat is taken, as its creator may; the rest can be taken later.

        :param version: the lobby that whoever says so has seen.
        :param empty: what becomes of seats that nobody has; None where that is to be asked.
        :raises StaleError: it has changed since.
        :raises SeatsEmpty: whoever says so has to say what becomes of them.
        :raises PoliteError: nobody has a seat or draws for one.
        """
        async with self._open(campaign_id) as lobby:
            if version < lobby.campaign.opened:
                raise StaleError("The lobby has changed meanwhile: see whether it is to begin as it is now.")
            if not lobby.campaign.seats and not lobby.drawn(""):
                raise PoliteError("Nobody has a seat yet: a campaign begins with one player at least.")
            left = lobby.left()
            if left and empty is None:
                raise SeatsEmpty(list(map(lobby.name, left)))
            return await self._begin(lobby, user_id, seed, automatic=empty == "automatic")

    async def _write(self, lobby: _Open, user_id: int, said: Sequence[Message] = ()) -> None:
        """Write a change, and begin where it filled the lobby.

        :raises StaleError: somebody else has changed the lobby from elsewhere.
        """
        campaign, now = lobby.campaign, self._store.now()
        if lobby.full():
            # Guests and the last seat are written with the beginning: there is no full lobby that waits.
            await self._begin(lobby, user_id, None, said)
            return
        said = [messages.card(messages.LOBBY), *said]
        try:
            await self._store.transact(
                partial(
                    rows.campaigns.touch, campaign_id=campaign.id, expected_version=campaign.version, now=now
                ),
                partial(rows.seats.change, campaign_id=campaign.id, seats=list(campaign.seating.values())),
                *(
                    partial(rows.seats.drop_guest, campaign_id=campaign.id, user_id=gone)
                    for gone in lobby.gone()
                ),
                *(
                    partial(rows.seats.put_guest, campaign_id=campaign.id, came=guest)
                    for guest in lobby.guests.values()
                ),
                partial(rows.outbox.add, campaign_id=campaign.id, messages=said, now=now),
                campaign_id=campaign.id,
            )
        except StaleVersionError:
            raise StaleError("The lobby has changed meanwhile. Look at its card again.") from None

    async def _begin(
        self,
        lobby: _Open,
        user_id: int,
        seed: str | None,
        said: Sequence[Message] = (),
        *,
        automatic: bool = False,
    ) -> Campaign:
        seed = seed or secrets.token_hex(16)
        # The lots hang on the seed of the dice, which is told at the end: they can be checked as well.
        drawn = lobby.drawn(seed)
        sitting = {
            # Whoever sits needs no reservation any more; a vacant seat keeps its own.
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
            people = " and ".join(f"<@{guest.user_id}>" for guest in without)
            text += (
                f"\n🎲 {people}: the lot has no seat for you this time. "
                "`/seat take` takes one that falls vacant."
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
        return f" {links.to_card(campaign.guild_id, posted, 'card')}" if posted else ""

    @asynccontextmanager
    async def _open(self, campaign_id: int, *named: str | None) -> AsyncIterator[_Open]:
        """The lobby of a campaign, under its lock.

        :param named: seats that are spoken of, which it must have; None is none.
        :raises StaleError: it is none any more.
        :raises PoliteError: it has no such seat.
        """
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.status == "running":
                raise StaleError("This campaign has begun. `/seat list` shows who sits where.")
            if campaign.status != "lobby":
                raise StaleError("This campaign is over.")
            known_seats(campaign, [seat for seat in named if seat is not None])
            guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign_id))
            yield _Open(self._campaigns.packs.game_of(campaign), campaign, guests)


class _Open:
    """A lobby as it is about to be written.

    :ivar campaign: with its seats.
    :ivar guests: those who are invited or wait, by user.
    """

    def __init__(self, title: AnyTitle, campaign: Campaign, guests: Mapping[int, Guest]) -> None:
        self.title = title
        self.campaign = campaign
        self.guests = dict(guests)
        self._came = set(guests)

    def name(self, seat: str) -> str:
        """What a seat is called."""
        return self.title.seat_names[seat]

    def take(self, user_id: int, seat: str) -> None:
        """Sit down; whoever waited waits no more, and whoever sat elsewhere moves over.

        :raises PoliteError: somebody holds it, it is reserved, or they are not invited.
        """
        sitting = self.campaign.seating[seat]
        if sitting.user_id == user_id:
            raise StaleError(f"You play {self.name(seat)} already.")
        if sitting.user_id is not None:
            raise StaleError(f"The seat {self.name(seat)} has just been taken by <@{sitting.user_id}>.")
        self._admit(user_id, seat)
        if not self.campaign.several:
            for before in self.campaign.held_by(user_id):
                self.get_up(user_id, before)
        self._put(msgspec.structs.replace(sitting, user_id=user_id, automatic=False))
        self.wait_no_more(user_id)

    def automate(self, seat: str, *, free: bool) -> None:
        """Let the automatic player have a seat, or no more.

        :raises PoliteError: somebody has it, it is kept for them, or it is so already.
        """
        sitting = self.campaign.seating[seat]
        if sitting.user_id is not None:
            raise StaleError(f"The seat {self.name(seat)} has just been taken by <@{sitting.user_id}>.")
        if sitting.reserved_for is not None:
            raise PoliteError(f"The seat {self.name(seat)} is reserved for <@{sitting.reserved_for}>.")
        if sitting.automatic != free:
            already = "free already" if free else "the automatic player's already"
            raise StaleError(
                f"The seat {self.name(seat)} is {already}: choose from the lobby's card as it is now."
            )
        self._put(msgspec.structs.replace(sitting, automatic=not free))

    def get_up(self, user_id: int, seat: str) -> None:
        """Give a seat back. It stays reserved for whom it was, and its holder remains invited."""
        self._put(msgspec.structs.replace(self.campaign.seating[seat], user_id=None))

    def wait(self, user_id: int, preference: str | None) -> str:
        """Wait for the lot; tells what comes of it.

        :raises PoliteError: they are not invited, or the seat is not to be had.
        """
        own = [name for name, sitting in self._free().items() if sitting.reserved_for == user_id]
        if preference is not None and self.campaign.seats.get(preference) not in (None, user_id):
            raise StaleError(
                f"The seat {self.name(preference)} has been taken by <@{self.campaign.seats[preference]}>."
            )
        if preference is not None and self.campaign.seating[preference].automatic:
            raise StaleError(
                f"The automatic player has {self.name(preference)}. Its button takes it over, without lots."
            )
        self._admit(user_id, preference)
        given_up = [name for name, holder in self.campaign.seats.items() if holder == user_id]
        for seat in given_up:
            self.get_up(user_id, seat)
        guest = self.guests.get(user_id, Guest(user_id=user_id))
        self.guests[user_id] = msgspec.structs.replace(guest, waiting=True, preference=preference)
        answer = "You wait for the lot, which is drawn when the campaign begins."
        if given_up:
            answer += f" You have given up {' and '.join(map(self.name, given_up))} for it."
        if own and preference not in own:
            kept = f" The seat {self.name(own[0])} is reserved for you"
            answer += f"{kept}: the lot gives you that, unless you take another."
        return answer

    def wait_no_more(self, user_id: int) -> None:
        """Forget that somebody waits, but not that they are invited."""
        guest = self.guests.pop(user_id, None)
        if guest is not None and guest.invited:
            self.guests[user_id] = Guest(user_id=user_id, invited=True)

    def reserve(self, by: int, seat: str, user_id: int | None, link: str) -> list[Message]:
        """Reserve a seat; gives the word that tells it.

        :raises PoliteError: somebody else holds it, or it is so already.
        """
        sitting = self.campaign.seating[seat]
        if user_id is not None and sitting.user_id not in (None, user_id):
            raise PoliteError(
                f"<@{sitting.user_id}> has the seat {self.name(seat)} and has to give it back first."
            )
        if sitting.reserved_for == user_id:
            whom = "nobody" if user_id is None else f"<@{user_id}>"
            raise PoliteError(f"The seat {self.name(seat)} is reserved for {whom} as it is.")
        self._put(msgspec.structs.replace(sitting, reserved_for=user_id, automatic=False))
        if user_id is None:
            return []
        text = f"✉️ <@{user_id}>, <@{by}> keeps **{self.name(seat)}** in {self.title.name} for you.{link}"
        return [messages.say(text, people=[user_id], awaits=messages.Awaits(seat=seat))]

    def waiting(self) -> list[Guest]:
        """Those who wait for the lot."""
        return [guest for guest in self.guests.values() if guest.waiting]

    def gone(self) -> set[int]:
        """Those who were guests before and are none any more."""
        return self._came - set(self.guests)

    def full(self) -> bool:
        """Whether every seat is taken or can be drawn, and somebody plays."""
        free = self._free()
        if not free and not self.campaign.seats:
            return False
        return lots.fill(list(free), _reserved(free), self.waiting())

    def drawn(self, seed: str) -> dict[str, int]:
        """How the lot falls."""
        free = self._free()
        return lots.draw(list(free), _reserved(free), self.waiting(), seed)

    def left(self) -> list[str]:
        """Seats that nobody would have if it began now, and that are kept for nobody."""
        drawn = self.drawn("")
        return [name for name, seat in self._free().items() if not seat.reserved_for and name not in drawn]

    def _free(self) -> dict[str, Seat]:
        return {
            name: seat
            for name, seat in self.campaign.seating.items()
            if seat.user_id is None and not seat.automatic
        }

    def _put(self, sitting: Seat) -> None:
        seating = {**self.campaign.seating, sitting.seat: sitting}
        self.campaign = msgspec.structs.replace(self.campaign, seating=seating)

    def _admit(self, user_id: int, seat: str | None) -> None:
        """See that somebody may have a seat here, and that one.

        :raises PoliteError: they may not.
        """
        reserved = None if seat is None else self.campaign.seating[seat].reserved_for
        if seat is not None and reserved not in (None, user_id):
            raise PoliteError(f"The seat {self.name(seat)} is reserved for <@{reserved}>.")
        guest = self.guests.get(user_id)
        kept = any(sitting.reserved_for == user_id for sitting in self.campaign.seating.values())
        if not may_sit(self.campaign, user_id, invited=kept or (guest is not None and guest.invited)):
            raise PoliteError(uninvited(self.campaign))


def _reserved(free: Mapping[str, Seat]) -> dict[str, int]:
    return {name: seat.reserved_for for name, seat in free.items() if seat.reserved_for is not None}


def _lots(title: AnyTitle, drawn: Mapping[str, int]) -> str:
    each = ", ".join(f"**{title.seat_names[seat]}** for <@{user_id}>" for seat, user_id in drawn.items())
    return f"🎲 Drawn by lot: {each}."
