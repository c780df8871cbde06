"""Results of many campaigns, chosen and counted: who won how often, with the error of each share."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from bot.store import Part, Result

Fate = Literal["won", "lost", "drawn", "abandoned"]

CONFIDENCE = 1.959964
"""Standard errors on each side of a share: 95 games in 100 lie between."""
SEASON = timedelta(days=62)
"""A course that is shorter goes by days, a longer one by months."""


class Wish(NamedTuple):
    """The results that somebody asks for."""

    title: str | None = None
    player: int | None = None
    against: int | None = None
    """A person who had another seat than the player."""
    since: datetime | None = None


def chosen(results: Iterable[Result], wish: Wish) -> list[Result]:
    """The results that a wish is for, in their order."""
    return [
        result
        for result in results
        if (wish.title is None or result.title == wish.title)
        and (wish.since is None or result.ended_at >= wish.since)
        and (wish.player is None or _has(result, wish.player, wish.against))
    ]


def _has(result: Result, player: int, against: int | None) -> bool:
    own = {part.seat for part in result.part_of(player)}
    if against is None:
        return bool(own)
    return bool(own) and any(part.seat not in own for part in result.part_of(against))


def fate(result: Result, part: Part) -> Fate:
    """How a campaign ended for a seat. Nobody draws alone: who does not win a game for one has lost it."""
    if not result.counts:
        return "abandoned"
    if result.winner == part.seat:
        return "won"
    return "drawn" if result.winner is None and len(result.parts) > 1 else "lost"


def fates(results: Iterable[Result], user_id: int) -> Counter[Fate]:
    """How the campaigns of a person ended, a count for each of their seats."""
    return Counter(fate(result, part) for result in results for part in result.part_of(user_id))


class Share(NamedTuple):
    """The share of results in which something came about, with the interval of Wilson's score (1927)."""

    times: int
    of: int

    @property
    def share(self) -> float:
        """The share, from 0 to 1."""
        return self.times / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The lowest and the highest share that such a count does not contradict."""
        if not self.of:
            return 0.0, 1.0
        square = CONFIDENCE**2 / self.of
        middle = (self.share + square / 2) / (1 + square)
        reach = math.sqrt(square * (self.share * (1 - self.share) + square / 4)) / (1 + square)
        return max(0.0, middle - reach), min(1.0, middle + reach)


class Shares(NamedTuple):
    """The results of one game."""

    title: str
    campaigns: int
    """The number of campaigns, with those that were abandoned."""
    sides: dict[str, Share]
    """How often each seat won, in the title's order."""
    nobody: Share
    """How often no seat won."""
    abandoned: int


def by_game(results: Sequence[Result]) -> list[Shares]:
    """The results of each game, by its id."""
    titles = sorted({result.title for result in results})
    return [_of_game(title, [result for result in results if result.title == title]) for title in titles]


def _of_game(title: str, results: Sequence[Result]) -> Shares:
    counted = [result for result in results if result.counts]
    won = Counter(result.winner for result in counted)
    seats = dict.fromkeys(part.seat for result in results for part in result.parts)
    return Shares(
        title,
        len(results),
        {seat: Share(won[seat], len(counted)) for seat in seats},
        Share(won[None], len(counted)),
        len(results) - len(counted),
    )


class Course(NamedTuple):
    """How something went over a season."""

    months: bool
    """Whether a value stands for a month, or for a day."""
    lines: Mapping[str, Sequence[float | None]]


def course(results: Sequence[Result]) -> Course | None:
    """Of one game: the share of each seat up to each day or month, in per cent. Of several games: how many
    campaigns of each had ended. None where all ended on one day or in one month."""
    counted = [result for result in results if result.counts]
    if not counted:
        return None
    first, last = counted[0].ended_at, counted[-1].ended_at
    months = last - first > SEASON
    places = [_place(result.ended_at, first, months=months) for result in counted]
    if not places[-1]:
        return None
    titles = sorted({result.title for result in counted})
    seats = dict.fromkeys(part.seat for result in counted for part in result.parts)
    shares = len(titles) == 1
    so_far: Counter[str | None] = Counter()
    lines: dict[str, list[float | None]] = {name: [] for name in (seats if shares else titles)}
    ended = zip(places, counted, strict=True)
    due = next(ended, None)
    games = 0
    for place in range(places[-1] + 1):
        while due is not None and due[0] == place:
            so_far[due[1].winner if shares else due[1].title] += 1
            games += 1
            due = next(ended, None)
        for name, line in lines.items():
            line.append(100 * so_far[name] / games if shares else so_far[name])
    return Course(months, lines)


def _place(at: datetime, first: datetime, *, months: bool) -> int:
    if months:
        return (at.year - first.year) * 12 + at.month - first.month
    return (at.date() - first.date()).days
