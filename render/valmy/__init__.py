"""The pictures of *The Valmy Campaign*."""

from render.facade import Artist
from render.parts.counters import BONE
from render.parts.flags import BLUE, RED
from render.theme import Livery
from render.valmy.alt import alt
from render.valmy.keys import sheet
from render.valmy.moves import Blow, Manner, Move
from render.valmy.picture import draw, spots
from render.valmy.sheets import SHEETS

__all__ = ["ARTIST", "Blow", "Manner", "Move", "alt", "draw"]

SEATS = {"french": Livery(BLUE, BONE, "horizontal"), "allied": Livery(RED, BONE, "vertical")}
ARTIST = Artist(draw, alt, spots, close_ups=True, key=sheet, sheets=SHEETS, still="map", seats=SEATS)
