"""What the answers to a waiting die are said to bring is what the rules make of them."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from bot.surface import layout
from data.catalogue import speaking
from data.levee.schema import Marker, Unit
from engines.core.game import Game
from engines.levee.box import OUT, START
from engines.levee.state import Fight, Pending, State
from engines.levee.title import SEAT
from tests.levee.bot.test_words import FULL, TITLE, WORDS, labels

LINES = 74
"""Letters of two lines of a button."""


def waiting(face: int, army: Unit, at: int, fight: Fight = "military", **more: Any) -> State:
    """A die against an Army that waits for its answer."""
    state = Game(TITLE, "extended", options=FULL, seed="die").state
    assert isinstance(state, State)
    pending = Pending(fight, army, face, "7.2" if at == 0 else None, TITLE.box.at[army][at])
    tracks: dict[Marker, int] = {"monarchy": 2, "despotism": 0, "republic": 0}
    marked = msgspec.structs.replace(state, boxes=state.boxes | {army: at}, pending=pending, tracks=tracks)
    return msgspec.structs.replace(marked, **{"phase": "die", **more})


@pytest.mark.parametrize(
    ("state", "label"),
    [
        (
            waiting(6, "vendee", 1),
            "Accept the victory: the Vendée to Nantes and disorganized, Monarchy +1",
        ),
        (waiting(6, "austria", 5), "Accept the victory: Austria disorganized, Monarchy +1"),
        (
            waiting(6, "austria", 3, conditions={"austria": 1}),
            "Accept the victory: Austria to Freiburg and routed, Monarchy +1",
        ),
        # The free victory on the barricades feeds Monarchy too.
        (
            waiting(6, "austria", 0),
            "Accept the victory: Austria to Arras and disorganized, Monarchy +2",
        ),
        (
            waiting(6, "austria", 0, colour="white"),
            "Accept: Austria to Arras and disorganized, Despotism +1, Monarchy +1",
        ),
        (
            waiting(5, "austria", 3, napoleon="austria"),
            "Accept the victory: Austria to Freiburg and disorganized, Despotism +1",
        ),
        (waiting(6, "suvorov", 3), "Accept the victory: Suvorov leaves the war, Monarchy +1"),
        (waiting(4, "vendee", 1), "Accept the failure"),
        (waiting(1, "britain", 5), "Accept the failure: Britain advances on 5 or less, Monarchy −1"),
        (waiting(1, "vendee", 1), "Accept the failure: the Vendée advances on a 1, Monarchy −1"),
        (waiting(1, "austria", 0), "Accept the failure: Monarchy −1"),
        (
            waiting(1, "austria", 3, conditions={"austria": 1}),
            "Accept the failure: Austria recovers on 3 or less, Monarchy −1",
        ),
        (
            waiting(1, "austria", 3, markers={"liberation-1": "brussels"}),
            "Accept the failure: Austria attacks Brussels on 3 or less, Monarchy −1",
        ),
        (
            waiting(2, "austria", 3, "spirit", markers={"liberation-1": "liege"}),
            "Accept the failure: Liège lost, Republic −1",
        ),
    ],
)
def test_to_accept_a_die_says_all_that_the_rules_make_of_it(state: State, label: str) -> None:
    before = state.copy()
    assert labels(state)["keep"] == label
    assert state == before


def test_another_die_says_what_its_best_and_its_worst_bring() -> None:
    groups = {group.id: group.choices[0].reason for group in WORDS.groups(waiting(4, "vendee", 1), SEAT)}
    assert groups["reroll"].endswith(
        "; a 6: the Vendée to Nantes and disorganized, Monarchy +1"
        "; a 1: the Vendée advances on a 1, Monarchy −1"
    )
    assert groups["commit"].endswith("; victory: the Vendée to Nantes")
    led = WORDS.groups(waiting(2, "austria", 3, napoleon="austria"), SEAT)[1].choices[0].reason
    assert "; a 5 or 6: Austria to Freiburg and disorganized, Despotism +1; a 1: " in led
    tamed = waiting(4, "vendee", 0, options=FULL | {"decisive-outcomes": False})
    assert labels(tamed)["commit"] == "Win by +1: Monarchy +1, Disorder in Paris, Republic −1 a turn"
    assert (
        WORDS.groups(tamed, SEAT)[1]
        .choices[0]
        .reason.endswith("; victory: the Vendée to Versailles, Monarchy +1")
    )


def test_a_second_die_of_the_last_turn_is_not_said_to_cost_the_next() -> None:
    assert labels(waiting(4, "vendee", 1))["reroll"] == "Roll again: French Army −1 next turn"
    last = waiting(4, "vendee", 1, colour="red", pile=[])
    assert labels(last)["reroll"] == "Roll again: no cost in the last turn"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_to_accept_a_die_fits_a_button(language: str) -> None:
    with speaking(language):
        armies: tuple[Unit, ...] = ("britain", "vendee", "piedmont")
        for army, face, led in product(armies, (1, 6), (OUT, "same")):
            for at in range(START + 1):
                state = waiting(face, army, at, napoleon=army if led == "same" else led)
                # Two lines at 400 pixels; only Napoleon's victory in Paris has a third.
                room = LINES if at or led == OUT else layout.LABEL
                assert max(map(len, labels(state).values())) <= room
