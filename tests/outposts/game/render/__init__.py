"""The picture of *Outposts*."""

from render.facade import Artist
from tests.outposts.game.render.picture import alt, draw

ARTIST = Artist(draw, alt)
