"""The greedy way to play: towards what scores, in supply, and into fights that promise something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from data.grande_armee.schema import Side
from data.hexes import Hex, distance
from engines.grande_armee import actions
from engines.grande_armee.actions import CREATE_ALL, END, HALT, LOSE_AUTO, REST, RETREAT_AUTO, Action
from engines.grande_armee.box import ENEMY, Box, Kind
from engines.grande_armee.combat import frames as combat
from engines.grande_armee.combat.attack import Attack, Spent
from engines.grande_armee.combat.ground import field
from engines.grande_armee.combat.losses import excess
from engines.grande_armee.combat.spending import spendable
from engines.grande_armee.frames import Moving, NextLeg, Option
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.score import prizes
from engines.grande_armee.state import State, position
from engines.grande_armee.supply import in_reach

_OPEN, _FORTRESS = 140, 180
"""Odds in per cent that are worth an attack: what scatters for certain, and what may take a Fortress."""
_STARVING = 40
"""What it is worth not to stack without supply."""
_FAR = 99


def greedy(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """What a side does, of its legal actions, of which there is at least one."""
    frame = state.stack[-1]
    match frame:
        case Moving():
            chosen = _move(box, state, side, legal)
        case Option():
            chosen = HALT
        case NextLeg():
            chosen = REST
        case combat.Declaring():
            chosen = _declare(box, state, side, legal)
        case combat.Retreating():
            chosen = RETREAT_AUTO
        case combat.Exchanging():
            chosen = LOSE_AUTO
        case combat.Creating():
            chosen = CREATE_ALL
        case combat.Advancing():
            chosen = _advance(box, legal)
        case _:
            chosen = PROCEDURE.handler(frame).fallback(box, state, frame) or END
    return chosen if chosen in legal or PROCEDURE.refusal(box, state, side, chosen) is None else legal[0]


# ---- movement


def _move(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """What can be eliminated at no cost goes; then each unit makes its best move, the strongest first."""
    free = [action for action in legal if isinstance(action, actions.Eliminate) and not action.supplies]
    if free:
        return free[0]
    at = position(box, state)
    outlook = _Outlook(box, state, side, at)
    by_unit: dict[UnitId, list[Hex]] = {}
    for action in legal:
        if isinstance(action, actions.Move) and action.supply is None and action.unit not in state.marches:
            by_unit.setdefault(action.unit, []).append(action.route[-1])
    for id in sorted(by_unit, key=lambda id: (_rank(at.kind(id)), id)):
        here = outlook.worth(id, at.pieces[id].hex)
        best = max(by_unit[id], key=lambda hex: (outlook.worth(id, hex), hex))
        if outlook.worth(id, best) > here:
            return actions.Move(id, (best,))
    return END


def _rank(kind: Kind) -> tuple[int, int]:
    """Troops first, the strongest ahead; then leaders, who go along, and supply."""
    order = {"infantry": 0, "cavalry": 1, "supply": 2, "leader": 3, "depot": 4}
    return order[kind.arm], -kind.strength


class _Outlook:
    """What a side goes for, worked out once for a position."""

    def __init__(self, box: Box, state: State, side: Side, at: Position) -> None:
        self._box, self._state, self._side, self._at = box, state, side, at
        known = prizes(box, state)
        self._wanted = {
            box.place[town]: prize.points for town, prize in known.items() if state.control[town] != side
        }
        self._own = {
            box.place[town]: prize.points for town, prize in known.items() if state.control[town] == side
        }
        self._aims = (self._wanted if side == "french" else self._own) or self._own or self._wanted
        self._troops = {hex for hex in at.at if at.troops(hex, side)}
        self._known: dict[tuple[UnitId, Hex], int] = {}

    def worth(self, id: UnitId, hex: Hex) -> int:
        """What it is worth that a unit ends on a hex."""
        if (id, hex) not in self._known:
            kind = self._at.kind(id)
            self._known[id, hex] = self._fighting(id, kind, hex) if kind.combat else self._along(kind, hex)
        return self._known[id, hex]

    def _fighting(self, id: UnitId, kind: Kind, hex: Hex) -> int:
        box, at = self._box, self._at
        worth = -self._away(at.pieces[id].hex, hex)
        if hex in self._wanted:
            worth += 10 + self._wanted[hex]
        if at.pieces[id].hex in self._own and not [
            other for other in at.troops(at.pieces[id].hex, self._side) if other != id
        ]:
            # Somebody stays in a Fortress that scores.
            worth -= 0 if hex == at.pieces[id].hex else 6
        together = [at.kind(other) for other in at.troops(hex, self._side) if other != id]
        room = box.figures.fortress if hex in box.fortress else None
        if excess([*together, kind], room) and not in_reach(at, hex, self._side):
            worth -= _STARVING
        enemies = self._enemies(hex)
        ours = kind.strength + sum(other.strength for other in together)
        if enemies > 2 * ours:
            worth -= 8
        return worth

    def _away(self, start: Hex, hex: Hex) -> int:
        """How far an aim is: that which is nearest to where the unit stands, the dearest of those as near."""
        aim = min(
            self._aims,
            key=lambda place: (3 * distance(start, place) - self._aims[place], place),
            default=None,
        )
        return 0 if aim is None else 2 * distance(hex, aim)

    def _along(self, kind: Kind, hex: Hex) -> int:
        """Leaders and supply keep to troops, where the most are; depots stay."""
        if kind.arm == "depot":
            return 0
        near = (hex, *self._box.crossings[hex])
        troops = sum(self._at.kind(id).strength for each in near for id in self._at.troops(each, self._side))
        here = sum(self._at.kind(id).strength for id in self._at.troops(hex, self._side))
        others = sum(
            self._at.kind(id).arm == kind.arm for each in near for id in self._at.stack(each, self._side)
        )
        alone = self._enemies(hex) and not here
        return 2 * troops + 3 * here - 4 * others - (_STARVING if alone else 0) - self._apart(hex)

    def _apart(self, hex: Hex) -> int:
        return min((distance(hex, other) for other in self._troops), default=_FAR)

    def _enemies(self, hex: Hex) -> int:
        enemy = ENEMY[self._side]
        return sum(
            self._at.kind(id).strength
            for near in self._box.crossings[hex]
            for id in self._at.troops(near, enemy)
        )


# ---- combat


def _declare(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """The attack of the best odds that is worth it; then supply where it betters the column."""
    rated = [(_promise(box, state, side, each), each) for each in legal if isinstance(each, actions.Attack)]
    good = [(gain, -len(each.units), each) for gain, each in rated if gain > 0]
    if good:
        return max(good, key=lambda rating: (rating[0], rating[1], rating[2].targets, rating[2].units))[2]
    for action in legal:
        if isinstance(action, actions.Spend) and _betters(box, state, side, action.supply):
            return action
    return END


def _spending(state: State, side: Side, supplies: Iterable[UnitId]) -> dict[UnitId, Spent]:
    return {id: Spent(side=side, use="combat", hex=state.pieces[id].hex) for id in supplies}


def _promise(box: Box, state: State, side: Side, action: actions.Attack) -> float:
    """By how much an attack is better than what is worth it, both sides in what supply they can have."""
    stands = tuple(sorted({state.pieces[id].hex for id in action.units}))
    attack = Attack(
        side=side, targets=action.targets, units=action.units, leaders=action.leaders, stands=stands
    )
    enemy = ENEMY[side]
    on = field(box, state)
    spent = {
        **on.spent,
        **_spending(state, side, spendable(box, state, side, stands)),
        **_spending(state, enemy, spendable(box, state, enemy, action.targets)),
    }
    odds = msgspec.structs.replace(on, spent=spent).odds(attack)
    worth = _FORTRESS if any(hex in box.fortress for hex in action.targets) else _OPEN
    if odds.percent is None:
        return 1.0
    drowned = on.drowned(attack, odds)
    return -1.0 if drowned else float(odds.percent) / worth - 0.999


def _betters(box: Box, state: State, side: Side, supply: UnitId) -> bool:
    """Whether a supply unit lifts an attack into a better column."""
    on = field(box, state)
    fed = msgspec.structs.replace(on, spent={**on.spent, **_spending(state, side, (supply,))})
    return any(
        fed.odds(attack).column(box.tables) > on.odds(attack).column(box.tables) for attack in state.attacks
    )


def _advance(box: Box, legal: Sequence[Action]) -> Action:
    """Into Fortresses with the fewest that hold them."""
    into = [each for each in legal if isinstance(each, actions.Advance) and each.target in box.fortress]
    return min(into, key=lambda each: (len(each.units), each.units), default=END)
