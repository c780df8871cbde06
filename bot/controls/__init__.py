"""Buttons and selects: all they know is in their custom id, so they survive any restart."""

from __future__ import annotations

import re
from typing import Any

from discord import ui

from bot.controls import ending, lobby, mod, nudge, orders, panel, play, privacy, replay, seat, undo

CONTROLS: tuple[type[ui.DynamicItem[Any]], ...] = (
    *play.CONTROLS,
    *nudge.CONTROLS,
    *panel.CONTROLS,
    *ending.CONTROLS,
    *privacy.CONTROLS,
    *replay.CONTROLS,
    *lobby.CONTROLS,
    *seat.CONTROLS,
    *mod.CONTROLS,
    *undo.CONTROLS,
    *orders.CONTROLS,
)


def known(custom_id: str) -> bool:
    """Whether one of these controls answers to a custom id."""
    return any(re.fullmatch(control.__discord_ui_compiled_template__, custom_id) for control in CONTROLS)
