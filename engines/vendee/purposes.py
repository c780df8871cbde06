"""What dice are rolled for: with a general, an army or a side as their subject, or alone as `bishop`."""

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
