"""The picture of a view of a game, and the mementos of a whole campaign."""

from render.battle import Battle, Chief, Force
from render.errors import RenderError
from render.facade import WHOLE, CloseUp, Outline, Picture, has_key, key, picture
from render.reports.animate import Animation, Caption, Shot, animate, captioned, frame, titled
from render.reports.grid import Grid, grid
from render.reports.plots import Dice, Series
from render.reports.reference import Table, reference
from render.reports.results import Bar, Bars, Season, results
from render.reports.review import Course, Hindsight, Moment, hindsight
from render.reports.summary import Story, summary
from render.theme import ThemeName

__all__ = [
    "WHOLE",
    "Animation",
    "Bar",
    "Bars",
    "Battle",
    "Caption",
    "Chief",
    "CloseUp",
    "Course",
    "Dice",
    "Force",
    "Grid",
    "Hindsight",
    "Moment",
    "Outline",
    "Picture",
    "RenderError",
    "Season",
    "Series",
    "Shot",
    "Story",
    "Table",
    "ThemeName",
    "animate",
    "captioned",
    "frame",
    "grid",
    "has_key",
    "hindsight",
    "key",
    "picture",
    "reference",
    "results",
    "summary",
    "titled",
]
