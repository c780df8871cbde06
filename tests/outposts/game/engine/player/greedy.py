"""How an automatic player acts: from its own view, one action ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.outposts.game.data.pack import Pack
from tests.outposts.game.engine.actions import Action, Guns, Lose, Move
from tests.outposts.game.engine.view import View

_STRONG = 3
"""Strength in combat from which an attack is made, whatever may stand there."""


def suggestion(pack: Pack, view: View, seat: str, legal: Sequence[Action], rng: random.Random) -> Action:
    """One of the legal actions, of which there is at least one."""
    match view.phase:
        case "march":
            best = max(_gain(pack, view, seat, action) for action in legal)
            return rng.choice([action for action in legal if _gain(pack, view, seat, action) == best])
        case "answer":
            return Guns() if Guns() in legal else legal[0]
        case "loss":
            return Lose()
        case _:
            return rng.choice(legal)


def _gain(pack: Pack, view: View, seat: str, action: Action) -> int:
    """Worth of the areas that a march wins, less that of the one it gives up; a pass is worth 0."""
    if not isinstance(action, Move):
        return 0
    origin, target = view.areas[action.path[0]], view.areas[action.path[-1]]
    if target is not None and (target.seat == seat or pack.weight(action.units) < _STRONG):
        return -1
    stays = origin is not None and origin.units != action.units
    return pack.area[action.path[-1]].value - (0 if stays else pack.area[action.path[0]].value)
