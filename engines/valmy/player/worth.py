"""What counts in a position for each side: a logistic model of who wins, fitted on games."""

from __future__ import annotations

from collections.abc import Mapping

from data.valmy.schema import SIDES
from engines.valmy.box import Box
from engines.valmy.score import halves
from engines.valmy.state import State


def facts(box: Box, state: State) -> Mapping[str, Mapping[str, float]]:
    """The points of each side's count (11.2), and `lasting`, their share that the turns played make last."""
    played = state.turn / len(box.scenario[state.scenario].turn)
    count = {side: halves(box, state, side) / 2 for side in SIDES}
    return {side: {"points": points, "lasting": points * played} for side, points in count.items()}
