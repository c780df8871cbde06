"""A lobby as people take, give back and reserve its seats. Nothing is written here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.campaigns import messages
from bot.errors import PoliteError, StaleError
from bot.seats import lots
from bot.seats.named import may_sit, uninvited
from bot.store import Campaign, Guest, Message, Seat
from data.catalogue import _
from data.nouns import listed
from engines.core.contract import AnyTitle


class OpenLobby:
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
            raise StaleError(_("You play {seat} already.", seat=self.name(seat)))
        if sitting.user_id is not None:
            raise StaleError(
                _(
                    "The seat {seat} has just been taken by <@{user_id}>.",
                    seat=self.name(seat),
                    user_id=sitting.user_id,
                )
            )
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
            raise StaleError(
                _(
                    "The seat {seat} has just been taken by <@{user_id}>.",
                    seat=self.name(seat),
                    user_id=sitting.user_id,
                )
            )
        if sitting.reserved_for is not None:
            raise PoliteError(
                _(
                    "The seat {seat} is reserved for <@{reserved_for}>.",
                    seat=self.name(seat),
                    reserved_for=sitting.reserved_for,
                )
            )
        if sitting.automatic != free:
            already = _("free already") if free else _("the automatic player's already")
            raise StaleError(
                _(
                    "The seat {seat} is {already}: choose from the lobby's card as it is now.",
                    seat=self.name(seat),
                    already=already,
                )
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
                _(
                    "The seat {preference} has been taken by <@{preference_2}>.",
                    preference=self.name(preference),
                    preference_2=self.campaign.seats[preference],
                )
            )
        if preference is not None and self.campaign.seating[preference].automatic:
            raise StaleError(
                _(
                    "The automatic player has {preference}. Its button takes it over, without lots.",
                    preference=self.name(preference),
                )
            )
        self._admit(user_id, preference)
        given_up = [name for name, holder in self.campaign.seats.items() if holder == user_id]
        for seat in given_up:
            self.get_up(user_id, seat)
        guest = self.guests.get(user_id, Guest(user_id=user_id))
        self.guests[user_id] = msgspec.structs.replace(guest, waiting=True, preference=preference)
        answer = _("You wait for the lot, which is drawn when the campaign begins.")
        if given_up:
            answer += _(" You have given up {given_up} for it.", given_up=listed(map(self.name, given_up)))
        if own and preference not in own:
            kept = _(" The seat {own} is reserved for you", own=self.name(own[0]))
            answer += _("{kept}: the lot gives you that, unless you take another.", kept=kept)
        return answer

    def wait_no_more(self, user_id: int) -> None:
        """Forget that somebody waits, but not that they are invited."""
        guest = self.guests.pop(user_id, None)
        if guest is not None and guest.invited:
            self.guests[user_id] = Guest(user_id=user_id, invited=True)

    def reserve(self, by: int, seat: str, user_id: int | None, link: str, *, called: bool) -> list[Message]:
        """Reserve a seat; gives the word that tells it.

        :param called: whether whom it is reserved for is pinged by it.
        :raises PoliteError: somebody else holds it, or it is so already.
        """
        sitting = self.campaign.seating[seat]
        if user_id is not None and sitting.user_id not in (None, user_id):
            raise PoliteError(
                _(
                    "<@{user_id}> has the seat {seat} and has to give it back first.",
                    user_id=sitting.user_id,
                    seat=self.name(seat),
                )
            )
        if sitting.reserved_for == user_id:
            whom = _("nobody") if user_id is None else f"<@{user_id}>"
            raise PoliteError(
                _("The seat {seat} is reserved for {whom} as it is.", seat=self.name(seat), whom=whom)
            )
        self._put(msgspec.structs.replace(sitting, reserved_for=user_id, automatic=False))
        if user_id is None:
            return []
        return [kept(self.title, by, seat, user_id, link, called=called)]

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
            raise PoliteError(
                _("The seat {seat} is reserved for <@{reserved}>.", seat=self.name(seat), reserved=reserved)
            )
        guest = self.guests.get(user_id)
        kept = any(sitting.reserved_for == user_id for sitting in self.campaign.seating.values())
        if not may_sit(self.campaign, user_id, invited=kept or (guest is not None and guest.invited)):
            raise PoliteError(uninvited(self.campaign))


def kept(
    title: AnyTitle, by: int, seat: str, user_id: int, link: str = "", *, called: bool = True
) -> Message:
    """The word that a seat is kept for somebody.

    :param by: who keeps it.
    :param link: to the lobby, where its card hangs already.
    :param called: whether they are pinged by it.
    """
    text = _(
        "✉️ <@{user_id}>, <@{by}> keeps **{seat}** in {name} for you.{link}",
        user_id=user_id,
        by=by,
        seat=title.seat_names[seat],
        name=title.name,
        link=link,
    )
    if not called:
        return messages.say(text)
    return messages.say(text, people=[user_id], awaits=messages.Awaits(seat=seat))


def _reserved(free: Mapping[str, Seat]) -> dict[str, int]:
    return {name: seat.reserved_for for name, seat in free.items() if seat.reserved_for is not None}
