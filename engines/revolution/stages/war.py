"""The stages of the war: their beginnings, questions and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.procedure import Frame
from engines.revolution.asking import AnyNote
from engines.revolution.frames import Battle, Upkeep
from engines.revolution.handler import Handler
from engines.revolution.resolution import Resolution
from engines.revolution.war import combat, control, kidnap, maintenance, movement, reinforcement

BEGIN: Mapping[str, Callable[[Resolution], None]] = {
    "coalition-arrival": reinforcement.begin_coalition,
    "catholic-arrival": reinforcement.begin_catholic,
    "government-arrival": reinforcement.begin_government,
    "maintenance": maintenance.begin,
    "holding": movement.begin_holding,
    "coalition-movement": movement.begin_coalition,
    "catholic-movement": movement.begin_catholic,
    "government-movement": movement.begin_government,
    "battles": combat.begin,
    "military-control": control.begin,
    "kidnapping": kidnap.begin,
}
"""The function that begins each stage of the sequence."""
QUESTIONS: tuple[AnyNote, ...] = (
    reinforcement.Landings(),
    reinforcement.Musters(),
    reinforcement.Levies(),
    maintenance.Disbanding(),
    movement.Escorts(),
    movement.Pins(),
    movement.Advances(),
    movement.Marches(),
    combat.Hiding(),
    combat.Wishes(),
    combat.Shifting(),
    combat.Organising(),
    combat.Sparing(),
    control.Capitals(),
    kidnap.Kidnapping(),
)
HANDLERS: Mapping[type[Frame], Handler[Any]] = {
    Battle: combat.Battles(),
    Upkeep: maintenance.Paying(),
}
