"""One suite over every title: a new game is proved to keep the contract by being listed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engines
from engines.core.contract import AnyTitle
from engines.core.dice import Dice
from engines.core.errors import IllegalAction, NotationError, UsageError
from engines.core.events import Roll, TableRoll
from engines.core.game import Game
from engines.core.record import digest, read_state, replay
from tests.engines.hidden import TWINS
from tests.engines.play import TITLES, Position, combinations, games, notations, positions, statements

WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

KINDS = {"levee": {"action", "emergency"}, "outposts": {"commit", "march", "answer", "loss"}}
"""Kinds of decision. Standing orders are kept by these words, so they may be added to and never changed."""


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> AnyTitle:
    """Each title in turn."""
    return TITLES[request.param]


def sample(title: AnyTitle, count: int) -> list[Position]:
    """So many of the positions that can be gone on from, the same in each run."""
    going = [position for position in positions(title.id) if position.seats]
    return random.Random(title.id).sample(going, min(count, len(going)))


def ends(title: AnyTitle) -> list[msgspec.Struct]:
    """The last states of finished games."""
    return [position.state for position in positions(title.id) if not position.seats]


@cache
def described(case: str, title: AnyTitle) -> bool:
    """Whether the rulebook has statements of a case."""
    return bool(statements(title.id).by_case(case))


# What a title says of itself


def test_ids_are_words(title: AnyTitle) -> None:
    words = [title.id, *title.seats, *title.decks]
    words += [scenario.id for scenario in title.scenarios] + [option.id for option in title.options]
    assert all(WORD.fullmatch(word) for word in words)
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
    with pytest.raises(UsageError, match="levee"):
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
        assert title.agreed(first.state) == (title.scenarios[0].id, dict(options))


# States


def test_a_state_survives_json_with_the_same_digest(title: AnyTitle) -> None:
    for position in positions(title.id):
        read = read_state(title, msgspec.json.decode(msgspec.json.encode(position.state)))
        assert read == position.state
        assert digest(read) == digest(position.state)


def test_a_state_read_back_plays_on_alike(title: AnyTitle) -> None:
    for position in sample(title, 200):
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
        assert len(set(position.seats)) == len(position.seats)
        for decision in decisions:
            assert decision.seat in title.seats
            assert decision.kind in KINDS[title.id]
            assert WORD.fullmatch(decision.kind)
            assert decision.prompt.strip() == decision.prompt != ""
            assert not decision.prompt.endswith(".")
            assert described(decision.case, title)


def test_the_kinds_of_decision_are_all_met(title: AnyTitle) -> None:
    met = {d.kind for position in positions(title.id) for d in title.decisions(position.state)}
    assert met == KINDS[title.id]


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


def test_nothing_can_be_done_after_the_end(title: AnyTitle) -> None:
    for state in ends(title):
        for notation in notations(title.id):
            for seat in title.seats:
                with pytest.raises(IllegalAction) as refusal:
                    title.apply(state, seat, title.parse(state, notation), Dice("seed"))
                assert described(refusal.value.case, title)


def test_chapters_never_go_back(title: AnyTitle) -> None:
    for game in games(title.id):
        record = game.record()
        numbers = [title.chapter(step.state)[0] for step in replay(title, record)]
        assert numbers == sorted(numbers)
        assert numbers[0] >= 1


# Legal actions


def test_legal_actions_are_always_the_same_and_named_once(title: AnyTitle) -> None:
    for position in positions(title.id):
        for seat in position.seats:
            actions = title.legal_actions(position.state, seat)
            assert title.legal_actions(position.state, seat) == actions
            assert len({title.notation(action) for action in actions}) == len(actions)


def test_every_legal_action_applies_and_leaves_the_given_state_alone(title: AnyTitle) -> None:
    for number, position in enumerate(sample(title, 400)):
        before = msgspec.json.encode(position.state)
        for seat in position.seats:
            for action in title.legal_actions(position.state, seat):
                step = title.apply(position.state, seat, action, Dice(f"apply {number}"))
                assert step.events
                assert digest(step.state) != digest(position.state)
                title.check(step.state)
        assert msgspec.json.encode(position.state) == before


PLACES = {
    "levee": ["paris", "london", "rouen", "holding", "savoy with liberation-2"],
    "outposts": [
        "9 nantes",
        "nantes > cholet with foot:1",
        "nantes > clisson > nantes with foot:1",
        "nantes > clisson > montaigu > mortagne > cholet with horse:1",
        "clisson > vallet with foot:99",
    ],
}
"""What may follow a verb and is not met in play."""


@cache
def vocabulary(title_id: str) -> tuple[str, ...]:
    """Notations that can be read: those met in play, and each verb with what follows any other."""
    title = TITLES[title_id]
    state = positions(title_id)[0].state
    met = notations(title_id)
    verbs = sorted({notation.split(" ", 1)[0] for notation in met})
    rests = sorted({notation.split(" ", 1)[1] for notation in met if " " in notation})
    readable = set(met)
    for typed in (f"{verb} {rest}" for verb in verbs for rest in (*rests, *PLACES[title_id])):
        try:
            readable.add(title.notation(title.parse(state, typed)))
        except NotationError:
            continue
    return tuple(sorted(readable))


@cache
def tried(title_id: str) -> tuple[str, ...]:
    """So many of them, the same in each run."""
    known = vocabulary(title_id)
    return tuple(random.Random(title_id).sample(known, min(400, len(known))))


def test_what_is_not_listed_is_refused_with_a_case(title: AnyTitle) -> None:
    assert len(vocabulary(title.id)) > len(notations(title.id))
    refused = 0
    for position in sample(title, 300):
        before = msgspec.json.encode(position.state)
        for seat in position.seats:
            legal = {title.notation(action) for action in title.legal_actions(position.state, seat)}
            for typed in tried(title.id):
                action = title.parse(position.state, typed)
                if title.notation(action) in legal:
                    continue
                dice = Dice("seed")
                with pytest.raises(IllegalAction) as refusal:
                    title.apply(position.state, seat, action, dice)
                assert described(refusal.value.case, title), typed
                assert not refusal.value.message.endswith(".")
                assert (dice.counter, dice.draws) == (0, [])
                refused += 1
        assert msgspec.json.encode(position.state) == before
    assert refused > 500


# Notation


def test_a_notation_is_one_plain_line_that_parses_back(title: AnyTitle) -> None:
    for position in sample(title, 400):
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


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_notations_are_refused_politely(title: AnyTitle, text: str) -> None:
    _typed(title, text)


@pytest.mark.parametrize("title_id", TITLES)
@given(st.data())
def test_any_text_is_taken_or_refused(title_id: str, data: st.DataObject) -> None:
    words = [*(word for notation in notations(title_id) for word in notation.split()), "with", "-", "\t", ""]
    near = st.lists(st.sampled_from(words) | st.text(max_size=5), max_size=6).map(" ".join)
    _typed(TITLES[title_id], data.draw(near | st.text(max_size=80)))


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


LEAST_ODDS = {"levee": 300, "outposts": 50}
"""Odds that are to be looked at, so that the test is one."""


def test_odds_are_exact(title: AnyTitle) -> None:
    """Each face is tried: as many succeed as the odds say, by the arithmetic that the odds show."""
    shown = 0
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
    assert shown > LEAST_ODDS[title.id]


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


def test_views_are_plain_and_leave_the_state_alone(title: AnyTitle) -> None:
    for position in positions(title.id):
        before = msgspec.json.encode(position.state)
        for seat in (None, *title.seats):
            view = title.view(position.state, seat)
            assert msgspec.json.decode(msgspec.json.encode(view)) == msgspec.to_builtins(view)
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


def test_public_views_do_not_depend_on_what_they_hide(title: AnyTitle) -> None:
    different = 0
    for position in sample(title, 300):
        for twin in TWINS[title.id](position.state, None):
            different += digest(twin) != digest(position.state)
            assert title.view(twin, None) == title.view(position.state, None)
            assert title.decisions(twin) == title.decisions(position.state)
            assert title.given(twin) == title.given(position.state)
    assert different > 300


# Chance


def test_all_dice_are_in_the_journal(title: AnyTitle) -> None:
    """The journal alone, without the seed, gives every state again."""
    for game in games(title.id):
        record = game.record(reveal_seed=False)
        assert record.seed is None
        assert [digest(step.state) for step in replay(title, record)][1:] == [
            entry.digest for entry in record.journal
        ]


def test_every_roll_event_is_a_draw_of_the_journal(title: AnyTitle) -> None:
    for game in games(title.id):
        for step in replay(title, game.record()):
            draws = step.entry.draws if step.entry else game.opening
            dice = [(draw.purpose, int(draw.value)) for draw in draws if draw.of == "d6"]
            told = [
                (event.purpose, face)
                for event in step.events
                if isinstance(event, Roll | TableRoll)
                for face in event.faces
            ]
            assert told == dice


def test_random_play_ends(title: AnyTitle) -> None:
    for game in games(title.id):
        assert game.outcome is not None
        assert game.decisions == []


def test_cards_that_may_come_are_those_that_do(title: AnyTitle) -> None:
    for deck in title.decks:
        for game in games(title.id):
            before: msgspec.Struct | None = None
            for step in replay(title, game.record()):
                draws = step.entry.draws if step.entry else game.opening
                first = next((draw.value for draw in draws if draw.of == deck), None)
                assert first is None or first in title.may_come(before, deck)
                before = step.state
