"""The pictures of *The Valmy Campaign*."""

from render.facade import Artist
from render.valmy.alt import alt
from render.valmy.keys import sheet
from render.valmy.moves import Blow, Manner, Move
from render.valmy.picture import draw
from render.valmy.sheets import SHEETS

__all__ = ["ARTIST", "Blow", "Manner", "Move", "alt", "draw"]

ARTIST = Artist(draw, alt, close_ups=True, key=sheet, sheets=SHEETS)
