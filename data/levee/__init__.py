"""The contents of the box of *Levée en Masse*."""

from data.levee.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
