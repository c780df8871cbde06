"""Orders by which Armies advance and fall back (5.1, 5.5.2, X-10.6.1-e)."""

from __future__ import annotations

from typing import Literal

from data.levee.schema import March, Unit
from data.sentences import _l
from engines.levee.box import START
from engines.levee.events import ArmyStayed
from engines.levee.resolution import Resolution
from engines.levee.state import marker_in


def march(ctx: Resolution, order: March) -> None:
    """Carry out one order of a card's military part, box by box (5.1, A-05)."""
    state, army = ctx.state, order.army
    if army not in state.boxes:
        # A unit of the Expansion Kit, in a game without it.
        return
    if army in ctx.box.stationary and state.boxes[army] is not None:
        ctx.say(ArmyStayed(army, _space(ctx, army), "stationary", "5.0"))
        return
    for _box in range(abs(order.boxes)):
        at = state.boxes[army]
        if at is None:
            ctx.say(ArmyStayed(army, None, "off-map", "5.1"))
            return
        if order.boxes > 0:
            if not step(ctx, army, "headline"):
                return
        elif at == START:
            ctx.say(ArmyStayed(army, _space(ctx, army), "start", "5.1"))
            return
        else:
            ctx.move_army(army, at + 1, "headline")


def step(ctx: Resolution, army: Unit, cause: Literal["headline", "decisive"]) -> bool:
    """Let an Army advance one box, or recover instead (A-54); False when that ends its order."""
    state = ctx.state
    at = state.boxes[army]
    assert at is not None
    if army in state.conditions:
        ctx.change_condition(army, -1)
        return True
    space = ctx.box.at[army][at]
    if at == 0:
        ctx.say(ArmyStayed(army, space, "paris", "5.1"))
        return False
    if army in state.rotated and ctx.box.shape(army, at - 1) in ("square", "paris"):
        ctx.say(ArmyStayed(army, space, "rotated", "5.5.2"))
        return False
    target = ctx.box.at[army][at - 1]
    marker = marker_in(state, target)
    if marker is not None and not _storm(ctx, army, target, marker):
        ctx.say(ArmyStayed(army, space, "defended", "5.1"))
        return False
    ctx.move_army(army, at - 1, cause)
    return True


def _space(ctx: Resolution, army: Unit) -> str | None:
    at = ctx.state.boxes[army]
    return None if at is None else ctx.box.at[army][at]


def _storm(ctx: Resolution, army: Unit, space: str, marker: str) -> bool:
    """Roll for an Army that would enter a liberated space: natural die above its value (A-03, A-04)."""
    value = ctx.box.marker_value[marker]
    return ctx.die(
        _l("{army} against free {space}", army=ctx.box.power(army), space=ctx.box.name(space)),
        value + 1,
        "5.1",
    )
