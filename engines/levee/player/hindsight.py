"""What was better than an action that was played, by an exact expectation to the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from data.catalogue import N_, _
from data.levee.schema import MARKERS
from data.nouns import listed
from engines.core.contract import Outcome
from engines.core.hindsight import Better, Case, Hindsight
from engines.levee.actions import Action, End
from engines.levee.box import OUT, SPENT
from engines.levee.player.adviser import Adviser, Search, chance
from engines.levee.player.board import GONE, Board, Move
from engines.levee.score import outcome
from engines.levee.state import State

_TOLD, _LEAST = 2, 0.05
"""Differences that a reason names, and the points from which they are told."""
_COUNTED: Mapping[str, tuple[float, N_, N_]] = {
    "paris": (-40.0, N_("Paris lost in {percent}% more cases"), N_("Paris lost in {percent}% fewer cases")),
    "republic": (
        3.0,
        N_("the Republic {amount:.1f} boxes higher"),
        N_("the Republic {amount:.1f} boxes lower"),
    ),
    "despotism": (-4.0, N_("Despotism {amount:.1f} boxes higher"), N_("Despotism {amount:.1f} boxes lower")),
    "monarchy": (
        -5.0,
        N_("the Monarchy {amount:.1f} boxes higher"),
        N_("the Monarchy {amount:.1f} boxes lower"),
    ),
    "disorder": (-1.0, N_("Disorder in {percent}% more cases"), N_("Disorder in {percent}% fewer cases")),
    "enemies": (
        -1.0,
        N_("{amount:.1f} more enemies on the map"),
        N_("{amount:.1f} fewer enemies on the map"),
    ),
    "far": (
        1.0,
        N_("enemies {amount:.1f} boxes further from Paris"),
        N_("enemies {amount:.1f} boxes nearer to Paris"),
    ),
    "free": (
        1.0,
        N_("{amount:.1f} points more in liberated spaces"),
        N_("{amount:.1f} points fewer in liberated spaces"),
    ),
}
"""What is counted at the end of a turn: the points of each (9.3), or what it is taken to be worth in them, by
which the differences are put in order; and how one is told."""


class InHindsight(Hindsight[State, Action]):
    """The adviser's judgement of decisions; like the adviser, it does not know the cards to come."""

    def __init__(self, adviser: Adviser) -> None:
        self.adviser = adviser

    def chances(self, state: State) -> Mapping[str, float]:
        """The chance after the best play to the end of the turn."""
        return {"france": self.seen(state, "france")}

    def seen(self, state: State, seat: str) -> float:
        """A seat's chance to win: all that counts is seen."""
        ended: Outcome | None = outcome(self.adviser.box, state)
        if ended is not None:
            return float(ended.winner is not None)
        _search, ranked = self.adviser.looked_into(state)
        return chance(ranked[0][0])

    def case(self, state: State, seat: str, action: Action) -> Case[Action] | None:
        """Any decision that is not the best."""
        search, ranked = self.adviser.looked_into(state)
        board, left = search.turn.board(state), state.actions_left
        move = None if isinstance(action, End) else _move(search, board, left, action)
        if move is None and not isinstance(action, End):
            return None
        worth = search.ended(board) if move is None else search.of(move, left)
        best = ranked[0][1]
        if ranked[0][0] <= worth:
            return None
        return _Weighed(search, board, left, (move, worth), (best, ranked[0][0]))


class _Weighed(Case[Action]):
    def __init__(
        self,
        search: Search,
        board: Board,
        left: int,
        played: tuple[Move | None, float],
        best: tuple[Move | None, float],
    ) -> None:
        self.search, self.board, self.left, self.played, self.best = search, board, left, played, best

    def lost(self, number: int) -> tuple[float, int]:
        """What it is: nothing is estimated."""
        return chance(self.best[1]) - chance(self.played[1]), 1

    def better(self) -> Better[Action]:
        move, worth = self.best
        action = End() if move is None else move.action
        return Better(action, chance(worth), self.lost(0)[0], self._reason())

    def _reason(self) -> str:
        """What tells the ends of the turn apart, both played on for the best, against the one played."""
        ends = [
            _mean(self.search, _ends(self.search, self.board, self.left, move))
            for move in (self.played[0], self.best[0])
        ]
        by = {name: ends[0][name] - ends[1][name] for name in _COUNTED}
        worth = {name: _COUNTED[name][0] * by[name] for name in by}
        parts = sorted((name for name in by if worth[name] <= -_LEAST), key=lambda name: worth[name])[:_TOLD]
        if not parts:
            return self._chanced()
        return _(
            "With the best play afterwards, the turn ends on average with {differences}, compared with the "
            "better action.",
            differences=listed([_told(name, by[name]) for name in parts]),
        )

    def _chanced(self) -> str:
        """What tells two actions apart that come to the same on average."""
        odds = [_odds(move) for move, _worth in (self.played, self.best)]
        if odds[0] == odds[1]:
            return _("At the end of the turn it comes to much the same; what differs tells in later turns.")
        return _(
            "On average it comes to as much by the end of the turn, but it succeeds in {played}% of cases, "
            "and the better action in {better}%.",
            played=odds[0],
            better=odds[1],
        )


def _odds(move: Move | None) -> int:
    """The chance in percent that an action succeeds."""
    if move is None or move.wins is None:
        return 100
    return round(100 * sum(share for share, _after in move.outcomes[: move.wins]))


def _told(name: str, by: float) -> str:
    _worth, more, less = _COUNTED[name]
    return (more if by > 0 else less)(amount=abs(by), percent=round(100 * abs(by)))


def _move(search: Search, board: Board, left: int, action: Action) -> Move | None:
    """The move of an action; None where the turn has none, as only one of liberations that are alike."""
    moves = [*search.turn.free(board), *(search.turn.paid(board) if left else ())]
    return next((move for move in moves if move.action == action), None)


def _ends(search: Search, board: Board, left: int, move: Move | None) -> Iterator[tuple[float, Board]]:
    """The positions that end the turn after a move and the best play, with their chances."""
    if move is None:
        yield 1.0, board
        return
    for share, after in move.outcomes:
        best = search.ranked(after, left - move.cost)[0][1]
        for part, end in _ends(search, after, left - move.cost, best):
            yield share * part, end


def _mean(search: Search, ends: Iterator[tuple[float, Board]]) -> dict[str, float]:
    """What is counted, on average."""
    mean, whole = dict.fromkeys(_COUNTED, 0.0), 0.0
    for share, board in ends:
        whole += share
        for name, value in _counts(search, board).items():
            mean[name] += share * value
    return {name: value / whole for name, value in mean.items()}


def _counts(search: Search, board: Board) -> dict[str, float]:
    turn = search.turn
    on_map = [at for unit, at in enumerate(board.boxes) if at != GONE and unit not in turn.still]
    free = [place for place in board.markers if place not in (OUT, SPENT) and place in turn.owner]
    kept = [place for place in free if turn.box.space[place].box < turn.front(board.boxes, turn.owner[place])]
    return {
        "paris": float(0 in board.boxes),
        **{marker: float(at) for marker, at in zip(MARKERS, board.tracks, strict=True)},
        "disorder": float(board.disorder),
        "enemies": float(sum(at != GONE for at in board.boxes)),
        "far": float(sum(on_map)),
        "free": float(sum(turn.box.space[place].box for place in kept)),
    }
