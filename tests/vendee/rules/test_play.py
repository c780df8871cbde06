"""Laws that hold in every game: what is conserved, what is hidden, what is written and read back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.errors import AmbiguousNotation, NotationError
from engines.core.events import Event
from engines.core.fuzz import random_game
from engines.vendee.actions import Show
from engines.vendee.frames import Activation
from engines.vendee.position.sight import fewest
from engines.vendee.state import State, by_kind, total
from tests.support.depth import depth, seed
from tests.vendee import laws
from tests.vendee.builder import given, title
from tests.vendee.soak import soak

Move = tuple[State, str, str, State, list[Event]]


@cache
def walk(number: int) -> tuple[Move, ...]:
    """A random game: state, seat, what was done, the state after it and what happened."""
    rng, dice = random.Random(number), Dice(str(number))
    state = title().setup("campaign", {}, dice).state
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
    for number in range(depth(2, 4)):
        yield from walk(number)


def twins(state: State, seat: str | None) -> Iterator[State]:
    """States that differ only in what lies face down to a seat, with as many counters everywhere."""
    return laws.twins(title(), state, seat)


@pytest.mark.deep(seconds=4)
def test_random_play_reaches_the_count() -> None:
    for number in range(depth(2, 4)):
        assert title().outcome(walk(number)[-1][3]) is not None


def test_states_go_out_and_in_without_loss() -> None:
    for number, (_, _, _, state, _) in enumerate(moves()):
        if number % 10 == 0:
            read = msgspec.json.decode(msgspec.json.encode(state), type=State)
            title().check(read)
            assert read == state


def test_what_is_written_is_read_back() -> None:
    for state, seat, text, _, _ in moves():
        assert title().notation(title().parse(state, text, seat)) == text


def test_every_combat_point_is_accounted_for() -> None:
    """On the map, in the pools that arrive, at sea; lost, deserted or gone over."""
    for before, _, _, after, events in moves():
        laws.conserved(before, events, after)


def test_reinforcements_stay_within_what_the_box_holds() -> None:
    for _, _, _, after, _ in moves():
        counts = laws.census(after)
        for army in title().box.army.values():
            assert army.pool is None or counts[army.id] <= army.pool


@pytest.mark.case("V-3.3-c", "V-3.3-d", "V-4.5-g", "V-4.2-g")
def test_nobody_swims_where_he_may_not() -> None:
    for before, _, _, _, events in moves():
        laws.dry(title(), before, events)


@pytest.mark.case("V-3.2-k")
def test_who_was_activated_is_not_fresh_again_in_the_same_phase() -> None:
    for before, _, _, after, _ in moves():
        laws.once_each(before, after)


def test_both_sides_are_in_one_area_only_while_they_fight() -> None:
    for _, _, _, after, _ in moves():
        laws.apart(after)


def test_a_group_is_where_its_frame_says() -> None:
    for _, _, _, state, _ in moves():
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, Activation):
            for kind, count in frame.points.items():
                assert state.forces[frame.at][kind].activated >= count


@pytest.mark.case("V-3.6-a", "V-3.6-d", "A-31")
def test_nobody_else_is_told_or_shown_who_lies_face_down() -> None:
    for number, (before, _, _, after, events) in enumerate(moves()):
        if number % 3 == 0:
            laws.veiled(title(), before, events, after)


@pytest.mark.case("V-3.6-a")
def test_nobody_is_shown_on_the_way_from_one_face_down_place_to_another() -> None:
    for before, _, _, after, events in moves():
        laws.steps_veiled(title(), before, events, after)


@pytest.mark.deep(seconds=40)
@pytest.mark.case("V-3.6-a", "V-3.6-e")
def test_nothing_that_a_seat_gets_depends_on_what_lies_face_down() -> None:
    different = 0
    for number, (state, _, _, _, _) in enumerate(moves()):
        if number % depth(60, 10) == 0:
            different += sum(laws.blind(title(), state, watcher) for watcher in laws.WATCHERS)
    assert different > depth(25, 50)


@pytest.mark.deep(seconds=6)
@pytest.mark.parametrize("seed", range(depth(1, 2)))
def test_the_laws_hold_where_a_moderator_meddles(seed: int) -> None:
    lawful = laws.Lawful()
    lawful.every = 5
    game = random_game(lawful, f"meddled {seed}", meddle=True)
    assert game.outcome is not None
    assert {entry.kind for entry in game.journal} >= {"act", "undo", "edit", "roll"}


@pytest.mark.nightly(seconds=10)
@pytest.mark.parametrize("chunk", range(5))
def test_the_laws_hold_in_games_with_any_options(chunk: int) -> None:
    lawful = laws.Lawful()
    lawful.every, lawful.seldom = 40, 4
    chooser = random.Random(seed(f"soak {chunk}"))
    for number in [chooser.randrange(10**9) for _ in range(20)]:
        assert soak(lawful, number) is None, number


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
        ("hand  over", "pass"),
        ("stop", "end"),
        (
            "move thouars > saint-varent with anjou:8, lescure",
            "move thouars > saint-varent with anjou:8 lescure",
        ),
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


@pytest.mark.deep(seconds=4)
@pytest.mark.case("V-1.2-b", "A-31")
@pytest.mark.parametrize("seed", range(depth(1, 3)))
def test_whenever_change_is_made_the_counters_that_lie_there_can_be(seed: int) -> None:
    rng, dice = random.Random(f"change {seed}"), Dice(f"change {seed}")
    state = title().setup("campaign", {}, dice).state
    made = 0
    while owed := title().decisions(state):
        seat: Side = "royalist" if owed[0].seat == "royalist" else "republican"
        for area in rng.sample(sorted(state.forces), min(3, len(state.forces))):
            points = by_kind(state, area, seat)
            if fewest(points) < total(points):
                change = Show(area, rng.randint(fewest(points) + 1, total(points)))
                if state.shown.get(area, {}).get(seat) != change.count:
                    state = title().apply(state, seat, change, dice).state
                    made += 1
        state = title().apply(state, seat, rng.choice(title().legal_actions(state, seat)), dice).state
        title().check(state)
    assert made > 20
