"""Output of the command line."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from data.catalogue import _

# Names and paths may contain anything: nothing in them is markup or an emoji code.
out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)


def say(text: str) -> None:
    """Print a line on standard output, as it is."""
    out.print(text)


def complain(text: str) -> None:
    """Print a line on standard error."""
    err.print(text, style="red")


def write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all.

    :raises UsageError: it can't be written.
    """
    try:
        if file.exists() and not file.is_file():
            # A pipe or a terminal must not be replaced by a file.
            file.write_bytes(content)
            return
        part = file.with_name(f".{file.name}.{os.getpid()}.part")
        try:
            with part.open("wb") as written:
                written.write(content)
                written.flush()
                os.fsync(written.fileno())
            part.replace(file)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except OSError as error:
        from engines.core.errors import UsageError

        raise UsageError(
            _("{file} can't be written: {strerror}", file=file, strerror=error.strerror)
        ) from None
