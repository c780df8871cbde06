"""*For God and For the King*: the war in the Vendée, March to October 1793."""

from engines.vendee.title import Vendee

TITLE = Vendee
