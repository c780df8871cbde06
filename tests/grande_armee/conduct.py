"""What an expert looks for in games of the automatic players, as figures.

`python -m tests.grande_armee.conduct 1805 20` plays as many games of a scenario, from the seeds `conduct-0`
and so on, and prints the mean of each figure a game with its standard error. The figures are in
`data/grande_armee/BALANCE.md`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from data.grande_armee.hexes import distance
from engines.core.events import Event, PhaseBegun
from engines.grande_armee.events import BattleFought, Eliminated
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee
from tests.support.figures import happenings, table

TITLE = GrandeArmee()
MARCH = 4
"""Hexes of a day's march of foot in good country."""
_EVEN = 1.0
"""Strength of the attack against each of the defence; doubled on a river and in a Fortress."""


@dataclass
class Conduct:
    """What happened in one game."""

    seen: Counter[str] = field(default_factory=Counter)

    def figures(self) -> Iterator[tuple[str, float]]:
        """Each figure with its name."""
        seen = self.seen
        yield "battles", seen["battles"]
        yield "of them below one to one", seen["bold"]
        yield (
            "battles of two units and more that attack, of 100",
            100 * seen["united"] / max(1, seen["battles"]),
        )
        yield "depots lost to an enemy who walked in", seen["depots"]
        yield "combat units starved or lost to stacking", seen["starved"]
        yield (
            f"combat units at a phase's end, of 100, with another within {MARCH} hexes",
            (100 * seen["near"] / max(1, seen["troops"])),
        )


def watched(scenario: str, name: str) -> Conduct:
    """A game of two automatic players, watched."""
    seen = Conduct()
    for before, event in happenings(TITLE, scenario, name):
        _note(seen.seen, before, event)
    return seen


def _note(seen: Counter[str], before: State, event: Event) -> None:
    """What an event adds; `before` is the state before the action that it followed from."""
    match event:
        case BattleFought(units=units, attack=attack, defence=defence):
            seen["battles"] += 1
            seen["bold"] += attack < _EVEN * defence
            seen["united"] += len(units) > 1
        case Eliminated(unit=unit, cause=cause):
            kind = TITLE.box.kind_of(unit)
            seen["depots"] += kind.arm == "depot" and cause == "overrun"
            seen["starved"] += kind.combat and cause in ("disruption", "stacking")
        case PhaseBegun(phase="movement"):
            _apart(seen, before)
        case _:
            pass


def _apart(seen: Counter[str], state: State) -> None:
    kinds = TITLE.box.kinds
    for id, piece in state.pieces.items():
        own = kinds[piece.kind]
        if own.combat:
            seen["troops"] += 1
            seen["near"] += any(
                other != id
                and kinds[near.kind].combat
                and kinds[near.kind].side == own.side
                and distance(near.hex, piece.hex) <= MARCH
                for other, near in state.pieces.items()
            )


if __name__ == "__main__":
    games = (watched(sys.argv[1], f"conduct-{number}") for number in range(int(sys.argv[2])))
    print("\n".join(table(games)))
