"""Short ways to make the values that the store keeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.store import Change, Deadline, JournalEntry, Message, NewCampaign
from engines.core.dice import Draw

GUILD = 900_000_000_000_000_001
CHANNEL = 900_000_000_000_000_002
USER = 900_000_000_000_000_003
START = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


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


def change(campaign_id: int, version: int, **changed: Any) -> Change:
    values: dict[str, Any] = {
        "campaign_id": campaign_id,
        "expected_version": version,
        "entry": entry(version + 1),
        "state": b'{"turn":%d}' % (version + 2),
        "dice_counter": 3 + version,
    }
    return Change(**values | changed)


def card(chapter: int = 1, text: str = "") -> Message:
    return Message(kind="card", chapter=chapter, payload=b'{"text":"%s"}' % text.encode())


def owed(
    seat: str = "france", kind: str = "action", *, due: datetime = START + HOUR, **changed: Any
) -> Deadline:
    return Deadline(seat=seat, kind=kind, due_at=due, **{"next_ring_at": due, **changed})


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
