"""The losses and further ways of a step of a retreat, as far as the retreating side can see."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engines.vendee.box import Box
from engines.vendee.combat.frames import Battle, Retreat
from engines.vendee.combat.retreat import by_default, points_of, toll, ways_out, withdrawal
from engines.vendee.frames import enemy
from engines.vendee.position.refuge import fresh_ways
from engines.vendee.position.sight import look
from engines.vendee.state import State, points_in


class Onward(NamedTuple):
    """The effects of a step to an area."""

    lost: int
    """Combat points lost to the enemy who is seen there (V-4.6-a, V-4.6-b)."""
    more: int
    """The least number of areas to go after it."""
    to: tuple[str, ...]
    """The next areas: neighbours without a visible enemy; empty where none follow."""


def onward(box: Box, state: State, frame: Retreat, area: str) -> Onward:
    """The effects of a step of the present party."""
    sight, party = look(box, state, frame.side), frame.parties[0]
    held = sight.enemy(area) == "points"
    lost = min(points_of(party), points_in(state, area, enemy(frame.side)) * toll(box, frame.side, area))
    open_to = [near for near in box.ground.ways[area] if near not in frame.barred]
    near = fresh_ways(open_to, party.path, free=not held)
    if frame.withdrawal:
        near = [area for area in near if sight.enemy(area) != "points"]
    more = max(party.left - 1, int(held)) if near else 0
    to = tuple(near for near in near if sight.enemy(near) != "points")
    return Onward(lost if held else 0, more, to if more else ())


def first_by_default(box: Box, state: State) -> str:
    """The next area if the way is chosen by default."""
    frame = state.stack[-1]
    assert isinstance(frame, Retreat)
    return by_default(box, state, frame, ways_out(box, state, frame))


def way_out(box: Box, state: State) -> list[str]:
    """The areas to which the Royalists may withdraw first; all open ones if face-down enemies are near."""
    sight, battle = look(box, state, "royalist"), state.stack[-1]
    assert isinstance(battle, Battle)
    frame = withdrawal(state, battle, 1)
    near = [area for area in box.ground.ways[battle.area] if area not in frame.barred]
    unseen = any(sight.enemy(area) == "backs" or sight.controlled(area) == "maybe" for area in near)
    if unseen and battle.attacker != "royalist":
        return [area for area in near if sight.enemy(area) != "points"]
    parties = (replace(frame, parties=(party,)) for party in frame.parties)
    return [*dict.fromkeys(way for party in parties for way in ways_out(box, state, party))]
