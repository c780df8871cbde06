"""Copy a database while the bot runs, and say whether a file is sound."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import aiosqlite

from bot.store.errors import DatabaseCorrupt, DatabaseMissing, StoreError, Unwritable, plain_errors
from bot.store.schema import REVISION


async def backup_file(source: Path, target: Path) -> None:
    """Copy one moment of the database to a file of its own, over what was there.

    The copy is checked and on the disk before it takes the target's name, so that the target is
    always a whole backup. A running bot is neither stopped nor slowed by it.

    :raises DatabaseMissing: there is no source.
    :raises DatabaseCorrupt: the copy is not sound; the target is left as it was.
    :raises StoreError: it can't be read or written; the message says why.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        await asyncio.to_thread(_prepare, source, target, part)
        with plain_errors(str(source)):
            await _copy(source, part)
        await asyncio.to_thread(_settle, part, target)
    except OSError as error:
        raise Unwritable(f"The backup {target} can't be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            await asyncio.to_thread(part.unlink, missing_ok=True)


def _prepare(source: Path, target: Path, part: Path) -> None:
    if not source.is_file():
        raise DatabaseMissing(f"There is no database {source}.")
    if target.exists() and target.samefile(source):
        raise StoreError(f"The backup can't be written over its own database {source}.")
    target.parent.mkdir(parents=True, exist_ok=True)
    part.unlink(missing_ok=True)


async def _copy(source: Path, part: Path) -> None:
    async with (
        aiosqlite.connect(_read_only(source), uri=True) as reading,
        aiosqlite.connect(part, check_same_thread=False) as writing,
    ):
        # All pages in one step: a copy made in several starts again whenever the bot writes.
        await reading.backup(writing, pages=-1)
        # The copy inherits WAL mode, which would leave part of it in a second file.
        await writing.execute("PRAGMA journal_mode = DELETE")


def _settle(part: Path, target: Path) -> None:
    with plain_errors(str(part)), closing(sqlite3.connect(_read_only(part), uri=True)) as copy:
        report = [line for (line,) in copy.execute("PRAGMA integrity_check")]
    if report != ["ok"]:
        raise DatabaseCorrupt(f"The database is damaged, so that no backup was made of it: {report[0]}.")
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        # The new name is safe from a power cut only when the folder is on the disk too.
        os.fsync(folder)
    finally:
        os.close(folder)


def check(path: Path) -> list[str]:
    """What is wrong with a database file, one sentence each; nothing when it is sound."""
    if not path.is_file():
        return [f"There is no database {path}."]
    try:
        with _reading(path) as connection:
            return [*_damage(connection), *_strays(connection), *_age(connection)]
    except StoreError as error:
        return [str(error)]


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    with plain_errors(str(path)), closing(sqlite3.connect(_read_only(path), uri=True)) as connection:
        yield connection


def _damage(connection: sqlite3.Connection) -> list[str]:
    return [
        f"The file is damaged: {line}."
        for (line,) in connection.execute("PRAGMA quick_check")
        if line != "ok"
    ]


def _strays(connection: sqlite3.Connection) -> list[str]:
    return [
        f"Row {row} of {table} belongs to a {parent} that is not there."
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check")
    ]


def _age(connection: sqlite3.Connection) -> list[str]:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
    if not tables:
        return ["The file holds no tables of this program."]
    revisions = [revision for (revision,) in connection.execute("SELECT version_num FROM alembic_version")]
    if revisions != [REVISION]:
        return [f"The tables have revision {', '.join(revisions) or 'none'}; this program has {REVISION}."]
    return []


def _read_only(path: Path) -> str:
    return f"{path.resolve().as_uri()}?mode=ro"
