"""Rules about the seats of a running campaign: who may have which one. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from bot.campaigns.telling import holder
from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.store import Seat
from data.catalogue import _
from engines.core.contract import AnyTitle
from engines.core.strength import USUAL, Strength

Terms = Literal["vacant", "replace", "lend", "swap"]
"""What the person for whom a seat is reserved may do: take it, take it over, stand in, or swap for it."""

Changed = dict[str, Seat]
"""Seats that have changed, by name."""


def terms(sitting: Seat) -> Terms | None:
    """The terms on which a seat is reserved; None if it is not."""
    if sitting.reserved_for is None:
        return None
    if sitting.in_exchange is not None:
        return "swap"
    if sitting.user_id is None:
        return "vacant"
    # A holder who is also the owner has offered to lend it; the owner of a lent seat is another person.
    return "lend" if sitting.owner_id == sitting.user_id else "replace"


def lent(sitting: Seat) -> bool:
    """Whether a stand-in plays a seat for its owner."""
    return sitting.owner_id not in (None, sitting.user_id)


def handed(before: Mapping[str, Seat], changed: Changed) -> list[str]:
    """The changed seats that have another holder now, or none."""
    return [name for name, sitting in changed.items() if before[name].user_id != sitting.user_id]


def offered(before: Mapping[str, Seat], changed: Changed, now: datetime) -> Changed:
    """The changed seats, with the time since when they are reserved."""

    def since(sitting: Seat) -> datetime | None:
        if sitting.reserved_for is None:
            return None
        kept = before[sitting.seat]
        return kept.offered_at if kept.reserved_for == sitting.reserved_for else now

    return {name: msgspec.structs.replace(each, offered_at=since(each)) for name, each in changed.items()}


class SeatRules(NamedTuple):
    """The seats of a campaign and the changes to them; each method returns the seats that change."""

    seating: Mapping[str, Seat]
    names: Mapping[str, str]
    """Names of the seats, by seat."""
    secrets: bool
    """Whether seats have secrets."""

    def take(self, seat: str, user_id: int) -> Changed:
        """Take a vacant seat.

        :raises PoliteError: a person holds it, it is reserved, or it would reveal the other side's secrets.
        """
        sitting = self.seating[seat]
        if sitting.user_id == user_id:
            raise StaleError(_("You play {seat} already.", seat=self.names[seat]))
        if sitting.user_id is not None:
            raise StaleError(
                _(
                    "<@{user_id}> plays {seat}.{vacant}",
                    user_id=sitting.user_id,
                    seat=self.names[seat],
                    vacant=self._vacant(),
                )
            )
        if sitting.reserved_for not in (None, user_id):
            raise PoliteError(
                _(
                    "The seat {seat} is reserved for <@{reserved_for}>.{vacant}",
                    seat=self.names[seat],
                    reserved_for=sitting.reserved_for,
                    vacant=self._vacant(),
                )
            )
        self._keep_apart(seat, user_id)
        return _put(Seat(seat=seat, user_id=user_id))

    def automatic(self, seat: str, user_id: int, strength: Strength | None = None) -> Changed:
        """Give a seat to the automatic player: the user's own for good, or a vacant one.

        :param strength: how well it plays; a seat that it has already may get another.
        :raises PoliteError: it has the seat already, the seat is another person's or reserved for them, or no
            person would be left.
        """
        sitting = self.seating[seat]
        if sitting.automatic and strength not in (None, sitting.strength):
            return _put(msgspec.structs.replace(sitting, strength=strength))
        if sitting.automatic:
            raise StaleError(_("The automatic player has {seat} already.", seat=self.names[seat]))
        if sitting.user_id is not None:
            self._owned(seat, user_id, _("hand it to the automatic player"))
        elif sitting.reserved_for is not None:
            raise PoliteError(
                _(
                    "The seat {seat} is reserved for <@{reserved_for}>.",
                    seat=self.names[seat],
                    reserved_for=sitting.reserved_for,
                )
            )
        if not any(set(_people(other)) for other in self.seating.values() if other.seat != seat):
            raise PoliteError(
                _("Then only the automatic player would be left. `/campaign abort` ends the game.")
            )
        return _put(Seat(seat=seat, automatic=True, strength=strength or USUAL))

    def leave(self, seat: str, user_id: int) -> Changed:
        """Leave a seat for good; a lent seat goes back to its owner.

        :raises PoliteError: they don't hold it.
        """
        sitting = self.seating[seat]
        if sitting.user_id != user_id:
            if sitting.owner_id == user_id:
                raise PoliteError(
                    _(
                        "<@{user_id}> stands in for you in {seat}. Take it back with `/seat back` "
                        "first, then leave it.",
                        user_id=sitting.user_id,
                        seat=self.names[seat],
                    )
                )
            raise NotSeatedError(_("You don't play {seat}.", seat=self.names[seat]))
        if lent(sitting):
            return self.returned(seat)
        keep = sitting.reserved_for if terms(sitting) == "replace" else None
        return _put(Seat(seat=seat, reserved_for=keep))

    def returned(self, seat: str) -> Changed:
        """Give a lent seat back to its owner, or withdraw an offer to stand in.

        A person who is to take the seat over keeps that right.
        """
        sitting = self.seating[seat]
        keep = sitting.reserved_for if terms(sitting) == "replace" else None
        bank = None if lent(sitting) else sitting.bank
        return _put(Seat(seat=seat, user_id=sitting.owner_id, reserved_for=keep, bank=bank))

    def back(self, seat: str, user_id: int) -> Changed:
        """Take back a seat that its owner has lent, or only offered.

        :raises PoliteError: it is neither.
        """
        sitting = self.seating[seat]
        if lent(sitting) and sitting.owner_id == user_id:
            return self.returned(seat)
        if sitting.user_id == user_id and terms(sitting) in ("lend", "swap"):
            return _put(Seat(seat=seat, user_id=user_id, bank=sitting.bank))
        if sitting.user_id == user_id and lent(sitting):
            raise PoliteError(
                _(
                    "The seat {seat} belongs to <@{owner_id}>, and you stand in for them. `/seat "
                    "leave` gives it back.",
                    seat=self.names[seat],
                    owner_id=sitting.owner_id,
                )
            )
        raise PoliteError(
            _("You have not lent the seat {seat}, so you can't take it back.", seat=self.names[seat])
        )

    def lend(self, seat: str, user_id: int, stand_in: int, until: datetime | None) -> Changed:
        """Ask a person to stand in.

        :raises PoliteError: the seat is not the user's to lend, or that person can't take it.
        """
        sitting = self._owned(seat, user_id, _("lend it"))
        if stand_in == user_id:
            raise PoliteError(_("You can't stand in for yourself: name somebody else."))
        self._keep_apart(seat, stand_in)
        return _put(
            Seat(
                seat=seat,
                user_id=user_id,
                reserved_for=stand_in,
                owner_id=user_id,
                until=until,
                bank=sitting.bank,
            )
        )

    def swap(self, seat: str, user_id: int, other: str) -> Changed:
        """Offer the user's seat for another.

        :raises PoliteError: a seat is not its holder's own, or both are one person's.
        """
        sitting = self._owned(seat, user_id, _("swap it"))
        holder = self._exchangeable(seat, other)[1]
        return _put(
            msgspec.structs.replace(
                sitting, reserved_for=holder, in_exchange=other, owner_id=None, until=None
            )
        )

    def swapped(self, seat: str, other: str) -> Changed:
        """Let the holders of two seats change places.

        :raises PoliteError: a seat is vacant or lent, or both are one person's.
        """
        first, second = self._exchangeable(seat, other)
        return _put(Seat(seat=seat, user_id=second), Seat(seat=other, user_id=first))

    def replace(self, seat: str, newcomer: int) -> Changed:
        """Reserve a seat for a person; its holder plays until they accept.

        :raises PoliteError: they already hold it, or can't take it.
        """
        sitting = self.seating[seat]
        self._other_than_holder(sitting, newcomer)
        self._keep_apart(seat, newcomer)
        if lent(sitting):
            return _put(msgspec.structs.replace(sitting, reserved_for=newcomer))
        # An offer of the holder lapses; the automatic player plays on until the newcomer accepts.
        return _put(
            Seat(
                seat=seat,
                user_id=sitting.user_id,
                reserved_for=newcomer,
                bank=sitting.bank,
                automatic=sitting.automatic,
                strength=sitting.strength,
            )
        )

    def seated(self, seat: str, newcomer: int) -> Changed:
        """Give a seat to a person at once, with any holder before, even on both sides of a game with secrets.

        :raises PoliteError: they already hold it.
        """
        self._other_than_holder(self.seating[seat], newcomer)
        return _put(Seat(seat=seat, user_id=newcomer))

    def vacated(self, seat: str) -> Changed:
        """Make a seat vacant, without a holder or an owner.

        :raises PoliteError: it is vacant already.
        """
        sitting = self.seating[seat]
        if not sitting.automatic and not list(_people(sitting)):
            raise StaleError(
                _(
                    "The seat {seat} is vacant already; `/mod seat` with a user fills it.",
                    seat=self.names[seat],
                )
            )
        return _put(Seat(seat=seat))

    def accept(self, seat: str, user_id: int) -> Changed:
        """Accept a seat on the terms on which it was offered.

        :raises PoliteError: it is not offered, or not to them.
        """
        sitting = self._offered(seat, user_id)
        if terms(sitting) != "swap":
            self._keep_apart(seat, user_id)
        match terms(sitting):
            case "lend":
                return _put(Seat(seat=seat, user_id=user_id, owner_id=sitting.owner_id, until=sitting.until))
            case "swap":
                assert sitting.in_exchange is not None
                if self.seating[sitting.in_exchange].user_id != user_id:
                    raise StaleError(
                        _(
                            "You no longer play {in_exchange}, so you can't swap it.",
                            in_exchange=self.names[sitting.in_exchange],
                        )
                    )
                return self.swapped(seat, sitting.in_exchange)
            case _:
                return _put(Seat(seat=seat, user_id=user_id))

    def decline(self, seat: str, user_id: int) -> Changed:
        """Refuse a seat that was offered; the seat stays as it is.

        :raises PoliteError: it is not offered, or not to them.
        """
        sitting = self._offered(seat, user_id)
        kept = msgspec.structs.replace(sitting, reserved_for=None, in_exchange=None)
        if terms(sitting) == "lend":
            kept = msgspec.structs.replace(kept, owner_id=None, until=None)
        return _put(kept)

    def _offered(self, seat: str, user_id: int) -> Seat:
        sitting = self.seating[seat]
        if sitting.reserved_for is None:
            raise StaleError(_("The seat {seat} is no longer on offer.", seat=self.names[seat]))
        if sitting.reserved_for != user_id:
            raise PoliteError(
                _(
                    "The seat {seat} is offered to <@{reserved_for}>, not to you.",
                    seat=self.names[seat],
                    reserved_for=sitting.reserved_for,
                )
            )
        return sitting

    def _owned(self, seat: str, user_id: int, to: str) -> Seat:
        """A seat that a person holds as their own and may offer.

        :raises PoliteError: it is not theirs, or a newcomer is awaited in it.
        """
        sitting = self.seating[seat]
        if sitting.user_id == user_id and lent(sitting):
            raise PoliteError(
                _(
                    "You stand in for <@{owner_id}> in {seat}: only they can {to}.",
                    owner_id=sitting.owner_id,
                    seat=self.names[seat],
                    to=to,
                )
            )
        if sitting.owner_id == user_id and lent(sitting):
            raise PoliteError(
                _(
                    "<@{user_id}> stands in for you in {seat} already. `/seat back` takes it back.",
                    user_id=sitting.user_id,
                    seat=self.names[seat],
                )
            )
        if sitting.user_id != user_id:
            raise NotSeatedError(_("You don't play {seat}, so you can't {to}.", seat=self.names[seat], to=to))
        if terms(sitting) == "replace":
            raise PoliteError(
                _(
                    "<@{reserved_for}> is to take over {seat}, so you can't {to}. Ask a moderator if "
                    "that is wrong.",
                    reserved_for=sitting.reserved_for,
                    seat=self.names[seat],
                    to=to,
                )
            )
        return sitting

    def _exchangeable(self, seat: str, other: str) -> tuple[int, int]:
        """The holders of two seats that may be swapped."""
        holders = []
        for name in (seat, other):
            sitting = self.seating[name]
            if sitting.user_id is None:
                whose = _("the automatic player's") if sitting.automatic else _("vacant")
                raise PoliteError(
                    _(
                        "The seat {name} is {whose}: `/seat take` takes it.",
                        name=self.names[name],
                        whose=whose,
                    )
                )
            if lent(sitting):
                raise PoliteError(
                    _(
                        "The seat {name} is lent by <@{owner_id}>, who has to take it back before it "
                        "can be swapped.",
                        name=self.names[name],
                        owner_id=sitting.owner_id,
                    )
                )
            if terms(sitting) == "replace":
                raise PoliteError(
                    _(
                        "<@{reserved_for}> is to take over {name}, so it can't be swapped.",
                        reserved_for=sitting.reserved_for,
                        name=self.names[name],
                    )
                )
            holders.append(sitting.user_id)
        if seat == other or holders[0] == holders[1]:
            raise PoliteError(_("Both seats belong to the same person."))
        return holders[0], holders[1]

    def _other_than_holder(self, sitting: Seat, newcomer: int) -> None:
        if newcomer == sitting.user_id and not lent(sitting):
            raise PoliteError(
                _("<@{newcomer}> plays {seat} already.", newcomer=newcomer, seat=self.names[sitting.seat])
            )

    def _keep_apart(self, seat: str, user_id: int) -> None:
        """Check that a person plays no two sides against others; `knowledge` judges what they saw."""
        others = [sitting for sitting in self.seating.values() if sitting.seat != seat]
        own = [each.seat for each in others if user_id in (each.user_id, each.owner_id)]
        against = any(set(_people(each)) - {user_id} for each in self.seating.values())
        if self.secrets and own and against:
            raise PoliteError(
                _(
                    "<@{user_id}> plays {names} and would see the secrets of {seat}. Only a moderator "
                    "can seat somebody on both sides, if the others agree: `/seat replace` with `now`.",
                    user_id=user_id,
                    names=self.names[own[0]],
                    seat=self.names[seat],
                )
            )

    def _vacant(self) -> str:
        free = [each.seat for each in self.seating.values() if each.user_id is None and terms(each) is None]
        if not free:
            return _(" No seat is free.")
        return _(" Free: {free}.", free=", ".join(self.names[seat] for seat in free))


def _people(sitting: Seat) -> Iterator[int]:
    for user_id in (sitting.user_id, sitting.owner_id):
        if user_id is not None:
            yield user_id


def _put(*seats: Seat) -> Changed:
    return {sitting.seat: sitting for sitting in seats}


def line(title: AnyTitle, sitting: Seat) -> str:
    """The holder of a seat and their terms, in Markdown."""
    name = f"**{title.seat_names[sitting.seat]}**"
    notes: Sequence[str] = ()
    if lent(sitting):
        until = (
            ""
            if sitting.until is None
            else _(" until <t:{timestamp}:f>", timestamp=int(sitting.until.timestamp()))
        )
        notes = [_("stands in for <@{owner_id}>{until}", owner_id=sitting.owner_id, until=until)]
    match terms(sitting):
        case "vacant":
            notes = [_("reserved for <@{reserved_for}>", reserved_for=sitting.reserved_for)]
        case "replace":
            notes = [*notes, _("to be taken over by <@{reserved_for}>", reserved_for=sitting.reserved_for)]
        case "lend":
            notes = [_("<@{reserved_for}> is asked to stand in", reserved_for=sitting.reserved_for)]
        case "swap":
            other = title.seat_names[sitting.in_exchange or ""]
            notes = [
                _("offered to <@{reserved_for}> for {other}", reserved_for=sitting.reserved_for, other=other)
            ]
        case None:
            pass
    return " · ".join([f"{name} {holder(title, sitting)}", *notes])
