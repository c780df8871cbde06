"""Changes to a lobby's seats: taken, given back, reserved. Nothing is written here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.campaigns import messages
from bot.errors import PoliteError, StaleError
from bot.seats import lots
from bot.seats.named import may_sit, uninvited
from bot.store import Campaign, Guest, Message, Seat
from data.catalogue import _, alone
from data.nouns import listed
from engines.core.contract import AnyTitle
from engines.core.strength import USUAL, Strength


class OpenLobby:
    """A lobby with changes that are not yet written.

    :ivar campaign: the campaign, with its seats.
    :ivar guests: people who are invited or wait for the lots, by user.
    """

    def __init__(self, title: AnyTitle, campaign: Campaign, guests: Mapping[int, Guest]) -> None:
        self.title = title
        self.campaign = campaign
        self.guests = dict(guests)
        self._came = set(guests)

    def name(self, seat: str) -> str:
        """The name of a seat."""
        return self.title.seat_names[seat]

    def take(self, user_id: int, seat: str) -> None:
        """Take a seat; a person who waited or held another seat gives that up.

        :raises PoliteError: another person holds it, it is reserved, or they are not invited.
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

    def automate(self, seat: str, strength: Strength | None = None, *, free: bool) -> None:
        """Give a seat to the automatic player, or take it back.

        :param strength: how well it plays; a seat that it has already may get another.
        :raises PoliteError: a person has it or has it reserved, or nothing would change.
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
        changes = sitting.automatic and strength not in (None, sitting.strength)
        if sitting.automatic != free and not changes:
            already = _("free already") if free else _("the automatic player's already")
            raise StaleError(
                _(
                    "The seat {seat} is {already}: choose from the lobby's card as it is now.",
                    seat=self.name(seat),
                    already=already,
                )
            )
        self._put(msgspec.structs.replace(sitting, automatic=not free, strength=strength or USUAL))

    def get_up(self, user_id: int, seat: str) -> None:
        """Give a seat back. A reservation stays, and its holder remains invited."""
        self._put(msgspec.structs.replace(self.campaign.seating[seat], user_id=None))

    def wait(self, user_id: int, preference: str | None) -> str:
        """Join the drawing of lots; returns the result.

        :raises PoliteError: they are not invited, or can't get that seat.
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
                    "The automatic player has {preference}. Press the button of that seat to take it "
                    "over at once.",
                    preference=self.name(preference),
                )
            )
        self._admit(user_id, preference)
        given_up = [name for name, holder in self.campaign.seats.items() if holder == user_id]
        for seat in given_up:
            self.get_up(user_id, seat)
        guest = self.guests.get(user_id, Guest(user_id=user_id))
        self.guests[user_id] = msgspec.structs.replace(guest, waiting=True, preference=preference)
        answer = _("You are in the draw for seats, which takes place when the campaign begins.")
        if given_up:
            answer += _(" You have given up {given_up} for it.", given_up=listed(map(self.name, given_up)))
        if own and preference not in own:
            kept = _(" The seat {own} is reserved for you", own=self.name(own[0]))
            answer += _("{kept}. The draw gives you that one, unless you take another.", kept=kept)
        return answer

    def wait_no_more(self, user_id: int) -> None:
        """Take a person out of the drawing; an invitation stays."""
        guest = self.guests.pop(user_id, None)
        if guest is not None and guest.invited:
            self.guests[user_id] = Guest(user_id=user_id, invited=True)

    def reserve(self, by: int, seat: str, user_id: int | None, link: str, *, called: bool) -> list[Message]:
        """Reserve a seat; returns the messages about it.

        :param called: whether the person is pinged.
        :raises PoliteError: another person holds it, or it is reserved for them already.
        """
        sitting = self.campaign.seating[seat]
        with alone():
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
                    _("The seat {seat} is already reserved for {whom}.", seat=self.name(seat), whom=whom)
                )
        self._put(msgspec.structs.replace(sitting, reserved_for=user_id, automatic=False))
        if user_id is None:
            return []
        return [kept(self.title, by, seat, user_id, link, called=called)]

    def waiting(self) -> list[Guest]:
        """The people who wait for the lots."""
        return [guest for guest in self.guests.values() if guest.waiting]

    def gone(self) -> set[int]:
        """The people who were guests before and no longer are."""
        return self._came - set(self.guests)

    def full(self) -> bool:
        """Whether every seat is taken or can be drawn, and a person plays."""
        free = self._free()
        if not free and not self.campaign.seats:
            return False
        return lots.fill(list(free), _reserved(free), self.waiting())

    def filled_by(self, user_id: int) -> bool:
        """Whether the campaign begins as soon as that person takes a seat."""
        free = self._free()
        return lots.fill(list(free), _reserved(free), [*self.waiting(), Guest(user_id=user_id, waiting=True)])

    def drawn(self, seed: str) -> dict[str, int]:
        """The result of the lots."""
        free = self._free()
        return lots.draw(list(free), _reserved(free), self.waiting(), seed)

    def left(self) -> list[str]:
        """Seats that would have no holder if it began now, and are not reserved."""
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
        """Check that a person may have a seat here, and this one.

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
    """The message that a seat is reserved for a person.

    :param by: the person who reserves it.
    :param link: to the lobby's card, if it is posted already.
    :param called: whether the message pings them.
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
