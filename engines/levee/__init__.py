"""*Levée en Masse*: the wars of the French Revolution, 1789 to 1802, solitaire."""

from engines.levee.title import Levee

TITLE = Levee
