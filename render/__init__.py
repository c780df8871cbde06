"""From a view of a game to its picture."""

from render.errors import RenderError
from render.facade import Picture, picture
from render.theme import ThemeName

__all__ = ["Picture", "RenderError", "ThemeName", "picture"]
