"""Shapes shared by every game's data: provenance, and how a faulty file is reported."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Text = Annotated[str, msgspec.Meta(extra={"told": True})]
"""Words for people, which `told` tells in another language; whatever else is a string the rules read."""
Origin = Literal["rulebook", "published", "reconstructed"]
Confidence = Literal["high", "medium", "low"]


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a datum is from.

    `rulebook`: stated there; `published`: stated elsewhere, `note` naming the source;
    `reconstructed`: ours, `note` giving the reason.
    """

    origin: Origin
    note: str = ""
    confidence: Confidence | None = None
    """How likely a reconstruction is to be what the box has; None where nobody could say."""


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a pack: which file, which entry, which field, what was expected."""

    file: str
    entry: str
    field: str
    expected: str

    def __str__(self) -> str:
        where = " · ".join(part for part in (self.file, self.entry, self.field) if part)
        return f"{where}: {self.expected}"


class PackError(Exception):
    """A pack that can't be used; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults
