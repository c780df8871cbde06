"""Dice against expectation: every die counted once, and probabilities that counting all cases confirms."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core import statistics
from engines.core.dice import Draw
from engines.core.events import Modifier, Roll
from engines.core.game import Game
from engines.core.record import Entry
from engines.core.statistics import (
    Against,
    Stake,
    Throw,
    Trial,
    chance_of,
    luck_words,
    reach,
    seat_dice,
    successes_against,
    tally,
    throws,
    words,
)
from tests.core.play import TITLES
from tests.support.plays import game_with_options, long_game

SEATS = ("blue", "red")
CHANCES = st.integers(0, 6).map(lambda good: Fraction(good, 6))
DRAWS = st.builds(
    Draw,
    of=st.sampled_from(("d6", "headlines")),
    purpose=st.just("an attack"),
    value=st.integers(1, 6).map(str),
    fed=st.booleans(),
)
TESTS = st.builds(Trial, st.sampled_from(("blue", "red", "")), CHANCES, st.booleans())
THROWS = st.builds(
    Throw,
    st.sampled_from(("blue", "red", "")),
    st.lists(DRAWS, max_size=4),
    st.lists(TESTS, max_size=3),
    st.booleans(),
)


def rolled(*faces: int, fed: bool = False) -> list[Draw]:
    return [Draw("d6", "an attack", str(face), fed=fed) for face in faces]


def roll(*faces: int, needed: int, modifiers: int = 0, natural: bool = False, success: bool = True) -> Roll:
    terms = [Modifier("headline", modifiers)] if modifiers else []
    total = sum(faces) + modifiers
    return Roll("an attack", list(faces), terms, total, needed, success, natural=natural)


@given(st.lists(st.integers(1, 6), max_size=5))
def test_probabilities_of_a_sum_are_those_of_counting_every_throw(dice: list[int]) -> None:
    sums = [sum(throw) for throw in itertools.product(range(1, 7), repeat=len(dice))]
    assert reach(len(dice), sum(dice)) == Fraction(sum(other >= sum(dice) for other in sums), len(sums))


@given(st.lists(CHANCES, max_size=6), st.data())
def test_probabilities_of_successes_are_those_of_counting_every_case(
    chances: list[Fraction], data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(chances)))
    weights = dict.fromkeys(range(len(chances) + 1), Fraction(0))
    for case in itertools.product((False, True), repeat=len(chances)):
        weights[sum(case)] += math.prod(
            (chance if well else 1 - chance for chance, well in zip(chances, case, strict=True)),
            start=Fraction(1),
        )
    found = successes_against(chances, number)
    assert found.at_most == float(sum(weights[few] for few in range(number + 1)))
    assert found.at_least == float(sum(weights[many] for many in range(number, len(chances) + 1)))
    assert found.expected == pytest.approx(float(sum(number * weight for number, weight in weights.items())))


@given(st.lists(CHANCES, max_size=40), st.randoms(use_true_random=False))
def test_the_order_of_rolls_makes_no_difference(chances: list[Fraction], random: Random) -> None:
    shuffled = list(chances)
    random.shuffle(shuffled)
    assert successes_against(chances, len(chances) // 2) == successes_against(shuffled, len(chances) // 2)


@given(st.lists(CHANCES, max_size=40), st.integers(0, 40))
def test_probabilities_are_probabilities(chances: list[Fraction], number: int) -> None:
    found = successes_against(chances, min(number, len(chances)))
    assert 0 <= found.at_most <= 1
    assert 0 <= found.at_least <= 1
    assert 0 <= found.luck <= 1
    assert found.at_most + found.at_least >= 1 - 1e-12


def test_no_rolls_are_neither_lucky_nor_unlucky() -> None:
    assert successes_against([], 0) == Against(0, 0.0, 1.0, 1.0)
    assert successes_against([], 0).luck == 0.5


def test_the_normal_curve_takes_over_without_a_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = [Fraction(1, 3), Fraction(1, 2)] * 150
    exact = successes_against(chances, 130)
    monkeypatch.setattr(statistics, "EXACT", 299)
    rough = successes_against(chances, 130)
    assert exact != rough
    assert exact.at_most == pytest.approx(rough.at_most, abs=1e-3)
    assert exact.at_least == pytest.approx(rough.at_least, abs=1e-3)


def test_certain_successes_are_no_luck_however_many() -> None:
    sure = successes_against([Fraction(1)] * (statistics.EXACT + 1), statistics.EXACT + 1)
    assert sure == Against(statistics.EXACT + 1, statistics.EXACT + 1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("dice", "needed", "chance"),
    [
        (1, 1, Fraction(1)),
        (1, -4, Fraction(1)),
        (1, 4, Fraction(1, 2)),
        (1, 7, Fraction(0)),
        (2, 7, Fraction(21, 36)),
        (2, 12, Fraction(1, 36)),
    ],
)
def test_reach(dice: int, needed: int, chance: Fraction) -> None:
    assert reach(dice, needed) == chance


@pytest.mark.parametrize(
    ("told", "chance"),
    [
        (roll(4, needed=5, modifiers=1), Fraction(1, 2)),
        (roll(3, 4, needed=8, modifiers=1), Fraction(21, 36)),
        (roll(6, needed=9, natural=True), Fraction(1, 6)),
        (roll(1, needed=1, natural=True, success=False), Fraction(5, 6)),
        (roll(6, 6, needed=13, natural=True), Fraction(1, 36)),
    ],
)
def test_the_chance_of_a_roll(told: Roll, chance: Fraction) -> None:
    assert chance_of(told) == chance


@given(st.lists(THROWS, max_size=12))
def test_every_die_and_roll_is_counted_once(thrown: list[Throw]) -> None:
    found = tally(SEATS, thrown)
    assert tuple(found) == SEATS
    for seat, counted in found.items():
        dice = [draw for throw in thrown if throw.seat == seat for draw in throw.draws if draw.of == "d6"]
        assert sum(counted.faces) == counted.dice
        assert counted.dice + counted.by_hand == len(dice)
        faces = [face for face, times in enumerate(counted.faces, start=1) for _ in range(times)]
        assert sorted(faces) == sorted(int(draw.value) for draw in dice if not draw.fed)
        assert counted.taken_back <= counted.dice
        mine = [test for throw in thrown for test in throw.tests if test.seat == seat]
        assert counted.tests == len(mine)
        assert counted.successes.found == sum(test.well for test in mine)


@given(st.lists(THROWS, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_throws_makes_no_difference(thrown: list[Throw], random: Random) -> None:
    shuffled = list(thrown)
    random.shuffle(shuffled)
    assert tally(SEATS, thrown) == tally(SEATS, shuffled)


def test_dice_that_were_taken_back_were_rolled_all_the_same() -> None:
    found = tally(SEATS, [Throw("blue", rolled(6, 5), taken_back=True), Throw("blue", rolled(1))])["blue"]
    assert (found.dice, found.taken_back, found.mean) == (3, 2, 4)


def test_the_chance_of_an_action_is_the_title_s_own() -> None:
    """In the rules a natural 1 always fails and a natural 6 always succeeds."""
    game = long_game()
    for throw in throws(game.title, game.record()):
        for test in throw.tests:
            assert test.chance in {Fraction(good, 6) for good in range(1, 6)}


@pytest.mark.parametrize("played", [long_game, game_with_options])
def test_every_die_of_a_game_is_in_its_statistics(played: object) -> None:
    game = played()  # type: ignore[operator]
    found = seat_dice(game.title, game.record())["france"]
    drawn = [draw for entry in game.journal for draw in entry.draws if draw.of == "d6"]
    assert found.dice == len(drawn)
    assert found.mean == sum(int(draw.value) for draw in drawn) / len(drawn)


@pytest.mark.parametrize("seed", range(4))
def test_dice_of_two_seats_with_secrets_are_told_apart(seed: int) -> None:
    game, random = Game(TITLES["outposts"], seed=f"valmy-{seed}"), Random(seed)
    while game.decisions:
        seat = game.decisions[0].seat
        game.act(seat, random.choice(game.title.legal_actions(game.state, seat)))
    found = seat_dice(game.title, game.record())
    for seat in game.title.seats:
        drawn = [draw for entry in game.journal if entry.seat == seat for draw in entry.draws]
        assert found[seat].dice == sum(draw.of == "d6" for draw in drawn)
        assert found[seat].tests <= found[seat].dice
    assert sum(counted.dice for counted in found.values()) > 0


def test_an_enemy_s_roll_is_luck_when_it_fails() -> None:
    game = long_game()
    plain = seat_dice(game.title, game.record())["france"]
    turned = seat_dice(
        game.title, game.record(), stakes=lambda seat, roll: Stake(seat, wants=roll.case != "5.1")
    )["france"]
    nobody = seat_dice(
        game.title, game.record(), stakes=lambda seat, roll: None if roll.case == "5.1" else Stake(seat)
    )["france"]
    storms = plain.tests - nobody.tests
    assert storms
    assert turned.tests == plain.tests
    lost, kept = (
        plain.successes.found - nobody.successes.found,
        turned.successes.found - nobody.successes.found,
    )
    assert lost + kept == storms
    expected = plain.successes.expected + turned.successes.expected - 2 * nobody.successes.expected
    assert expected == pytest.approx(storms)


def short_game(faces: Sequence[int] = ()) -> Game:
    game = Game(long_game().title, seed="valmy")
    game.dice.feed(faces)
    while not any(entry.draws for entry in game.journal):
        game.act("france", next(action for action in game.legal("france") if action != "end"))
    return game


def test_a_roll_by_hand_is_neither_luck_nor_skill() -> None:
    found = seat_dice(long_game().title, short_game([6]).record())["france"]
    assert (found.dice, found.tests, found.by_hand) == (0, 0, 1)


def test_what_an_undo_took_back_is_counted_and_said() -> None:
    game = short_game()
    game.undo(0)
    found = seat_dice(game.title, game.record())["france"]
    assert (found.dice, found.tests, found.taken_back) == (1, 1, 1)


def test_dice_for_the_table_are_nobody_s() -> None:
    game = Game(long_game().title, seed="valmy")
    game.roll(3, "the weather")
    assert seat_dice(game.title, game.record())["france"].dice == 0


def test_a_roll_s_dice_are_found_among_those_that_were_rolled_silently() -> None:
    game = short_game()
    entry = game.journal[-1]
    face = int(entry.draws[0].value)
    silent = Draw("d6", "the weather", str(face % 6 + 1), fed=True)
    told = [roll(face, needed=2)]
    tests = list(statistics._tests(_with(entry, [silent, *entry.draws]), told, None, statistics.actor))
    assert len(tests) == 1


def _with(entry: Entry, draws: list[Draw]) -> Entry:
    return Entry(entry.seat, entry.action, draws, entry.digest)


def line(*throw: Throw) -> str:
    return words(tally(("france",), throw), {"france": "France"})[0]


def test_a_line_has_dice_rolls_and_luck() -> None:
    tests = [Trial("france", Fraction(1, 2), well=number < 3) for number in range(4)]
    assert line(Throw("france", rolled(6, 4, 4, 2), tests)) == (
        "France: 4 dice, mean 4.00 (expected 3.50); 3 of 4 rolls went well, 2.0 expected: "
        "luckier than 4 games in 5."
    )


def test_a_face_by_itself_is_neither_lucky_nor_unlucky() -> None:
    assert line(Throw("france", rolled(1))) == "France: 1 die, mean 1.00 (expected 3.50)."


def test_a_seat_without_dice() -> None:
    assert line() == "France: no dice."


def test_what_was_fed_and_what_was_taken_back_is_said() -> None:
    said = line(Throw("france", rolled(3), taken_back=True), Throw("france", rolled(3, 4, fed=True)))
    assert said.endswith(
        "1 of the dice was taken back, and counts all the same. 2 dice given by hand are not counted."
    )


@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (0.5, "about as lucky as expected"),
        (0.599, "about as lucky as expected"),
        (0.6, "luckier than 3 games in 5"),
        (0.751, "luckier than 3 games in 4"),
        (1.0, "luckier than 999 games in 1000"),
        (0.25, "unluckier than 3 games in 4"),
        (0.04, "unluckier than 19 games in 20"),
    ],
)
def test_luck_in_words(luck: float, said: str) -> None:
    assert luck_words(luck) == said


@given(st.floats(0, 1))
def test_luck_is_never_overstated(luck: float) -> None:
    said = luck_words(luck)
    if "than" in said:
        share, whole = said.split(" than ")[1].replace("games in ", "").split()
        assert int(share) / int(whole) <= max(luck, 1 - luck)
        assert said.startswith("lucki" if luck > 0.5 else "unlucki")
