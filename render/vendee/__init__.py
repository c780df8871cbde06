"""The picture of *For God and For the King*."""

from render.vendee.alt import alt
from render.vendee.moves import Manner, Move
from render.vendee.picture import draw

__all__ = ["Manner", "Move", "alt", "draw"]
