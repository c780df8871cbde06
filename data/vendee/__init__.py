"""What the box of *For God and For the King* holds."""

from data.vendee.outlines import outlines
from data.vendee.pack import check, load

__all__ = ["check", "load", "outlines"]
