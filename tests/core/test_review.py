"""A game looked back on: what was better than what was played, and the luck of the dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import fmean, stdev
from typing import Any

import msgspec
import pytest

from data.games import GAMES
from engines import titles
from engines.core.dearest import FINAL, dearest, work
from engines.core.dice import Dice, ReplayedDice
from engines.core.errors import UsageError
from engines.core.game import Game
from engines.core.hindsight import Better, Case
from engines.core.record import Ending, Record
from engines.core.review import Review, judging, luck, review
from engines.levee.title import SEAT
from tests.outposts.game.engine.title import Outposts
from tests.support.depth import depth, seed


def told(_done: int, _of: int) -> None:
    """Progress that nobody is told of."""


def begun(game: str, actions: int, name: str, seat: str | None = None, share: float = 0.0) -> Game:
    """The beginning of a game of automatic players; of one seat, whose actions count as a person's, a share
    is by chance.
    """
    title, rng = titles()[game], random.Random(name)
    played = Game(title, seed=name)
    while played.decisions and len(played.journal) < actions:
        deciding = played.decisions[0].seat
        action = title.suggest(played.state, deciding, rng)
        assert action is not None
        if deciding == seat and rng.random() < share:
            action = rng.choice(title.legal_actions(played.state, deciding))
        played.act(deciding, action, source="player" if deciding == seat else "automatic")
    return played


def advised(actions: int) -> Game:
    """A beginning of *Levée en Masse* in which the adviser decides."""
    title, rng = titles()["levee"], random.Random(0)
    game = Game(title, seed="advised")
    for _number in range(actions):
        game.act(SEAT, title.advise(game.state, SEAT, rng)[0].action)
    return game


# ---- what was better


def test_a_plainly_bad_decision_is_the_dearest_of_all() -> None:
    game = advised(24)
    assert game.legal(SEAT) != ["end"]
    # Three actions are left and not one of them is used.
    bad = len(game.journal) + 1
    game.act(SEAT, "end")
    title, rng = game.title, random.Random(0)
    for _number in range(8):
        game.act(SEAT, title.advise(game.state, SEAT, rng)[0].action)
    made = review(title, game.record(), told)
    (dear,) = made.dearest()
    assert (dear.entry, dear.seat, dear.played) == (bad, SEAT, "end")
    assert dear.better != "end"
    assert dear.lost > 0.02
    assert "compared with the better action" in dear.reason


def test_the_best_decisions_cost_nothing() -> None:
    assert review(titles()["levee"], advised(20).record(), told).dearest() == []


@pytest.mark.parametrize(("game", "actions"), [("valmy", 40)])
def test_decisions_by_chance_cost_something_in_playouts(game: str, actions: int) -> None:
    title = titles()[game]
    seat = title.seats[0]
    made = review(title, begun(game, actions, "chance", seat, 0.6).record(), told)
    dear = made.dearest()
    assert dear
    assert {each.seat for each in dear} == {seat}
    assert all(each.played != each.better and each.reason for each in dear)
    assert [each.lost for each in dear] == sorted((each.lost for each in dear), reverse=True)
    assert list(made.dear) == [seat], "nobody looks at the automatic player's decisions"


def test_what_is_said_of_a_decision_does_not_depend_on_what_came_of_it() -> None:
    title = titles()["valmy"]
    seat = title.seats[0]
    long, short = (begun("valmy", actions, "chance", seat, 0.6).record() for actions in (36, 27))
    known = {each.entry: each for each in review(title, long, told).dear[seat]}
    assert known
    judge = judging(title)
    state: Any = Game(title, seed="chance").state
    for number, entry in enumerate(short.journal, start=1):
        if number in known:
            case = judge.case(state, seat, title.parse(state, entry.action, seat))
            assert case is not None
            better = case.better()
            assert better is not None
            assert (title.notation(better.action), better.lost) == (known[number].better, known[number].lost)
        action = title.parse(state, entry.action, entry.seat)
        state = title.apply(state, entry.seat, action, ReplayedDice(entry.draws)).state


@pytest.mark.parametrize("game", GAMES)
def test_the_same_record_gives_the_same_review(game: str) -> None:
    title = titles()[game]
    record = begun(game, 10, "again", title.seats[-1], 0.4).record()
    first, second = (review(title, record, told) for _time in range(2))
    assert first == second
    assert msgspec.json.decode(msgspec.json.encode(first), type=Review) == first


def test_a_title_without_an_adviser_says_so() -> None:
    with pytest.raises(UsageError, match="has no adviser, so I can't review"):
        review(Outposts(), Game(Outposts(), seed="none").record(), told)


def test_what_was_taken_back_is_not_looked_at() -> None:
    title = titles()["levee"]
    game = advised(6)
    game.act(SEAT, "end")
    game.undo(6)
    assert review(title, game.record(), told) == review(title, advised(6).record(), told)


def test_people_who_end_a_game_leave_its_chances_as_they_are() -> None:
    title, record = titles()["levee"], advised(6).record()
    conceded = msgspec.structs.replace(record, ending=Ending("conceded", SEAT))
    assert review(title, conceded, told) == review(title, record, told)


class _Coin(Case[Any]):
    """A decision that costs so much, as noisy estimates tell."""

    def __init__(self, name: int, cost: float) -> None:
        self.name, self.cost = name, cost

    def lost(self, number: int) -> tuple[float, int]:
        return self.cost + random.Random(self.name * 1000 + number).gauss(0, 0.05), 10

    def better(self) -> Better[Any]:
        return Better("better", 0.5, self.cost, "because")


def test_the_dearest_of_many_are_found_through_the_noise() -> None:
    cases = [_Coin(name, 0.2 if name % 50 == 0 else 0.0) for name in range(250)]
    pieces: list[int] = []
    found, looked = dearest([lambda case=case: case for case in cases], pieces.append)  # type: ignore[misc]
    assert sorted(found) == [0, 50, 100, 150, 200]
    assert looked == 250
    assert sum(pieces) <= work(250)


def test_there_is_an_end_to_the_work() -> None:
    class Endless(_Coin):
        def lost(self, number: int) -> tuple[float, int]:
            return super().lost(number)[0], 10_000

    found, looked = dearest([lambda: Endless(1, 0.1)] * 100, lambda _pieces: None)
    assert looked == 3
    assert len(found) <= FINAL


# ---- luck


def strokes(game: str, name: str, actions: int) -> Iterator[dict[str, float]]:
    """The luck of each action with dice in a beginning of a game."""
    title, rng = titles()[game], random.Random(name)
    judge, dice = judging(title), Dice(name)
    state = title.setup(title.scenarios[0].id, title.chosen({}), dice).state
    dice.take()
    for number in range(actions):
        if not title.deciding(state):
            return
        seat = title.deciding(state)[0]
        action = title.suggest(state, seat, rng)
        assert action is not None
        after = title.apply(state, seat, action, dice).state
        if dice.take():
            yield luck(title, judge, state, after, seat, title.notation(action), number)
        state = after


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize(("game", "actions"), [("levee", 60), ("vendee", 300), ("revolution", 120)])
def test_luck_comes_to_nothing_over_many_games(game: str, actions: int) -> None:
    seats = titles()[game].seats
    sums: dict[str, list[float]] = {seat: [] for seat in seats}
    for number in range(depth(4, 60)):
        found = [*strokes(game, seed(f"luck {number}"), actions)]
        for seat in seats:
            sums[seat].append(sum(each[seat] for each in found))
    for seat, values in sums.items():
        assert any(values)
        assert abs(fmean(values)) <= 4 * stdev(values) / len(values) ** 0.5 + 0.01, seat


def test_one_side_s_luck_is_the_other_s_misfortune() -> None:
    for each in strokes("vendee", "both", 80):
        assert sum(each.values()) == pytest.approx(0.0)


def test_a_won_die_is_luck_and_a_lost_one_is_none() -> None:
    title = titles()["levee"]
    judge, game = judging(title), Game(titles()["levee"], seed="die")
    read = next(each for each in title.legal_actions(game.state, SEAT) if title.odds(game.state, each))
    action = title.notation(read)
    found = []
    for face in (1, 6):
        dice = Dice(None)
        dice.feed([face])
        after = title.apply(game.state, SEAT, read, dice).state
        found.append(luck(title, judge, game.state, after, SEAT, action, 1)[SEAT])
    assert found[0] < 0 < found[1]


def test_the_luck_of_a_turn_is_that_of_its_dice() -> None:
    title = titles()["levee"]
    made = review(title, advised(30).record(), told)
    assert made.turns[0].luck == {}
    assert made.stroke is not None
    assert made.luck()[SEAT] == pytest.approx(sum(turn.luck.get(SEAT, 0.0) for turn in made.turns))
    assert max(abs(turn.luck.get(SEAT, 0.0)) for turn in made.turns) > 0


# ---- while the game goes on


def _positions(game: str, every: int, most: int) -> Iterator[tuple[Any, str]]:
    title, rng, dice = titles()[game], random.Random(game), Dice(game)
    state = title.setup(title.scenarios[0].id, title.chosen({}), dice).state
    for number in range(most):
        if not (owed := title.deciding(state)):
            return
        seat = rng.choice(owed)
        if number % every == 0:
            yield state, seat
        chosen = rng.choice(title.legal_actions(state, seat))
        state = title.apply(state, seat, chosen, dice).state


@pytest.mark.deep(seconds=15)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_told_nothing_that_it_could_not_see(game: str) -> None:
    title = titles()[game]
    judge, compared = judging(title), 0
    for state, seat in _positions(game, depth(15, 5), depth(30, 80)):
        action = title.legal_actions(state, seat)[-1]
        case = judge.case(state, seat, action)
        for other in [*title.alike(state, seat)][:2]:
            compared += 1
            assert judge.seen(other, seat) == judge.seen(state, seat)
            same = judge.case(other, seat, action)
            assert (same is None) == (case is None)
            if case is not None and same is not None:
                assert same.lost(0) == case.lost(0)
                if compared == 1:
                    assert same.better() == case.better()
    if not compared:
        pytest.skip("The game hides nothing.")


def test_a_review_for_one_seat_holds_nothing_of_the_others() -> None:
    title = titles()["vendee"]
    seat, other = title.seats
    record: Record = begun("vendee", 20, "one", seat, 0.4).record(reveal_seed=False)
    made = review(title, record, told, only=seat)
    assert made.only == seat
    assert list(made.dear) == [seat]
    assert made.stroke is None
    assert made.luck() == {}
    assert all(list(turn.chances) == [seat] for turn in made.turns)
    assert other not in msgspec.json.encode(made.turns).decode()
