"""The store's errors: each is one sentence that an operator or a player can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from bot.shards import Shards
from data.catalogue import N_, _


class StoreError(Exception):
    """The store could not do something; the message is a whole sentence."""


class DatabaseLocked(StoreError):
    """Another process holds the database."""


class AnotherBot(DatabaseLocked):
    """A database has only one bot."""

    def __init__(self, place: object) -> None:
        super().__init__(
            _(
                "Another bot runs on the database {place}: two would answer everything twice. Stop it "
                "first, or give this one a database of its own by TOCSIN_DATABASE.",
                place=place,
            )
        )


class OtherShards(DatabaseLocked):
    """Another bot serves some of the shards, and not the same."""

    def __init__(self, place: object, own: Shards, other: Shards) -> None:
        super().__init__(
            _(
                "A bot for the shards {other} runs on the database {place}, and this one is for {own}. By "
                "TOCSIN_SHARDS all bots on a database name the same number of shards, and each has its own.",
                other=other,
                place=place,
                own=own,
            )
        )


class OlderBots(DatabaseLocked):
    """Other bots could not go on if the tables were brought up to date."""

    def __init__(self, place: object, others: Sequence[Shards]) -> None:
        super().__init__(
            _(
                "A bot of an earlier version runs on the database {place} for the shards {others}, and could "
                "not work with the tables of this version. Stop it first; nothing was changed.",
                place=place,
                others=", ".join(map(str, others)),
            )
        )


class DatabaseAway(StoreError):
    """The server of the database does not answer."""


class DatabaseCorrupt(StoreError):
    """The file is damaged, or no database at all."""


class DatabaseLost(StoreError):
    """The file was replaced or deleted while the program had it open."""


class DatabaseMissing(StoreError):
    """There is no file to read."""


class DiskFull(StoreError):
    """The disk is full, and nothing more can be written."""


class Unwritable(StoreError):
    """The folder or file can't be made, opened or written."""


class ForeignDatabase(StoreError):
    """A sound database that holds another program's tables."""


class StoreClosed(StoreError):
    """The store was closed before, or handed over to another bot."""

    def __init__(self) -> None:
        super().__init__(_("The store is closed."))


class NewerSchemaError(StoreError):
    """The database was written by a newer program; it is left as it is.

    :ivar revision: the revision found in it.
    """

    def __init__(self, place: str, revision: str) -> None:
        super().__init__(
            _(
                "The database {place} has revision {revision}, which this program does not know; "
                "install the newer program that wrote it, or restore a backup from before.",
                place=place,
                revision=revision,
            )
        )
        self.revision = revision


class UnknownCampaign(StoreError):
    """There is no campaign with this id."""

    def __init__(self, campaign_id: int) -> None:
        super().__init__(_("There is no campaign {campaign_id}.", campaign_id=campaign_id))
        self.campaign_id = campaign_id


class CampaignRunningError(StoreError):
    """The channel has a running campaign already.

    :ivar campaign_id: the running campaign.
    """

    def __init__(self, channel_id: int, campaign_id: int) -> None:
        super().__init__(
            _("Campaign {campaign_id} is still running in this channel.", campaign_id=campaign_id)
        )
        self.channel_id = channel_id
        self.campaign_id = campaign_id


class NotRunningError(StoreError):
    """The campaign has finished or was ended; no more actions are possible."""

    def __init__(self, campaign_id: int, status: str) -> None:
        super().__init__(
            _(
                "Campaign {campaign_id} is {status}; nothing more can be played in it.",
                campaign_id=campaign_id,
                status=status,
            )
        )
        self.campaign_id = campaign_id
        self.status = status


class StaleVersionError(StoreError):
    """The campaign has moved on since it was read, or was paused or resumed.

    :ivar expected: the version that the caller had seen.
    :ivar stored: the stored version.
    """

    def __init__(self, campaign_id: int, expected: int, stored: int) -> None:
        super().__init__(
            _(
                "Campaign {campaign_id} has moved on: it is at version {stored}, not {expected}.",
                campaign_id=campaign_id,
                stored=stored,
                expected=expected,
            )
        )
        self.campaign_id = campaign_id
        self.expected = expected
        self.stored = stored


class DuplicateInteraction(StoreError):
    """The interaction was applied before.

    :ivar seq: the journal entry that it led to.
    """

    def __init__(self, interaction_id: int, campaign_id: int, seq: int) -> None:
        super().__init__(
            _(
                "Interaction {interaction_id} was applied before, as entry {seq} of campaign {campaign_id}.",
                interaction_id=interaction_id,
                seq=seq,
                campaign_id=campaign_id,
            )
        )
        self.interaction_id = interaction_id
        self.campaign_id = campaign_id
        self.seq = seq


_BY_CODE: dict[int, tuple[type[StoreError], N_]] = {
    sqlite3.SQLITE_BUSY: (DatabaseLocked, N_("Another process is holding the database {place}; try again.")),
    sqlite3.SQLITE_LOCKED: (
        DatabaseLocked,
        N_("Another process is holding the database {place}; try again."),
    ),
    sqlite3.SQLITE_CORRUPT: (DatabaseCorrupt, N_("The database {place} is damaged; restore a backup.")),
    sqlite3.SQLITE_NOTADB: (DatabaseCorrupt, N_("The file {place} is damaged or not a database.")),
    sqlite3.SQLITE_FULL: (DiskFull, N_("There is no room left to write the database {place}.")),
    sqlite3.SQLITE_CANTOPEN: (Unwritable, N_("The database {place} can't be opened; check its folder.")),
    sqlite3.SQLITE_READONLY: (
        Unwritable,
        N_("The database {place} can't be written; check its permissions."),
    ),
    sqlite3.SQLITE_PERM: (Unwritable, N_("The database {place} can't be opened; check its permissions.")),
    sqlite3.SQLITE_IOERR: (
        Unwritable,
        N_("The disk that holds the database {place} does not answer properly."),
    ),
}


def from_driver(error: BaseException | None, place: str) -> StoreError:
    """The store's error for one of the driver's."""
    # The low byte is the primary result code; the other bytes only say which kind of it.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _BY_CODE:
        kind, sentence = _BY_CODE[code]
        return kind(sentence(place=place))
    return StoreError(_("The database {place} refused: {error}.", place=place, error=error))


@contextmanager
def plain_errors(place: str) -> Iterator[None]:
    """Raise the driver's errors as the store's; a constraint error passes: the caller can explain it."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError):
        raise
    except DBAPIError as error:
        raise from_driver(error.orig, place) from error
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise from_driver(error, place) from error
