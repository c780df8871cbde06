"""The aide-de-camp: the best play to the end of the turn, with every die weighed by its chance.

An exact expectation over all actions of the rest of the turn, with the learned value of the position
that the turn ends with. It knows no card that is still to come, and never gives up Paris.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from heapq import nlargest

from data.levee.adviser import Net, nets
from engines.core.advice import Advice
from engines.levee.actions import Action, End, Liberate
from engines.levee.box import OUT, Box
from engines.levee.player.board import Board, Move
from engines.levee.player.reasons import by_die, stake, unspent
from engines.levee.player.turn import Turn
from engines.levee.player.value import Value
from engines.levee.scenario import SETTINGS
from engines.levee.state import State

BEST = 3
"""The number of actions that are recommended."""
WIDTHS = (None, 4, 2)
"""Moves that are searched at each step after the first: all, and fewer where that takes too long."""
MOST = 2000
"""Positions after which the search is narrowed; few turns without optional rules have more."""


class TooWideError(Exception):
    """There are more positions to search than there is time for."""


class Search:
    """The worth of every position that a turn can reach, looked up again for each action in it."""

    def __init__(self, turn: Turn, net: Net, width: int | None = None, most: int = MOST) -> None:
        self.turn = turn
        self.net = net
        self.width = width
        self.most = most
        self.ended = Value(turn, net)
        self.looked = 0
        self._worth: list[dict[Board, float]] = [{} for _ in range(16)]
        self._moves: dict[Board, list[Move]] = {}
        self._optional = turn.levies or turn.spirits or any(turn.waits)

    def moves(self, board: Board, left: int) -> list[Move]:
        """The legal moves with `left` actions left."""
        moves = list(self.turn.free(board)) if self._may_free(board) else []
        return moves + self._paid(board) if left else moves

    def worth(self, board: Board, left: int) -> float:
        """The chance to win from a position with `left` actions left, all played for the best.

        :raises TooWideError: there are too many positions to search.
        """
        known = self._worth[left].get(board)
        if known is None:
            asked = board.rest.phase != "actions"
            known = 0.0 if asked else self.ended(board)
            if asked or ((left or self._may_free(board)) and self._may_look()):
                for move in self._narrowed(self.moves(board, left)):
                    worth = self.of(move, left)
                    known = max(known, worth)
            self._worth[left][board] = known
        return known

    def _may_look(self) -> bool:
        """Count a position; False where there is no time for it."""
        self.looked += 1
        if self.looked > self.most and self.width != WIDTHS[-1]:
            raise TooWideError
        return self.looked <= self.most

    def _narrowed(self, moves: list[Move]) -> list[Move]:
        """The moves that are searched: those with the best immediate effect, as many as the width allows."""
        if self.width is None or len(moves) <= self.width:
            return moves
        return nlargest(self.width, moves, self._at_once)

    def of(self, move: Move, left: int) -> float:
        """The chance to win after a move."""
        left -= move.cost
        known = self._worth[left]
        total = 0.0
        for chance, after in move.outcomes:
            worth = known.get(after)
            total += chance * (self.worth(after, left) if worth is None else worth)
        return total

    def ranked(self, board: Board, left: int) -> list[tuple[float, Move | None]]:
        """All moves by the chance to win after them, best first; None is the end of the turn."""
        moves: list[tuple[float, Move | None]] = [
            (self.of(move, left), move) for move in self.moves(board, left)
        ]
        if board.rest.phase == "actions":
            # The end of the turn stands first, so that a move without a gain is not made.
            moves.insert(0, (self.ended(board), None))
        return sorted(moves, key=lambda known: -known[0])

    def best(self, board: Board, left: int) -> Action:
        """The action with the best chance."""
        move = self.ranked(board, left)[0][1]
        return End() if move is None else move.action

    def _may_free(self, board: Board) -> bool:
        """Whether there may be a move that costs no action."""
        return self._optional or 0 in board.boxes or board.rest.napoleon != OUT

    def _paid(self, board: Board) -> list[Move]:
        known = self._moves.get(board)
        if known is None:
            known = self._moves[board] = self._sifted(self.turn.paid(board))
        return known

    def _at_once(self, move: Move) -> float:
        """The chance to win if the turn ended after a move."""
        return sum(chance * self.ended(after) for chance, after in move.outcomes)

    def _sifted(self, moves: Iterable[Move]) -> list[Move]:
        """The moves, with only the best of liberations that have the same chance."""
        kept: list[Move] = []
        best: dict[float, tuple[float, Move]] = {}
        for move in moves:
            if isinstance(move.action, Liberate):
                chance, won = move.outcomes[0]
                worth = self.ended(won)
                if chance not in best or worth > best[chance][0]:
                    best[chance] = worth, move
            else:
                kept.append(move)
        return kept + [move for _, move in best.values()]


class Adviser:
    """The best actions in the states of one box. It remembers the turn that it searched last."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._last: tuple[tuple[object, ...], Search] | None = None

    def advise(self, state: State) -> list[Advice[Action]]:
        """The best actions, best first."""
        if state.phase == "over":
            return []
        search, ranked = self.looked_into(state)
        board = search.turn.board(state)
        return [
            self._told(search, board, state.actions_left, *known, most=ranked[0][0])
            for known in ranked[:BEST]
        ]

    def looked_into(self, state: State) -> tuple[Search, list[tuple[float, Move | None]]]:
        """A search of the turn, as wide as there is time for, and its ranking for a state."""
        # All that a turn depends on: the rest is in its positions.
        options = tuple(sorted(option for option, on in state.options.items() if on))
        key = (state.scenario, options, state.turn, state.headline, state.weary, tuple(state.pile))
        if self._last is None or self._last[0] != key:
            self._last = key, Search(Turn(self.box, state), self._net(state.scenario))
        search = self._last[1]
        turn = search.turn
        board = turn.board(state)
        for width in WIDTHS if turn.plain else WIDTHS[1:]:
            if width is not None:
                # The narrowing must not depend on earlier questions.
                search = Search(turn, search.net, width)
            search.looked = 0
            with suppress(TooWideError):
                return search, search.ranked(board, state.actions_left)
        raise AssertionError

    def _net(self, scenario: str) -> Net:
        learned = nets()
        return learned.get(scenario) or learned[next(iter(SETTINGS))]

    def _told(
        self, search: Search, board: Board, left: int, worth: float, move: Move | None, *, most: float
    ) -> Advice[Action]:
        """:param most: the worth of the best action."""
        if move is None:
            return Advice(End(), chance(worth), unspent(left, best=worth == most))
        why = [stake(search.turn, board, move.action)]
        if move.wins is not None:
            won, lost = (
                mean((known, search.worth(after, left - move.cost)) for known, after in outcomes)
                for outcomes in (move.outcomes[: move.wins], move.outcomes[move.wins :])
            )
            why.append(by_die(won, lost))
        return Advice(move.action, chance(worth), " ".join(why))


def mean(weighed: Iterable[tuple[float, float]]) -> float:
    """The chance to win after outcomes whose chances add up to less than 1."""
    known = list(weighed)
    return chance(sum(part * worth for part, worth in known) / sum(part for part, _worth in known))


def chance(worth: float) -> float:
    """A worth without the share of the points."""
    return max(0.0, min(1.0, worth))
