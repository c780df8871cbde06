"""Play many games with a policy and count how they end. Pure: the seed decides everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from data.catalogue import _
from engines.core.contract import Outcome, Title
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.core.events import Event
from engines.core.summary import Summary

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)

Policy = Callable[[Title[S, A], S, Sequence[A], random.Random], A]
"""Chooses one of the legal actions (never empty) of the seat that decides first."""

LIMIT = 20_000
"""Actions after which a game counts as having run away."""


def choose_random(title: Title[S, A], state: S, legal: Sequence[A], rng: random.Random) -> A:
    """A policy of every title: any legal action, each equally likely."""
    return rng.choice(legal)


def level_of(_state: object, outcome: Outcome) -> str:
    """The level that the title itself gives the outcome."""
    return outcome.level


class Course(msgspec.Struct, Generic[S, A], frozen=True):
    """The historical course of events, to count the games that take it too."""

    name: str
    marks: tuple[Callable[[Title[S, A], S, Sequence[Event]], bool], ...]
    """The conditions to be met on the way, each checked against the state and the events of an action."""
    winner: str
    """The seat that wins."""


class Study(msgspec.Struct, Generic[S, A], frozen=True):
    """A title's data for simulation."""

    policies: Mapping[str, Policy[S, A]]
    levels: tuple[str, ...]
    """Levels of the outcome as they are counted, from worst to best for the first seat."""
    stages: tuple[str, ...]
    """Parts of the game, in order, that losses are counted by."""
    stage: Callable[[S], str]
    """The part of the game that a state is in."""
    level: Callable[[S, Outcome], str] = level_of
    """The level of a last state and its outcome, one of `levels`; it names the winner if several can win."""
    course: Course[S, A] | None = None
    """The course of history, where games are counted by it."""


class Played(msgspec.Struct, frozen=True):
    """One game: how it ended, when, and after how many actions."""

    seed: str
    level: str
    winner: str | None
    score: int | None
    stage: str
    chapters: int
    actions: int
    historical: bool = False
    """Whether it took the course of history."""


class Setup(NamedTuple):
    """The setting: a scenario, the first where none is named, and options that differ from their defaults."""

    scenario: str | None = None
    options: Mapping[str, bool] = {}


USUAL = Setup()


def play(title: Title[S, A], study: Study[S, A], policy: str, seed: str, setup: Setup = USUAL) -> Played:
    """Play one game to its end; the same seed gives the same game.

    :raises UsageError: the title has no such policy, scenario or options, or the game ran away.
    """
    choose = policy_named(title, study, policy)
    rng = random.Random(seed)  # noqa: S311 - repeatable choice, not secrecy
    dice = Dice(seed)
    state = title.setup(setup.scenario or title.scenarios[0].id, setup.options, dice).state
    ahead = list(study.course.marks) if study.course else []
    for actions in range(LIMIT):
        seats = title.deciding(state)
        if not seats:
            outcome = title.outcome(state)
            assert outcome is not None
            return Played(
                seed=seed,
                level=study.level(state, outcome),
                winner=outcome.winner,
                score=outcome.score,
                stage=study.stage(state),
                chapters=title.chapter(state)[0],
                actions=actions,
                historical=study.course is not None and not ahead and outcome.winner == study.course.winner,
            )
        seat = seats[0]
        step = title.apply(state, seat, choose(title, state, title.legal_actions(state, seat), rng), dice)
        state = step.state
        ahead = [mark for mark in ahead if not mark(title, state, step.events)]
    raise UsageError(
        _("The game of seed {seed!r} did not end within {limit} actions", seed=seed, limit=LIMIT)
    )


def play_many(
    title: Title[S, A], study: Study[S, A], policy: str, games: int, seed: str, *, setup: Setup = USUAL
) -> Iterator[Played]:
    """Play games one by one, from seeds `seed-1`, `seed-2` and so on."""
    for number in range(1, games + 1):
        yield play(title, study, policy, f"{seed}-{number}", setup)


def summarise(
    title: Title[S, A], study: Study[S, A], policy: str, seed: str, games: Iterable[Played]
) -> Summary:
    """Count games.

    :raises UsageError: there is no game.
    """
    played = list(games)
    if not played:
        raise UsageError(_("There is no game to count"))
    wins = Counter(game.winner for game in played)
    levels = Counter(game.level for game in played)
    losses = Counter(game.stage for game in played if game.winner is None)
    scores = Counter(game.score for game in played if game.score is not None)
    return Summary(
        title=title.name,
        pack=title.pack,
        policy=policy,
        seed=seed,
        games=len(played),
        wins={seat: wins[seat] for seat in title.seats},
        levels={level: levels[level] for level in study.levels},
        losses={stage: losses[stage] for stage in study.stages},
        scores={score: scores[score] for score in sorted(scores)},
        actions=fmean(game.actions for game in played),
        chapters=fmean(game.chapters for game in played),
        course={study.course.name: sum(game.historical for game in played)} if study.course else {},
    )


def simulate(
    title: Title[S, A], study: Study[S, A], policy: str, games: int, seed: str, *, setup: Setup = USUAL
) -> Summary:
    """Play `games` games and count them.

    :raises UsageError: no such policy, scenario or options, or no game asked for.
    """
    return summarise(title, study, policy, seed, play_many(title, study, policy, games, seed, setup=setup))


def policy_named(title: Title[Any, Any], study: Study[S, A], policy: str) -> Policy[S, A]:
    """The policy of that name.

    :raises UsageError: the title has none.
    """
    if policy not in study.policies:
        raise UsageError(
            _(
                "{name} has no policy {policy!r}; it has {policies}",
                name=title.name,
                policy=policy,
                policies=", ".join(study.policies),
            )
        )
    return study.policies[policy]
