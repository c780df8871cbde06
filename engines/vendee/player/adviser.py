"""The adviser: it plays the month on from states that look to a side like the present one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from data.nouns import listed
from data.vendee.schema import Side
from data.vendee.texts import ADVISED, ALIKE, COMPARED
from engines.core.search import Branch, Budget, Worth
from engines.core.strength import Strength
from engines.core.title_model import TitleModel
from engines.vendee.actions import Action
from engines.vendee.box import Box
from engines.vendee.frames import Activation, Reinforce, as_side
from engines.vendee.player.chances import Term, chance, counted
from engines.vendee.player.greedy import greedy, rivals
from engines.vendee.player.sampling import known, sample
from engines.vendee.state import State

_TOLD, _LEAST = 2, 0.1
"""Differences that a reason names, and points of the final count from which they are told."""


class Adviser(TitleModel[State, Action]):
    """The adviser's playouts go to the end of the month."""

    budget = Budget(positions=500, breadth=3)
    """About a second."""

    def matters(self, known: State, seat: str, strength: Strength) -> bool:
        """Whether to search: always at full strength, else all but single march steps and placements."""
        return strength == "hard" or not isinstance(known.stack[-1], Activation | Reinforce)

    def known(self, state: State, seat: str) -> State:
        """The state without what lies face down to the side."""
        return known(self.box, state, as_side(seat))

    def sample(self, known: State, seat: str, rng: random.Random) -> State:
        """A possible state, with counters that may lie there."""
        return sample(self.box, known, as_side(seat), rng)

    def candidates(self, state: State, seat: str, listed: Sequence[Action]) -> Sequence[Action]:
        """The automatic player's action, then those that it thinks next best, or others at random."""
        side = as_side(seat)
        if not listed:
            return []
        usual = greedy(self.box, state, side, listed)
        others = rivals(self.box, state, side, listed)
        return list(dict.fromkeys((usual, *others)))

    def settled(self, start: State, state: State, seat: str) -> bool:
        """A playout ends with the month."""
        return state.turn > start.turn

    def worth(self, state: State, seat: str) -> Worth:
        return chance(self.box, state, as_side(seat))

    def reason(
        self, state: State, seat: str, branch: Branch[Action], other: Branch[Action] | None, *, best: bool
    ) -> str:
        """The differences at the end of the month that count most, for the best action or against another."""
        differ = _differences(self.box, as_side(seat), branch, other, gains=best) if other else []
        playouts = min(len(each.results) for each in (branch, other or branch))
        if not differ:
            return ALIKE(playouts=playouts)
        return ADVISED[best](playouts=playouts, differences=listed(differ))


def _differences(
    box: Box, side: Side, branch: Branch[Action], other: Branch[Action], *, gains: bool
) -> list[str]:
    """What a side gains by an action against another, or loses, most important first."""
    sign = 1 if gains == (side == "republican") else -1
    by, points = branch.against(other), counted(box)
    worth = {term: sign * points[term] * by[term] for term in Term if term in by}
    first = sorted((term for term in worth if worth[term] >= _LEAST), key=lambda term: -worth[term])
    return [_told(term, by[term]) for term in first[:_TOLD]]


def _told(term: Term, by: float) -> str:
    return COMPARED[term.value][by < 0](amount=f"{abs(by):.1f}", percent=round(100 * abs(by)))
