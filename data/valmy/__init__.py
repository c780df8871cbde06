"""What the box of *The Valmy Campaign* holds."""

from data.valmy.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
