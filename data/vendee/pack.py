"""Load and check a pack of *For God and For the King*.

A pack is a folder with `pack.toml` and any of the other files; those left out are taken from the base
pack, so that a server's own generals need no map of their own.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from data.about import ABOUT, read_about
from data.library import Library
from data.listings import Listing, Lists, read_lists
from data.load import Spot, convert, digest, links_in, read
from data.schema import Fault
from data.vendee import faults as rules
from data.vendee import links, schema
from data.vendee.tables import Tables

LISTS: Lists = {
    "board.toml": (
        schema.Board,
        (
            Listing("area", schema.Area, "id", rules.check_area),
            Listing("road", schema.Road, "id", rules.check_road),
            Listing("bridge", schema.Bridge, "town"),
            Listing("causeway", schema.Causeway, "island"),
        ),
    ),
    "borders.toml": (
        schema.Borders,
        (Listing("border", schema.Border, "between", rules.check_border, unique=False, sourced=False),),
    ),
    "armies.toml": (
        schema.Armies,
        (
            Listing("army", schema.ArmyCounters, "id", rules.check_army),
            Listing("band", schema.BandCounters, "id", rules.check_band),
        ),
    ),
    "generals.toml": (schema.Generals, (Listing("general", schema.General, "id", rules.check_general),)),
    "events.toml": (schema.Events, (Listing("event", schema.Event, "id", rules.check_event),)),
    "incidents.toml": (schema.Incidents, (Listing("incident", schema.Incident, "id", rules.check_incident),)),
    "setup.toml": (schema.Setup, (Listing("scenario", schema.Scenario, "id", rules.check_scenario),)),
}
"""Files that are lists of entries; `tables.toml` is the one that is none."""
TABLES = "tables.toml"
PARTS = (*LISTS, TABLES)

UNPLAYED = frozenset(
    {"source", "text", "history", "life", "summary", "at", "line", "colour", "pattern", "letter", "town"}
)
"""Fields that no rule reads: mending a sentence must not part a pack from its running campaigns."""


def _read(folder: Traversable, own: bool, faults: list[Fault]) -> schema.Pack | None:
    names = {ABOUT, *PARTS}
    if own:
        if linked := links_in(folder, (ABOUT, *PARTS)):
            faults.extend(linked)
            return None
        names = {entry.name for entry in folder.iterdir()}
        if not names.intersection(PARTS):
            faults.append(Fault("board.toml", "", "", f"expected one at least of {', '.join(PARTS)}"))
    about = read_about(folder, schema.About, faults)
    read_: dict[str, Any] = {}
    for name in PARTS:
        place = folder if name in names else LIBRARY.base_folder
        part = _tables(place, faults) if name == TABLES else read_lists(place, name, LISTS, faults)
        if part is not None:
            read_[Path(name).stem] = part
    if len(read_) < len(PARTS):
        return None
    links.check(schema.Parts(**read_), faults)
    if faults or about is None:
        return None
    return schema.Pack(about=about, digest=digest(read_, UNPLAYED), **read_)


LIBRARY = Library("data.vendee", _read)
load, check = LIBRARY.load, LIBRARY.check


def _tables(folder: Traversable, faults: list[Fault]) -> Tables | None:
    table = read(folder, TABLES, faults)
    if table is None:
        return None
    before = len(faults)
    tables = convert(table, Tables, Spot(TABLES), faults)
    if tables is not None:
        rules.check_tables(tables, TABLES, faults)
    return None if len(faults) > before else tables
