"""The contents of the box of *La Grande Armée*."""

from data.grande_armee.pack import LIBRARY, check, load

__all__ = ["LIBRARY", "check", "load"]
