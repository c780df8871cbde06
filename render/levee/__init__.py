"""The picture of *Levée en Masse*."""

from render.facade import Artist
from render.levee.alt import alt
from render.levee.keys import sheet
from render.levee.liveries import MARKERS
from render.levee.moves import Move
from render.levee.picture import draw

__all__ = ["ARTIST", "Move", "alt", "draw"]

ARTIST = Artist(draw, alt, key=sheet, seats={"france": MARKERS["republic"]})
