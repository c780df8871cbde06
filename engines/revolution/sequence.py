"""The sequence of a turn: sixteen steps, each of one stage or several, in the rulebook's order (R-SEQ-02)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from engines.core.events import ChapterBegun, PhaseBegun
from engines.revolution import forms
from engines.revolution.frames import Form, Opening
from engines.revolution.handler import Automatic
from engines.revolution.resolution import Resolution
from engines.revolution.stages import deeds, phases, politics, war
from engines.revolution.state import State, Step


class Stage(NamedTuple):
    """A part of a step that is never interrupted by another."""

    id: str
    step: Step
    case: str


STAGES: tuple[Stage, ...] = (
    Stage("talk", "negotiation", "SEQ"),
    Stage("economy-event", "events", "EVENT"),
    Stage("politics-event", "events", "EVENT"),
    Stage("counter-revolution-event", "events", "EVENT"),
    Stage("commune-event", "events", "EVENT"),
    Stage("order", "order", "SEQ"),
    Stage("government-objective", "objectives", "SEQ"),
    Stage("objectives", "objectives", "SEQ"),
    Stage("placement", "placement", "SEQ"),
    Stage("arrests", "personality", "ACT"),
    Stage("removals", "personality", "ACT"),
    Stage("convincing", "personality", "ACT"),
    Stage("plots", "regional", "ACT"),
    Stage("revolts", "regional", "ACT"),
    Stage("pacification", "regional", "ACT"),
    Stage("suppressions", "regional", "ACT"),
    Stage("commune", "regional", "ACT"),
    Stage("regime", "politics", "REGIME"),
    Stage("elections", "politics", "REGIME"),
    Stage("deputies", "politics", "POL"),
    Stage("king", "politics", "KING"),
    Stage("proposals", "politics", "POL"),
    Stage("laws", "politics", "POL"),
    Stage("justice", "justice", "JUSTICE"),
    Stage("critics", "debates", "REGIME"),
    Stage("return", "debates", "SEQ"),
    Stage("coalition-arrival", "reinforcement", "MIL"),
    Stage("catholic-arrival", "reinforcement", "MIL"),
    Stage("government-arrival", "reinforcement", "MIL"),
    Stage("maintenance", "reinforcement", "MIL"),
    Stage("holding", "movement", "MIL"),
    Stage("coalition-movement", "movement", "MIL"),
    Stage("catholic-movement", "movement", "MIL"),
    Stage("government-movement", "movement", "MIL"),
    Stage("battles", "combat", "MIL"),
    Stage("military-control", "combat", "MIL"),
    Stage("kidnapping", "combat", "KING"),
    Stage("inflation", "economy", "ECON"),
    Stage("income", "income", "ECON"),
    Stage("fame", "fame", "FAME"),
)
"""The steps of a turn (R-SEQ-02), with the order inside a step (R-SEQ-13 to 15, R-SEQ-19)."""
STAGE: Mapping[str, Stage] = {stage.id: stage for stage in STAGES}
FIRST = STAGES[0].id
_NEXT = {one.id: other.id for one, other in pairwise(STAGES)}

BEGIN: Mapping[str, Callable[[Resolution], None]] = {
    **phases.BEGIN,
    **deeds.BEGIN,
    **politics.BEGIN,
    **war.BEGIN,
}
"""The function that begins each stage; a stage without chance, choice or effect has none."""


def step(state: State) -> Step:
    """The step of the sequence that is being played."""
    return "over" if state.stage == "over" else STAGE[state.stage].step


def next_stage(ctx: Resolution) -> bool:
    """Go on to the next stage, or to the form before it; False when the game is over."""
    state = ctx.state
    if state.stage == "over":
        return False
    following = _NEXT.get(state.stage)
    if following is None:
        return _next_turn(ctx)
    _enter(ctx, following)
    return state.stage != "over"


def begin_turn(ctx: Resolution) -> None:
    """A turn begins, up to its first form."""
    state = ctx.state
    dates = ctx.box.scenario[state.scenario].turn[state.turn - 1].dates
    ctx.say(ChapterBegun(state.turn, dates))
    phases.wake(ctx)
    _enter(ctx, FIRST)


def _next_turn(ctx: Resolution) -> bool:
    """Begin the next turn, or count the game after the last one (R-SEQ-01)."""
    state = ctx.state
    if state.turn == len(ctx.box.scenario[state.scenario].turn):
        ctx.finish()
        return False
    state.turn += 1
    begin_turn(ctx)
    return True


def _enter(ctx: Resolution, id: str) -> None:
    """Go into a stage, which begins once the form before it is in."""
    state = ctx.state
    stage = STAGE[id]
    if id == FIRST or STAGE[state.stage].step != stage.step:
        ctx.say(PhaseBegun(stage.step, stage.case))
    state.stage = id
    form = forms.to_file(state, id)
    if form is None:
        _begin(ctx)
    else:
        kind, covers = form
        ctx.push(Opening(), Form(forms.seats(state, kind), form=kind, covers=covers))


def _begin(ctx: Resolution) -> None:
    if ctx.state.stage in BEGIN:
        BEGIN[ctx.state.stage](ctx)


class Begins(Automatic[Opening]):
    """A stage begins."""

    def go_on(self, ctx: Resolution, frame: Opening) -> bool:
        ctx.pop()
        _begin(ctx)
        return False
