"""The ways of an army, each the shortest, for players who name only its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from data.catalogue import _
from engines.core.errors import NotationError
from engines.revolution.box import GOVERNMENT, Box
from engines.revolution.state import State
from engines.revolution.war.armies import generals_in
from engines.revolution.war.movement import Advances, Marches
from engines.revolution.war_answers import Advance, March

Move: TypeAlias = March | Advance
_QUESTIONS: Mapping[type[Move], tuple[Marches | Advances, str]] = {
    March: (Marches(), GOVERNMENT),
    Advance: (Advances(), "royalist"),
}


def ways(box: Box, state: State, kind: type[Move], army: str) -> dict[tuple[str, bool], Move]:
    """An army's shortest way to each place in reach, by region and whether it is the Paris box."""
    question, actor = _QUESTIONS[kind]
    by_end: dict[tuple[str, bool], Move] = {}
    listed = question.legal(box, state, actor, "")
    moves = [move for move in listed if isinstance(move, kind) and move.army == army]
    for move in moves:
        end = move.path[-1], isinstance(move, March) and move.box
        if end not in by_end:
            by_end[end] = move
            longer = _longer(box, state, move)
            moves += [one for one in longer if not question.refuses(box, state, actor, "", one)]
    return by_end


def _longer(box: Box, state: State, move: Move) -> Iterator[Move]:
    """A way with one region more; out of the Vendée also behind a general."""
    ends = [end for end in box.near[move.path[-1]] if end not in move.path]
    leaders: list[str | None] = [None]
    if isinstance(move, Advance):
        leaders = [move.general] if move.general else [None, *generals_in(box, state, move.path[0])]
    for end in ends:
        for leader in leaders:
            longer = replace(move, path=(*move.path, end))
            yield replace(longer, general=leader) if leader else longer


def completed(box: Box, state: State, move: Move) -> Move:
    """A move that names only its end, completed by the shortest way.

    :raises NotationError: the army has no way there.
    """
    at, end = state.armies[move.army].region, move.path[-1]
    if len(move.path) > 1 or at == end:
        return move
    into = isinstance(move, March) and move.box
    shortest = ways(box, state, type(move), move.army).get((end, into))
    if shortest is None:
        raise NotationError(
            _(
                "{army} finds no way to {region} at present: name it region by region",
                army=box.name(move.army),
                region=box.name(end),
            )
        )
    if isinstance(move, Advance) and isinstance(shortest, Advance):
        return replace(shortest, general=move.general or shortest.general, king=move.king)
    return shortest
