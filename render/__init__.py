"""From a view of a game to its picture, and from a whole campaign to what it is remembered by."""

from render.animate import Animation, animate, captioned, frame
from render.errors import RenderError
from render.facade import WHOLE, CloseUp, Picture, picture
from render.plots import Dice, Series
from render.summary import Story, summary
from render.theme import ThemeName

__all__ = [
    "WHOLE",
    "Animation",
    "CloseUp",
    "Dice",
    "Picture",
    "RenderError",
    "Series",
    "Story",
    "ThemeName",
    "animate",
    "captioned",
    "frame",
    "picture",
    "summary",
]
