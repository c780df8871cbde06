"""Packs of any game: which one a folder is for, and how it is loaded and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

import data.levee
import data.vendee
from data.about import ABOUT
from data.levee.schema import Pack as LeveePack
from data.load import links_in, read
from data.schema import Fault, PackError
from data.vendee.schema import Pack as VendeePack

AnyPack: TypeAlias = LeveePack | VendeePack


class Loader(NamedTuple):
    """How the packs of one game are read."""

    load: Callable[[Path], AnyPack]
    check: Callable[[Path], list[Fault]]


LOADERS: Mapping[str, Loader] = {
    "levee": Loader(data.levee.load, data.levee.check),
    "vendee": Loader(data.vendee.load, data.vendee.check),
}
"""By the title that `pack.toml` names."""


def load(folder: Path) -> AnyPack:
    """The pack in a folder.

    :raises PackError: with everything that is wrong with it.
    """
    loader = _loader(folder)
    if isinstance(loader, Fault):
        raise PackError([loader])
    return loader.load(folder)


def check(folder: Path) -> list[Fault]:
    """Everything that is wrong with the pack in a folder; empty when it can be played."""
    loader = _loader(folder)
    return [loader] if isinstance(loader, Fault) else loader.check(folder)


def _loader(folder: Path) -> Loader | Fault:
    """What reads a folder's pack; where that can't be told, what is wrong with its `pack.toml`."""
    faults = links_in(folder, [ABOUT])
    table = None if faults else read(folder, ABOUT, faults)
    if table is None:
        return faults[0]
    title = table.get("title")
    found = LOADERS.get(title) if isinstance(title, str) else None
    return found or Fault(ABOUT, "", "title", f"expected one of {', '.join(LOADERS)}")
