"""The beginning of a combat, and its effect on the active group: between movement, combat and pursuit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from data.vendee.schema import Side
from engines.vendee.combat.frames import Battle, Contingent
from engines.vendee.combat.reckoning import generals_of, strength
from engines.vendee.frames import KINDS, Condition, Kind, enemy
from engines.vendee.position import groups, isolated, occupation
from engines.vendee.resolution import Resolution
from engines.vendee.state import generals_in, side_of


def sorted_out(parts: Iterable[Contingent]) -> tuple[Contingent, ...]:
    """Counters that came from one area in one way as one contingent: losses can't tell them apart."""
    alike: dict[tuple[str | None, bool], list[Contingent]] = {}
    for part in parts:
        alike.setdefault((part.origin, part.joined), []).append(part)
    return tuple(same[0] if len(same) == 1 else _one(same) for same in alike.values())


def _one(parts: Sequence[Contingent]) -> Contingent:
    points: dict[Kind, Condition] = {}
    for part in parts:
        for kind, condition in part.points.items():
            points[kind] = points.get(kind, Condition()).plus(condition)
    return Contingent(
        parts[0].origin,
        {kind: points[kind] for kind in KINDS if kind in points},
        generals_of(parts),
        parts[0].joined,
    )


def begin(
    ctx: Resolution,
    area: str,
    attacker: Side,
    attacking: tuple[Contingent, ...],
    *,
    fortified: bool = False,
    pursuit: bool = False,
    active: bool = True,
) -> None:
    """A combat where combat points of both sides have met; the attackers are there already (V-4.1-a, b).

    :param fortified: whether E6 was played before they entered.
    :param pursuit: whether they came in pursuit.
    :param active: whether the attackers that did not march to the guns are the active group.
    """
    state, defender = ctx.state, enemy(attacker)
    points: dict[Kind, Condition] = {
        kind: condition for kind, condition in state.forces[area].items() if side_of(kind) == defender
    }
    generals = tuple(generals_in(ctx.box, state, area, defender))
    state.shown.pop(area, None)
    isolated.meet(ctx, area)
    occupation.defend(ctx, area, defender)
    ctx.push(
        Battle(
            area,
            attacker,
            sorted_out(attacking),
            (Contingent(None, points, generals),),
            fortified=fortified,
            active=active,
            pursuit=pursuit,
        )
    )


def group_goes_on(
    ctx: Resolution, parts: Iterable[Contingent], at: str | None = None, *, fought: bool = True
) -> None:
    """Give the activation the rest of its group, without counters that marched to the guns (V-4.2-j).

    :param at: the group's area, if it is not that of the fight.
    :param fought: whether there was a combat.
    """
    group = [part for part in parts if not part.joined]
    points, generals = strength(group), generals_of(group)
    groups.after_combat(ctx, won=True, points=points, generals=generals, at=at, fought=fought)
