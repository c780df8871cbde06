"""Purposes of rolls: with a general, an army or a side as their subject, or none as in `bishop`."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import purposes

_LEADS = purposes.leads(
    "recovery of {}",
    "trial of {}",
    "arrival of {}",
    "reinforcements of {}",
    "desertion of {}",
    "initiative {}",
    "capture {}",
)


class Purpose(purposes.Purpose):
    """The purpose of a roll of this game."""

    NONE = ""

    @classmethod
    def leads(cls) -> Mapping[str, str]:
        return _LEADS
