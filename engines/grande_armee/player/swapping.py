"""Combination and breakdown of the automatic player: strong before a battle, many and fast on the march."""

from __future__ import annotations

from collections.abc import Sequence

from data.grande_armee.hexes import distance
from data.grande_armee.schema import Side
from engines.grande_armee.actions import END, Action, Break, Combine
from engines.grande_armee.around import in_reach
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.combat.losses import excess
from engines.grande_armee.state import State, position

_SLOW = 2
"""Allowance of an army that breaks up before it marches on."""
_NEAR = 3
"""Hexes within which an enemy is about to be fought."""


def open_(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """Break up an army that has no enemy before it, so that it marches faster."""
    for action in legal:
        if isinstance(action, Break) and box.kinds[state.pieces[action.unit].kind].allowance <= _SLOW:
            hex = state.pieces[action.unit].hex
            foes = position(box, state).camp(ENEMY[side]).troops
            if all(distance(hex, foe) > _NEAR for foe in foes) and hex not in box.fortress:
                return action
    return END


def close(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """Combine a stack that would starve."""
    at = position(box, state)
    for action in legal:
        if isinstance(action, Combine):
            hex = state.pieces[action.units[0]].hex
            room = box.figures.fortress if hex in box.fortress else None
            troops = [at.kind(id) for id in at.troops(hex, side)]
            if excess(troops, room) and not in_reach(at, hex, side):
                return action
    return END
