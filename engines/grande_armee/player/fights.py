"""The Combat Phase of the automatic player: attacks, supply spent on them, and retreats before combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.grande_armee import actions
from engines.grande_armee.actions import END, Action
from engines.grande_armee.box import ENEMY, Box
from engines.grande_armee.combat import frames
from engines.grande_armee.combat.attack import Attack, Spent
from engines.grande_armee.combat.before import on_hex
from engines.grande_armee.combat.defence import drafted
from engines.grande_armee.combat.draft import Ground, Plan, rank
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.ground import field, ground
from engines.grande_armee.combat.spending import spendable
from engines.grande_armee.player.scene import Scene
from engines.grande_armee.player.sight import chances
from engines.grande_armee.player.strikes import gained
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State

_CLEAR = 0.02
"""Gain of supply that is worth spending it, beside its price."""
_STAND = 0.3
"""Share of a hex's troops that may be lost before they get out of the way, which costs them a turn."""


def declare(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """Declare the best attack that is worth it; then spend supply where it gains more than it costs."""
    good = promising(box, state, side, legal)
    if good:
        return good[0][1]
    scene, on = Scene(box, state, side, dict(state.pieces)), field(box, state)
    for action in legal:
        if isinstance(action, actions.Spend):
            before = _total(scene, on, state.attacks)
            after = _total(scene, _with(on, state, side, (action.supply,)), state.attacks)
            if after - before > scene.price + _CLEAR:
                return action
    return END


def promising(
    box: Box, state: State, side: Side, legal: Sequence[Action]
) -> list[tuple[float, actions.Attack]]:
    """The attacks that are worth it with what they are worth, the best first."""
    scene, on = Scene(box, state, side, dict(state.pieces)), field(box, state)
    rated = [(_promise(scene, on, action), action) for action in legal if isinstance(action, actions.Attack)]
    good = [(gain, action) for gain, action in rated if gain > scene.weights.attack]
    return sorted(
        good, key=lambda pair: (-pair[0], len(pair[1].units), pair[1].targets, pair[1].units, pair[1].leaders)
    )


def _with(on: Field, state: State, side: Side, supplies: Iterable[UnitId]) -> Field:
    spent = {id: Spent(side=side, use="combat", hex=state.pieces[id].hex) for id in supplies}
    return msgspec.structs.replace(on, spent={**on.spent, **spent})


def _promise(scene: Scene, on: Field, action: actions.Attack) -> float:
    """What an attack is worth with the supply that both sides can have."""
    box, state, side = scene.box, scene.state, scene.side
    attack = on.attack(side, action)
    met = _with(on, state, ENEMY[side], spendable(box, state, ENEMY[side], action.targets))
    best = _gain(scene, met, attack, fed=False)
    supplies = spendable(box, state, side, attack.stands)
    if supplies and not any(on.feeders(hex, side) for hex in attack.stands):
        best = max(best, _gain(scene, _with(met, state, side, supplies), attack, fed=True))
    return best


def _total(scene: Scene, on: Field, attacks: Iterable[Attack]) -> float:
    targets = [hex for attack in attacks for hex in attack.targets]
    foe = spendable(scene.box, scene.state, scene.enemy, targets)
    met = _with(on, scene.state, scene.enemy, foe)
    return sum(_gain(scene, met, attack, fed=False) for attack in attacks)


def _gain(scene: Scene, on: Field, attack: Attack, *, fed: bool) -> float:
    odds = on.odds(attack)
    kinds = [scene.kind(id) for id in attack.units]
    if on.drowned(attack, odds):
        return -scene.life * sum(scene.worth_of(kind, scene.side) for kind in kinds) - 0.1
    gain = sum(gained(scene, target, odds, kinds, fed=fed) for target in attack.targets)
    gain /= len(attack.targets)
    for stand in attack.stands:
        # Attackers that are driven out of a Fortress leave it open.
        if stand in scene.points:
            gain -= scene.points[stand] * chances(scene.box, odds).beaten
    return gain


# ---- defence


def defend(box: Box, state: State, frame: frames.Defending, legal: Sequence[Action]) -> Action:
    """Retreat units that would be destroyed, where they can; then spend supply by the usual draft."""
    if not frame.stood:
        on = ground(box, state)
        ends: dict[UnitId, list[Hex]] = {}
        for action in legal:
            if isinstance(action, actions.Retreat) and action.unit is not None:
                ends.setdefault(action.unit, []).append(action.route[-1])
        for hex in on.hexes():
            way = _way_out(box, state, on, hex, ends)
            if way is not None:
                return way
    return drafted(box, state, frame, Plan(going="stand"))


def _way_out(
    box: Box, state: State, on: Ground, hex: Hex, ends: Mapping[UnitId, Sequence[Hex]]
) -> Action | None:
    """The next unit that leaves a hex that is attacked, and where it goes."""
    upon = on_hex(on.attacks, hex)
    at = on.position
    stack = at.stack(hex, on.side)
    last = state.turn == len(box.scenarios[state.scenario].turn)
    fed = _with(on.field, state, on.side, on.usable())
    lost = max(_lost(box, fed, attack, hex) for attack in upon)
    limit = _STAND if hex not in on.scoring else 0.6
    if hex in box.fortress and hex in on.scoring and last and on.side == "allied":
        limit = 1.0
    troops = [id for id in stack if at.kind(id).combat]
    if hex in on.scoring and not troops:
        return None
    if lost <= limit:
        return None
    for id in sorted(stack, key=lambda id: (at.kind(id).allowance, id)):
        if id in ends:
            routes = on.routes(id)
            return actions.Retreat(id, routes.named(min(ends[id], key=lambda end: rank(on, routes, (), end))))
    return None


def _lost(box: Box, on: Field, attack: Attack, hex: Hex) -> float:
    """Share of a hex that an attack is expected to cost."""
    odds = on.odds(attack)
    if on.drowned(attack, odds):
        return 0.0
    known = chances(box, odds)
    if hex in box.fortress:
        return known.stormed
    stack = on.position.stack(hex, ENEMY[attack.side])
    disrupted = all(on.position.pieces[id].disrupted is not None for id in stack)
    return known.again if disrupted else known.struck


# ---- after the battle


def advance(box: Box, state: State, side: Side, legal: Sequence[Action]) -> Action:
    """Advance into a Fortress with the strongest unit that can go."""
    into = [each for each in legal if isinstance(each, actions.Advance) and each.target in box.fortress]
    if not into:
        return END

    def rank(action: actions.Advance) -> tuple[bool, int, tuple[UnitId, ...]]:
        kinds = [box.kinds[state.pieces[id].kind] for id in action.units]
        return len(kinds) == 1 and kinds[0].combat, sum(kind.strength for kind in kinds), action.units

    return max(into, key=rank)
