"""Whole games of *The Valmy Campaign* for the tests of its words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from bot.games.valmy.presenter import ValmyPresenter
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.dice import Dice
from engines.core.events import Event
from engines.valmy.actions import Action, Activate
from engines.valmy.state import State
from engines.valmy.title import Valmy

TITLE = Valmy()
WORDS = ValmyPresenter(TITLE)
EYES: tuple[Side | None, ...] = (None, *SIDES)
# Words that are ids and nothing else; some leaders and places have names that are words of their own.
IDS = re.compile(
    "|".join(
        rf"(?<![\w/>:-]){re.escape(id)}(?![\w-])"
        for id in {*TITLE.box.boxes, *TITLE.box.leader, *TITLE.box.unit, *TITLE.box.command, "None"}
        - {"reserve", "centre", "nord", "champagne", "grenadiers"}
    )
)
SINGLY = 0.1
"""How often a single unit is activated, where a leader could be."""


class Moment(NamedTuple):
    """A state of a game, what led to it, and who did it."""

    state: State
    events: list[Event]


def chosen(chance: random.Random, legal: Sequence[Action]) -> Action:
    """Something legal; single units are tried less often than there are of them."""
    led = [action for action in legal if getattr(action, "through", None) is None]
    alone = [action for action in legal if action not in led]
    if alone and (not led or chance.random() < SINGLY):
        return chance.choice(alone)
    bold = [action for action in led if isinstance(action, Activate)]
    return chance.choice(bold if bold and chance.random() < 1 - SINGLY else led)


def played(seed: str, most: int, **options: bool) -> Iterator[Moment]:
    """A game at random."""
    chance, dice = random.Random(seed), Dice(f"valmy words {seed}")
    step = TITLE.setup("campaign", options, dice)
    for _ in range(most):
        assert isinstance(step.state, State)
        yield Moment(step.state, step.events)
        owed = TITLE.decisions(step.state)
        if not owed:
            return
        seat = chance.choice(owed).seat
        action = chosen(chance, TITLE.legal_actions(step.state, seat))
        step = TITLE.apply(step.state, seat, action, dice)


@cache
def games() -> list[Moment]:
    """Moments of two games."""
    whole = list(played("brunswick", 2000))
    return [*whole, *played("kellermann", 700, **{"falling-morale": True, "all-battles": True})]
