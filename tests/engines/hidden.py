"""What each title hides, for the tests that swap it and look for a difference."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import msgspec

import engines
from engines.levee.state import State as LeveeState
from engines.levee.title import Levee
from engines.vendee.state import Landing, side_of
from engines.vendee.state import State as VendeeState
from engines.vendee.title import Vendee
from tests.engines.vendee.laws import other_backs
from tests.titles.outposts.pack import UNITS, Units
from tests.titles.outposts.state import Commitment, copy, held
from tests.titles.outposts.state import State as OutpostsState

Twins = Callable[[msgspec.Struct, str | None], Iterator[msgspec.Struct]]


def _other_piles(state: msgspec.Struct, seat: str | None) -> Iterator[msgspec.Struct]:
    """Levée en Masse hides only which cards are still to come: other piles of the same size."""
    assert isinstance(state, LeveeState)
    title = engines.find("levee")
    assert isinstance(title, Levee)
    could = [card for card in title.box.deck[state.colour] if card != state.headline]
    shuffler = random.Random(str(state.pile))
    for _ in range(3):
        pile = sorted(shuffler.sample(could, len(state.pile)), key=int)
        yield msgspec.structs.replace(state, pile=pile)


_OTHER_UNITS: tuple[Units, ...] = ({"foot": 3, "horse": 0}, {"foot": 0, "horse": 2}, {"foot": 1, "horse": 1})


def _other_screens(state: msgspec.Struct, seat: str | None) -> Iterator[msgspec.Struct]:
    """Outposts hides units and commitments: others behind every screen but the seat's own."""
    assert isinstance(state, OutpostsState)
    for number, units in enumerate(_OTHER_UNITS):
        twin = copy(state)
        attack = twin.attack
        # A battle whose losses are being taken has been revealed.
        revealed = attack.target if attack is not None and twin.phase == "loss" else None
        for area, stack in twin.areas.items():
            if stack is not None and stack.seat != seat and area != revealed:
                stack.units = {unit: units[unit] for unit in UNITS}
        if attack is not None and attack.seat != seat and revealed is None:
            attack.units = {unit: units[unit] for unit in UNITS}
        for side, commitment in twin.commitments.items():
            if commitment is not None and side != seat:
                chits, areas = twin.chits[side], held(twin, side)
                twin.commitments[side] = Commitment(chits[number % len(chits)], areas[number % len(areas)])
        yield twin


def _other_counters(state: msgspec.Struct, seat: str | None) -> Iterator[msgspec.Struct]:
    """The Vendée hides what lies face down, what is still to be placed, and where the English land."""
    assert isinstance(state, VendeeState)
    title = engines.find("vendee")
    assert isinstance(title, Vendee)
    twin = other_backs(title, state, seat)
    twin.arrivals = {
        kind: count if side_of(kind) == seat else count + 1 for kind, count in state.arrivals.items()
    }
    if seat != "royalist" and state.landing is not None:
        twin.landing = Landing("pornic" if state.landing.area != "pornic" else "les-sables", 8)
    yield twin


TWINS: Mapping[str, Twins] = {
    "levee": _other_piles,
    "vendee": _other_counters,
    "outposts": _other_screens,
}
"""For each title: states that differ from a given one only in what a seat, or the public, may not know."""

SEEN_TO_GO: Mapping[str, tuple[str, ...]] = {"levee": (), "outposts": (), "vendee": ("general",)}
"""For each title: verbs of edits that take something hidden from where it lies, which all can see."""
