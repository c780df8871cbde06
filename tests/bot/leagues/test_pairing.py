"""Pairings: nobody meets the same player twice while that can be avoided, and sides alternate."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues import pairing
from bot.leagues.pairing import Player, Table

SHARES = {"red": 720, "blue": 280}
SIX = {"a": 143, "b": 165, "c": 290, "d": 228, "e": 86, "f": 88}


def matchings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair places."""
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        for left in matchings([place for place in others if place != other]):
            yield [(first, other), *left]


@st.composite
def histories(draw: st.DrawFn) -> list[Player]:
    """Players after some rounds, the best first."""
    number = draw(st.integers(2, 8))
    seed = draw(st.integers(0, 10**6))
    season = Season(number, SHARES, random.Random(seed))
    for _ in range(draw(st.integers(0, 2 * number))):
        season.play()
    return season.players()


class Season:
    """A league whose games are won by chance, or by the better seed."""

    def __init__(self, number: int, shares: pairing.Sides, chance: random.Random) -> None:
        self.shares, self.chance = shares, chance
        self.points: Counter[int] = Counter(dict.fromkeys(range(1, number + 1), 0))
        self.seats = {each: dict.fromkeys(shares, 0) for each in self.points}
        self.met: dict[int, Counter[int]] = {each: Counter() for each in self.points}
        self.byes: Counter[int] = Counter()

    def players(self) -> list[Player]:
        """The players, the best first."""
        order = sorted(self.points, key=lambda each: (-self.points[each], each))
        return [
            Player(each, self.points[each], dict(self.seats[each]), dict(self.met[each]), self.byes[each])
            for each in order
        ]

    def play(self) -> list[Table]:
        """Play a round; returns its tables."""
        players = self.players()
        tables = pairing.swiss(players, len(self.shares))
        assert sorted(number for table in tables for number in table.numbers) == sorted(self.points)
        for turn, table in enumerate(tables):
            if len(table.numbers) == 1 and len(self.shares) == 2:
                self.byes[table.numbers[0]] += 1
                self.points[table.numbers[0]] += 2
                continue
            sitting = [player for player in players if player.number in table.numbers]
            seats = pairing.seated(sitting, self.shares, turn=turn)
            assert sorted(seats.values()) == sorted(table.numbers)
            for seat, number in seats.items():
                self.seats[number][seat] += 1
            for one, other in combinations(table.numbers, 2):
                self.met[one][other] += 1
                self.met[other][one] += 1
            self.points[self.chance.choice(table.numbers)] += 2
        return tables


@given(histories())
def test_no_pair_meets_again_and_nobody_has_a_second_bye_while_that_can_be_avoided(
    players: list[Player],
) -> None:
    def faults(one: int, other: int) -> tuple[int, int]:
        again, uneven, *_ = pairing._cost(players, one, other)
        return again, uneven

    every = range(len(players) + len(players) % 2)
    best = min(
        tuple(map(sum, zip(*(faults(*pair) for pair in pairs), strict=True)))
        for pairs in matchings(list(every))
    )
    places = {player.number: place for place, player in enumerate(players)}
    ours = []
    for table in pairing.swiss(players, 2):
        one, other = sorted([*(places[number] for number in table.numbers), len(players)])[:2]
        ours.append(faults(one, other))
    assert tuple(map(sum, zip(*ours, strict=True))) == best


