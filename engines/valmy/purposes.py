"""Purposes of rolls: with a unit, a leader or a side as their subject."""

from __future__ import annotations

from engines.core.purposes import Purposes

PURPOSES = Purposes(
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
