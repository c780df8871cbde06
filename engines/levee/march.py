"""How Armies come on and fall back by order (5.1, 5.5.2, X-10.6.1-e)."""

from __future__ import annotations

from typing import Literal

from data.catalogue import Recorded
from data.levee.schema import March, Unit
from engines.levee.box import START
from engines.levee.events import ArmyStayed
from engines.levee.resolution import Resolution
from engines.levee.state import marker_in

ENTRY = Recorded("{army} against free {space}")


def march(now: Resolution, order: March) -> None:
    """Carry out one order of a card's military part, box by box (5.1, A-05)."""
    state, army = now.state, order.army
    if army not in state.boxes:
        # A unit of the Expansion Kit, in a game without it.
        return
    if army in now.box.stationary and state.boxes[army] is not None:
        now.say(ArmyStayed(army, _space(now, army), "stationary", "5.0"))
        return
    for _box in range(abs(order.boxes)):
        at = state.boxes[army]
        if at is None:
            now.say(ArmyStayed(army, None, "off-map", "5.1"))
            return
        if order.boxes > 0:
            if not step(now, army, "headline"):
                return
        elif at == START:
            now.say(ArmyStayed(army, _space(now, army), "start", "5.1"))
            return
        else:
            now.move_army(army, at + 1, "headline")


def step(now: Resolution, army: Unit, cause: Literal["headline", "decisive"]) -> bool:
    """Let an Army advance one box, or recover instead (A-54); False when that ends its order."""
    state = now.state
    at = state.boxes[army]
    assert at is not None
    if army in state.conditions:
        now.change_condition(army, -1)
        return True
    space = now.box.at[army][at]
    if at == 0:
        now.say(ArmyStayed(army, space, "paris", "5.1"))
        return False
    if army in state.rotated and now.box.shape(army, at - 1) in ("square", "paris"):
        now.say(ArmyStayed(army, space, "rotated", "5.5.2"))
        return False
    target = now.box.at[army][at - 1]
    marker = marker_in(state, target)
    if marker is not None and not _storm(now, army, target, marker):
        now.say(ArmyStayed(army, space, "defended", "5.1"))
        return False
    now.move_army(army, at - 1, cause)
    return True


def _space(now: Resolution, army: Unit) -> str | None:
    at = now.state.boxes[army]
    return None if at is None else now.box.at[army][at]


def _storm(now: Resolution, army: Unit, space: str, marker: str) -> bool:
    """Roll for an Army that would enter a liberated space: natural die above its value (A-03, A-04)."""
    value = now.box.marker_value[marker]
    return now.die(
        ENTRY(army=now.box.power[army], space=now.box.name(space)),
        value + 1,
        "5.1",
    )
