"""The rows, as frozen values. Rows to be written come first; rows that are read add the store's columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, Self

import msgspec

from bot.store.conduct import Conduct
from bot.store.ending import Ended
from bot.store.lobbies import OpeningRow
from bot.store.preferences import Images, Theme
from engines.core.dice import Draw
from engines.core.events import Source
from engines.core.strength import USUAL, Strength
from engines.core.table import Kind

Status = Literal["lobby", "running", "finished", "ended"]
"""A campaign's status: a `lobby` takes players, rules have `finished` it, or people have `ended` it."""

PausedAs = Literal["moderator", "player"]
"""The role of the person who paused a campaign; only a moderator can lift a moderator's pause."""


class JournalEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted action to be written; the set-up is entry 0, without seat or action."""

    seq: int
    seat: str
    user_id: int | None
    """The person who pressed; None for nobody: a default when time ran out."""
    kind: Kind = "act"
    source: Source = "player"
    action: str
    """The action in its notation."""
    draws: list[Draw]
    events: bytes
    """JSON array of the title's events."""
    digest: str
    chapter_before: int
    chapter_after: int


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """The holder of a seat, and the terms."""

    seat: str
    user_id: int | None = None
    """The player who has it now; None while it is vacant."""
    reserved_for: int | None = None
    """The only person who may take it."""
    owner_id: int | None = None
    """The owner, while a stand-in plays."""
    until: datetime | None = None
    """The end of the stand-in's time; None until the owner takes the seat back."""
    bank: timedelta | None = None
    """Time on a bank clock while no decision is owed."""
    rest: timedelta | None = None
    """Time on the clock at its last decision; an undo gives back no more than that."""
    rest_hours: bytes | None = None
    """JSON of the hours that applied to its last decision; None if they are not known."""
    rest_handed: bool = False
    """Whether a change of hands had already given that decision a new clock."""
    missed: int = 0
    """Turns in a row in which its time ran out and its player did nothing."""
    played_in: int | None = None
    """The chapter of the last missed turn: the automatic player plays it to its end."""
    in_exchange: str | None = None
    """The seat that the person with the reservation gives in exchange: an offered swap."""
    automatic: bool = False
    """Whether the automatic player has it, until a person takes it."""
    strength: Strength = USUAL
    """How well the automatic player plays it."""
    offered_at: datetime | None = None
    """Since when it is reserved in a campaign that has begun: an unanswered offer lapses."""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """A person has seen what a seat knows."""

    seat: str
    user_id: int
    """0 for a person who has been forgotten since."""
    agreed: list[int] = []
    """The people who have agreed to play against them all the same."""
    ruled: list[int] = []
    """The people who have agreed that they play this seat, although they have ruled on the game."""


class Offered(msgspec.Struct, frozen=True):
    """The last call of a person for a seat."""

    at: datetime
    declined: bool
    """Whether they declined it then."""


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """A person in a lobby without a seat: invited, or waiting for the lots."""

    user_id: int
    invited: bool = False
    waiting: bool = False
    preference: str | None = None
    """The seat that they prefer."""


class NewCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign to be created."""

    guild_id: int
    channel_id: int
    title: str
    scenario: str
    options: dict[str, bool]
    pack: str
    whole: bytes | None = None
    """The pack, as packed by `data.kept`; None if it is not known, or the campaign has not begun."""
    seed: str
    commitment: str
    state: bytes
    """The snapshot after set-up, JSON."""
    dice_counter: int
    seats: dict[str, int | None]
    """User id by seat, every seat of the title in order; None for a vacant seat."""
    automatic: Mapping[str, Strength] = {}
    """The vacant seats of the automatic player, and how well it plays them."""
    reserved: Mapping[str, int] = {}
    """The only person who may take a vacant seat, by seat."""
    created_by: int
    status: Status = "running"
    """`lobby` if the game has not been set up: its snapshot and seed are still empty."""
    images: Images = "every-turn"
    theme: Theme = "light"
    clock: str = "none"
    """The clock in the notation of `bot.clock.notation`."""
    language: str = ""
    """The language of what everybody reads of it; empty for the server's."""
    private: bool = False
    several: bool = False
    """Whether one person may take several seats of its lobby."""
    journal: Sequence[JournalEntry] = ()
    """Entries after the set-up, of an imported campaign; `state` is the state after them."""
    outcome: bytes | None = None
    """JSON of the outcome of an imported campaign, if its game is over."""
    ending: Ended | None = None
    """How people ended an imported campaign."""
    opening: OpeningRow | None = None
    """The opening that it comes from."""
    reliable: int | None = None
    """The share of decisions in time, in percent, that a place in its lobby takes."""


