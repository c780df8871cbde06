"""The rows, as frozen values. Those to be written come first, those read back have what the store adds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from engines.core.dice import Draw

Status = Literal["running", "finished", "ended"]
"""`finished` by its rules, `ended` by its people."""

Images = Literal["every-action", "every-turn", "never"]

Theme = Literal["light", "dark"]


class JournalEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted action to be written; the set-up is entry 0, without seat or action."""

    seq: int
    seat: str
    user_id: int | None
    """None where nobody pressed: a default when time ran out."""
    action: str
    """The action in its notation."""
    draws: list[Draw]
    events: bytes
    """JSON array of the title's events."""
    digest: str
    chapter_before: int
    chapter_after: int


class NewCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign to be started."""

    guild_id: int
    channel_id: int
    title: str
    scenario: str
    options: dict[str, bool]
    pack: str
    seed: str
    commitment: str
    state: bytes
    """The snapshot after set-up, JSON."""
    dice_counter: int
    seats: dict[str, int]
    """User id by seat; a vacant seat is left out."""
    created_by: int
    images: Images = "every-turn"
    theme: Theme = "light"
    nudge_hours: int | None = None
    journal: Sequence[JournalEntry] = ()
    """Entries after the set-up, of a campaign that was played elsewhere; `state` is the one after them."""
    outcome: bytes | None = None
    """JSON of the outcome of such a campaign, when its game is over."""


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
    dice_counter: int
    images: Images
    theme: Theme
    nudge_hours: int | None
    created_by: int
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None
    outcome: bytes | None
    seats: dict[str, int]


class Campaign(CampaignHead, frozen=True):
    """A campaign with its snapshot, still encoded."""

    state: bytes
    last_seq: int
    """Sequence number of its last journal entry; 0 is the set-up."""


class JournalRow(JournalEntry, frozen=True, kw_only=True):
    """A journal entry as it stands."""

    at: datetime


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """Until when a seat owes a decision, and when it is next reminded."""

    seat: str
    kind: str
    due_at: datetime
    next_ring_at: datetime | None
    """None when it is not to be rung any more."""
    rung: int = 0
    """How often it was rung; carry it over when the same decision stays owed."""


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


class Applied(msgspec.Struct, frozen=True):
    """What an interaction led to."""

    campaign_id: int
    seq: int


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that follows from one accepted action; it is written whole or not at all."""

    campaign_id: int
    expected_version: int
    entry: JournalEntry
    state: bytes
    dice_counter: int
    status: Status = "running"
    outcome: bytes | None = None
    """JSON of the outcome, when the game is over."""
    deadlines: Sequence[Deadline] | None = ()
    """They replace all that the campaign had; None leaves those, where it is known that there are none."""
    outbox: Sequence[Message] = ()
    interaction_id: int | None = None
