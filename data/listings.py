"""Read the files of a pack; a bad entry of a list hides no other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from data.about import ABOUT, About, read_about
from data.catalogue import _
from data.faults import Faults, repeated
from data.library import AnyPack, Library
from data.load import Entries, Spot, convert, digest, links_in, read
from data.schema import Fault

P = TypeVar("P", bound=AnyPack)
Q = TypeVar("Q", bound=msgspec.Struct)


class Listing(NamedTuple):
    """A list `[[name]]` of a file: the type of its entries, the field that names them, their check."""

    name: str
    type: type[msgspec.Struct]
    key: str
    check: Callable[[Any, Faults], None] = lambda entry, faults: None
    unique: bool = True
    """Whether no two entries may have the same key."""
    sourced: bool = True
    """Whether each entry names its source; else the file does for those that don't."""


class File(NamedTuple):
    """A file of a pack: its type, its lists, and the check of a file without lists."""

    type: type[Any]
    lists: tuple[Listing, ...] = ()
    check: Callable[[Any, str, list[Fault]], None] = lambda file, name, into: None


def library(
    package: str,
    files: Mapping[str, File],
    *,
    about: type[About],
    parts: type[Q],
    pack: Callable[..., P],
    check: Callable[[Q, list[Fault]], None],
    unplayed: Collection[str],
) -> Library[P]:
    """The library of a game whose packs are such files, with `pack.toml` beside them.

    :param parts: the contents of the files, by their names without endings.
    :param pack: makes the pack, of its parts, `about` and `digest`.
    :param check: checks references between files.
    :param unplayed: fields that no rule reads, and that the digest leaves out.
    """

    def read_pack(folder: Traversable, own: bool, faults: list[Fault]) -> P | None:
        if own and (linked := links_in(folder, (ABOUT, *files))):
            faults.extend(linked)
            return None
        described = read_about(folder, about, faults)
        read_ = _read_parts(folder, own, made.base_folder, files, faults)
        if read_ is None:
            return None
        check(parts(**read_), faults)
        if faults or described is None:
            return None
        return pack(about=described, digest=digest(read_, unplayed), **read_)

    made = Library(package, read_pack)
    return made


def _read_parts(
    folder: Traversable, own: bool, base: Traversable, files: Mapping[str, File], faults: list[Fault]
) -> dict[str, Any] | None:
    """The contents of each file of a pack, by its name without ending; None where one can't be read.

    Files that an own pack leaves out are taken from the base pack; at least one has to be its own.
    """
    names = {entry.name for entry in folder.iterdir()} if own else set(files)
    if not names.intersection(files):
        faults.append(
            Fault(next(iter(files)), "", "", _("expected one at least of {files}", files=", ".join(files)))
        )
    parts = {
        Path(name).stem: _read(folder if name in names else base, name, file, faults)
        for name, file in files.items()
    }
    return None if any(part is None for part in parts.values()) else parts


def _read(folder: Traversable, name: str, file: File, faults: list[Fault]) -> Any | None:
    table = read(folder, name, faults)
    if table is None:
        return None
    before = len(faults)
    rest = {**table, **{listing.name: [] for listing in file.lists}}
    whole = convert(rest, file.type, Spot(name), faults)
    if whole is not None:
        file.check(whole, name, faults)
    read_: dict[str, list[msgspec.Struct]] = {}
    for listing in file.lists:
        if whole is not None and not listing.sourced:
            Faults(name, "", faults).source(whole.source, listing.type)
        entries = Entries(table, listing.name, listing.type, key=listing.key, spot=Spot(name), faults=faults)
        for entry in entries.read:
            _check(entry, listing, name, faults)
        if entries.whole and listing.unique:
            _check_keys(entries.read, listing, name, faults)
        read_[listing.name] = entries.read
    if whole is None or len(faults) > before:
        return None
    return msgspec.structs.replace(whole, **read_)


def _check_keys(entries: list[Any], listing: Listing, file: str, into: list[Fault]) -> None:
    for id in repeated(getattr(entry, listing.key) for entry in entries):
        faults = Faults(file, f"{listing.name} {id}", into)
        faults.unless(False, listing.key, _("expected {key} of its own", key=listing.key))


def _check(entry: Any, listing: Listing, file: str, into: list[Fault]) -> None:
    key = getattr(entry, listing.key)
    faults = Faults(file, f"{listing.name} {' – '.join(key) if isinstance(key, list) else key}", into)
    listing.check(entry, faults)
    if entry.source or listing.sourced:
        faults.source(entry.source, listing.type)
