"""Load and check a pack of *The Valmy Campaign*.

A pack is a folder with `pack.toml` and any of the other files; those left out are taken from the base
pack, so that a server's own order of battle needs no map of its own.
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
from data.valmy import faults as rules
from data.valmy import links, schema
from data.valmy.tables import Tables

LISTS: Lists = {
    "board.toml": (schema.Board, (Listing("box", schema.Box, "id", rules.check_box),)),
    "lines.toml": (
        schema.Lines,
        (Listing("line", schema.Line, "between", rules.check_line, unique=False, sourced=False),),
    ),
    "country.toml": (
        schema.Country,
        (
            Listing("river", schema.River, "id", rules.check_river),
            Listing("forest", schema.Forest, "id", rules.check_forest),
        ),
    ),
    "leaders.toml": (
        schema.Leaders,
        (
            Listing("command", schema.Command, "id", rules.check_command),
            Listing("leader", schema.Leader, "id", rules.check_leader),
        ),
    ),
    "units.toml": (
        schema.Units,
        (
            Listing("kind", schema.Kind, "id", rules.check_kind),
            Listing("unit", schema.Unit, "id", rules.check_unit, sourced=False),
        ),
    ),
    "setup.toml": (
        schema.Setup,
        (
            Listing("scenario", schema.Scenario, "id", rules.check_scenario),
            Listing("force", schema.Force, "id", rules.check_force),
        ),
    ),
}
"""Files that are lists of entries; `tables.toml` is the one that is none."""
TABLES = "tables.toml"
PARTS = (*LISTS, TABLES)

UNPLAYED = frozenset(
    {
        *("about", "at", "colour", "country", "dates", "defile", "gap", "history", "life", "markers"),
        *("road", "short", "source", "summary"),
    }
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


LIBRARY = Library("data.valmy", _read)
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
