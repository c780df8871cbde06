"""The picture of *Levée en Masse*."""

from render.levee.alt import alt
from render.levee.moves import Move
from render.levee.picture import draw

__all__ = ["Move", "alt", "draw"]
