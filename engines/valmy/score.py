"""Victory (11): what wins at once, and the count of points, in halves."""

from __future__ import annotations

from itertools import combinations

from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.contract import Outcome, Working
from engines.core.graph import reaches
from engines.valmy.box import Box, enemy
from engines.valmy.state import State, held, ratings, units_in


def working(box: Box, state: State, side: Side) -> list[Working]:
    """Every line of a side's count, in half points (Y-11.2-g)."""
    points, other = box.tables.victory, enemy(side)
    gone = [box.unit[id] for id in box.units_of[other] if state.units[id].fate == "eliminated"]
    # A skirmisher of two steps that is gone is a point in all (Y-11.2-c).
    skirmish = sum(points.skirmish_step * card.steps for card in gone if card.position == "S")
    line = sum(points.step * card.steps for card in gone if card.position != "S")
    stars = sum(
        box.leader[id].rank * (state.leaders[id].replaced + (state.leaders[id].fate == "eliminated"))
        for id in box.leaders_of[other]
    )
    cities = [city for city, holder in state.control.items() if holder == side]
    lines = (
        ("Steps of line and cavalry shattered", line, "line"),
        ("Steps of skirmishers shattered", skirmish, "skirmishers"),
        ("Leaders eliminated", points.rank * stars, "leaders"),
        ("Cities", points.city * len(cities), "cities"),
    )
    return [Working(label, value, "11.2", part) for label, value, part in lines if value]


def halves(box: Box, state: State, side: Side) -> int:
    """A side's points in halves."""
    return sum(line.value for line in working(box, state, side))


def leader_of_points(box: Box, state: State) -> Side | None:
    """Who has more points; None where they are equal (A-11.2-3)."""
    french, allied = (halves(box, state, side) for side in SIDES)
    return None if french == allied else "french" if french > allied else "allied"


def marched_out(box: Box, state: State) -> bool:
    """Whether the Allies have marched out on Paris, as it stands at the end of a turn (Y-11.1.1-b, c)."""
    chief = box.figures.overall["allied"]
    if chief not in state.left:
        return False
    cut = held(box, state, "french")
    base = box.bases["allied"]
    if not reaches(box.cost, [edge for edge in state.gates if edge not in cut], {base} - cut, cut):
        return False
    out: dict[str, tuple[int, int]] = {}
    for command in box.command.values():
        units = [id for id, card in box.unit.items() if card.command == command.id]
        chiefs = [id for id, card in box.leader.items() if card.command == command.id]
        gone = sum(1 for id in units if state.units[id].fate == "exited")
        if command.exits and (gone or any(state.leaders[id].fate == "exited" for id in chiefs)):
            living = [id for id in chiefs if state.leaders[id].fate != "eliminated"]
            out[command.id] = gone, sum(ratings(box, state, id).command for id in living)
    # Any three of those that have left may meet it (A-11.1.1-4).
    return any(
        2 * sum(gone for gone, _ in three) >= sum(wanted for _, wanted in three)
        for three in combinations(out.values(), box.tables.victory.exits)
    )


def holds_verdun(box: Box, state: State) -> bool:
    """Whether the French control the Allied base, with no Allied unit in it (Y-11.1.2-b)."""
    base = box.bases["allied"]
    return state.control.get(base) == "french" and not units_in(box, state, base, "allied")


AT_ONCE = {
    "Y-11.1.1-a": ("allied", "The French army breaks"),
    "Y-11.1.1-b": ("allied", "The Allies march out on Paris"),
    "Y-11.1.2-a": ("french", "The Allied army breaks"),
    "Y-11.1.2-b": ("french", "The French hold Verdun"),
}


_WHOSE = {"French": "French", "Allies": "Allied"}


def outcome(box: Box, state: State) -> Outcome | None:
    """The result, or None while the game goes on."""
    return reckoned(box, state) if state.phase == "over" else None


def reckoned(box: Box, state: State) -> Outcome:
    """What the count of points would come to; when the game is over, its result."""
    if state.ended in AT_ONCE:
        winner, title = AT_ONCE[state.ended]
        case = state.ended.split("-")[1]
        return Outcome(winner, "automatic", title, None, case, [])
    ahead = leader_of_points(box, state)
    lines = [
        Working(f"{label}: {line.label}", sign * line.value, line.case, f"{_WHOSE[label]} {line.part}")
        for side, label, sign in (("french", "French", 1), ("allied", "Allies", -1))
        for line in working(box, state, side)  # type: ignore[arg-type]
    ]
    score = sum(line.value for line in lines)
    title = {None: "A draw", "french": "The French win on points", "allied": "The Allies win on points"}[
        ahead
    ]
    return Outcome(ahead, "points", title, score, "11.2", lines)
