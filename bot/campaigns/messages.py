"""What can have to be said in Discord: the kinds of message in the outbox and their payloads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from bot.clock.rings import Stage
from bot.store import Campaign, Message

CARD = "card"
"""The turn card of a chapter; a newer one supersedes it."""
LOBBY = 0
"""The card of a lobby hangs where chapter 0 would."""
SCENES = "scenes"
"""What of a chapter has posts of its own; it is told as it stands when it is said."""
NOTICE = "notice"
NUDGE = "nudge"
SAY = "say"
DIRECT = "direct"
OFFER = "offer"
RETRACT = "retract"
PARKED = "parked"
ROOM = "room"
"""A private thread is to be opened."""
ROOMS = "rooms"
"""The private threads of a campaign are to be put right."""
SUMMARY = "summary"
"""How a campaign ended, told once when it has."""


class Notice(msgspec.Struct, frozen=True):
    """These seats are asked for something now; said in the channel, once, in place of what has been answered.

    A notice to nobody says nothing and only takes that away.
    """

    seats: list[str]


class Nudge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat is reminded of what it owes."""

    seat: str
    kind: str
    stage: Stage
    gone: bool = False
    """Its player has left the server: others are called instead."""
    beside: list[str] = []
    """Seats of which the same message speaks: their players are reminded, or others are called for them."""


class Awaits(msgspec.Struct, frozen=True):
    """What somebody has still to answer: a request, the offer of a seat, or, with neither, an invitation."""

    request: int | None = None
    seat: str | None = None


class Say(msgspec.Struct, frozen=True):
    """A sentence for the channel; it pings the people and the role that it names, nobody else."""

    text: str
    people: list[int] = []
    role: int | None = None
    request: int | None = msgspec.field(default=None, name="undo")
    """The request that the message asks its readers to answer."""
    asked: list[str] = []
    """Seats that are told by it what they owe now; nothing else tells them."""
    topic: str | None = None
    """A message on the same topic that hangs already is changed, and none more posted."""
    awaits: Awaits | None = None
    """What its people are asked; it is said only while that is still so, and again to who was asleep."""


class Direct(msgspec.Struct, frozen=True):
    """A sentence for one person alone."""

    user_id: int
    text: str
    still: str = ""
    """It is said only while this holds: the campaign is `parked`, or the program keeps this word."""
    seat: str = ""
    """The seat they are briefed about in place of a text, as it is when it is said, if it is theirs then."""


class Offer(msgspec.Struct, frozen=True):
    """A seat that somebody is asked to sit down in."""

    text: str
    seat: str
    user_id: int
    label: Literal["Sit down", "Swap seats"] = "Sit down"
    called: bool = True
    """Whether they are pinged; not where they were asked a short time ago."""


class Room(msgspec.Struct, frozen=True):
    """A room for seats that talk in private."""

    seats: list[str]


class Retract(msgspec.Struct, frozen=True):
    """A card that shows what was taken back."""

    channel: int
    message: int


class Summary(msgspec.Struct, frozen=True):
    """Where it is told how a campaign ended."""

    archive: bool = False
    """In the server's archive channel instead of the campaign's."""


def card(chapter: int) -> Message:
    """A chapter's card is to be put right."""
    return Message(kind=CARD, chapter=chapter)


def scenes(chapter: int) -> Message:
    """What of a chapter has posts of its own is to be put right."""
    return Message(kind=SCENES, chapter=chapter)


def chapters(shown: Sequence[int], staged: Sequence[int]) -> list[Message]:
    """Cards of chapters and what has posts of its own: that of one chapter before the card of the next."""
    return [
        message
        for chapter in sorted({*shown, *staged})
        for message in [
            *([card(chapter)] if chapter in shown else []),
            *([scenes(chapter)] if chapter in staged else []),
        ]
    ]


def notice(seats: Sequence[str], not_before: datetime | None) -> Message:
    """Seats are to be told that they are asked."""
    return Message(kind=NOTICE, payload=msgspec.json.encode(Notice(list(seats))), not_before=not_before)


def nudge(seat: str, kind: str, stage: Stage, *, gone: bool = False, beside: Sequence[str] = ()) -> Message:
    """A seat is to be reminded, and those beside it."""
    return Message(kind=NUDGE, payload=msgspec.json.encode(Nudge(seat, kind, stage, gone, list(beside))))


def say(
    text: str,
    *,
    people: Sequence[int] = (),
    role: int | None = None,
    request: int | None = None,
    asked: Sequence[str] = (),
    topic: str | None = None,
    awaits: Awaits | None = None,
) -> Message:
    """The channel is to be told something."""
    said = Say(text, list(people), role, request, list(asked), topic, awaits)
    return Message(kind=SAY, payload=msgspec.json.encode(said))


def later(text: str, people: Sequence[int], awaits: Awaits, not_before: datetime) -> Message:
    """People are to be told, when they wake, what they were asked meanwhile."""
    said = Say(text, list(people), awaits=awaits)
    return Message(kind=SAY, payload=msgspec.json.encode(said), not_before=not_before)


def sparing(word: Message, spoken_to: Collection[int | None]) -> Message:
    """A sentence for the channel that pings nobody who is spoken to anyway."""
    said = msgspec.json.decode(word.payload, type=Say)
    people = [user for user in said.people if user not in spoken_to]
    return msgspec.structs.replace(
        word, payload=msgspec.json.encode(msgspec.structs.replace(said, people=people))
    )


def direct(user_id: int, text: str, not_before: datetime | None = None, *, still: str = "") -> Message:
    """One person is to be told something."""
    word = Direct(user_id, text, still)
    return Message(kind=DIRECT, payload=msgspec.json.encode(word), not_before=not_before)


def brief(user_id: int, seat: str, not_before: datetime | None = None) -> Message:
    """The holder of a seat is to be briefed."""
    word = Direct(user_id, "", seat=seat)
    return Message(kind=DIRECT, payload=msgspec.json.encode(word), not_before=not_before)


def offer(offered: Offer) -> Message:
    """Somebody is to be asked to sit down."""
    return Message(kind=OFFER, payload=msgspec.json.encode(offered))


def room(seats: Sequence[str]) -> Message:
    """A room is to be opened for these seats."""
    return Message(kind=ROOM, payload=msgspec.json.encode(Room(list(seats))))


def rooms() -> Message:
    """Rooms whose time is over, or in which others sit now, are to be closed."""
    return Message(kind=ROOMS)


def summary() -> tuple[Message, Message]:
    """It is to be told how a campaign ended: in two messages, so that one which fails repeats no other."""
    return _summary(archive=False), _summary(archive=True)


def _summary(*, archive: bool) -> Message:
    return Message(kind=SUMMARY, payload=msgspec.json.encode(Summary(archive)))


def tidied(campaign: Campaign, notices: Sequence[Message]) -> Sequence[Message]:
    """Notices, and where none of them is said at once, one to nobody: what was asked before is looked after.

    Whoever plays alone and without reminders is never sent any.
    """
    alone = campaign.clock == "none" and len(set(campaign.seats.values())) < 2
    if alone or any(said.not_before is None for said in notices):
        return notices
    return [notice((), None), *notices]
