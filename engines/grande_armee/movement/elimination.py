"""Automatic elimination in the Movement Phase (COM L to Q): odds, what it dooms, what it binds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from data.hexes import Hex
from engines.core.refusals import Refusal
from engines.grande_armee.actions import Eliminate
from engines.grande_armee.box import ENEMY, Box, Crossing
from engines.grande_armee.combat.attack import Spent
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.combat.targets import not_beside, sortie_targets
from engines.grande_armee.events import Doomed, Ratio
from engines.grande_armee.handler import forbidden
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, position


def overrun(ctx: Resolution, id: UnitId, entered: Hex) -> None:
    """A combat unit that walks in sweeps supply units away, at no cost (G-COM-N-1)."""
    for supply in ctx.position.stack(entered, ENEMY[ctx.state.side]):
        ctx.eliminate(supply, "overrun")


def victims(table: Position, targets: Sequence[Hex], side: Side) -> list[UnitId]:
    """The units of the targets that may be eliminated: all but cavalry and leaders (G-COM-Q-1)."""
    enemy = ENEMY[side]
    stacks = (table.stack(target, enemy) for target in targets)
    return [id for stack in stacks for id in stack if table.kind(id).arm not in ("cavalry", "leader")]


def odds(box: Box, state: State, action: Eliminate) -> Odds:
    """Odds of an automatic elimination: the defenders count as supplied (G-COM-L-2)."""
    table, side = position(box, state), state.side
    spent = {id: Spent(side=side, use="elimination", hex=table.pieces[id].hex) for id in action.supplies}
    on = Field(table, spent)
    return on.odds(on.attack(side, action), fed=True)


def forbids(box: Box, state: State, action: Eliminate) -> Refusal | None:
    """Why units may not eliminate these hexes, or None."""
    reason = _who(box, state, action) or _where(box, state, action)
    if reason is not None:
        return reason
    table = position(box, state)
    if _supply_only(table, action.targets, state.side):
        return None
    for target in action.targets:
        kinds = {table.kind(id).arm for id in table.stack(target, ENEMY[state.side])}
        shielded = kinds & {"cavalry", "leader"}
        if shielded and (state.plays("ae-spares-mixed") or kinds == shielded):
            statement = "G-COM-Q-1" if kinds == shielded else "A-44"
            return forbidden(statement, Text.SHIELDED, end=box.hex(target))
    known, needed = odds(box, state, action), box.figures.elimination
    if known.at_least(needed):
        return None
    parts = {"attack": known.attack, "defence": known.defence, "needed": needed}
    return forbidden("G-COM-L-1", Text.AE_ODDS, **parts, percent=str(Ratio.of(known.percent or Fraction(0))))


def _who(box: Box, state: State, action: Eliminate) -> Refusal | None:
    """Why one of those named may take no part, or None."""
    table, side = position(box, state), state.side
    named = (*action.units, *action.leaders, *action.supplies)
    for id in named:
        if id not in table.pieces:
            return forbidden("G-COM-L-3", Text.NO_UNIT, unit=box.unit(id))
        if table.kind(id).side != side:
            return forbidden("G-MOV-B-1", Text.NOT_OWN, unit=box.unit(id))
        if named.count(id) > 1:
            return forbidden("G-COM-L-3", Text.TWICE, unit=box.unit(id))
        if id in state.bound:
            return forbidden("A-43", Text.BOUND, unit=box.unit(id))
    if not all(table.kind(id).combat for id in action.units):
        return forbidden("G-LDR-C-1", Text.AE_TROOPS)
    for id in action.units:
        if table.pieces[id].disrupted is not None:
            return forbidden("G-DIS-A-1", Text.DISRUPTED_ATTACK, unit=box.unit(id))
    stands = {table.pieces[id].hex for id in action.units}
    for id in action.leaders:
        piece = table.pieces[id]
        if table.kind(id).arm != "leader" or piece.disrupted is not None or piece.hex not in stands:
            return forbidden("G-LDR-0-1", Text.AE_LEADER, unit=box.unit(id))
    return _fed(box, state, action, stands)


def _fed(box: Box, state: State, action: Eliminate, stands: set[Hex]) -> Refusal | None:
    """Why a supply unit may not feed it, or None."""
    table = position(box, state)
    for id in action.supplies:
        piece, spent = table.pieces[id], state.spent.get(id)
        if table.kind(id).arm != "supply":
            return forbidden("G-SUP-0-1", Text.NO_SUPPLY, supply=box.unit(id))
        if piece.disrupted is not None:
            return forbidden("G-DIS-A-3", Text.SUPPLY_DISRUPTED, supply=box.unit(id))
        if spent is not None and spent.use == "march":
            return forbidden("G-SUP-A-2", Text.SUPPLY_MARCHED, supply=box.unit(id))
        if stands.isdisjoint((piece.hex, *box.crossings[piece.hex])):
            return forbidden("G-SUP-B-1", Text.AE_SUPPLY_FAR, supply=box.unit(id))
    return None


def _where(box: Box, state: State, action: Eliminate) -> Refusal | None:
    """Why the units may not strike these hexes from where they stand, or None (A-43, A-76)."""
    table, side = position(box, state), state.side
    stands = {table.pieces[id].hex for id in action.units}
    for target in action.targets:
        if action.targets.count(target) > 1:
            return forbidden("G-COM-L-3", Text.TARGET_TWICE, end=box.hex(target))
        if not table.stack(target, ENEMY[side]):
            return forbidden("G-COM-L-1", Text.NO_TARGET, end=box.hex(target))
        far = not_beside(table, (target,), action.units)
        if far is not None:
            return far
        if len(stands) > 1 and target not in box.fortress:
            return forbidden("A-43", Text.AE_HEXES, end=box.hex(target))
    supply_only = _supply_only(table, action.targets, side)
    for here in stands:
        if here in box.fortress and not supply_only:
            if frozenset(action.targets) not in sortie_targets(table, here, side):
                return forbidden("A-76", Text.AE_SORTIE)
        elif len(action.targets) > 1:
            return forbidden("G-COM-C-1", Text.AE_SEVERAL)
    return None


def _supply_only(table: Position, targets: Sequence[Hex], side: Side) -> bool:
    return all(table.supply_only(target, ENEMY[side]) for target in targets)


def carry_out(ctx: Resolution, action: Eliminate) -> None:
    """Trains go at once, combat units are doomed, and units that gave odds are bound (A-43, A-47)."""
    state, table = ctx.state, ctx.position
    known = odds(ctx.box, state, action)
    gone = victims(table, action.targets, state.side)
    stands = tuple(sorted({table.pieces[id].hex for id in action.units}))
    for supply in action.supplies:
        ctx.spend(supply, "elimination", stands)
    troops = tuple(id for id in gone if table.kind(id).combat)
    ctx.say(Doomed(action.targets, troops, action.units, action.leaders, known.attack, known.defence))
    for id in gone:
        if id not in troops:
            ctx.eliminate(id, "elimination")
    state.doomed = (*state.doomed, *troops)
    if state.plays("ae-binds"):
        state.bound = (*state.bound, *action.units, *action.leaders)


def listed(box: Box, state: State) -> Iterator[Eliminate]:
    """By target and hex the whole able stack, and each unit alone, with as little supply as does it."""
    table, side = position(box, state), state.side
    own, enemy = table.camp(side), table.camp(ENEMY[side])
    near = enemy.weakest.keys() & own.troops.keys()
    for troops, here in sorted([(own.troops[here], here) for here in near]):
        able = [id for id in troops if table.pieces[id].disrupted is None and id not in state.bound]
        # If all able units are too weak together, each of them is too weak alone.
        if not able or not _may_suffice(table, enemy.weakest[here], able):
            continue
        aims = enemy.exposed if state.plays("ae-spares-mixed") else enemy.stacks
        groups = [(id,) for id in able] + ([tuple(able)] if len(able) > 1 else [])
        for target, crossing in box.crossings[here].items():
            if target in aims and crossing is not Crossing.LAKE:
                yield from (way for units in groups for way in _ways(box, state, target, here, units))


def _ways(box: Box, state: State, target: Hex, here: Hex, units: tuple[UnitId, ...]) -> Iterator[Eliminate]:
    table, side = position(box, state), state.side
    if not _may_suffice(table, table.camp(ENEMY[side]).held(target), units):
        return
    if here in box.fortress and not _supply_only(table, (target,), side):
        sorties = sortie_targets(table, here, side)
        aims = [tuple(sorted(targets)) for targets in sorties if target == min(targets)]
    else:
        aims = [(target,)]
    leaders = tuple(
        id
        for id in table.stack(here, side)
        if table.kind(id).arm == "leader" and table.pieces[id].disrupted is None and id not in state.bound
    )
    near = [id for hex in (here, *box.crossings[here]) for id in table.stack(hex, side)]
    feeders = [id for id in near if table.kind(id).arm == "supply" and _usable(state, id)]
    for targets in aims:
        fed = (feeders[0],) if feeders else ()
        ways = [Eliminate(targets, units, named, given) for given in ((), fed) for named in ((), leaders)]
        # What even the last of them, with all that helps, does not reach, none reaches.
        if forbids(box, state, ways[-1]) is None:
            yield next(way for way in ways if forbids(box, state, way) is None)


def _may_suffice(table: Position, held: int, units: Sequence[UnitId]) -> bool:
    """Whether units are strong enough by what is printed on them; leaders double a strength at most."""
    own = sum([table.kind(id).strength for id in units])
    return 200 * own >= table.box.figures.elimination * held


def _usable(state: State, supply: UnitId) -> bool:
    spent = state.spent.get(supply)
    return state.pieces[supply].disrupted is None and (spent is None or spent.use == "elimination")
