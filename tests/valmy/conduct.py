"""What an expert looks for in games of the automatic players, as figures.

`python -m tests.valmy.conduct 60` plays as many games, from the seeds `conduct-0` and so on, and prints the
mean of each figure a game with its standard error. `data/valmy/BALANCE.md` has them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from data.valmy.schema import ARMIES
from engines.core.events import ChapterBegun, Event
from engines.valmy.combat.events import BattleBegun
from engines.valmy.position.command import out_of_command
from engines.valmy.state import State, units_in
from engines.valmy.title import Valmy
from tests.support.figures import happenings, table

TITLE = Valmy()
JOINED = 8
"""The turn by which Dumouriez and Kellermann should stand together."""
PASSES = range(4, 8)
"""Turns in which the Allies are before the Argonne or in it."""
_EVEN, _BOLD = 1.0, 0.5
"""Units against each of the enemy's."""


@dataclass
class Conduct:
    """What happened in one game."""

    seen: Counter[str] = field(default_factory=Counter)
    joined: bool = False
    guarded: bool = True

    def figures(self) -> Iterator[tuple[str, float]]:
        """Each figure with its name."""
        seen = self.seen
        yield f"the French armies stand together by turn {JOINED}", self.joined
        yield f"the French hold a pass in each of turns {PASSES.start} to {PASSES.stop - 1}", self.guarded
        yield "battles", seen["battles"]
        yield "of them with fewer units than the enemy", seen["uneven"]
        yield "of them with less than half of the enemy's units", seen["bold"]
        yield "bases on the map at a turn's end, of 100, with a garrison", _share(seen, "garrisons", "bases")
        yield (
            "leaders at a turn's end, of 100, in range of their army's overall leader",
            _share(seen, "in range", "leaders"),
        )


def _share(seen: Counter[str], part: str, whole: str) -> float:
    return 100 * seen[part] / max(1, seen[whole])


def watched(name: str) -> Conduct:
    """A game of two automatic players, watched."""
    seen = Conduct()
    for before, event in happenings(TITLE, TITLE.scenarios[0].id, name):
        _note(seen, before, event)
    return seen


def _note(seen: Conduct, before: State, event: Event) -> None:
    """What an event adds; `before` is the state before the action that it followed from."""
    match event:
        case BattleBegun(attackers=attackers, defenders=defenders):
            seen.seen["battles"] += 1
            seen.seen["uneven"] += attackers < _EVEN * defenders
            seen.seen["bold"] += attackers < _BOLD * defenders
        case ChapterBegun():
            _at_the_end_of_a_turn(seen, before)
        case _:
            pass


def _at_the_end_of_a_turn(seen: Conduct, state: State) -> None:
    box = TITLE.box
    if state.turn <= JOINED:
        seen.joined |= _together(state)
    if state.turn in PASSES:
        passes = [id for id, place in box.boxes.items() if place.gap]
        seen.guarded &= any(units_in(box, state, id, "french") for id in passes)
    for army in ARMIES:
        base = box.bases.get(army)
        if base is not None and army not in state.fallen:
            seen.seen["bases"] += 1
            seen.seen["garrisons"] += bool(
                units_in(box, state, base, "allied" if army == "allied" else "french")
            )
    for id, leader in state.leaders.items():
        if leader.fate == "map" and box.leader[id].rank < 3:
            seen.seen["leaders"] += 1
            seen.seen["in range"] += not out_of_command(box, state, id)


def _together(state: State) -> bool:
    """Whether the two overall leaders of the French stand in one box or beside each other."""
    ends = [state.leaders[leader] for army in ("adn", "adc") if (leader := TITLE.box.overall[army])]
    one, other = (end.box for end in ends)
    return all(end.fate == "map" for end in ends) and (one == other or other in TITLE.box.cost[str(one)])


if __name__ == "__main__":
    print("\n".join(table(watched(f"conduct-{number}") for number in range(int(sys.argv[1])))))
