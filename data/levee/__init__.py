"""What the box of *Levée en Masse* holds."""

from data.levee.pack import check, load

__all__ = ["check", "load"]
