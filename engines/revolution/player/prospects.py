"""Who wins as things stand and may go on: what a point, a regime and a place are worth to a Current.

Points as they would be counted now are taken for uncertain, the more the longer the game still lasts; so each
Current reaches the twenty-five with a chance, the five vote by their camps with a chance, and a point more of
anybody's makes more or less of one's own place. All of it follows from the rules of the count (R-WIN).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp

from data.revolution.player import Common
from data.revolution.tables import REGIMES, SEATS, Regime, Seat
from engines.revolution.box import Box

Points = Mapping[Seat, float]
_SHARPNESS = 1.7
"""Makes the logistic curve as steep as the normal one."""
_STEP = 2.0
"""Points up and down by which the worth of one is measured."""
_MOST = 1.2
"""Of another's point, where one's own counts one."""


def chance(lead: float, spread: float) -> float:
    """How likely a lead in points is to last."""
    return 1 / (1 + exp(max(min(-_SHARPNESS * lead / spread, 60.0), -60.0)))


class Prospects:
    """What may become of a game.

    :param points: of each as they stand, without what a regime in force brings.
    :param left: turns that are still to come, this one with them.
    """

    def __init__(self, box: Box, common: Common, points: Points, regime: Regime, left: int) -> None:
        self._box, self._common = box, common
        self._points = {**points}
        self._spread = common.spread[0] + common.spread[1] * left
        self._final = finals(common, regime, left)
        self._left = left

    def worth(self, seat: Seat, points: Points | None = None) -> float:
        """What the game is worth to a Current, where to win it surely is worth one."""
        known = self._points if points is None else points
        return sum(share * self._under(seat, regime, known) for regime, share in self._final.items() if share)

    def under(self, seat: Seat, regime: Regime) -> float:
        """The same if a regime were put in force now."""
        final = finals(self._common, regime, self._left)
        return sum(share * self._under(seat, id, self._points) for id, share in final.items() if share)

    def weights(self, seat: Seat) -> dict[Seat, float]:
        """What a point of each is worth to a Current, where its own counts one."""
        slopes = {}
        for other in SEATS:
            up, down = ({**self._points, other: self._points[other] + by} for by in (_STEP, -_STEP))
            slopes[other] = self.worth(seat, up) - self.worth(seat, down)
        own = max(slopes[seat], 0.5 * max(map(abs, slopes.values())), 1e-9)
        found = {other: max(min(slope / own, _MOST), -_MOST) for other, slope in slopes.items()}
        found[seat] = 1.0
        return found

    def _under(self, seat: Seat, regime: Regime, points: Points) -> float:
        box, prizes = self._box, self._common.prizes
        now = {
            other: at + box.tally[other].in_regime * (box.tally[other].regime == regime)
            for other, at in points.items()
        }
        # A point more than too few is what it takes.
        enough = {other: chance(at - box.tables.enough + 0.5, self._spread) for other, at in now.items()}
        royal = enough["royalist"]
        reaction = self._majority(enough)
        line = box.winner[regime]
        total = royal * prizes[_place(box, "royalist", regime, seat) - 1]
        for able, share in ((line.reaction, reaction), (line.revolution, 1 - reaction)):
            for winner, best in self._ahead(able, now).items():
                total += (1 - royal) * share * best * prizes[_place(box, winner, regime, seat) - 1]
        return total

    def _majority(self, enough: Points) -> float:
        """Chance that three of the five are for the Reaction (R-WIN-09)."""
        votes = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        for seat in SEATS[1:]:
            for_it = enough[seat] if self._box.camp[seat] == "reaction" else 1 - enough[seat]
            votes = [
                had * (1 - for_it) + (votes[number - 1] * for_it if number else 0.0)
                for number, had in enumerate(votes)
            ]
        return sum(votes[3:])

    def _ahead(self, able: list[Seat], points: Points) -> dict[Seat, float]:
        """Of those who can win for a camp, the chance of each to be ahead; there are two at most."""
        if len(able) == 1:
            return {able[0]: 1.0}
        one, other = able
        first = chance(points[one] - points[other], self._spread)
        return {one: first, other: 1 - first}


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


@cache
def _place(box: Box, winner: Seat, regime: Regime, seat: Seat) -> int:
    """The place of a Current when somebody has won under a regime (R-WIN-15)."""
    for ranks in box.tables.ranks:
        if ranks.winner == winner and (not ranks.regimes or regime in ranks.regimes):
            return ranks.places[SEATS.index(seat)]
    raise AssertionError(f"{winner} can't win under {regime}")
