"""How leagues go on, as pure functions: places of those who leave, cups, tables of six, and the table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from bot.leagues import rounds, words
from bot.leagues.standings import Tally, tie_breaks
from bot.store.leagues import Format, Game, League, Plan, Whole

TWO = {"red": 720, "blue": 280}
SIX = {"a": 143, "b": 165, "c": 290, "d": 228, "e": 86, "f": 88}


def league(number: int, shares: Mapping[str, int] = TWO, **plan: Any) -> Whole:
    """A league of so many that has begun."""
    planned = Plan(**{"title": "toy", "format": "swiss", "rounds": 3, "days": 7, **plan})
    opened = League(
        id=1,
        guild_id=1,
        channel_id=1,
        name="Cup",
        phase="open",
        version=0,
        round=0,
        due_at=None,
        told=0,
        plan=planned,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    whole = Whole(opened, {}, {})
    for each in range(1, number + 1):
        whole = rounds.joined(whole, 100 + each, f"Player {each}")
    return rounds.begun(whole, list(whole.entrants), shares)


def played(whole: Whole, **points: dict[int, int]) -> Whole:
    """The league with the games of its round decided: as told by `g1`, `g2`, else the lowest number wins."""
    games = dict(whole.games)
    for game in whole.of_round(whole.league.round):
        if game.points is None:
            best = min(game.seats.values())
            won = points.get(f"g{game.number}", {each: 2 * (each == best) for each in game.seats.values()})
            games[game.number] = replace(game, points=won, how="played")
    return replace(whole, games=games)


def test_a_round_is_closed_when_all_its_games_are_decided() -> None:
    whole = league(4)
    assert not rounds.is_closed(whole)
    whole = played(whole)
    assert rounds.is_closed(whole)
    disputed = replace(whole.games[1], disputed="wrong")
    assert not rounds.is_closed(replace(whole, games={**whole.games, 1: disputed}))


def test_who_leaves_loses_the_open_game_and_is_not_paired_again() -> None:
    whole = rounds.left(league(4), 1)
    game = next(game for game in whole.games.values() if 1 in game.entrants)
    (other,) = [each for each in game.entrants if each != 1]
    assert (game.points, game.how, game.todo) == ({1: 0, other: 2}, "forfeit", "end") or game.points == {
        other: 2,
        1: 0,
    }
    after = rounds.next_round(played(whole), TWO)
    assert not any(1 in game.entrants for game in after.of_round(2))
    assert sum(game.bye is not None for game in after.of_round(2)) == 1


def test_a_game_that_both_have_left_is_won_by_nobody() -> None:
    whole = league(4)
    game = whole.games[1]
    one, other = game.entrants
    whole = rounds.left(rounds.left(whole, one), other)
    assert set((whole.games[1].points or {}).values()) == {0, 2}
    both = {number: replace(each, left_in=1) for number, each in league(2).entrants.items()}
    gone = rounds.settled(replace(league(2), entrants=both))
    assert set((gone.games[1].points or {}).values()) == {0}


def test_a_substitute_takes_the_place_with_its_points_and_game() -> None:
    whole = rounds.next_round(played(league(4)), TWO)
    waiting = rounds.joined(whole, 999, "Sub")
    after = rounds.left(waiting, 1)
    assert (after.entrants[1].user_id, after.entrants[1].since, after.entrants[1].plays) == (999, 2, True)
    # Whoever has left is known as such, and takes no further part.
    gone = after.entrants[5]
    assert (gone.user_id, gone.left_in, gone.plays, gone.waits) == (
        waiting.entrants[1].user_id,
        2,
        False,
        False,
    )
    assert len(Tally(after, 2).table()) == 4
    game = next(game for game in after.of_round(2) if 1 in game.entrants)
    assert (game.points, game.todo) == (None, "seat")
    assert Tally(after, 2).points[1] == 2


def test_a_substitute_who_leaves_is_no_more() -> None:
    waiting = rounds.joined(league(4), 999, "Sub")
    assert rounds.left(waiting, 5) == league(4)


def test_in_a_cup_a_draw_is_won_by_who_had_the_side_that_wins_less_often() -> None:
    whole = league(4, format="knock-out")
    first, second = whole.of_round(1)
    drawn = {f"g{game.number}": dict.fromkeys(game.entrants, 1) for game in (first, second)}
    after = rounds.next_round(played(whole, **drawn), TWO)
    (final,) = after.of_round(2)
    assert set(final.entrants) == {first.seats["blue"], second.seats["blue"]}
    over = rounds.next_round(played(after), TWO)
    assert over.league.phase == "over"


def test_in_a_cup_equal_legs_are_won_by_the_better_seed() -> None:
    whole = league(2, format="knock-out", legs=2)
    one, other = whole.of_round(1)
    assert one.seats == {"red": other.seats["blue"], "blue": other.seats["red"]}
    split = {f"g{one.number}": {1: 2, 2: 0}, f"g{other.number}": {1: 0, 2: 2}}
    assert rounds.winner(played(whole, **split), played(whole, **split).of_round(1), TWO) == 1


def test_in_a_cup_the_beaten_goes_on_instead_of_a_winner_who_has_left() -> None:
    whole = played(league(4, format="knock-out"))
    after = rounds.next_round(rounds.left(rounds.left(whole, 1), 2), TWO)
    assert [sorted(game.entrants) for game in after.of_round(2)] == [[3, 4]]
    gone = rounds.left(rounds.left(rounds.left(whole, 1), 4), 2)
    assert rounds.next_round(gone, TWO).league.phase == "over"


def test_tables_of_six_leave_seats_to_the_automatic_player() -> None:
    whole = league(14, SIX)
    sizes = sorted(len(game.seats) for game in whole.of_round(1))
    assert sizes == [4, 5, 5]
    assert all(game.bye is None for game in whole.games.values())
    after = rounds.left(whole, 1)
    game = next(game for game in after.games.values() if 1 in game.entrants)
    # The campaign goes on with the others.
    assert (game.points, game.todo) == (None, None)


def test_alone_everyone_plays_each_round() -> None:
    whole = league(3, {"one": 1000})
    assert [game.seats for game in whole.of_round(1)] == [{"one": 1}, {"one": 2}, {"one": 3}]
    assert tie_breaks("swiss", 1) == ("score", "seed")
    scores = {1: 5, 2: 9, 3: 7}
    games: dict[int, Game] = {
        number: replace(game, points=dict.fromkeys(game.entrants, 2), how="played", score=scores[number])
        for number, game in whole.games.items()
    }
    rows = Tally(replace(whole, games=games), 1).table()
    assert [row.number for row in rows] == [2, 3, 1]


def test_buchholz_and_sonneborn_are_counted_as_they_were_published() -> None:
    # Round 1: 1 beats 3, 2 draws with 4. Round 2: 1 beats 2, 3 beats 4.
    whole = league(4)
    pairs: list[tuple[int, dict[str, int], dict[int, int]]] = [
        (1, {"red": 3, "blue": 1}, {1: 2, 3: 0}),
        (1, {"red": 4, "blue": 2}, {2: 1, 4: 1}),
        (2, {"red": 1, "blue": 2}, {1: 2, 2: 0}),
        (2, {"red": 4, "blue": 3}, {3: 2, 4: 0}),
    ]
    games = {
        number: Game(number=number, round=round, table=number, seats=seats, points=points, how="played")
        for number, (round, seats, points) in enumerate(pairs, start=1)
    }
    rows = Tally(replace(whole, games=games, league=replace(whole.league, round=2)), 2).table()
    assert [(row.number, row.points) for row in rows] == [(1, 4), (3, 2), (2, 1), (4, 1)]
    breaks = {row.number: (row.breaks["buchholz"], row.breaks["sonneborn"]) for row in rows}
    # Of 1: the points of 3 and of 2. Of 2: half those of 4, none of 1.
    assert breaks[1] == (2 + 1, 2 * 2 + 2 * 1)
    assert breaks[2] == (1 + 4, 1 * 1)
    assert words.points(breaks[2][1], 4) == "¼"
    assert words.points(breaks[1][0]) == "1½"


def test_a_bye_counts_as_an_opponent_with_as_many_points() -> None:
    whole = played(league(3))
    tally = Tally(whole, 2)
    (bye,) = [game.bye for game in whole.games.values() if game.bye is not None]
    row = next(row for row in tally.table() if row.number == bye)
    assert (row.points, row.breaks["buchholz"], row.played) == (2, 2, 0)


def test_each_form_has_its_rounds() -> None:
    forms: dict[Format, int] = {"swiss": 3, "round-robin": 5, "knock-out": 3}
    for form, length in forms.items():
        whole = league(6, format=form)
        assert whole.league.plan.rounds == length
        played_rounds = 0
        while whole.league.phase == "running":
            played_rounds += 1
            whole = rounds.next_round(played(whole), TWO)
        assert played_rounds == length
        assert Tally(whole, 2).table()[0].number == 1
