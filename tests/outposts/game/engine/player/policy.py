"""How *Outposts* is played by rote, for simulation."""

from __future__ import annotations

from engines.core.simulate import Study, choose_random
from tests.outposts.game.engine.actions import Action
from tests.outposts.game.engine.state import State

STUDY: Study[State, Action] = Study(
    policies={"random": choose_random},
    levels=("white-wins", "draw", "blue-wins"),
    stages=("turns",),
    stage=lambda state: "turns",
)
