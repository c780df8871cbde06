"""Automatic elimination in the Movement Phase (COM L to Q): odds, what it dooms, what it binds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from msgspec.structs import replace

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee.actions import Eliminate
from engines.grande_armee.around import in_reach
from engines.grande_armee.box import ENEMY, Box, Crossing
from engines.grande_armee.combat.attack import Spent
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.combat.targets import assault, misnamed, sortie_targets, unfit, unled
from engines.grande_armee.events import Doomed, Ratio
from engines.grande_armee.handler import forbidden, no_supply
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, position
from engines.grande_armee.words import able


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
    """Why units may not eliminate these hexes, or None; at a Fortress as in an attack (A-76)."""
    table, stands = position(box, state), {state.pieces[id].hex for id in action.units if id in state.pieces}
    swept = _supply_only(table, action.targets, state.side)
    reason = (
        misnamed(table, state, (*action.units, *action.leaders))
        or unfit(table, state.side, action.targets, action.units, swept=swept)
        or unled(table, stands, action.leaders)
        or _fed(box, state, action.supplies, stands)
    )
    if reason is not None or swept:
        return reason
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


def _fed(box: Box, state: State, supplies: Sequence[UnitId], stands: set[Hex]) -> Refusal | None:
    """Why a supply unit may not feed it, or None."""
    for id in supplies:
        if (wrong := no_supply(position(box, state), state.side, id)) is not None:
            return wrong
        if supplies.count(id) > 1:
            return forbidden("G-SUP-A-1", Text.TWICE, unit=box.unit(id))
        spent, hex = state.spent.get(id), state.pieces[id].hex
        if spent is not None and spent.use == "march":
            return forbidden("G-SUP-A-2", Text.SUPPLY_MARCHED, supply=box.unit(id))
        if stands.isdisjoint((hex, *box.crossings[hex])):
            return forbidden("G-SUP-B-1", Text.AE_SUPPLY_FAR, supply=box.unit(id))
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
        # It feeds the stacks in its reach, in each elimination that it is spent on.
        fed = {here for here in stands if supply in in_reach(table, here, state.side)}
        ctx.spend(supply, "elimination", tuple(sorted(fed)))
        given = state.spent[supply]
        state.spent[supply] = replace(given, hexes=tuple(sorted(fed.union(given.hexes or ()))))
    troops = tuple(id for id in gone if table.kind(id).combat)
    ctx.say(Doomed(action.targets, troops, action.units, action.leaders, known.attack, known.defence))
    for id in gone:
        if id not in troops:
            ctx.eliminate(id, "elimination")
    state.doomed = (*state.doomed, *troops)
    if state.plays("ae-binds"):
        state.bound = (*state.bound, *action.units, *action.leaders)


def listed(box: Box, state: State) -> Iterator[Eliminate]:
    """The eliminations that are listed: of each target, from each hex, by the whole able stack and by each
    unit alone, with as little supply as is enough.

    Against a Fortress all units that can join from the hexes around it come last (G-FOR-E-1, A-76).
    """
    table, side = position(box, state), state.side
    own, enemy = table.camp(side), table.camp(ENEMY[side])
    aims = enemy.exposed if state.plays("ae-spares-mixed") else enemy.stacks.keys()
    near, weakest = enemy.weakest.keys() & own.troops.keys(), enemy.weakest
    # If all units are too weak together, each of them is too weak alone.
    strong = [here for here in near if _may_suffice(table, weakest[here], own.troops[here])]
    for troops, here in sorted([(own.troops[here], here) for here in strong]):
        units = tuple([id for id in troops if table.pieces[id].disrupted is None and id not in state.bound])
        if not units or not _may_suffice(table, weakest[here], units):
            continue
        groups = [(id,) for id in units] + ([units] if len(units) > 1 else [])
        for target, crossing in box.crossings[here].items():
            if target in aims and crossing is not Crossing.LAKE:
                yield from (way for group in groups for way in _ways(box, state, target, group))
    for target in sorted(aims & box.fortress.keys()):
        joining = assault(box, state, target)[0]
        if joining:
            yield from _ways(box, state, target, joining)


def _ways(box: Box, state: State, target: Hex, units: tuple[UnitId, ...]) -> Iterator[Eliminate]:
    table, side = position(box, state), state.side
    own = table.camp(side)
    if not _may_suffice(table, table.camp(ENEMY[side]).held(target), units):
        return
    stands = sorted({table.pieces[id].hex for id in units})
    aims: list[tuple[Hex, ...]] = [(target,)]
    if stands[0] in box.fortress and not _supply_only(table, (target,), side):
        sorties = sortie_targets(table, stands[0], side)
        aims = [tuple(sorted(targets)) for targets in sorties if target == min(targets)]
    leaders = tuple(id for here in stands for id in able(box, state, here) if table.kind(id).arm == "leader")
    feeders: dict[UnitId, None] = {}
    for here in stands:
        near = [id for hex in (here, *box.crossings[here]) for id in own.stacks.get(hex, ())]
        feeding = (id for id in near if id in own.supplies and _fed(box, state, (id,), {here}) is None)
        feeders |= dict.fromkeys(islice(feeding, 1))
    fed = tuple(feeders)
    given = [(fed[:count], named) for count in range(len(fed) + 1) for named in ((), leaders)]
    for targets in aims:
        ways = [Eliminate(targets, units, named, supplies) for supplies, named in given]
        # If the last way, which has all the help, does not suffice, no way does.
        if forbids(box, state, ways[-1]) is None:
            yield next(way for way in ways if forbids(box, state, way) is None)


def _may_suffice(table: Position, held: int, units: Sequence[UnitId]) -> bool:
    """Whether units are strong enough by what is printed on them; leaders double a strength at most."""
    kinds, pieces = table.box.kinds, table.pieces
    own = sum([kinds[pieces[id].kind].strength for id in units])
    return 200 * own >= table.box.figures.elimination * held
