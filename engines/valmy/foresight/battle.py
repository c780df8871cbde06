"""Odds of a battle before it is fought: the board played out many times under both plans, with the error.

They use nothing that the asking side may not know. For each game the units in the enemy's holding boxes
are drawn again from all that may be there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from data.catalogue import _, ngettext
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.valmy.box import Box, as_side, enemy
from engines.valmy.combat.battle import open_battle
from engines.valmy.combat.frames import Battle, Combat
from engines.valmy.orders.sets import PLAN
from engines.valmy.player.greedy import greedy
from engines.valmy.procedure import PROCEDURE
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, Unit, leaders_in, put_leaders, put_units, ratings, steps, units_in
from engines.valmy.view import battle_of, shown_units

GAMES = 200
"""Games played unless the caller wants more: the error of a chance is then 7 per cent at most."""
Plans: TypeAlias = tuple[Mapping[str, str], ...]
"""Standing orders of a side by kind; an earlier mapping answers before a later one."""
_SURE = 1.96
"""Standard errors to either side within which the true value lies 19 times in 20."""


class Estimate(msgspec.Struct, frozen=True):
    """An average, and its error 19 times in 20."""

    value: float
    error: float


class Outlook(msgspec.Struct, frozen=True):
    """A side's expectation of a battle."""

    box: str
    attacker: Side
    games: int
    attackers: int
    defenders: int
    """The defending units, both those that are known and those that are assumed."""
    reckoned: int
    """Units that are assumed in the enemy's holding boxes."""
    holds: dict[str, Estimate]
    """Chances that `french`, `allied` or `both` are there in the end."""
    steps: dict[Side, Estimate]
    """Steps lost."""
    leaders: dict[Side, Estimate]
    """Leaders lost."""
    notes: list[str]


def before(
    box: Box,
    state: State,
    side: Side,
    place: str,
    group: tuple[Sequence[str], Sequence[str]],
    *,
    origin: str | None = None,
    hidden: int | None = None,
    plans: Mapping[Side, Mapping[str, str]] | None = None,
    games: int = GAMES,
    seed: str = "",
) -> Outlook | None:
    """The battle if a side attacked in a box; None where it would meet no enemy.

    :param group: units and leaders that come into the box; own counters there fight too.
    :param origin: the box from which they come.
    :param hidden: units assumed in the enemy's holding boxes there; by default their share.
    :param plans: stored standing orders by kind; a default plan answers what they leave open.
    """
    units, leaders = group
    supposed = state.copy()
    for unit in units:
        known = supposed.units[unit]
        put_units(
            supposed,
            {unit: replace(known, box=place, leader=known.leader if known.leader in leaders else None)},
        )
    for leader in leaders:
        put_leaders(supposed, {leader: replace(supposed.leaders[leader], box=place, superior=None)})
    if origin is not None and units:
        came = supposed.came.get(place, {})
        supposed.came[place] = {**came, side: (*came.get(side, ()), origin)}
    supposed.stack = [Combat(side, fought=(place,))]
    return _played(box, supposed, side, place, hidden, plans, games, seed)


def under_way(
    box: Box,
    state: State,
    side: Side,
    *,
    hidden: int | None = None,
    plans: Mapping[Side, Mapping[str, str]] | None = None,
    best: bool = False,
    games: int = GAMES,
    seed: str = "",
) -> Outlook | None:
    """The battle under way, from the open decision on; None where there is none.

    :param best: what the side's plan leaves open is decided as the automatic player would.
    """
    battle = battle_of(state)
    if battle is None:
        return None
    supposed = state.copy()
    start = supposed.stack.index(battle)
    tired = next((frame.tired for frame in supposed.stack[:start] if isinstance(frame, Combat)), ())
    supposed.stack = [Combat(battle.attacker, fought=(battle.box,), tired=tired), *supposed.stack[start:]]
    count = len(units_in(box, state, battle.box, enemy(side)))
    seen = shown_units(box, state, side)
    # In a battle the number of units is known, and on its board their identity.
    unseen = count - sum(id in seen for id in units_in(box, state, battle.box, enemy(side)))
    count = unseen if hidden is None else hidden
    return _played(box, supposed, side, battle.box, count, plans, games, seed, best=best)


def _played(
    box: Box,
    state: State,
    side: Side,
    place: str,
    hidden: int | None,
    plans: Mapping[Side, Mapping[str, str]] | None,
    games: int,
    seed: str,
    *,
    best: bool = False,
) -> Outlook | None:
    known, pool = _known(box, state, side)
    reckoned = min(_share(box, known, side, place, len(pool)) if hidden is None else hidden, len(pool))
    if not units_in(box, known, place, enemy(side)) and not reckoned:
        return None
    orders: dict[Side, Plans] = {each: ((plans or {}).get(each, {}), PLAN) for each in SIDES}
    if best:
        orders[side] = (orders[side][0],)
    outcomes = [
        _once(box, known, side, place, pool, reckoned, orders, f"{seed} {number}") for number in range(games)
    ]
    battle = battle_of(state)
    attacker = side if battle is None else battle.attacker
    own, theirs = len(units_in(box, known, place, side)), len(units_in(box, known, place, enemy(side)))
    counts = {side: own, enemy(side): theirs + reckoned}
    notes = [
        _("Both sides fight by a plain plan.")
        if plans is None
        else _("What a plan leaves open is fought by a plain one.")
    ]
    if reckoned:
        notes.append(
            ngettext(
                "In holding boxes {n} unit of the enemy are reckoned with, drawn from all that may be there.",
                (
                    "In holding boxes {n} units of the enemy are reckoned with, drawn from all "
                    "that may be there."
                ),
                reckoned,
            )
        )
    ends = ("french", "allied", "both")
    return Outlook(
        place,
        attacker,
        games,
        counts[attacker],
        counts[enemy(attacker)],
        reckoned,
        {end: _estimate([float(game.end == end) for game in outcomes]) for end in ends},
        {each: _estimate([float(game.steps[each]) for game in outcomes]) for each in SIDES},
        {each: _estimate([float(game.leaders[each]) for game in outcomes]) for each in SIDES},
        notes,
    )


