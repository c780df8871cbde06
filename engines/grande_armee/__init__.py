"""The rules of *La Grande Armée*; `data/grande_armee/cases.md` numbers what the rulebook states."""

from engines.grande_armee.title import GrandeArmee

TITLE = GrandeArmee
