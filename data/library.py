"""The packs of one game: the base pack that comes with it, and the packs in folders of a server's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, TypeVar

from data.about import ABOUT, About
from data.catalogue import _
from data.kept import MOST, folder, packed, too_much
from data.load import Spot
from data.schema import Fault, PackError

P = TypeVar("P", bound="AnyPack")

MOST_FAULTS = 100
"""The most faults of a pack that are listed."""
ALIKE = 0.8
"""The likeness, from 0 to 1, from which a name counts as a misspelling of another."""


class AnyPack(Protocol):
    """The common data of the packs of all games."""

    @property
    def about(self) -> About:
        """The description of the pack; its title is the game's id."""

    @property
    def digest(self) -> str:
        """The digest of all fields that a rule reads."""


Read: TypeAlias = Callable[[Traversable, bool, list[Fault]], P | None]
"""Reads the folder of a pack, an own one or the base; adds its faults, and returns None then."""


class Library(Generic[P]):
    """Loads and checks the packs of one game.

    :param package: the package with its base pack, as `data.levee`.
    """

    def __init__(self, package: str, read: Read[P]) -> None:
        self.base_folder = files(package)
        self._read = read
        self._whole: dict[tuple[str, str], bytes] = {}

    def load(self, folder: Path | None = None) -> P:
        """The pack in `folder`, or the base pack.

        :raises PackError: with all its faults.
        """
        return self._base if folder is None else _faultless(*self._own(folder))

    def check(self, folder: Path) -> list[Fault]:
        """All faults of the pack in `folder`; empty when it can be played."""
        return self._own(folder)[1]

    def whole(self, pack: AnyPack) -> bytes | None:
        """All files of a pack that was loaded here, as `data.kept` packs them.

        None where it was made in another way.
        """
        return self._whole.get((pack.about.id, pack.digest))

    def unfolded(self, texts: Mapping[str, str]) -> P:
        """The pack of these files, text by name, checked like any other.

        :raises PackError: with all its faults.
        """
        faults = [too_much()] if sum(map(len, texts.values())) > MOST else []
        # Another version of the game may have other files; the digest shows any difference.
        known = {name: texts[name] for name in self._names if name in texts}
        pack = None if faults else self._read(folder(packed(known)), True, faults)
        return self._noted(_faultless(pack, _capped(faults)), known)

    @cached_property
    def _base(self) -> P:
        faults: list[Fault] = []
        pack = _faultless(self._read(self.base_folder, False, faults), faults)
        return self._noted(pack, _texts([self.base_folder], self._names))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The files of a pack."""
        return tuple(sorted(file.name for file in self.base_folder.iterdir() if _is_toml(file.name)))

    def _own(self, folder: Path) -> tuple[P | None, list[Fault]]:
        faults = no_folder(folder)
        if faults:
            return None, faults
        try:
            names = [entry.name for entry in folder.iterdir()]
            faults += [_stray(name, self._names) for name in names if _misspelt(name, self._names)]
            pack = self._read(folder, True, faults)
            if pack is None or faults:
                return None, _capped(faults)
            base = self._base
            if pack.about.id == base.about.id and pack.digest != base.digest:
                expected = _(
                    "expected an id of its own: {id} is that of the project's pack", id=base.about.id
                )
                return None, [Fault(ABOUT, "", "id", expected)]
            return self.unfolded(_texts([folder, self.base_folder], self._names)), []
        except OSError as error:
            return None, [_unreadable(folder, error)]
        except PackError as error:
            return None, error.faults

    def _noted(self, pack: P, texts: Mapping[str, str]) -> P:
        self._whole[pack.about.id, pack.digest] = packed(texts)
        return pack


def no_folder(folder: Path) -> list[Fault]:
    """The fault of a path that is no folder of a pack."""
    try:
        is_folder = folder.is_dir()
    except OSError as error:
        return [_unreadable(folder, error)]
    return [] if is_folder else [Spot(folder.name).fault(_("expected a folder with a pack in it"))]


def _texts(folders: Sequence[Traversable], names: Iterable[str]) -> dict[str, str]:
    """The texts of files, each from the first folder that has it."""
    texts = {}
    for name in names:
        file = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if file is not None:
            texts[name] = file.read_bytes().decode("utf-8")
    return texts


def _is_toml(name: str) -> bool:
    return name.casefold().endswith(".toml")


def _misspelt(name: str, names: Sequence[str]) -> bool:
    """Whether a file of an own pack seems to be a misspelt file name."""
    return name not in names and (_is_toml(name) or bool(get_close_matches(name, names, cutoff=ALIKE)))


def _stray(name: str, names: Sequence[str]) -> Fault:
    return Spot(name).fault(_("expected no file of that name; known are {names}", names=", ".join(names)))


def _capped(faults: list[Fault]) -> list[Fault]:
    """The first faults, as many as a person reads."""
    if len(faults) <= MOST_FAULTS:
        return faults
    more = len(faults) - MOST_FAULTS
    return [*faults[:MOST_FAULTS], Fault("pack", "", "", _("{more} more like these", more=more))]


def _unreadable(folder: Path, error: OSError) -> Fault:
    reason = error.strerror or type(error).__name__
    return Spot(folder.name).fault(_("expected a folder that can be read ({reason})", reason=reason))


def _faultless(pack: P | None, faults: list[Fault]) -> P:
    if pack is None or faults:
        raise PackError(faults)
    return pack
