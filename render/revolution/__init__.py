"""The picture of *La Révolution Française*."""

from render.facade import Artist
from render.revolution.alt import alt
from render.revolution.keys import sheet
from render.revolution.liveries import SEATS
from render.revolution.moves import Change, Manner, Move, Vote
from render.revolution.picture import draw, spots
from render.revolution.sheets import BENCHES, GROUND, VOTE

__all__ = ["ARTIST", "BENCHES", "GROUND", "VOTE", "Change", "Manner", "Move", "Vote", "alt", "draw"]

ARTIST = Artist(
    draw, alt, spots, close_ups=True, battles=True, key=sheet, sheets=(VOTE, BENCHES, GROUND), seats=SEATS
)
