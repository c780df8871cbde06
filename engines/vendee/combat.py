"""Combat as the rest of the engine knows it: how one begins, and who handles its frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.vendee import battle, losses, pursuit, retreat
from engines.vendee.combat_frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.encounter import begin

__all__ = ["HANDLERS", "begin"]

HANDLERS: Mapping[type, Any] = {Battle: battle, Losses: losses, Retreat: retreat, Pursuit: pursuit}
"""The handler of each frame of a combat."""
