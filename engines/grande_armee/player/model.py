"""The search's look at a game: actions are played on to the end of the turn by the automatic player."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from data.catalogue import N_
from data.grande_armee.hexes import Hex
from data.grande_armee.outlooks import OUTLOOKS
from engines.core.declared import written
from engines.core.search import Budget, Worth
from engines.core.weighed import ADDS, Labelled
from engines.grande_armee.actions import END, Action
from engines.grande_armee.box import as_side
from engines.grande_armee.combat import frames as combat
from engines.grande_armee.frames import Moving
from engines.grande_armee.player.adviser import balance, chance, usual
from engines.grande_armee.player.fights import promising
from engines.grande_armee.player.greedy import greedy, moves
from engines.grande_armee.score import halves
from engines.grande_armee.state import State
from engines.grande_armee.words import nameable


class Sequel(Labelled[State, Action]):
    """The search's model of the game. Nothing is hidden, so only dice have to be sampled."""

    budget = Budget(positions=1200, breadth=4)
    labels: Mapping[str, tuple[str, N_]] = MappingProxyType(  # type: ignore[misc]
        {
            "points": ("points", N_("points for the French")),
            "share": ("share", N_("% of all strength on its own side")),
        }
    )

    def known(self, state: State, seat: str) -> State:
        """All of it."""
        return state

    def sample(self, known: State, seat: str, rng: random.Random) -> State:
        """The state itself, because nothing in it is hidden."""
        return known

    def candidates(self, state: State, seat: str, listed: Sequence[Action]) -> list[Action]:
        """The automatic player's action, then the next of its plan or attacks, then what is listed."""
        side = as_side(seat)
        if not listed:
            return []
        others = [*listed]
        match state.stack[-1]:
            case Moving():
                others = [*islice(moves(self.box, state, side), self.budget.breadth), END]
            case combat.Declaring():
                others = [action for _gain, action in promising(self.box, state, side, listed)] + others
        return list(dict.fromkeys((greedy(self.box, state, side, listed), *others)))

    def named(self, action: Action) -> str:
        """An action by its verb, with names in place of ids."""
        verb, said = type(action).__struct_config__.tag, written(action, self._shown)
        return f"`{verb} {said}`" if said else super().named(action)

    def _shown(self, id: str) -> str:
        if id in self.box.terrain:
            return str(self.box.hex(Hex(id)))
        return str(self.box.unit(id)) if nameable(self.box, id) else id

    def settled(self, start: State, state: State, seat: str) -> bool:
        """A playout ends with the turn."""
        return state.turn != start.turn or state.over

    def worth(self, state: State, seat: str) -> Worth:
        """The chance by points and strength, which differ by what they add to the points that count."""
        side, outlook = as_side(seat), OUTLOOKS[state.scenario]
        sign, points, apart = (
            1 if side == "french" else -1,
            halves(self.box, state) / 2,
            balance(self.box, state),
        )
        terms: dict[Any, float] = {
            "points": points,
            "share": 50 * (1 + sign * apart),
            (ADDS, "points"): sign * usual(state).holds * points,
            (ADDS, "share"): sign * outlook.strength * apart,
        }
        return Worth(chance(self.box, state, side), terms)
