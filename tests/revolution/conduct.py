"""What an expert looks for in games of the automatic players, as figures.

`python -m tests.revolution.conduct 60` plays as many games, from the seeds `conduct-0` and so on, and prints
the mean of each figure a game with its standard error. `data/revolution/BALANCE.md` has them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from data.revolution.tables import SEATS
from engines.core.events import ChapterBegun, Event, PhaseBegun
from engines.revolution.box import PARIS
from engines.revolution.events import PersonMoved, Placed, RevoltBegun, Settled, Thrown
from engines.revolution.player.aims import friends
from engines.revolution.player.sight import Sight
from engines.revolution.state import State, control
from engines.revolution.title import Revolution
from tests.support.figures import happenings, table

TITLE = Revolution()
_HERE = ("plot", "revolt", "suppress")
"""What is tried in a region by somebody who is there."""
_OWN = ("plot", "revolt")
"""Aims of a Current that others hardly ever bring about."""
_CROWD = 3
"""People of one Current in one region who are a crowd."""


@dataclass
class Conduct:
    """What happened in one game."""

    seen: Counter[str] = field(default_factory=Counter)

    def figures(self) -> Iterator[tuple[str, float]]:
        """Each figure with its name."""
        seen = self.seen
        yield "objectives", seen["objectives"]
        yield "of them achieved", seen["met"]
        yield "plots and revolts as objectives", seen["regional"]
        yield "of them where nobody of one's own is", seen["out of reach"]
        yield "placements of three and more people", seen["placements"]
        yield "of them with a crowd that does not act there", seen["crowds"]
        yield "plots", seen["plots"]
        yield "of them against a Current that gains by this one, with a free region at hand", seen["unkind"]
        yield "Royalist generals placed", seen["generals"]
        yield "of them arrested in Paris", seen["caught"]
        yield "revolts raised by Currents", seen["revolts"]


@dataclass
class _Turn:
    """What is to be held against what happens later in the turn."""

    placed: dict[str, dict[str, str]] = field(default_factory=dict)
    """Person and region, by Current."""
    acted: set[tuple[str, str]] = field(default_factory=set)
    """Regions in which a Current tried something."""


def watched(name: str) -> Conduct:
    """A game of six automatic players, watched."""
    seen, turn = Conduct(), _Turn()
    for before, event in happenings(TITLE, "historical", name):
        if isinstance(event, ChapterBegun):
            turn = _Turn()
        _note(seen.seen, turn, before, event)
    return seen


def _note(seen: Counter[str], turn: _Turn, before: State, event: Event) -> None:
    """What an event adds; `before` is the state before the action that it followed from."""
    match event:
        case Placed(seat=seat, where=where):
            turn.placed[seat] = where
            seen["placements"] += len(where) >= _CROWD
            seen["generals"] += sum("general" in TITLE.box.person[id].groups for id in where) * (
                seat == "royalist"
            )
        case Thrown(actor=actor, purpose=purpose) if purpose.kind in _HERE and actor in SEATS:
            region = purpose.subject
            turn.acted.add((actor, region))
            if purpose.kind == "plot":
                seen["plots"] += 1
                seen["unkind"] += _unkind(before, turn, actor, region)
        case Thrown(actor=actor, purpose=purpose) if purpose.kind in ("raise", "quell"):
            turn.acted.add((actor, PARIS))
        case PersonMoved(person=person, current="royalist", by="arrest", state="away" | "prison"):
            caught = turn.placed.get("royalist", {}).get(person) == PARIS
            seen["caught"] += caught and "general" in TITLE.box.person[person].groups
        case RevoltBegun(case="ACT"):
            seen["revolts"] += 1
        case Settled(actor=actor, aim=aim, of=of, met=met) if actor in SEATS:
            seen["objectives"] += 1
            seen["met"] += met
            if aim in _OWN:
                seen["regional"] += 1
                seen["out of reach"] += of not in turn.placed.get(actor, {}).values()
        case PhaseBegun(phase="politics"):
            for seat, where in turn.placed.items():
                seen["crowds"] += any(
                    count >= _CROWD and (seat, region) not in turn.acted
                    for region, count in Counter(where.values()).items()
                )
        case _:
            pass


def _unkind(state: State, turn: _Turn, seat: str, region: str) -> bool:
    """Whether a Current plots against one that gains by it, while it has somebody in a free region."""
    holder = control(state, region)
    if holder is None or not any(
        holder in pair and seat in pair for _, *pair in friends(Sight(TITLE.box, state, seat))
    ):
        return False
    return any(control(state, other) is None for other in turn.placed.get(seat, {}).values())


if __name__ == "__main__":
    print("\n".join(table(watched(f"conduct-{number}") for number in range(int(sys.argv[1])))))
