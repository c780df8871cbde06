"""The chance of each Current to win from here, and the worth to it of a point, a regime and a place.

The points of today are uncertain, and the longer the game lasts, the more they are. So each Current reaches
the twenty-five with a chance, the five vote by their camps with a chance, and a point more of any Current
makes a place of this one more or less likely. All of it follows from the rules of the count (R-WIN).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp

from data.revolution.player import Common, players
from data.revolution.tables import REGIMES, SEATS, Regime, Seat
from engines.revolution.box import Box

Points = Sequence[float]
"""The points of the seats, in the order of `SEATS`."""
Worths = list[list[float]]
_UNLIKELY = 0.01
"""A regime that is less likely to be the last has no influence on the worth of a point."""
_SHARPNESS = 1.7
"""The factor with which the logistic curve is as steep as the normal curve."""
_STEP = 2.0
"""How many points up and down the worth of a point is measured over."""
_MOST = 1.2
"""The highest worth of another Current's point, where the seat's own point is worth one."""


def chance(lead: float, spread: float) -> float:
    """How likely a lead in points is to last."""
    return 1 / (1 + exp(max(min(-_SHARPNESS * lead / spread, 60.0), -60.0)))


class Prospects:
    """The possible ends of a game.

    :param points: of each at present, in the order of the seats, without the points of a regime in force.
    :param left: turns that are still to come, including this one.
    """

    def __init__(self, box: Box, common: Common, points: Points, regime: Regime, left: int) -> None:
        self._box, self._common, self._points = box, common, points
        self._spread = common.spread[0] + common.spread[1] * left
        self._left = left
        self._final = finals(common, regime, left)
        self._slopes: Worths | None = None
        self._under: dict[Regime, list[float]] = {}

    def worth(self, seat: Seat) -> float:
        """The worth of the game to a Current, where a certain win is worth one."""
        return self._mixed(self._final)[SEATS.index(seat)]

    def under(self, seat: Seat, regime: Regime) -> float:
        """The same worth if a regime came into force now."""
        return self._mixed(finals(self._common, regime, self._left))[SEATS.index(seat)]

    def weights(self, seat: Seat) -> dict[Seat, float]:
        """The worth of a point of each Current to one of them, where its own counts one."""
        if self._slopes is None:
            self._slopes = [self._slope(number) for number in range(len(SEATS))]
        place = SEATS.index(seat)
        slopes = {other: slope[place] for other, slope in zip(SEATS, self._slopes, strict=True)}
        own = max(slopes[seat], 0.5 * max(map(abs, slopes.values())), 1e-9)
        weights = {other: max(min(slope / own, _MOST), -_MOST) for other, slope in slopes.items()}
        weights[seat] = 1.0
        return weights

    def _slope(self, number: int) -> list[float]:
        """The worth of a point of one Current to all."""
        up, down = ([*self._points], [*self._points])
        up[number] += _STEP
        down[number] -= _STEP
        slope = [0.0] * len(SEATS)
        for regime, share in self._final.items():
            if share > _UNLIKELY:
                more, less = self._worths(regime, up), self._worths(regime, down)
                for place in range(len(SEATS)):
                    slope[place] += share * (more[place] - less[place])
        return slope

    def _mixed(self, final: Mapping[Regime, float]) -> list[float]:
        """The worth of the game to all, when each of the regimes may be the last."""
        worths = [0.0] * len(SEATS)
        for regime, share in final.items():
            if regime not in self._under:
                self._under[regime] = self._worths(regime, self._points)
            for place, worth in enumerate(self._under[regime]):
                worths[place] += share * worth
        return worths

    def _worths(self, regime: Regime, points: Points) -> list[float]:
        """The worth to all of a regime as the last."""
        box, spread = self._box, self._spread
        now = [
            at + tally.in_regime * (tally.regime == regime)
            for tally, at in zip(map(box.tally.__getitem__, SEATS), points, strict=True)
        ]
        # The limit lies half a point below the threshold, between too few points and enough.
        enough = [chance(at - box.tables.enough + 0.5, spread) for at in now]
        royal, reaction = enough[0], self._majority(enough)
        worths = [royal * prize for prize in self._prizes("royalist", regime)]
        line = box.winner[regime]
        for able, share in ((line.reaction, reaction), (line.revolution, 1 - reaction)):
            for winner, best in self._ahead(able, now):
                likely = (1 - royal) * share * best
                for place, prize in enumerate(self._prizes(winner, regime)):
                    worths[place] += likely * prize
        return worths

    def _majority(self, enough: Points) -> float:
        """Chance that three of the five are for the Reaction (R-WIN-09)."""
        votes = [1.0]
        for seat, likely in zip(SEATS[1:], enough[1:], strict=True):
            yes = likely if self._box.camp[seat] == "reaction" else 1 - likely
            no = 1 - yes
            votes = [one * no + other * yes for one, other in zip([*votes, 0.0], [0.0, *votes], strict=True)]
        return sum(votes[3:])

    def _ahead(self, able: list[Seat], points: Points) -> list[tuple[Seat, float]]:
        """The chance of each Current that can win for a camp, at most two, to be ahead of the other."""
        if len(able) == 1:
            return [(able[0], 1.0)]
        one, other = able
        first = chance(points[SEATS.index(one)] - points[SEATS.index(other)], self._spread)
        return [(one, first), (other, 1 - first)]

    def _prizes(self, winner: Seat, regime: Regime) -> tuple[float, ...]:
        return _prizes(self._box, self._common, winner, regime)


@lru_cache(maxsize=64)
def prospects(box: Box, points: tuple[float, ...], regime: Regime, left: int) -> Prospects:
    """The prospects, shared by all seats that look at the same count."""
    return Prospects(box, players().common, points, regime, left)


def finals(common: Common, regime: Regime, left: int) -> dict[Regime, float]:
    """Chances of the regimes to be the last."""
    shares: dict[Regime, float] = {id: float(id == regime) for id in REGIMES}
    for _ in range(left):
        moved = dict(shares)
        for before, ways in common.changes.items():
            for after, part in ways.items():
                moved[before] -= shares[before] * part
                moved[after] += shares[before] * part
        shares = moved
    return shares


@lru_cache(maxsize=64)
def _prizes(box: Box, common: Common, winner: Seat, regime: Regime) -> tuple[float, ...]:
    """The worth of all places after a Current has won under a regime (R-WIN-15)."""
    for ranks in box.tables.ranks:
        if ranks.winner == winner and (not ranks.regimes or regime in ranks.regimes):
            return tuple(common.prizes[place - 1] for place in ranks.places)
    raise AssertionError(f"{winner} can't win under {regime}")
