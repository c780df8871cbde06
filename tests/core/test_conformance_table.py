"""The laws of what is done beside the game: undone entries, edits, rolls for the table, suggestions."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.core.edits import MOST_CHOICES
from engines.core.errors import EngineError, IllegalAction, NotationError, UsageError
from engines.core.events import TABLE_EVENTS, Edited, GivenFor, TableDice, Undone
from engines.core.game import Game
from engines.core.record import Record, digest, replay, verify
from engines.core.repair import mend, repair
from engines.core.table import standing
from tests.core.play import TITLES, all_on, fuzzed, positions, sample, twins
from tests.support.depth import depth
from tests.support.fixture import fixture_of

MOST_GAMES = 10
"""Games that the table meddles with."""


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title in turn."""
    return TITLES[request.param]


@cache
def meddled(title_id: str) -> tuple[Game, ...]:
    """Finished games in which the table undid, edited and rolled."""
    title = TITLES[title_id]
    options = [(), tuple(all_on(title).items())]
    return tuple(
        fuzzed(title_id, f"meddled {number}", options[number % 2], meddle=True)
        for number in range(min(MOST_GAMES, fixture_of(title_id).fuzzed))
    )


def begun(title: AnyTitle, actions: int = 6) -> Game:
    """A game of so many random actions."""
    chooser = random.Random(title.id)
    game = Game(title, seed="begun")
    for _ in range(actions):
        seat = game.decisions[0].seat
        game.act(seat, chooser.choice(title.legal_actions(game.state, seat)))
    return game


# Records


def test_a_game_with_all_that_a_table_does_verifies(title: AnyTitle) -> None:
    met = set()
    for game in meddled(title.id):
        record = msgspec.json.decode(msgspec.json.encode(game.record()), type=Record)
        assert record == game.record()
        verdict = verify(title, record)
        assert verdict.digest == digest(game.state)
        assert verdict.outcome == game.outcome
        assert verdict.lost == 0
        stands = standing(record.journal)
        assert [0, *stands] == game.line.numbers
        met |= {entry.kind for entry in record.journal}
        undos = sum(entry.kind == "undo" for entry in record.journal)
        assert verdict.undone == len(record.journal) - len(stands) - undos
    assert met == {"act", "undo", "edit", "roll"}


def test_such_a_game_needs_no_repair(title: AnyTitle) -> None:
    for game in meddled(title.id):
        record = game.record()
        found = repair(title, record)
        assert (found.trouble, found.changed) == (None, None)
        assert [step.number for step in found.steps] == [0, *standing(record.journal)]
        assert found.steps[-1].state == game.state
        assert mend(title, record) == record


def test_what_stands_is_a_game_of_its_own(title: AnyTitle) -> None:
    """Played alone, without what was undone, the entries that stand lead to the same states."""
    for game in meddled(title.id):
        state = next(iter(replay(title, game.record()))).state
        for number in standing(game.journal):
            entry = game.journal[number - 1]
            dice = Dice(None)
            dice.feed(int(draw.value) for draw in entry.draws if draw.of == "d6")
            for draw in entry.draws:
                if draw.of != "d6":
                    dice.stack(draw.of, [draw.value])
            if entry.kind == "act":
                state = title.apply(state, entry.seat, title.parse(state, entry.action), dice).state
            elif entry.kind == "edit":
                state = title.edit(state, entry.action).state
            assert digest(state) == entry.digest


def test_the_seed_is_never_thrown_twice(title: AnyTitle) -> None:
    """An undo gives no die back: nobody can take an action again until the die suits him."""
    for game in meddled(title.id):
        draws = [*game.opening, *(draw for entry in game.journal for draw in entry.draws)]
        assert game.dice.counter == sum(not draw.fed for draw in draws)


def test_an_undo_that_was_shifted_is_found_out(title: AnyTitle) -> None:
    game = begun(title)
    game.undo(4)
    undo = msgspec.structs.replace(game.journal[-1], action="undo 3")
    with pytest.raises(EngineError, match="Entry 7: "):
        verify(title, msgspec.structs.replace(game.record(), journal=[*game.journal[:-1], undo]))


