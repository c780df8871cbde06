"""A plan for a battle, and activations queued ahead: what they answer, and when they are over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby, pairwise

import pytest
from msgspec.structs import replace

from engines.core.dice import Dice
from engines.core.errors import NotationError
from engines.core.events import Event, Undone
from engines.core.queue import left, read
from engines.valmy.actions import PASS, Activate
from engines.valmy.box import as_side, enemy
from engines.valmy.combat.events import BattleBegun, BattleEnded
from engines.valmy.events import Checked, Moved
from engines.valmy.frames import Activations
from engines.valmy.orders.plan import ASK, POSTURES, parts
from engines.valmy.orders.queue import AHEAD
from engines.valmy.player.greedy import courses, greedy
from engines.valmy.player.outlook import Outlook
from engines.valmy.procedure import PROCEDURE
from engines.valmy.purposes import Purpose
from engines.valmy.state import State, put_leaders
from engines.valmy.title import Valmy
from engines.valmy.view import battle_of, fight_of

TITLE = Valmy()
NEXT, PLAN = "next", "battle-plan"


def fights(seed: str) -> Iterator[State]:
    """The boards of a game of the automatic player against itself, up to its sixth turn."""
    dice = Dice(seed)
    state = TITLE.setup("campaign", {}, dice).state
    while (owed := TITLE.decisions(state)) and state.turn < 6:
        yield state
        side = as_side(owed[0].seat)
        action = greedy(TITLE.box, state, side, PROCEDURE.legal(TITLE.box, state, side))
        state = TITLE.apply(state, owed[0].seat, action, dice).state


@pytest.mark.parametrize("posture", POSTURES)
def test_a_plan_answers_every_question_of_a_battle_to_its_end(posture: str) -> None:
    """Where it says nothing the automatic player decides; with the battle it is over."""
    fought, last = 0, False
    for start in fights("plans"):
        begins, last = battle_of(start) is not None and not last, battle_of(start) is not None
        if not begins:
            continue
        state, dice, events = start, Dice("fight"), list[Event]()
        while not any(isinstance(event, BattleEnded) for event in events):
            decision = TITLE.decisions(state)[0]
            if decision.kind in ("displaced", "surplus"):
                action = TITLE.fallback(state, decision)
            else:
                action = TITLE.by_orders(state, decision, {PLAN: posture})
            assert action is not None, decision
            before = state
            step = TITLE.apply(state, decision.seat, action, dice)
            state, events = step.state, step.events
            kept = TITLE.outlasts(decision.seat, PLAN, posture, before, state, events)
            assert bool(kept) != any(isinstance(event, BattleEnded) for event in events)
        fought += 1
        if fought == 5:
            break
    assert fought == 5


def test_a_plan_is_over_when_an_undo_leaves_its_battle_and_not_while_it_lasts() -> None:
    """Not of the battle before, either: that one may have been fought by hand."""
    game = [*fights("undone")]
    quiet = next(state for state in game if battle_of(state) is None)
    fought = [[*boards] for fight, boards in groupby(game, key=fight_of) if fight is not None]
    boxes = [{battle.box for board in boards if (battle := battle_of(board))} for boards in fought]
    begun = [box for box, boards in groupby(map(battle_of, game), key=lambda at: at and at.box) if box]
    assert [[*each] for each in boxes] == [[box] for box in begun], "one for each battle, to its end"
    seat, undone = TITLE.seats[0], [Undone(1, 1)]
    for boards in fought:
        assert TITLE.outlasts(seat, PLAN, "firm", boards[-1], boards[0], undone) == "firm"
        assert not TITLE.outlasts(seat, PLAN, "firm", boards[0], quiet, undone)
    for boards, later in pairwise(fought):
        assert not TITLE.outlasts(seat, PLAN, "firm", later[0], boards[-1], undone)
    assert TITLE.outlasts(seat, PLAN, "firm", quiet, quiet, undone) == "firm"


def test_what_a_plan_adds_goes_before_its_word_and_its_gaps_are_asked() -> None:
    text = TITLE.read_order(PLAN, "Firm; withdrawal if at most 1:2; charges ask me; losses spare 81 RLi")
    assert text == "firm; withdrawal if at most 1:2; charges ask me; losses spare 81-rli"
    assert parts(text) == {
        **POSTURES["firm"],
        "withdrawal": "if at most 1:2",
        "charges": ASK,
        "losses": "spare 81-rli",
    }
    for posture, orders in POSTURES.items():
        assert {kind: TITLE.read_order(kind, order) for kind, order in orders.items()} == orders, posture
    state = next(state for state in fights("gaps") if TITLE.decisions(state)[0].kind == "deployment")
    (decision,) = TITLE.decisions(state)
    assert TITLE.by_orders(state, decision, {PLAN: "best; deployment ask me", "deployment": "auto"}) is None
    assert TITLE.by_orders(state, decision, {PLAN: "best; deployment line 2"}) == TITLE.ordered(
        state, decision, "line 2"
    )


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (PLAN, "best; withdrawal"),
        (PLAN, "best; bid none"),
        (PLAN, "withdrawal stay"),
        (PLAN, "firm; charges sometimes"),
        (NEXT, "dillon"),
        (NEXT, "81-rl to sedan"),
        (NEXT, "dillon to sedan; stopped by a correction; then pass"),
        (NEXT, "none; dillon to sedan"),
        (NEXT, "then pass; none"),
    ],
)
def test_what_is_no_plan_is_refused_with_the_forms(kind: str, text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        TITLE.read_order(kind, text)
    assert refusal.value.choices


def quiet(state: State) -> list[str]:
    """Leaders of whoever is to activate who gain by going where there is no enemy, and where to."""
    going = courses(Outlook(TITLE.box, state, as_side(TITLE.deciding(state)[0])))
    return [
        f"{leader} to {course.path[-1]}"
        for leader, _group, course in sorted(going, key=lambda each: -each[2].gain)
        if len(course.path) > 1 and not course.attacks and course.gain > 0
    ]


@cache
def opening() -> tuple[State, str]:
    """A board on which somebody may well activate two leaders in a row, and that queue."""
    for state in fights("queue"):
        if isinstance(state.stack[-1], Activations) and len(quiet(state)) > 1:
            return state, "; ".join(quiet(state)[:2])
    raise AssertionError


@pytest.mark.case("Y-4.3-a")
def test_a_queue_activates_one_leader_after_the_other_and_is_over() -> None:
    """In between the other side passes, or is not asked; each goes where he was to go."""
    state, order = opening()
    seat, done = TITLE.deciding(state)[0], list[str]()
    goals = {go.who: go.to for go in read(AHEAD, order).steps}
    dice = Dice("queue")
    order = TITLE.read_order(NEXT, f"{order}; stop never; then pass")
    for _ in range(60):
        (decision, *_rest) = TITLE.decisions(state)
        action = None
        if decision.seat == seat:
            action = TITLE.by_orders(state, decision, {NEXT: order})
            done += [action.who] if isinstance(action, Activate) else []
        action = action or TITLE.fallback(state, decision)
        assert action is not None
        before = state
        step = TITLE.apply(state, decision.seat, action, dice)
        state = step.state
        if state.turn != before.turn or not isinstance(before.stack[0], Activations):
            break
        order = TITLE.outlasts(seat, NEXT, order, before, state, step.events)
        if decision.seat == seat and action == PASS:
            break
    assert done == list(goals)
    for who, to in goals.items():
        failed = state.leaders[who].box != to
        assert state.leaders[who].spent
        assert not failed or state.leaders[who].box == opening()[0].leaders[who].box
    assert any(state.leaders[who].box == to for who, to in goals.items())
    assert order == "stop never; then pass"


def test_a_queue_stops_for_what_its_owner_named_and_says_why() -> None:
    state, order = opening()
    seat = as_side(TITLE.deciding(state)[0])
    go = read(AHEAD, order).steps[0]
    near = next(iter(TITLE.box.cost[go.to]))

    def stopped(stops: str, *events: Event) -> str:
        given = TITLE.read_order(NEXT, f"{order}{stops}")
        kept = TITLE.outlasts(seat, NEXT, given, state, state, events)
        assert kept.startswith(given)
        (decision,) = TITLE.decisions(state)
        answer = TITLE.by_orders(state, decision, {NEXT: kept})
        assert (answer is None) == read(AHEAD, kept).stopped
        return kept.removeprefix(given)

    comes = Moved(enemy(seat), "epernay", near, (), None, None, None, "movement")
    own = Moved(seat, "epernay", near, (), None, None, None, "movement")
    battle = BattleBegun("epernay", seat, 1, 1, overrun=False)
    purpose = Purpose.of("activation", go.who)
    fails = Checked(purpose, [6], [], 6, 3, success=False, case="8.5", side=seat)
    for event, why, alone in (
        (comes, f"; stopped by an enemy in {near}", "; stop within 1"),
        (battle, "; stopped by a battle in epernay", "; stop after a battle"),
        (fails, "; stopped by a failed activation", "; stop after a failed activation"),
    ):
        assert stopped("", event) == stopped(alone, event) == why
        assert not stopped("; stop never", event)
    assert not stopped("", own)
    assert not stopped("", replace(comes, end="epernay"))
    assert not stopped("; stop within 2", battle, fails)
    assert stopped("; stop never", Undone(1, 1)) == "; stopped by a correction"


def test_a_queue_that_was_kept_with_a_no_in_it_loses_nobody_else() -> None:
    """It could be typed once."""
    assert left(AHEAD, "none; dillon to sedan; chazot to vouziers", [0]) == "none; chazot to vouziers"


def test_a_queue_is_over_with_its_turn_and_knows_nothing_of_the_enemy() -> None:
    state, order = opening()
    seat = as_side(TITLE.deciding(state)[0])
    later = state.copy()
    later.turn += 1
    assert not TITLE.outlasts(seat, NEXT, order, state, later, [])
    theirs = next(id for id in TITLE.box.leaders_of[enemy(seat)] if state.leaders[id].fate == "map")
    (decision,) = TITLE.decisions(state)
    assert TITLE.by_orders(state, decision, {NEXT: f"{theirs} to sedan"}) is None
    spent = state.copy()
    put_leaders(spent, {theirs: replace(state.leaders[theirs], spent=True)})
    kept = {TITLE.outlasts(seat, NEXT, f"{theirs} to sedan", board, board, []) for board in (state, spent)}
    assert kept == {""}


def test_what_a_queue_cannot_reach_is_asked() -> None:
    state, order = opening()
    (decision,) = TITLE.decisions(state)
    who = read(AHEAD, order).steps[0].who
    here = state.leaders[who].box
    assert here is not None
    far = max(TITLE.box.boxes, key=lambda id: TITLE.box.apart(here, id))
    assert TITLE.by_orders(state, decision, {NEXT: f"{who} to {far}"}) is None
    assert TITLE.by_orders(state, decision, {NEXT: order}) == Activate(who)
