"""Purposes of rolls: with a unit, a leader or a side as their subject."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import purposes

_LEADS = purposes.leads(
    "initiative {}",
    "activation of {}",
    "recovery of {}",
    "army morale of {}",
    "shaken {}",
    "fire of {}",
    "morale of {}",
    "loss of {}",
    "retreat of {}",
    "charge of {}",
    "pursuit of {}",
    "reserve of {}",
    "melee in {}",
)


class Purpose(purposes.Purpose):
    """The purpose of a roll of this game."""

    NONE = ""

    @classmethod
    def leads(cls) -> Mapping[str, str]:
        return _LEADS
