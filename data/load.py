"""Read a pack's TOML files leniently: all faults are collected, none is raised."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Container, Iterable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from data.catalogue import _
from data.schema import Fault

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

MAX_BYTES = 1024 * 1024
MAX_LINE = 2000
_NESTED = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){12}")
_KEY = re.compile(r"required field `([^`]*)`|unknown field `([^`]*)`")


class Spot(NamedTuple):
    """A place in a pack: file, entry (`card 12`) and field (`military[0].army`)."""

    file: str
    entry: str = ""
    field: str = ""

    def part(self, name: str) -> Spot:
        """The field of that name in here."""
        return self._replace(field=f"{self.field}.{name}" if self.field else name)

    def item(self, index: int) -> Spot:
        """The item of that index in this list."""
        return self._replace(field=f"{self.field}[{index}]")

    def fault(self, expected: str) -> Fault:
        """A fault at this place, in lines that a hostile pack can't make long or unprintable."""
        return Fault(_tidy(self.file, 60), _tidy(self.entry, 60), _tidy(self.field, 80), _tidy(expected, 300))


def _tidy(text: str, longest: int) -> str:
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return cut if cut.isprintable() else ascii(cut)


class _Unreadable(Exception):
    """The reason why a file can't be read; `field` is the line, where one is to blame."""

    def __init__(self, expected: str, field: str = "") -> None:
        super().__init__(expected)
        self.expected = expected
        self.field = field


def read(folder: Traversable, name: str, faults: list[Fault]) -> dict[str, Any] | None:
    """The content of `folder/name`, or None after adding the reason to `faults`."""
    try:
        return _toml(_text(folder / name))
    except _Unreadable as error:
        faults.append(Fault(name, "", error.field, error.expected))
        return None


def _text(file: Traversable) -> str:
    try:
        if not file.is_file():
            raise _Unreadable(_("expected a file of that name"))
        with file.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise _Unreadable(
            _("expected a readable file ({strerror})", strerror=error.strerror or type(error).__name__)
        ) from None
    if len(raw) > MAX_BYTES:
        raise _Unreadable(_("expected at most {max_bytes} bytes", max_bytes=MAX_BYTES))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _Unreadable(_("expected UTF-8 text, byte {start} is not", start=error.start + 1)) from None


def _toml(text: str) -> dict[str, Any]:
    # Long dotted keys take the TOML reader quadratic time; a pack has no use for them.
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_LINE:
            raise _Unreadable(
                _("expected lines of at most {max_line} characters", max_line=MAX_LINE), f"line {number}"
            )
        if _NESTED.search(line):
            raise _Unreadable(_("expected keys nested less deeply"), f"line {number}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _Unreadable(_("expected values nested less deeply")) from None
    except ValueError as error:
        raise _Unreadable(_("expected TOML: {error}", error=error)) from None


def is_link(file: Traversable) -> bool:
    """Whether a file of an own pack is a symbolic link, which could point out of the pack."""
    return isinstance(file, Path) and file.is_symlink()


def links_in(folder: Traversable, names: Iterable[str]) -> list[Fault]:
    """A fault for each of the files of an own pack that is a symbolic link."""
    return [
        Fault(name, "", "", _("expected a file, found a link")) for name in names if is_link(folder / name)
    ]


def convert(value: object, type_: type[T], spot: Spot, faults: list[Fault]) -> T | None:
    """`value` as `type_`, or None after adding every fault found in any of its parts."""
    try:
        return msgspec.convert(value, type_)
    except (msgspec.ValidationError, RecursionError) as error:
        collected: list[Fault] = []
        _collect(value, type_, spot, collected)
        faults.extend(collected or [_fault(error, spot)])
    return None


def _collect(value: object, type_: Any, spot: Spot, faults: list[Fault]) -> None:
    """Walk structs, lists and tables so that one bad part doesn't hide the next; leaves go to msgspec."""
    origin = get_origin(type_)
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct) and isinstance(value, dict):
        known = {part.name: part for part in msgspec.structs.fields(type_)}
        for name, part in known.items():
            if name in value:
                _collect(value[name], part.type, spot.part(name), faults)
            elif part.required:
                faults.append(spot.part(name).fault(_("expected this field")))
        unknown = _("expected no such field; known are {known}", known=", ".join(known))
        faults.extend(spot.part(str(name)).fault(unknown) for name in value if name not in known)
    elif origin is list and isinstance(value, list):
        for index, item in enumerate(value):
            _collect(item, get_args(type_)[0], spot.item(index), faults)
    elif origin is dict and isinstance(value, dict):
        key_type, item_type = get_args(type_)
        for key, item in value.items():
            if _leaf(key, key_type, spot.part(str(key)), faults):
                _collect(item, item_type, spot.part(str(key)), faults)
    else:
        _leaf(value, type_, spot, faults)


def _leaf(value: object, type_: Any, spot: Spot, faults: list[Fault]) -> bool:
    try:
        msgspec.convert(value, type_)
    except (msgspec.ValidationError, RecursionError) as error:
        faults.append(_fault(error, spot))
        return False
    return True


def _fault(error: Exception, spot: Spot) -> Fault:
    if isinstance(error, RecursionError):
        return spot.fault(_("expected values nested less deeply"))
    message, _at, path = str(error).partition(" - at `")
    deeper = path.removesuffix("`").removeprefix("$")
    spot = spot._replace(field=(spot.field + deeper).removeprefix("."))
    named = _KEY.search(message)
    if named:
        spot = spot.part(named.group(1) or named.group(2))
    return spot.fault(message[:1].lower() + message[1:])


class Entries(Generic[S]):
    """The readable entries `[[name]]` of a table; `whole` when that is all of them."""

    def __init__(
        self, table: dict[str, Any], name: str, type_: type[S], *, key: str, spot: Spot, faults: list[Fault]
    ) -> None:
        listed = tables(table, name, spot, faults)
        self.read: list[S] = []
        for index, item in enumerate(listed):
            entry = convert(item, type_, Spot(spot.file, label(name, item, key, index)), faults)
            if entry is not None:
                self.read.append(entry)
        self.whole = len(self.read) == len(listed)


def tables(table: dict[str, Any], name: str, spot: Spot, faults: list[Fault]) -> Sequence[object]:
    """The list `[[name]]` of a table; empty, with a fault, where it is no list."""
    listed = table.get(name)
    if isinstance(listed, list):
        return listed
    got = "nothing" if listed is None else type(listed).__name__
    faults.append(
        spot.part(name).fault(_("expected a list of [[{name}]], found {found}", name=name, found=got))
    )
    return []


def label(name: str, item: object, key: str, index: int) -> str:
    """The label of an entry in a fault: its own key where that can be read, else its position."""
    value = item.get(key) if isinstance(item, dict) else None
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        value = " – ".join(value)
    if isinstance(value, int | str) and not isinstance(value, bool) and 0 < len(str(value)) <= 40:
        return f"{name} {value}"
    return _("{name} {index} of the list", name=name, index=index + 1)


def digest(value: Any, unplayed: Container[str]) -> str:
    """SHA-256, canonical JSON, of `value` without the fields that no rule reads."""
    played = _played(msgspec.to_builtins(value), unplayed)
    return hashlib.sha256(msgspec.json.encode(played, order="sorted")).hexdigest()


def _played(value: Any, unplayed: Container[str]) -> Any:
    if isinstance(value, dict):
        return {key: _played(inner, unplayed) for key, inner in value.items() if key not in unplayed}
    return [_played(inner, unplayed) for inner in value] if isinstance(value, list) else value
