"""The pictures of *La Grande Armée*."""

from render.facade import Artist
from render.grande_armee.alt import alt
from render.grande_armee.keys import sheet
from render.grande_armee.liveries import ARROWS
from render.grande_armee.moves import Manner, Move
from render.grande_armee.picture import SHEETS, draw, spots
from render.parts.counters import BONE
from render.theme import Livery

__all__ = ["ARTIST", "Manner", "Move", "alt", "draw"]

SEATS = {
    "french": Livery(ARROWS["light"]["french"], BONE, "horizontal"),
    "allied": Livery(ARROWS["light"]["allied"], BONE, "vertical"),
}
ARTIST = Artist(
    draw,
    alt,
    spots,
    close_ups=True,
    battles=True,
    key=sheet,
    sheets=SHEETS,
    still="whole",
    scale=1.45,
    seats=SEATS,
)
