"""*La Révolution Française*: six Currents from 1791 to 1795."""

from engines.revolution.title import Revolution

TITLE = Revolution
