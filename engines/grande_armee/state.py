"""The state of a game: plain data, JSON out and in without loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from typing import Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.options import OPTIONS
from data.grande_armee.schema import Nation, Post, Side
from data.grande_armee.tables import Figures
from engines.core.state import GameState
from engines.grande_armee.box import ORDER, Box, depot_of, supply_of, unit_id
from engines.grande_armee.combat.attack import Attack, Spent
from engines.grande_armee.combat.frames import CombatFrame
from engines.grande_armee.frames import MovementFrame
from engines.grande_armee.position import Piece, Position, UnitId

Phase = Literal["movement", "combat", "supply", "over"]
SEQUENCE: tuple[Phase, ...] = ("movement", "combat", "supply")
"""Phases of a Player-Turn (G-SEQ-2, A-03)."""
PHASES = len(SEQUENCE)
USUAL = frozenset(id for id, _name, _case, default, _about in OPTIONS if default)
"""Options that are on by default."""


AnyFrame: TypeAlias = MovementFrame | CombatFrame


class Progress(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a unit has done in this Movement Phase."""

    began: Hex
    """Where it stood when the phase began; for what a swap has made, where it was made (A-12)."""
    spent: int = 0
    """Movement points of the leg."""
    by: Literal["supply", "double", "triple"] | None = None
    leg: int = 1
    stepped: bool = False
    stopped: bool = False
    """Whether a zone of control stopped it."""
    done: bool = False
    """Whether it may move no more this phase."""
    disrupts: bool = False
    """Whether it is disrupted when its movement ends (G-FM-8)."""


class Late(msgspec.Struct, frozen=True, gc=False):
    """A post of a force that arrives in the next turn: by the force, and its place there."""

    force: str
    post: int


_POSITION = "position"
"""Under what name a state keeps where everything stands; it is no part of what is saved or compared."""


