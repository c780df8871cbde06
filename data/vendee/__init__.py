"""The contents of the box of *For God and For the King*."""

from data.vendee.outlines import outlines
from data.vendee.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load", "outlines"]
