"""Objectives whose fate is certain before the end of the turn (R-FAME-01 to 09)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.revolution.answers import Objective, Purpose
from engines.revolution.box import Box
from engines.revolution.deeds.regional import held_by_enemies
from engines.revolution.facts import known
from engines.revolution.phases.fame import achieved, by, fulfilled
from engines.revolution.sequence import STAGES
from engines.revolution.state import State, people_in

LAST: Mapping[str, str] = {
    "arrest": "arrests",
    "convince": "convincing",
    "plot": "plots",
    "revolt": "revolts",
    "suppress": "suppressions",
    "raise": "catholic-movement",
    "quell": "battles",
    "law": "laws",
    "common": "laws",
    "regime": "laws",
    "defeat": "battles",
}
"""The last stage of a turn in which an objective of a kind can be achieved (R-SEQ-02)."""
_ORDER = {stage.id: place for place, stage in enumerate(STAGES)}


def decided(box: Box, state: State) -> dict[str, bool]:
    """The actors whose objective is met at present (True), or out of reach this turn (False)."""
    if state.stage == "over":
        return {}
    settled: dict[str, bool] = {}
    for actor, aim in state.objectives.items():
        if aim is None or aim.aim == "none":
            continue
        met = fulfilled(box, state, aim) if isinstance(aim, Purpose) else achieved(box, state, actor, aim)
        if met or _too_late(box, state, actor, aim):
            settled[actor] = met
    return settled


def _too_late(box: Box, state: State, actor: str, aim: Objective | Purpose) -> bool:
    """Whether it can't be achieved any more this turn; one achieved, and lost again, may come back."""
    alone = by(state, actor)
    own = actor if aim.aim in ("plot", "convince") else alone
    if known(state.achieved, aim.aim, aim.of, own):
        return False
    last_stage = "commune" if alone and aim.aim in ("raise", "quell") else LAST[aim.aim]
    at, last = _ORDER[state.stage], _ORDER[last_stage]
    if at != last or aim.aim != "plot":
        return at > last
    # Between the plots no person arrives or changes sides (R-FAME-08, R-ACT-37, R-ACT-39).
    shut = actor != "royalist" and held_by_enemies(box, state, aim.of)
    return shut or not people_in(state, aim.of, actor)
