"""Copy a database while the bot runs, and check whether a file is sound."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite

from bot.store.errors import DatabaseCorrupt, DatabaseMissing, StoreError, Unwritable, plain_errors
from bot.store.schema import REVISION
from data.catalogue import _


async def backup_file(source: Path, target: Path) -> None:
    """Copy one moment of the database to another file, and replace what was there.

    The copy is checked and on the disk before it takes the target's name, so that the target is
    always a whole backup. A running bot is neither stopped nor slowed by it.

    :raises DatabaseMissing: there is no source.
    :raises DatabaseCorrupt: the copy is not sound; the target is left as it was.
    :raises StoreError: a file can't be read or written; the message says why.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        await asyncio.to_thread(_prepare, source, target, part)
        with plain_errors(str(source)):
            await _copy(source, part)
        await asyncio.to_thread(_settle, part, target)
    except OSError as error:
        raise Unwritable(
            _("The backup {target} can't be written: {strerror}.", target=target, strerror=error.strerror)
        ) from error
    finally:
        with suppress(OSError):
            await asyncio.to_thread(part.unlink, missing_ok=True)


def _settle_folder(path: Path) -> None:
    """Write a folder to the disk: only then does a new name in it survive a power cut."""
    if sys.platform == "win32":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _prepare(source: Path, target: Path, part: Path) -> None:
    if not source.is_file():
        raise DatabaseMissing(_("There is no database {source}.", source=source))
    if target.exists() and target.samefile(source):
        raise StoreError(_("The backup can't be written over its own database {source}.", source=source))
    target.parent.mkdir(parents=True, exist_ok=True)
    part.unlink(missing_ok=True)


async def _copy(source: Path, part: Path) -> None:
    async with (
        aiosqlite.connect(_read_only(source), uri=True) as reading,
        aiosqlite.connect(part, check_same_thread=False) as writing,
    ):
        # Copy all pages in one step: a copy in several steps starts again whenever the bot writes.
        await reading.backup(writing, pages=-1)
        # The copy inherits WAL mode, which would leave part of it in a second file.
        async with writing.execute("PRAGMA journal_mode = DELETE") as mode:
            # A cursor that stays open holds the copy's lock, even after its connection is closed.
            await mode.fetchall()


def _settle(part: Path, target: Path) -> None:
    with plain_errors(str(part)), closing(sqlite3.connect(_read_only(part), uri=True)) as copy:
        report = [line for (line,) in copy.execute("PRAGMA integrity_check")]
    if report != ["ok"]:
        raise DatabaseCorrupt(
            _("The database is damaged, so that no backup was made of it: {report}.", report=report[0])
        )
    _into_place(part, target)


def _into_place(part: Path, target: Path) -> None:
    """Give a file its name, so that either it or the file before is there whole."""
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.replace(target)
    _settle_folder(target.parent)


@contextmanager
def copied(database: Path) -> Iterator[Path]:
    """A temporary copy of a database whose file can be read but not written.

    :raises Unwritable: the file can't be read, or there is no room for the copy.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="tocsin-") as folder:
            copy = Path(folder) / "tocsin.db"
            shutil.copyfile(database, copy)
            log = database.with_name(f"{database.name}-wal")
            if log.is_file():
                # The part that is not yet folded into the file.
                shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
            yield copy
    except OSError as error:
        raise Unwritable(
            _(
                "The database {database} can't be read: {strerror}.",
                database=database,
                strerror=error.strerror,
            )
        ) from error


def restore_file(backup: Path, target: Path) -> Path | None:
    """Put a backup in the place of a closed database; returns the path that keeps the replaced one.

    There is a whole database at the target at every moment, even if this is killed.

    :raises DatabaseMissing: there is no backup.
    :raises DatabaseCorrupt: the backup is not sound, or of a newer program; the target is left as it was.
    :raises StoreError: a file can't be read or written; the message says why.
    """
    if not backup.is_file():
        raise DatabaseMissing(_("There is no backup {backup}.", backup=backup))
    # A link to the database stays a link.
    target = target.resolve()
    if target.exists() and target.samefile(backup):
        raise StoreError(_("{backup} is the database itself.", backup=backup))
    part = target.with_name(f"{target.name}.restoring")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(backup, part)
        part.chmod(0o600)
        faults = check(part)
        if faults:
            raise DatabaseCorrupt(
                _(
                    "{backup} can't be used, and {target} is as it was. {faults}",
                    backup=backup,
                    target=target,
                    faults=" ".join(faults),
                )
            )
        kept = _put_aside(target)
        _into_place(part, target)
    except OSError as error:
        raise Unwritable(
            _("{target} can't be restored: {strerror}.", target=target, strerror=error.strerror)
        ) from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                part.with_name(part.name + suffix).unlink(missing_ok=True)
    return kept


def _put_aside(target: Path) -> Path | None:
    if not target.exists():
        return None
    kept = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
    if kept.exists():
        raise StoreError(_("{kept} is there already; try again in a second.", kept=kept))
    try:
        os.link(target, kept)
    except OSError:
        shutil.copy2(target, kept)
    # SQLite's log belongs to the old file: left there, it would be played into the backup.
    for suffix in ("-wal", "-shm"):
        log = target.with_name(target.name + suffix)
        if log.exists():
            log.replace(kept.with_name(kept.name + suffix))
    return kept


def check(path: Path) -> list[str]:
    """The faults of a database file, one sentence each; empty if it is sound."""
    if not path.is_file():
        return [_("There is no database {path}.", path=path)]
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
        _("The file is damaged: {line}.", line=line)
        for (line,) in connection.execute("PRAGMA quick_check")
        if line != "ok"
    ]


def _strays(connection: sqlite3.Connection) -> list[str]:
    return [
        _(
            "Row {row} of {table} belongs to a {parent} that is not there.",
            row=row,
            table=table,
            parent=parent,
        )
        for table, row, parent, _key in connection.execute("PRAGMA foreign_key_check")
    ]


def _age(connection: sqlite3.Connection) -> list[str]:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
    if not tables:
        return [_("The file holds no tables of this program.")]
    revisions = [revision for (revision,) in connection.execute("SELECT version_num FROM alembic_version")]
    # A database of an earlier version is upgraded at the next start.
    if len(revisions) != 1 or not revisions[0].isdecimal() or int(revisions[0]) > int(REVISION):
        return [
            _(
                "The tables have revision {revisions}; this program has {revision}.",
                revisions=", ".join(revisions) or _("none"),
                revision=REVISION,
            )
        ]
    return []


def _read_only(path: Path) -> str:
    return f"{path.resolve().as_uri()}?mode=ro"
