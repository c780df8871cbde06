"""What the box of *La Révolution Française* holds."""

from data.revolution.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
