"""Opens the local table with *Outposts* beside the project's own games, for playing by hand.

`python -m tests.outposts.bot.table [DATABASE]`; without one it is a file in the folder for temporary files.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from tempfile import gettempdir

from bot.app.client import Tocsin, create_bot
from bot.local import Clock, TableError, run_table
from bot.settings import Settings
from tests.support import installed


def bot_on(database: Path, clock: Clock) -> Tocsin:
    """The bot with the test title, on a Discord that is new each time."""
    return create_bot(Settings(database=database), clock=clock, fresh=True)


def main(arguments: list[str]) -> None:
    """Keep the table open until Ctrl-C."""
    logging.basicConfig(level=logging.ERROR)
    installed.install()
    database = Path(arguments[0]) if arguments else Path(gettempdir()) / "tocsin-outposts.db"
    try:
        asyncio.run(run_table(lambda clock: bot_on(database, clock), channel="outposts"))
    except TableError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
