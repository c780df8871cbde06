"""One suite over every title: a new game is proved to keep the contract by being listed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from engines.core.contract import AnyTitle, Step
from engines.core.dice import Dice
from engines.core.errors import IllegalAction, NotationError, UsageError
from engines.core.events import Event, Roll, TableRoll
from engines.core.game import Game
from engines.core.record import digest, read_state
from tests.core.play import (
    TITLES,
    Position,
    combinations,
    described,
    games,
    notations,
    positions,
    replays,
    sample,
    twins,
)
from tests.core.vocabulary import tried, vocabulary
from tests.support.depth import depth
from tests.support.fixture import fixture_of

WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_APPLIED = depth(30, 2500)
"""Actions of one list that are carried out: a list of La Grande Armee has thousands."""


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title in turn."""
    return TITLES[request.param]


def ends(title: AnyTitle) -> list[msgspec.Struct]:
    """The last states of finished games."""
    return [position.state for position in positions(title.id) if not position.seats]


# What a title says of itself


def test_ids_are_words(title: AnyTitle) -> None:
    words = [title.id, *title.seats, *title.decks]
    words += [option.id for option in title.options]
    assert all(WORD.fullmatch(word) for word in words)
    # A scenario may be called by its year.
    assert all(WORD.fullmatch(f"s{scenario.id}") for scenario in title.scenarios)
    assert len(set(title.seats)) == len(title.seats) > 0
    assert set(title.seat_names) == set(title.seats)
    assert TITLES[title.id] is title


def test_options_name_a_case_of_the_rulebook(title: AnyTitle) -> None:
    assert all(described(option.case, title) for option in title.options)


def test_the_pack_is_named_with_its_digest(title: AnyTitle) -> None:
    assert re.fullmatch(r"[a-z-]+@[0-9a-f]{16}", title.pack)


def test_unknown_scenario_option_and_seat_are_refused(title: AnyTitle) -> None:
    with pytest.raises(UsageError, match="scenario"):
        title.setup("no such thing", {}, Dice("seed"))
    with pytest.raises(UsageError, match="option"):
        title.setup(title.scenarios[0].id, {"no-such-thing": True}, Dice("seed"))
    state = Game(title, seed="seed").state
    action = title.legal_actions(state, title.decisions(state)[0].seat)[0]
    refused: list[Callable[[], object]] = [
        lambda: title.legal_actions(state, "nobody"),
        lambda: title.apply(state, "nobody", action, Dice("seed")),
        lambda: title.view(state, "nobody"),
    ]
    for call in refused:
        with pytest.raises(UsageError, match="nobody"):
            call()


@pytest.mark.parametrize("value", [1, 0, "true", None])
def test_an_option_is_true_or_false(title: AnyTitle, value: Any) -> None:
    for option in title.options:
        with pytest.raises(UsageError, match=option.id):
            title.setup(title.scenarios[0].id, {option.id: value}, Dice("seed"))


def test_an_unknown_title_is_refused() -> None:
    with pytest.raises(UsageError, match=", ".join(TITLES)):
        engines.find("chess")


def test_an_unknown_deck_is_refused(title: AnyTitle) -> None:
    with pytest.raises(UsageError):
        title.may_come(None, "no-such-deck")


# Set-up


def test_set_up_is_repeatable_and_stops_at_a_decision(title: AnyTitle) -> None:
    for options in combinations(title):
        first, second = (Game(title, options=dict(options), seed="seed") for _ in range(2))
        assert first.opening_digest == second.opening_digest
        assert first.decisions
        assert first.outcome is None
        assert title.agreed(first.state) == (title.scenarios[0].id, title.chosen(dict(options)))


# States


@pytest.mark.deep(seconds=8)
def test_a_state_survives_json_with_the_same_digest(title: AnyTitle) -> None:
    for position in positions(title.id)[:: depth(3, 1)]:
        read = read_state(title, msgspec.json.decode(msgspec.json.encode(position.state)))
        assert read == position.state
        assert digest(read) == digest(position.state)


