"""The packs of one game: the base pack that comes with it, and the packs in folders of a server's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, TypeVar

from data.about import About
from data.load import Spot
from data.schema import Fault, PackError

P = TypeVar("P")


class AnyPack(Protocol):
    """What the packs of all games have."""

    @property
    def about(self) -> About:
        """What the pack is; its title is the game's id."""

    @property
    def digest(self) -> str:
        """Of everything in it that a rule reads."""


Read: TypeAlias = Callable[[Traversable, bool, list[Fault]], P | None]
"""Reads the folder of a pack, an own one or the base; adds what is wrong with it, and gives None then."""


class Library(Generic[P]):
    """Loads and checks the packs of one game.

    :param package: where its base pack lies, as `data.levee`.
    """

    def __init__(self, package: str, read: Read[P]) -> None:
        self.base_folder = files(package)
        self._read = read

    def load(self, folder: Path | None = None) -> P:
        """The pack in `folder`, or the base pack.

        :raises PackError: with everything that is wrong with it.
        """
        return self._base if folder is None else _faultless(*self._own(folder))

    def check(self, folder: Path) -> list[Fault]:
        """Everything that is wrong with the pack in `folder`; empty when it can be played."""
        return self._own(folder)[1]

    @cached_property
    def _base(self) -> P:
        faults: list[Fault] = []
        return _faultless(self._read(self.base_folder, False, faults), faults)

    def _own(self, folder: Path) -> tuple[P | None, list[Fault]]:
        faults = no_folder(folder)
        if faults:
            return None, faults
        try:
            return self._read(folder, True, faults), faults
        except OSError as error:
            return None, [_unreadable(folder, error)]


def no_folder(folder: Path) -> list[Fault]:
    """What is wrong with a path that is to be a pack's folder and is none."""
    try:
        there = folder.is_dir()
    except OSError as error:
        return [_unreadable(folder, error)]
    return [] if there else [Spot(folder.name).fault("expected a folder with a pack in it")]


def _unreadable(folder: Path, error: OSError) -> Fault:
    reason = error.strerror or type(error).__name__
    return Spot(folder.name).fault(f"expected a folder that can be read ({reason})")


def _faultless(pack: P | None, faults: list[Fault]) -> P:
    if pack is None or faults:
        raise PackError(faults)
    return pack
