"""Random games from position to position, with what holds in all of them."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256
from itertools import count, product

import msgspec
import pytest
from msgspec.structs import replace

from data.valmy.pack import LIBRARY
from data.valmy.schema import SIDES
from engines.core.dice import Dice
from engines.core.events import Event
from engines.core.record import digest
from engines.core.state import CANONICAL
from engines.valmy import actions
from engines.valmy.alike import swapped
from engines.valmy.box import Box, enemy
from engines.valmy.combat.frames import Battle
from engines.valmy.frames import Activation, Activations, Displaced, SetUp
from engines.valmy.movement.step import allowance
from engines.valmy.phases.placement import arrive, lay_out
from engines.valmy.procedure import PROCEDURE
from engines.valmy.resolution import Resolution
from engines.valmy.score import halves, outcome
from engines.valmy.state import State, held, held_by, leaders_in, put_leaders, put_units, ratings, units_in
from engines.valmy.view import view
from engines.valmy.words import words_of
from tests.support.depth import seed
from tests.valmy.builder import OPTIONS
from tests.valmy.fixtures import TITLE
from tests.valmy.small import small


def start(box: Box, *options: str) -> State:
    """A game before anything has happened."""
    units, leaders = lay_out(box)
    return State(
        scenario="campaign",
        options={name: name in options for name in OPTIONS},
        turn=1,
        phase="set-up",
        stack=[SetUp(SIDES)],
        units=units,
        leaders=leaders,
        chits={side: tuple(box.figures.chits) for side in SIDES},
        initiative="french",
        traffic=dict.fromkeys(SIDES, ()),
        came={},
        lost=dict.fromkeys(SIDES, 0),
        morale=dict.fromkeys(SIDES, "steady"),
        fallen=[],
        control=dict(box.cities),
    )


def counters_hold(box: Box, before: State, state: State) -> None:
    """What always holds of units and leaders, for those that a change can have touched."""
    # A step comes back by recovery alone.
    playing = (before.turn, before.phase) == (state.turn, state.phase) == (state.turn, "activations")
    moved = {id for id, leader in state.leaders.items() if leader is not before.leaders[id]}
    for id, unit in state.units.items():
        was = before.units[id]
        if unit is was and unit.leader not in moved:
            continue
        assert (unit.box is not None) == (unit.fate in ("map", "pursuing")), id
        assert was.fate not in ("eliminated", "exited") or unit.fate == was.fate, id
        assert not playing or unit.reduced >= was.reduced or unit.fate == "eliminated", id
        assert not unit.reduced or box.unit[id].steps == 2, id
        if unit.leader is not None:
            assert state.leaders[unit.leader].box == unit.box, id
            assert box.may_command(unit.leader, id), id
    for id, leader in state.leaders.items():
        assert (leader.box is not None) == (leader.fate == "map"), id
        if leader.superior is not None:
            assert state.leaders[leader.superior].box == leader.box, id
            assert box.may_lead(leader.superior, id), id


def holds(box: Box, before: State, state: State) -> None:
    """What may never change, or never be exceeded."""
    counters_hold(box, before, state)
    settled = not state.stack or isinstance(state.stack[-1], Activations)
    for id in state.leaders if settled else ():
        assert len(held_by(state, id)) <= ratings(box, state, id).command, id
    top = state.stack[-1] if state.stack else None
    for mover in top.movers if isinstance(top, Activation) else ():
        assert mover.spent <= allowance(box, mover.units) or mover.steps == 1, mover
    there = {side: held(box, state, side) for side in SIDES}
    if settled and state.stack:
        for side in SIDES:
            for place in there[enemy(side)] - there[side]:
                assert not leaders_in(box, state, place, side), place
    for place, sides in state.came.items():
        for side in sides:
            assert place in there[side], place
    for side in SIDES:
        assert halves(box, state, side) >= 0


def follows(box: Box, state: State) -> None:
    """What is kept from one position to the next is what would be worked out anew."""
    assert digest(state) == sha256(CANONICAL.encode(state)).hexdigest()
    for side, place in product(SIDES, box.boxes):
        there = [id for id in box.units_of[side] if state.units[id].fate == "map"]
        assert [*units_in(box, state, place, side)] == [id for id in there if state.units[id].box == place]


def hides(state: State) -> None:
    """What is in the holding boxes of others can't be told from what one sees."""
    for seat in (*SIDES, None):
        assert view(TITLE.box, state, seat) == view(TITLE.box, swapped(TITLE.box, state, seat), seat)


