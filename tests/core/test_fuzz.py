"""The fuzzer finds nothing in the titles, and finds what is broken on purpose."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from engines.core.contract import Outcome, Step
from engines.core.decisions import Decision
from engines.core.dice import Dice
from engines.core.errors import EngineError
from engines.core.fuzz import Crash, random_game, random_options
from engines.core.game import Game
from engines.core.record import Record, digest, replay, verify
from engines.levee.actions import Action, Political
from engines.levee.state import State
from engines.levee.title import Levee
from tests.core.play import TITLES, Options, combinations, fuzzed
from tests.support.depth import NIGHT, depth, seed
from tests.support.fixture import fixture_of

DEEPER = 25
"""By night so many times more games are played."""
FEW = 2
"""Combinations of options, without any and with all, that are played by day of a game that costs much."""
CASES = [
    (title.id, options)
    for title in TITLES.values()
    for options in combinations(title)[: None if NIGHT or fixture_of(title.id).fuzzed > 1 else FEW]
]


def _name(value: object) -> str:
    if isinstance(value, str):
        return value
    assert isinstance(value, tuple)
    return "+".join(option for option, on in value if on) or "no options"


def numbers(title_id: str, share: int = 1) -> range:
    """The games of a title that are played; of what costs more, only so many times fewer."""
    count = fixture_of(title_id).fuzzed
    return range(max(1, depth(count, DEEPER * count) // share))


@pytest.mark.deep(seconds=10)
@pytest.mark.parametrize(("title_id", "options"), CASES, ids=_name)
def test_random_games_end(title_id: str, options: Options) -> None:
    for number in numbers(title_id):
        assert fuzzed(title_id, seed(f"fuzz {number}"), options).outcome is not None


@pytest.mark.parametrize("title_id", TITLES)
def test_a_random_game_verifies_and_its_seed_repeats_it(title_id: str) -> None:
    title, options = TITLES[title_id], combinations(TITLES[title_id])[0]
    name = seed("fuzz 0")
    game = fuzzed(title_id, name, options)
    assert verify(title, game.record()).digest == digest(game.state)
    assert random_game(title, name, options=dict(options)).journal == game.journal
    with pytest.raises(Crash, match="did not end") as other:
        random_game(title, "other", options=dict(options), limit=5)
    assert other.value.record.journal != game.journal[:5]


@pytest.mark.deep(seconds=10)
@pytest.mark.parametrize("title_id", TITLES)
def test_a_random_game_that_the_table_meddles_with_ends_and_verifies(title_id: str) -> None:
    title = TITLES[title_id]
    for number in numbers(title_id, 4):
        name = seed(f"meddled {number}")
        game = fuzzed(title_id, name, (), meddle=True)
        assert game.outcome is not None
        if NIGHT:
            # By day it is one of those that are verified among all that a table does.
            assert verify(title, game.record()).outcome == game.outcome
        assert random_game(title, name, meddle=True).journal == game.journal


@pytest.mark.parametrize("title_id", TITLES)
def test_options_that_are_drawn_are_all_the_titles_and_those_of_their_seed(title_id: str) -> None:
    title = TITLES[title_id]
    drawn = [random_options(title, f"{number}") for number in range(40)]
    assert drawn == [random_options(title, f"{number}") for number in range(40)]
    for option in title.options:
        assert {options.get(option.id, option.default) for options in drawn} == {False, True}
        assert all(set(options) == {known.id for known in title.options} for options in drawn)


class RefusesItsOwnEdits(Levee):
    """Offers an edit and then refuses it."""

    def edit_choices(self, state: State, typed: str) -> list[str]:
        return ["army austria 9"]


def test_an_edit_that_is_offered_and_refused_is_a_crash() -> None:
    title = RefusesItsOwnEdits()
    with pytest.raises(Crash, match="NotationError") as crash:
        play_some(title, 500, meddle=True)
    assert crash.value.action is None
    brought_back(title, crash.value)


class Raises(Levee):
    """Goes wrong when Republic is to be raised."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        if action == Political("republic"):
            dice.roll("a die that must not be lost")
            raise KeyError("republic")
        return super().apply(state, seat, action, dice)


