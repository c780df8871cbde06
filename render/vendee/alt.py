"""The map in words, for those who don't see it."""

from __future__ import annotations

from collections.abc import Sequence

from data.vendee.schema import Pack, Side
from engines.vendee.view import StackView, View
from render.vendee.furniture import signed
from render.vendee.liveries import SIDES, dresses
from render.vendee.moves import Manner, Move
from render.vendee.words import month, notes, situation

LIMIT = 1024
VERBS: dict[Manner, str] = {
    "march": "marched",
    "attack": "attacked",
    "retreat": "retreated",
    "rout": "routed",
    "landing": "landed",
}


def alt(view: View, pack: Pack, *, moves: Sequence[Move] = ()) -> str:
    """The view in at most 1024 characters, the most important first; what does not fit is left out."""
    text = ""
    for sentence in _sentences(view, pack, moves):
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > LIMIT:
            continue
        text = longer
    return text


def _sentences(view: View, pack: Pack, moves: Sequence[Move]) -> list[str]:
    names = {area.id: area.name for area in pack.board.area}
    sentences = [f"Map of the military Vendée, {month(view, pack)} 1793, turn {view.turn}."]
    sentences.append(f"{situation(view, pack)}.")
    morale = ", ".join(f"{SIDES[side]} {signed(view.morale[side])}" for side in ("royalist", "republican"))
    short = dresses(pack.armies)
    powder = ", ".join(f"{short[army].short} {signed(value)}" for army, value in view.powder.items())
    sentences.append(f"Morale: {morale}. Powder: {powder}.")
    if moves:
        sentences.append(f"Last: {'; '.join(_move(move, names) for move in moves)}.")
    taken = [names[area] for area, side in view.holder.items() if side == "royalist"]
    if taken:
        sentences.append(f"In royalist hands: {', '.join(taken)}.")
    for side in ("royalist", "republican"):
        sentences += _side(view, pack, "royalist" if side == "royalist" else "republican", names)
    return sentences + notes(view, pack)


def _side(view: View, pack: Pack, side: Side, names: dict[str, str]) -> list[str]:
    """A sentence for the whole of a side, then one for each stack, the strongest first."""
    stacks = {area: sides[side] for area, sides in view.areas.items() if side in sides}
    if not stacks:
        return [f"No {SIDES[side]} is on the map."]
    hidden = sum(stack.points is None for stack in stacks.values())
    points = sum(_strength(stack) for stack in stacks.values())
    covered = f", {hidden} of them face down" if hidden else ""
    seen = f"; {points} combat points in sight" if hidden < len(stacks) else ""
    lines = [f"{SIDES[side]}s in {len(stacks)} area{'' if len(stacks) == 1 else 's'}{covered}{seen}."]
    for area, stack in sorted(stacks.items(), key=lambda found: -_strength(found[1])):
        lines.append(f"{names[area]}: {_told(stack, pack)}.")
    return lines


def _strength(stack: StackView) -> int:
    return sum(held.total for held in stack.points.values()) if stack.points is not None else 0


def _told(stack: StackView, pack: Pack) -> str:
    if stack.points is None or stack.generals is None:
        return f"{stack.counters} face down"
    short = dresses(pack.armies)
    called = {general.id: general.name for general in pack.generals.general}
    told = [f"{short[kind].short} {held.total}" for kind, held in stack.points.items()]
    return ", ".join([*told, *(called[id] for id in stack.generals)])


def _move(move: Move, names: dict[str, str]) -> str:
    path = [names.get(area, area) for area in move.path]
    who = f"{SIDES[move.side]}s {VERBS[move.manner]}"
    if len(path) < 2 or move.manner == "landing":
        return f"{who} at {path[-1]}" if path else who
    return f"{who} from {path[0]} to {path[-1]}"
