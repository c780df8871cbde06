"""Where the units of a side go in a turn: they march divided, and fight united."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from data.grande_armee.hexes import Hex, distance
from data.grande_armee.schema import Side
from engines.grande_armee.around import besieged
from engines.grande_armee.box import Box
from engines.grande_armee.combat.losses import excess
from engines.grande_armee.combat.odds import Defended, Fighter, defence_total
from engines.grande_armee.player.aims import Aim, shared
from engines.grande_armee.player.scene import Scene, began
from engines.grande_armee.player.sight import FAR, weight
from engines.grande_armee.player.strikes import strikes
from engines.grande_armee.position import Piece, UnitId
from engines.grande_armee.state import State, position


class Intent(NamedTuple):
    """Where a unit is to end its movement, and how."""

    end: Hex
    supply: UnitId | None = None
    """What doubles its allowance."""
    forced: bool = False
    """Whether it goes on by the table for forced marches."""
    beside: UnitId | None = None
    """The unit that a leader goes to, wherever it has come to by then."""


class Plan(NamedTuple):
    """What a side means to do in a Movement Phase.

    :ivar order: the units that go, in that order.
    """

    scene: Scene
    order: tuple[UnitId, ...]
    intents: Mapping[UnitId, Intent]
    aims: Mapping[UnitId, Aim]
    struck: Mapping[UnitId, Hex]
    """The units that are to attack in the Combat Phase, each with the hex that it attacks."""
    gain: float
    """What these attacks are worth."""

    def coming(self, state: State) -> Mapping[Hex, list[UnitId]]:
        """The combat units that have still to come to each hex."""
        coming: dict[Hex, list[UnitId]] = defaultdict(list)
        for id in self.order:
            if self.scene.kind(id).combat and id in state.pieces and id not in state.marches:
                coming[self.intents[id].end].append(id)
        return coming


def planned(box: Box, state: State, side: Side) -> Plan:
    """The plan of a side; it is the same at every step of the phase, unless the enemy or a Fortress falls."""
    table, pieces = position(box, state), began(state, box, side)
    kinds = box.kinds
    own = tuple((id, piece.hex) for id, piece in pieces.items() if kinds[piece.kind].side == side)
    key = (state.index, own, tuple(state.control.values()), state.called, len(state.ledger))
    foe = table.camp("allied" if side == "french" else "french")
    known = table.lasting.get(_KEPT)
    if known is None or known[0] != key or known[1] is not foe:
        known = table.lasting[_KEPT] = key, foe, _Planner(Scene(box, state, side, pieces)).plan()
    plan: Plan = known[2]
    return plan


_KEPT = "plan"


class _Planner:
    """A plan being made."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.intents: dict[UnitId, Intent] = {}
        self.there: dict[Hex, list[UnitId]] = defaultdict(list)
        """The combat units that are to stand on each hex, as far as that is planned."""
        self.fed: set[Hex] = set()
        """Hexes that supply units will be kept for."""
        kinds = scene.box.kinds
        able = {id: piece for id, piece in scene.camp.pieces.items() if _able(scene, id, piece)}
        self.troops = [id for id, piece in able.items() if kinds[piece.kind].combat]
        self.leaders = [id for id, piece in able.items() if kinds[piece.kind].arm == "leader"]
        self.supplies = [id for id, piece in able.items() if kinds[piece.kind].arm == "supply"]
        for hex, stack in scene.camp.troops.items():
            self.there[hex] += [id for id in stack if id not in able]

    def plan(self) -> Plan:
        """Battles first, then sieges and what else is gone for; leaders and supply go along."""
        scene, struck, gain = self.scene, dict[UnitId, Hex](), 0.0
        aims = shared(scene, self.troops)
        goals = {id: aim.hex for id, aim in aims.items() if aim.main}
        for strike in strikes(scene, self.troops, self.leaders, goals):
            struck |= dict.fromkeys(strike.stands, strike.target)
            gain += strike.gain
            for id, hex in strike.stands.items():
                self._goes(id, hex)
            if strike.supply is not None:
                id, hex = strike.supply
                self._goes(id, hex)
                self.fed |= {hex, *scene.box.crossings[hex]}
        aims = {id: aim for id, aim in aims.items() if id not in self.intents}
        self._besiege(aims)
        self._fed_marches(aims)
        rest = [id for id in aims if id not in self.intents]
        for id in sorted(rest, key=lambda id: (scene.far(aims[id].hex, id, scene.side), id)):
            self._march(id, aims[id])
        for id in self.troops:
            if id not in self.intents:
                self._goes(id, scene.hex(id))
        self._supply()
        self._lead()
        order = tuple(id for id, intent in self.intents.items() if intent.end != scene.hex(id))
        return Plan(scene, order, self.intents, aims, struck, gain)

    def _goes(self, id: UnitId, hex: Hex, supply: UnitId | None = None, *, forced: bool = False) -> None:
        beside = max(self.there[hex], key=lambda id: (self.scene.kind(id).strength, id), default=None)
        self.intents[id] = Intent(hex, supply, forced, beside if id in self.leaders else None)
        if self.scene.kind(id).combat:
            self.there[hex].append(id)

    # ---- sieges

    def _besiege(self, aims: Mapping[UnitId, Aim]) -> None:
        """Close the rings of Fortresses that cannot be stormed, with as few as do it."""
        scene = self.scene
        goers: dict[Hex, list[UnitId]] = defaultdict(list)
        for id, aim in aims.items():
            if aim.kind == "take" and scene.foe.stacks.get(aim.hex):
                goers[aim.hex].append(id)
        for fortress in sorted(goers, key=lambda hex: (-scene.points[hex], hex)):
            near = [id for id in goers[fortress] if id not in self.intents]
            for id, hex in next(self._rings(fortress, near), {}).items():
                self._goes(id, hex)

    def _rings(self, fortress: Hex, near: list[UnitId]) -> Iterator[Mapping[UnitId, Hex]]:
        scene = self.scene
        ring = [hex for hex in scene.box.crossings[fortress] if hex not in scene.foe.stacks]
        comes = {
            hex: [id for id in near if scene.hex(id) == hex or hex in scene.reach(id)]
            for hex in ring
            if not self.there[hex]
        }
        places = [hex for hex in ring if comes.get(hex)]
        for count in (2, 3, 4):
            for hexes in combinations(places, count):
                stands = _matched({hex: comes[hex] for hex in hexes})
                if stands is not None and self._closed(fortress, stands):
                    yield stands

    def _closed(self, fortress: Hex, stands: Mapping[UnitId, Hex]) -> bool:
        scene = self.scene
        pieces = {id: piece for id, piece in scene.table.pieces.items() if id not in self.troops}
        for hex, ids in self.there.items():
            pieces |= {id: replace(scene.table.pieces[id], hex=hex) for id in ids}
        pieces |= {id: replace(scene.table.pieces[id], hex=hex) for id, hex in stands.items()}
        return besieged(scene.table.after(pieces), fortress, scene.enemy)

    # ---- marches

    def _fed_marches(self, aims: Mapping[UnitId, Aim]) -> None:
        """Spend supply on marches where many have far to go."""
        scene = self.scene
        for supply in self.supplies:
            if supply in self.intents:
                continue
            start = scene.hex(supply)
            near = {start, *scene.box.crossings[start]}
            group = [
                id for id in self.troops if id in aims and id not in self.intents and scene.hex(id) in near
            ]
            gain = 0.0
            for id in group:
                kind = scene.kind(id)
                more = scene.far(aims[id].hex, id, scene.side) - kind.allowance
                gain += max(0, min(kind.allowance, more)) * weight(kind) * aims[id].value / 4
            if gain < scene.weights.fed_march * scene.price:
                continue
            for id in sorted(group, key=lambda id: (scene.far(aims[id].hex, id, scene.side), id)):
                self._march(id, aims[id], supply)
            if any(intent.supply == supply for intent in self.intents.values()):
                self.intents.setdefault(supply, Intent(start))
                for other in self.supplies:
                    if other not in self.intents and scene.hex(other) in near:
                        self._follow(other, supply)

    def _march(self, id: UnitId, aim: Aim, supply: UnitId | None = None) -> None:
        """Move a unit to the best hex on the way to its aim."""
        scene = self.scene
        allowances = 1 if supply is None else 2
        start, reach = scene.hex(id), scene.reach(id, allowances)
        scores = {hex: self._score(id, aim, hex) for hex in (start, *reach)}
        end = max(scores, key=lambda hex: (scores[hex], hex == start, hex))
        fed = supply if supply is not None and end != start and end not in scene.reach(id) else None
        self._goes(id, end, fed, forced=fed is None and self._forces(id, aim, end))

    def _forces(self, id: UnitId, aim: Aim, end: Hex) -> bool:
        """Whether a march is worth the roll: far to go, no enemy about, and an army that marches well."""
        scene, kind = self.scene, self.scene.kind(id)
        left = scene.from_hex(aim.hex, end, kind, scene.side)
        return (
            kind.march < 0
            and end != scene.hex(id)
            and FAR > left >= kind.allowance
            and not scene.threat.total.get(end)
        )

    def _score(self, id: UnitId, aim: Aim, hex: Hex) -> float:
        scene, weights, kind = self.scene, self.scene.weights, self.scene.kind(id)
        far = scene.from_hex(aim.hex, hex, kind, scene.side)
        score = -weights.pace * weight(kind) * min(far, 60)
        if hex == aim.hex:
            score += aim.value
        others = [other for other in self.there.get(hex, ()) if other != id]
        kinds = [scene.kind(other) for other in others]
        room = scene.box.figures.fortress if hex in scene.box.fortress else None
        if others and excess([*kinds, kind], room) and hex not in self.fed:
            score -= 5.0
        return score - self._risked(id, hex, [*others, id])

    def _risked(self, id: UnitId, hex: Hex, together: Iterable[UnitId]) -> float:
        """What the enemy's answer may cost a unit on a hex."""
        scene = self.scene
        if not scene.threat.total.get(hex):
            return 0.0
        fed = hex in self.fed or hex in scene.box.fortress
        fighters = tuple(Fighter(scene.kind(other), fed) for other in together)
        defence = defence_total([Defended(fighters, scene.box.factor(hex))])
        lost = scene.threat.lost(hex, defence) * scene.weights.attacked
        return lost * scene.life * scene.worth_of(scene.kind(id), scene.side)

    # ---- leaders and supply

    def _supply(self) -> None:
        """Where stacks would starve first, then with the army."""
        scene = self.scene
        for hex in sorted(self.there):
            room = scene.box.figures.fortress if hex in scene.box.fortress else None
            if excess([scene.kind(id) for id in self.there[hex]], room) and hex not in self.fed:
                for id in self.supplies:
                    near = () if id in self.intents else (hex, *scene.box.crossings[hex])
                    ends = [end for end in near if end == scene.hex(id) or end in scene.reach(id)]
                    safe = [end for end in ends if self.there.get(end)]
                    if ends:
                        end = min(safe or ends, key=lambda end: (end != scene.hex(id), end != hex, end))
                        self._goes(id, end)
                        self.fed |= {end, *scene.box.crossings[end]}
                        break
        for id in self.supplies:
            if id not in self.intents:
                self._follow(id)

    def _follow(self, id: UnitId, supply: UnitId | None = None) -> None:
        """A supply unit keeps to the strongest troops that have none yet, and out of the enemy's way."""
        scene, start = self.scene, self.scene.hex(id)
        groups = self._groups()
        if not groups:
            self._goes(id, start)
            return
        fed = {self.intents[other].end for other in self.supplies if other in self.intents}
        heart = max(
            groups,
            key=lambda hex: (
                groups[hex]
                - 0.4 * distance(start, hex)
                - 4 * sum(distance(hex, other) <= 1 for other in fed),
                hex,
            ),
        )
        reach = scene.reach(id, 1 if supply is None else 2)
        kind = scene.kind(id)

        def rank(hex: Hex) -> tuple[float, Hex]:
            alone = bool(scene.threat.total.get(hex)) and not self.there.get(hex)
            far = scene.from_hex(heart, hex, kind, scene.side)
            return -far - (20 if alone else 0) + (0.5 if self.there.get(hex) else 0), hex

        end = max((start, *reach), key=rank)
        self._goes(id, end, supply if end not in scene.reach(id) and end != start else None)

    def _groups(self) -> dict[Hex, float]:
        """How strong the troops are on and around each hex where some are to stand."""
        scene = self.scene
        strength = {hex: sum(scene.kind(id).strength for id in ids) for hex, ids in self.there.items() if ids}
        return {
            hex: sum(strength.get(near, 0) for near in (hex, *scene.box.crossings[hex]))
            + (3 if scene.threat.total.get(hex) else 0)
            for hex in strength
        }

    def _lead(self) -> None:
        """The best leaders go where what they add counts most."""
        scene = self.scene
        bonus: dict[Hex, int] = defaultdict(int)
        for id, intent in self.intents.items():
            if id in self.leaders:
                bonus[intent.end] += max(scene.kind(id).offence, scene.kind(id).defence)
        free = [id for id in self.leaders if id not in self.intents]
        strength = {hex: sum(scene.kind(id).strength for id in ids) for hex, ids in self.there.items() if ids}
        if not strength:
            return
        for id in sorted(free, key=lambda id: (-scene.kind(id).offence - scene.kind(id).defence, id)):
            start, reach = scene.hex(id), scene.reach(id)
            power = max(scene.kind(id).offence, scene.kind(id).defence)
            ranks = {
                hex: min(power, max(0, strong - bonus[hex])) * (2.0 if scene.threat.total.get(hex) else 1.0)
                - 0.1 * distance(start, hex)
                for hex, strong in strength.items()
            }
            best = sorted(ranks, key=lambda hex: (-ranks[hex], hex != start, hex))
            end = next((hex for hex in best if hex == start or hex in reach), None)
            if end is not None:
                bonus[end] += power
                self._goes(id, end)
                continue
            safe = [hex for hex in (start, *reach) if not scene.threat.total.get(hex)]
            if safe:
                self._goes(id, min(safe, key=lambda hex: (distance(hex, best[0]), hex)))


def _able(scene: Scene, id: UnitId, piece: Piece) -> bool:
    """Whether a unit can move, or be led into a battle."""
    return piece.disrupted is None and scene.kind(id).allowance > 0 and id not in scene.state.bound


def _matched(comes: Mapping[Hex, list[UnitId]]) -> dict[UnitId, Hex] | None:
    """A unit of its own for each hex, or None."""
    stands: dict[UnitId, Hex] = {}
    for hex in sorted(comes, key=lambda hex: (len(comes[hex]), hex)):
        id = next((id for id in comes[hex] if id not in stands), None)
        if id is None:
            return None
        stands[id] = hex
    return stands
