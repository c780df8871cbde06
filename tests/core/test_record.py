"""The record replays anywhere, and nothing in it can be changed without being found out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.dice import Draw, commitment
from engines.core.errors import ReplayError, StateError
from engines.core.fuzz import random_game
from engines.core.game import Game
from engines.core.record import Entry, Record, digest, read_state, replay, verify
from engines.levee.state import State
from engines.levee.title import Levee
from tests.core.play import all_on
from tests.levee.builder import frozen

TITLE = Levee(frozen())
replace = msgspec.structs.replace


@cache
def game() -> Game:
    """A whole game with both optional rules, long enough to tamper with."""
    options = all_on(TITLE)
    games = (random_game(TITLE, f"a long game {number}", options=options) for number in count())
    return next(played for played in games if played.scenario == "base" and len(played.journal) > 60)


@cache
def record() -> Record:
    return game().record()


def entries_with_draws() -> list[int]:
    """Sequence numbers, from 1, of the entries that chance had a part in."""
    return [number for number, entry in enumerate(record().journal, 1) if entry.draws]


def changed(number: int, **fields: object) -> Record:
    """The record with fields of one entry changed."""
    journal = list(record().journal)
    journal[number - 1] = replace(journal[number - 1], **fields)
    return replace(record(), journal=journal)


def refused_entry(tampered: Record) -> int:
    """The entry that verification names."""
    with pytest.raises(ReplayError) as refusal:
        verify(TITLE, tampered)
    assert refusal.value.message.startswith(f"Entry {refusal.value.entry}: ")
    return refusal.value.entry


def test_the_game_has_every_kind_of_draw() -> None:
    assert {draw.of for entry in record().journal for draw in entry.draws} == {"d6", "headlines"}


def test_a_record_verifies() -> None:
    verdict = verify(TITLE, record())
    assert verdict.entries == len(record().journal)
    assert verdict.draws == sum(len(entry.draws) for entry in record().journal)
    assert (verdict.fed, verdict.seed_known) == (0, True)
    assert verdict.digest == digest(game().state) == record().journal[-1].digest
    assert verdict.outcome == game().outcome
    assert verdict.outcome is not None


@pytest.mark.parametrize("promised", [None, "", "é" * 64, commitment("another")])
def test_a_seed_that_was_not_promised_is_found_whatever_stands_for_its_hash(promised: str | None) -> None:
    assert refused_entry(replace(record(), commitment=promised)) == 0


def test_a_replay_gives_each_step() -> None:
    steps = list(replay(TITLE, record()))
    assert [step.entry for step in steps] == [None, *record().journal]
    assert [digest(step.state) for step in steps[1:]] == [entry.digest for entry in record().journal]
    assert steps[0].events == game().opening_events
    assert all(step.events for step in steps)


def test_a_record_survives_json() -> None:
    text = msgspec.json.encode(record())
    assert msgspec.json.decode(text, type=Record) == record()
    assert msgspec.convert(msgspec.json.decode(text), Record) == record()


@given(st.data())
def test_a_changed_draw_is_found_in_its_entry(data: st.DataObject) -> None:
    number = data.draw(st.sampled_from(entries_with_draws()))
    draws = record().journal[number - 1].draws
    index = data.draw(st.integers(0, len(draws) - 1))
    old = draws[index]
    value = data.draw(st.sampled_from([str(value) for value in range(22) if str(value) != old.value]))
    tampered = [*draws[:index], replace(old, value=value), *draws[index + 1 :]]
    assert refused_entry(changed(number, draws=tampered)) == number


@pytest.mark.parametrize("field", ["of", "purpose"])
@given(st.data())
def test_a_draw_for_something_else_is_found_in_its_entry(field: str, data: st.DataObject) -> None:
    number = data.draw(st.sampled_from(entries_with_draws()))
    draws = record().journal[number - 1].draws
    tampered = [replace(draws[0], **{field: "d8"}), *draws[1:]]
    assert refused_entry(changed(number, draws=tampered)) == number


@given(st.data())
def test_a_missing_draw_is_found_in_its_entry(data: st.DataObject) -> None:
    number = data.draw(st.sampled_from(entries_with_draws()))
    assert refused_entry(changed(number, draws=record().journal[number - 1].draws[1:])) == number


@given(st.data())
def test_a_draw_too_many_is_found_in_its_entry(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(record().journal)))
    draws = [*record().journal[number - 1].draws, Draw("d6", "one more", "6", fed=True)]
    assert refused_entry(changed(number, draws=draws)) == number


def test_a_draw_passed_off_as_fed_by_hand_is_counted() -> None:
    number = entries_with_draws()[-1]
    draws = record().journal[number - 1].draws
    tampered = changed(number, draws=[*draws[:-1], replace(draws[-1], fed=True)])
    assert verify(TITLE, tampered).fed == 1


@given(st.data())
def test_another_action_is_found_in_its_entry(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(record().journal)))
    old = record().journal[number - 1].action
    others = {"political monarchy", "political republic", "military prussia", "naval", "end", "dance"} - {old}
    assert refused_entry(changed(number, action=data.draw(st.sampled_from(sorted(others))))) == number


@given(st.data())
def test_another_digest_is_found_in_its_entry(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(record().journal)))
    assert refused_entry(changed(number, digest="0" * 64)) == number


@given(st.data())
def test_another_seat_is_found_in_its_entry(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(record().journal)))
    assert refused_entry(changed(number, seat="prussia")) == number


@given(st.data())
def test_a_missing_turn_is_found_where_it_was(data: st.DataObject) -> None:
    journal = record().journal
    ends = [number for number, entry in enumerate(journal[:-1], 1) if entry.action == "end"]
    number = data.draw(st.sampled_from(ends))
    tampered = replace(record(), journal=[*journal[: number - 1], *journal[number:]])
    assert refused_entry(tampered) == number


def test_an_entry_after_the_end_is_found() -> None:
    journal = [*record().journal, Entry("france", "end", [], record().journal[-1].digest)]
    assert refused_entry(replace(record(), journal=journal)) == len(journal)


Change = Callable[[Record], Record]
OPENING: dict[str, Change] = {
    "seed": lambda whole: replace(whole, seed="another"),
    "commitment": lambda whole: replace(whole, commitment=commitment("another")),
    "no commitment": lambda whole: replace(whole, commitment=None),
    "option": lambda whole: replace(whole, options={**whole.options, "spirit-of-89": False}),
    "unknown option": lambda whole: replace(whole, options={"easy": True}),
    "scenario": lambda whole: replace(whole, scenario="1793"),
    "opening digest": lambda whole: replace(whole, opening_digest="0" * 64),
    "opening draw": lambda whole: replace(whole, opening=[Draw("d6", "luck", "6")]),
    "format": lambda whole: replace(whole, format=2),
}


@pytest.mark.parametrize("change", OPENING.values(), ids=OPENING.keys())
def test_a_changed_agreement_is_found_at_entry_0(change: Change) -> None:
    assert refused_entry(change(record())) == 0


def test_another_seed_with_its_own_commitment_is_found_at_a_draw() -> None:
    forged = replace(record(), seed="another", commitment=commitment("another"))
    assert refused_entry(forged) in entries_with_draws()[:10]


def test_a_running_record_keeps_its_seed_secret_and_replays() -> None:
    running = game().record(reveal_seed=False)
    seed = game().seed
    assert seed is not None
    assert seed.encode() not in msgspec.json.encode(running)
    assert running.commitment == commitment(seed)
    verdict = verify(TITLE, running)
    assert (verdict.seed_known, verdict.digest) == (False, record().journal[-1].digest)


def test_fed_faces_are_told_in_the_verdict() -> None:
    played = Game(TITLE, seed="fed")
    played.dice.feed([6, 1])
    played.act("france", "political republic")
    played.act("france", "political republic")
    verdict = verify(TITLE, played.record())
    assert (verdict.draws, verdict.fed) == (2, 2)


def test_stacked_cards_replay() -> None:
    played = Game(TITLE, seed="stacked")
    played.dice.stack("headlines", ["21", "5"])
    for _ in range(3):
        played.act("france", "end")
    verdict = verify(TITLE, msgspec.json.decode(msgspec.json.encode(played.record()), type=Record))
    assert (verdict.draws, verdict.fed) == (3, 2)


@cache
def loaded() -> Game:
    """A game that goes on from a state in the middle of another, with an option switched on."""
    first = Game(TITLE, options={"levee-en-masse": True}, seed="first")
    for _ in range(2):
        first.act("france", "end")
    second = Game(TITLE, seed="second", state=first.state)
    for _ in range(2):
        second.act("france", "political monarchy")
        second.act("france", "end")
    return second


def test_a_record_from_a_loaded_state_replays_and_survives_json() -> None:
    whole = loaded().record()
    assert whole.start is not None
    text = msgspec.json.encode(whole)
    again = msgspec.json.decode(text, type=Record)
    assert again == whole == msgspec.convert(msgspec.to_builtins(whole), Record)
    verdict = verify(TITLE, again)
    assert (verdict.digest, verdict.entries) == (digest(loaded().state), 4)


def test_a_record_from_a_loaded_state_names_that_states_options() -> None:
    whole = loaded().record()
    assert whole.options == {"levee-en-masse": True, "spirit-of-89": False}
    assert refused_entry(replace(whole, options={"levee-en-masse": True, "spirit-of-89": True})) == 0


@pytest.mark.parametrize(("field", "value"), [("turn", 30), ("turn", "x"), ("disorder", None), ("luck", 1)])
def test_a_changed_start_is_found_at_entry_0(field: str, value: object) -> None:
    whole = loaded().record()
    assert whole.start is not None
    assert refused_entry(replace(whole, start={**whole.start, field: value})) == 0


def test_equal_states_have_equal_digests_whatever_the_order_of_their_keys() -> None:
    state = loaded().state
    plain = msgspec.to_builtins(state)
    backwards = {
        key: dict(reversed(value.items())) if isinstance(value, dict) else value
        for key, value in reversed(plain.items())
    }
    read = read_state(TITLE, backwards)
    assert isinstance(read, State)
    assert isinstance(state, State)
    assert digest(read) == digest(state)
    assert read == state
    assert list(read.markers) == list(state.markers)


def test_different_states_have_different_digests() -> None:
    digests = [step.entry.digest for step in replay(TITLE, record()) if step.entry]
    assert len(set(digests)) > 0.9 * len(digests)


def test_a_state_that_is_no_object_is_refused() -> None:
    with pytest.raises(StateError, match="object"):
        read_state(TITLE, [])


def test_what_an_entry_is_by_default_is_not_written() -> None:
    """Records that were written before there was more than actions read and digest as they did."""
    entry = Entry("france", "end", [], "digest")
    text = b'{"seat":"france","action":"end","draws":[],"digest":"digest"}'
    assert msgspec.json.encode(entry) == text
    assert msgspec.json.decode(text, type=Entry) == entry
    undo = replace(entry, kind="undo", source="moderator")
    assert msgspec.json.decode(msgspec.json.encode(undo), type=Entry) == undo


@pytest.mark.parametrize("kind", ["undo", "edit", "roll"])
def test_an_action_is_not_taken_for_another_kind_of_entry(kind: str) -> None:
    for number in (1, len(record().journal)):
        assert refused_entry(changed(number, kind=kind)) == number


@pytest.mark.parametrize("kind", ["undo", "edit"])
def test_what_asks_for_no_die_has_none_in_the_journal(kind: str) -> None:
    game = Game(TITLE, seed="no die")
    game.act("france", "end")
    game.undo(0) if kind == "undo" else game.edit(game.title.edit_choices(game.state, "")[0])
    loaded = replace(game.journal[-1], draws=[Draw("d6", "table", "6", fed=True)])
    assert refused_entry(replace(game.record(), journal=[game.journal[0], loaded])) == 2


def test_a_roll_for_the_table_is_the_seeds() -> None:
    game = Game(TITLE, seed="the weather")
    game.roll(1)
    other = str(7 - int(game.journal[0].draws[0].value))
    draws = [replace(game.journal[0].draws[0], value=other)]
    assert refused_entry(replace(game.record(), journal=[replace(game.journal[0], draws=draws)])) == 1
    assert verify(TITLE, game.record()).rolls == 1
