"""The pictures of *La Grande Armée*."""

from render.facade import Artist
from render.grande_armee.alt import alt
from render.grande_armee.keys import sheet
from render.grande_armee.moves import Manner, Move
from render.grande_armee.picture import SHEETS, draw

__all__ = ["ARTIST", "Manner", "Move", "alt", "draw"]

ARTIST = Artist(draw, alt, close_ups=True, battles=True, key=sheet, sheets=SHEETS)
