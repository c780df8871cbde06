"""Purposes of rolls: with a general, an army or a side as their subject, or none as in `bishop`."""

from __future__ import annotations

from engines.core.purposes import Purposes

PURPOSES = Purposes(
    "recovery of {}",
    "trial of {}",
    "arrival of {}",
    "reinforcements of {}",
    "desertion of {}",
    "initiative {}",
    "capture {}",
)
