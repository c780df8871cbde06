"""How a picture says that it can't be made."""

from __future__ import annotations


class RenderError(Exception):
    """A picture can't be made; the message names the file or value at fault."""
