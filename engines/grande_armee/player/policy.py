"""Ways to play *La Grande Armée* by rote, for simulation: `random` and `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from data.catalogue import marked
from data.grande_armee.hexes import Hex, distance
from engines.core.contract import Title
from engines.core.events import Event
from engines.core.simulate import Course, Study, choose_random
from engines.grande_armee.actions import Action
from engines.grande_armee.box import as_side
from engines.grande_armee.events import BattleFought, Controlled
from engines.grande_armee.player.greedy import greedy
from engines.grande_armee.state import State
from engines.grande_armee.title import GrandeArmee

_STAGES = ("march", "battle", "decision")
_THIRD = 4
"""Turns of a part of the game."""
_JENA, _RATISBON, _VIENNA = Hex("2222"), Hex("2637"), Hex("5042")
"""Weimar, between Jena, Auerstedt and Erfurt; Ratisbon; and Vienna, beside Aspern and Wagram."""
_ROUND, _NEAR = 3, 2
"""Hexes from there within which a battle counts as history's; nearer for Vienna."""
_APRIL = 2
"""The last turn of April 1809."""
_BEATEN = ("Dr1", "Dr2", "Drs", "1/2ex", "De")
"""Results of an attack that throw the defenders back at no cost but losses."""
_EARLY = 4
"""The last turn of October 1805, and the turn by which the Prussian army is beaten in 1806."""
_PURSUED = ("magdeburg", "berlin", "stettin", "kustrin")
"""Fortresses whose fall is a part of the pursuit of 1806."""


def choose_greedy(
    title: Title[State, Action], state: State, legal: Sequence[Action], rng: random.Random
) -> Action:
    """The action that seems best to the side that is asked."""
    assert isinstance(title, GrandeArmee)
    return greedy(title.box, state, as_side(title.deciding(state)[0]), legal)


def _opening(title: Title[State, Action], state: State, events: Sequence[Event]) -> bool:
    """Ulm falls in October 1805, the Prussians are beaten round Jena, it is fought round Ratisbon."""
    match state.scenario:
        case "1805":
            return state.turn <= _EARLY and _falls(events, ("ulm",))
        case "1806":
            return state.turn <= _EARLY and any(
                event.side == "french" and event.result in _BEATEN
                for event in events
                if isinstance(event, BattleFought) and distance(event.targets[0], _JENA) <= _ROUND
            )
        case _:
            return state.turn <= _APRIL and any(
                isinstance(event, BattleFought) and distance(event.targets[0], _RATISBON) <= _ROUND
                for event in events
            )


def _end(title: Title[State, Action], state: State, events: Sequence[Event]) -> bool:
    """The French come to the Inn, hunt the Prussians to the Elbe and the Oder, fight beside Vienna."""
    match state.scenario:
        case "1805":
            return _falls(events, ("braunau", "passau", "salzburg", "vienna"))
        case "1806":
            return _falls(events, _PURSUED)
        case _:
            return any(
                isinstance(event, BattleFought) and distance(event.targets[0], _VIENNA) <= _NEAR
                for event in events
            )


def _falls(events: Sequence[Event], towns: Sequence[str]) -> bool:
    """Whether the French enter one of these Fortresses."""
    return any(
        isinstance(event, Controlled) and event.side == "french" and event.fortress in towns
        for event in events
    )


STUDY: Study[State, Action] = Study(
    policies={"random": choose_random, "greedy": choose_greedy},
    levels=("french", "allied"),
    stages=_STAGES,
    stage=lambda state: _STAGES[min((state.turn - 1) // _THIRD, len(_STAGES) - 1)],
    course=Course(marked("the battles of history, and a French victory"), (_opening, _end), "french"),
)
