"""The basis of a side's plan: the map as it stood when its Movement Phase began, and the worth of units and
places.

Nothing here depends on which units of the side have moved since, so a plan is the same at every step of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee.around import in_reach
from engines.grande_armee.box import ENEMY, Box, Kind
from engines.grande_armee.combat.attack import Spent
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.ground import fortresses
from engines.grande_armee.combat.odds import Defended, defence_total
from engines.grande_armee.movement.steps import Ground, Marcher, Reach
from engines.grande_armee.orders.marches import shut, way_to
from engines.grande_armee.player.sight import FAR, HORIZON, Threat
from engines.grande_armee.player.weights import WEIGHTS
from engines.grande_armee.position import Piece, UnitId
from engines.grande_armee.prussia import closed, shunned
from engines.grande_armee.score import prizes
from engines.grande_armee.state import State, position


class Scene:
    """The table as a side sees it when it plans."""

    def __init__(self, box: Box, state: State, side: Side, pieces: dict[UnitId, Piece]) -> None:
        self.box, self.state, self.side, self.enemy = box, state, side, ENEMY[side]
        self.weights = WEIGHTS[side]
        self.table = position(box, state).after(pieces)
        self.camp, self.foe = self.table.camp(side), self.table.camp(self.enemy)
        self.forbidden = frozenset[Hex]().union(*shunned(box, state, side))
        self.closed = closed(box, state, side) | self.forbidden
        self.threat = Threat(self.table, self.enemy, closed(box, state, self.enemy))
        self.own = fortresses(box, state, side)
        self.points = {
            box.place[town]: float(prize.points) for town, prize in prizes(box, state).items() if prize.points
        }
        self.deeds = {
            deed.hex: float(deed.points)
            for deed in box.deeds(state.scenario)
            if deed.hex is not None and not state.ledger.get(deed.id)
        }
        turns = len(box.scenarios[state.scenario].turn)
        self.left = turns - state.turn + 1
        """The turns that a side still has, including this one."""
        self.life = min(1.0, self.left / 5)
        """The share of a unit's worth that is left: after the last turn no unit counts."""
        stock = sum(box.kinds[piece.kind].arm == "supply" for piece in self.camp.pieces.values())
        self.price = self.weights.supply * self.life * min(1.0, 4 / max(1, stock))
        """The worth of a supply unit: it is lower where there are many, and towards the end."""
        self._reaches: dict[tuple[UnitId, int], Reach] = {}
        self._defences: dict[tuple[Hex, bool], int] = {}

    def kind(self, id: UnitId) -> Kind:
        """What is printed on a unit."""
        return self.table.kind(id)

    def hex(self, id: UnitId) -> Hex:
        """Where a unit stood when the phase began."""
        return self.table.pieces[id].hex

    def reach(self, id: UnitId, allowances: int = 1) -> Reach:
        """The hexes that a unit reaches with `allowances` movements, as units stood when the phase began."""
        known = self._reaches.get((id, allowances))
        if known is None:
            kind, start = self.kind(id), self.hex(id)
            shut_ = closed(self.box, self.state, self.side, start) | self.forbidden
            mover = Marcher(id, kind, start, points=allowances * kind.allowance)
            known = self._reaches[id, allowances] = Ground(self.table, shut_).reach(mover)
        return known

    def far(self, end: Hex, id: UnitId, side: Side) -> int:
        """Movement points from a unit to a hex, as if no unit stood in the way."""
        return self.from_hex(end, self.hex(id), self.kind(id), side)

    def from_hex(self, end: Hex, start: Hex, kind: Kind, side: Side) -> int:
        """Movement points of a kind from hex to hex."""
        rides = kind.arm == "cavalry"
        ground = self.closed if side == self.side and start not in self.closed else frozenset[Hex]()
        return way_to(self.box, end, shut(self.box, ground, rides=rides), HORIZON).get(start, FAR)

    def worth_of(self, kind: Kind, side: Side) -> float:
        """What a unit of a side is worth to the side that plans."""
        weights = self.weights
        if kind.combat:
            return kind.strength * (weights.own if side == self.side else weights.enemy)
        return {"leader": weights.leader, "supply": weights.supply, "depot": weights.depot}[kind.arm]

    def strength_of_foe(self, hex: Hex) -> int:
        """Printed strength of the enemy's troops on a hex."""
        return sum(self.kind(id).strength for id in self.foe.troops.get(hex, ()))

    def defence(self, hex: Hex, *, fed: bool | None = None) -> int:
        """What the enemy on a hex defends with; by default in supply where he can have it."""
        if fed is None:
            fed = bool(in_reach(self.table, hex, self.enemy))
        known = self._defences.get((hex, fed))
        if known is None:
            spent = {"": Spent(side=self.enemy, use="combat", hex=hex)} if fed else {}
            field = Field(self.table, spent)
            fighters = field.fighters(self.foe.stacks.get(hex, ()))
            known = defence_total([Defended(fighters, self.box.factor(hex))])
            self._defences[hex, fed] = known
        return known


def began(state: State, box: Box, side: Side) -> dict[UnitId, Piece]:
    """The pieces as they stood when a side's Movement Phase began."""
    pieces = dict(state.pieces)
    for id, progress in state.marches.items():
        piece = pieces.get(id)
        if piece is not None and box.kinds[piece.kind].side == side and piece.hex != progress.began:
            pieces[id] = replace(piece, hex=progress.began)
    return pieces
