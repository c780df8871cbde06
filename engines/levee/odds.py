"""The test behind each action: one source for the rolled die and the shown odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import msgspec

from data.catalogue import _, marked
from data.levee.schema import Card, Marker, Roll, Unit
from data.sentences import Phrase, _l, series
from engines.core.contract import Odds
from engines.core.odds import die
from engines.levee.actions import (
    Action,
    Commit,
    Liberate,
    Military,
    Naval,
    Political,
    Reroll,
    RestoreOrder,
    Spirit,
)
from engines.levee.box import Box
from engines.levee.state import Pending, State, held, nearest, reigning

CARD = marked("headline")
NAPOLEON = marked("Napoleon")

Terms: TypeAlias = tuple[tuple[Phrase, int], ...]
"""Modifiers, each with its value."""


class Test(msgspec.Struct, frozen=True, gc=False):
    """A die against a threshold: natural 1 fails, natural 6 succeeds, else die + modifiers > threshold."""

    purpose: Phrase
    threshold: int
    modifiers: Terms
    case: str
    sure: int = 6
    """The lowest natural face that succeeds with any modifiers (L-7.0-b, X-10.6.1-d)."""

    @property
    def added(self) -> int:
        """The sum of the modifiers."""
        added = 0
        for _label, value in self.modifiers:
            added += value
        return added


def passes(test: Test, face: int) -> bool:
    """Whether a natural face succeeds (L-7.0-b)."""
    if face == 1:
        return False
    if face >= test.sure:
        return True
    return face + test.added > test.threshold


def french_army_terms(box: Box, state: State) -> tuple[int, Terms]:
    """The French Army marker from its components, clamped at the end (L-6.0-d, A-10)."""
    return _marker(box.military_drm[state.headline], reigning(state.tracks), state.weary)


@cache
def _marker(event: int, reign: Marker | None, weary: bool) -> tuple[int, Terms]:
    terms: Terms = ((CARD, event),) if event else ()
    if reign == "republic":
        terms = (*terms, (marked("Republic reigns"), 1))
        event += 1
    elif reign == "monarchy":
        terms = (*terms, (marked("Monarchy reigns"), -1))
        event -= 1
    if weary:
        terms = (*terms, (marked("last reserves committed"), -1))
        event -= 1
    return max(-2, min(2, event)), terms


def _french_army(box: Box, state: State) -> Terms:
    """The French Army marker as one modifier that names its sources (A-11)."""
    if not state.french_army:
        return ()
    _, terms = french_army_terms(box, state)
    return ((french_army_of(terms), state.french_army),)


@cache
def french_army_of(terms: Terms) -> Phrase:
    """The label of the French Army's modifier, which names its sources."""
    if not terms:
        return marked("French Army")
    sources = series(_l("{source} {value:+d}", source=source, value=value) for source, value in terms)
    return _l("French Army: {sources}", sources=sources)


def of_card(roll: str) -> Phrase:
    """The label of a card's modifier, which names the rolls that it is for."""
    return _l("headline, {roll}", roll=roll)


def labels(box: Box) -> Iterator[Phrase]:
    """All labels of modifiers that name rolls or sources."""
    rolls = ("political", "naval", "liberation", "restore order")
    places = (space.name for space in box.space.values())
    yield from map(of_card, (*rolls, *map(box.power, box.letter), *places))
    reigns: tuple[Marker | None, ...] = ("republic", "monarchy", None)
    for event, reign, weary in product(set(box.military_drm.values()), reigns, (False, True)):
        yield french_army_of(_marker(event, reign, weary)[1])


def decisive(state: State, army: Unit) -> bool:
    """Whether outcomes against a unit can be decisive: not while the card holds it back (X-10.6-a)."""
    return state.on("decisive-outcomes") and army not in state.rotated


def automatic_order(state: State) -> bool:
    """Whether a reigning Republic at 3 or 4 restores order without a die (L-7.5-b)."""
    return state.tracks["republic"] >= 3 and reigning(state.tracks) == "republic"


def _headline(card: Card, roll: Roll, *, marker: Marker | None = None, space: str | None = None) -> Terms:
    """A card's modifier of a roll, unless it names another marker or space (5.4)."""
    return tuple(
        [
            (of_card(roll.replace("-", " ")), drm.value)
            for drm in card.drm
            if drm.roll == roll and drm.marker in (None, marker) and drm.space in (None, space)
        ]
    )


