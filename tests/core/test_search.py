"""The search for the best action, on a game of one guess about a hidden number."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engines.core.advice import Known
from engines.core.dice import Dice
from engines.core.search import Branch, Budget, Model, Worth, advice, search

BUDGET = Budget(positions=400, breadth=9)


class Guess(msgspec.Struct, frozen=True):
    """Name a number: it wins where the die and the hidden number come to less."""

    number: int


class Table(msgspec.Struct):
    hidden: int
    least: int = 0
    """The hidden number is known to be at least this."""
    total: int = 0
    guess: int | None = None


class Guessing(Model[Table, Guess]):
    """Five or more wins the more often, but a guess costs its number's share of the stake."""

    cost = 0.0

    def known(self, state: Table, seat: str) -> Table:
        return replace(state, hidden=-1)

    def sample(self, known: Table, seat: str, rng: random.Random) -> Table:
        assert known.hidden == -1
        return replace(known, hidden=rng.randrange(known.least, 6))

    def candidates(self, state: Table, seat: str, listed: Sequence[Guess]) -> Sequence[Guess]:
        return listed

    def follow(self, state: Table) -> tuple[str, Guess] | None:
        return None

    def act(self, state: Table, seat: str, action: Guess, dice: Dice) -> Table:
        state.guess, state.total = action.number, state.hidden + dice.roll("guess")
        return state

    def copy(self, state: Table) -> Table:
        return replace(state)

    def settled(self, start: Table, state: Table, seat: str) -> bool:
        return state.guess is not None

    def worth(self, state: Table, seat: str) -> Worth:
        assert state.guess is not None
        won = float(state.total < state.guess)
        return Worth(won * (1 - self.cost * state.guess), {"won": won, "total": state.total})

    def reason(
        self, state: Table, seat: str, branch: Branch[Guess], other: Branch[Guess] | None, *, best: bool
    ) -> str:
        assert other is not None
        return f"{'best' if best else 'not best'}: {branch.against(other).get('won', 0):+.2f}"


class Dear(Guessing):
    cost = 1 / 12


def knowing(table: Table) -> Known[Table, Guess]:
    """What the seat knows of a table, where each of some numbers may be guessed once."""
    listed = () if table.guess is not None else tuple(map(Guess, (3, 1, 5, 9, 12)))
    return Known(Guessing().known(table, "one"), listed)


def test_the_best_action_is_found_over_dice_and_hidden_numbers() -> None:
    branches = search(Guessing(), knowing(Table(hidden=-1)), "one", "seed", BUDGET)
    assert branches[0].action == Guess(12)
    assert 0.9 < branches[0].chance < 1.0
    assert [branch.chance for branch in branches] == sorted((b.chance for b in branches), reverse=True)


def test_a_difference_is_told_where_it_is_beyond_its_error() -> None:
    branches = {
        branch.action.number: branch
        for branch in search(Guessing(), knowing(Table(hidden=-1)), "one", "seed", Budget(4000, 9))
    }
    assert branches[12].against(branches[3])["won"] > 0.5
    # The same dice and the same hidden numbers: the totals do not differ.
    assert "total" not in branches[12].against(branches[3])


def test_a_gain_is_weighed_against_its_cost() -> None:
    """Nine wins 30 of 36 and keeps a quarter of the stake; 5 wins 10 of 36 and keeps more than half."""
    branches = search(Dear(), knowing(Table(hidden=-1)), "one", "seed", Budget(positions=8000, breadth=9))
    assert branches[0].action == Guess(9)
    assert abs(branches[0].chance - 30 / 36 / 4) < 0.03
    assert branches[0].results[0].terms["won"] in (0.0, 1.0)


def test_what_the_seat_knows_narrows_what_is_sampled() -> None:
    known = knowing(Table(hidden=-1, least=4))
    assert search(Guessing(), known, "one", "seed", Budget(4000, 2))[0].chance < 0.01


def test_only_what_the_seat_may_choose_is_looked_at() -> None:
    known = replace(knowing(Table(hidden=-1)), listed=(Guess(1), Guess(9)))
    assert [branch.action for branch in search(Guessing(), known, "one", "seed", BUDGET)] == [
        Guess(9),
        Guess(1),
    ]


def test_the_same_position_and_seed_give_the_same_answer() -> None:
    first, again = (search(Guessing(), knowing(Table(hidden=-1)), "one", "seed", BUDGET) for _ in range(2))
    assert first == again


def test_the_automatic_player_is_followed_where_the_difference_is_in_doubt() -> None:
    certain = Budget(positions=10, breadth=9, doubt=1000.0)
    assert search(Guessing(), knowing(Table(hidden=-1)), "one", "seed", certain)[0].action == Guess(3)


def test_a_budget_is_kept_but_for_its_last_round() -> None:
    branches = search(Guessing(), knowing(Table(hidden=-1)), "one", "seed", Budget(positions=21, breadth=5))
    assert sum(len(branch.results) for branch in branches) <= 21 + 3 * 4


def test_twins_that_look_alike_get_the_same_advice() -> None:
    told = [advice(Guessing(), knowing(Table(hidden=hidden)), "one", "seed", BUDGET) for hidden in range(6)]
    assert all(each == told[0] for each in told)
    assert [each.action for each in told[0]][:1] == [Guess(12)]
    assert len(told[0]) == 3
    assert told[0][0].reason.startswith("best: ")
    assert told[0][1].reason.startswith("not best: ")


def test_a_seat_that_owes_nothing_gets_none() -> None:
    assert advice(Guessing(), knowing(Table(hidden=0, guess=3)), "one", "seed", BUDGET) == []
