"""Chance: fair, repeatable, checkable by anyone who is told the seed, and never lost in a refusal."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.dice import Dice, Draw, ReplayedDice, below, commitment
from engines.core.errors import DiceError

SEEDS = st.text(max_size=30)
COUNTERS = st.integers(0, 2**64)
FACES = st.lists(st.integers(1, 6), max_size=10)
SEVEN = ("1", "2", "3", "4", "5", "6", "7")


@given(SEEDS, COUNTERS, st.integers(1, 2**63))
def test_a_draw_is_within_its_limit_and_always_the_same(seed: str, counter: int, limit: int) -> None:
    value = below(seed, counter, limit)
    assert 0 <= value < limit
    assert below(seed, counter, limit) == value


@given(SEEDS, st.integers(0, 1000), st.integers(0, 20))
def test_a_draw_depends_on_seed_and_counter_alone(seed: str, start: int, further: int) -> None:
    rolled = Dice(seed, start)
    for _ in range(further):
        rolled.roll("an attack")
    assert rolled.roll("a defence") == Dice(seed, start + further).roll("order in Paris")


def test_the_generator_is_the_published_one() -> None:
    """A program in another language can check a campaign only while these numbers stand."""
    assert [below("tocsin", counter, 6) for counter in range(12)] == [5, 4, 5, 4, 2, 0, 2, 1, 5, 1, 0, 5]


def test_the_generator_is_as_its_docstring_says() -> None:
    key = hashlib.sha256(b"tocsin").digest()
    block = (7 << 32).to_bytes(16, "big")
    value = int.from_bytes(hashlib.blake2b(block, digest_size=8, key=key).digest(), "big")
    assert below("tocsin", 7, 48) == value % 48


def _chi_square(counts: Counter[str], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[str(kind)] - expected) ** 2 / expected for kind in range(1, kinds + 1))


def test_faces_are_uniform() -> None:
    dice = Dice("uniform")
    counts = Counter(str(dice.roll("a test")) for _ in range(12_000))
    assert _chi_square(counts, 6) < 20.5  # chance 0.001 with 5 degrees of freedom


def test_cards_are_uniform() -> None:
    dice = Dice("uniform")
    counts = Counter(dice.draw("headlines", "a test", SEVEN) for _ in range(14_000))
    assert _chi_square(counts, 7) < 22.5  # chance 0.001 with 6 degrees of freedom


def test_pairs_of_faces_are_independent() -> None:
    dice = Dice("uniform")
    rolls = [dice.roll("a test") for _ in range(36_000)]
    pairs = Counter(str(6 * first + second - 6) for first, second in itertools.pairwise(rolls))
    assert _chi_square(pairs, 36) < 66.6  # chance 0.001 with 35 degrees of freedom


def test_an_incomplete_last_block_is_not_used() -> None:
    """Without rejection the low third of this limit would come half of the time."""
    limit = 3 * 2**62
    low = sum(below("uniform", counter, limit) < 2**62 for counter in range(3000))
    assert 900 < low < 1100


def test_different_seeds_give_different_dice() -> None:
    rows = {tuple(below(f"seed {number}", counter, 6) for counter in range(20)) for number in range(50)}
    assert len(rows) == 50


@given(SEEDS, FACES)
def test_fed_faces_come_first_and_the_seed_goes_on_untouched(seed: str, faces: list[int]) -> None:
    dice = Dice(seed)
    dice.feed(faces)
    assert [dice.roll("fed") for _ in faces] == faces
    assert dice.roll("own") == Dice(seed).roll("own")


def test_feeding_twice_appends() -> None:
    dice = Dice(None)
    dice.feed([1, 2])
    dice.feed([3])
    assert [dice.roll("a test") for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("bad", [0, 7, -1, True, 2.0, "3", None, [], 10**30])
def test_a_face_that_no_die_has_is_refused_and_nothing_is_fed(bad: object) -> None:
    dice = Dice(None)
    with pytest.raises(DiceError, match=r"face"):
        dice.feed([3, bad])  # type: ignore[list-item]
    assert dice.pending() == ((), {})


def test_without_seed_or_fed_face_there_is_no_die() -> None:
    dice = Dice(None)
    with pytest.raises(DiceError):
        dice.roll("a test")
    with pytest.raises(DiceError):
        dice.draw("headlines", "a test", SEVEN)
    assert dice.draws == []


def test_every_draw_is_journalled_with_its_purpose() -> None:
    dice = Dice("seed")
    dice.feed([4])
    dice.stack("headlines", ["7"])
    fed = dice.roll("attack on Austria")
    own = dice.roll("order in Paris")
    stacked = dice.draw("headlines", "headline of turn 2", SEVEN)
    drawn = dice.draw("headlines", "headline of turn 3", SEVEN)
    assert dice.take() == [
        Draw("d6", "attack on Austria", str(fed), fed=True),
        Draw("d6", "order in Paris", str(own)),
        Draw("headlines", "headline of turn 2", stacked, fed=True),
        Draw("headlines", "headline of turn 3", drawn),
    ]
    assert dice.take() == []


def test_only_the_seeds_own_draws_count() -> None:
    dice = Dice("seed", 5)
    dice.feed([4])
    dice.roll("fed")
    assert dice.counter == 5
    dice.roll("own")
    assert dice.counter == 6


def test_the_commitment_is_the_seeds_sha256() -> None:
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_stacked_cards_come_in_order_and_from_their_own_deck() -> None:
    dice = Dice("seed")
    dice.stack("headlines", ["5", "2"])
    dice.stack("incidents", ["t1"])
    assert dice.stacked("headlines") == ("5", "2")
    assert [dice.draw("headlines", "a test", SEVEN) for _ in range(2)] == ["5", "2"]
    assert dice.stacked("headlines") == ()
    assert dice.stacked("incidents") == ("t1",)
    assert dice.draw("incidents", "a test", ("t1", "t2")) == "t1"


def test_a_stacked_card_that_cannot_come_is_refused_and_stays() -> None:
    dice = Dice("seed")
    dice.stack("headlines", ["9"])
    with pytest.raises(DiceError, match="headlines has no card 9"):
        dice.draw("headlines", "a test", SEVEN)
    assert dice.stacked("headlines") == ("9",)
    assert dice.draws == []
    assert dice.counter == 0


@given(SEEDS, FACES, st.integers(0, 12))
def test_restore_gives_back_what_a_refused_action_used(seed: str, faces: list[int], rolls: int) -> None:
    dice = Dice(seed)
    dice.feed(faces)
    dice.stack("headlines", ["5", "2"])
    before, counter = dice.pending(), dice.counter
    first = [dice.roll("a test") for _ in range(rolls)]
    card = dice.draw("headlines", "a test", SEVEN)
    dice.restore(before, counter)
    assert dice.draws == []
    assert (dice.pending(), dice.counter) == (before, counter)
    assert [dice.roll("a test") for _ in range(rolls)] == first
    assert dice.draw("headlines", "a test", SEVEN) == card


def _journal() -> list[Draw]:
    dice = Dice("seed")
    dice.feed([4])
    dice.roll("fed")
    dice.roll("own")
    dice.draw("headlines", "next", SEVEN)
    return dice.take()


def test_replayed_dice_give_the_journal_again() -> None:
    journal = _journal()
    dice = ReplayedDice(journal, "seed")
    dice.roll("fed")
    dice.roll("own")
    assert dice.left == 1
    dice.draw("headlines", "next", SEVEN)
    assert dice.take() == journal
    assert dice.left == 0
    assert dice.counter == 2


def test_replayed_dice_refuse_another_purpose() -> None:
    with pytest.raises(DiceError, match="d6 for fed where d6 for other is due"):
        ReplayedDice(_journal()).roll("other")


def test_replayed_dice_refuse_another_deck() -> None:
    with pytest.raises(DiceError, match="where headlines for fed is due"):
        ReplayedDice(_journal()).draw("headlines", "fed", SEVEN)


def test_replayed_dice_refuse_more_draws_than_there_were() -> None:
    with pytest.raises(DiceError, match="no draw for attack"):
        ReplayedDice([]).roll("attack")


@pytest.mark.parametrize("value", ["0", "7", "", "six", "８"])
def test_replayed_dice_refuse_a_face_that_no_die_has(value: str) -> None:
    with pytest.raises(DiceError, match="cannot come for attack"):
        ReplayedDice([Draw("d6", "attack", value)]).roll("attack")


def test_replayed_dice_refuse_a_draw_that_is_not_the_seeds() -> None:
    own = Dice("seed").roll("attack")
    with pytest.raises(DiceError, match="not the seed's"):
        ReplayedDice([Draw("d6", "attack", str(own % 6 + 1))], "seed").roll("attack")


def test_only_a_fed_card_counts_as_stacked_in_a_replay() -> None:
    assert ReplayedDice([Draw("headlines", "next", "5", fed=True)]).stacked("headlines") == ("5",)
    assert ReplayedDice([Draw("headlines", "next", "5")]).stacked("headlines") == ()
    assert ReplayedDice([Draw("d6", "attack", "5", fed=True)]).stacked("headlines") == ()
    assert ReplayedDice([]).stacked("headlines") == ()