class State(GameState, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Everything on the table; nothing of it is hidden (G-GEN-8)."""

    index: int
    """The number of the phase, from 0: a Game-Turn has six phases, the Allied ones first."""
    stack: list[AnyFrame] = msgspec.field(default_factory=list)
    """What is being resolved, the topmost last; empty when the game is over."""
    over: bool = False
    pieces: Mapping[UnitId, Piece]
    made: dict[str, int]
    """How many units of each kind there have been: ids are never used again."""
    control: dict[str, Side]
    """For each Fortress the side that entered it last (G-FOR-H-1, A-124)."""
    besieged: tuple[str, ...] = ()
    """Fortresses under siege, as judged after the last phase (A-74)."""
    doomed: tuple[UnitId, ...] = ()
    """Combat units under automatic elimination (G-COM-M-1)."""
    marches: dict[UnitId, Progress] = msgspec.field(default_factory=dict)
    """This phase's marches; kept for the Player-Turn, because a depot that moved creates nothing."""
    bound: tuple[UnitId, ...] = ()
    """Units that gave odds to an automatic elimination in this Player-Turn (A-43)."""
    spent: dict[UnitId, Spent] = msgspec.field(default_factory=dict)
    """Supply units used in this phase."""
    first: tuple[UnitId, ...] = ()
    """Units of an over-full Fortress that its owner supplies first (A-71)."""
    attacks: list[Attack] = msgspec.field(default_factory=list)
    """The attacks of this Combat Phase, in the order of their declaration."""
    waiting: tuple[Late, ...] = ()
    """Posts of forces that found no room to arrive (A-95)."""
    ledger: dict[str, int] = msgspec.field(default_factory=dict)
    """What was done of the further actions that score: how often, or the strength lost (A-80)."""
    halves: int = 0
    """The total in half points, as judged after the last phase (A-78, A-80)."""
    border: bool = False
    """Whether the French have passed Prussia's border provinces."""
    trespass: bool = False
    """Whether they entered them in this phase."""
    called: int | None = None
    """The Game-Turn at whose start Prussia's army is there; None while she is at peace."""

    @property
    def turn(self) -> int:
        """The Game-Turn, from 1."""
        return self.index // (2 * PHASES) + 1

    @property
    def side(self) -> Side:
        """The phasing player (G-SEQ-1)."""
        return ORDER[self.index // PHASES % 2]

    @property
    def phase(self) -> Phase:
        """The phase of the Player-Turn (G-SEQ-2)."""
        return "over" if self.over else SEQUENCE[self.index % PHASES]

    def copy(self) -> Self:
        """A copy, which knows where everything stands as well."""
        own = super().copy()
        own.__dict__.update(self.__dict__)
        return own

    def written(self) -> msgspec.Struct:
        """The state with its pieces as JSON, which a kept position takes from the one before it."""
        known: Position | None = self.__dict__.get(_POSITION)
        if known is None or known.pieces is not self.pieces:
            return self
        return replace(self, pieces=msgspec.Raw(known.written))

    def plays(self, option: str) -> bool:
        """Whether an option is on; one that a record does not name is as usual."""
        return self.options.get(option, option in USUAL)


def position(box: Box, state: State) -> Position:
    """Where everything stands."""
    known: Position | None = state.__dict__.get(_POSITION)
    if known is None or known.box is not box or known.doomed != state.doomed:
        only_troops = state.plays("only-troops-hold")
        before, known = known, Position(box, state.pieces, state.doomed, only_troops=only_troops)
        if before is not None and before.box is box:
            known.lasting = before.lasting.copy()
    elif known.pieces is state.pieces:
        return known
    else:
        known = known.after(state.pieces)
    state.__dict__[_POSITION] = known
    return known


def there(box: Box, state: State, id: UnitId) -> UnitId:
    """The unit that is meant by an id: of one man's leaders in several campaigns the one on the map."""
    if id in state.pieces:
        return id
    return next((each for each in box.alike.get(id, ()) if each in state.pieces), id)


def alter(state: State, pieces: Mapping[UnitId, Piece], changed: Set[UnitId]) -> None:
    """Replace the pieces on the map; a kept position is carried over by the units that have changed."""
    known: Position | None = state.__dict__.get(_POSITION)
    if known is not None and known.pieces is state.pieces:
        state.__dict__[_POSITION] = known.after(pieces, changed)
    state.pieces = pieces


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
            for post in force.place:
                place(state, force.nation, post, post.hex)
    return state


def place(state: State, nation: Nation, post: Post, hex: Hex) -> list[UnitId]:
    """Put a post of a force on a hex; the ids of its units."""
    others = Counter({supply_of(nation): post.supplies, depot_of(nation): post.depots})
    placed = [create(state, kind, hex) for kind in (*post.troops, *others.elements())]
    put(state, {leader: Piece(leader, hex) for leader in post.leaders})
    return [*placed, *post.leaders]


def create(state: State, kind: str, hex: Hex) -> UnitId:
    """Put a new unit on the map; its id is its kind and a number of its own."""
    number = state.made.get(kind, 0) + 1
    state.made[kind] = number
    id = unit_id(kind, number)
    put(state, {id: Piece(kind, hex)})
    return id


def put(state: State, pieces: Mapping[UnitId, Piece]) -> None:
    """Put units on the map; they are kept in the order of their ids."""
    state.pieces = dict(sorted({**state.pieces, **pieces}.items()))


def disrupted(piece: Piece, index: int, figures: Figures) -> Piece | None:
    """A unit that is disrupted in a phase; None where it was already and is destroyed (G-DIS-B-1, C-1)."""
    return None if piece.disrupted is not None else replace(piece, disrupted=index + figures.recovery)


def recovered(pieces: Mapping[UnitId, Piece], index: int) -> dict[UnitId, Piece]:
    """The units that recover at the end of a phase, as they are then (G-SEQ-12)."""
    return {id: replace(piece, disrupted=None) for id, piece in pieces.items() if piece.disrupted == index}
