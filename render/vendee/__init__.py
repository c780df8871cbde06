"""The picture of *For God and For the King*."""

from render.facade import Artist
from render.theme import Livery
from render.vendee.alt import alt
from render.vendee.counters import FLAGS
from render.vendee.keys import GUNS, RETREAT, TICKETS, sheet
from render.vendee.moves import Fallen, Manner, Move
from render.vendee.picture import draw, spots
from render.vendee.sheets import THEATRE

__all__ = ["ARTIST", "GUNS", "RETREAT", "THEATRE", "Fallen", "Manner", "Move", "alt", "draw"]

SEATS = {
    "republican": Livery(*FLAGS["republican"], "horizontal"),
    "royalist": Livery(*FLAGS["royalist"], "dots"),
}
ARTIST = Artist(
    draw, alt, spots, close_ups=True, battles=True, key=sheet, sheets=(THEATRE, *TICKETS), seats=SEATS
)
