"""The collector of faults in a decoded pack, for the checks of every game."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import TypeVar, get_args, get_origin

import msgspec
from msgspec import UNSET

from data.catalogue import _
from data.load import Spot
from data.schema import Fault, Provenance

Item = TypeVar("Item", bound=Hashable)

_MARKUP = frozenset("*_~`|<>@#[]\\")
"""Characters that Discord takes for bold type, a link or a mention."""
_ID = re.compile(r"[a-z0-9-]{1,40}")


class Faults:
    """Collects the faults of one entry of a file."""

    def __init__(self, file: str, entry: str, into: list[Fault]) -> None:
        self.file, self.entry, self.into = file, entry, into

    def unless(self, fits: bool, field: str, expected: str) -> None:
        """Add a fault unless the condition holds."""
        if not fits:
            self.into.append(Spot(self.file, self.entry, field).fault(expected))

    def words(self, text: str, field: str, longest: int) -> None:
        """Text for people: one line, not blank, not too long."""
        fits = text.strip() != "" and len(text) <= longest and text.isprintable()
        self.unless(fits, field, _("expected one line of 1 to {longest} characters", longest=longest))
        # It is shown in channels, on maps and in terminals, and has to look the same everywhere.
        marked = "".join(sorted(_MARKUP.intersection(text)))
        self.unless(not marked, field, _("expected plain text, without {marked}", marked=marked))

    def id(self, text: str, field: str) -> None:
        """An id: lower-case letters, digits and hyphens."""
        self.unless(
            _ID.fullmatch(text) is not None, field, _("expected an id of a-z, 0-9 and hyphens, at most 40")
        )

    def within(self, value: int, low: int, high: int, field: str) -> None:
        """A whole number in low..high."""
        self.unless(
            low <= value <= high,
            field,
            _("expected {low} to {high}, found {value}", low=low, high=high, value=value),
        )

    def change(self, value: int, field: str) -> None:
        """A movement or modifier: not zero, at most 5 either way."""
        self.unless(
            value != 0 and -5 <= value <= 5,
            field,
            _("expected -5 to 5 without 0, found {value}", value=value),
        )

    def place(self, at: tuple[float, float], field: str) -> None:
        """Longitude and latitude."""
        lon, lat = at
        fits = math.isfinite(lon) and math.isfinite(lat) and abs(lon) <= 180 and abs(lat) <= 90
        self.unless(fits, field, _("expected longitude and latitude in degrees"))

    def source(
        self,
        source: Mapping[str, Provenance],
        type_: type[msgspec.Struct],
        entry: msgspec.Struct | None = None,
    ) -> None:
        """Every field has a provenance, by name or by `*`; a field that the rulebook lacks names its source.

        :param entry: whose lists may have a provenance for one part: `special[0]`, `special[0].box`.
        """
        fields, handles = _fields(type_)
        for name, provenance in source.items():
            known = name == "*" or name in fields or _is_part(name, entry)
            self.unless(known, f"source.{name}", _("expected * or one of {fields}", fields=", ".join(fields)))
            noted = provenance.origin == "rulebook" or provenance.note.strip() != ""
            self.unless(
                noted,
                f"source.{name}.note",
                _("expected a note on what is {origin}", origin=provenance.origin),
            )
        missing = [name for name in fields if name not in source and name not in handles]
        fits = "*" in source or not missing
        self.unless(fits, "source", _("expected * or an entry for {missing}", missing=", ".join(missing)))


_PART = re.compile(r"(\w+)\[(\d+)\](?:\.(\w+))?")


def _is_part(name: str, entry: msgspec.Struct | None) -> bool:
    """Whether a name is that of a part of a list: an existing item, or a field of it."""
    match = _PART.fullmatch(name)
    items = getattr(entry, match[1], None) if match else None
    if match is None or not isinstance(items, list) or int(match[2]) >= len(items):
        return False
    item = items[int(match[2])]
    return match[3] is None or match[3] in getattr(item, "__struct_fields__", ())


@cache
def _fields(type_: type[msgspec.Struct]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the fields of an entry, then of those that need no provenance.

    These are our own ids, optional fields that most entries lack, and lists whose entries have a source of
    their own.
    """
    parts = [part for part in msgspec.structs.fields(type_) if part.name != "source"]
    handles = [
        part.name
        for part in parts
        if part.name == "id" or part.default is UNSET or _tells_its_source(part.type)
    ]
    return tuple(part.name for part in parts), tuple(handles)


def _tells_its_source(type_: object) -> bool:
    if get_origin(type_) is not list:
        return False
    item = get_args(type_)[0]
    return isinstance(item, type) and issubclass(item, msgspec.Struct) and "source" in item.__struct_fields__


def repeated(items: Iterable[Item]) -> list[Item]:
    """The items that occur more than once."""
    return [item for item, count in Counter(items).items() if count > 1]
