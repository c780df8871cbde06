"""The automatic player's expectation of a combat, by numbers that its side may know.

It uses the table without the incidents, which are alike for both; marches to the guns count by their chance.
"""

from __future__ import annotations

from typing import NamedTuple

from data.vendee.schema import Side
from engines.core.odds import two_dice
from engines.vendee.combat.reckoning import Clash, Force, reckon
from engines.vendee.foresight.what_if import presumed
from engines.vendee.frames import Points
from engines.vendee.player.outlook import Outlook
from engines.vendee.position.groups import Group, standing
from engines.vendee.position.supply import supplied
from engines.vendee.state import generals_in, total
from engines.vendee.view import counters

_SUMS = two_dice().map(sum)
_WINNER = 0.17
"""Mean share of the smaller force that the winner loses (V-T-WLOSS)."""
_SERVES = 0.35
"""Chance that a stack that lies face down marches to the guns."""


class Prospect(NamedTuple):
    """The expected result of a combat for its attacker."""

    win: float
    rout: float
    """Chance to win by a rout."""
    routed: float
    """Chance to lose by a rout."""
    lost: float
    """Combat points that are lost, on average."""
    taken: float
    size: int
    """Combat points of both sides."""


def prospect(outlook: Outlook, target: str, origin: str, group: Group) -> Prospect:
    """A combat in a neighbouring area where the enemy is, or may be."""
    box, state, side, foe = outlook.box, outlook.state, outlook.side, outlook.foe
    known = outlook.sight.enemy(target) == "points"
    if known:
        defenders = Force(*standing(box, state, foe, target))
    else:
        defenders = Force({presumed(box, state, foe, target): max(1, round(outlook.enemy[target]))}, ())
    forces: dict[Side, Force] = {
        side: Force(_more(group[0], _helpers(outlook, target, side, origin)), group[1]),
        foe: Force(_more(defenders.points, _helpers(outlook, target, foe, origin)), defenders.generals),
    }
    clash = Clash(target, side, forces, (origin,))
    sums = reckon(box, state, clash, (), _in_supply(outlook, clash, known))
    # A large face-down stack is assumed to have a general.
    modifier = sums.modifier - (not known and outlook.enemy[target] > 4)
    return _read(outlook, clash, box.charts.shifted(sums.ratio, sums.shift), modifier)


def _read(outlook: Outlook, clash: Clash, column: int, modifier: int) -> Prospect:
    ours, theirs = clash.attackers, clash.defenders
    won = _WINNER * min(ours, theirs)
    win = rout = routed = lost = taken = 0.0
    for roll, ways in _SUMS.weights.items():
        result = outlook.box.charts.combat(column, roll + modifier)
        chance = ways / 36
        if result.loser == "defender":
            win += chance
            rout += chance * result.rout
            lost += chance * won
            taken += chance * theirs * result.percent / 100
        else:
            routed += chance * result.rout
            lost += chance * ours * result.percent / 100
            taken += chance * won
    return Prospect(win, rout, routed, lost, taken, ours + theirs)


def spoils(outlook: Outlook, combat: Prospect, points: Points) -> float:
    """The worth of a combat's changes on the tracks of morale and of powder (5.1, 5.2)."""
    state, charts, side = outlook.state, outlook.box.charts, outlook.side
    won, lost = charts.morale(combat.size)
    worth = combat.win * outlook.swing(side, won) - (1 - combat.win) * outlook.swing(outlook.foe, won)
    worth += combat.routed * outlook.swing(side, lost) - combat.rout * outlook.swing(outlook.foe, lost)
    size = total(points)
    royal = side == "royalist"
    gain, loss = (combat.rout, combat.routed) if royal else (combat.routed, combat.rout)
    blue = combat.size - size if royal else size
    lack = sum(max(0, -level) for level in state.powder.values()) / len(state.powder)
    moved = gain * min(lack, charts.powder(blue)[0])
    moved -= loss * min(2 - lack, charts.powder(combat.size - blue)[0])
    return worth + outlook.weights.powder * moved * (1 if royal else -1)


def _helpers(outlook: Outlook, target: str, side: Side, origin: str) -> int:
    """Combat points of a side that are expected to march to the guns."""
    box, state = outlook.box, outlook.state
    own = side == outlook.side
    expected = 0.0
    for near in box.ground.guns[target]:
        count = outlook.at_rest(near) if own else int(outlook.enemy.get(near, 0))
        if near == origin or not count:
            continue
        if not own and near in outlook.sight.backs:
            # A lone counter can't be both a general and the points that he leads.
            expected += _SERVES * count * (counters(box, state, side, near) > 1)
        elif leaders := generals_in(box, state, near, side):
            faces = box.charts.tables.tests.guns_factor * box.best_strategic(leaders) - 1
            expected += count * max(0, min(6, faces)) / 6 * (0.7 if own else 0.9)
    return round(expected)


def _more(points: Points, count: int) -> Points:
    """Combat points with helpers, which count as the most numerous kind."""
    if not count:
        return points
    largest = max(points, key=lambda kind: points[kind])
    return {**points, largest: points[largest] + count}


def _in_supply(outlook: Outlook, clash: Clash, known: bool) -> bool:
    """Whether the Republicans would be supplied; face-down counters cut the road, with a chance."""
    box, state = outlook.box, outlook.state
    points = clash.forces["republican"].points
    if outlook.side == "royalist":
        return not known or supplied(box, state, points, clash.area)
    return supplied(box, state, points, clash.area, outlook.sight.points | outlook.sight.backs)
