"""The error of a picture that can't be made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class RenderError(Exception):
    """A picture can't be made; the message names the file or value at fault."""


@contextmanager
def drawing(what: str) -> Iterator[None]:
    """Draw something; any exception, also one of another author's game, becomes a RenderError.

    :raises RenderError: it can't be drawn.
    """
    try:
        yield
    except RenderError:
        raise
    except Exception as error:
        raise RenderError(f"{what} can't be drawn: {type(error).__name__}: {error}") from error