@pytest.mark.deep(seconds=4)
def test_a_state_read_back_plays_on_alike(title: AnyTitle) -> None:
    for position in sample(title, depth(30, 200)):
        read = read_state(title, msgspec.json.decode(msgspec.json.encode(position.state)))
        for seat in position.seats:
            actions = title.legal_actions(position.state, seat)
            assert title.legal_actions(read, seat) == actions
            one, other = (
                title.apply(state, seat, actions[-1], Dice("on")) for state in (position.state, read)
            )
            assert digest(one.state) == digest(other.state)
            assert one.events == other.events


# Decisions


def test_decisions_are_whole(title: AnyTitle) -> None:
    for position in positions(title.id):
        decisions = title.decisions(position.state)
        assert tuple(decision.seat for decision in decisions) == position.seats
        assert tuple(title.deciding(position.state)) == position.seats
        assert len(set(position.seats)) == len(position.seats)
        for decision in decisions:
            assert decision.seat in title.seats
            assert decision.kind in fixture_of(title.id).kinds
            assert WORD.fullmatch(decision.kind)
            assert decision.prompt.strip() == decision.prompt != ""
            assert not decision.prompt.endswith(".")
            assert described(decision.case, title)


def test_the_kinds_of_decision_are_all_met(title: AnyTitle) -> None:
    met = {d.kind for position in positions(title.id) for d in title.decisions(position.state)}
    assert met == fixture_of(title.id).kinds


def test_whoever_owes_a_decision_has_a_legal_action(title: AnyTitle) -> None:
    for position in positions(title.id):
        for seat in title.seats:
            assert bool(title.legal_actions(position.state, seat)) == (seat in position.seats)


def test_the_end_has_an_outcome_and_nothing_before_it_has(title: AnyTitle) -> None:
    for position in positions(title.id):
        outcome = title.outcome(position.state)
        assert (outcome is None) == bool(position.seats)
        if outcome is not None:
            assert outcome.winner in (None, *title.seats)
            assert WORD.fullmatch(outcome.level)
            assert described(outcome.case, title)
            assert all(described(line.case, title) for line in outcome.working)
            if outcome.working:
                assert sum(line.value for line in outcome.working) == outcome.score


def test_a_standing_adds_up_and_becomes_the_outcome(title: AnyTitle) -> None:
    for position in positions(title.id):
        for seat in (None, *title.seats):
            stands = title.known_outcome(position.state, seat)
            assert stands is not None
            assert stands.working == [] or sum(line.value for line in stands.working) == stands.score
            assert len({line.of for line in stands.working}) == len(stands.working)
            if not position.seats:
                assert stands == title.outcome(position.state) == title.provisional_outcome(position.state)


def test_nothing_can_be_done_after_the_end(title: AnyTitle) -> None:
    for state in ends(title):
        for notation in tried(title.id):
            for seat in title.seats:
                with pytest.raises(IllegalAction) as refusal:
                    title.apply(state, seat, title.parse(state, notation), Dice("seed"))
                assert described(refusal.value.case, title)


@pytest.mark.deep(seconds=4)
def test_chapters_never_go_back(title: AnyTitle) -> None:
    for _, steps in replays(title.id):
        numbers = [title.chapter(step.state)[0] for step in steps]
        assert numbers == sorted(numbers)
        assert numbers[0] >= 1


# Legal actions


def test_legal_actions_are_always_the_same_and_named_once(title: AnyTitle) -> None:
    for position in positions(title.id):
        for seat in position.seats:
            actions = title.legal_actions(position.state, seat)
            assert title.legal_actions(position.state, seat) == actions
            assert len({title.notation(action) for action in actions}) == len(actions)


