"""The map in words, for readers who can't see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.catalogue import N_, _, ngettext, retold
from data.levee.schema import KIT, MARKERS, SEA, Pack
from data.nouns import clauses, counted
from engines.levee.view import ArmyView, View
from render.lettering import fitting, signed, stopped
from render.levee.liveries import MARKER_NAMES, PILES, REIGNS
from render.levee.moves import Move

CONDITIONS: Mapping[int, N_] = {1: N_("disorganized"), 2: N_("routed")}
PIECES: Mapping[str, N_] = {
    "disorder": N_("Disorder"),
    "liberation": N_("Liberation"),
    "napoleon": N_("Napoleon"),
}


def alt(view: View, pack: Pack, *, moves: Sequence[Move] = ()) -> str:
    """The view in at most 1024 characters, the most important first; text beyond that is left out."""
    return fitting(_sentences(view, pack, moves)) or _("Levée en Masse, turn {turn}.", turn=view.turn)


def _sentences(view: View, pack: Pack, moves: Sequence[Move]) -> list[str]:
    names = {space.id: space.name for track in pack.board.track for space in track.space} | {
        "paris": _("Paris")
    }
    sides: dict[str, str] = {track.army: track.short for track in pack.board.track}
    sides |= {unit.id: unit.short for unit in pack.board.unit or ()}
    sentences = [
        stopped(
            _(
                "Map of Levée en Masse, turn {turn}. Headline {number}: {headline}",
                turn=view.turn,
                number=view.headline,
                headline=retold(view.headline_title),
            )
        )
    ]
    if view.score is not None:
        sentences.append(_("Score {points}: {level}.", points=signed(view.score), level=view.level))
    if view.phase == "over":
        sentences.append(_("Paris has fallen.") if view.paris_fell else _("The game is over."))
    sentences += [
        _army(sides[army], view.armies[army], names)
        for army in view.armies
        if army not in KIT or view.armies[army].box is not None
    ]
    if view.napoleon == "holding":
        sentences.append(_("Napoleon is in the Holding Box."))
    tracks = ", ".join(f"{MARKER_NAMES[marker]} {signed(view.tracks[marker])}" for marker in MARKERS)
    sentences += [
        f"{tracks}.",
        f"{REIGNS[view.reigning]}.",
        _("French Army {value}.", value=signed(view.french_army)),
        _("Disorder in Paris.") if view.disorder else _("Paris is in order."),
        _liberation(view, names),
        _("Actions left: {left} of {given}.", left=view.actions_left, given=view.actions_given),
        PILES[view.deck.colour](view.deck.left),
    ]
    if moves:
        changes = clauses(_move(move, sides, names) for move in moves)
        sentences.append(_("This turn: {changes}.", changes=changes))
    return sentences


def _army(side: str, seen: ArmyView, names: dict[str, str]) -> str:
    if seen.box is None or seen.space is None:
        return _("{army} is off the map.", army=side)
    place = names.get(seen.space, seen.space)
    if seen.box == 0:
        where = _("{army} in Paris", army=side)
    elif seen.space == SEA:
        where = _("{army} at sea ({box})", army=side, box=seen.box)
    else:
        where = _("{army} at {place} ({box})", army=side, place=place, box=seen.box)
    signs = [
        *([_("turned back from France")] if seen.rotated else []),
        *([str(CONDITIONS[seen.condition])] if seen.condition else []),
        *([_("fought by Napoleon")] if seen.napoleon else []),
    ]
    return f"{', '.join([where, *signs])}."


def _liberation(view: View, names: dict[str, str]) -> str:
    freed = [f"{names.get(space, space)} ({marker.box})" for space, marker in view.liberation.spaces.items()]
    said = [_("Liberated: {spaces}", spaces=", ".join(freed)) if freed else _("No space is liberated")]
    held = counted(view.liberation.holding, "Liberation marker")
    said.append(_("{markers} in the Holding Box", markers=held))
    spent = view.liberation.spent
    if spent:
        said.append(ngettext("{n} marker spent for good", "{n} markers spent for good", spent))
    return f"{clauses(said)}."


def _move(move: Move, sides: dict[str, str], names: dict[str, str]) -> str:
    places = names | {"holding": _("the Holding Box"), "out": _("off the map")}
    piece = sides.get(move.piece) or str(PIECES.get(move.piece, move.piece))
    origin, target = places.get(move.origin, move.origin), places.get(move.target, move.target)
    return _("{piece} from {origin} to {target}", piece=piece, origin=origin, target=target)
