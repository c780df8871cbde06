"""The rules of *Outposts*."""

from tests.outposts.game.engine.title import Outposts

TITLE = Outposts
