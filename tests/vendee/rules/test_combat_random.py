"""Random combats between random forces on the real map, with legal choices at random, all to their end."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.events import Event
from engines.vendee.actions import Play
from engines.vendee.box import share
from engines.vendee.combat import encounter
from engines.vendee.combat.events import BattleEnded, DesertersJoined, FellBack, Fought, Pursued
from engines.vendee.combat.frames import Battle, Contingent, Losses, Pursuit, Retreat
from engines.vendee.events import Deserted, Lost, MoraleChanged, OfficerFate, PowderChanged
from engines.vendee.frames import REPUBLICAN, ROYALIST, SIDES, Activation, Condition, Kind, Operations, enemy
from engines.vendee.procedure import PROCEDURE
from engines.vendee.resolution import Resolution
from engines.vendee.state import Readiness, State, points_in, put_force, total
from tests.support.depth import depth
from tests.vendee.battles import place
from tests.vendee.builder import Given, given, title

READY: tuple[Readiness, ...] = ("fresh", "activated", "routed")
COMBAT = Battle | Losses | Retreat | Pursuit


def crowd(rng: random.Random, area: str) -> Given:
    """Both sides strewn over the country around an area, and generals with them."""
    box = title().box
    position = given().turn(rng.choice((1, 2, 5, 8)))
    position.morale(republican=rng.randint(-2, 2), royalist=rng.randint(-2, 2))
    position.powder(anjou=rng.randint(-2, 2), centre=rng.randint(-2, 2), bas_poitou=rng.randint(-2, 2))
    if rng.random() < 0.5:
        position.past("e2", *(("e13",) if rng.random() < 0.3 else ()))
    position.having(attached=rng.choice(("nantes", "saumur", "la-rochelle")))
    near = [other for other in box.ground.area if box.ground.distance[area][other] <= 4 and other != area]
    rng.shuffle(near)
    for other in near[: rng.randint(2, 14)]:
        kinds = rng.choice((ROYALIST, REPUBLICAN))
        for kind in rng.sample(kinds, rng.choice((1, 1, 1, 2))):
            if kind != "deserters":
                ready = rng.choice(READY)
                place(position, other, {kind: rng.randint(1, 9)}, ready)
    return position


def people(rng: random.Random, position: Given, areas: list[str], side: Side) -> None:
    """Some generals of a side where it has combat points."""
    free = [
        id
        for id, general in title().box.general.items()
        if general.side == side and general.army is not None and position.state.officers[id].fate == "pool"
    ]
    rng.shuffle(free)
    for area in areas:
        for _ in range(rng.choice((0, 1, 1, 2))):
            if free and points_in(position.state, area, side):
                position.general(free.pop(), area)


def clash(seed: int) -> tuple[State, Resolution, Side]:
    """A group that has just entered an area with enemies."""
    rng = random.Random(seed)
    box = title().box
    area = rng.choice(list(box.ground.area))
    side: Side = rng.choice(SIDES)
    origin = rng.choice(box.ground.ways[area])
    position = crowd(rng, area)
    for kinds, where in ((REPUBLICAN, "republican"), (ROYALIST, "royalist")):
        assert where in SIDES
        if where != side:
            for kind in rng.sample(kinds, rng.choice((1, 1, 2))):
                if kind != "deserters":
                    place(position, area, {kind: rng.randint(1, 14)})
    if not points_in(position.state, area, enemy(side)):
        place(position, area, {"anjou": 3} if side == "republican" else {"saumur": 3})
    if points_in(position.state, origin, enemy(side)):
        position.state.forces = {area: held for area, held in position.state.forces.items() if area != origin}
    people(rng, position, [*position.state.forces], side)
    people(rng, position, [*position.state.forces], enemy(side))
    own: dict[Kind, int] = {}
    for kind in rng.sample(ROYALIST if side == "royalist" else REPUBLICAN, rng.choice((1, 1, 2))):
        own["anjou" if kind == "deserters" else kind] = rng.randint(1, 14)
    own = {kind: own[kind] for kind in (*ROYALIST, *REPUBLICAN) if kind in own}
    place(position, area, own, "activated")
    leader = next(
        (
            id
            for id, officer in position.state.officers.items()
            if officer.fate == "pool" and officer.army in own and box.general[id].side == side
        ),
        None,
    )
    if leader is not None:
        position.general(leader, area, ready="activated")
    leaders = () if leader is None else (leader,)
    state = position.state
    state.stack = [
        Operations(side, acted=True),
        Activation(side, area, own, leaders, origin, ap=20, rolled=True, spent=2, steps=1, led=tuple(own)),
    ]
    ctx = Resolution(box, state, Dice(f"battle {seed}"))
    part = Contingent(origin, {kind: Condition(activated=count) for kind, count in own.items()}, leaders)
    encounter.begin(ctx, area, side, (part,), fortified=side == "republican" and rng.random() < 0.2)
    PROCEDURE.resolve(ctx)
    return state, ctx, side


def fighting(state: State) -> bool:
    """Whether a combat, or what follows from it, is not over."""
    return any(isinstance(frame, COMBAT) for frame in state.stack)


def play(seed: int) -> tuple[State, State, list[Event], Side]:
    """A combat to its end: the state before, the state after, and what happened."""
    rng = random.Random(f"choices {seed}")
    state, turn, side = clash(seed)
    events = list(turn.events)
    dice = turn.dice
    before = clash_before(seed)
    for _ in range(400):
        if not fighting(state):
            break
        seat = PROCEDURE.side_asked(title().box, state)
        assert seat is not None
        legal = [
            act
            for act in title().legal_actions(state, seat)
            if not isinstance(act, Play) or act.event != "e5"
        ]
        assert legal
        action = rng.choice(legal)
        assert title().parse(state, title().notation(action), seat) == action
        step = title().apply(state, seat, action, dice)
        state = step.state
        events.extend(step.events)
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    assert not fighting(state), f"seed {seed}: the combat does not end"
    return before, state, events, side


def clash_before(seed: int) -> State:
    """The same position before the combat began to be resolved; its counters are the same."""
    state, turn, _ = clash(seed)
    copy = state.copy()
    for event in turn.events:
        gone = (
            event.points if isinstance(event, Lost) else event.gone if isinstance(event, Deserted) else None
        )
        if isinstance(event, Lost | Deserted) and event.area and gone:
            for kind, count in gone.items():
                there = copy.forces.get(event.area, {})
                held = there.get(kind, Condition())
                after = Condition(held.fresh + count, held.activated, held.routed)
                put_force(title().box, copy, event.area, kind, after)
        if isinstance(event, DesertersJoined):
            there = copy.forces[event.area]
            left = there["deserters"]
            after = Condition(left.fresh - event.points, 0, left.routed)
            put_force(title().box, copy, event.area, "deserters", after)
    return copy


def census(state: State) -> Counter[Kind]:
    """Combat points by kind on the whole map."""
    counts: Counter[Kind] = Counter()
    for kinds in state.forces.values():
        for kind, condition in kinds.items():
            counts[kind] += condition.total
    return counts


@pytest.mark.case("V-4.1-a", "V-4.1-k", "V-4.1-l", "V-4.1-m", "V-2.4-b", "V-4.3-T1-d", "V-5-a")
@pytest.mark.deep(seconds=26)
@settings(max_examples=depth(200, 10_000))
@for_all(st.integers(0, 10**9))
def test_any_combat_ends_with_every_combat_point_accounted_for(seed: int) -> None:
    before, after, events, side = play(seed)
    told = census(before)
    for event in events:
        if isinstance(event, Lost) and event.points:
            told.subtract(event.points)
        if isinstance(event, DesertersJoined):
            told["deserters"] += event.points
        if isinstance(event, Deserted) and event.gone:
            told.subtract(event.gone)
    assert {kind: n for kind, n in told.items() if n} == {kind: n for kind, n in census(after).items() if n}
    for area in after.forces:
        assert not (points_in(after, area, "republican") and points_in(after, area, "royalist"))
    exact_losses(events)
    nobody_swims(events)
    no_lost_activation(after, events, side)
    only_listed_reasons(events)
    title().check(after)


def only_listed_reasons(events: list[Event]) -> None:
    """Morale and powder move by the two lists alone, and nothing but T1 kills a royalist general."""
    for event in events:
        if isinstance(event, MoraleChanged):
            assert event.case in ("5.1", "4.3 T1", "4.3 T5", "3.7", "6 E4")
        if isinstance(event, PowderChanged):
            assert event.case == "5.2"
        if isinstance(event, OfficerFate) and event.fate == "killed":
            royalist = title().box.general[event.general].side == "royalist"
            assert event.case == ("4.3 T1" if royalist else "4.3 T7")


def exact_losses(events: list[Event]) -> None:
    """Losses in combat are the percentages, to the point."""
    for index, event in enumerate(events):
        if not isinstance(event, Fought):
            continue
        sizes = {side: total(points) for side, points in event.points.items()}
        percent = int(event.result.rsplit("-", 1)[1])
        winner = enemy(event.loser)
        by_dice = 10 if event.coloured > event.white else 20 if event.coloured < event.white else 30
        assert event.losses[event.loser] == share(sizes[event.loser], percent)
        assert event.losses[winner] == share(min(sizes.values()), by_dice)
        paid: Counter[Side] = Counter()
        for later in events[index + 1 :]:
            if isinstance(later, FellBack | BattleEnded):
                break
            if isinstance(later, Lost) and later.case == "4.1" and later.points:
                paid[later.side] += total(later.points)
        assert {side: paid[side] for side in SIDES} == event.losses


def nobody_swims(events: list[Event]) -> None:
    """No retreat or pursuit crosses the Loire but by a bridge."""
    ground = title().box.ground
    for event in events:
        if isinstance(event, FellBack | Pursued):
            assert ground.step[event.start, event.end].way != "loire"


def no_lost_activation(after: State, events: list[Event], side: Side) -> None:
    """A group that lost does not go on."""
    first = next((event for event in events if isinstance(event, Fought)), None)
    if first is not None and first.loser == side:
        going = [frame for frame in after.stack if isinstance(frame, Activation)]
        assert all(frame.over for frame in going)
