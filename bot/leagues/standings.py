"""The table of a league: points, and the tie-breaks that its form names before the first round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from bot.store.leagues import Format, Game, Whole

TieBreak = Literal["survival", "buchholz", "direct", "sonneborn", "wins", "score", "seed"]

_OF_FORMAT: dict[Format, tuple[TieBreak, ...]] = {
    "swiss": ("buchholz", "sonneborn", "wins", "seed"),
    "round-robin": ("direct", "sonneborn", "wins", "seed"),
    "knock-out": ("wins", "seed"),
}


def tie_breaks(format: Format, size: int) -> tuple[TieBreak, ...]:
    """What parts entrants with equal points, in this order.

    :param size: seats of the game.
    """
    if size == 1:
        return "score", "seed"
    return _OF_FORMAT[format] if size == 2 else ("buchholz", "wins", "seed")


class Row(NamedTuple):
    """An entrant in the table."""

    place: int
    number: int
    points: int
    """Half points."""
    played: int
    won: int
    drawn: int
    lost: int
    breaks: dict[TieBreak, int]
    """The value of each tie-break; Buchholz counts half points, Sonneborn-Berger quarters of a point."""


class Tally:
    """What was played, counted for each entrant."""

    def __init__(self, whole: Whole, size: int) -> None:
        self.whole = whole
        self.size = size
        self.games: dict[int, list[Game]] = {
            number: [] for number, each in whole.entrants.items() if each.seed
        }
        for game in whole.games.values():
            for number in game.entrants:
                if game.points is not None:
                    self.games[number].append(game)
        self.points = {number: sum(map(self._of(number), games)) for number, games in self.games.items()}
        self._breaks: dict[TieBreak, Callable[[int], int]] = {
            "survival": self._survival,
            "buchholz": self._buchholz,
            "direct": self._direct,
            "sonneborn": self._sonneborn,
            "wins": lambda number: sum(game.points == _won(game, number) for game in self.games[number]),
            "score": lambda number: sum(game.score or 0 for game in self.games[number]),
            "seed": lambda number: -whole.entrants[number].seed,
        }

    def table(self) -> list[Row]:
        """The table, the best first."""
        plan = self.whole.league.plan
        breaks = tie_breaks(plan.format, self.size)
        first = self._survival if plan.format == "knock-out" else self.points.__getitem__

        def key(number: int) -> tuple[int, ...]:
            return (first(number), self.points[number], *(self._breaks[each](number) for each in breaks))

        order = sorted(self.games, key=key, reverse=True)
        return [self._row(place, number, breaks) for place, number in enumerate(order, start=1)]

    def _row(self, place: int, number: int, breaks: Sequence[TieBreak]) -> Row:
        played = [game for game in self.games[number] if game.how != "bye"]
        results = [_result(game, number) for game in played]
        return Row(
            place,
            number,
            self.points[number],
            len(played),
            results.count("won"),
            results.count("drawn"),
            results.count("lost"),
            {each: self._breaks[each](number) for each in breaks},
        )

    def _of(self, number: int) -> Callable[[Game], int]:
        return lambda game: (game.points or {}).get(number, 0)

    def _others(self, game: Game, number: int) -> list[int]:
        return [each for each in game.entrants if each != number]

    def _buchholz(self, number: int) -> int:
        """The points of all opponents; one who was not played counts with one's own points."""
        return sum(
            sum(self.points[each] for each in self._others(game, number))
            if game.how in ("played", "ruled")
            else self.points[number]
            for game in self.games[number]
        )

    def _sonneborn(self, number: int) -> int:
        """The points of those who were beaten, and half those of whoever was drawn with."""
        return sum(
            (game.points or {}).get(number, 0) * self.points[each]
            for game in self.games[number]
            for each in self._others(game, number)
        )

    def _direct(self, number: int) -> int:
        """The points of the games between those who have equally many."""
        return sum(
            (game.points or {}).get(number, 0)
            for game in self.games[number]
            if any(self.points[each] == self.points[number] for each in self._others(game, number))
        )

    def _survival(self, number: int) -> int:
        """The last round of a knock-out in which one was still in."""
        return max((game.round for game in self.whole.games.values() if number in game.entrants), default=0)


def _won(game: Game, number: int) -> dict[int, int]:
    return {each: 2 * (each == number) for each in game.seats.values()}


Outcome = Literal["won", "drawn", "lost"]


def _result(game: Game, number: int) -> Outcome:
    points = (game.points or {}).get(number, 0)
    return "won" if points == 2 else "drawn" if points else "lost"
