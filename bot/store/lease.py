"""One bot on one database: a lock beside the file, which the system releases when the process dies."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from bot.store.errors import AnotherBot, Unwritable
from data.catalogue import _

log = logging.getLogger("tocsin")

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _see_one_name(database: Path) -> None:
    """Check that a database has only one name: another name would have another lock file.

    :raises Unwritable: it has a hard link.
    """
    if database.is_file() and (names := database.stat().st_nlink) > 1:
        raise Unwritable(
            _(
                "The database {database} is one file with {names} names (hard links): another bot could run "
                "on it by another of them. Remove the others, or give this bot a copy by `tocsin backup`.",
                database=database,
                names=names,
            )
        )


class Lease:
    """Held by a running bot. Backup, export and import take no lease, and run beside it."""

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def take(cls, database: Path) -> Lease:
        """Become the only bot on a database.

        :raises DatabaseLocked: another bot runs on it.
        :raises Unwritable: its folder can't be written, or another bot could run on it by another name.
        """
        _see_one_name(database)
        try:
            # One file has one lock, through any link.
            path = database.resolve()
            path = path.with_name(f"{path.name}.lock")
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unwritable(
                _(
                    "The lock of {database} can't be made: {strerror}.",
                    database=database,
                    strerror=error.strerror,
                )
            ) from error
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            os.close(file)
            raise AnotherBot(database) from None
        except OSError as error:
            # A file system without locks is no reason not to play.
            log.warning("the database %s can't be locked against a second bot: %s", database, error)
        return cls(file)

    def release(self) -> None:
        """Release the lease; a second call does no harm. The empty file stays: without it two bots could
        hold locks of the same name."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
