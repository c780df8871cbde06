"""Short ways to make the values that the store keeps, and to look at what it holds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from bot.store import Applied, Audit, Begun, Change, Deadline, JournalEntry, Message, NewCampaign, Store
from bot.store.rows import campaigns, deadlines, people
from bot.store.schema import campaign
from engines.core.dice import Draw

GUILD = 900_000_000_000_000_001
CHANNEL = 900_000_000_000_000_002
USER = 900_000_000_000_000_003
START = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
IN_THE_END = datetime(9999, 1, 1, tzinfo=UTC)


class Hands:
    """A clock whose hands the test moves."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at

    def advance(self, by: timedelta) -> None:
        self.at += by


def new(**changed: Any) -> NewCampaign:
    values: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "title": "levee",
        "scenario": "campaign",
        "options": {"bicetre": True, "terror": False},
        "pack": "levee-1:abc",
        "seed": "a seed",
        "commitment": "c" * 64,
        "state": b'{"turn":1}',
        "dice_counter": 3,
        "seats": {"france": USER},
        "created_by": USER,
    }
    return NewCampaign(**values | changed)


def lobby(**changed: Any) -> NewCampaign:
    """A campaign whose two seats are still to be taken."""
    values: dict[str, Any] = {
        "status": "lobby",
        "pack": "outposts-1:abc",
        "title": "outposts",
        "seed": "",
        "commitment": "",
        "state": b"",
        "dice_counter": 0,
        "seats": {"royalist": None, "republic": None},
    }
    return new(**values | changed)


def begun(**changed: Any) -> Begun:
    """The set-up of a lobby's campaign."""
    values: dict[str, Any] = {
        "title": "outposts",
        "whole": b"a pack",
        "pack": "outposts-2:def",
        "seed": "a seed",
        "commitment": "c" * 64,
        "state": b'{"turn":1}',
        "dice_counter": 3,
        "setup": entry(),
    }
    return Begun(**values | changed)


def entry(seq: int = 0, **changed: Any) -> JournalEntry:
    values: dict[str, Any] = {
        "seq": seq,
        "seat": "france" if seq else "",
        "user_id": USER,
        "action": "military austria" if seq else "",
        "draws": [Draw("d6", "attack on Austria", "4"), Draw("deck", "turn card", "c17", fed=True)],
        "events": b'[{"type":"phase-begun","phase":"cards","case":"4.1"}]',
        "digest": f"{seq:064x}",
        "chapter_before": 1,
        "chapter_after": 1,
    }
    return JournalEntry(**values | changed)


def undo(seq: int, *, back_to: int, **changed: Any) -> JournalEntry:
    """The entry that lets an earlier one be the last that stands."""
    values: dict[str, Any] = {
        "seat": "",
        "kind": "undo",
        "source": "moderator",
        "action": f"undo {back_to}",
        "draws": [],
    }
    return entry(seq, **values | changed)


def audit(**changed: Any) -> Audit:
    """What a moderator did."""
    values: dict[str, Any] = {
        "guild_id": GUILD,
        "campaign_id": 1,
        "actor_id": USER,
        "act": "undo",
        "reason": "a slip",
        "detail": "back to entry 0",
    }
    return Audit(**values | changed)


def change(campaign_id: int, version: int, **changed: Any) -> Change:
    values: dict[str, Any] = {
        "campaign_id": campaign_id,
        "expected_version": version,
        "entries": [entry(version + 1)],
        "opened": version + 1,
        "state": b'{"turn":%d}' % (version + 2),
        "dice_counter": 3 + version,
    }
    return Change(**values | changed)


def card(chapter: int = 1, text: str = "") -> Message:
    return Message(kind="card", chapter=chapter, payload=b'{"text":"%s"}' % text.encode())


def owed(
    seat: str = "france", kind: str = "action", *, due: datetime = START + HOUR, **changed: Any
) -> Deadline:
    """A decision that the clock has been running for since the start."""
    values: dict[str, Any] = {"since": START, "allowed": HOUR, "due_at": due, "next_ring_at": due}
    return Deadline(seat=seat, kind=kind, **values | changed)


async def counted(store: Store) -> int:
    """How many campaigns there are."""
    return await store.look(lambda c: c.scalar(select(func.count()).select_from(campaign)) or 0)


async def applied(store: Store, interaction_id: int) -> Applied | None:
    """What an interaction led to."""
    return await store.look(partial(campaigns.applied, interaction_id=interaction_id))


async def playing_in(store: Store, user_id: int) -> list[int]:
    """Ids of the campaigns, begun or about to, in which somebody has a seat in the guild."""
    return await store.look(partial(people.playing_in, user_id=user_id, guild_id=GUILD))


async def bells(store: Store, now: datetime) -> list[int]:
    """Ids of the campaigns with a bell to be rung by now."""
    return await store.look(partial(deadlines.to_ring, now=now))


async def unsaid(store: Store) -> list[int]:
    """Ids of the campaigns that have something to say, now or later."""
    return sorted({row.campaign_id for row in await store.due_messages(IN_THE_END)})


def content(path: Path) -> bytes:
    return path.read_bytes()


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def write(path: Path, text: str) -> None:
    path.write_text(text)


def damage(path: Path, first: int, last: int | None = None) -> None:
    """Write over the bytes from `first` to `last`."""
    found = bytearray(path.read_bytes())
    last = len(found) if last is None else last
    found[first:last] = b"\xa5" * (last - first)
    path.write_bytes(found)
