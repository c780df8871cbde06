"""How a league goes on: pure functions from a league to the league after it. Nothing is written here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, log2

from msgspec.structs import replace

from bot.leagues import pairing
from bot.leagues.pairing import Player, Sides, Table
from bot.leagues.standings import Tally
from bot.store.leagues import Entrant, Game, Plan, Whole

LEAST = 2
MOST = 64
"""Entrants of a league."""
ROUNDS = 20
"""Most rounds of a Swiss league; everyone meets everyone in at most 63."""


def usual_rounds(entrants: int) -> int:
    """The rounds after which a Swiss league has exactly one player who may have won all games."""
    return max(1, ceil(log2(max(2, entrants))))


def begun(whole: Whole, seeds: Sequence[int], shares: Sides) -> Whole:
    """The league with its first round paired.

    :param seeds: the numbers of its entrants, the strongest first.
    """
    entrants = {
        number: replace(each, seed=seeds.index(number) + 1) for number, each in whole.entrants.items()
    }
    league = replace(whole.league, phase="running", plan=_planned(whole.league.plan, len(seeds)))
    return next_round(Whole(league, entrants, {}), shares)


def _planned(plan: Plan, entrants: int) -> Plan:
    """The plan with the number of rounds that its entrants need."""
    if plan.format == "round-robin":
        return replace(plan, rounds=pairing.rounds_of_robin(entrants))
    return replace(plan, rounds=usual_rounds(entrants)) if plan.format == "knock-out" else plan


def is_closed(whole: Whole) -> bool:
    """Whether the present round has all its results, or those that it waits for."""
    league = whole.league
    games = whole.of_round(league.round)
    if league.phase != "running":
        return False
    last = league.round >= league.plan.rounds
    return not any(
        game.open or (last and game.points is None) for game in (whole.games.values() if last else games)
    )


def next_round(whole: Whole, shares: Sides) -> Whole:
    """The league with its next round paired; over after the last one, or where nobody is left to play."""
    league = whole.league
    going = [each for each in whole.entrants.values() if each.plays]
    if league.round >= league.plan.rounds or len(going) < min(LEAST, len(shares)):
        return replace(whole, league=replace(league, phase="over", due_at=None))
    round = league.round + 1
    players = _players(whole, list(shares))
    games = dict(whole.games)
    for table, numbers in enumerate(_tables(whole, players, shares, round), start=1):
        for game in _games(whole, players, numbers, table, shares):
            number = len(games) + 1
            games[number] = replace(game, number=number, round=round, table=table)
    return settled(replace(whole, league=replace(league, round=round), games=games))


def _players(whole: Whole, seats: Sequence[str]) -> dict[int, Player]:
    """All entrants as the pairing sees them, by number, the best first."""
    tally = Tally(whole, len(seats))
    players = {}
    for row in tally.table():
        had = dict.fromkeys(seats, 0)
        met: Counter[int] = Counter()
        byes = 0
        for game in whole.games.values():
            byes += game.bye == row.number
            for seat, number in game.seats.items():
                if number == row.number:
                    had[seat] += 1
                    met.update({each for each in game.seats.values() if each != number})
        players[row.number] = Player(row.number, row.points, had, met, byes)
    return players


def _tables(whole: Whole, players: Mapping[int, Player], shares: Sides, round: int) -> list[Table]:
    """The tables of a round. The order of seats at a table of two is the one of a round robin."""
    league = whole.league
    going = [player for number, player in players.items() if whole.entrants[number].plays]
    if len(shares) != 2 or league.plan.format == "swiss":
        return pairing.swiss(going, len(shares))
    by_seed = sorted(players, key=lambda number: whole.entrants[number].seed)
    if league.plan.format == "round-robin":
        return [Table(numbers) for numbers in pairing.round_robin(by_seed, round)]
    if round == 1:
        return pairing.bracket(by_seed)
    last = whole.of_round(league.round)
    tables = sorted({game.table for game in last})
    return pairing.next_in_bracket(
        [winner(whole, [game for game in last if game.table == table], shares) for table in tables]
    )


def _games(
    whole: Whole, players: Mapping[int, Player], table: Table, number: int, shares: Sides
) -> list[Game]:
    """The games of a table, without their numbers."""
    plan = whole.league.plan
    none = Game(number=0, round=0, table=number, seats={})
    if not table.numbers:
        return [replace(none, points={}, how="bye")]
    if len(table.numbers) == 1 and len(shares) > 1 and (len(shares) == 2 or plan.format != "swiss"):
        # Where everyone has one in turn, a bye is worth nothing.
        worth = 0 if plan.format == "round-robin" else 2 * plan.legs
        (alone,) = table.numbers
        return [replace(none, bye=alone, points={alone: worth}, how="bye")]
    if plan.format == "round-robin" and len(shares) == 2:
        seats = dict(zip(shares, table.numbers, strict=True))
    else:
        placed = [player for player in players.values() if player.number in table.numbers]
        seats = pairing.seated(placed, shares, turn=number)
    turned = dict(zip(seats, reversed(seats.values()), strict=True))
    return [replace(none, seats=seats), replace(none, seats=turned)][: plan.legs]


def winner(whole: Whole, games: Sequence[Game], shares: Sides) -> int | None:
    """The entrant of a table of a knock-out who goes on; None if nobody does.

    Where the points are equal it is the one who had the seat that wins less often; after two legs, or where
    seats win equally often, the better seed. Instead of one who has left, the beaten goes on.
    """
    points: Counter[int] = Counter()
    favour: Counter[int] = Counter()
    for game in games:
        for number in game.entrants:
            points[number] += (game.points or {}).get(number, 0)
        for seat, number in game.seats.items():
            favour[number] += shares[seat]
    going = [number for number in points if whole.entrants[number].plays]
    return min(
        going,
        key=lambda number: (-points[number], favour[number], whole.entrants[number].seed),
        default=None,
    )


def settled(whole: Whole) -> Whole:
    """The league after substitutes have taken the places of those who left in this round, and their games are
    decided for whom nobody came: the others win them.

    In a game for more than two the seat stays in the hands of its campaign, and no points come of it.
    """
    if whole.league.phase != "running":
        return whole
    entrants, games = dict(whole.entrants), dict(whole.games)
    round = whole.league.round
    for number, each in whole.entrants.items():
        waits = next((other for other in entrants.values() if other.waits), None)
        if each.left_in == round and waits is not None:
            entrants[number] = replace(
                each, user_id=waits.user_id, name=waits.name, left_in=None, since=round
            )
            if each.user_id is None:
                del entrants[waits.number]
            else:
                # Whoever has played here does not come back, and rules no game.
                entrants[waits.number] = replace(waits, user_id=each.user_id, name=each.name, left_in=round)
            games = {
                key: replace(game, todo="seat") if _goes_on(game, number) else game
                for key, game in games.items()
            }
    for key, game in games.items():
        away = [number for number in game.entrants if entrants[number].left_in is not None]
        if away and game.points is None and len(game.seats) <= 2:
            games[key] = forfeited(game, away)
        elif away and game.points is None and not any(entrants[number].plays for number in game.entrants):
            games[key] = forfeited(game, game.entrants)
    return Whole(whole.league, entrants, games)


def _goes_on(game: Game, number: int) -> bool:
    return game.points is None and number in game.entrants


def forfeited(game: Game, away: Sequence[int]) -> Game:
    """A game that all others win because some don't play it."""
    points = {number: 0 if number in away else 2 for number in game.entrants}
    return replace(game, points=points, how="forfeit", disputed=None, todo="end")


def ruled(game: Game, points: Mapping[int, int], *, by: int, reason: str) -> Game:
    """A game that a moderator has decided; its campaign ends."""
    return replace(
        game, points=dict(points), how="ruled", ruled_by=by, reason=reason, disputed=None, todo="end"
    )


def postponed(game: Game, *, by: int, reason: str) -> Game:
    """A game that may end later: no round waits for it, only the end of the league."""
    return replace(game, how="later", ruled_by=by, reason=reason, disputed=None)


def joined(whole: Whole, user_id: int, name: str) -> Whole:
    """The league with another entrant; once it has begun, with another substitute."""
    number = max(whole.entrants, default=0) + 1
    return replace(
        whole, entrants={**whole.entrants, number: Entrant(number=number, user_id=user_id, name=name)}
    )


def left(whole: Whole, number: int) -> Whole:
    """The league after an entrant or a substitute has left it."""
    entrants = dict(whole.entrants)
    if whole.entrants[number].seed == 0:
        del entrants[number]
        return replace(whole, entrants=entrants)
    entrants[number] = replace(entrants[number], left_in=whole.league.round)
    return settled(replace(whole, entrants=entrants))
