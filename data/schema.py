"""Shapes shared by every game's data: provenance, and the report of a faulty file."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

import msgspec

Text = Annotated[str, msgspec.Meta(extra={"told": True})]
"""Words for people, which `told` translates; every other string is for the rules."""
Origin = Literal["rulebook", "published", "reconstructed"]
Confidence = Literal["high", "medium", "low"]


class Named(Protocol):
    """What has an id, for the rules, and a name for people."""

    @property
    def id(self) -> str:
        """The id that the rules and records use."""

    @property
    def name(self) -> str:
        """The English name; `told` translates it."""


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of a datum.

    `rulebook`: stated there; `published`: stated elsewhere, `note` naming the source;
    `reconstructed`: ours, `note` giving the reason.
    """

    origin: Origin
    note: str = ""
    confidence: Confidence | None = None
    """The likelihood that a reconstruction equals the box's datum; None where it is unknown."""


class Fault(msgspec.Struct, frozen=True):
    """One fault of a pack: the file, the entry, the field, the expected value."""

    file: str
    entry: str
    field: str
    expected: str

    def __str__(self) -> str:
        where = " · ".join(part for part in (self.file, self.entry, self.field) if part)
        return f"{where}: {self.expected}"


class PackError(Exception):
    """A pack that can't be used; `faults` lists all its faults."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults
