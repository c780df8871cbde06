"""Step 16: objectives are settled (R-FAME-01 to 09)."""

from __future__ import annotations

from data.revolution.tables import SEATS
from engines.revolution.answers import Objective, Purpose
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.events import Settled
from engines.revolution.facts import known
from engines.revolution.phases.event_tables import penalties
from engines.revolution.resolution import Resolution
from engines.revolution.state import State, control, enemies_in


def begin(ctx: Resolution) -> None:
    """Settle the Government's objective, then the Currents'; apply all points of Fame after the last one."""
    state = ctx.state
    penalties(ctx)
    points: list[tuple[str, int, str]] = []
    purpose = state.objectives.get(GOVERNMENT)
    if isinstance(purpose, Purpose):
        met = fulfilled(ctx.box, state, purpose)
        ctx.say(Settled(GOVERNMENT, purpose.aim, purpose.of, met))
        points.append((GOVERNMENT, 1 if met else -1, "own-aim"))
        if not met:
            points.append((state.government, -1, "government-aim"))
    for seat in SEATS:
        objective = state.objectives.get(seat)
        if isinstance(objective, Objective) and objective.aim != "none":
            met = achieved(ctx.box, state, seat, objective)
            ctx.say(Settled(seat, objective.aim, objective.of, met))
            points.append((seat, 1 if met else -1, "own-aim"))
    for actor, point, why in points:
        ctx.gain(actor, point, "FAME", why)


def fulfilled(box: Box, state: State, purpose: Purpose) -> bool:
    """Whether the Government's objective was met, and still holds (R-FAME-04, R-FAME-06)."""
    facts, of = state.achieved, purpose.of
    match purpose.aim:
        case "arrest":
            return known(facts, "arrest", of) and state.people[of].state in ("prison", "dead")
        case "suppress":
            return known(facts, "suppress", of, by(state, GOVERNMENT)) and not state.regions[of].revolt
        case "defeat":
            return known(facts, "defeat", of, GOVERNMENT) and not enemies_in(box, state, of)
        case "law":
            return passed(box, state, of, GOVERNMENT)
    return False


def by(state: State, actor: str) -> str:
    """The actor that must have achieved an objective: any, or by option the declarer (A-111)."""
    return actor if state.options.get("own-objectives", False) else ""


def achieved(box: Box, state: State, seat: str, objective: Objective) -> bool:
    """Whether a Current's objective was met, and still holds (R-FAME-06, R-FAME-08)."""
    facts, of = state.achieved, objective.of
    match objective.aim:
        case "convince":
            person = state.people[of]
            return known(facts, "convince", of, seat) and person.current == seat and person.state != "dead"
        case "revolt":
            return known(facts, "revolt", of, by(state, seat)) and state.regions[of].revolt
        case "suppress":
            return known(facts, "suppress", of, by(state, seat)) and not state.regions[of].revolt
        case "plot":
            return known(facts, "plot", of, seat) and control(state, of) == seat
        case "raise":
            return known(facts, "raise", actor=by(state, seat)) and state.commune
        case "quell":
            return known(facts, "quell", actor=by(state, seat)) and not state.commune
        case "regime":
            return known(facts, "regime", of, by(state, seat)) and state.regime == of
        case "law":
            return passed(box, state, of, "" if state.options["law-objective-anyone"] else seat)
        case "common":
            joint = next(joint for joint in state.joints if seat in joint.seats)
            return passed(box, state, joint.law_type, joint.proposer)
    return False


def passed(box: Box, state: State, law_type: str, proposer: str) -> bool:
    """Whether a law of a type was passed this turn, by one proposer or by any."""
    return any(
        law.type == law_type and known(state.achieved, "law", law.id, proposer) for law in box.law.values()
    )
