"""`tocsin` on the command line."""

from __future__ import annotations

import importlib.metadata
import io
import sys
from typing import Annotated

import typer

from bot.cli import games, results, running, storage
from bot.cli.output import complain, say
from data.catalogue import _


def _version(wanted: bool) -> None:
    if wanted:
        say(f"tocsin {importlib.metadata.version('tocsin')}")
        raise typer.Exit


app = typer.Typer(
    help="Play-by-chat campaigns of the French Revolution and the Empire, on Discord.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def _tocsin(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Say which version this is.")
    ] = False,
) -> None:
    pass


running.add_to(app)
storage.add_to(app)
results.add_to(app)
games.add_to(app)


def main() -> None:
    """The command's entry point: an expected error is one sentence and exit status 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # An old terminal or a pipe with another encoding must not end the command.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        app()
    except SystemExit:
        raise
    except _expected() as error:
        complain(_told(error))
        raise SystemExit(2) from None
    except OSError as error:
        # A path that is not valid here, or a disk that is gone; our output's reader may be gone, too.
        if isinstance(error, BrokenPipeError):
            raise
        complain(
            _(
                "{filename} can't be used: {strerror}.",
                filename=str(error.filename or _("A file"))[:100],
                strerror=error.strerror or error,
            )
        )
        raise SystemExit(2) from None


def _expected() -> tuple[type[Exception], ...]:
    """Errors with a message for the user; imported only if one occurs: they load half the program."""
    from bot.errors import PoliteError
    from bot.settings import SettingsError
    from bot.store import StoreError
    from data.schema import PackError
    from engines.core.errors import EngineError
    from render import RenderError

    return PackError, SettingsError, StoreError, EngineError, RenderError, PoliteError


def _told(error: Exception) -> str:
    from data.schema import PackError

    if isinstance(error, PackError):
        return _("The pack can't be used:\n{error}", error=error)
    return f"{str(error).removesuffix('.')}."
