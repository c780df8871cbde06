"""The key on a sheet of its own: Currents, regions and people, armies, votes."""

from __future__ import annotations

from functools import partial

from PIL import Image

from data.catalogue import N_, _
from data.revolution.schema import Pack
from render.parts.key_sheet import Part, draw
from render.parts.keys import Entry, sprite
from render.revolution import counters
from render.revolution.counters import Ballot, Fate
from render.revolution.liveries import GREY, SEATS
from render.theme import THEMES, Theme, ThemeName

FATES: tuple[tuple[Fate, N_], ...] = (
    ("free", N_("a person")),
    ("prison", N_("in prison")),
    ("away", N_("away")),
    ("dead", N_("dead")),
)
FLAGS = (
    ("revolutionary", N_("our armies")),
    ("allied", N_("army of the Coalition")),
    ("catholic", N_("Catholic army")),
)
BALLOTS: tuple[tuple[Ballot, N_], ...] = (("yes", N_("for")), ("no", N_("against")), ("none", N_("abstains")))


def signs(unit: float, theme: ThemeName, high: float) -> list[tuple[Image.Image, str]]:
    """The signs that the map itself explains, `high` units high, for a pen of that unit."""
    person = "A", "marais"
    return [
        (counters.revolt(high * 1.1, theme, unit), _("revolt")),
        (_hot(THEMES[theme], high * 1.1, unit), _("hot region")),
        (
            counters.army("revolutionary", "2", hidden=False, high=high, theme=theme, unit=unit),
            _("our armies"),
        ),
        (counters.badge("coalition", high, theme, unit), _("Coalition")),
        (counters.army("catholic", "1", hidden=False, high=high, theme=theme, unit=unit), _("Catholic")),
        (
            counters.medallion(*person, "prison", king=False, size=high / 42, theme=theme, unit=unit),
            _("in prison"),
        ),
        (counters.medallion(*person, "dead", king=False, size=high / 42, theme=theme, unit=unit), _("dead")),
        (counters.commune(high, theme, unit), _("Commune")),
        (counters.framed(high, theme, unit), _("changed")),
        (counters.fought(high, theme, unit), _("combat")),
    ]


def _hot(theme: Theme, high: float, unit: float) -> Image.Image:
    return counters.income(100, theme.ink, theme.panel, hot=True, high=high, unit=unit)


def sheet(pack: Pack, theme: Theme, width: int) -> tuple[Image.Image, str]:
    """All signs of the map and of the Assembly, `width` pixels wide, and their meanings in words."""
    currents = [
        sprite(current.name, partial(counters.badge, current.id, 27)) for current in pack.setup.current
    ]
    parts = [
        Part(
            _("Who holds a region"),
            [*currents, sprite(_("Coalition"), partial(counters.badge, "coalition", 27))],
        ),
        Part(_("Regions and armies"), _regions()),
        Part(_("People and votes"), [*_people(), *_votes()]),
    ]
    return draw(_("Key to the map"), parts, theme, width)


def _regions() -> list[Entry]:
    flags = [
        sprite(str(words), partial(counters.army, side, "1", hidden=False, high=27)) for side, words in FLAGS
    ]
    return [
        sprite(_("income; easily roused"), lambda theme, unit: _hot(THEMES[theme], 34, unit)),
        sprite(_("revolt"), partial(counters.revolt, 29)),
        sprite(_("the Commune is up"), partial(counters.commune, 27)),
        sprite(_("capital, not in Paris"), partial(counters.capital, 29)),
        *flags,
        sprite(_("combat"), partial(counters.fought, 29)),
        sprite(_("changed, at stake"), partial(counters.framed, 27)),
    ]


def _people() -> list[Entry]:
    people = [
        sprite(str(words), partial(counters.medallion, "A", "marais", fate, king=False, size=0.7))
        for fate, words in FATES
    ]
    return [sprite(_("the King"), partial(counters.crown, 28)), *people]


def _votes() -> list[Entry]:
    votes = [
        sprite(str(words), partial(counters.deputy, SEATS["marais"], 26, ballot)) for ballot, words in BALLOTS
    ]
    return [*votes, sprite(_("hidden deputy"), partial(counters.deputy, GREY, 26, None))]
