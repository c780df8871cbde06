"""Victory: the winner, and the margin (7.2)."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy

from msgspec.structs import replace

from data.catalogue import N_
from data.sentences import _l, say_by
from data.vendee.schema import Side
from engines.core.contract import IN_SIGHT, Outcome, Working
from engines.vendee.box import Box
from engines.vendee.frames import REPUBLICAN, ROYALIST, enemy
from engines.vendee.state import State, on_map, points_in, side_of

TITLES = {
    ("republican", "strategic"): N_("Republican strategic victory"),
    ("republican", "tactical"): N_("Republican tactical victory"),
    ("royalist", "strategic"): N_("Royalist strategic victory"),
    ("royalist", "tactical"): N_("Royalist tactical victory"),
}
"""The name of a victory, by winner and level."""


def working(box: Box, state: State) -> list[Working]:
    """Every line of the count: the Republic's points are positive, the Royalists' negative.

    An area is a side's if only it has combat points there (V-7.2-c): during a combat it is neither side's, as
    a place is taken after the combat (A-60). At the end there is no combat.
    """
    ground, points = box.ground, box.charts.tables.victory

    def held(areas: tuple[str, ...], side: Side) -> list[str]:
        return [area for area in areas if holds(state, area, side)]

    blue = sum(on_map(state, kind) for kind in REPUBLICAN)
    counted = ROYALIST if state.options["all-points-count"] else ROYALIST[:4]
    royal = sum(on_map(state, kind) for kind in counted)
    primary, secondary = held(ground.primary, "republican"), held(ground.secondary, "republican")
    lines = (
        (_l("Primary objectives of the Republic"), points.primary * len(primary), _l("Primary objectives")),
        (
            _l("Secondary objectives of the Republic"),
            points.secondary * len(secondary),
            _l("Secondary objectives"),
        ),
        (
            _l("Each ten combat points of the Republic"),
            points.republican_ten * (blue // 10),
            _l("Republican men"),
        ),
        (_l("A royalist way to the sea"), -points.sea * bool(held(ground.ports, "royalist")), _l("The sea")),
        (_l("A royalist bridge over the Loire"), -points.bridge * has_bridge(box, state), _l("The bridge")),
        (
            _l("A royalist way to the south"),
            -points.south * bool(held(ground.south, "royalist")),
            _l("The south"),
        ),
        (_l("Each ten royalist combat points"), -points.royalist_ten * (royal // 10), _l("Royalist men")),
    )
    return [Working(label, value, "7.2", part) for label, value, part in lines if value]


def holds(state: State, area: str, side: Side) -> bool:
    """Whether only that side has combat points in an area (V-7.2-c)."""
    return bool(points_in(state, area, side)) and not points_in(state, area, enemy(side))


def has_bridge(box: Box, state: State) -> bool:
    """Whether Royalists hold one end of a bridge over the Loire and no Republican the other (V-7.2-d)."""
    for ends in box.ground.bridge.items():
        for here, far in (ends, ends[::-1]):
            if holds(state, here, "royalist") and not points_in(state, far, "republican"):
                return True
    return False


def points_of(standing: Outcome) -> dict[Side, int]:
    """The points of each side in a count."""
    values = [line.value for line in standing.working]
    return {
        "republican": sum(value for value in values if value > 0),
        "royalist": -sum(value for value in values if value < 0),
    }


def outcome(box: Box, state: State) -> Outcome | None:
    """The result, or None while the game goes on."""
    if state.phase != "over":
        return None
    return provisional_outcome(box, state)


def in_sight(box: Box, state: State, seen: Collection[tuple[Side, str]]) -> Outcome:
    """The result if the game ended now, as a viewer sees it: face-down counters count for neither side.

    :param seen: sides and areas whose counters lie face up to them.
    """
    known = copy(state)
    known.forces = {
        area: {kind: held for kind, held in kinds.items() if (side_of(kind), area) in seen}
        for area, kinds in state.forces.items()
    }
    sighted = provisional_outcome(box, known)
    return replace(sighted, facts={**sighted.facts, IN_SIGHT: True})


def provisional_outcome(box: Box, state: State) -> Outcome:
    """The result if the game ended now; when the game is over, its result."""
    if state.galerne:
        title = _l("The Royalists cross the Loire: a victory of the Republic at once")
        return Outcome("republican", "galerne", title, None, "6 E14", [])
    lines = working(box, state)
    score = sum(line.value for line in lines)
    points = box.charts.tables.victory
    winner = "republican" if score > 0 else "royalist"
    if abs(score) < points.tactical:
        return Outcome(
            None,
            "political",
            _l("Narrow Royalist win (political)"),
            score,
            "7.2",
            lines,
        )
    level = "strategic" if abs(score) >= points.strategic else "tactical"
    return Outcome(winner, level, say_by(TITLES[winner, level]), score, "7.2", lines)
