"""Load and check a pack of *For God and For the King*.

A pack is a folder with `pack.toml` and any of the other files; those left out are taken from the base
pack, so that a server's own generals need no map of their own.
"""

from __future__ import annotations

from data.listings import File, Listing, library
from data.vendee import faults as rules
from data.vendee import links, schema
from data.vendee.tables import Tables

FILES: dict[str, File] = {
    "board.toml": File(
        schema.Board,
        (
            Listing("area", schema.Area, "id", rules.check_area),
            Listing("road", schema.Road, "id", rules.check_road),
            Listing("bridge", schema.Bridge, "town"),
            Listing("causeway", schema.Causeway, "island"),
        ),
    ),
    "borders.toml": File(
        schema.Borders,
        (Listing("border", schema.Border, "between", rules.check_border, unique=False, sourced=False),),
    ),
    "armies.toml": File(
        schema.Armies,
        (
            Listing("army", schema.ArmyCounters, "id", rules.check_army),
            Listing("band", schema.BandCounters, "id", rules.check_band),
        ),
    ),
    "generals.toml": File(schema.Generals, (Listing("general", schema.General, "id", rules.check_general),)),
    "events.toml": File(schema.Events, (Listing("event", schema.Event, "id", rules.check_event),)),
    "incidents.toml": File(
        schema.Incidents, (Listing("incident", schema.Incident, "id", rules.check_incident),)
    ),
    "setup.toml": File(schema.Setup, (Listing("scenario", schema.Scenario, "id", rules.check_scenario),)),
    "tables.toml": File(Tables, check=rules.check_tables),
}
PARTS = tuple(FILES)

UNPLAYED = frozenset(
    {"source", "text", "history", "life", "summary", "at", "line", "colour", "pattern", "letter", "town"}
)
"""Fields that no rule reads: a corrected sentence must not separate a pack from its running campaigns."""


LIBRARY = library(
    "data.vendee",
    FILES,
    about=schema.About,
    parts=schema.Parts,
    pack=schema.Pack,
    check=links.check,
    unplayed=UNPLAYED,
)
load, check = LIBRARY.load, LIBRARY.check
