"""Load and check a pack of *La Révolution Française*.

A pack is a folder with `pack.toml` and any of the other files; those left out are taken from the base pack.
"""

from __future__ import annotations

from data.listings import File, Listing, library
from data.revolution import faults as rules
from data.revolution import links, schema
from data.revolution.tables import Tables

FILES: dict[str, File] = {
    "board.toml": File(
        schema.Board,
        (
            Listing("region", schema.Region, "id", rules.check_region),
            Listing("border", schema.Border, "between", rules.check_border, unique=False, sourced=False),
        ),
    ),
    "people.toml": File(schema.People, (Listing("person", schema.Person, "id", rules.check_person),)),
    "setup.toml": File(
        schema.Setup,
        (
            Listing("scenario", schema.Scenario, "id", rules.check_scenario),
            Listing("current", schema.Current, "id", rules.check_current),
            Listing("army", schema.Army, "id", rules.check_army),
        ),
    ),
    "laws.toml": File(schema.Laws, (Listing("law", schema.Law, "id", rules.check_law),)),
    "regimes.toml": File(schema.Regimes, (Listing("regime", schema.Order, "id", rules.check_regime),)),
    "events.toml": File(
        schema.Events,
        (
            Listing("mods", schema.Mods, "id", rules.check_mods),
            Listing("row", schema.Row, "id", rules.check_row, sourced=False),
        ),
    ),
    "tables.toml": File(Tables, check=rules.check_tables),
}

UNPLAYED = frozenset({"about", "at", "dates", "doubtful", "history", "life", "source", "summary"})
"""Fields that no rule reads: a corrected sentence must not separate a pack from its running campaigns."""

LIBRARY = library(
    "data.revolution",
    FILES,
    about=schema.About,
    parts=schema.Parts,
    pack=schema.Pack,
    check=links.check,
    unplayed=UNPLAYED,
)
load, check = LIBRARY.load, LIBRARY.check
