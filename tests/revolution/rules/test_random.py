"""Whole games by chance, and what is true in every position of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from data.revolution.tables import SEATS
from engines.core.contract import Step
from engines.core.dice import Dice
from engines.core.events import Event
from engines.revolution.events import Funded, Given, Income, Lost, Paid
from engines.revolution.state import State, deputies
from engines.revolution.title import Revolution
from tests.support.depth import seed

TITLE = Revolution()
TABLES: tuple[dict[str, bool], ...] = ({}, {"letter": True}, {"fast": True})


def played(name: str, options: dict[str, bool]) -> Iterator[tuple[State, Step[State]]]:
    """The steps of a random game, each with the state before it."""
    chooser, dice = random.Random(name), Dice(name)
    state = TITLE.setup("historical", options, dice).state
    while owed := TITLE.decisions(state):
        seat = chooser.choice(owed).seat
        step = TITLE.apply(state, seat, chooser.choice(TITLE.legal_actions(state, seat)), dice)
        yield state, step
        state = step.state


def money(state: State) -> int:
    """All assignats in purses."""
    return sum(state.purses.values())


def flow(events: list[Event]) -> int:
    """What events put into purses, and take out of them."""
    total = 0
    for event in events:
        match event:
            case Income(amount=amount):
                total += amount
            case Funded(returned=returned, amount=amount):
                total += amount - returned
            case Paid(amount=amount) | Lost(amount=amount):
                total -= amount
            case Given():
                pass
    return total


def check(before: State, step: Step[State]) -> None:
    """The laws that no step breaks."""
    after = step.state
    TITLE.check(after)
    assert money(after) - money(before) == flow(step.events)
    assert sum(deputies(after, seat) for seat in SEATS) == sum(after.deputies.values())
    assert all(deputies(after, seat) >= 0 for seat in SEATS)
    for id, person in before.people.items():
        if person.state == "dead":
            assert after.people[id].state == "dead"
    for id, army in before.armies.items():
        kept = TITLE.box.army[id].kind in (
            "volunteer",
            "temporary",
            "first-wave",
            "second-wave",
            "third-wave",
        )
        assert kept or not army.gone or after.armies[id].gone
    if before.turn == after.turn:
        assert after.passed[: len(before.passed)] == before.passed


@pytest.mark.parametrize("options", TABLES, ids=lambda options: next(iter(options), "usual"))
def test_a_random_game_keeps_the_laws(options: dict[str, bool]) -> None:
    steps = 0
    for before, step in played(seed("random"), options):
        check(before, step)
        steps += 1
    assert 100 < steps < 10_000


@pytest.mark.nightly(seconds=120)
def test_many_random_games_keep_the_laws() -> None:
    for number in range(100):
        for before, step in played(seed(f"many-{number}"), TABLES[number % len(TABLES)]):
            check(before, step)
