"""`pack.toml`: the description of a pack, the same in every game."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec

from data.catalogue import _
from data.faults import Faults
from data.load import Spot, convert, read
from data.schema import Fault, Text

ABOUT = "pack.toml"


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The description of a pack; each game's own has its id for the title."""

    title: str
    id: str
    name: Text
    version: str
    licence: str = ""


A = TypeVar("A", bound=About)


def read_about(folder: Traversable, type_: type[A], into: list[Fault]) -> A | None:
    """The checked description of the pack in a folder; None where it can't be read."""
    table = read(folder, ABOUT, into)
    about = None if table is None else convert(table, type_, Spot(ABOUT), into)
    if about is not None:
        faults = Faults(ABOUT, "", into)
        faults.id(about.id, "id")
        faults.words(about.name, "name", 60)
        faults.words(about.version, "version", 20)
        faults.unless(len(about.licence) <= 200, "licence", _("expected at most 200 characters"))
    return about
