"""The rows, as frozen values. Those to be written come first, those read back have what the store adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, Self

import msgspec

from bot.store.ending import Ended
from engines.core.dice import Draw
from engines.core.events import Source
from engines.core.table import Kind

Status = Literal["lobby", "running", "finished", "ended"]
"""In the `lobby` seats are taken; `finished` by its rules, `ended` by its people."""

PausedAs = Literal["moderator", "player"]
"""A pause of a moderator is lifted by a moderator."""

Images = Literal["every-action", "every-turn", "never"]

Theme = Literal["light", "dark"]


class JournalEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted action to be written; the set-up is entry 0, without seat or action."""

    seq: int
    seat: str
    user_id: int | None
    """None where nobody pressed: a default when time ran out."""
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
    """Who sits in a seat, and on what terms."""

    seat: str
    user_id: int | None = None
    """Who plays it now; None while it is vacant."""
    reserved_for: int | None = None
    """Who alone may take it."""
    owner_id: int | None = None
    """Whose seat it is while somebody stands in for them."""
    until: datetime | None = None
    """When the stand-in's time is over; None until it is taken back."""
    bank: timedelta | None = None
    """What is left on a bank clock while no decision is owed."""
    rest: timedelta | None = None
    """What was left on its clock when it decided last; an undo gives no more than that."""
    rest_hours: bytes | None = None
    """The hours that its last decision was reckoned by, JSON; None where they are not known."""
    rest_handed: bool = False
    """Whether a change of hands had given that decision a new clock already."""
    missed: int = 0
    """Turns in a row in which its time was over and its player did nothing."""
    played_in: int | None = None
    """The last of these, by its chapter: the automatic player plays it out."""
    in_exchange: str | None = None
    """The seat that whoever it is reserved for has to give for it: a swap that was offered."""
    automatic: bool = False
    """Whether the automatic player has it, until somebody takes it."""
    offered_at: datetime | None = None
    """Since when it is reserved in a campaign that has begun: nobody need wait for an answer for ever."""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody has seen what a seat knows."""

    seat: str
    user_id: int
    """0 for somebody who has been forgotten since."""
    agreed: list[int] = []
    """Those who have agreed to play against them all the same."""


class Offered(msgspec.Struct, frozen=True):
    """When somebody was called for a seat last."""

    at: datetime
    declined: bool
    """Whether they have declined it then."""


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in a lobby who has no seat: invited, or waiting for the lot."""

    user_id: int
    invited: bool = False
    waiting: bool = False
    preference: str | None = None
    """The seat that they would rather have."""


class NewCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign to be started."""

    guild_id: int
    channel_id: int
    title: str
    scenario: str
    options: dict[str, bool]
    pack: str
    whole: bytes | None = None
    """The pack, as `data.kept` packs it; None where it is not known, or not begun with yet."""
    seed: str
    commitment: str
    state: bytes
    """The snapshot after set-up, JSON."""
    dice_counter: int
    seats: dict[str, int | None]
    """User id by seat, every seat of the title in order; None where it is vacant."""
    automatic: frozenset[str] = frozenset()
    """The vacant seats that the automatic player has."""
    reserved: Mapping[str, int] = {}
    """Who alone may take a vacant seat, by seat."""
    created_by: int
    status: Status = "running"
    """`lobby` for one whose game has not been set up: its snapshot and seed are empty still."""
    images: Images = "every-turn"
    theme: Theme = "light"
    clock: str = "none"
    """As `bot.clock.notation` writes it."""
    private: bool = False
    several: bool = False
    """Whether one person may take several seats of its lobby."""
    journal: Sequence[JournalEntry] = ()
    """Entries after the set-up, of a campaign that was played elsewhere; `state` is the one after them."""
    outcome: bytes | None = None
    """JSON of the outcome of such a campaign, when its game is over."""
    ending: Ended | None = None
    """How such a campaign was ended by its people."""


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
    """The version at which the present decisions arose; a press made since then is not too late."""
    dice_counter: int
    images: Images
    theme: Theme
    clock: str
    private: bool
    several: bool
    created_by: int | None
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None
    paused_at: datetime | None
    paused_by: int | None
    """Who asked for the pause; None for nobody who is known."""
    paused_as: PausedAs | None
    parked_at: datetime | None
    """Since when its channel is gone."""
    outcome: bytes | None
    ending: Ended | None
    """How its people ended it; None where its rules did, or before that was kept."""
    seating: dict[str, Seat]

    @property
    def seats(self) -> dict[str, int]:
        """User id by seat; vacant seats are left out."""
        return {name: seat.user_id for name, seat in self.seating.items() if seat.user_id is not None}

    @property
    def automatic(self) -> list[str]:
        """The seats that the automatic player has, in the title's order."""
        return [name for name, seat in self.seating.items() if seat.automatic]

    def held_by(self, user_id: int | None) -> list[str]:
        """The seats that somebody holds, in the title's order."""
        return [seat for seat, holder in self.seats.items() if holder == user_id]

    def open_to(self, user_id: int) -> list[str]:
        """The seats whose secrets are somebody's to see, in the title's order: held, or lent by them."""
        return [
            seat for seat, sitting in self.seating.items() if user_id in (sitting.user_id, sitting.owner_id)
        ]

    @property
    def people(self) -> list[int]:
        """Everybody who holds or owns a seat, each once."""
        both = ((seat.user_id, seat.owner_id) for seat in self.seating.values())
        return list(dict.fromkeys(user for pair in both for user in pair if user is not None))

    @property
    def owners(self) -> list[int]:
        """Those whose the seats are, also where somebody stands in for them, each once."""
        theirs = (seat.owner_id or seat.user_id for seat in self.seating.values())
        return list(dict.fromkeys(user for user in theirs if user is not None))

    def opponents_of(self, user_id: int | None) -> list[int]:
        """The players of all seats but a user's own, each once.

        A user who plays a seat of their own can stand in for another seat: its owner is their opponent still.
        """
        plays = user_id in self.owners
        players = (
            sitting.owner_id if plays and sitting.user_id == user_id else sitting.user_id
            for sitting in self.seating.values()
        )
        return list(dict.fromkeys(user for user in players if user not in (None, user_id)))

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played in it any more: its whole record is open to everybody."""
        return self.status in ("finished", "ended")

    @property
    def asleep(self) -> bool:
        """Whether it is paused as nobody played, and goes on as soon as one of its players is there."""
        return self.paused_at is not None and self.paused_by is None and self.paused_as is None

    @property
    def stands_still(self) -> bool:
        """Whether it is paused, or its channel is gone."""
        return self.paused_at is not None or self.parked_at is not None


class Campaign(CampaignHead, frozen=True):
    """A campaign with its snapshot, still encoded."""

    state: bytes
    last_seq: int
    """Sequence number of its last journal entry; 0 is the set-up, −1 before it."""


class JournalRow(JournalEntry, frozen=True, kw_only=True):
    """A journal entry as it stands."""

    at: datetime
    undone_by: int | None
    """The entry that took this one back."""


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """Until when a seat owes a decision, and when it is next reminded."""

    seat: str
    kind: str
    since: datetime
    """When the clock was last set going for it."""
    allowed: timedelta | None = None
    """Time that it had then; None where there are reminders only."""
    due_at: datetime | None = None
    """None without a deadline, and while the clock stands still."""
    next_ring_at: datetime | None = None
    """None when it is not to be rung any more."""
    ring: int = 0
    """Number of the next ring, as `bot.clock.rings` counts them."""
    interrupt: bool = False
    muted: bool = False
    """Reminders of this one decision are not wanted."""
    told_at: datetime | None = None
    """When whoever owes it was first told of it by a ping that Discord took."""
    awake: timedelta = timedelta()
    """Waking hours that they have at least from then on."""
    hours: bytes | None = None
    """Their hours when it began, JSON: others that are set since move it no more. None: the present ones."""
    handed: bool = False
    """Whether a change of hands has given it a new clock; the next one gives none."""


class DeadlineRow(Deadline, frozen=True, kw_only=True):
    """A deadline as it stands."""

    campaign_id: int


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something that has to be said in Discord; `card` is the kind that a newer one supersedes."""

    kind: str
    payload: bytes = b"{}"
    """JSON."""
    chapter: int | None = None
    not_before: datetime | None = None