class _Game(msgspec.Struct, frozen=True):
    """The result of a battle that was played out."""

    end: str
    steps: dict[Side, int]
    leaders: dict[Side, int]


def _known(box: Box, state: State, side: Side) -> tuple[State, list[str]]:
    """The state without what is hidden from a side, and the enemy's units that may be anywhere."""
    known, seen = state.copy(), shown_units(box, state, side)
    pool = [
        id
        for id in box.units_of[enemy(side)]
        if id not in seen and state.units[id].fate in ("map", "pursuing")
    ]
    put_units(known, {id: Unit("waiting") for id in pool})
    for id in box.leaders_of[enemy(side)]:
        if state.leaders[id].superior is not None:
            put_leaders(known, {id: replace(state.leaders[id], fate="waiting", box=None, superior=None)})
    known.came = {
        place: {each: lines if each == side else _open(state, place, each) for each, lines in by_side.items()}
        for place, by_side in state.came.items()
    }
    known.veiled = {}
    known.options = {**state.options, "all-battles": False}
    return known, pool


def _open(state: State, place: str, side: Side) -> tuple[str, ...]:
    """The boxes from which all have seen a side's units come into a box (A-9.7-7)."""
    dark = state.veiled.get(place, {}).get(side, ())
    return tuple(line for line in state.came[place][side] if line not in dark)


def _share(box: Box, known: State, side: Side, place: str, pool: int) -> int:
    """A box's share of the hidden units, by the ratings of the leaders who are seen."""
    other = enemy(side)

    def room(leaders: Sequence[str]) -> int:
        return sum(ratings(box, known, id).command for id in leaders)

    everywhere = room([id for id in box.leaders_of[other] if known.leaders[id].fate == "map"])
    return round(pool * room(leaders_in(box, known, place, other)) / everywhere) if everywhere else 0


def _once(
    box: Box,
    known: State,
    side: Side,
    place: str,
    pool: Sequence[str],
    reckoned: int,
    orders: Mapping[Side, Plans],
    seed: str,
) -> _Game:
    state, dice, left_over = known.copy(), Dice(seed), list(pool)
    for _nth in range(reckoned):
        id = dice.draw("hidden", "who is there", left_over)
        left_over.remove(id)
        put_units(state, {id: Unit("map", place)})
    ctx = Resolution(box, state, dice)
    before = {each: units_in(box, state, place, each) for each in SIDES}
    stood = {each: sum(steps(box, state, id) for id in units) for each, units in before.items()}
    replaced = {id for id, leader in state.leaders.items() if leader.replaced or leader.fate == "eliminated"}
    if battle_of(state) is None:
        open_battle(ctx, place, side)
    _fight(ctx, orders)
    left = {each: sum(steps(box, state, id) for id in units) for each, units in before.items()}
    gone = {id for id, leader in state.leaders.items() if leader.replaced or leader.fate == "eliminated"}
    holders = [each for each in SIDES if units_in(box, state, place, each)]
    return _Game(
        "both" if len(holders) != 1 else holders[0],
        {each: stood[each] - left[each] for each in SIDES},
        {each: sum(box.leader[id].side == each for id in gone - replaced) for each in SIDES},
    )


def _fight(ctx: Resolution, orders: Mapping[Side, Plans]) -> None:
    """Play until the battle is over, and leaders left alone have gone."""
    box, state = ctx.box, ctx.state
    while len(state.stack) > 1 or isinstance(state.stack[-1], Battle):
        frame = state.stack[-1]
        handler = PROCEDURE.handler(frame)
        if not handler.go_on(ctx, frame):
            continue
        frame = state.stack[-1]
        decision = handler.asks(box, state, frame)
        plans = orders[as_side(decision.seat)]
        given = (plan[decision.kind] for plan in plans if decision.kind in plan)
        # Later orders answer what the first leave open.
        actions = (handler.ordered(box, state, frame, order) for order in given)
        action = next((action for action in actions if action is not None), None)
        if action is None:
            action = greedy(box, state, as_side(decision.seat), handler.legal(box, state, frame))
        handler.act(ctx, frame, action)


def _estimate(values: Sequence[float]) -> Estimate:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)
    return Estimate(mean, _SURE * sqrt(spread / len(values)))