# Undo


def test_an_undo_lets_an_earlier_state_stand_again(title: AnyTitle) -> None:
    game = begun(title)
    digests = [game.opening_digest, *(entry.digest for entry in game.journal)]
    for to in (5, 3, 0):
        stood = len(game.line.numbers) - 1
        assert game.undo(to) == [Undone(to, stood - to)]
        assert digest(game.state) == game.journal[-1].digest == digests[to]


def test_what_was_undone_cannot_be_gone_back_to(title: AnyTitle) -> None:
    game = begun(title)
    game.undo(2)
    before = list(game.journal)
    for to in (-1, 2, 3, 6, 7, 99):
        with pytest.raises(UsageError):
            game.undo(to)
    assert game.journal == before
    seat = game.decisions[0].seat
    game.act(seat, title.legal_actions(game.state, seat)[0])
    assert game.line.numbers == [0, 1, 2, 8]
    with pytest.raises(UsageError, match="Entry 3 does not stand"):
        game.undo(3)


@st.composite
def doings(draw: st.DrawFn) -> list[tuple[str, int]]:
    kinds = st.sampled_from(["act"] * 5 + ["undo", "edit", "roll"])
    return draw(st.lists(st.tuples(kinds, st.integers(0, 10_000)), min_size=1, max_size=40))


@pytest.mark.parametrize("title_id", TITLES)
@settings(max_examples=depth(10, 300))
@given(doings())
def test_any_order_of_actions_undos_edits_and_rolls_replays(
    title_id: str, done: list[tuple[str, int]]
) -> None:
    title = TITLES[title_id]
    game = Game(title, seed="any order")
    states = [digest(game.state)]
    for kind, number in done:
        _do(game, kind, number)
        if len(states) <= len(game.journal):
            states.append(digest(game.state))
    record = game.record()
    steps = list(replay(title, record, seed=record.seed))
    assert [digest(step.state) for step in steps] == states
    assert [step.number for step in steps] == list(range(len(states)))
    assert steps[-1].state == game.state


def _do(game: Game, kind: str, number: int) -> None:
    if kind == "act" and game.decisions:
        seat = game.decisions[number % len(game.decisions)].seat
        legal = game.title.legal_actions(game.state, seat)
        game.act(seat, legal[number % len(legal)])
    elif kind == "undo" and len(game.line.numbers) > 1:
        game.undo(game.line.numbers[:-1][number % (len(game.line.numbers) - 1)])
    elif kind == "edit":
        choices = game.title.edit_choices(game.state, "")
        if choices:
            game.edit(choices[number % len(choices)])
    elif kind == "roll":
        game.roll(number % 10 + 1)


# Edits


def test_forms_begin_with_their_verb_and_are_summed_up(title: AnyTitle) -> None:
    verbs = [form.verb for form in title.edit_forms]
    assert len(set(verbs)) == len(verbs) > 0
    for form in title.edit_forms:
        assert form.form.startswith(f"{form.verb} ")
        assert form.summary.endswith(".")


def test_each_form_is_possible_somewhere(title: AnyTitle) -> None:
    missing = {form.verb for form in title.edit_forms}
    for position in sample(title, 60):
        missing -= {
            choice.split()[0] for verb in missing for choice in title.edit_choices(position.state, verb)
        }
    assert not missing


@pytest.mark.deep(seconds=4)
def test_every_edit_that_is_offered_can_be_made(title: AnyTitle) -> None:
    for position in sample(title, depth(4, 20)):
        before = msgspec.json.encode(position.state)
        for typed in ("", *(form.verb for form in title.edit_forms), "no such thing"):
            choices = title.edit_choices(position.state, typed)
            assert len(choices) <= MOST_CHOICES
            assert len(set(choices)) == len(choices)
            for choice in choices:
                step = title.edit(position.state, choice)
                assert step.events[0] == Edited(choice)
                assert not any(isinstance(event, TABLE_EVENTS) for event in step.events[1:])
                assert title.agreed(step.state) == title.agreed(position.state)
                title.check(step.state)
                for decision in title.decisions(step.state):
                    assert title.legal_actions(step.state, decision.seat)
        assert msgspec.json.encode(position.state) == before


