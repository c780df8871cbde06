"""What the command line prints, and how."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from data.catalogue import _

# Names and paths are anybody's: nothing in them is markup or the code of an emoji.
out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)


def say(text: str) -> None:
    """A line on standard output, as it is."""
    out.print(text)


def complain(text: str) -> None:
    """A line on standard error."""
    err.print(text, style="red")


def write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all.

    :raises UsageError: it can't be written.
    """
    try:
        if file.exists() and not file.is_file():
            # A pipe or a terminal, which a file of that name must not take the place of.
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
