"""What can be changed in the record of a game of several seats, and is found out."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import pairwise

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engines.core.dice import Draw, ReplayedDice
from engines.core.errors import EngineError, ReplayError
from engines.core.fuzz import random_game
from engines.core.game import Game
from engines.core.record import Entry, Record, digest, replay, verify
from tests.core.play import TITLES

TITLE = TITLES["outposts"]
replace = msgspec.structs.replace


@cache
def game() -> Game:
    """A whole game."""
    return random_game(TITLE, "a game to tamper with")


@cache
def record() -> Record:
    return game().record()


@cache
def states() -> list[msgspec.Struct]:
    """The state after set-up and after each entry."""
    return [step.state for step in replay(TITLE, record())]


def with_entry(number: int, entry: Entry) -> Record:
    """The record with another entry at a sequence number."""
    journal = list(record().journal)
    journal[number - 1] = entry
    return replace(record(), journal=journal)


def refused_entry(tampered: Record) -> int:
    """The entry that verification names."""
    with pytest.raises(ReplayError) as refusal:
        verify(TITLE, tampered)
    return refusal.value.entry


def commitments() -> list[int]:
    """Sequence numbers of the first commitment of each turn, which the second follows."""
    journal = record().journal
    return [
        number
        for number, (one, other) in enumerate(pairwise(journal), 1)
        if one.action.startswith("commit ") and other.action.startswith("commit ")
    ]


numbers = st.deferred(lambda: st.integers(1, len(record().journal)))


def test_a_record_verifies_and_survives_json() -> None:
    again = msgspec.json.decode(msgspec.json.encode(record()), type=Record)
    assert again == record()
    verdict = verify(TITLE, again)
    assert (verdict.entries, verdict.fed, verdict.seed_known) == (len(record().journal), 0, True)
    assert verdict.digest == digest(game().state)
    assert verdict.outcome == game().outcome
    assert {entry.seat for entry in record().journal} == set(TITLE.seats)


def test_a_running_record_replays_without_its_seed() -> None:
    verdict = verify(TITLE, game().record(reveal_seed=False))
    assert (verdict.seed_known, verdict.digest) == (False, digest(game().state))


@given(numbers)
def test_an_entry_of_the_other_seat_is_found(number: int) -> None:
    entry = record().journal[number - 1]
    other = next(seat for seat in TITLE.seats if seat != entry.seat)
    assert refused_entry(with_entry(number, replace(entry, seat=other))) == number


@pytest.mark.parametrize("turn", range(6))
def test_simultaneous_entries_that_changed_places_are_found(turn: int) -> None:
    number = commitments()[turn]
    journal = list(record().journal)
    journal[number - 1 : number + 1] = journal[number - 1 : number + 1][::-1]
    assert refused_entry(replace(record(), journal=journal)) == number


@given(st.data())
def test_another_action_is_found(data: st.DataObject) -> None:
    number = data.draw(numbers)
    entry = record().journal[number - 1]
    before, after = states()[number - 1 : number + 1]
    legal = [TITLE.notation(action) for action in TITLE.legal_actions(before, entry.seat)]
    others = [notation for notation in [*legal, "pass", "lose auto"] if notation != entry.action]
    changed = replace(entry, action=data.draw(st.sampled_from(others)))
    with suppress(EngineError):
        action = TITLE.parse(before, changed.action, entry.seat)
        # Losses one by one and at once, or two ways to one place, may come to the same.
        assume(
            digest(TITLE.apply(before, entry.seat, action, ReplayedDice(entry.draws)).state) != digest(after)
        )
    assert refused_entry(with_entry(number, changed)) == number


@given(numbers)
def test_a_missing_entry_is_found(number: int) -> None:
    if number < len(record().journal):
        journal = [*record().journal[: number - 1], *record().journal[number:]]
        assert refused_entry(replace(record(), journal=journal)) == number


@given(numbers, st.data())
def test_a_changed_draw_is_found(number: int, data: st.DataObject) -> None:
    entry = record().journal[number - 1]
    draws = list(entry.draws)
    if draws:
        index = data.draw(st.integers(0, len(draws) - 1))
        values = {"1", "2", "3", "4", "5", "6", *TITLE.data.incidents} - {draws[index].value}
        draws[index] = replace(draws[index], value=data.draw(st.sampled_from(sorted(values))))
    else:
        draws.append(Draw("d6", "one more", "6"))
    assert refused_entry(with_entry(number, replace(entry, draws=draws))) == number


def test_stacked_incidents_come_in_their_order_and_replay() -> None:
    stacked = ["mud", "powder"]
    played = Game(TITLE, seed="stacked")
    played.dice.stack("incidents", stacked)
    while played.dice.stacked("incidents"):
        decision = played.decisions[0]
        action = TITLE.fallback(played.state, decision)
        assert action is not None
        played.act(decision.seat, action)
    drawn = [draw.value for entry in played.journal for draw in entry.draws if draw.of == "incidents"]
    assert drawn == stacked
    assert verify(TITLE, played.record()).fed == 2


def test_the_two_dice_of_a_combat_replay_in_order() -> None:
    """A pair of 1 and 6 is not one of 6 and 1."""
    ends = []
    for faces in ([1, 6], [6, 1]):
        played = Game(TITLE, seed="pair")
        played.dice.stack("incidents", ["guides"])
        played.act("blue", "commit 6 clisson")
        played.act("white", "commit 1 cholet")
        played.act("blue", "move clisson > mortagne with foot:3")
        played.dice.feed(faces)
        played.act("white", "stand")
        assert verify(TITLE, played.record()).digest == digest(played.state)
        ends.append(digest(played.state))
    assert ends[0] != ends[1]
