"""The worth of a position at the end of a turn: the learned chance to win from it.

The learned weights are data (`data/levee/adviser.toml`, a small net for each scenario). The net reads
plain facts, `austria 2` or `republic 3`, and the cards that are still to come, which are public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import exp

import msgspec

from data.levee.adviser import Net
from data.levee.schema import MARKERS
from engines.levee.box import HOLDING, OUT, SPENT
from engines.levee.housekeeping import KINGS
from engines.levee.player.board import GONE, REPUBLIC, Board, Rest
from engines.levee.player.turn import Turn
from engines.levee.score import VICTORIES, level_of, provisional_outcome
from engines.levee.state import left

DEGREE = 0.0005
"""The worth of a Victory Point beside the victory, where the last turn could bring either."""


def ahead(turn: Turn) -> list[str]:
    """Facts that are fixed in the turn: the cards that are still to come."""
    return [f"card {card}" for card in left(turn.box, turn.state)]


def facts(turn: Turn, board: Board) -> list[str]:
    """All facts of a position after Housekeeping."""
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
    """Facts of Liberation markers; an Army that passed a marker by removes it (8.3)."""
    held = 0
    for place in markers:
        if place in (OUT, SPENT):
            continue
        if place == HOLDING or turn.box.space[place].box >= turn.front(boxes, turn.owner[place]):
            held += 1
        else:
            yield f"free {turn.box.army_of[place]} {turn.box.space[place].box}"
    yield f"held {held}"


Sums = list[float]


def summed(rows: Iterable[Sums], start: Sums) -> Sums:
    """The sums over the facts' rows of the net."""
    return [sum(column) for column in zip(start, *rows, strict=True)]


def won(counts: Sums, sums: Sums) -> float:
    """The chance to win for these sums."""
    total = min(0.0, sums[0])
    for count, each in zip(counts, sums, strict=True):
        if each > 0:
            total += count * each
    return 1 / (1 + exp(-total))


class Value:
    """The worth of positions at the end of one turn, from 0 to 1."""

    def __init__(self, turn: Turn, net: Net) -> None:
        self.turn = turn
        self.net = net
        state = turn.state
        self.last = not left(turn.box, state)
        self.none = [0.0] * len(net.counts)
        self.ahead = self._sums(ahead(turn), self.none)
        self.kings = [
            turn.units.index(army)
            for colour, army, rule, _ in KINGS
            if state.on(rule) and state.colour == colour
        ]
        self._land: dict[tuple[tuple[int, ...], Rest], Sums] = {}
        self._capital: dict[tuple[tuple[int, ...], bool], Sums] = {}
        self._freed: dict[tuple[tuple[int, ...], tuple[str, ...]], Sums] = {}

    def __call__(self, board: Board) -> float:
        """The chance to win, of a position with which the turn ends."""
        boxes, tracks, markers, disorder, rest = board
        if 0 in boxes or any(boxes[king] == 1 for king in self.kings):
            return 0.0
        if self.last:
            return self._scored(board)
        land_ = self._land.get((boxes, rest))
        if land_ is None:
            land_ = self._land[boxes, rest] = self._sums(land(self.turn, boxes, rest), self.ahead)
        capital_ = self._capital.get((tracks, disorder))
        if capital_ is None:
            named = capital(self.turn, tracks, disorder)
            capital_ = self._capital[tracks, disorder] = self._sums(named, self.none)
        freed_ = self._freed.get((boxes, markers))
        if freed_ is None:
            freed_ = self._freed[boxes, markers] = self._sums(freed(self.turn, boxes, markers), self.none)
        return won(self.net.counts, list(map(sum, zip(land_, capital_, freed_, strict=True))))

    def _sums(self, named: Iterable[str], start: Sums) -> Sums:
        known = self.net.facts
        return summed([known[fact] for fact in named if fact in known], start)

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
        points = provisional_outcome(turn.box, state).score
        assert points is not None
        return float(level_of(points) in VICTORIES) + DEGREE * points
