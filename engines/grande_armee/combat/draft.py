"""The defence plan: what a defender does about attacks unless he says otherwise (I-01 to I-03)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

from data.grande_armee.hexes import Hex, distance
from data.grande_armee.schema import Side
from engines.grande_armee.around import in_reach
from engines.grande_armee.combat.attack import Attack, Spent
from engines.grande_armee.combat.before import declared, must_stand, on_hex, way_out
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.routes import Routes
from engines.grande_armee.position import Position, UnitId


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a standing order says of a defence; by default the sensible draft."""

    going: Literal["auto", "stand", "always", "cavalry"] = "auto"
    """`auto` leaves screens: hexes without infantry, except Fortresses that score (I-01)."""
    odds: int = 0
    """The units retreat at these odds or worse ones, if their owner spends no supply."""
    together: bool = False
    """The units of a hex go all or none."""
    towards: tuple[Hex, ...] = ()
    """The hexes that the units come as near to as possible, the first before the others (I-02)."""
    supply: Literal["auto", "always", "never"] = "auto"
    """When to spend supply: `auto` if it changes the column, or foils an attack across a river (I-03)."""
    back: int = 0
    """Supply units that are not spent."""


class Ground(msgspec.Struct, frozen=True):
    """What a defence is planned on.

    :ivar own: hexes of the Fortresses that the defender controls.
    :ivar scoring: those of them whose loss scores.
    :ivar closed: hexes of closed ground.
    :ivar taken: hexes of the Fortresses that the attacker controls.
    :ivar shunned: ground that the defender had better not enter, the widest first.
    """

    field: Field
    attacks: Sequence[Attack]
    side: Side
    own: frozenset[Hex] = frozenset()
    scoring: frozenset[Hex] = frozenset()
    closed: frozenset[Hex] = frozenset()
    taken: frozenset[Hex] = frozenset()
    shunned: tuple[frozenset[Hex], ...] = ()

    @property
    def position(self) -> Position:
        """Where everything stands."""
        return self.field.position

    def hexes(self) -> list[Hex]:
        """The hexes under attack that have units on them."""
        hexes = dict.fromkeys(hex for attack in declared(self.attacks) for hex in attack.targets)
        return [hex for hex in hexes if self.position.stack(hex, self.side)]

    def ends(self, unit: UnitId) -> Mapping[Hex, tuple[Hex, ...]]:
        """Where an attacked unit may retreat before combat, each end with a route; none where it stands."""
        routes = self.routes(unit)
        return {} if must_stand(self.position, self.attacks, unit, routes) else routes.ends

    def routes(self, unit: UnitId) -> Routes:
        """The routes of a unit before combat, whether it may go or not."""
        return way_out(self.position, unit, self.own, self.closed, self.taken, self.shunned)

    def hungry(self) -> list[Hex]:
        """The hexes under attack with combat units that are not supplied; a Fortress supplies its own."""
        return [
            hex
            for hex in self.hexes()
            if (troops := self.position.troops(hex, self.side))
            and not all(fighter.supplied for fighter in self.field.fighters(troops))
        ]

    def usable(self) -> list[UnitId]:
        """Supply units that can still be spent on combat units under attack: others have no use of it."""
        near = {id for hex in self.hungry() for id in in_reach(self.position, hex, self.side)}
        return sorted(near - self.field.spent.keys())


def next_to_go(ground: Ground, plan: Plan) -> tuple[UnitId, tuple[Hex, ...]] | None:
    """The next unit that retreats before combat by a plan, and its route; the slowest of a hex first."""
    for hex in ground.hexes():
        stack = ground.position.stack(hex, ground.side)
        going = [id for id in stack if _goes(ground, plan, id)]
        slowest = sorted(going, key=lambda id: (ground.position.kind(id).allowance, id))
        ways = {id: ground.ends(id) for id in slowest}
        if plan.together and not (len(going) == len(stack) and all(ways.values())):
            continue
        for id, ends in ways.items():
            if ends:
                routes = ground.routes(id)
                return id, routes.best(min(ends, key=lambda end: rank(ground, routes, plan.towards, end)))
    return None


def _goes(ground: Ground, plan: Plan, unit: UnitId) -> bool:
    """Whether a plan wants a unit to go."""
    hex = ground.position.pieces[unit].hex
    if plan.odds and not any(
        ground.field.odds(attack).at_least(plan.odds) for attack in on_hex(ground.attacks, hex)
    ):
        return False
    match plan.going:
        case "stand":
            return False
        case "always":
            return True
        case "cavalry":
            return ground.position.kind(unit).arm == "cavalry"
        case "auto":
            arms = {ground.position.kind(id).arm for id in ground.position.stack(hex, ground.side)}
            return "infantry" not in arms and hex not in ground.scoring


def worth(
    position: Position, side: Side, own: Collection[Hex], towards: Sequence[Hex], end: Hex
) -> tuple[tuple[int, ...], int, int, Hex]:
    """How an end of a retreat ranks, the best least: as wished, near home, far from cavalry (I-02)."""
    wished = tuple(distance(end, hex) for hex in towards)
    home = min((distance(end, hex) for hex in own), default=0)
    horse = [
        distance(end, piece.hex)
        for id, piece in position.pieces.items()
        if (kind := position.kind(id)).side != side and kind.arm == "cavalry"
    ]
    return wished, home, -min(horse, default=0), end


def rank(
    ground: Ground, routes: Routes, towards: Sequence[Hex], end: Hex
) -> tuple[int, bool, tuple[tuple[int, ...], int, int, Hex]]:
    """The worth of an end; no unit goes onto a hex that is attacked unless it is told to (A-37)."""
    embattled = bool(on_hex(ground.attacks, end)) and end not in towards
    return routes.trespass(end), embattled, worth(ground.position, ground.side, ground.own, towards, end)


def next_to_spend(ground: Ground, plan: Plan) -> UnitId | None:
    """The next supply unit that a plan spends on the defence."""
    if plan.supply == "never":
        return None
    usable = ground.usable()
    if len(_stock(ground)) - plan.back <= 0:
        return None
    return next((id for id in usable if _wanted(ground, plan, id)), None)


def _stock(ground: Ground) -> list[UnitId]:
    """The defender's supply units on the map that are not spent."""
    return [
        id
        for id in ground.position.pieces
        if (kind := ground.position.kind(id)).side == ground.side
        and kind.arm == "supply"
        and id not in ground.field.spent
    ]


def _wanted(ground: Ground, plan: Plan, supply: UnitId) -> bool:
    """Whether a supply unit feeds a hex that nothing feeds, where it matters."""
    spent = Spent(side=ground.side, use="combat", hex=ground.position.pieces[supply].hex)
    served = [hex for hex in ground.hungry() if spent.serves(hex)]
    if plan.supply == "always":
        return bool(served)
    after = msgspec.structs.replace(ground.field, spent={**ground.field.spent, supply: spent})
    upon = (attack for attack in declared(ground.attacks) if not {*served}.isdisjoint(attack.targets))
    return any(_changes(ground.field, after, attack) for attack in upon)


def _changes(before: Field, after: Field, attack: Attack) -> bool:
    """Whether the column of an attack is another, or the river's least odds are missed."""
    tables = before.position.box.tables
    was, now = before.odds(attack), after.odds(attack)
    return was.column(tables) != now.column(tables) or before.drowned(attack, was) != after.drowned(
        attack, now
    )
