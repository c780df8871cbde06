"""Purposes of rolls, as journals and events write them, and read back as a value."""

from __future__ import annotations

from typing import NamedTuple


class Purpose(NamedTuple):
    """A kind of roll, and its subject."""

    kind: str
    subject: str = ""


class Purposes:
    """The kinds of rolls of a game that have a subject.

    :param forms: how each is written, its kind first: `recovery of {}`.
    """

    def __init__(self, *forms: str) -> None:
        self._lead = {form.split()[0]: form.removesuffix("{}") for form in forms}

    def of(self, kind: str, subject: str) -> str:
        """The purpose as it is written: `recovery of stofflet`."""
        return f"{self._lead[kind]}{subject}"

    def read(self, written: str) -> Purpose:
        """The purpose that was written; one without a subject is its own kind."""
        kind = written.partition(" ")[0]
        lead = self._lead.get(kind)
        if lead is None or not written.startswith(lead):
            return Purpose(written)
        return Purpose(kind, written.removeprefix(lead))
