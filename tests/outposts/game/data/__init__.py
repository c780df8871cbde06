"""What the box of *Outposts* holds."""

from tests.outposts.game.data.pack import LIBRARY

__all__ = ["LIBRARY"]
