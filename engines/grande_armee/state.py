"""The state of a game: plain data, JSON out and in without loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from data.grande_armee.schema import Force, Nation, Side
from data.hexes import Hex
from engines.core.title import GameState
from engines.grande_armee.box import ORDER, Box
from engines.grande_armee.position import Piece, Position, UnitId

PHASES = 3
"""Phases of a Player-Turn: movement, combat, supply creation (G-SEQ-2, A-03)."""
ONLY_TROOPS = "only-troops-hold"


class State(GameState, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table; nothing of it is hidden (G-GEN-8)."""

    index: int
    """Of the phase, from 0: six to a Game-Turn, the Allied ones first."""
    pieces: dict[UnitId, Piece]
    made: dict[str, int]
    """How many units of each kind there have been: ids are never used again."""
    control: dict[str, Side]
    """By Fortress, who entered it last (G-FOR-H-1, A-124)."""
    doomed: list[UnitId] = msgspec.field(default_factory=list)
    """Combat units under automatic elimination (G-COM-M-1)."""
    waiting: list[str] = msgspec.field(default_factory=list)
    """Forces that were to arrive and found no room (A-95)."""

    @property
    def turn(self) -> int:
        """The Game-Turn, from 1."""
        return self.index // (2 * PHASES) + 1

    @property
    def side(self) -> Side:
        """The phasing player (G-SEQ-1)."""
        return ORDER[self.index // PHASES % 2]


def position(box: Box, state: State) -> Position:
    """Where everything stands."""
    only_troops = state.options.get(ONLY_TROOPS, False)
    return Position(box, state.pieces, state.doomed, only_troops=only_troops)


def laid_out(box: Box, scenario: str, options: Mapping[str, bool]) -> State:
    """The table as the scenario chart sets it up (G-GEN-6)."""
    state = State(
        scenario=scenario,
        options=options,
        index=0,
        pieces={},
        made={},
        control={id: prize.control for id, prize in box.prizes(scenario).items()},
    )
    for force in box.forces(scenario):
        if not force.turn and not force.called:
            place(box, state, force)
    return state


def place(box: Box, state: State, force: Force) -> list[UnitId]:
    """Put a force on the map where its chart has it; the ids of its units."""
    placed: list[UnitId] = []
    for post in force.place:
        kinds = [*post.troops, *_others(force.nation, supplies=post.supplies, depots=post.depots)]
        placed += [create(state, kind, post.hex) for kind in kinds]
        for leader in post.leaders:
            state.pieces[leader] = Piece(leader, post.hex)
            placed.append(leader)
    return placed


def _others(nation: Nation, *, supplies: int, depots: int) -> Iterable[str]:
    counted = Counter({f"{nation}-supply": supplies, f"{nation}-depot": depots})
    return counted.elements()


def create(state: State, kind: str, hex: Hex) -> UnitId:
    """Put a new unit on the map; its id is its kind and a number of its own."""
    number = state.made.get(kind, 0) + 1
    state.made[kind] = number
    id = f"{kind}-{number}"
    state.pieces[id] = Piece(kind, hex)
    return id
