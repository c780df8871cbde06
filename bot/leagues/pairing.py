"""Who meets whom in a round, and with which seats: pure functions of what was played before.

Swiss rounds are a matching of the greatest weight, as Ólafsson proposed ("Weighted Matching in Chess
Tournaments", Journal of the Operational Research Society 41, 1990); a round robin is De Werra's canonical
one ("Scheduling in sports", 1981), in which sides alternate as far as that is possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple


class Player(NamedTuple):
    """An entrant, as the pairing of the next round sees one."""

    number: int
    points: int = 0
    """Half points."""
    seats: Mapping[str, int] = {}
    """How often they have had each seat, in the title's order; empty if they have had none."""
    met: Mapping[int, int] = {}
    """How often they have met each other entrant."""
    byes: int = 0


class Table(NamedTuple):
    """Entrants who meet in a round; a table of one in a game for several is a bye, an empty one nobody's."""

    numbers: tuple[int, ...]


Sides = Mapping[str, int]
"""How often each seat wins between equal players, per mille."""


def swiss(players: Sequence[Player], size: int) -> list[Table]:
    """The tables of the next Swiss round.

    In this order: those who have met before don't meet again, and nobody has a second bye; nobody gets one
    side twice more often than the other; the last placed has the bye; players with equal points meet; among
    these, the upper half meets the lower.

    :param players: by the table of the league, the best first; in the first round by strength.
    :param size: seats of the game.
    """
    if size == 1:
        return [Table((player.number,)) for player in players]
    return _pairs(players) if size == 2 else _groups(players, size)


def _pairs(players: Sequence[Player]) -> list[Table]:
    places = range(len(players) + len(players) % 2)
    costs = {pair: _cost(players, *pair) for pair in combinations(places, 2)}
    ranks = _ranked(costs, len(places))
    return [
        Table(tuple(players[place].number for place in pair if place < len(players)))
        for pair in _matched(ranks)
    ]


