"""The quick reference of *La Grande Armée*, with the figures of the pack."""

from __future__ import annotations

from bot.games.wording import spoken
from data.catalogue import _
from data.grande_armee.results import RESULTS
from data.grande_armee.tables import MarchTable, Tables
from data.grande_armee.texts import MARKS, ROLLS, SEQUENCE, TERRAIN
from render import Table


def reference(tables: Tables) -> list[Table]:
    """Sequence, terrain, forced marches and combat."""
    combat, figures = tables.combat, tables.figures
    return [
        Table(_("Sequence of a player turn"), "G-SEQ-2", (), spoken(SEQUENCE)),
        Table(
            _("Terrain"),
            "G-MOV-E-1",
            (_("hex"), _("points"), _("defence")),
            tuple(
                (str(TERRAIN[kind]), str(ground.cost), f"×{ground.defence}")
                for kind, ground in tables.terrain.items()
            ),
        ),
        Table(
            _("Movement points besides"),
            "G-MOV",
            (),
            (
                (_("River hexside, bridged one"), f"+{tables.sides.river}, +{tables.sides.bridge}"),
                (_("Into, out of own combat units"), f"+{figures.stacking}"),
                (_("Cavalry leaving a partial zone of control"), f"+{figures.leaving}"),
                (_("Over doomed units"), f"+{figures.doomed}"),
                (_("Combination, breakdown"), f"+{figures.swap}"),
            ),
        ),
        _marches(_("Double forced march"), "G-FM-2", tables.double),
        _marches(_("Triple forced march, infantry"), "G-FM-4", tables.triple),
        Table(
            _("Forced march, what the marks say"),
            "G-FM-2",
            (),
            tuple((str(mark), str(ROLLS[result])) for result, mark in MARKS.items()),
        ),
        Table(
            _("Combat Results Table"),
            "G-CRT-1",
            (_("die"), *(f"{bound}" for bound in combat.columns)),
            tuple((str(die), *row) for die, row in enumerate(combat.rows, start=1)),
        ),
        Table(_("Results"), "G-CRT-1", (), tuple((result, str(text)) for result, text in RESULTS.items())),
    ]


def _marches(title: str, case: str, table: MarchTable) -> Table:
    """A table of forced marches: the die as modified, the first roll, and the second by that."""
    return Table(
        title,
        case,
        (_("die"), *map(str, range(len(table.first)))),
        (
            (_("first"), *(str(MARKS[result]) for result in table.first)),
            *(
                (_("after {die}", die=first), *(str(MARKS[result]) for result in row))
                for first, row in table.again.items()
            ),
        ),
    )
