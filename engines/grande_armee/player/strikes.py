"""Battles that a side can seek in this turn: units that meet on a hex, their leaders and their supply."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from data.grande_armee.hexes import Hex
from engines.grande_armee.box import Crossing, Kind
from engines.grande_armee.combat.odds import Fighter, Odds, attack_total
from engines.grande_armee.player.scene import Scene
from engines.grande_armee.player.sight import chances, next_to, weight
from engines.grande_armee.position import UnitId

_MOST = 8
"""Units of a battle, and battles of a turn, that are looked into."""


class Strike(NamedTuple):
    """A battle that is sought."""

    target: Hex
    gain: float
    stands: Mapping[UnitId, Hex]
    """Where its troops and leaders go."""
    supply: tuple[UnitId, Hex] | None


class Supplies:
    """Where the usable supply units of a side can be after their march."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.left = [
            id
            for id, piece in scene.camp.pieces.items()
            if scene.kind(id).arm == "supply" and piece.disrupted is None and id not in scene.state.spent
        ]

    def near(self, hex: Hex) -> tuple[UnitId, Hex] | None:
        """One that can feed a hex, and where it goes for that: to the hex itself, or it stays beside it."""
        scene = self._scene
        for id in self.left:
            start = scene.hex(id)
            if start == hex or hex in scene.reach(id):
                return id, hex
            if start in scene.box.crossings[hex]:
                return id, start
        return None


class Field(NamedTuple):
    """What can still be used for battles."""

    scene: Scene
    units: set[UnitId]
    leaders: set[UnitId]
    supplies: Supplies
    held: frozenset[Hex]
    """Hexes of own troops that can't go: no unit joins them, for lack of supply."""
    goals: Mapping[UnitId, Hex]
    """Where the main army marches otherwise."""

    def comes(self, id: UnitId, hex: Hex) -> bool:
        """Whether a unit can be on a hex after its march."""
        return self.scene.hex(id) == hex or hex in self.scene.reach(id)

    def use(self, strike: Strike) -> None:
        """Take what a battle needs out of the rest."""
        used = needs(strike)
        self.units.difference_update(used)
        self.leaders.difference_update(used)
        self.supplies.left = [id for id in self.supplies.left if id not in used]


def needs(strike: Strike) -> set[UnitId]:
    """The units, the leaders and the supply that a battle needs."""
    return {*strike.stands, *([strike.supply[0]] if strike.supply else [])}


def strikes(
    scene: Scene, units: Collection[UnitId], leaders: Collection[UnitId], goals: Mapping[UnitId, Hex]
) -> list[Strike]:
    """The battles that are sought, the best first; no unit is in two of them."""
    able = set(units)
    held = frozenset(hex for hex, stack in scene.camp.troops.items() if not able.issuperset(stack))
    field = Field(scene, able, set(leaders), Supplies(scene), held, goals)
    chosen: list[Strike] = []
    open_ = set(scene.foe.stacks)
    while open_ and len(chosen) < _MOST:
        best = {target: _best(field, target) for target in sorted(open_)}
        open_ = {target for target, strike in best.items() if strike is not None}
        good = [strike for strike in best.values() if strike is not None]
        # Those that share nothing with a better one are taken at once.
        used: set[UnitId] = set()
        for strike in sorted(good, key=lambda strike: (-strike.gain, strike.target))[: _MOST - len(chosen)]:
            if not needs(strike) & used:
                used |= needs(strike)
                chosen.append(strike)
                open_.discard(strike.target)
                field.use(strike)
    return chosen


def _best(field: Field, target: Hex) -> Strike | None:
    seek = _assaults if target in field.scene.box.fortress else _in_the_open
    sought = (strike._replace(gain=strike.gain - _detour(field, strike)) for strike in seek(field, target))
    best = max(sought, key=lambda strike: strike.gain, default=None)
    return best if best is not None and best.gain > field.scene.weights.attack else None


def _detour(field: Field, strike: Strike) -> float:
    """What a battle costs those units of the main army that would be on their way otherwise."""
    scene, lost = field.scene, 0.0
    for id, hex in strike.stands.items():
        goal, kind = field.goals.get(id, strike.target), scene.kind(id)
        if goal != strike.target:
            left = max(0, scene.far(goal, id, scene.side) - kind.allowance)
            more = scene.from_hex(goal, hex, kind, scene.side) - left
            lost += weight(kind) * max(0, min(more, 2 * kind.allowance))
    return scene.weights.detour * scene.weights.pace * lost


def _in_the_open(field: Field, target: Hex) -> Iterator[Strike]:
    scene = field.scene
    for stand in next_to(scene.box, target):
        barred = stand in scene.box.fortress and stand not in scene.own
        if barred or stand in scene.foe.stacks or stand in field.held:
            continue
        coming = _strongest(scene, (id for id in field.units if field.comes(id, stand)))
        if not coming:
            continue
        led = [id for id in field.leaders if field.comes(id, stand)]
        supply = field.supplies.near(stand)
        yield from _groups(scene, target, stand, coming, led, supply)