class RefusesItsOwn(Levee):
    """Lists an action as legal and then refuses it."""

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        legal = super().legal_actions(state, seat)
        return [*legal, Political("despotism")] if state.tracks["despotism"] == -1 else legal


class RaisesBetween(Levee):
    """Goes wrong when it is asked what is legal in the third turn."""

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        if state.turn == 3:
            raise ZeroDivisionError
        return super().legal_actions(state, seat)


class DeadEnd(Levee):
    """Leaves the player with nothing to do in the third turn."""

    def legal_actions(self, state: State, seat: str) -> list[Action]:
        return [] if state.turn == 3 else super().legal_actions(state, seat)


class NoOutcome(Levee):
    """Ends without a result."""

    def outcome(self, state: State) -> Outcome | None:
        return None

    def decisions(self, state: State) -> list[Decision]:
        return [] if state.turn == 3 else super().decisions(state)

    def deciding(self, state: State) -> list[str]:
        return [decision.seat for decision in self.decisions(state)]


class RunsAway(Levee):
    """Never ends: every action leaves the state as it was."""

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step[State]:
        return Step(state, [])


def play_some(title: Levee, limit: int, *, meddle: bool = False) -> None:
    """Games enough to meet what is broken."""
    for number in range(20):
        random_game(title, f"broken {number}", limit=limit, meddle=meddle)


def crash_of(title: Levee, limit: int = 500) -> Crash:
    """What the fuzzer says of a broken title; the record has been through JSON."""
    with pytest.raises(Crash) as crash:
        play_some(title, limit)
    record = msgspec.json.decode(msgspec.json.encode(crash.value.record), type=Record)
    assert record == crash.value.record
    return crash.value


def brought_back(title: Levee, crash: Crash) -> State:
    """The state that the record of a crash leads to."""
    state = list(replay(title, crash.record, seed=crash.record.seed))[-1].state
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(
    ("broken", "reason", "error"),
    [(Raises, "KeyError: 'republic'", KeyError), (RefusesItsOwn, "IllegalAction: Despotism", EngineError)],
)
def test_an_action_that_fails_is_reproduced_by_its_record(
    broken: Callable[[], Levee], reason: str, error: type[Exception]
) -> None:
    title = broken()
    crash = crash_of(title)
    assert str(crash).startswith(reason)
    assert crash.action is not None
    assert isinstance(crash.__cause__, error)
    state = brought_back(title, crash)
    with pytest.raises(error):
        title.apply(state, "france", title.parse(state, crash.action), Dice("seed"))


def test_what_goes_wrong_between_actions_is_reproduced_by_its_record() -> None:
    title = RaisesBetween()
    crash = crash_of(title)
    assert str(crash).startswith("ZeroDivisionError")
    assert crash.action is None
    with pytest.raises(ZeroDivisionError):
        title.legal_actions(brought_back(title, crash), "france")


def test_a_seat_without_a_legal_action_is_reproduced_by_its_record() -> None:
    title = DeadEnd()
    crash = crash_of(title)
    assert str(crash) == "france has to decide and has no legal action"
    assert crash.action is None
    state = brought_back(title, crash)
    assert title.decisions(state)
    assert title.legal_actions(state, "france") == []


def test_an_end_without_an_outcome_is_reproduced_by_its_record() -> None:
    title = NoOutcome()
    crash = crash_of(title)
    assert "no outcome" in str(crash)
    state = brought_back(title, crash)
    assert title.decisions(state) == []
    assert title.outcome(state) is None


def test_a_game_that_runs_away_is_stopped() -> None:
    title = RunsAway()
    crash = crash_of(title, limit=70)
    assert str(crash) == "The game did not end within 70 actions"
    assert len(crash.record.journal) == 70
    assert digest(brought_back(title, crash)) == crash.record.opening_digest


def test_a_crash_leaves_the_dice_as_they_were() -> None:
    game = Game(Raises(), seed="seed")
    game.dice.feed([3])
    with pytest.raises(KeyError):
        game.act("france", "political republic")
    assert game.dice.pending() == ((3,), {})
    assert game.journal == []