@given(st.integers(2, 20), st.integers(0, 10**6))
def test_a_season_has_no_pair_twice_and_sides_alternate(number: int, seed: int) -> None:
    season = Season(number, SHARES, random.Random(seed))
    # So long, by Dirac's theorem, those who have not met can always be paired.
    for _ in range(max(1, (number + number % 2) // 2 - 1)):
        season.play()
        assert all(times == 1 for met in season.met.values() for times in met.values())
        assert max(season.byes.values(), default=0) <= 1
    for seats in season.seats.values():
        assert abs(seats["red"] - seats["blue"]) <= 2


@pytest.mark.parametrize("number", [16, 24, 32])
def test_sides_alternate_within_one_in_four_rounds(number: int) -> None:
    for seed in range(5):
        season = Season(number, SHARES, random.Random(seed))
        for _ in range(4):
            season.play()
            assert all(abs(seats["red"] - seats["blue"]) <= 1 for seats in season.seats.values())


def test_equal_points_meet_and_the_lower_placed_has_the_better_side() -> None:
    players = [Player(number) for number in range(1, 9)]
    tables = pairing.swiss(players, 2)
    assert tables == [Table((1, 5)), Table((2, 6)), Table((3, 7)), Table((4, 8))]
    assert pairing.seated([players[0], players[4]], SHARES) == {"red": 5, "blue": 1}
    won = [Player(number, 2 if number < 5 else 0, {"red": 1, "blue": 1}) for number in range(1, 9)]
    assert pairing.swiss(won, 2) == [Table((1, 3)), Table((2, 4)), Table((5, 7)), Table((6, 8))]


def test_the_last_without_a_bye_has_it() -> None:
    players = [Player(1, 4), Player(2, 2), Player(3, 2), Player(4, 0), Player(5, 0, byes=1)]
    assert Table((4,)) in pairing.swiss(players, 2)


def test_tables_of_two_take_turns_where_sides_are_equal() -> None:
    even = {"red": 500, "blue": 500}
    pair = [Player(1), Player(2)]
    assert pairing.seated(pair, even, turn=1)["red"] != pairing.seated(pair, even, turn=2)["red"]


@given(st.integers(2, 17))
def test_in_a_round_robin_everyone_meets_everyone_with_alternating_sides(number: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    first: Counter[int] = Counter()
    games: Counter[int] = Counter()
    for round in range(1, pairing.rounds_of_robin(number) + 1):
        pairs = pairing.round_robin(range(1, number + 1), round)
        assert sorted(each for pair in pairs for each in pair) == list(range(1, number + 1))
        for pair in pairs:
            if len(pair) == 2:
                met[frozenset(pair)] += 1
                games.update(pair)
                first[pair[0]] += 1
    assert met == Counter({frozenset(pair): 1 for pair in combinations(range(1, number + 1), 2)})
    assert all(abs(2 * first[each] - games[each]) <= 1 for each in games)


@given(st.integers(2, 64))
def test_in_a_knock_out_the_best_have_byes_and_the_two_best_meet_last(number: int) -> None:
    tables = pairing.bracket(range(1, number + 1))
    byes = [table.numbers[0] for table in tables if len(table.numbers) == 1]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    while len(tables) > 1:
        assert not any({1, 2} <= set(table.numbers) for table in tables)
        tables = pairing.next_in_bracket([min(table.numbers) for table in tables])
    assert tables == [Table((1, 2))]


def test_a_knock_out_goes_on_where_nobody_does() -> None:
    tables = pairing.next_in_bracket([1, None, None, None])
    assert tables == [Table((1,)), Table(())]


@given(st.integers(2, 30), st.integers(0, 10**6))
def test_tables_of_six_are_full_and_mixed(number: int, seed: int) -> None:
    season = Season(number, SIX, random.Random(seed))
    for _ in range(3):
        sizes = [len(table.numbers) for table in season.play()]
        assert len(sizes) == -(-number // 6)
        assert max(sizes) - min(sizes) <= 1
    # Nobody has a seat twice: three rounds are fewer than the six seats.
    assert max(max(seats.values()) for seats in season.seats.values()) <= 2


def test_nobody_meets_again_at_tables_of_six_where_that_can_be_avoided() -> None:
    season = Season(36, SIX, random.Random(1))
    season.play()
    first = sum(times > 1 for met in season.met.values() for times in met.values())
    season.play()
    assert first == 0
    assert sum(times > 1 for met in season.met.values() for times in met.values()) <= 12


def test_alone_everyone_has_a_table() -> None:
    assert pairing.swiss([Player(1), Player(2)], 1) == [Table((1,)), Table((2,))]
