"""The contents of the box of *The Valmy Campaign*."""

from data.valmy.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
