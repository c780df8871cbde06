"""What counts in a position for each Current: a logistic model of who wins, fitted on games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log

from msgspec.structs import replace

from data.revolution.player import Common, players
from data.revolution.tables import SEATS
from engines.revolution.box import Box
from engines.revolution.player.prospects import Prospects
from engines.revolution.score import points
from engines.revolution.state import State

_LEAST = 0.01
"""No Current's chance by the count is less than that."""


@cache
def _winner_only() -> Common:
    """The automatic player's values, but only the first place is worth anything."""
    common = players().common
    return replace(common, prizes=[1.0, *([0.0] * (len(SEATS) - 1))])


def facts(box: Box, state: State) -> Mapping[str, Mapping[str, float]]:
    """What counts for each Current, by its name in `worth.toml`.

    `odds` is its chance in percent by the points and the regimes that may come, `reach` the logarithm of it,
    `late` the same as the turns go by; the purse is in thousands. A Current's own name stands for what the
    turns to come bring to it on average.
    """
    turns = len(box.scenario[state.scenario].turn)
    left = turns - state.turn + 1
    count = {seat: points(box, state, seat) for seat in SEATS}
    bare = tuple(
        float(count[seat]) - box.tally[seat].in_regime * (box.tally[seat].regime == state.regime)
        for seat in SEATS
    )
    ends = Prospects(box, _winner_only(), bare, state.regime, left)
    free = [person.current for person in state.people.values() if person.state == "free"]
    return {
        seat: {
            "odds": 100 * ends.worth(seat),
            "reach": log(ends.worth(seat) + _LEAST),
            "late": log(ends.worth(seat) + _LEAST) * (1 - left / turns),
            "fame": float(state.fame[seat]),
            "purse": state.purses[seat] / 1000,
            "people": float(free.count(seat)),
            **{other: left / turns if other == seat else 0.0 for other in SEATS},
        }
        for seat in SEATS
    }
