"""How far the chances that the adviser of the Vendée gives are right.

`python -m tests.vendee.calibration 40` plays as many games of the automatic player, from the seeds `oct-0`
and so on, asks the adviser at four decisions of each and prints its chances beside the results.
`data/vendee/BALANCE.md` has them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from statistics import fmean

from engines.core.dice import Dice
from tests.vendee.builder import title

ASKED, AMONG = 4, 720
"""Decisions at which the adviser is asked, among so many first ones of a game."""
BANDS = (0.0, 0.35, 0.45, 0.55, 0.65, 1.01)


def answers(number: int) -> Iterator[tuple[float, bool]]:
    """The chance that was told at each decision asked, and whether it came true."""
    name, rng = f"oct-{number}", random.Random(number)
    dice, at = Dice(name), {*rng.sample(range(AMONG), ASKED)}
    state = title().setup("campaign", {}, dice).state
    told: list[tuple[str, float]] = []
    count = 0
    while seats := title().deciding(state):
        if count in at:
            told.append((seats[0], title().advise(state, seats[0], rng)[0].expected))
        action = title().suggest(state, seats[0], rng)
        assert action is not None
        state, count = title().apply(state, seats[0], action, dice).state, count + 1
    outcome = title().outcome(state)
    assert outcome is not None
    for seat, chance in told:
        yield chance, (outcome.winner == "republican") == (seat == "republican")


if __name__ == "__main__":
    known = [answer for number in range(int(sys.argv[1])) for answer in answers(number)]
    print("| chance | positions | said | came true | error |\n|---|---|---|---|---|")
    for low, high in pairwise(BANDS):
        part = [answer for answer in known if low <= answer[0] < high]
        if part:
            said, won = (fmean(column) for column in zip(*part, strict=True))
            error = (said * (1 - said) / len(part)) ** 0.5
            cells = " | ".join(f"{100 * value:.1f} %" for value in (said, won, error))
            print(f"| {100 * low:.0f} to {min(100, 100 * high):.0f} % | {len(part)} | {cells} |")
    print(f"{len(known)} positions, Brier score {fmean((chance - won) ** 2 for chance, won in known):.3f}")