@pytest.mark.deep(seconds=6)
def test_every_legal_action_applies_and_leaves_the_given_state_alone(title: AnyTitle) -> None:
    for number, position in enumerate(sample(title, depth(60, 400))):
        before = msgspec.json.encode(position.state)
        for seat in position.seats:
            legal = title.legal_actions(position.state, seat)
            chooser = random.Random(f"apply {number}")
            for action in chooser.sample(legal, min(MOST_APPLIED, len(legal))):
                step = title.apply(position.state, seat, action, Dice(f"apply {number}"))
                assert step.events or title.decisions(step.state) != title.decisions(position.state)
                assert digest(step.state) != digest(position.state)
                title.check(step.state)
        assert msgspec.json.encode(position.state) == before


def _others(title: AnyTitle, state: msgspec.Struct, legal: Sequence[Any]) -> Iterator[Any]:
    """Actions that are not listed."""
    listed = {title.notation(action) for action in legal}
    near = fixture_of(title.id).typed(state, legal)
    for action in (*(title.parse(state, typed) for typed in tried(title.id)), *near):
        if title.notation(action) not in listed:
            yield action


@pytest.mark.deep(seconds=12)
def test_what_is_not_listed_is_refused_with_a_case_or_comes_to_what_is(title: AnyTitle) -> None:
    assert len(vocabulary(title.id)) > len(notations(title.id))
    refused = taken = 0
    for position in sample(title, depth(30, 200)):
        before = msgspec.json.encode(position.state)
        for seat in position.seats:
            legal = title.legal_actions(position.state, seat)
            for action in _others(title, position.state, legal):
                dice = Dice("seed")
                found = _taken_or_refused(title, position.state, seat, action, dice)
                assert title.is_legal(position.state, seat, action) != isinstance(found, IllegalAction)
                if isinstance(found, IllegalAction):
                    assert described(found.case, title), title.notation(action)
                    assert not found.message.endswith(".")
                    assert (dice.counter, dice.draws) == (0, [])
                    refused += 1
                else:
                    title.check(found.state)
                    assert _comes_to(title, position.state, seat, legal, action), title.notation(action)
                    taken += 1
        assert msgspec.json.encode(position.state) == before
    assert refused > depth(80, 500)
    assert (taken > depth(4, 100)) == fixture_of(title.id).unlisted


def _taken_or_refused(
    title: AnyTitle, state: msgspec.Struct, seat: str, action: Any, dice: Dice
) -> Step[Any] | IllegalAction:
    try:
        return title.apply(state, seat, action, dice)
    except IllegalAction as refusal:
        return refusal


def _comes_to(title: AnyTitle, state: msgspec.Struct, seat: str, legal: Sequence[Any], action: Any) -> bool:
    """Whether an action that was taken is one of those that its title leaves unlisted.

    Taken in smaller actions it leads to the same; where something else is asked on the way, to the same
    question.
    """
    parts = fixture_of(title.id).parts(state, legal, action)
    if not parts:
        return parts is not None
    whole = title.apply(state, seat, action, Dice("parts")).state
    dice, now = Dice("parts"), state
    for part in parts:
        step = _taken_or_refused(title, now, seat, part, dice)
        if isinstance(step, IllegalAction):
            return title.decisions(now) == title.decisions(whole)
        now = step.state
    return digest(now) == digest(whole)


# Notation


@pytest.mark.deep(seconds=4)
def test_a_notation_is_one_plain_line_that_parses_back(title: AnyTitle) -> None:
    for position in sample(title, depth(60, 400)):
        for seat in position.seats:
            for action in title.legal_actions(position.state, seat):
                notation = title.notation(action)
                assert notation == " ".join(notation.split())
                assert notation.isascii()
                assert title.parse(position.state, notation) == action
                assert title.parse(position.state, f"  {notation.upper()} ") == action


