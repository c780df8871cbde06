"""The kinds of message in the outbox, and their payloads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from bot.clock.rings import Stage
from bot.store import CampaignHead, Message
from bot.store.rows.outbox import PRIVATE
from bot.store.rows.spectators import LETTER, SETTLE, TURN, Turn

__all__ = ["LETTER", "PRIVATE", "SETTLE", "TURN", "Turn"]

CARD = "card"
"""The turn card of a chapter; a newer one supersedes it."""
LOBBY = 0
"""The lobby's card takes the place of chapter 0."""
SCENES = "scenes"
"""Posts of a chapter that are not its card; their text is made when they are posted."""
NOTICE = "notice"
NUDGE = "nudge"
SAY = "say"
DIRECT = "direct"
OFFER = "offer"
ASK = "ask"
"""People of a waiting list are asked whether a lobby still suits them."""
RETRACT = "retract"
PARKED = "parked"
ROOM = "room"
"""A private thread has to be opened."""
ROOMS = "rooms"
"""The private threads of a campaign have to be updated."""
ANNOUNCE = "announce"
"""Something for the server's channel of announcements."""
About = Literal["begun", "decided", "week"]
ARCHIVE = "archive"
"""The thread of a campaign has to be archived."""
MODERATORS = "moderators"
"""The digest of the week for the moderators' channel."""
ELSEWHERE = (TURN, SETTLE, ANNOUNCE, MODERATORS)
"""Kinds of messages that go to other channels than the campaign's own."""
SEEING = (NUDGE, LETTER, TURN, SETTLE, ANNOUNCE, MODERATORS)
"""Kinds of messages that depend on who a server's moderators are, or who sees which of its channels."""
SUMMARY = "summary"
"""The summary of a campaign, posted once when it has ended."""


class Notice(msgspec.Struct, frozen=True):
    """Tells seats in the channel, once, that they owe a decision; replaces notices that were answered.

    A notice without seats posts nothing and only deletes those.
    """

    seats: list[str]


class Nudge(msgspec.Struct, frozen=True, omit_defaults=True):
    """Reminds a seat of what it owes."""

    seat: str
    kind: str
    stage: Stage
    gone: bool = False
    """The seat's player has left the server: other people are called instead."""
    beside: list[str] = []
    """Other seats in the same message: their players are reminded, or other people are called for them."""


class Awaits(msgspec.Struct, frozen=True):
    """What a person has to answer: a request or the offer of a seat; with neither, an invitation."""

    request: int | None = None
    seat: str | None = None


class Say(msgspec.Struct, frozen=True):
    """A sentence for the channel; it pings only the people and the role that it names."""

    text: str
    people: list[int] = []
    role: int | None = None
    request: int | None = msgspec.field(default=None, name="undo")
    """The request that the message asks its readers to answer."""
    asked: list[str] = []
    """Seats that learn only from this message what they owe now."""
    topic: str | None = None
    """A message on the same topic is edited, if there is one, instead of a new post."""
    awaits: Awaits | None = None
    """What its people are asked; it is posted only while that is open, and again for people who slept."""
    room: int | None = None
    """The private thread that it is for, instead of the channel."""


class Direct(msgspec.Struct, frozen=True):
    """A sentence for one person, in private."""

    user_id: int
    text: str
    still: str = ""
    """The condition on which it is sent: the campaign is `parked`, or the store has this key."""
    seat: str = ""
    """The seat that they are briefed about instead; the briefing is made when it is sent, if they still
    hold the seat."""


class Offer(msgspec.Struct, frozen=True):
    """A seat that a person is offered."""

    text: str
    seat: str
    user_id: int
    label: Literal["Sit down", "Swap seats"] = "Sit down"
    called: bool = True
    """Whether the message pings them; it does not if they were asked a short time ago."""


class Ask(msgspec.Struct, frozen=True):
    """Asks people of a waiting list whether a lobby still suits them."""

    people: list[int]


class Room(msgspec.Struct, frozen=True):
    """A private room for some seats."""

    seats: list[str]
    asker: int | None = None
    """The person who asked for it; None in a message of an earlier version."""


class Rooms(msgspec.Struct, frozen=True, omit_defaults=True):
    """Closes rooms."""

    gone: int | None = None
    """A person who was forgotten: the rooms that they were in no longer know who it was."""


class Summary(msgspec.Struct, frozen=True):
    """The place for the summary of a campaign."""

    archive: bool = False
    """Whether it goes to the server's archive channel instead of the campaign's channel."""


def card(chapter: int) -> Message:
    """A message that updates a chapter's card."""
    return Message(kind=CARD, chapter=chapter)


def scenes(chapter: int) -> Message:
    """A message that updates a chapter's other posts."""
    return Message(kind=SCENES, chapter=chapter)


