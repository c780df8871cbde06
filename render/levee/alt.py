"""The map in words, for those who don't see it."""

from __future__ import annotations

from collections.abc import Sequence

from data.levee.schema import KIT, MARKERS, Pack
from engines.levee.view import ArmyView, View
from render.lettering import fitting, signed
from render.levee.liveries import MARKER_NAMES
from render.levee.moves import Move


def alt(view: View, pack: Pack, *, moves: Sequence[Move] = ()) -> str:
    """The view in at most 1024 characters, the most important first; what does not fit is left out."""
    return fitting(_sentences(view, pack, moves)) or f"Levée en Masse, turn {view.turn}."


def _sentences(view: View, pack: Pack, moves: Sequence[Move]) -> list[str]:
    names = {space.id: space.name for track in pack.board.track for space in track.space} | {"paris": "Paris"}
    sides: dict[str, str] = {track.army: track.short for track in pack.board.track}
    sides |= {unit.id: unit.short for unit in pack.board.unit or ()}
    sentences = [f"Map of Levée en Masse, turn {view.turn}. Headline {view.headline}: {view.headline_title}."]
    if view.score is not None:
        sentences.append(f"Score {signed(view.score)}: {view.level}.")
    if view.phase == "over":
        sentences.append("Paris has fallen." if view.paris_fell else "The game is over.")
    sentences += [
        _army(sides[army], view.armies[army], names)
        for army in view.armies
        if army not in KIT or view.armies[army].box is not None
    ]
    if view.napoleon == "holding":
        sentences.append("Napoleon is in the Holding Box.")
    tracks = ", ".join(f"{MARKER_NAMES[marker]} {signed(view.tracks[marker])}" for marker in MARKERS)
    reign = f"{MARKER_NAMES[view.reigning]} reigns" if view.reigning else "nobody reigns"
    sentences.append(f"{tracks}; {reign}. French Army {signed(view.french_army)}.")
    sentences.append("Disorder in Paris." if view.disorder else "Paris is in order.")
    sentences.append(_liberation(view, names))
    sentences.append(f"Actions left: {view.actions_left} of {view.actions_given}.")
    pile = f"The {view.deck.colour} deck" if view.deck.colour else "The Draw Pile"
    sentences.append(f"{pile} has {_count(view.deck.left, 'card')} left.")
    if moves:
        changes = "; ".join(_move(move, sides, names) for move in moves)
        sentences.append(f"This turn: {changes}.")
    return sentences


def _army(side: str, seen: ArmyView, names: dict[str, str]) -> str:
    if seen.box is None or seen.space is None:
        return f"{side} is off the map."
    place = names.get(seen.space, seen.space)
    at = place[:1].lower() + place[1:] if place.startswith("At ") else f"at {place}"
    where = f"{side} in Paris" if seen.box == 0 else f"{side} {at} ({seen.box})"
    signs = [
        *(["turned back from France"] if seen.rotated else []),
        *([("disorganized", "routed")[seen.condition - 1]] if seen.condition else []),
        *(["fought by Napoleon"] if seen.napoleon else []),
    ]
    return f"{', '.join([where, *signs])}."


def _liberation(view: View, names: dict[str, str]) -> str:
    freed = [f"{names.get(space, space)} ({marker.box})" for space, marker in view.liberation.spaces.items()]
    where = f"Liberated: {', '.join(freed)}" if freed else "No space is liberated"
    spent = f"; {_count(view.liberation.spent, 'marker')} spent for good" if view.liberation.spent else ""
    return f"{where}; {_count(view.liberation.holding, 'Liberation marker')} in the Holding Box{spent}."


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _move(move: Move, sides: dict[str, str], names: dict[str, str]) -> str:
    places = names | {"holding": "the Holding Box", "out": "off the map"}
    piece = sides.get(move.piece, move.piece.capitalize())
    origin, target = places.get(move.origin, move.origin), places.get(move.target, move.target)
    return f"{piece} from {origin} to {target}"