def _groups(
    scene: Scene,
    target: Hex,
    stand: Hex,
    coming: Sequence[UnitId],
    led: Sequence[UnitId],
    supply: tuple[UnitId, Hex] | None,
) -> Iterator[Strike]:
    """One unit unfed, or fed and as many as it takes."""
    defence = scene.defence(target)
    sizes = [(1, None), *((size, supply) for size in range(1, min(len(coming), _MOST) + 1) if supply)]
    for size, fed in sizes:
        group = coming[:size]
        fighters = [Fighter(scene.kind(id), fed is not None) for id in group]
        lords = _led(scene, led, fighters)
        odds = Odds(attack_total(fighters, [scene.kind(id) for id in lords]), defence)
        if _wet(scene, stand, target) and not odds.at_least(scene.box.figures.river):
            continue
        gain = gained(scene, target, odds, [scene.kind(id) for id in group], fed=fed is not None)
        yield Strike(target, gain, dict.fromkeys((*group, *lords), stand), fed)


def _strongest(scene: Scene, units: Iterable[UnitId]) -> list[UnitId]:
    return sorted(units, key=lambda id: (-scene.kind(id).strength, id))


def _led(scene: Scene, led: Sequence[UnitId], fighters: Sequence[Fighter]) -> list[UnitId]:
    """The leaders that go along: the best ones, while what they add still counts."""
    base, added = attack_total(fighters, []), 0
    chosen: list[UnitId] = []
    for id in sorted(led, key=lambda id: (-scene.kind(id).offence, id)):
        if added < base:
            added += scene.kind(id).offence
            chosen.append(id)
    return chosen


def gained(scene: Scene, target: Hex, odds: Odds, attackers: Sequence[Kind], *, fed: bool) -> float:
    """What a battle is worth."""
    weights, known = scene.weights, chances(scene.box, odds)
    stack = scene.foe.stacks.get(target, ())
    value = scene.life * sum(scene.worth_of(scene.kind(id), scene.enemy) for id in stack)
    own = scene.life * sum(scene.worth_of(kind, scene.side) for kind in attackers)
    strong = scene.strength_of_foe(target)
    half = known.half * min(own, scene.life * weights.own * (strong / 2 + 0.5))
    if target in scene.box.fortress:
        points = 0.0 if target in scene.own else scene.points.get(target, 0.0)
        won = known.stormed * (value + points)
    else:
        again = bool(stack) and all(scene.foe.pieces[id].disrupted is not None for id in stack)
        sure = again or Odds(odds.attack, strong).at_least(scene.box.figures.elimination)
        # A unit that may get out of the way is disrupted by it, and lost only if it stands.
        won = value * (known.again if again else known.struck if sure else 0.7 * known.struck)
    cost = scene.price if fed else 0.0
    return won - known.beaten * own - half - cost - weights.busy * len(attackers)


def _assaults(field: Field, target: Hex) -> Iterator[Strike]:
    """The attacks on a Fortress from all sides, with one unit from each hex (G-FOR-E-1)."""
    scene = field.scene
    barred = {*scene.foe.stacks, *scene.box.fortress, *field.held}
    ring = [hex for hex in next_to(scene.box, target) if hex not in barred]
    stands: dict[UnitId, Hex] = {}
    for id in _strongest(scene, field.units):
        places = [hex for hex in ring if hex not in stands.values() and field.comes(id, hex)]
        if places:
            # It stays where it is, or goes where no river is in the way.
            here = scene.hex(id)
            stands[id] = min(places, key=lambda hex: (hex != here, _wet(scene, hex, target), hex))
    if not stands:
        return
    supply = _feeding(field, stands)
    led = {id: hex for hex in reversed(stands.values()) for id in field.leaders if field.comes(id, hex)}
    for fed in (None, supply) if supply else (None,):
        yield from _sizes(scene, target, stands, led, fed)


def _sizes(
    scene: Scene,
    target: Hex,
    stands: Mapping[UnitId, Hex],
    led: Mapping[UnitId, Hex],
    fed: tuple[UnitId, Hex] | None,
) -> Iterator[Strike]:
    """An assault by as many as it takes, those that are fed first."""
    served = {fed[1], *scene.box.crossings[fed[1]]} if fed else set()
    order = sorted(stands, key=lambda id: (stands[id] not in served, -scene.kind(id).strength, id))
    for size in range(1, len(order) + 1):
        group = order[:size]
        used = {stands[id] for id in group}
        fighters = [Fighter(scene.kind(id), stands[id] in served) for id in group]
        lords = _led(scene, [id for id, hex in led.items() if hex in used], fighters)
        odds = Odds(attack_total(fighters, [scene.kind(id) for id in lords]), scene.defence(target))
        if any(_wet(scene, hex, target) for hex in used) and not odds.at_least(scene.box.figures.river):
            continue
        gain = gained(scene, target, odds, [scene.kind(id) for id in group], fed=fed is not None)
        yield Strike(target, gain, {id: stands[id] for id in group} | {id: led[id] for id in lords}, fed)


def _wet(scene: Scene, hex: Hex, target: Hex) -> bool:
    """Whether an unbridged river lies between."""
    return scene.box.crossings[hex][target] is Crossing.RIVER


def _feeding(field: Field, stands: Mapping[UnitId, Hex]) -> tuple[UnitId, Hex] | None:
    """The supply unit and the hex of it that feed the most."""
    scene = field.scene
    best: tuple[int, UnitId, Hex] | None = None
    for hex in dict.fromkeys(stands.values()):
        feeder = field.supplies.near(hex)
        if feeder is not None:
            served = {feeder[1], *scene.box.crossings[feeder[1]]}
            strength = sum(scene.kind(id).strength for id, stand in stands.items() if stand in served)
            if best is None or strength > best[0]:
                best = strength, *feeder
    return None if best is None else best[1:]