@pytest.mark.deep(seconds=4)
def test_an_edit_reads_back_however_it_was_typed(title: AnyTitle) -> None:
    for position in sample(title, depth(8, 20)):
        for choice in title.edit_choices(position.state, ""):
            step = title.edit(position.state, f"  {choice.upper()} ")
            assert step == title.edit(position.state, choice)


@pytest.mark.deep(seconds=4)
def test_what_may_come_is_out_of_the_reach_of_edits(title: AnyTitle) -> None:
    for position in sample(title, depth(8, 20)):
        for choice in title.edit_choices(position.state, ""):
            after = title.edit(position.state, choice).state
            for deck in title.decks:
                assert title.may_come(after, deck) == title.may_come(position.state, deck)


def test_no_edit_is_possible_after_the_end(title: AnyTitle) -> None:
    going = sample(title, 1)[0].state
    choice = title.edit_choices(going, "")[0]
    ends = [position.state for position in positions(title.id) if not position.seats]
    for end in ends[:20]:
        assert title.edit_choices(end, "") == []
        with pytest.raises(IllegalAction, match="The game is over"):
            title.edit(end, choice)


@pytest.mark.parametrize("text", ["", "dance", "x" * 5000, "\x00", "🔔" * 500, "army", "stack", "%s {0}"])
def test_an_edit_that_cannot_be_read_is_refused_with_forms(title: AnyTitle, text: str) -> None:
    game = begun(title)
    before = list(game.journal), msgspec.json.encode(game.state)
    with pytest.raises(NotationError) as refusal:
        game.edit(text)
    assert refusal.value.choices
    assert 0 < len(refusal.value.message) < 500
    assert (list(game.journal), msgspec.json.encode(game.state)) == before


@pytest.mark.deep(seconds=6)
@pytest.mark.parametrize("title_id", TITLES)
@settings(max_examples=depth(20, 200))
@given(st.data())
def test_any_text_is_an_edit_or_refused(title_id: str, data: st.DataObject) -> None:
    title = TITLES[title_id]
    state = sample(title, 1)[0].state
    words = sorted({word for choice in title.edit_choices(state, "") for word in choice.split()})
    near = st.lists(st.sampled_from(words) | st.text(max_size=4), max_size=5).map(" ".join)
    text = data.draw(near | st.text(max_size=80))
    try:
        step = title.edit(state, text)
    except (NotationError, IllegalAction):
        return
    title.check(step.state)


@pytest.mark.deep(seconds=5)
def test_edits_tell_no_secret(title: AnyTitle) -> None:
    """Neither what is offered, nor what is refused, nor what others are told depends on what they hide."""
    different, chooser = 0, random.Random(title.id)
    for state, _ in sample(title, depth(4, 24)):
        offered = {form.verb: title.edit_choices(state, form.verb) for form in title.edit_forms}
        made = {
            choice: (title.redact_all(step.events, None), title.view(step.state, None))
            for choices in offered.values()
            for choice in choices[:3]
            for step in [title.edit(state, choice)]
        }
        for twin in twins(title, state, None, chooser):
            different += digest(twin) != digest(state)
            assert {verb: title.edit_choices(twin, verb) for verb in offered} == offered
            for choice, (told, seen) in made.items():
                step = title.edit(twin, choice)
                assert title.redact_all(step.events, None) == told
                if not fixture_of(title.id).seen_by(choice, state, twin):
                    assert title.view(step.state, None) == seen
    assert different > depth(2, 20) or not fixture_of(title.id).hides


