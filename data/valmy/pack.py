"""Load and check a pack of *The Valmy Campaign*.

A pack is a folder with `pack.toml` and any of the other files; those left out are taken from the base
pack, so that a server's own order of battle needs no map of its own.
"""

from __future__ import annotations

from data.listings import File, Listing, library
from data.valmy import faults as rules
from data.valmy import links, schema
from data.valmy.tables import Tables

FILES: dict[str, File] = {
    "board.toml": File(schema.Board, (Listing("box", schema.Box, "id", rules.check_box),)),
    "lines.toml": File(
        schema.Lines,
        (Listing("line", schema.Line, "between", rules.check_line, unique=False, sourced=False),),
    ),
    "country.toml": File(
        schema.Country,
        (
            Listing("river", schema.River, "id", rules.check_river),
            Listing("forest", schema.Forest, "id", rules.check_forest),
        ),
    ),
    "leaders.toml": File(
        schema.Leaders,
        (
            Listing("command", schema.Command, "id", rules.check_command),
            Listing("leader", schema.Leader, "id", rules.check_leader),
        ),
    ),
    "units.toml": File(
        schema.Units,
        (
            Listing("kind", schema.Kind, "id", rules.check_kind),
            Listing("unit", schema.Unit, "id", rules.check_unit, sourced=False),
        ),
    ),
    "setup.toml": File(
        schema.Setup,
        (
            Listing("scenario", schema.Scenario, "id", rules.check_scenario),
            Listing("force", schema.Force, "id", rules.check_force),
        ),
    ),
    "tables.toml": File(Tables, check=rules.check_tables),
}
PARTS = tuple(FILES)

UNPLAYED = frozenset(
    {
        *("about", "at", "colour", "country", "dates", "defile", "drawn", "gap", "history", "life"),
        *("markers", "nation", "road", "short", "source", "summary"),
    }
)
"""Fields that no rule reads: a corrected sentence must not separate a pack from its running campaigns."""


LIBRARY = library(
    "data.valmy",
    FILES,
    about=schema.About,
    parts=schema.Parts,
    pack=schema.Pack,
    check=links.check,
    unplayed=UNPLAYED,
)
load, check = LIBRARY.load, LIBRARY.check
