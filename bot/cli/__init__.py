"""`tocsin` on the command line."""

from __future__ import annotations

import io
import sys

import typer

from bot.cli import games, running, storage
from bot.cli.output import complain
from bot.errors import PoliteError
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
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What an old terminal or a pipe of another encoding can't show must not end the command.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        app()
    except PackError as error:
        complain(f"The pack can't be used:\n{error}")
        raise SystemExit(2) from None
    except (SettingsError, StoreError, EngineError, RenderError, PoliteError) as error:
        complain(f"{str(error).removesuffix('.')}.")
        raise SystemExit(2) from None
