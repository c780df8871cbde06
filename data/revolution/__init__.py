"""The contents of the box of *La Révolution Française*."""

from data.revolution.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
