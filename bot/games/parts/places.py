"""The place on the map that an action chooses."""

from __future__ import annotations

from typing import Any

PLACES = {"path": -1, "route": -1, "targets": 0, "area": 0, "box": 0, "region": 0}
"""What the games' actions call a way or places, each with which of them is chosen, or a place."""


def place_of(action: Any) -> str:
    """The end of an action's way, or the place that it names; empty where it has neither."""
    for name, which in PLACES.items():
        chosen = getattr(action, name, None)
        if chosen and isinstance(chosen, str):
            return chosen
        if chosen and isinstance(chosen, tuple):
            return str(chosen[which])
    return ""