def whole(name: str) -> int:
    """A whole game by chance with the whole box, leaders as likely as single units; its actions."""
    rng, dice = random.Random(name), Dice(name)
    options = {option: rng.random() < 0.3 for option in OPTIONS}
    state = TITLE.setup("campaign", options, dice).state
    for number in count():
        owed = TITLE.decisions(state)
        if not owed:
            assert outcome(TITLE.box, state) is not None
            return number
        seat = rng.choice(owed).seat
        legal = TITLE.legal_actions(state, seat)
        led = [action for action in legal if getattr(action, "through", "") is None]
        before = state
        state = TITLE.apply(state, seat, rng.choice(led if led and rng.random() < 0.5 else legal), dice).state
        holds(TITLE.box, before, state)
        if number % 40 == 0:
            hides(state)
    raise AssertionError("a game has an end")


@pytest.mark.nightly(seconds=90)
def test_whole_games_keep_what_always_holds() -> None:
    for number in range(60):
        assert whole(seed(f"whole {number}")) > 100


def play(box: Box, name: str, *options: str, most: int = 4000) -> tuple[State, list[Event], Counter[str]]:
    """A whole game by chance; passes are rarer than they would be, so that something happens."""
    rng = random.Random(name)
    dice = Dice(name)
    state, told, kinds = start(box, *options), [], Counter[str]()
    words = words_of(box)
    while state.stack and sum(kinds.values()) < most:
        decisions = PROCEDURE.asked(box, state)
        decision = rng.choice(decisions)
        kinds[decision.kind] += 1
        legal = PROCEDURE.legal(box, state, decision.seat)
        assert legal, decision
        fallback = PROCEDURE.fallback(box, state, decision)
        assert fallback is None or PROCEDURE.refusal(box, state, decision.seat, fallback) is None, decision
        action = rng.choice(legal)
        if decision.kind == "activation" and rng.random() < 0.85:
            led = [move for move in legal if getattr(move, "through", "") is None]
            action = rng.choice(led) if led else action
        refusal = PROCEDURE.refusal(box, state, decision.seat, action)
        assert refusal is None, (decision, action, refusal)
        assert actions.parse(words, actions.notation(action), list) == action
        ctx = Resolution(box, state.copy(), dice)
        before = msgspec.json.encode(state)
        PROCEDURE.act(ctx, decision.seat, action)
        assert msgspec.json.encode(state) == before
        holds(box, state, ctx.state)
        state = ctx.state
        told.extend(ctx.events)
        if sum(kinds.values()) % 10 == 0:
            follows(box, state)
    for seat in (*SIDES, None):
        view(box, state, seat)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    return state, told, kinds


@pytest.mark.parametrize("number", range(6))
def test_random_games_keep_what_always_holds(number: int) -> None:
    options = OPTIONS if number % 2 else ()
    state, _, _ = play(small(), f"valmy {number}", *options)
    assert (state.phase == "over") == (outcome(small(), state) is not None)


def test_a_random_game_with_the_whole_box() -> None:
    box = Box(LIBRARY.load())
    state, told, kinds = play(box, "box", most=1500)
    assert kinds["activation"] > 100
    assert any(isinstance(frame, Battle | Activations) for frame in state.stack) or state.phase == "over"
    assert told


@pytest.mark.case("A-8.0-1", "A-3.0-4", "A-9.4.5-3")
def test_who_joins_a_chief_to_whom_pursuers_came_back_goes_with_him() -> None:
    state = TITLE.setup("campaign", {}, Dice("joins")).state
    force = next(force for force in TITLE.box.force.values() if force.joins == "dumouriez")
    rider = TITLE.box.units_of["allied"][0]
    put_units(
        state, {id: replace(unit, fate="waiting", box=None, leader=None) for id, unit in state.units.items()}
    )
    put_units(state, {rider: replace(state.units[rider], fate="map", box="mouzon")})
    put_leaders(state, {"dumouriez": replace(state.leaders["dumouriez"], box="mouzon")})
    state.turn, state.stack = force.turn, []
    ctx = Resolution(TITLE.box, state, Dice("joins"))
    arrive(ctx)
    gone = {frame.leader for frame in state.stack if isinstance(frame, Displaced) and frame.box == "mouzon"}
    assert gone == {"dumouriez", *TITLE.box.members(force)[0]}
