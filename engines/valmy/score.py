"""Victory (11): wins at once, and the count of points, in halves."""

from __future__ import annotations

from itertools import combinations

from data.catalogue import N_
from data.sentences import _l, say_by
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.contract import Outcome, Working
from engines.core.graph import reaches
from engines.valmy.box import Box, enemy
from engines.valmy.state import State, held, plays, ratings, units_in


def counted(box: Box, state: State, side: Side) -> dict[str, int]:
    """Every line of a side's count, in half points (Y-11.2-g)."""
    points, other = box.tables.victory, enemy(side)
    gone = [box.unit[id] for id in box.units_of[other] if state.units[id].fate == "eliminated"]
    stars = sum(
        box.leader[id].rank * (state.leaders[id].replaced + (state.leaders[id].fate == "eliminated"))
        for id in box.leaders_of[other]
    )
    return {
        "line": sum(points.step * card.steps for card in gone if card.position != "S"),
        # A skirmisher of two steps that is gone is a point in all (Y-11.2-c).
        "skirmishers": sum(points.skirmish_step * card.steps for card in gone if card.position == "S"),
        "leaders": points.rank * stars,
        "cities": points.city * sum(holder == side for holder in state.control.values()),
    }


def halves(box: Box, state: State, side: Side) -> int:
    """A side's points in halves."""
    return sum(counted(box, state, side).values())


def leader_of_points(box: Box, state: State) -> Side | None:
    """The side with more points; None where they are equal (A-11.2-3)."""
    french, allied = (halves(box, state, side) for side in SIDES)
    return None if french == allied else "french" if french > allied else "allied"


def marched_out(box: Box, state: State) -> bool:
    """Whether the Allies have marched out on Paris, checked at the end of a turn (Y-11.1.1-b, c)."""
    chief = box.figures.overall["allied"]
    away = state.leaders[chief].fate == "exited" if plays(state, "exit-any-turn") else chief in state.left
    if not away:
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


AT_ONCE: dict[str, tuple[Side, N_, str]] = {
    "Y-11.1.1-a": ("allied", N_("The French army breaks"), "11.1.1"),
    "Y-11.1.1-b": ("allied", N_("The Allies march out on Paris"), "11.1.1"),
    "Y-11.1.2-a": ("french", N_("The Allied army breaks"), "11.1.2"),
    "Y-11.1.2-b": ("french", N_("The French hold Verdun"), "11.1.2"),
}
"""The winner by each statement, the name of the win, and the case."""
_LINES: dict[tuple[Side, str], tuple[N_, N_]] = {
    ("french", "line"): (
        N_("French gain: Allied steps of line and cavalry shattered"),
        N_("Allied line lost"),
    ),
    ("french", "skirmishers"): (
        N_("French gain: Allied steps of skirmishers shattered"),
        N_("Allied skirmishers lost"),
    ),
    ("french", "leaders"): (
        N_("French gain: Allied leaders eliminated"),
        N_("Allied leaders lost"),
    ),
    ("french", "cities"): (N_("French gain: cities they hold"), N_("French cities")),
    ("allied", "line"): (
        N_("Allied gain: French steps of line and cavalry shattered"),
        N_("French line lost"),
    ),
    ("allied", "skirmishers"): (
        N_("Allied gain: French steps of skirmishers shattered"),
        N_("French skirmishers lost"),
    ),
    ("allied", "leaders"): (
        N_("Allied gain: French leaders eliminated"),
        N_("French leaders lost"),
    ),
    ("allied", "cities"): (N_("Allied gain: cities they hold"), N_("Allied cities")),
}
"""Labels of the lines of both counts, and a word or two for the items counted."""


def outcome(box: Box, state: State) -> Outcome | None:
    """The result, or None while the game goes on."""
    return provisional_outcome(box, state) if state.phase == "over" else None


def provisional_outcome(box: Box, state: State) -> Outcome:
    """The result by the count of points; when the game is over, its result."""
    if state.ended in AT_ONCE:
        winner, title, case = AT_ONCE[state.ended]
        return Outcome(winner, "automatic", say_by(title), None, case, [])
    ahead = leader_of_points(box, state)
    counts = {side: counted(box, state, side) for side in SIDES}
    lines = [
        Working(say_by(label), value if side == "french" else -value, "11.2", say_by(part))
        for (side, line), (label, part) in _LINES.items()
        for value in (counts[side][line],)
        if value
    ]
    by_points = {
        None: _l("A draw"),
        "french": _l("The French win on points"),
        "allied": _l("The Allies win on points"),
    }
    return Outcome(ahead, "points", by_points[ahead], sum(line.value for line in lines), "11.2", lines)