HOSTILE = [
    "",
    " ",
    "\x00",
    "\n" * 1000,
    "military" * 20_000,
    "military " * 20_000,
    "🔔" * 5000,
    "é́́́" * 5000,
    "\u202eairtsua yratilim",
    "military \ud800",
    "military\x1faustria\x7f",
    "levy out",
    "levy spent",
    "levy holding holding",
    "spirit paris",
    "liberate with",
    "liberate brussels with",
    "liberate brussels with with",
    "end end",
    "move nantes > > with foot:1",
    "move nantes > clisson with foot:-1",
    "commit 99999999999999999999 nantes",
    "-",
    "--",
    "political -",
    "%s {0} {state} ${x}",
    "'; drop table campaign; --",
    "ｍｉｌｉｔａｒｙ ａｕｓｔｒｉａ",
    "ﷺ" * 199,
    "İ" * 199,
]


def _typed(title: AnyTitle, text: str) -> None:
    """Type something into a game: it is taken, or refused in one of the two ways that there are."""
    state = positions(title.id)[0].state
    game = Game(title, seed="seed", state=state)
    try:
        game.act(title.decisions(state)[0].seat, text)
    except (NotationError, IllegalAction) as error:
        refusal = error
    else:
        return
    assert 0 < len(refusal.message) < 1000
    assert game.journal == []


def test_hostile_notations_are_refused_politely(title: AnyTitle) -> None:
    for text in HOSTILE:
        _typed(title, text)


@cache
def texts(title_id: str) -> st.SearchStrategy[str]:
    """Words of actions that were listed, in any order, and any other text."""
    found = dict.fromkeys(word for notation in notations(title_id) for word in notation.split())
    words = [*found, "with", "-", "\t", ""]
    near = st.lists(st.sampled_from(words) | st.text(max_size=5), max_size=6).map(" ".join)
    return near | st.text(max_size=80)


@pytest.mark.deep(seconds=8)
@pytest.mark.parametrize("title_id", TITLES)
@given(st.data())
def test_any_text_is_taken_or_refused(title_id: str, data: st.DataObject) -> None:
    _typed(TITLES[title_id], data.draw(texts(title_id)))


def test_what_cannot_be_read_comes_with_the_nearest_legal_choices(title: AnyTitle) -> None:
    for position in sample(title, 50):
        for seat in position.seats:
            legal = {title.notation(action) for action in title.legal_actions(position.state, seat)}
            for typed in ("", "dance", "x" * 5000):
                with pytest.raises(NotationError) as refusal:
                    title.parse(position.state, typed, seat)
                assert set(refusal.value.choices) <= legal
                assert refusal.value.choices


# Odds


@pytest.mark.parametrize("title_id", [id for id in TITLES if fixture_of(id).odds])
def test_odds_are_exact(title_id: str) -> None:
    """Each face is tried: as many succeed as the odds say, by the arithmetic that the odds show."""
    title, shown = TITLES[title_id], 0
    for position in sample(title, 500):
        for seat in position.seats:
            for action in title.legal_actions(position.state, seat):
                odds = title.odds(position.state, action)
                if odds is None:
                    continue
                rolls = _own_rolls(title, position.state, seat, action)
                if None in rolls:
                    assert not any(rolls)
                    assert odds.chance == 1
                    continue
                assert Fraction(sum(roll.success for roll in rolls if roll), len(rolls)) == odds.chance
                for roll in rolls:
                    assert roll is not None
                    assert [(modifier.label, modifier.value) for modifier in roll.modifiers] == odds.modifiers
                    assert roll.needed == odds.needed
                    assert roll.total == sum(roll.faces) + sum(value for _, value in odds.modifiers)
                    assert roll.natural == (roll.success != (roll.total >= roll.needed))
                    assert described(roll.case, title)
                shown += 1
    assert shown > fixture_of(title_id).odds


def _own_rolls(title: AnyTitle, state: msgspec.Struct, seat: str, action: Any) -> Sequence[Roll | None]:
    """The first roll of an action with each face, or each combination of faces, that it may show."""
    one = _own_roll(title, state, seat, action, (1,))
    dice = 1 if one is None else len(one.faces)
    return [_own_roll(title, state, seat, action, faces) for faces in product(range(1, 7), repeat=dice)]


