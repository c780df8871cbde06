"""What the box of *Levée en Masse* holds."""

from data.levee.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
