"""Packs of any game: find a folder's game, load it and check it."""

from __future__ import annotations

from pathlib import Path

from data.about import ABOUT
from data.catalogue import _
from data.games import games, half
from data.library import AnyPack, Library, no_folder
from data.load import links_in, read
from data.schema import Fault, PackError


def library(game: str) -> Library[AnyPack]:
    """The library that loads and checks the packs of a game."""
    made: Library[AnyPack] = half(game, "data")
    return made


def load(folder: Path) -> AnyPack:
    """The pack in a folder.

    :raises PackError: with all its faults.
    """
    title = _title(folder)
    if isinstance(title, Fault):
        raise PackError([title])
    return library(title).load(folder)


def check(folder: Path) -> list[Fault]:
    """All faults of the pack in a folder; empty when it can be played."""
    title = _title(folder)
    return [title] if isinstance(title, Fault) else library(title).check(folder)


def _title(folder: Path) -> str | Fault:
    """The game of a folder's pack; where it is unknown, the fault of its `pack.toml`."""
    faults = no_folder(folder) or links_in(folder, [ABOUT])
    table = None if faults else read(folder, ABOUT, faults)
    if table is None:
        return faults[0]
    title = table.get("title")
    return (
        title
        if title in games()
        else Fault(ABOUT, "", "title", _("expected one of {games}", games=", ".join(games())))
    )