class CampaignHead(msgspec.Struct, frozen=True):
    """A campaign without its snapshot, for lists."""

    id: int
    guild_id: int
    channel_id: int
    title: str
    scenario: str
    options: dict[str, bool]
    pack: str
    seed: str
    commitment: str
    status: Status
    version: int
    opened: int
    """The version at which the present decisions arose; a press on it is not too late."""
    dice_counter: int
    images: Images
    theme: Theme
    clock: str
    language: str
    """The language of what everybody reads of it; empty for the server's."""
    private: bool
    several: bool
    created_by: int | None
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None
    paused_at: datetime | None
    paused_by: int | None
    """The person who asked for the pause; None if it is no known person."""
    paused_as: PausedAs | None
    parked_at: datetime | None
    """Since when its channel has been gone."""
    outcome: bytes | None
    ending: Ended | None
    """How people ended it; None if its rules ended it, or if that was not stored yet."""
    seating: dict[str, Seat]

    @property
    def seats(self) -> dict[str, int]:
        """User id by seat; vacant seats are left out."""
        return {name: seat.user_id for name, seat in self.seating.items() if seat.user_id is not None}

    @property
    def automatic(self) -> list[str]:
        """The seats of the automatic player, in the title's order."""
        return [name for name, seat in self.seating.items() if seat.automatic]

    def held_by(self, user_id: int | None) -> list[str]:
        """The seats that a person holds, in the title's order."""
        return [seat for seat, holder in self.seats.items() if holder == user_id]

    def open_to(self, user_id: int) -> list[str]:
        """The seats whose secrets a person may see, in the title's order: those that they hold or own."""
        return [seat for seat, each in self.seating.items() if user_id in (each.user_id, each.owner_id)]

    @property
    def people(self) -> list[int]:
        """The people who hold or own a seat, each once."""
        both = (user for seat in self.seating.values() for user in (seat.user_id, seat.owner_id))
        return list(dict.fromkeys(user for user in both if user is not None))

    @property
    def is_alone(self) -> bool:
        """Whether one person plays, alone or against the automatic player: nobody else waits for them."""
        return len(self.people) == 1

    @property
    def owners(self) -> list[int]:
        """The owners of the seats, also while a stand-in plays, each once."""
        return [*{user: 0 for seat in self.seating.values() if (user := seat.owner_id or seat.user_id)}]

    def opponents_of(self, user_id: int | None) -> list[int]:
        """The players of all seats but a user's own, each once.

        A user with a seat of their own can stand in for another seat: its owner is still their opponent.
        """
        plays = user_id in self.owners
        players = (
            sitting.owner_id if plays and sitting.user_id == user_id else sitting.user_id
            for sitting in self.seating.values()
        )
        return list(dict.fromkeys(user for user in players if user not in (None, user_id)))

    @property
    def is_over(self) -> bool:
        """Whether the game can't be played any more: its whole record is public."""
        return self.status in ("finished", "ended")

    @property
    def asleep(self) -> bool:
        """Whether it is paused because no player acted; it goes on as soon as one of them is back."""
        return self.paused_at is not None and self.paused_by is None and self.paused_as is None

    @property
    def stands_still(self) -> bool:
        """Whether it is paused, or its channel is gone."""
        return self.paused_at is not None or self.parked_at is not None


class Campaign(CampaignHead, frozen=True):
    """A campaign with its snapshot, as it was read: what serves one interaction is passed on as one value."""

    state: bytes
    """The snapshot, JSON."""
    last_seq: int
    """Sequence number of its last journal entry; 0 is the set-up, −1 before it."""
    deadlines: Sequence[DeadlineRow]
    """What its seats owed until when, by seat; empty without a clock."""


class JournalRow(JournalEntry, frozen=True, kw_only=True):
    """A stored journal entry."""

    at: datetime
    undone_by: int | None = None
    """The entry that took this one back."""

    @classmethod
    def of(cls, entry: JournalEntry, at: datetime) -> JournalRow:
        """The row of an entry that was just written."""
        return cls(**msgspec.structs.asdict(entry), at=at)


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """The deadline of a seat that owes a decision, and its next reminder."""

    seat: str
    kind: str
    since: datetime
    """The time when the seat's clock was last started."""
    allowed: timedelta | None = None
    """The time that it had then; None if there are only reminders."""
    due_at: datetime | None = None
    """The deadline; None without one, and while the clock is stopped."""
    next_ring_at: datetime | None = None
    """The time of the next reminder; None if no reminder is left."""
    ring: int = 0
    """Number of the next reminder, as `bot.clock.rings` counts them."""
    interrupt: bool = False
    muted: bool = False
    """The player has muted the reminders of this decision."""
    told_at: datetime | None = None
    """The time when Discord took the first ping that told the player about it."""
    awake: timedelta = timedelta()
    """The waking hours that they have at least from then on."""
    hours: bytes | None = None
    """JSON of the player's hours when it began: later changes do not move it. None: the present hours."""
    handed: bool = False
    """Whether a change of hands has given it a new clock; the next change gives none."""


