"""The picture of *La Révolution Française*."""

from render.facade import Artist
from render.revolution.alt import alt
from render.revolution.moves import Change, Manner, Move, Vote
from render.revolution.picture import draw

__all__ = ["ARTIST", "Change", "Manner", "Move", "Vote", "alt", "draw"]

ARTIST = Artist(draw, alt)
