"""`tocsin` on the command line."""

from __future__ import annotations

import typer

from bot.cli import games, running, storage
from bot.cli.output import complain
from bot.settings import SettingsError
from bot.store import StoreError
from data.schema import PackError
from engines.core.errors import EngineError
from render import RenderError

app = typer.Typer(
    help="Play-by-chat campaigns of the French Revolution and the Empire, on Discord.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
running.add_to(app)
storage.add_to(app)
games.add_to(app)


def main() -> None:
    """The command's entry point: an expected error is one sentence and exit status 2."""
    try:
        app()
    except (SettingsError, StoreError, PackError, EngineError, RenderError) as error:
        complain(str(error))
        raise SystemExit(2) from None