def chapters(shown: Sequence[int], staged: Sequence[int]) -> list[Message]:
    """Messages for chapters' cards and other posts; the posts of a chapter come before the next card."""
    return [
        message
        for chapter in sorted({*shown, *staged})
        for message in [
            *([card(chapter)] if chapter in shown else []),
            *([scenes(chapter)] if chapter in staged else []),
        ]
    ]


def notice(seats: Sequence[str], not_before: datetime | None) -> Message:
    """A message that tells seats that they owe a decision."""
    return Message(kind=NOTICE, payload=msgspec.json.encode(Notice(list(seats))), not_before=not_before)


def nudge(seat: str, kind: str, stage: Stage, *, gone: bool = False, beside: Sequence[str] = ()) -> Message:
    """A message that reminds a seat, and the seats beside it."""
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
    room: int | None = None,
) -> Message:
    """A message that says something in the channel, or in a private room."""
    said = Say(text, list(people), role, request, list(asked), topic, awaits, room)
    return Message(kind=SAY, payload=msgspec.json.encode(said))


def later(
    text: str, people: Sequence[int], awaits: Awaits, not_before: datetime, room: int | None = None
) -> Message:
    """A message that tells people, when they wake, what they were asked in the meantime."""
    said = Say(text, list(people), awaits=awaits, room=room)
    return Message(kind=SAY, payload=msgspec.json.encode(said), not_before=not_before)


def sparing(word: Message, spoken_to: Collection[int | None]) -> Message:
    """A sentence for the channel, without pings for people who get another message anyway."""
    said = msgspec.json.decode(word.payload, type=Say)
    people = [user for user in said.people if user not in spoken_to]
    return msgspec.structs.replace(
        word, payload=msgspec.json.encode(msgspec.structs.replace(said, people=people))
    )


def direct(user_id: int, text: str, not_before: datetime | None = None, *, still: str = "") -> Message:
    """A message that tells one person something in private."""
    word = Direct(user_id, text, still)
    return Message(kind=DIRECT, payload=msgspec.json.encode(word), not_before=not_before)


def brief(user_id: int, seat: str, not_before: datetime | None = None) -> Message:
    """A message that briefs the holder of a seat."""
    word = Direct(user_id, "", seat=seat)
    return Message(kind=DIRECT, payload=msgspec.json.encode(word), not_before=not_before)


def offer(offered: Offer) -> Message:
    """A message that offers a person a seat."""
    return Message(kind=OFFER, payload=msgspec.json.encode(offered))


def ask(people: Sequence[int]) -> Message:
    """A message that asks people whether a lobby still suits them."""
    return Message(kind=ASK, payload=msgspec.json.encode(Ask(list(people))))


def room(seats: Sequence[str], asker: int) -> Message:
    """A message that opens a room for these seats."""
    return Message(kind=ROOM, payload=msgspec.json.encode(Room(list(seats), asker)))


def rooms(gone: int | None = None) -> Message:
    """A message that closes rooms whose time is over, or whose seats have changed hands.

    :param gone: as in `Rooms`.
    """
    return Message(kind=ROOMS, payload=msgspec.json.encode(Rooms(gone)))


class Announce(msgspec.Struct, frozen=True):
    """What is announced; the text is made when it is posted."""

    about: About


def announce(about: About) -> Message:
    """A message for the server's channel of announcements."""
    return Message(kind=ANNOUNCE, payload=msgspec.json.encode(Announce(about)))


def archive() -> Message:
    """A message that archives and locks the thread of a campaign."""
    return Message(kind=ARCHIVE)


def moderators() -> Message:
    """A message for the channel of a server's moderators."""
    return Message(kind=MODERATORS)


def first(chapter: int) -> list[Message]:
    """Messages for the first card of a campaign or of its lobby; one that begins is announced, and gets a
    thread for spectators where the server wants that."""
    return [card(chapter), *([announce("begun"), Message(kind=SETTLE)] if chapter != LOBBY else [])]


def summary() -> tuple[Message, ...]:
    """The summary of a campaign, in its channel and in the archive, and the announcement of its end.

    Each is a message, so that a failure of one does not repeat the others.
    """
    return _summary(archive=False), _summary(archive=True), announce("decided")


def _summary(*, archive: bool) -> Message:
    return Message(kind=SUMMARY, payload=msgspec.json.encode(Summary(archive)))


def tidied(notices: Sequence[Message], *, asked: bool) -> Sequence[Message]:
    """Notices, with one for no seat if none is posted at once, so that old notices are deleted.

    :param asked: whether there are old ones, or may be before these are posted.
    """
    if not asked or any(said.not_before is None for said in notices):
        return notices
    return [notice((), None), *notices]


def asked_key(campaign: CampaignHead) -> str:
    """The store's key for the messages of a campaign that ask seats for something."""
    return f"asked:{campaign.id}"