def test_of(box: Box, state: State, action: Action) -> Test | None:
    """The test that an action would roll; None where no die decides."""
    test = _TESTS.get(type(action))
    return None if test is None else test(box, state, action)


def _political(box: Box, state: State, action: Political) -> Test:
    marker = action.marker
    modifiers = _headline(box.cards[state.headline], "political", marker=marker)
    if state.napoleon in state.boxes:
        modifiers = (*modifiers, (NAPOLEON, -1))
    name = marker.title()
    purpose = _l("raise {marker}", marker=name) if marker == "republic" else _l("lower {marker}", marker=name)
    return Test(purpose, state.tracks[marker], modifiers, "7.1")


def _military(box: Box, state: State, action: Military) -> Test:
    army = action.army
    at = state.boxes[army]
    space = None if at is None else box.at[army][at]
    tied = [
        (of_card(box.power(army) if drm.army else box.name(drm.space or "")), drm.value)
        for drm in box.cards[state.headline].drm
        if drm.roll == "military" and (drm.army == army or (drm.space and drm.space == space))
    ]
    led = ((NAPOLEON, 1),) if state.napoleon == army else ()
    return Test(
        _l("attack on {army}", army=box.power(army)),
        box.battle_value[army],
        (*_french_army(box, state), *tied, *led),
        "7.2",
        sure=5 if led and decisive(state, army) else 6,
    )


def _naval(box: Box, state: State, action: Naval) -> Test:
    return Test(
        marked("attack on the Royal Navy"), box.navy, _headline(box.cards[state.headline], "naval"), "7.3.1"
    )


def _liberate(box: Box, state: State, action: Liberate) -> Test | None:
    chosen = action.marker or next(iter(held(state)), None)
    if chosen is None:
        return None
    modifiers = _headline(box.cards[state.headline], "liberation", space=action.space)
    return Test(
        _l("liberation of {space}", space=box.name(action.space)), box.marker_value[chosen], modifiers, "7.4"
    )


def _restore_order(box: Box, state: State, action: RestoreOrder) -> Test | None:
    if automatic_order(state):
        return None
    return Test(
        marked("order in Paris"), box.disorder, _headline(box.cards[state.headline], "restore-order"), "7.5"
    )


def _spirit(box: Box, state: State, action: Spirit) -> Test:
    army = action.army or nearest(box, state, box.army_of[action.space])[0]
    purpose = _l("{space} against {army}", space=box.name(action.space), army=box.power(army))
    return Test(purpose, box.battle_value[army], (), "10.2")


_TESTS: dict[type[Action], Callable[[Box, State, Any], Test | None]] = {
    Political: _political,
    Military: _military,
    Naval: _naval,
    Liberate: _liberate,
    RestoreOrder: _restore_order,
    Spirit: _spirit,
}


def odds(box: Box, state: State, action: Action) -> Odds | None:
    """The exact chance of an action, natural 1 and 6 included; None where no die decides."""
    if isinstance(action, RestoreOrder) and automatic_order(state):
        return Odds(Fraction(1), 0, [], _("the Republic reigns at 3 or 4, no die is needed"))
    if state.pending is not None:
        return _odds_of_answer(box, state, state.pending, action)
    test = test_of(box, state, action)
    if test is None:
        return None
    return Odds(die().chance(lambda face: passes(test, face)), test.threshold + 1, list(test.modifiers))


def attack_of(box: Box, pending: Pending) -> Military | Spirit:
    """The attack whose die waits."""
    army = pending.army
    if pending.fight == "military":
        return Military(army)
    return Spirit(pending.space, army)


def test_pending(box: Box, state: State, pending: Pending) -> Test:
    """The test of the die that waits."""
    test = test_of(box, state, attack_of(box, pending))
    assert test is not None
    return test


def tipped(test: Test) -> Test:
    """A test with the forces that kept order in Paris (X-10.5-c)."""
    return msgspec.structs.replace(test, modifiers=(*test.modifiers, (marked("order in Paris given up"), 1)))


def _odds_of_answer(box: Box, state: State, pending: Pending, action: Action) -> Odds | None:
    test = test_pending(box, state, pending)
    match action:
        case Reroll():
            chance = die().chance(lambda face: passes(test, face))
            return Odds(chance, test.threshold + 1, list(test.modifiers))
        case Commit():
            note = _("the +1 makes a victory of the die that lies there")
            return Odds(Fraction(1), test.threshold + 1, list(tipped(test).modifiers), note)
        case _:
            return None