def _cost(players: Sequence[Player], first: int, second: int) -> tuple[int, ...]:
    """What speaks against a pair, the weightiest first; the place after the last player stands for a bye."""
    one = players[first]
    if second == len(players):
        return (one.byes**2, 0, len(players) - first, 0, 0)
    other = players[second]
    alike = [place for place, player in enumerate(players) if player.points == one.points]
    apart = second - first - (len(alike) // 2 if one.points == other.points else 0)
    return (
        one.met.get(other.number, 0) ** 2,
        _uneven(one, other),
        0,
        (one.points - other.points) ** 2,
        apart**2,
    )


def _uneven(one: Player, other: Player) -> int:
    """The games that a pair would be more than one ahead with a side, if the sides are given at best."""
    leads = [_lead(player) for player in (one, other)]
    return min(
        sum(max(0, abs(lead + step) - 1) for lead, step in zip(leads, way, strict=True)) for way in _WAYS
    )


_WAYS = ((1, -1), (-1, 1))


def _lead(player: Player) -> int:
    """How much more often a player has had the first side than the second."""
    first, second = player.seats.values() or (0, 0)
    return first - second


def _ranked(costs: Mapping[tuple[int, int], tuple[int, ...]], places: int) -> dict[tuple[int, int], int]:
    """Costs as one number each, so that all pairs together can't outweigh one step of a weightier cost."""
    ranks = dict.fromkeys(costs, 0)
    weight = 1
    for part in reversed(range(len(next(iter(costs.values()), ())))):
        for pair, cost in costs.items():
            ranks[pair] += weight * cost[part]
        weight *= 1 + max((cost[part] for cost in costs.values()), default=0) * places
    return ranks


def _matched(ranks: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """As many pairs as there can be, of which all together cost least."""
    # Only leagues need it, and loading it takes a tenth of a second.
    import networkx  # noqa: PLC0415

    graph = networkx.Graph()
    most = max(ranks.values(), default=0)
    graph.add_weighted_edges_from((*pair, most - rank) for pair, rank in ranks.items())
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in pairs)


def _groups(players: Sequence[Player], size: int) -> list[Table]:
    """Tables of equal size, as full as possible; exchanges between them go on while they help."""
    number = -(-len(players) // size)
    order = list(range(len(players)))
    if all(player.points == players[0].points for player in players):
        # The strongest don't meet at once.
        tables = [order[start::number] for start in range(number)]
    else:
        ends = [len(players) * table // number for table in range(number + 1)]
        tables = [order[first:last] for first, last in pairwise(ends)]
    while _exchanged(players, tables):
        pass
    return [Table(tuple(players[place].number for place in sorted(table))) for table in tables]


def _exchanged(players: Sequence[Player], tables: list[list[int]]) -> bool:
    """Make the first exchange of two players between tables that makes them better."""
    for one, other in combinations(tables, 2):
        before = _together(players, one, other)
        for own_place in range(len(one)):
            for others_place in range(len(other)):
                one[own_place], other[others_place] = other[others_place], one[own_place]
                if _together(players, one, other) < before:
                    return True
                one[own_place], other[others_place] = other[others_place], one[own_place]
    return False


def _together(players: Sequence[Player], *tables: Sequence[int]) -> tuple[int, int]:
    """What speaks against tables: who has met before, then how far apart their points are."""
    met = apart = 0
    for table in tables:
        for first, second in combinations(table, 2):
            met += players[first].met.get(players[second].number, 0) ** 2
            apart += (players[first].points - players[second].points) ** 2
    return met, apart


def round_robin(numbers: Sequence[int], round: int) -> list[tuple[int, int] | tuple[int]]:
    """The pairs of a round, counted from 1; the first of a pair has the first side.

    With an odd number, one has a bye in each round.
    """
    among = len(numbers) + len(numbers) % 2
    turn, cycle = (round - 1) % (among - 1), among - 1
    pairs = [(turn, cycle) if turn % 2 else (cycle, turn)]
    for step in range(1, among // 2):
        up, down = (turn + step) % cycle, (turn - step) % cycle
        pairs.append((up, down) if step % 2 else (down, up))
    # In a second turn of the whole, sides are exchanged.
    again = (round - 1) // cycle % 2
    ordered = [pair[::-1] if again else pair for pair in pairs]
    tables: list[tuple[int, int] | tuple[int]] = []
    for first, second in ordered:
        inside = [numbers[place] for place in (first, second) if place < len(numbers)]
        tables.append((inside[0], inside[1]) if len(inside) == 2 else (inside[0],))
    return tables


def rounds_of_robin(entrants: int) -> int:
    """The rounds in which everyone meets everyone else once."""
    return entrants - 1 + entrants % 2


def bracket(numbers: Sequence[int]) -> list[Table]:
    """The first round of a knock-out: the best seeds have byes and meet as late as possible."""
    places = [0]
    while len(places) < len(numbers):
        last = 2 * len(places) - 1
        places = [place for each in places for place in (each, last - each)]
    if len(places) == 1:
        return [Table(tuple(numbers))]
    return [
        Table(tuple(numbers[place] for place in pair if place < len(numbers)))
        for pair in zip(places[::2], places[1::2], strict=True)
    ]


def next_in_bracket(winners: Sequence[int | None]) -> list[Table]:
    """The next round of a knock-out, from the winner of each table of the last one, in their order."""
    return [
        Table(tuple(each for each in pair if each is not None))
        for pair in zip(winners[::2], winners[1::2], strict=True)
    ]


def seated(players: Sequence[Player], shares: Sides, *, turn: int = 0) -> dict[str, int]:
    """The seats of a table, by seat.

    Each has the seats that they had less often, then those by which they were favoured less so far; where
    all that is equal, the lower placed gets the seat that wins more often.

    Seats that remain are left out.

    :param players: the better placed first.
    :param turn: the number of the table: where seats win equally often, tables take turns.
    """
    seats = list(shares)
    seats = seats[turn % len(seats) :] + seats[: turn % len(seats)]
    costs = {
        (place, len(players) + number): (
            2 * player.seats.get(seat, 0) + 1,
            (_favour(player, shares) + len(seats) * shares[seat] - sum(shares.values())) ** 2,
            (len(players) - place) * shares[seat],
        )
        for place, player in enumerate(players)
        for number, seat in enumerate(seats)
    }
    ranks = _ranked(costs, len(players) + len(seats))
    sitting = {seats[number - len(players)]: players[place].number for place, number in _matched(ranks)}
    return {seat: sitting[seat] for seat in shares if seat in sitting}


def _favour(player: Player, shares: Sides) -> int:
    """How far a player's seats so far won more often than the average seat, times the number of seats."""
    average = sum(shares.values())
    return sum(times * (len(shares) * shares[seat] - average) for seat, times in player.seats.items())
