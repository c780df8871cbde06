"""A database as version 0.1 left it: revision 0001, filled by plain SQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, text

from bot.store.migrate import MIGRATIONS
from tests.store.builders import CHANNEL, GUILD, HOUR, START, USER


def config(**options: Any) -> Config:
    """Alembic's configuration for our steps."""
    made = Config(**options)
    made.set_main_option("script_location", str(MIGRATIONS))
    return made


def ms(moment: datetime) -> int:
    """A moment as it is stored."""
    return int(moment.timestamp() * 1000)


RUNNING, SILENT, FINISHED, ENDED, LAST = 1, 2, 3, 5, 9
"""Ids of its campaigns; numbers between were never kept."""

_CAMPAIGN: dict[str, Any] = {
    "guild_id": GUILD,
    "title": "levee",
    "scenario": "campaign",
    "options": '{"bicetre":true}',
    "pack": "levee-1@abc",
    "seed": "a seed",
    "commitment": "c" * 64,
    "dice_counter": 3,
    "images": "every-turn",
    "theme": "light",
    "nudge_hours": None,
    "created_by": USER,
    "created_at": ms(START),
    "updated_at": ms(START + HOUR),
    "ended_at": None,
    "outcome": None,
    "state": b'{"turn":1}',
}

CAMPAIGNS: list[dict[str, Any]] = [
    {"id": RUNNING, "channel_id": CHANNEL, "status": "running", "version": 2, "nudge_hours": 24},
    {"id": SILENT, "channel_id": CHANNEL + 1, "status": "running", "version": 0},
    {
        "id": FINISHED,
        "channel_id": CHANNEL + 2,
        "status": "finished",
        "version": 7,
        "nudge_hours": 720,
        "ended_at": ms(START + 2 * HOUR),
        "outcome": '{"winner":"france"}',
        "images": "never",
        "theme": "dark",
    },
    {
        "id": ENDED,
        "channel_id": CHANNEL + 2,
        "status": "ended",
        "version": 1,
        "ended_at": ms(START + 3 * HOUR),
    },
    {"id": LAST, "channel_id": CHANNEL + 3, "status": "running", "version": 1, "nudge_hours": 1},
]
JOURNAL = [(RUNNING, seq) for seq in range(3)] + [(FINISHED, 0), (FINISHED, 7), (LAST, 0), (LAST, 1)]
DEADLINES = [
    (RUNNING, "france", "action", START + 25 * HOUR, START + 25 * HOUR, 0),
    (LAST, "france", "reaction", START + 2 * HOUR, START + 6 * HOUR, 2),
]
OLD_NUDGE = f'{{"user_id":{USER},"due":"France plays"}}'


def fill(connection: Connection) -> None:
    """Write what several campaigns left behind."""
    for row in CAMPAIGNS:
        _insert(connection, "campaign", **_CAMPAIGN | row)
        _insert(connection, "seat", campaign_id=row["id"], seat="france", user_id=USER + row["id"])
    for campaign_id, seq in JOURNAL:
        _insert(
            connection,
            "journal",
            campaign_id=campaign_id,
            seq=seq,
            seat="france" if seq else "",
            user_id=USER,
            action="end" if seq else "",
            draws='[{"of":"d6","purpose":"attack on Austria","value":"4"}]',
            events="[]",
            digest=f"{seq:064x}",
            chapter_before=1,
            chapter_after=1 + seq,
            at=ms(START + seq * timedelta(minutes=1)),
        )
    for campaign_id, seat, kind, due, ring, rung in DEADLINES:
        _insert(
            connection,
            "deadline",
            campaign_id=campaign_id,
            seat=seat,
            kind=kind,
            due_at=ms(due),
            next_ring_at=ms(ring),
            rung=rung,
        )
    for number, (campaign_id, kind, chapter, payload, sent_at) in enumerate(
        [
            (RUNNING, "card", 1, "{}", ms(START)),
            (RUNNING, "card", 2, "{}", None),
            (RUNNING, "nudge", None, OLD_NUDGE, ms(START)),
            (LAST, "nudge", None, OLD_NUDGE, None),
            (SILENT, "nudge", None, OLD_NUDGE, None),
        ],
        start=11,
    ):
        _insert(
            connection,
            "outbox",
            id=number,
            campaign_id=campaign_id,
            kind=kind,
            chapter=chapter,
            payload=payload,
            version=1,
            created_at=ms(START),
            attempts=0,
            sent_at=sent_at,
        )
    _insert(
        connection,
        "card",
        campaign_id=RUNNING,
        chapter=1,
        channel_id=CHANNEL,
        message_id=80,
        version=1,
        posted_at=ms(START),
    )
    _insert(connection, "interaction", id=77, campaign_id=RUNNING, seq=2, at=ms(START))


def first_database(path: Path) -> None:
    """Make such a database file."""
    _made(path, ("0001", fill))


def with_request(path: Path) -> None:
    """A database of revision 0002 in which somebody waits for consent, and a campaign is paused."""
    _made(path, ("0001", fill), ("0002", _ask))


def of_revision(path: Path, revision: str, write: Callable[[Connection], None]) -> None:
    """A database of any revision, in which something else has been written."""
    _made(path, ("0001", fill), (revision, write))


def _ask(connection: Connection) -> None:
    _insert(
        connection,
        "request",
        campaign_id=LAST,
        version=1,
        back_to=0,
        asked_by="france",
        agreed='["austria"]',
        at=ms(START),
    )
    connection.execute(text(f"UPDATE campaign SET paused_at = {ms(START)} WHERE id = {LAST}"))  # noqa: S608


def _made(path: Path, *steps: tuple[str, Callable[[Connection], None]]) -> None:
    """A database that was brought to revisions one by one, and written at each."""
    engine = create_engine(f"sqlite:///{path}")
    for revision, write in steps:
        # As the program does: tables that others refer to are copied.
        with engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
            ways = config()
            ways.attributes["connection"] = connection
            command.upgrade(ways, revision)
        with engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")
            write(connection)
    engine.dispose()


def _insert(connection: Connection, table: str, **row: Any) -> None:
    names = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)  # noqa: S608
