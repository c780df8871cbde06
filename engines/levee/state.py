"""The state of a game: plain data, JSON out and in without loss."""

from __future__ import annotations

from typing import Literal

from data.levee.schema import ARMIES, COLOURS, MARKERS, Army, Colour, Marker
from engines.core.checks import require
from engines.core.title import GameState
from engines.levee.box import HOLDING, OUT, PARIS, SPENT, START, Box

Phase = Literal["actions", "emergency", "over"]


class State(GameState, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table. The engine stops only where the player has to choose."""

    turn: int
    phase: Phase
    colour: Colour
    """Deck that the Draw Pile was built from."""
    pile: list[str]
    """Cards left in the Draw Pile by ascending number; their order is drawn when they are revealed."""
    headline: str
    """The Current Event; empty before the first Reveal (L-3.0-i)."""
    actions_left: int
    tracks: dict[Marker, int]
    french_army: int
    disorder: bool
    """True while the Disorder marker is in Paris."""
    boxes: dict[Army, int | None]
    """Box of each Army on its own track; None when it is off the map."""
    rotated: list[Army]
    markers: dict[str, str]
    """Place of each Liberation marker: `out`, `holding`, `spent`, or a space."""
    stormed: list[Army]
    """Armies whose free attempt To the Barricades! was used this turn (L-7.2-h)."""
    rallied: list[Army]
    """Armies attacked in the Spirit of '89 this turn (A-31)."""
    paris_fell: bool


def reigning(tracks: dict[Marker, int]) -> Marker | None:
    """The one marker strictly above both others, or None (L-6.2-b)."""
    highest = max(tracks.values())
    leaders = [marker for marker, at in tracks.items() if at == highest]
    return leaders[0] if len(leaders) == 1 else None


def list_army(armies: list[Army], army: Army) -> None:
    """Add an Army to a list of the state, whose order is that of `ARMIES` so that digests agree."""
    armies.append(army)
    armies.sort(key=ARMIES.index)


def held(state: State) -> list[str]:
    """Liberation markers in the Holding Box."""
    return [marker for marker, place in state.markers.items() if place == HOLDING]


def liberated(state: State) -> dict[str, str]:
    """Liberation marker by the space it is in."""
    return {place: marker for marker, place in state.markers.items() if place not in (OUT, HOLDING, SPENT)}


Control = Literal["french", "contested", "allied"]


def control(box: Box, state: State, space: str) -> Control:
    """Who controls a space of a track (L-7.4-g); without an Army it is French (A-18)."""
    army_box = state.boxes[box.army_of[space]]
    space_box = box.space[space].box
    if army_box is None or space_box < army_box:
        return "french"
    return "contested" if space_box == army_box else "allied"


def check(box: Box, state: State) -> None:
    """Check that a state from outside is one that the game can have.

    :raises StateError: names the field.
    """

    require(state.turn >= 1, "turn", "a turn is counted from 1")
    deck = box.deck[state.colour]
    require(state.headline in deck, "headline", f"card {state.headline!r} is not in the {state.colour} deck")
    require(0 <= state.actions_left <= 12, "actions_left", "between 0 and 12 actions can be left")
    require(-2 <= state.french_army <= 2, "french_army", "the French Army stands between -2 and 2")
    require(set(state.tracks) == set(MARKERS), "tracks", f"the markers are {', '.join(MARKERS)}")
    for marker, value in state.tracks.items():
        require(-1 <= value <= 4, f"tracks.{marker}", "a marker stands between -1 and 4")
    require(set(state.boxes) == set(ARMIES), "boxes", f"the Armies are {', '.join(ARMIES)}")
    for army, at in state.boxes.items():
        require(at is None or 0 <= at <= START, f"boxes.{army}", "an Army stands in a box from 0 to 5")
    for field in ("rotated", "stormed", "rallied"):
        armies = getattr(state, field)
        require(len(set(armies)) == len(armies), field, "an Army can be listed once")
    require(set(state.markers) == set(box.marker_value), "markers", "these are not the box's markers")
    taken: set[str] = set()
    for marker_id, place in state.markers.items():
        if place in (OUT, HOLDING, SPENT):
            continue
        require(place in box.round and place != PARIS, f"markers.{marker_id}", "no round space of that name")
        require(place not in taken, f"markers.{marker_id}", "another marker is in that space")
        taken.add(place)
    for card in state.pile:
        require(card in deck, "pile", f"card {card!r} is not in the {state.colour} deck")
    require(state.headline not in state.pile, "pile", "the Current Event cannot be in the Draw Pile")
    require(len(set(state.pile)) == len(state.pile), "pile", "a card can be in the Draw Pile once")
    for army in state.rotated:
        require(state.boxes[army] is not None, "rotated", "an Army off the map is not rotated")
    if state.phase == "over":
        last = state.colour == COLOURS[-1] and not state.pile
        require(state.paris_fell or last, "phase", "the game ends when Paris falls or after the last card")
        require(state.paris_fell == (0 in state.boxes.values()), "paris_fell", "Paris falls to an Army in it")
    else:
        require(not state.paris_fell, "paris_fell", "the game ends when Paris falls")
    if state.phase == "emergency":
        require(state.options["levee-en-masse"], "phase", "there is no Emergency attack without 10.1")


def canonical(box: Box, state: State) -> State:
    """A state with cards and keys in the engine's own order."""
    state.pile.sort(key=int)
    for armies in (state.rotated, state.stormed, state.rallied):
        armies.sort(key=ARMIES.index)
    state.tracks = {marker: state.tracks[marker] for marker in MARKERS}
    state.boxes = {army: state.boxes[army] for army in ARMIES}
    state.markers = {marker_id: state.markers[marker_id] for marker_id in box.marker_value}
    return state
