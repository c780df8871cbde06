"""Policies of *The Valmy Campaign* for simulation: `random` and `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from data.catalogue import marked
from engines.core.contract import Outcome, Title
from engines.core.events import ChapterBegun, Event
from engines.core.simulate import Course, Study, choose_random
from engines.valmy.actions import Action
from engines.valmy.box import as_side
from engines.valmy.combat.events import BattleBegun, Stayed
from engines.valmy.player.greedy import greedy
from engines.valmy.state import State, units_in
from engines.valmy.title import Valmy

LEVELS: tuple[str, ...] = (
    "exit",
    "french-broken",
    "allied-points",
    "draw",
    "french-points",
    "verdun",
    "allied-broken",
)
"""Ends of a game, from worst to best for the French."""


_ROUND = frozenset(
    {"valmy", "sainte-menehould", "auve", "somme-vesle", "suippes", "massiges", "l-epine", "chalons"}
    | {"vienne-le-chateau", "autry", "givry-en-argonne", "les-islettes"}
)
"""Valmy, and boxes whose battle would count as the battle of Valmy."""
_WEST = frozenset(
    (_ROUND - {"les-islettes"})
    | {
        "vouziers",
        "attigny",
        "machault",
        "rethel",
        "reims",
        "epernay",
        "vertus",
        "sommesous",
        "vitry",
        "revigny",
    }
)
"""The land behind the forest, seen from Verdun."""
_MANY, _LARGE = 15, 5
"""Units that are more than a raid, and units on each side that make a battle large."""


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The best action, by estimate, of the side that owes a decision."""
    assert isinstance(title, Valmy)
    side = as_side(title.deciding(state)[0])
    return greedy(title.box, state, side, legal)


def _through(title: Title[State, Action], state: State, events: Sequence[Event]) -> bool:
    """Whether more than a raid of the Allies is through the forest as a turn begins."""
    if not any(isinstance(event, ChapterBegun) for event in events):
        return False
    assert isinstance(title, Valmy)
    return sum(len(units_in(title.box, state, place, "allied")) for place in _WEST) >= _MANY


def _checked(title: Title[State, Action], state: State, events: Sequence[Event]) -> bool:
    """Whether a large battle begins round Valmy, or the Allies leave a field there."""
    for event in events:
        if isinstance(event, BattleBegun) and event.box in _ROUND:
            if min(event.attackers, event.defenders) >= _LARGE:
                return True
        elif isinstance(event, Stayed) and event.withdraws and event.side == "allied" and event.box in _ROUND:
            return True
    return False


def level(state: State, outcome: Outcome) -> str:
    """The outcome with the way in which it was won."""
    if state.ended in _AT_ONCE:
        return _AT_ONCE[state.ended]
    return "draw" if outcome.winner is None else f"{outcome.winner}-points"


_AT_ONCE = {
    "Y-11.1.1-a": "french-broken",
    "Y-11.1.1-b": "exit",
    "Y-11.1.2-a": "allied-broken",
    "Y-11.1.2-b": "verdun",
}


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy},
    levels=LEVELS,
    level=level,
    stages=("approach", "argonne", "valmy"),
    course=Course(
        marked("through the forest, checked round Valmy and beaten"), (_through, _checked), "french"
    ),
    stage=lambda state: "approach" if state.turn <= 4 else "argonne" if state.turn <= 8 else "valmy",
)