def _own_roll(
    title: AnyTitle, state: msgspec.Struct, seat: str, action: Any, faces: tuple[int, ...]
) -> Roll | None:
    """The first roll of an action when these faces come."""
    dice = Dice("seed")
    dice.feed(faces)
    rolls = (event for event in title.apply(state, seat, action, dice).events if isinstance(event, Roll))
    return next(rolls, None)


def test_an_action_without_odds_rolls_nothing_of_its_own(title: AnyTitle) -> None:
    assert any(
        title.odds(position.state, action) is None
        for position in sample(title, 5)
        for seat in position.seats
        for action in title.legal_actions(position.state, seat)
    )


# Views


@pytest.mark.deep(seconds=4)
def test_views_are_plain_and_leave_the_state_alone(title: AnyTitle) -> None:
    for position in (*sample(title, depth(40, 800)), *(Position(state, ()) for state in ends(title))):
        before = msgspec.json.encode(position.state)
        for seat in (None, *title.seats):
            view = title.view(position.state, seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
            assert title.view(position.state, seat) == view
        assert msgspec.json.encode(position.state) == before


def test_a_view_shares_nothing_that_changes_with_the_state(title: AnyTitle) -> None:
    """Whoever scribbles on a view must not be able to change the game."""
    for position in sample(title, 20):
        before = msgspec.json.encode(position.state)
        view = title.view(position.state, None)
        for value in msgspec.structs.asdict(view).values():
            if isinstance(value, dict | list):
                value.clear()
        assert msgspec.json.encode(position.state) == before


@pytest.mark.deep(seconds=10)
def test_public_views_do_not_depend_on_what_they_hide(title: AnyTitle) -> None:
    different, chooser = 0, random.Random(title.id)
    for state, _ in sample(title, depth(40, 300)):
        known = [title.view(state, None), title.decisions(state), title.given(state)]
        for twin in twins(title, state, None, chooser):
            different += digest(twin) != digest(state)
            assert [title.view(twin, None), title.decisions(twin), title.given(twin)] == known
    assert different > depth(20, 200) or not fixture_of(title.id).hides


# Chance


def test_all_dice_are_in_the_journal(title: AnyTitle) -> None:
    """The journal alone, without the seed, gives every state again."""
    for game, steps in replays(title.id):
        assert [digest(step.state) for step in steps[1:]] == [entry.digest for entry in game.journal]


def test_every_die_is_told_in_an_event_and_is_a_draw_of_the_journal(title: AnyTitle) -> None:
    for game, steps in replays(title.id):
        for step in steps:
            draws = step.entry.draws if step.entry else game.opening
            dice = [(draw.purpose, int(draw.value)) for draw in draws if draw.of == "d6"]
            told = [(event, face) for event in step.events for face in _faces(event)]
            assert [face for _, face in told] == [face for _, face in dice]
            for (event, _), (purpose, _) in zip(told, dice, strict=True):
                assert not isinstance(event, Roll | TableRoll) or str(event.purpose) == purpose


def _faces(event: Event) -> Sequence[int]:
    """The dice that an event tells of, be it a roll or what came of one."""
    if hasattr(event, "face"):
        return [event.face]
    faces: Sequence[int] | Mapping[str, int] = getattr(event, "faces", ())
    return list(faces.values()) if isinstance(faces, Mapping) else faces


def test_random_play_ends(title: AnyTitle) -> None:
    for game in games(title.id):
        assert game.outcome is not None
        assert game.decisions == []


def test_cards_that_may_come_are_those_that_do(title: AnyTitle) -> None:
    for deck in title.decks:
        for game, steps in replays(title.id):
            before: msgspec.Struct | None = None
            for step in steps:
                draws = step.entry.draws if step.entry else game.opening
                first = next((draw.value for draw in draws if draw.of == deck), None)
                assert first is None or first in title.may_come(before, deck)
                before = step.state
