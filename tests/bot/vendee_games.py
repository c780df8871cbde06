"""Whole games of *For God and For the King* for the tests of its words, and what each side may not know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from bot.games import register
from bot.games.vendee import VendeePresenter
from data.vendee.schema import Side
from engines.core.dice import Dice
from engines.core.events import Event
from engines.vendee.actions import Action, Move
from engines.vendee.combat_actions import Guns, Pursue
from engines.vendee.frames import SIDES, Condition
from engines.vendee.state import Landing, State, by_kind, generals_in
from engines.vendee.title import Vendee
from engines.vendee.view import sees

register("vendee", VendeePresenter)
TITLE = Vendee()
WORDS = VendeePresenter(TITLE)

EYES: tuple[Side | None, ...] = (None, *SIDES)
# Lower-case words that are ids and nothing else; a deserter is also a common noun.
IDS = re.compile(
    "|".join(
        rf"(?<![\w-]){id}(?![\w-])"
        for id in {*TITLE.box.ground.area, *TITLE.box.general, *TITLE.words.kinds, "None"} - {"deserters"}
    )
)


class Moment(NamedTuple):
    """A state of a game and what led to it."""

    state: State
    events: list[Event]


def played(seed: int) -> Iterator[Moment]:
    """A game at random, but with fights wherever there can be one."""
    chooser, dice = random.Random(seed), Dice(f"vendee words {seed}")
    step = TITLE.setup("march-1793", {}, dice)
    while True:
        state = step.state
        assert isinstance(state, State)
        yield Moment(state, step.events)
        owed = TITLE.decisions(state)
        if not owed:
            return
        legal = TITLE.legal_actions(state, owed[0].seat)
        bold = [action for action in legal if fierce(state, owed[0].seat, action)]
        action = chooser.choice(bold if bold and chooser.random() < 0.8 else legal)
        step = TITLE.apply(state, owed[0].seat, action, dice)


def fierce(state: State, seat: str, action: Action) -> bool:
    match action:
        case Move((_, area)):
            other = next(side for side in SIDES if side != seat)
            return bool(by_kind(state, area, other))
        case _:
            return isinstance(action, Guns | Pursue)


@cache
def games() -> list[Moment]:
    """Moments of several whole games."""
    return [moment for seed in range(3) for moment in played(seed)]


def twins(state: State, eyes: str | None) -> Iterator[State]:
    """States that differ only in what these eyes may not know."""
    unseen = [
        (side, area)
        for side in SIDES
        for area in state.forces
        if not sees(TITLE.box, state, eyes, side, area) and area not in under_way(state)
    ]
    if unseen:
        twin = state.copy()
        for side, area in unseen:
            twin.forces[area] = {
                # One counter can be of 1, 2 or 5 combat points.
                kind: Condition(5 if condition.total == 2 else 2)
                if kind in by_kind(state, area, side) and condition.total in (1, 2, 5)
                else condition
                for kind, condition in state.forces[area].items()
            }
        yield twin
    lone = [
        generals for side, area in unseen if len(generals := generals_in(TITLE.box, state, area, side)) == 1
    ]
    for (one,), (other,) in pairwise(lone):
        if TITLE.box.general[one].side == TITLE.box.general[other].side:
            twin = state.copy()
            twin.officers[one] = msgspec.structs.replace(state.officers[one], area=state.officers[other].area)
            twin.officers[other] = msgspec.structs.replace(
                state.officers[other], area=state.officers[one].area
            )
            yield twin
            break
    if eyes != "royalist" and state.landing is not None:
        twin = state.copy()
        twin.landing = Landing("pornic" if state.landing.area != "pornic" else "les-sables", 8)
        yield twin


def under_way(state: State) -> set[str]:
    return {
        place
        for frame in state.stack
        for place in (getattr(frame, "at", ""), getattr(frame, "area", ""))
        if place
    }
