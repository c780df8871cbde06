"""Load and check a pack of *For God and For the King*.

A pack is a folder with `pack.toml` and any of the other files; those left out are taken from the base
pack, so that a server's own generals need no map of their own.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable

from data.about import ABOUT, read_about
from data.library import Library
from data.listings import File, Listing, read_parts
from data.load import digest, links_in
from data.schema import Fault
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
"""Fields that no rule reads: mending a sentence must not part a pack from its running campaigns."""


def _read(folder: Traversable, own: bool, faults: list[Fault]) -> schema.Pack | None:
    if own and (linked := links_in(folder, (ABOUT, *PARTS))):
        faults.extend(linked)
        return None
    about = read_about(folder, schema.About, faults)
    parts = read_parts(folder, own, LIBRARY.base_folder, FILES, faults)
    if parts is None:
        return None
    links.check(schema.Parts(**parts), faults)
    if faults or about is None:
        return None
    return schema.Pack(about=about, digest=digest(parts, UNPLAYED), **parts)


LIBRARY = Library("data.vendee", _read)
load, check = LIBRARY.load, LIBRARY.check
