"""What a position at the end of a turn is worth: the chance to win from it, by weights that were learned.

The weights are data (`data/levee/adviser.toml`, one set for each scenario). Each is of one plain fact,
`austria 2` or `republic 3`, and changes with the course of the game between some points in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

import msgspec

from data.levee.adviser import Weights
from data.levee.schema import MARKERS
from engines.levee.box import HOLDING, OUT, SPENT
from engines.levee.housekeeping import KINGS
from engines.levee.player.board import GONE, REPUBLIC, Board, Rest
from engines.levee.player.turn import Turn
from engines.levee.score import VICTORIES, level_of, reckoned
from engines.levee.state import left

DEGREE = 0.0005
"""What a Victory Point is worth beside the victory, where the last turn could bring either."""


def course(turn: Turn) -> float:
    """How far the game is after this turn, 0..1, by headlines."""
    state = turn.state
    return state.turn / (state.turn + len(left(turn.box, state)))


def spread(at: float, points: int) -> tuple[tuple[int, float], tuple[int, float]]:
    """The two points of the game that a moment lies between, with their shares of it."""
    place = at * (points - 1)
    first = min(int(place), points - 2)
    return (first, 1 - (place - first)), (first + 1, place - first)


def facts(turn: Turn, board: Board) -> list[str]:
    """All that is known of a position after Housekeeping."""
    return [
        *land(turn, board.boxes, board.rest),
        *capital(turn, board.tracks, board.disorder),
        *freed(turn, board.boxes, board.markers),
    ]


def land(turn: Turn, boxes: tuple[int, ...], rest: Rest) -> Iterator[str]:
    """Facts of units and Napoleon."""
    close = near = 0
    for unit, at in enumerate(boxes):
        name = turn.units[unit]
        yield f"{name} {at}"
        if unit in rest.rotated:
            yield f"{name} kept out"
        elif unit not in turn.still:
            close += at <= 1
            near += at <= 2
        if rest.conditions[unit]:
            yield f"{name} worn {rest.conditions[unit]}"
    yield f"close {close}"
    yield f"near {near}"
    if rest.napoleon != OUT:
        yield f"napoleon {rest.napoleon}"
    if rest.committed:
        yield "reserves committed"


def capital(turn: Turn, tracks: tuple[int, ...], disorder: bool) -> Iterator[str]:
    """Facts of the government, with the Republic that Disorder costs taken off."""
    yield "always"
    if disorder:
        yield "disorder"
        tracks = (*tracks[:REPUBLIC], max(-1, tracks[REPUBLIC] - 1))
    for marker, at in zip(MARKERS, tracks, strict=True):
        yield f"{marker} {at}"
    _, reign = turn.reign(tracks)
    yield "nobody reigns" if reign is None else f"{MARKERS[reign]} reigns"
    lead = tracks[REPUBLIC] - max(tracks[:REPUBLIC])
    yield f"lead {max(-3, min(3, lead))}"


def freed(turn: Turn, boxes: tuple[int, ...], markers: tuple[str, ...]) -> Iterator[str]:
    """Facts of Liberation markers, of which an Army that passed them by takes away its own (8.3)."""
    held = 0
    for place in markers:
        if place in (OUT, SPENT):
            continue
        if place == HOLDING or turn.box.space[place].box >= turn.front(boxes, turn.owner[place]):
            held += 1
        else:
            yield f"free {turn.box.army_of[place]} {turn.box.space[place].box}"
    yield f"held {held}"


class Value:
    """The worth of positions at the end of one turn, from 0 to 1."""

    def __init__(self, turn: Turn, weights: Weights) -> None:
        self.turn = turn
        state = turn.state
        self.last = not left(turn.box, state)
        points = len(next(iter(weights.values())))
        self.now = {
            fact: sum(values[at] * share for at, share in spread(course(turn), points))
            for fact, values in weights.items()
        }
        self.kings = [
            turn.units.index(army)
            for colour, army, rule, _ in KINGS
            if state.on(rule) and state.colour == colour
        ]
        self._land: dict[tuple[tuple[int, ...], Rest], float] = {}
        self._capital: dict[tuple[tuple[int, ...], bool], float] = {}
        self._freed: dict[tuple[tuple[int, ...], tuple[str, ...]], float] = {}

    def __call__(self, board: Board) -> float:
        """The chance to win, of a position with which the turn ends."""
        boxes, tracks, markers, disorder, rest = board
        if 0 in boxes or any(boxes[king] == 1 for king in self.kings):
            return 0.0
        if self.last:
            return self._scored(board)
        total = self._land.get((boxes, rest))
        if total is None:
            total = self._land[boxes, rest] = self._sum(land(self.turn, boxes, rest))
        part = self._capital.get((tracks, disorder))
        if part is None:
            part = self._capital[tracks, disorder] = self._sum(capital(self.turn, tracks, disorder))
        total += part
        part = self._freed.get((boxes, markers))
        if part is None:
            part = self._freed[boxes, markers] = self._sum(freed(self.turn, boxes, markers))
        return 1 / (1 + exp(-total - part))

    def _sum(self, told: Iterator[str]) -> float:
        now = self.now
        return sum(now.get(fact, 0.0) for fact in told)

    def _scored(self, board: Board) -> float:
        """The result itself, after the last headline."""
        boxes, tracks, markers, disorder, _ = board
        turn = self.turn
        raised = max(-1, tracks[REPUBLIC] - disorder)
        standing = {
            id: HOLDING
            if place in turn.owner and turn.box.space[place].box >= turn.front(boxes, turn.owner[place])
            else place
            for id, place in zip(turn.ids, markers, strict=True)
        }
        state = msgspec.structs.replace(
            turn.state,
            tracks=dict(zip(MARKERS, (*tracks[:REPUBLIC], raised), strict=True)),
            boxes={unit: None if at == GONE else at for unit, at in zip(turn.units, boxes, strict=True)},
            markers=standing,
            disorder=disorder,
        )
        points = reckoned(turn.box, state).score
        assert points is not None
        return float(level_of(points) in VICTORIES) + DEGREE * points
