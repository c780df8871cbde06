"""Ratings of a server's players, calculated again from its results in the order in which the campaigns ended.

The method is that of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of
Machine Learning Research 12 (2011): each player has a strength and an uncertainty of it. A seat plays as a
team of its player and its side, whose strength is learnt too, from nought on: so that to win with the weaker
side counts for more. The automatic player is an anchor: it always has the strength with which newcomers
begin. In a game for one the opponent is the scenario with its options, whose strength is learnt.

Nothing of a rating is stored: a person who is forgotten is in none from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.store import Part, Result

MIDDLE = 25.0
"""The strength of newcomers and of the automatic player."""
CERTAIN = 0.01
"""The uncertainty of the automatic player's: its strength never moves."""
OF_SIDE = 25 / 6
"""The uncertainty of a side's strength at first, half of a newcomer's: a side matters less than a player."""

_MODEL = PlackettLuce(mu=MIDDLE)


class Ladder(NamedTuple):
    """The campaigns that are rated together: those of a game, or of one scenario of a game for one."""

    title: str
    scenario: str | None = None


class Rated(NamedTuple):
    """One player on a ladder."""

    strength: float
    error: float
    """Standard error of the strength."""
    campaigns: int

    @property
    def sure(self) -> float:
        """The strength that the player has at the least, all but surely: by it a table is ordered."""
        return self.strength - 3 * self.error


class Side(NamedTuple):
    """A side, or the scenario that a person plays against alone."""

    scenario: str
    seat: str | None
    """The seat; None for the scenario of a game for one."""
    options: frozenset[str] = frozenset()
    """The options chosen in a game for one, which make it easier or harder."""


class Table(NamedTuple):
    """The ratings of one ladder."""

    players: Mapping[int, Rated]
    """The rated players by user, ordered by the strength that is all but sure."""
    sides: Mapping[Side, float]
    """Strengths of sides, which are added to those of their players; of a game for one, of the scenario."""


def ladder_of(result: Result) -> Ladder:
    """The ladder that a campaign belongs to."""
    return Ladder(result.title, result.scenario if len(result.parts) == 1 else None)


def rated_parts(result: Result) -> list[Part]:
    """The seats of a campaign that are rated; none if the campaign is not.

    - A campaign without a result, one in which a moderator intervened and one with dice given by hand is not.
    - A seat counts for whoever gave most of its actions, and not for whoever had it at the end: who leaves a
      lost game loses it, and a substitute who takes it over does not.
    - A seat that nobody has played is not rated. Where the winner's is left out, or fewer than two seats of
      several remain, the campaign is not rated.
    - Nor is one in which a person had or played two seats.
    - A concession counts as a loss, and a draw as the paper's tie.
    """
    if not result.counts or result.edited or result.by_hand:
        return []
    if _sat_twice(result.parts):
        return []
    rated = [part for part in result.parts if part.rated is not None]
    alone = len(result.parts) == 1
    if len(rated) < 2 and not (alone and rated):
        return []
    if not alone and result.winner is not None and result.winner not in {part.seat for part in rated}:
        return []
    return rated


def _sat_twice(parts: Iterable[Part]) -> bool:
    """Whether a person has played, or had in the end, more than one seat."""
    people = [user for part in parts for user in {part.user_id, part.rated} if isinstance(user, int) and user]
    return len(set(people)) < len(people)


def tables(results: Iterable[Result]) -> dict[Ladder, Table]:
    """The ratings on each ladder of a server.

    :param results: in the order in which the campaigns ended.
    """
    ladders: dict[Ladder, _Ladder] = {}
    for result in results:
        parts = rated_parts(result)
        if parts:
            ladders.setdefault(ladder_of(result), _Ladder()).rate(result, parts)
    return {ladder: reckoned.table() for ladder, reckoned in ladders.items()}


class _Ladder:
    """A ladder while it is calculated."""

    def __init__(self) -> None:
        self._players: dict[int, PlackettLuceRating] = {}
        self._sides: dict[Side, PlackettLuceRating] = {}
        self._campaigns: dict[int, int] = {}

    def rate(self, result: Result, parts: list[Part]) -> None:
        """Take one more campaign into account."""
        alone = len(result.parts) == 1
        options = frozenset(name for name, chosen in result.options.items() if chosen)
        if alone:
            sides = [Side(result.scenario, None, options)]
            teams = [[self._player(parts[0])], [self._scenario(sides[0])]]
            first = [result.winner is not None, result.winner is None]
        else:
            sides = [Side(result.scenario, part.seat) for part in parts]
            teams = [[self._player(part), self._side(side)] for part, side in zip(parts, sides, strict=True)]
            first = [result.winner in (part.seat, None) for part in parts]
        after = _MODEL.rate(teams, ranks=[0.0 if won else 1.0 for won in first])
        for part, team in zip(parts, after, strict=False):
            if isinstance(part.rated, int) and part.rated:
                self._players[part.rated] = team[0]
                self._campaigns[part.rated] = self._campaigns.get(part.rated, 0) + 1
        for side, team in zip(sides, after[-1:] if alone else after, strict=True):
            self._sides[side] = team[-1]

    def table(self) -> Table:
        """The ratings so far."""
        players = {
            user: Rated(rating.mu, rating.sigma, self._campaigns[user])
            for user, rating in self._players.items()
        }
        return Table(
            dict(sorted(players.items(), key=lambda each: -each[1].sure)),
            {side: rating.mu for side, rating in self._sides.items()},
        )

    def _player(self, part: Part) -> PlackettLuceRating:
        if part.rated == "automatic":
            return _MODEL.rating(mu=MIDDLE, sigma=CERTAIN)
        # A forgotten person is a newcomer each time.
        return self._players.get(part.rated or 0) or _MODEL.rating()

    def _side(self, side: Side) -> PlackettLuceRating:
        return self._sides.get(side) or _MODEL.rating(mu=0.0, sigma=OF_SIDE)

    def _scenario(self, side: Side) -> PlackettLuceRating:
        return self._sides.get(side) or _MODEL.rating()
