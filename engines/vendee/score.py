"""Who has won, and by how much (7.2)."""

from __future__ import annotations

from data.vendee.schema import Side
from engines.core.contract import Outcome, Working
from engines.vendee.box import Box
from engines.vendee.frames import REPUBLICAN, ROYALIST, enemy
from engines.vendee.state import State, on_map, points_in

TITLES = {
    "strategic": "strategic victory",
    "tactical": "tactical victory",
    "political": "No military victor: a political defeat for the Republic",
}


def working(box: Box, state: State) -> list[Working]:
    """Every line of the count: the Republic's points are positive, the royalists' negative.

    An area is a side's once it alone has combat points there (V-7.2-c): while a combat in it is
    undecided it is nobody's, as a place is taken after the combat (A-60). At the end there is none.
    """
    ground, points = box.ground, box.charts.tables.victory

    def held(areas: tuple[str, ...], side: Side) -> list[str]:
        return [area for area in areas if _holds(state, area, side)]

    blue = sum(on_map(state, kind) for kind in REPUBLICAN)
    counted = ROYALIST if state.options["all-points-count"] else ROYALIST[:4]
    royal = sum(on_map(state, kind) for kind in counted)
    lines = {
        "Primary objectives of the Republic": points.primary * len(held(ground.primary, "republican")),
        "Secondary objectives of the Republic": points.secondary * len(held(ground.secondary, "republican")),
        "Each ten combat points of the Republic": points.republican_ten * (blue // 10),
        "A royalist way to the sea": -points.sea * bool(held(ground.ports, "royalist")),
        "A royalist bridge over the Loire": -points.bridge * _bridge(box, state),
        "A royalist way to the south": -points.south * bool(held(ground.south, "royalist")),
        "Each ten royalist combat points": -points.royalist_ten * (royal // 10),
    }
    return [Working(label, value, "7.2") for label, value in lines.items() if value]


def _holds(state: State, area: str, side: Side) -> bool:
    return bool(points_in(state, area, side)) and not points_in(state, area, enemy(side))


def _bridge(box: Box, state: State) -> bool:
    """V-7.2-d: royalists at one end and no Republican at the other."""
    for ends in box.ground.bridge.items():
        for here, there in (ends, ends[::-1]):
            if _holds(state, here, "royalist") and not points_in(state, there, "republican"):
                return True
    return False


def outcome(box: Box, state: State) -> Outcome | None:
    """The result, or None while the game goes on."""
    if state.phase != "over":
        return None
    if state.galerne:
        title = "The royalists cross the Loire: a victory of the Republic at once"
        return Outcome("republican", "galerne", title, None, "6 E14", [])
    lines = working(box, state)
    score = sum(line.value for line in lines)
    points = box.charts.tables.victory
    winner = "republican" if score > 0 else "royalist"
    if abs(score) < points.tactical:
        return Outcome(None, "political", TITLES["political"], score, "7.2", lines)
    level = "strategic" if abs(score) >= points.strategic else "tactical"
    who = "Republican" if score > 0 else "Royalist"
    return Outcome(winner, level, f"{who} {TITLES[level]}", score, "7.2", lines)
