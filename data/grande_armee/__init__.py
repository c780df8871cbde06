"""What the box of *La Grande Armée* holds."""

from data.grande_armee.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
