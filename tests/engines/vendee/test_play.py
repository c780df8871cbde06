"""Laws that hold in every game: what is conserved, what is hidden, what is written and read back."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from engines.core.dice import Dice
from engines.core.errors import AmbiguousNotation, NotationError
from engines.core.events import Event
from engines.core.fuzz import random_game
from engines.vendee.events import Stepped
from engines.vendee.frames import KINDS, Activation, Condition
from engines.vendee.state import State, on_map, side_of
from engines.vendee.view import sees
from tests.engines.vendee.builder import given, title

Move = tuple[State, str, str, State, list[Event]]


@cache
def walk(seed: int) -> tuple[Move, ...]:
    """A random game: state, seat, what was done, the state after it and what happened."""
    rng, dice = random.Random(seed), Dice(str(seed))
    state = title().setup("march-1793", {}, dice).state
    moves: list[Move] = []
    while owed := title().decisions(state):
        seat = owed[0].seat
        action = rng.choice(title().legal_actions(state, seat))
        step = title().apply(state, seat, action, dice)
        moves.append((state, seat, title().notation(action), step.state, step.events))
        state = step.state
    return tuple(moves)


def moves() -> Iterator[Move]:
    """Everything done in some random games."""
    for seed in range(4):
        yield from walk(seed)


def test_random_play_reaches_the_count() -> None:
    for seed in range(4):
        assert title().outcome(walk(seed)[-1][3]) is not None


def test_states_go_out_and_in_without_loss() -> None:
    for number, (_, _, _, state, _) in enumerate(moves()):
        if number % 10 == 0:
            read = msgspec.json.decode(msgspec.json.encode(state), type=State)
            title().check(read)
            assert read == state


def test_what_is_written_is_read_back() -> None:
    for state, seat, text, _, _ in moves():
        assert title().notation(title().parse(state, text, seat)) == text


def test_a_step_conserves_every_combat_point() -> None:
    found = 0
    for before, _, text, after, events in moves():
        kinds = {type(event).__name__ for event in events}
        if text.startswith("move") and kinds <= {"Stepped", "Stopped", "Stated", "Dropped", "Unveiled"}:
            assert [on_map(before, kind) for kind in KINDS] == [on_map(after, kind) for kind in KINDS]
            found += 1
    assert found > 50


def test_nobody_swims_where_he_may_not() -> None:
    ground = title().box.ground
    found = 0
    for _, _, _, _, events in moves():
        for event in events:
            if isinstance(event, Stepped):
                assert ground.cost(event.side, event.start, event.end) is not None
                assert event.side == "republican" or ground.step[event.start, event.end].way != "loire"
                found += 1
    assert found > 100


@pytest.mark.case("V-3.2-k")
def test_who_was_activated_is_not_fresh_again_in_the_same_phase() -> None:
    for before, _, _, after, _ in moves():
        if before.phase == after.phase == "operations" and before.turn == after.turn:
            fresh = [
                Counter(
                    {kind: sum(k.get(kind, Condition()).fresh for k in s.forces.values()) for kind in KINDS}
                )
                for s in (before, after)
            ]
            # Deserters are new to the map; nobody else may become fresh.
            assert all(fresh[1][kind] <= fresh[0][kind] for kind in KINDS if kind != "deserters")


def test_a_group_is_where_its_frame_says() -> None:
    for _, _, _, state, _ in moves():
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, Activation):
            for kind, count in frame.points.items():
                assert state.forces[frame.at][kind].activated >= count


@pytest.mark.case("V-3.6-a", "V-3.6-d", "A-31")
def test_face_down_counters_are_seen_by_number_alone() -> None:
    for _, _, _, state, _ in moves():
        for seat in ("republican", "royalist", None):
            view = title().view(state, seat)
            for area, stacks in view.areas.items():
                for side, stack in stacks.items():
                    seen = sees(title().box, state, seat, side, area)
                    assert (stack.points is None) == (not seen)
                    assert (stack.generals is None) == (not seen)
            for id, officer in view.officers.items():
                if officer.area is not None:
                    assert sees(title().box, state, seat, title().box.general[id].side, officer.area)


def twins(state: State, seat: str | None) -> Iterator[State]:
    """States that differ only in what lies face down to a seat, with as many counters everywhere."""
    box = title().box
    swaps = {1: 2, 2: 5, 5: 10, 10: 1, 3: 4, 4: 6, 6: 7, 7: 3, 8: 9, 9: 8}
    twin = state.copy()
    busy = {frame.at for frame in state.stack if isinstance(frame, Activation)}
    for area, kinds in twin.forces.items():
        for kind, held in kinds.items():
            hidden = not sees(box, state, seat, side_of(kind), area)
            fresh_only = held.fresh == held.total and area not in busy and area not in state.shown
            if hidden and fresh_only and held.total in swaps and kind == "anjou":
                twin.forces[area] = {**twin.forces[area], kind: Condition(fresh=swaps[held.total])}
    yield twin


@pytest.mark.case("V-3.6-a", "V-3.6-e")
def test_nothing_that_a_seat_gets_depends_on_what_lies_face_down() -> None:
    different = 0
    for number, (state, _, _, _, _) in enumerate(moves()):
        if number % 5 or not state.stack:
            continue
        for seat in ("republican", None):
            for twin in twins(state, seat):
                different += twin != state
                assert title().view(twin, seat) == title().view(state, seat)
                assert title().decisions(twin) == title().decisions(state)
                if seat and title().decisions(state)[0].seat == seat:
                    assert title().legal_actions(twin, seat) == title().legal_actions(state, seat)
                    decision = title().decisions(state)[0]
                    assert title().fallback(twin, decision) == title().fallback(state, decision)
    assert different > 50


def test_interrupts_always_have_a_fallback_that_is_legal() -> None:
    for state, seat, _, _, _ in moves():
        decision = title().decisions(state)[0]
        action = title().fallback(state, decision)
        if action is not None:
            assert action in title().legal_actions(state, seat), (decision, action)
        assert action is not None or not decision.interrupt


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (
            "move Thouars>Saint-Varent with anjou:8 lescure",
            "move thouars > saint-varent with anjou:8 lescure",
        ),
        ("MOVE fontenay > vouvant with all but 3", "move fontenay > vouvant with all but 3"),
        ("move chantonnay > st-fulgent", "move chantonnay > saint-fulgent with all"),
        ("move chantonnay > St. Fulgent", "move chantonnay > saint-fulgent with all"),
        ("activate Châtillon", "activate chatillon with all"),
        ("hand  over", "hand over"),
        ("pick up anjou:2", "pick-up anjou:2"),
        ("place anjou: 6 cathelineau cholet", "place anjou:6 cathelineau cholet"),
        ("event e12 nantes", "event e12 nantes"),
        ("event e7 la-rochelle lucon", "event e7 la-rochelle lucon"),
        ("desert auto", "desert auto"),
        ("note les-sables 6", "note les-sables 6"),
    ],
)
def test_notation_forgives_case_accents_and_spaces(typed: str, meant: str) -> None:
    state = given().state
    assert title().notation(title().parse(state, typed)) == meant


@pytest.mark.parametrize(
    "typed", ["", "dance", "move", "move cholet with", "place cholet", "stop now", "drop anjou:0"]
)
def test_what_cannot_be_read_says_so(typed: str) -> None:
    with pytest.raises(NotationError):
        title().parse(given().state, typed)


def test_a_word_cut_short_that_could_be_several_is_ambiguous() -> None:
    with pytest.raises(AmbiguousNotation):
        title().parse(given().state, "activate saint")


@pytest.mark.case("V-3.5-m")
def test_generals_whom_a_retreat_has_thrown_together_with_la_catheliniere_can_part() -> None:
    # Here the stack that pre-empts has to be activated, and no group that keeps them together may be.
    game = random_game(title(), "benchmark 0 0")

    assert game.outcome is not None