class DeadlineRow(Deadline, frozen=True, kw_only=True):
    """A stored deadline."""

    campaign_id: int


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A message for Discord; a newer `card` supersedes an older one."""

    kind: str
    payload: bytes = b"{}"
    """JSON."""
    chapter: int | None = None
    not_before: datetime | None = None


class OutboxRow(Message, frozen=True, kw_only=True):
    """A message that waits to be sent.

    :ivar version: the campaign's version when it was written.
    :ivar error: the error of the last attempt.
    """

    id: int
    campaign_id: int
    version: int
    created_at: datetime
    attempts: int
    error: str | None


class CardRow(msgspec.Struct, frozen=True, kw_only=True):
    """The Discord message that shows a chapter of a campaign."""

    campaign_id: int
    chapter: int
    channel_id: int
    message_id: int
    version: int
    posted_at: datetime
    above: int = 0
    """Lines of the chapter in its older posts."""
    above_digest: str = ""
    shown: int = 0
    """Lines of the chapter that are final in those posts and this one."""
    shown_digest: str = ""
    lines_digest: str = ""
    """Digest of all lines, also of those that may still change."""
    pictured: bool = True
    """Whether it shows a picture: there may be none, or Discord may have refused it."""

    @classmethod
    def of(cls, campaign: Campaign, chapter: int, message_id: int, posted_at: datetime) -> CardRow:
        """The message posted for a chapter, in the campaign's present channel."""
        return cls(
            campaign_id=campaign.id,
            chapter=chapter,
            channel_id=campaign.channel_id,
            message_id=message_id,
            version=campaign.version,
            posted_at=posted_at,
        )


class Applied(msgspec.Struct, frozen=True):
    """The result of an interaction."""

    campaign_id: int
    seq: int


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """An act of a moderator."""

    guild_id: int
    campaign_id: int | None
    actor_id: int | None
    act: str
    reason: str = ""
    detail: str = ""

    @classmethod
    def on(
        cls, campaign: CampaignHead, actor_id: int | None, act: str, reason: str = "", detail: str = ""
    ) -> Self:
        """An act of a moderator on a campaign."""
        return cls(
            guild_id=campaign.guild_id,
            campaign_id=campaign.id,
            actor_id=actor_id,
            act=act,
            reason=reason,
            detail=detail,
        )


class AuditRow(Audit, frozen=True, kw_only=True):
    """An act in the log."""

    id: int
    at: datetime


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's answer to a kind of decision, given beforehand."""

    seat: str
    kind: str
    text: str


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A person asks the other players to agree to something."""

    id: int
    campaign_id: int
    version: int
    """The version at which it was asked."""
    asker_id: int | None
    """The person who asked; None if they are no longer known."""
    body: bytes
    """JSON of the act that is asked for, one of `bot.campaigns.proposals`."""
    agreed: list[int]
    """The people who have agreed."""
    at: datetime
    settled_at: datetime | None


class Absence(msgspec.Struct, frozen=True):
    """The missed turns of a seat, as in `Seat`."""

    missed: int = 0
    played_in: int | None = None


class Rest(msgspec.Struct, frozen=True):
    """The time left on a clock when its seat decided, for an undo of that decision."""

    left: timedelta
    hours: bytes | None = None
    handed: bool = False


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """All that follows from one accepted action; it is written whole or not at all."""

    campaign_id: int
    expected_version: int
    paused_at: datetime | None = None
    """The value when the campaign was read: a pause since then does not make the change stale."""
    entries: Sequence[JournalEntry]
    """The action, and the answers of standing orders in the same commit."""
    opened: int
    """The version at which the decisions after it arose."""
    state: bytes
    chapter_starts: Mapping[int, bytes] = {}
    """The positions in which chapters began that these entries opened."""
    dice_counter: int
    turns: Sequence[int] = ()
    """Chapters that are over with these entries: spectators are told of them."""
    status: Status = "running"
    outcome: bytes | None = None
    """JSON of the outcome, if the game is over."""
    deadlines: Sequence[Deadline] | None = ()
    """The new deadlines, which replace all of the campaign. None leaves those: there are none."""
    banks: Mapping[str, timedelta] = {}
    """New time on the bank clocks of seats."""
    rests: Mapping[str, Rest] = {}
    """The time left on the clocks of seats that have decided."""
    orders: Mapping[tuple[str, str], str] = {}
    """Plans that have changed, by seat and kind; empty where one is over."""
    absences: Mapping[str, Absence] = {}
    did: Mapping[int, Conduct] = {}
    """What counts for the reliability of people."""
    """New absences, by seat."""
    wakes: bool = False
    """Whether the campaign may go on by itself after it."""
    retract_from: int | None = None
    """Cards of this chapter and later ones show what was taken back."""
    outbox: Sequence[Message] = ()
    audit: Audit | None = None
    interaction_id: int | None = None
