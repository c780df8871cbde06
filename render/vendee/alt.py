"""The map in words, for those who don't see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from data.vendee.schema import Pack, Side
from engines.vendee.view import StackView, View
from render.errors import RenderError
from render.vendee.furniture import signed
from render.vendee.liveries import SIDES, Readiness, dresses
from render.vendee.moves import Manner, Move
from render.vendee.plan import held, key, plan
from render.vendee.stacks import conditions
from render.vendee.words import month, notes, situation

LIMIT = 1024
VERBS: dict[Manner, str] = {
    "march": "marched",
    "attack": "attacked",
    "retreat": "retreated",
    "rout": "routed",
    "landing": "landed",
}


def alt(
    view: View,
    pack: Pack,
    *,
    moves: Sequence[Move] = (),
    around: str | None = None,
    reach: Mapping[str, str] | None = None,
) -> str:
    """The view in at most 1024 characters, the most important first; what does not fit is left out.

    :param around: the area in the middle of a close-up, of which only what it shows is told.
    :param reach: areas that are ringed, each with what it costs to go there.
    :raises RenderError: the area is not on the map.
    """
    text = ""
    for sentence in _sentences(view, pack, moves, around, reach or {}):
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > LIMIT:
            continue
        text = longer
    return text


def _sentences(
    view: View, pack: Pack, moves: Sequence[Move], around: str | None, reach: Mapping[str, str]
) -> list[str]:
    names = {area.id: area.name for area in pack.board.area}
    if around is not None and around not in names:
        raise RenderError(f"There is no area {around} on the map")
    around = held(key(pack), around, reach)
    what = "Map of the military Vendée" if around is None else f"Close-up around {names[around]}"
    sentences = [f"{what}, {month(view, pack)} 1793, turn {view.turn}.", f"{situation(view, pack)}."]
    if view.initiative is not None:
        sentences.append(f"{SIDES[view.initiative]} initiative{', pre-empted' if view.preempted else ''}.")
    if reach:
        ways = ", ".join(f"{names.get(area, area)} {cost}" for area, cost in reach.items())
        sentences.append(f"Ringed, with action points: {ways}.")
    if around is None:
        sentences.append(_tracks(view, pack))
    shown = set(names if around is None else plan(key(pack), around).labels)
    seen = [move for move in moves if shown.intersection(move.path)]
    if seen:
        sentences.append(f"Last: {'; '.join(dict.fromkeys(_move(move, names) for move in seen))}.")
    taken = [names[area] for area, side in view.holder.items() if side == "royalist" and area in shown]
    if taken:
        sentences.append(f"In royalist hands: {', '.join(taken)}.")
    sides = [_side(view, pack, side, names, shown) for side in SIDES]
    # Both sides' sums first, then their stacks by turns: where there is no room for all, neither is left out.
    sentences += [line for row in zip_longest(*sides) for line in row if line]
    return sentences + (notes(view, pack) if around is None else [])


def _tracks(view: View, pack: Pack) -> str:
    short = dresses(pack.armies)
    morale = ", ".join(f"{SIDES[side]} {signed(view.morale[side])}" for side in SIDES)
    powder = ", ".join(f"{short[army].short} {signed(value)}" for army, value in view.powder.items())
    return f"Morale: {morale}. Powder: {powder}."


def _side(view: View, pack: Pack, side: Side, names: dict[str, str], shown: set[str]) -> list[str]:
    """A sentence for the whole of a side in the areas shown, then one for each stack, the strongest first."""
    stacks = {area: sides[side] for area, sides in view.areas.items() if side in sides and area in shown}
    if not stacks:
        return [f"No {SIDES[side]} is {'on the map' if len(shown) == len(names) else 'in it'}."]
    hidden = sum(stack.points is None for stack in stacks.values())
    points = sum(_strength(stack) for stack in stacks.values())
    covered = f", {hidden if hidden < len(stacks) else 'all'} of them face down" if hidden else ""
    seen = f"; {points} combat points in sight" if hidden < len(stacks) else ""
    lines = [f"{SIDES[side]}s in {len(stacks)} area{'' if len(stacks) == 1 else 's'}{covered}{seen}."]
    told = [
        f"{names[area]}: {_told(stack, pack)}."
        for area, stack in sorted(stacks.items(), key=lambda found: -_strength(found[1]))
        if stack.points is not None
    ]
    down = [f"{names[area]} {stack.counters}" for area, stack in stacks.items() if stack.points is None]
    lines += told[:1]
    if down:
        lines.append(f"{SIDES[side]} counters face down: {', '.join(down)}.")
    return lines + told[1:]


def _strength(stack: StackView) -> int:
    return sum(held.total for held in stack.points.values()) if stack.points is not None else 0


def _told(stack: StackView, pack: Pack) -> str:
    """What is in a stack that lies face up."""
    short = dresses(pack.armies)
    called = {general.id: general.name for general in pack.generals.general}
    told = [
        f"{short[kind].short} {points}{_spent(ready)}"
        for kind, held in (stack.points or {}).items()
        for ready, points in conditions(held)
    ]
    generals = (f"{called[id]}{_spent(ready)}" for id, ready in (stack.generals or {}).items())
    return ", ".join([*told, *generals])


def _spent(ready: Readiness) -> str:
    return "" if ready == "fresh" else f" ({ready})"


def _move(move: Move, names: dict[str, str]) -> str:
    path = [names.get(area, area) for area in move.path]
    who = f"{SIDES[move.side]}s {VERBS[move.manner]}"
    if len(path) < 2 or move.manner == "landing":
        return f"{who} at {path[-1]}" if path else who
    return f"{who} from {path[0]} to {path[-1]}"