class OutboxRow(Message, frozen=True, kw_only=True):
    """A message that waits to be sent.

    :ivar version: the campaign's version when it was written.
    :ivar error: what the last attempt ran into.
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
    """Lines of the chapter that older posts of it tell."""
    above_digest: str = ""
    shown: int = 0
    """Lines of the chapter that are told for good by those and by this one."""
    shown_digest: str = ""
    lines_digest: str = ""
    """Of all lines, also of those that may be told otherwise yet."""

    @classmethod
    def of(cls, campaign: Campaign, chapter: int, message_id: int, posted_at: datetime) -> CardRow:
        """The message that was posted for a chapter, in the channel of the campaign as it stands."""
        return cls(
            campaign_id=campaign.id,
            chapter=chapter,
            channel_id=campaign.channel_id,
            message_id=message_id,
            version=campaign.version,
            posted_at=posted_at,
        )


class Applied(msgspec.Struct, frozen=True):
    """What an interaction led to."""

    campaign_id: int
    seq: int


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did with a moderator's powers."""

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
        """What somebody did to a campaign."""
        return cls(
            guild_id=campaign.guild_id,
            campaign_id=campaign.id,
            actor_id=actor_id,
            act=act,
            reason=reason,
            detail=detail,
        )


class AuditRow(Audit, frozen=True, kw_only=True):
    """An act as it stands in the log."""

    id: int
    at: datetime


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's answer to a kind of decision, given beforehand."""

    seat: str
    kind: str
    text: str


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has set for themselves, everywhere."""

    user_id: int
    hours: bytes = b"{}"
    """JSON of `bot.clock.hours.Hours`."""
    digest: int | None = None
    """Minutes after local midnight at which the daily digest is sent; None for none."""
    next_digest_at: datetime | None = None
    goes_on: bool = True
    """Whether what is no choice is done without them: a turn ends when nothing is left in it."""


class Guild(msgspec.Struct, frozen=True, kw_only=True):
    """What a server has set."""

    id: int
    moderator_role: int | None = None
    clock: str | None = None
    """Clock of new campaigns that name none."""
    language: str = "en"
    image_width: int | None = None
    archive_channel: int | None = None
    nights: bytes | None = None
    """JSON of `bot.clock.hours.Hours`: when the moderators' role is not rung; None for never."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody asks those who play to agree to something."""

    id: int
    campaign_id: int
    version: int
    """The version that it was asked at."""
    asker_id: int | None
    """None for nobody who is known any more."""
    body: bytes
    """JSON of what is asked for, one of `bot.campaigns.proposals`."""
    agreed: list[int]
    """Those who have agreed."""
    at: datetime
    settled_at: datetime | None


class Absence(msgspec.Struct, frozen=True):
    """What a seat has missed in a row, as `Seat` has it."""

    missed: int = 0
    played_in: int | None = None


class Rest(msgspec.Struct, frozen=True):
    """What was left on a clock when its seat decided, for whoever takes the action back."""

    left: timedelta
    hours: bytes | None = None
    handed: bool = False


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that follows from one accepted action; it is written whole or not at all."""

    campaign_id: int
    expected_version: int
    paused_at: datetime | None = None
    """As the campaign was read: a pause that came since then is no new version."""
    entries: Sequence[JournalEntry]
    """The action, and what answered it at once: standing orders."""
    opened: int
    """The version at which the decisions that stand afterwards arose."""
    state: bytes
    dice_counter: int
    status: Status = "running"
    outcome: bytes | None = None
    """JSON of the outcome, when the game is over."""
    deadlines: Sequence[Deadline] | None = ()
    """They replace all that the campaign had; None leaves those, where it is known that there are none."""
    banks: Mapping[str, timedelta] = {}
    """What seats hold on their bank clocks from now on."""
    rests: Mapping[str, Rest] = {}
    """What was left on the clocks of seats that have decided."""
    absences: Mapping[str, Absence] = {}
    """Of which seats it has changed what they have missed."""
    wakes: bool = False
    """Whether something may go on by itself after it."""
    retract_from: int | None = None
    """Cards of this chapter and later ones show what was taken back."""
    outbox: Sequence[Message] = ()
    audit: Audit | None = None
    interaction_id: int | None = None
