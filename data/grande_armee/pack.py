"""Load and check a pack of *La Grande Armée*.

A pack is a folder with `pack.toml` and any of the other files; those left out are taken from the base
pack, so that a server's own order of battle needs no map of its own.
"""

from __future__ import annotations

from data.grande_armee import faults as rules
from data.grande_armee import links, schema
from data.grande_armee.tables import Tables
from data.listings import File, Listing, library

FILES: dict[str, File] = {
    "board.toml": File(
        schema.Board,
        (
            Listing("region", schema.Region, "id", rules.check_region),
            Listing("cession", schema.Cession, "id", rules.check_cession),
            Listing("range", schema.Range, "id", rules.check_named),
            Listing("road", schema.Road, "id", rules.check_named),
        ),
        rules.check_board,
    ),
    "rivers.toml": File(
        schema.Rivers,
        (
            Listing("river", schema.River, "id", rules.check_named),
            Listing("bridge", schema.Bridge, "id", rules.check_named),
        ),
    ),
    "towns.toml": File(schema.Towns, (Listing("town", schema.Town, "id", rules.check_town),)),
    "units.toml": File(
        schema.Units,
        (
            Listing("nation", schema.Army, "id", rules.check_army),
            Listing("troop", schema.Troop, "id", rules.check_troop),
            Listing("swap", schema.Swap, "whole", rules.check_swap, unique=False),
            Listing("leader", schema.Leader, "id", rules.check_leader),
        ),
        rules.check_units,
    ),
    "scenarios.toml": File(
        schema.Scenarios,
        (
            Listing("scenario", schema.Scenario, "id", rules.check_scenario),
            Listing("action", schema.Action, "id", rules.check_action),
            Listing("force", schema.Force, "id", rules.check_force),
        ),
        rules.check_scenarios,
    ),
    "tables.toml": File(Tables, check=rules.check_tables),
}
PARTS = tuple(FILES)

UNPLAYED = frozenset(
    {
        *("about", "at", "cession", "confidence", "dates", "from_", "history", "into", "men", "name", "note"),
        *("projection", "range", "road", "size", "source", "summary", "text"),
    }
)
"""Fields that no rule reads: a corrected sentence must not separate a pack from its running campaigns."""


LIBRARY = library(
    "data.grande_armee",
    FILES,
    about=schema.About,
    parts=schema.Parts,
    pack=schema.Pack,
    check=links.check,
    unplayed=UNPLAYED,
)
load, check = LIBRARY.load, LIBRARY.check
