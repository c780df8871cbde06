"""The adviser: from what a side may know, it plays actions on until the side is to activate again."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from data.catalogue import N_
from engines.core.search import Budget
from engines.core.strength import Strength
from engines.core.weighed import Weighed
from engines.valmy.actions import PASS, Action, Activate
from engines.valmy.box import as_side
from engines.valmy.frames import Activations
from engines.valmy.player.drawn import drawn, known_part
from engines.valmy.player.greedy import courses, greedy
from engines.valmy.player.outlook import Outlook
from engines.valmy.player.worth import facts
from engines.valmy.state import State

_TRIES = 20
"""Positions that are drawn until one is possible to the last detail."""


class Adviser(Weighed[State, Action]):
    """The adviser of one box."""

    budget = Budget(positions=400, breadth=4)
    labels = MappingProxyType({"lasting": ("points", N_("points"))})

    def known(self, state: State, seat: str) -> State:
        """The state without the enemy's holding boxes."""
        return known_part(self.box, state, seat)

    def sample(self, known: State, seat: str, rng: random.Random) -> State:
        """A possible state, with the enemy's hidden units and leaders under other counters."""
        for _attempt in range(_TRIES):
            state = drawn(self.box, known, seat, rng)
            if self.title.can_be(state):
                break
        return state

    def matters(self, known: State, seat: str, strength: Strength) -> bool:
        """Whether to search: at full strength each activation, below it only where an attack is worth it."""
        if not isinstance(known.stack[-1], Activations):
            return False
        going = courses(Outlook(self.box, known, as_side(seat))) if strength != "hard" else ()
        return strength == "hard" or any(course.attacks and course.gain > 0 for *_group, course in going)

    def candidates(self, state: State, seat: str, listed: Sequence[Action]) -> list[Action]:
        """The automatic player's action; the leaders who gain most, and the pass; else what is listed."""
        side = as_side(seat)
        if not listed:
            return []
        others: list[Action] = [*listed]
        if isinstance(state.stack[-1], Activations):
            going = sorted(courses(Outlook(self.box, state, side)), key=lambda course: -course[2].gain)
            others = [Activate(leader) for leader, _group, _plan in going if Activate(leader) in listed]
            others[self.budget.breadth - 2 :] = [PASS]
        return list(dict.fromkeys([greedy(self.box, state, side, listed), *others]))

    def settled(self, start: State, state: State, seat: str) -> bool:
        """A playout ends when the side is to activate again, or with the turn."""
        top = state.stack[-1] if state.stack else None
        return state.turn != start.turn or (isinstance(top, Activations) and top.hand == seat)

    def facts(self, state: State) -> Mapping[str, Mapping[str, float]]:
        """The facts of each side."""
        return facts(self.box, state)