@pytest.mark.deep(seconds=6)
def test_what_others_are_told_of_an_edit_is_told_once_and_for_all(title: AnyTitle) -> None:
    for position in sample(title, depth(10, 30)):
        for choice in title.edit_choices(position.state, ""):
            step = title.edit(position.state, choice)
            for eyes in (None, *title.seats):
                told = title.redact_all(step.events, eyes)
                assert isinstance(told[0], Edited)
                assert title.redact_all(told, eyes) == told


# Rolls for the table and where an action came from


def test_a_roll_for_the_table_leaves_the_game_alone(title: AnyTitle) -> None:
    game = begun(title)
    before = game.state
    (rolled,) = game.roll(2, "the weather")
    assert isinstance(rolled, TableDice)
    assert rolled.reveals
    assert game.state is before
    entry = game.journal[-1]
    assert (entry.kind, entry.action) == ("roll", "roll 2 for the weather")
    assert [int(draw.value) for draw in entry.draws] == rolled.faces


@pytest.mark.parametrize("source", ["order", "default", "automatic", "moderator"])
def test_who_gave_an_action_is_told_first_and_kept(title: AnyTitle, source: Any) -> None:
    games = [Game(title, seed="source") for _ in range(2)]
    seat = games[0].decisions[0].seat
    action = title.legal_actions(games[0].state, seat)[0]
    secret = title.at_once(games[0].state) or not title.orders_told
    plain = games[0].act(seat, action)
    said, *events = games[1].act(seat, action, source=source)
    assert (type(said), events) == (GivenFor, plain)
    # That it has an order for what several decide at once is nobody else's; in some games that it has any.
    own = source == "order" and secret
    assert [title.redact_all([said], eyes) == [] for eyes in (seat, None)] == [False, own]
    assert games[1].journal[0].source == source
    *_, step = replay(title, games[1].record())
    assert step.events == [said, *plain]


def test_every_title_can_tell_what_is_done_beside_its_game(title: AnyTitle) -> None:
    assert set(TABLE_EVENTS) <= set(title.event_types())


# Suggestions


@pytest.mark.deep(seconds=6)
def test_a_suggestion_is_legal_and_repeatable(title: AnyTitle) -> None:
    for number, position in enumerate(sample(title, depth(40, 200))):
        for seat in title.seats:
            one, again = (title.suggest(position.state, seat, random.Random(number)) for _ in range(2))
            assert one == again
            if seat in position.seats:
                assert one is not None
                assert title.is_legal(position.state, seat, one)
            else:
                assert one is None


@pytest.mark.deep(seconds=6)
def test_a_suggestion_does_not_depend_on_what_the_seat_may_not_know(title: AnyTitle) -> None:
    chooser = random.Random(title.id)
    for position in sample(title, depth(40, 200)):
        for seat in position.seats:
            suggested = title.suggest(position.state, seat, random.Random(7))
            for twin in twins(title, position.state, seat, chooser):
                assert title.suggest(twin, seat, random.Random(7)) == suggested


def test_automatic_players_play_a_game_to_its_end(title: AnyTitle) -> None:
    rng = random.Random("automatic")
    game = Game(title, seed="automatic")
    while game.decisions:
        seat = game.decisions[0].seat
        action = title.suggest(game.state, seat, rng)
        assert action is not None
        game.act(seat, action, source="automatic")
    assert verify(title, game.record()).outcome == game.outcome is not None


# What an undo does not cross unasked


def test_every_card_and_commitment_that_comes_to_light_reveals(title: AnyTitle) -> None:
    """Whatever came off a deck, and whatever ended a secret, was told by an event that reveals."""
    for game in meddled(title.id):
        before: list[Any] = []
        for step in replay(title, game.record()):
            draws = game.opening if step.entry is None else step.entry.draws
            given_before, before = before, title.given(step.state)
            came = any(draw.of in title.decks for draw in draws)
            ended = bool(given_before) and not before and step.entry is not None and step.entry.kind == "act"
            if came or ended:
                assert any(event.reveals for event in step.events)
