"""Upgrade the tables to this program's revision, and refuse a database that is not ours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, column, inspect, select, table

from bot.store.database import Database
from bot.store.errors import ForeignDatabase, NewerSchemaError, OlderBots
from bot.store.rows import results
from bot.store.schema import REVISION
from data.catalogue import _

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import Script

MIGRATIONS = Path(__file__).parent / "migrations"

WITH_RESULTS = "0014"
"""The first revision with results: those of earlier campaigns are found in their rows."""

_VERSION = table("alembic_version", column("version_num"))


def revision(connection: Connection) -> str | None:
    """The revision of the tables; None if there are no tables yet.

    :raises ForeignDatabase: there are tables, and they are not ours.
    """
    tables = inspect(connection)
    if tables.has_table("alembic_version"):
        stored: str | None = connection.scalar(select(_VERSION.c.version_num))
        return stored
    # Only those beside which ours would be made: on a server the lease has a schema of its own.
    if tables.get_table_names(tables.default_schema_name):
        raise ForeignDatabase(_("The database holds another program's tables; name a file of its own."))
    return None


async def check_bots(database: Database) -> None:
    """Check for a bot that those of other groups could go on if it brought the tables up to date.

    :raises OlderBots: they could not.
    """
    if await database.read(revision) not in (None, REVISION):
        await database.rebuild(partial(_see_that_none_breaks, database=database, alone=True))


def _see_that_none_breaks(connection: Connection, database: Database, *, alone: bool) -> None:
    stored = revision(connection)
    if stored is None:
        return
    # A step that says nothing serves no earlier program.
    needed = [getattr(step.module, "SERVES", step.revision) for step in _steps() if step.revision > stored]
    if needed and (others := database.older_bots(connection, max(needed), alone=alone)):
        raise OlderBots(database.place, others)


async def migrate(database: Database, *, alone: bool = False) -> None:
    """Run the missing steps in one transaction; a current schema costs one query.

    :param alone: for the only bot of its group.
    :raises NewerSchemaError: this program does not know the revision.
    :raises ForeignDatabase: the tables are not ours.
    :raises OlderBots: another bot could not go on with the new tables.
    """
    stored = await database.read(revision)
    if stored == REVISION:
        return
    if stored is not None and stored < REVISION:
        # An operator who returns to the earlier program needs a database that it can read.
        await database.keep_copy(f"before-{REVISION}")

    def upgrade(connection: Connection) -> None:
        # Read again under the write lock: another process may have upgraded in the meantime.
        before = revision(connection)
        _see_that_none_breaks(connection, database, alone=alone)
        upgrade_from(before, connection, database.place)
        if before is not None and before < WITH_RESULTS:
            results.fill(connection)

    await database.rebuild(upgrade)


def upgrade_from(stored: str | None, connection: Connection, place: str) -> None:
    """Run the steps from one revision to this program's.

    :raises NewerSchemaError: this program does not know the revision; nothing is changed.
    """
    from alembic import command  # noqa: PLC0415

    if stored is not None and stored not in {step.revision for step in _steps()}:
        raise NewerSchemaError(place, stored)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    # Imported here: a start with a current schema need not load Alembic.
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _steps() -> Sequence[Script]:
    """All steps that this program knows."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    return [*ScriptDirectory.from_config(_config()).walk_revisions()]
