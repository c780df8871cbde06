"""What an expert looks for in games of the automatic players, as figures.

`python -m tests.vendee.conduct 60` plays as many games, from the seeds `conduct-0` and so on, and prints the
mean of each figure a game with its standard error. `data/vendee/BALANCE.md` has them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.events import Event
from engines.vendee.actions import Action
from engines.vendee.combat.events import Fought
from engines.vendee.events import Announced, Fled, PlaceTaken, Stepped, Tried
from engines.vendee.frames import as_side
from engines.vendee.player.greedy import greedy
from engines.vendee.player.policy import STUDY
from engines.vendee.state import State, total
from tests.support.figures import table
from tests.vendee.builder import title

Chooser = Callable[[State, Side, Sequence[Action]], Action]
_EVEN = 1.0
"""Combat points against each of the enemy below which an attack is a bold one."""


@dataclass
class March:
    """What an active stack with combat points did."""

    turn: int
    side: Side
    generals: frozenset[str]
    start: str
    end: str
    steps: int = 0
    fought: bool = False
    """Whether it fought, took a place or drove generals off."""

    @property
    def idle(self) -> bool:
        """Whether it ended where it began."""
        return self.start == self.end


@dataclass
class Conduct:
    """What happened in one game."""

    level: str = ""
    emptied: list[str] = field(default_factory=list)
    """Bases that Royalists took without a fight."""
    idle: list[str] = field(default_factory=list)
    """Generals who were tried because they had done nothing (2.6)."""
    heads: list[str] = field(default_factory=list)
    """Generals who were guillotined."""
    attacks: list[tuple[Side, float]] = field(default_factory=list)
    """Attacks with the ratio of combat points."""
    marches: list[March] = field(default_factory=list)

    @property
    def returns(self) -> int:
        """Marches without a fight that ended where they began, or where the general's last one began."""
        back: set[tuple[int, str, str]] = set()
        for general in {name for march in self.marches for name in march.generals}:
            quiet = [march for march in self.marches if general in march.generals and not march.fought]
            back.update((march.turn, march.start, march.end) for march in quiet if march.steps and march.idle)
            back.update(
                (after.turn, after.start, after.end)
                for before, after in pairwise(quiet)
                if after.turn == before.turn + 1
                and (before.start, before.end) == (after.end, after.start)
                and not before.idle
            )
        return len(back)

    def figures(self) -> Iterator[tuple[str, float]]:
        """Each figure with its name."""
        yield "bases lost empty", len(self.emptied)
        yield "generals tried who did nothing", len(self.idle)
        yield "generals guillotined", len(self.heads)
        yield "generals guillotined who did nothing", len([*filter(self.idle.count, self.heads)])
        yield "marches that come back", self.returns
        for side in ("royalist", "republican"):
            ratios = [ratio for who, ratio in self.attacks if who == side]
            yield f"{side} attacks", len(ratios)
            yield f"{side} attacks below one to one", sum(ratio < _EVEN for ratio in ratios)


def usual(state: State, side: Side, legal: Sequence[Action]) -> Action:
    """The automatic player's choice."""
    return greedy(title().box, state, side, legal)


def watched(name: str, royalist: Chooser = usual, republican: Chooser = usual) -> Conduct:
    """A game, watched."""
    dice, seen = Dice(name), Conduct()
    choosers: dict[Side, Chooser] = {"royalist": royalist, "republican": republican}
    state = title().setup("campaign", {}, dice).state
    stormed: set[tuple[int, str]] = set()
    while seats := title().deciding(state):
        side = as_side(seats[0])
        action = choosers[side](state, side, title().legal_actions(state, side))
        step = title().apply(state, side, action, dice)
        for event in step.events:
            _note(seen, state, event, stormed)
        state = step.state
    outcome = title().outcome(state)
    assert outcome is not None
    seen.level = STUDY.level(state, outcome)
    return seen


def _note(seen: Conduct, before: State, event: Event, stormed: set[tuple[int, str]]) -> None:
    """What an event adds; `before` is the state before the action that it followed from."""
    if seen.marches:
        _march_on(seen.marches[-1], event)
    match event:
        case Announced(side=side, area=area, points=points, generals=generals) if points:
            seen.marches.append(March(before.turn, side, frozenset(generals or ()), area, area))
        case Fought(area=area, attacker=attacker, points=points):
            stormed.add((before.turn, area))
            foe: Side = "royalist" if attacker == "republican" else "republican"
            seen.attacks.append((attacker, total(points[attacker]) / total(points[foe])))
        case PlaceTaken(area=area, side="royalist") if title().box.ground.area[area].base:
            if (before.turn, area) not in stormed:
                seen.emptied.append(area)
        case Tried(general=general, acquitted=acquitted):
            if before.officers[general].fate == "map":
                seen.idle.append(general)
            if not acquitted:
                seen.heads.append(general)


def _march_on(march: March, event: Event) -> None:
    match event:
        case Stepped(side=side, start=start, end=end) if (side, start) == (march.side, march.end):
            march.end, march.steps = end, march.steps + 1
        case Fought() | PlaceTaken():
            march.fought = True
        case Fled(side=side) if side != march.side:
            march.fought = True


if __name__ == "__main__":
    print("\n".join(table(watched(f"conduct-{number}") for number in range(int(sys.argv[1])))))
