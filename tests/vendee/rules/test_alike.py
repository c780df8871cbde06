"""What a move shows is found by a few boards that look alike to the mover, as by all that there are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice, permutations

import pytest

from engines.core.learnt import comes_to, learns
from engines.vendee.actions import Move
from engines.vendee.frames import Condition, Kind
from engines.vendee.position.groups import activation
from engines.vendee.state import State, controlled, points_in, put_force
from tests.support.depth import depth, seed
from tests.vendee.builder import Given, Table, given, title

GROUND = title().box.ground
IN_ZONES = [area for area in GROUND.area if GROUND.zone_of(area, False) is not None]
ARMED: dict[str, tuple[Kind, int]] = {"one": ("centre", 1), "two": ("centre", 2), "five": ("anjou", 5)}
BACKS = (*ARMED, "royrand", "sapinaud", "stofflet")
"""What lies under one counter each: combat points, or a general alone."""


def marching(start: str) -> Given:
    """Republicans in an area, whom nobody may pre-empt."""
    return given().more().points(start, la_rochelle=2).having(preempted=True)


def with_backs(position: Given, areas: Sequence[str], backs: Sequence[str]) -> Given:
    """A position with one counter in each of some areas."""
    for area, back in zip(areas, backs, strict=True):
        if back in ARMED:
            kind, count = ARMED[back]
            put_force(title().box, position.state, area, kind, Condition(fresh=count))
        else:
            position.general(back, area)
    return position


def stated_alike(one: State, other: State) -> bool:
    """Whether what the Royalists had to say on the way of the group is true of both boards."""
    group = activation(one)
    assert group is not None
    return all(
        controlled(title().box, one, place, "royalist") == controlled(title().box, other, place, "royalist")
        and bool(points_in(one, place, "royalist")) == bool(points_in(other, place, "royalist"))
        for place in (*group.stated, *group.barred)
    )


def on_the_move(chooser: random.Random, areas: Sequence[str], start: str) -> tuple[State, list[State]] | None:
    """A group near face-down counters, with all boards that look alike to it; None where it has stopped."""
    backs = chooser.sample(BACKS, len(areas))
    one = Table(with_backs(marching(start), areas, backs).state).roll_on(f"activate {start} with all")
    steps = [text for text in one.legal if text.startswith("move")]
    if steps and chooser.random() < 0.5:
        one.roll_on(chooser.choice(steps))
    if one.asked != ("republican", "activation"):
        return None
    boards = []
    for order in permutations(backs):
        twin = with_backs(given().having(preempted=True), areas, order).state
        rest = {area: kinds for area, kinds in one.state.forces.items() if area not in areas}
        twin.forces, twin.stack = {**twin.forces, **rest}, one.state.stack
        twin = title().canonical(twin)
        seen = title().view(twin, "republican") == title().view(one.state, "republican")
        if seen and stated_alike(one.state, twin):
            boards.append(twin)
    return one.state, boards


@pytest.mark.deep(seconds=60)
@pytest.mark.case("V-3.6-d", "V-3.6-e")
def test_what_a_move_shows_is_found_by_few_of_the_boards_that_look_alike() -> None:
    chooser, parted, kept = random.Random(seed("backs of three")), 0, 0
    for _ in range(depth(25, 250)):
        start = chooser.choice(IN_ZONES)
        near = [area for area in IN_ZONES if 0 < GROUND.distance[start][area] <= 2]
        position = on_the_move(chooser, chooser.sample(near, min(3, len(near))), start)
        if position is None:
            continue
        state, boards = position
        for action in title().legal_actions(state, "republican"):
            seen = comes_to(title(), state, "republican", action, "republican")
            shows = any(
                comes_to(title(), twin, "republican", action, "republican") != seen for twin in boards
            )
            if shows:
                assert learns(title(), state, "republican", action), title().notation(action)
            parted += shows
            kept += not shows and isinstance(action, Move)
    assert parted > 20
    assert kept


@pytest.mark.case("V-3.6-d")
def test_a_combat_is_found_where_one_of_three_lone_counters_is_a_general() -> None:
    """Royrand may lie in Bazoges, whatever else lies between it and where he is on the map."""
    position = given().more().points("vouvant", la_rochelle=2).points("bazoges", centre=2)
    table = position.general("royrand", "coron").having(preempted=True).table()
    table.roll_on("activate vouvant with all")
    move = title().parse(table.state, "move vouvant > bazoges with all", "republican")
    assert learns(title(), table.state, "republican", move)
    away = title().parse(table.state, "move vouvant > fontenay with all", "republican")
    assert not learns(title(), table.state, "republican", away)


@pytest.mark.case("V-3.6-d", "A-31")
def test_numbers_that_lie_face_down_are_others_and_at_both_ends() -> None:
    state = given().more().points("cholet", anjou=2).state
    boards = islice(title().alike(state, "republican"), 3)
    assert [board.forces["cholet"]["anjou"].total for board in boards] == [5, 1, 10]


def covers(area: str, place: str) -> bool:
    """Whether combat points in an area hold or control a place."""
    return place == area or place in GROUND.controls[area]


@pytest.mark.deep(seconds=20)
@pytest.mark.case("V-3.4-a", "V-3.6-d")
def test_for_each_place_there_is_a_board_on_which_it_is_controlled_and_one_on_which_it_is_not() -> None:
    """Wherever as many lone generals as combat points, one counter each, let it be so."""
    chooser = random.Random(seed("backs of ten"))
    for _ in range(depth(10, 150)):
        own, *backs = chooser.sample(IN_ZONES, 11)
        position = given().points(own, la_rochelle=1)
        armed = chooser.choice([2, 3, 7])
        for area in backs[:armed]:
            position.points(area, anjou=1)
        for area, general in zip(backs[armed:], title().box.generals_of["royalist"], strict=False):
            position.general(general, area)
        held = [
            [area for area in backs if area in board.forces]
            for board in (position.state, *title().alike(position.state, "republican"))
        ]
        for place in GROUND.area:
            near = [area for area in backs if covers(area, place)]
            assert not near or any(set(near) & set(board) for board in held), place
            assert len(backs) - len(near) < armed or any(not set(near) & set(board) for board in held), place
        for place in GROUND.neighbours[own]:
            both = [area for area in backs if covers(area, own) and covers(area, place)]
            singly = [[area for area in backs if covers(area, each)] for each in (own, place)]
            if both or (armed > 1 and all(singly)):
                assert any(all(set(near) & set(board) for near in singly) for board in held), (own, place)
