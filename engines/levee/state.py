"""The state of a game: plain data, JSON out and in without loss."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from data.catalogue import _
from data.levee.schema import COLOURS, MARKERS, UNITS, Army, Colour, Marker, Unit
from engines.core.checks import require
from engines.core.state import GameState
from engines.levee.box import HOLDING, OUT, PARIS, SPENT, START, Box
from engines.levee.scenario import SETTINGS, Setting

Phase = Literal["actions", "emergency", "die", "over"]
Fight = Literal["military", "spirit"]
ROUTED = 2
"""The worst condition of an Army; 1 is Disorganized, 0 is normal (X-10.6.1-a)."""


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack whose die waits for the player's answer (X-10.4, X-10.5)."""

    fight: Fight
    army: Unit
    face: int
    free: str | None
    """The case by which the attack cost no action."""
    space: str
    """The Army's space."""


class State(GameState, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Everything on the table. The engine stops only where the player has to choose.

    Fields of the Expansion Kit and its rules have defaults, and are left out where they have them: states of
    the base game are the same as before there was a kit.
    """

    turn: int
    phase: Phase
    colour: Colour
    """Colour of the Current Event, and so the era (A-42); of the deck, where there are decks."""
    pile: list[str]
    """Cards left in the Draw Pile by ascending number; their order is drawn when they are revealed."""
    headline: str
    """The Current Event; empty before the first Reveal (L-3.0-i)."""
    actions_left: int
    tracks: dict[Marker, int]
    french_army: int
    disorder: bool
    """True while the Disorder marker is in Paris."""
    boxes: dict[Unit, int | None]
    """Box of each unit on its track; None when it is off the map."""
    rotated: list[Unit]
    markers: dict[str, str]
    """Place of each Liberation marker: `out`, `holding`, `spent`, or a space."""
    stormed: list[Unit]
    """Armies whose free attempt To the Barricades! was used this turn (L-7.2-h)."""
    rallied: list[Unit]
    """Armies attacked in the Spirit of '89 this turn (A-31)."""
    paris_fell: bool
    crowned: Literal["", "9.1", "9.2"] = ""
    """The optional defeat by which the game ended (X-9.1-a, X-9.2-a)."""
    napoleon: str = OUT
    """`out`, `holding`, or the unit that Napoleon is stacked with (X-5.N-a)."""
    recalled: bool = False
    """Napoleon came back this turn, so that he stays (X-5.N-g)."""
    acted: bool = False
    """Whether it is too late for a recall: with the Kit, an action was taken in this phase (X-5.N-f)."""
    conditions: dict[Unit, int] = msgspec.field(default_factory=dict)
    """The condition of each Army that is not in order: 1 for Disorganized, 2 for Routed (X-10.6.1-a)."""
    pending: Pending | None = None
    committed: Unit | None = None
    """The Army against which the last reserves were committed this turn (X-10.4-a)."""
    weary: bool = False
    """Whether the last reserves were committed last turn: the French Army is then lower by one (X-10.4-c)."""
    extra: int = 0
    """Military Actions inside France bought with Disorder (X-10.5-b)."""

    @property
    def setting(self) -> Setting:
        """The cards in the game, and their order."""
        return SETTINGS[self.scenario]

    def on(self, option: str) -> bool:
        """Whether an optional rule is in force; all are off unless they were chosen."""
        return self.options.get(option, False)


def reigning(tracks: dict[Marker, int]) -> Marker | None:
    """The one marker strictly above both others, or None (L-6.2-b)."""
    reigns, highest = None, -2
    for marker, at in tracks.items():
        if at > highest:
            reigns, highest = marker, at
        elif at == highest:
            reigns = None
    return reigns


def list_army(armies: list[Unit], army: Unit) -> None:
    """Add a unit to a list of the state, whose order is that of `UNITS` so that digests agree."""
    armies.append(army)
    armies.sort(key=UNITS.index)


def held(state: State) -> list[str]:
    """Liberation markers in the Holding Box."""
    markers = state.markers
    if HOLDING not in markers.values():
        return []
    return [marker for marker, place in markers.items() if place == HOLDING]


def liberated(state: State) -> dict[str, str]:
    """Liberation marker by the space it is in."""
    return {place: marker for marker, place in state.markers.items() if place not in (OUT, HOLDING, SPENT)}


def marker_in(state: State, space: str) -> str | None:
    """The Liberation marker in a space, if any."""
    for marker, place in state.markers.items():
        if place == space:
            return marker
    return None


def left(box: Box, state: State) -> list[str]:
    """Headlines that are still to come, those of later decks among them."""
    if state.setting.order != "decks":
        return state.pile
    decks = box.decks[state.setting.kit]
    later = COLOURS[COLOURS.index(state.colour) + 1 :]
    return [*state.pile, *(card for colour in later for card in decks[colour])]


Control = Literal["french", "contested", "allied"]


def control(box: Box, state: State, space: str) -> Control:
    """The controller of a space (L-7.4-g), by the unit nearest Paris (A-39); without one, France (A-18)."""
    track = box.army_of[space]
    units = on_track(box, state, track)
    here = box.space[space].box
    if any(at == here for _, at in units):
        return "contested"
    if state.on("own-army-controls"):
        units = [(unit, at) for unit, at in units if unit == track]
    return "allied" if any(at < here for _, at in units) else "french"


def on_track(box: Box, state: State, track: Army) -> list[tuple[Unit, int]]:
    """The units on a track with their boxes, in the order of `UNITS`."""
    return [(unit, at) for unit in box.on_track[track] if (at := state.boxes.get(unit)) is not None]


def nearest(box: Box, state: State, track: Army) -> list[Unit]:
    """The units that may be fought on a track: nearest Paris, bracketed ones first (X-7.2)."""
    units: list[Unit] = []
    front = START
    boxes = state.boxes
    for unit in box.on_track[track]:
        at = boxes.get(unit)
        if at is None or at > front:
            continue
        if at < front:
            front, units = at, []
        units.append(unit)
    if len(units) < 2:
        return units
    return [unit for unit in units if unit in box.stationary] or units


def check(box: Box, state: State) -> None:
    """Check that a state from outside is one that the game can have.

    :raises StateError: names the field.
    """

    require(state.turn >= 1, "turn", _("a turn is counted from 1"))
    kit, order = state.setting
    decks = box.decks[kit]
    deck = decks[state.colour]
    require(
        state.headline in deck,
        "headline",
        _("card {headline!r} is not in the {colour} deck", headline=state.headline, colour=state.colour),
    )
    require(0 <= state.actions_left <= 12, "actions_left", _("between 0 and 12 actions can be left"))
    require(-2 <= state.french_army <= 2, "french_army", _("the French Army stands between -2 and 2"))
    require(
        set(state.tracks) == set(MARKERS),
        "tracks",
        _("the markers are {markers}", markers=", ".join(MARKERS)),
    )
    for marker, value in state.tracks.items():
        require(-1 <= value <= 4, f"tracks.{marker}", _("a marker stands between -1 and 4"))
    units = box.units(kit)
    require(set(state.boxes) == set(units), "boxes", _("the Armies are {units}", units=", ".join(units)))
    for army, at in state.boxes.items():
        least = 1 if army in box.stationary else 0
        require(
            at is None or least <= at <= START,
            f"boxes.{army}",
            _("it stands in a box from {least} to 5", least=least),
        )
    for field in ("rotated", "stormed", "rallied"):
        armies = getattr(state, field)
        require(len(set(armies)) == len(armies), field, _("an Army can be listed once"))
        require(set(armies) <= set(units), field, _("the Armies are {units}", units=", ".join(units)))
    require(set(state.markers) == set(box.markers[kit]), "markers", _("these are not the box's markers"))
    taken: set[str] = set()
    for marker_id, place in state.markers.items():
        if place in (OUT, HOLDING, SPENT):
            continue
        require(
            place in box.round and place != PARIS, f"markers.{marker_id}", _("no round space of that name")
        )
        require(place not in taken, f"markers.{marker_id}", _("another marker is in that space"))
        taken.add(place)
    whole = deck if order == "decks" else [card for cards in decks.values() for card in cards]
    for card in state.pile:
        require(
            card in whole,
            "pile",
            _("card {card!r} is not in the Draw Pile of {scenario}", card=card, scenario=state.scenario),
        )
    require(state.headline not in state.pile, "pile", _("the Current Event cannot be in the Draw Pile"))
    require(len(set(state.pile)) == len(state.pile), "pile", _("a card can be in the Draw Pile once"))
    if order == "historical":
        earlier = [card for card in state.pile if int(card) < int(state.headline)]
        require(not earlier, "pile", _("headlines come in the order of their numbers"))
    for army in state.rotated:
        require(state.boxes[army] is not None, "rotated", _("an Army off the map is not rotated"))
        require(army not in box.stationary, "rotated", _("a stationary Army is never rotated"))
    if state.phase == "over":
        last = not left(box, state)
        require(
            state.paris_fell or last or bool(state.crowned),
            "phase",
            _("the game ends when Paris falls or after the last card"),
        )
        require(
            state.paris_fell == (0 in state.boxes.values()), "paris_fell", _("Paris falls to an Army in it")
        )
    else:
        require(not state.paris_fell, "paris_fell", _("the game ends when Paris falls"))
        require(not state.crowned, "crowned", _("the game ends when a king is crowned"))
    if state.phase == "emergency":
        require(state.on("levee-en-masse"), "phase", _("there is no Emergency attack without 10.1"))
    _check_kit(box, state)


def _check_kit(box: Box, state: State) -> None:
    """Checks of the Expansion Kit and its rules."""
    units: Iterable[Unit] = state.boxes
    places = (OUT, HOLDING, *(unit for unit in units if state.boxes[unit] is not None))
    require(
        state.napoleon in places, "napoleon", _("he is out, in the Holding Box, or with an Army on the map")
    )
    require(state.setting.kit or state.napoleon == OUT, "napoleon", _("he is of the Expansion Kit"))
    require(
        not state.recalled or state.napoleon == HOLDING, "recalled", _("he was recalled to the Holding Box")
    )
    require(
        not state.conditions or state.on("decisive-outcomes"), "conditions", _("there are none without 10.6")
    )
    for army, condition in state.conditions.items():
        known = army in units and state.boxes[army] is not None and army not in box.stationary
        require(known, "conditions", _("an Army on the map that moves has one"))
        require(1 <= condition <= ROUTED, "conditions", _("1 is Disorganized, 2 is Routed"))
        require(army not in state.rotated, "conditions", _("a rotated Army has none (A-51)"))
    require(
        (state.phase == "die") == (state.pending is not None), "pending", _("a die waits in its phase alone")
    )
    battalion = state.on("single-battalion")
    require(battalion or state.committed is None, "committed", _("it is of 10.4"))
    require(battalion or not state.weary, "weary", _("it is of 10.4"))
    require(0 <= state.extra <= 6, "extra", _("between 0 and 6 attacks can be had for Disorder"))
    require(state.on("he-who-fears") or not state.extra, "extra", _("it is of 10.5"))
    if state.crowned:
        rule = {"9.1": "king-rescued", "9.2": "king-installed"}[state.crowned]
        require(state.on(rule), "crowned", _("the campaign is played without it"))
    if state.pending is not None:
        army = state.pending.army
        require(
            army in units and state.boxes[army] is not None, "pending", _("the Army fought is on the map")
        )
        require(1 <= state.pending.face <= 6, "pending", _("a die shows 1 to 6"))


def canonical(box: Box, state: State) -> State:
    """A state with cards and keys in the engine's own order."""
    state.pile.sort(key=int)
    for armies in (state.rotated, state.stormed, state.rallied):
        armies.sort(key=UNITS.index)
    kit = state.setting.kit
    state.tracks = {marker: state.tracks[marker] for marker in MARKERS}
    state.boxes = {army: state.boxes[army] for army in box.units(kit)}
    state.markers = {marker_id: state.markers[marker_id] for marker_id in box.markers[kit]}
    state.conditions = {army: state.conditions[army] for army in UNITS if army in state.conditions}
    return state
