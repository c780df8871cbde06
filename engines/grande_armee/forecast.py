"""What an action may come to, by the rules themselves: the risks of a march, and stacks that would starve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from data.grande_armee.tables import Fate
from engines.core.dice import Dice
from engines.grande_armee.actions import ROLL, Action, Eliminate, March, Triple
from engines.grande_armee.box import Box
from engines.grande_armee.branches import branches
from engines.grande_armee.combat.attack import Attack, Spent
from engines.grande_armee.combat.ground import ground
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.combat.spending import spendable
from engines.grande_armee.combat.stacking import wanting
from engines.grande_armee.events import Disrupted, Eliminated, Halted
from engines.grande_armee.frames import NextLeg, Option
from engines.grande_armee.movement.elimination import carry_out
from engines.grande_armee.position import UnitId
from engines.grande_armee.procedure import PROCEDURE
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, position


def fates(box: Box, state: State, action: March | Triple, *, again: bool) -> Mapping[Fate, Fraction]:
    """The exact chances of a forced march that is legal.

    :param again: whether `Op` is rolled again; else the unit halts.
    """

    def run(dice: Dice) -> Fate:
        ctx = Resolution(box, state.copy(), dice)
        act(ctx, action)
        while ctx.state.stack and (answer := _answer(ctx, action.unit, again=again)) is not None:
            act(ctx, answer)
        return _fate(ctx, action.unit)

    def act(ctx: Resolution, taken: Action) -> None:
        frame = ctx.state.stack[-1]
        PROCEDURE.handler(frame).act(ctx, frame, taken)

    return branches(run)


def _answer(ctx: Resolution, unit: UnitId, *, again: bool) -> Action | None:
    """What is answered while the march of the unit is not over."""
    top = ctx.state.stack[-1]
    if not isinstance(top, Option | NextLeg) or top.unit != unit:
        return None
    return ROLL if again and isinstance(top, Option) else PROCEDURE.handler(top).usual


def _fate(ctx: Resolution, unit: UnitId) -> Fate:
    fate: Fate = "unharmed"
    for event in ctx.events:
        match event:
            case Eliminated(unit=id) if id == unit:
                return "eliminated"
            case Disrupted(unit=id) if id == unit:
                fate = "disrupted"
            case Halted(unit=id) if id == unit and not ctx.state.marches[unit].leg > 1:
                fate = "halted"
    return fate


def starving(box: Box, state: State) -> Iterator[tuple[UnitId, ...]]:
    """The phasing player's stacks that would be destroyed except for some units, as they stand (A-14)."""
    lasting = {
        hex
        for spent in state.spent.values()
        if spent.use == "elimination" and state.plays("ae-supply-lasts")
        for hex in spent.hexes or ()
    }
    for hex in wanting(box, state):
        if hex not in lasting and not spendable(box, state, state.side, [hex]):
            yield position(box, state).troops(hex, state.side)


def starved_by(box: Box, state: State, action: Eliminate) -> list[tuple[UnitId, ...]]:
    """The stacks that an automatic elimination would leave without Stacking Supply (A-45)."""
    before = set(starving(box, state))
    ctx = Resolution(box, state.copy(), Dice(None))
    carry_out(ctx, action)
    return [stack for stack in starving(box, ctx.state) if stack not in before]


class Reply(NamedTuple):
    """What the defenders can do about an attack, if declarations ended now."""

    fed: Odds
    """The odds if the defenders spend all the supply that they can."""
    going: tuple[UnitId, ...]
    """The defenders who can retreat before combat."""


def reply(box: Box, state: State, attack: Attack) -> Reply:
    """What the defenders can do about an attack, which may be declared already (COM D, E)."""
    on = ground(box, state)
    attacks = [*state.attacks, *([] if attack in state.attacks else [attack])]
    on = replace(on, attacks=[replace(each, printed=on.field.printed(each)) for each in attacks])
    troops = [hex for hex in attack.targets if on.position.troops(hex, on.side)]
    spent = {
        id: Spent(side=on.side, use="combat", hex=on.position.pieces[id].hex)
        for id in spendable(box, state, on.side, troops)
    }
    fed = replace(on.field, spent={**on.field.spent, **spent})
    return Reply(fed.odds(attack), tuple(id for id in on.field.defenders(attack) if on.ends(id)))
