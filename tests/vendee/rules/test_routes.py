"""Routes and reach: what is foreseen is what is charged, all that can be walked, and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import msgspec
import pytest

from engines.core.contract import Step
from engines.core.dice import Dice
from engines.core.refusals import Refusal
from engines.vendee.actions import Move
from engines.vendee.events import Halted, Stated, Stepped, Stopped
from engines.vendee.foresight import routes
from engines.vendee.foresight.routes import Goal, Route, Spread
from engines.vendee.frames import Activation
from engines.vendee.movement.activation import path_refusal
from engines.vendee.position.sight import look
from engines.vendee.procedure import PROCEDURE
from engines.vendee.state import State
from tests.support.depth import depth
from tests.vendee.builder import Table, given, title
from tests.vendee.laws import twins
from tests.vendee.rules.test_play import moves

FARTHEST = 4
"""Steps of the paths that are tried one by one."""


@cache
def marches() -> tuple[tuple[State, Activation], ...]:
    """Groups on the move in random games."""
    found = [(state, state.stack[-1]) for state, _, _, _, _ in moves() if state.stack]
    return tuple((state, top) for state, top in found if isinstance(top, Activation))


def reach(state: State, act: Activation) -> dict[str, Goal]:
    return routes.reach(title().box, state, act, routes.under_way(act))


@cache
def reached(number: int) -> dict[str, Goal]:
    """The reach of one of these groups, by its number; many tests look at the same."""
    return reach(*marches()[number])


def seldom(every: int) -> Iterator[tuple[int, State, Activation]]:
    """Each so many of these groups, with their numbers."""
    for number, (state, act) in list(enumerate(marches()))[::every]:
        yield number, state, act


@cache
def walks() -> tuple[tuple[State, Activation, Goal, Step[State]], ...]:
    """Groups that go to one of eleven goals, and what comes of it."""
    found = []
    for number, state, act in seldom(2):
        for goal in [*reached(number).values()][number // 2 % 11 :: 11]:
            step = title().apply(state, act.side, Move(goal.path), Dice("walk"))
            found.append((state, act, goal, step))
    return tuple(found)


def route(state: State, *path: str, who: str = "all") -> Route:
    text = f"move {' > '.join(path)} with {who}"
    action = title().parse(state, text)
    assert isinstance(action, Move)
    found = routes.route(title().box, state, action)
    assert isinstance(found, Route)
    return found


def from_table(table: Table) -> dict[str, Goal]:
    return reach(table.state, table.group)


def paths(act: Activation, state: State) -> Iterator[tuple[tuple[str, ...], int]]:
    """Paths that the engine takes, with their cost by the map, as far as no enemy is met."""
    box = title().box
    queue: list[tuple[tuple[str, ...], int]] = [((act.at,), 0)]
    while queue:
        path, cost = queue.pop()
        for area in box.ground.neighbours[path[-1]]:
            way = (*path, area)
            if path_refusal(box, state, act, way) is None:
                step = box.ground.step[path[-1], area].cost(act.side)
                assert step is not None
                yield way, cost + step
                if len(way) <= FARTHEST and not enemies(state, act, area):
                    queue.append((way, cost + step))


def enemies(state: State, act: Activation, area: str) -> bool:
    return look(title().box, state, act.side).enemy(area) in ("points", "backs")


def test_a_route_costs_what_the_engine_charges_when_it_is_walked() -> None:
    walked = 0
    for state, act, goal, step in walks():
        found = route(state, *goal.path)
        taken = [event for event in step.events if isinstance(event, Stepped)]
        for leg, event in zip(found.legs, taken, strict=False):
            assert (leg.start, leg.end) == (event.start, event.end)
            assert event.cost in (leg.cost, leg.most)
            assert leg.cost == leg.most or leg.zone == "maybe"
            sure = all(earlier.cost == earlier.most for earlier in found.legs)
            assert not sure or event.left == act.ap - leg.spent
            assert leg.points == event.points
            walked += 1
    assert walked > 150


def test_a_way_without_doubt_is_walked_to_its_end() -> None:
    walked = 0
    for _, _, goal, step in walks():
        if goal.doubt:
            continue
        asked = {decision.kind for decision in title().decisions(step.state)}
        ends = [event.end for event in step.events if isinstance(event, Stepped)]
        halts = [event for event in step.events if isinstance(event, Halted)]
        # What face-down counters say on the way may bar the next step, which was not foreseen.
        told = any(isinstance(event, Stated) for event in step.events)
        assert not halts or told
        interrupted = not asked & {"activation", "operations"}
        assert ends[-1:] == [goal.area] or interrupted or told
        walked += 1
    assert walked > 50


@pytest.mark.case("V-3.7-d", "A-32", "V-T-COST-e")
def test_the_cost_that_is_accepted_is_the_cost_foreseen() -> None:
    """By trying all paths of some steps; lone generals pay for going cross-country in good time."""
    alone = [(state, act) for state, act in marches() if not act.points]
    followed = [(state, act) for state, act in marches() if act.points]
    tried = 0
    for state, act in (*alone[::24], *followed[::60]):
        for path, _ in paths(act, state):
            found = routes.walk(title().box, state, act, routes.under_way(act), path, rolled=True)
            assert found.stop is None, path
            tried += 1
    assert tried > 3000


@pytest.mark.case("V-3.7-d")
def test_a_lone_general_is_refused_a_path_that_he_can_only_pay_for_by_road() -> None:
    state = given().general("menou", "vivy").points("doue", anjou=4).more().table().state
    act = Activation("republican", "vivy", {}, ("menou",), "vivy", ap=2, rolled=True)
    assert path_refusal(title().box, state, act, ("vivy", "saumur")) is None
    refused = path_refusal(title().box, state, act, ("vivy", "saumur", "vivy"))
    assert refused is not None
    assert (refused.case, refused.message[:6]) == ("T-COST", "Step 2")
    bolder = msgspec.structs.replace(act, ap=3)
    assert path_refusal(title().box, state, bolder, ("vivy", "saumur", "vivy")) is None


def test_every_goal_can_be_typed() -> None:
    for number, state, act in seldom(4):
        for goal in reached(number).values():
            assert PROCEDURE.refusal(title().box, state, act.side, Move(goal.path)) is None


@pytest.mark.deep(seconds=4)
def test_reach_has_every_area_that_a_path_leads_to_at_its_lowest_cost() -> None:
    """By trying all paths of some steps. Lone generals go cross country, and bold ones try their luck."""
    tried = 0
    for number, state, act in seldom(depth(23, 12)):
        goals = reached(number)
        best: dict[str, int] = {}
        for path, cost in paths(act, state):
            best[path[-1]] = min(cost, best.get(path[-1], cost))
        best.pop(act.at, None)
        bold = any(title().box.general[general].bold for general in act.generals)
        for area, cost in best.items():
            if act.points and not bold:
                assert goals[area].cost <= cost, area
                assert len(goals[area].path) > FARTHEST or goals[area].cost == cost
                tried += 1
    assert tried > depth(50, 100)


def test_reach_is_every_legal_step_at_least() -> None:
    found = 0
    for number, state, act in seldom(2):
        if state.stack[-1] is not act or title().decisions(state)[0].kind != "activation":
            continue
        goals = reached(number)
        for action in title().legal_actions(state, act.side):
            if isinstance(action, Move):
                assert action.path[-1] in goals
                found += 1
    assert found > 300


@pytest.mark.deep(seconds=30)
def test_ways_tell_nothing_of_what_lies_face_down() -> None:
    different = 0
    for number, state, act in seldom(depth(31, 10)):
        goals = reached(number)
        ways = {goal.path: route(state, *goal.path) for goal in goals.values()}
        for twin in twins(title(), state, act.side):
            different += twin != state
            assert reach(twin, act) == goals
            assert {path: route(twin, *path) for path in ways} == ways
    assert different > depth(3, 10)


@pytest.mark.case("V-T-AP", "V-3.1-c")
def test_action_points_are_a_spread_until_they_are_rolled() -> None:
    state = given().points("saumur", saumur=4).general("menou", "saumur").table().state
    assert route(state, "saumur", "doue").spread == Spread({8: 10, 10: 16, 12: 10})
    state = given().points("saumur", saumur=4).table().state
    assert route(state, "saumur", "doue").spread == Spread({4: 1})


def test_a_long_way_has_a_chance_before_the_points_are_rolled() -> None:
    state = given().hand("royalist").points("cholet", anjou=4).general("cathelineau", "cholet").table().state
    spread = route(state, "cholet", "jallais").spread
    found = route(state, "cholet", "jallais", "beaupreau", "montrevault", "beaupreau", "jallais")
    assert [found.chance(number) for number in range(1, 6)] == [
        spread.at_least(cost) for cost in (2, 4, 6, 8, 10)
    ]
    assert found.chance(1) == 1
    assert spread.at_least(spread.most + 1) == Fraction(0)


@pytest.mark.case("D-09", "V-T-COST-e")
def test_the_first_step_is_possible_with_too_few_points_and_no_other() -> None:
    state = given().points("thouars", saumur=3).table().state
    found = route(state, "thouars", "argenton", "bressuire")
    assert [leg.end for leg in found.legs] == ["argenton"]
    assert found.chance(1) == 1
    assert found.stop is not None
    assert (found.stop.number, found.stop.reason.case) == (2, "T-COST")


@pytest.mark.case("A-20")
def test_a_route_says_who_stays_behind_for_want_of_points() -> None:
    table = (
        given().hand("royalist").points("cholet", anjou=4, centre=3).general("cathelineau", "cholet").table()
    )
    found = route(table.state, "cholet", "jallais", "beaupreau", "montrevault")
    assert [dict(leg.points) for leg in found.legs] == [
        {"anjou": 4, "centre": 3},
        {"anjou": 4, "centre": 3},
        {"anjou": 4},
    ]


@pytest.mark.case("V-4.1-a")
def test_a_route_ends_where_it_meets_the_enemy() -> None:
    table = given().hand("royalist").points("cholet", anjou=4).points("coron", saumur=3).more().table()
    found = route(table.state, "cholet", "trementines", "coron", "vihiers")
    assert (found.end, found.fight, found.rest) == ("coron", True, ("vihiers",))
    table.act("activate cholet with all")
    goals = from_table(table)
    assert goals["coron"].fight
    assert "coron" not in {area for goal in goals.values() for area in goal.path[:-1]}


@pytest.mark.case("V-3.4-g", "V-3.4-h")
def test_nobody_passes_from_control_to_control_but_by_road() -> None:
    state = given().hand("royalist").points("cholet", anjou=4).points("coron", saumur=3).more().table().state
    barred = route(state, "cholet", "maulevrier", "les-aubiers")
    assert [leg.zone for leg in barred.legs] == ["yes"]
    assert barred.stop is not None
    assert (barred.stop.number, barred.stop.reason.case) == (2, "3.4")
    assert route(state, "cholet", "trementines", "chemille").stop is None


@pytest.mark.case("V-3.4-g", "V-3.6-e")
def test_face_down_counters_that_may_bar_a_step_are_a_doubt() -> None:
    table = (
        given().points("coron", saumur=4).general("menou", "coron").points("cholet", anjou=2).more().table()
    )
    doubts = [leg.doubt for leg in route(table.state, "coron", "maulevrier", "mortagne").legs]
    assert doubts == [None, "zone"]
    act, spread = routes.announced(
        title().box, table.state, "republican", "coron", ({"saumur": 4}, ("menou",))
    )
    goals = routes.reach(title().box, table.state, act, spread)
    assert goals["mortagne"].doubt
    assert not goals["vihiers"].doubt


@pytest.mark.case("V-3.5-c")
def test_an_area_where_the_group_may_not_stay_is_reached_but_no_place_to_stay() -> None:
    table = given().points("thouars", saumur=3).general("menou", "thouars").points("saint-varent", nantes=2)
    goals = from_table(table.more().table().roll_on("activate thouars with all"))
    assert not goals["saint-varent"].stay
    assert any("saint-varent" in goal.path[:-1] and goal.stay for goal in goals.values())


def test_the_march_of_those_who_are_not_there_is_refused() -> None:
    state = given().hand("royalist").points("cholet", anjou=4).table().state
    action = title().parse(state, "move cholet > jallais with anjou:9")
    assert isinstance(action, Move)
    found = routes.route(title().box, state, action)
    assert isinstance(found, Refusal)


def test_when_nobody_is_to_move_there_is_no_route() -> None:
    state = given().phase("over").state
    action = title().parse(state, "move cholet > jallais")
    assert isinstance(action, Move)
    assert routes.route(title().box, state, action) is None


def test_the_points_that_are_left_bound_the_reach() -> None:
    table = given().hand("royalist").points("cholet", anjou=4).more().table()
    table.act("activate cholet with all")
    assert table.group.ap == 4
    for goal in from_table(table).values():
        assert goal.cost <= 4
        assert goal.chance == 1
    table.act("move cholet > jallais")
    assert all(goal.cost <= 2 for goal in from_table(table).values())
    assert not any(isinstance(event, Stopped) for event in table.events)
