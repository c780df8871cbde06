"""Generals without escort: flight from enemy combat points, and capture on the way (3.7).

This module handles `Refuge` (I-12).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from data.vendee.schema import Side
from engines.core.contract import Decision
from engines.vendee.actions import Action, Flee
from engines.vendee.box import FAR, Box
from engines.vendee.events import Fled, Met
from engines.vendee.frames import Refuge, enemy
from engines.vendee.hand import interrupts
from engines.vendee.orders import refuge_order
from engines.vendee.refusals import Refusal, out_of_place
from engines.vendee.sight import Sight, lies_hidden
from engines.vendee.stacking import ban, entry_ban, needs_test
from engines.vendee.state import State, by_kind, gatine, generals_in, held, points_in
from engines.vendee.turn import Turn
from engines.vendee.zones import supplying


def settle(turn: Turn, area: str, side: Side) -> None:
    """Let a side's generals flee who are alone with enemy combat points (V-3.7-e)."""
    generals = _alone(turn, area, side)
    if generals:
        turn.push(Refuge(side, area, generals))


def escort_lost(turn: Turn, area: str, side: Side) -> None:
    """The same where their escort was destroyed: first each may be captured on the spot (V-3.7-i, A-33)."""
    for general in _alone(turn, area, side):
        _roll_capture(turn, general)
    settle(turn, area, side)


def captured(turn: Turn, general: str) -> None:
    """A general is out of the game; a royalist's capture cheers the Republic (V-3.7-g)."""
    turn.send_off(general, "captured", "3.7")
    if turn.box.general[general].side == "royalist":
        change = turn.box.charts.tables.morale.republican.general_captured
        turn.change_morale("republican", change, f"{turn.box.name(general)} captured", "3.7")


def _alone(turn: Turn, area: str, side: Side) -> tuple[str, ...]:
    state = turn.state
    if points_in(state, area, side) or not points_in(state, area, enemy(side)):
        return ()
    return tuple(generals_in(turn.box, state, area, side))


def _roll_capture(turn: Turn, general: str) -> bool:
    if turn.at_most(f"capture {general}", turn.box.charts.tables.tests.captured, "3.7"):
        captured(turn, general)
        return True
    return False


def ways_out(box: Box, state: State, frame: Refuge) -> list[str]:
    """The areas of the best class, and of these the nearest to home (V-4.5-e, f), as the side sees it."""
    sight = Sight(box, state, frame.side)
    near = box.ground.ways[frame.area]
    fresh = [area for area in near if area not in frame.crossed] or list(near)
    classes: dict[int, list[str]] = {}
    for area in fresh:
        taken = sight.enemy(area) != "none"
        rank = 2 if taken else int(sight.controlled(area) != "no")
        classes.setdefault(rank, []).append(area)
    best = classes[min(classes)]
    if frame.side == "royalist":
        best = [area for area in best if _welcome(box, state, frame, area)] or best
    homely = min(_from_home(box, state, frame, area) for area in best)
    return [area for area in best if _from_home(box, state, frame, area) == homely]


def _welcome(box: Box, state: State, frame: Refuge, area: str) -> bool:
    """Whether the generals may stay with those of their side who are there (A-30)."""
    side, generals = frame.side, frame.generals
    return not (
        entry_ban(box, state, side, {}, generals, area)
        or needs_test(box, state, {}, generals, area)
        or ban(box, state, side, {}, generals, area)
    )


def _from_home(box: Box, state: State, frame: Refuge, area: str) -> tuple[int, int]:
    """Distance from the nearest home of any of the generals, then from any of their side's (V-4.5-f)."""
    homes = [state.officers[general].army for general in frame.generals]
    if frame.side == "royalist":
        risen = gatine(state)
        zones = box.ground.to_zone[risen]
        own = [zones[army][area] for army in zones if army in homes]
        return min(own, default=FAR), box.ground.to_any_zone[risen][area]
    bases = [supplying(state, army) for army in homes if army is not None]
    to_base = [box.ground.to_base[army][area] for army in bases if army is not None]
    return min(to_base, default=FAR), box.ground.to_any_base[area]


def asks(box: Box, state: State, frame: Refuge) -> Decision:
    """Where to."""
    name = box.ground.area[frame.area].name
    prompt = f"Choose where the generals in {name} flee to"
    return Decision(frame.side, "refuge", prompt, "3.7", interrupts(state, frame.side))


def legal(box: Box, state: State, frame: Refuge) -> list[Action]:
    """One area of the best."""
    return [Flee(area) for area in ways_out(box, state, frame)]


def refusal(box: Box, state: State, frame: Refuge, action: Action) -> Refusal | None:
    """Only the best class will do."""
    if not isinstance(action, Flee):
        return out_of_place("where the generals flee to, as in flee AREA")
    best = ways_out(box, state, frame)
    if action.area not in best:
        names = " or ".join(box.name(area) for area in best)
        return Refusal("V-3.7-e", f"By the priorities of a retreat they flee to {names}")
    return None


def act(turn: Turn, frame: Refuge, action: Action) -> None:
    """Go there."""
    assert isinstance(action, Flee)
    _flee(turn, frame, action.area)


def go_on(turn: Turn, frame: Refuge) -> bool:
    """Flee while there is but one way; the flight is over in an area without any enemy counter."""
    best = ways_out(turn.box, turn.state, frame)
    if len(best) > 1:
        return True
    _flee(turn, frame, best[0])
    return False


def _flee(turn: Turn, frame: Refuge, area: str) -> None:
    """One area further; a die for each general where enemy combat points are (V-3.7-f)."""
    state, box, side = turn.state, turn.box, frame.side
    hidden = all(lies_hidden(box, state, side, place) for place in (frame.area, area))
    turn.say(Fled(side, frame.generals, frame.area, area, hidden))
    for general in frame.generals:
        turn.set_officer(general, area=area)
    left = frame.generals
    if points_in(state, area, enemy(side)):
        meet(turn, area)
        left = tuple(general for general in frame.generals if not _roll_capture(turn, general))
    alone = not points_in(state, area, enemy(side)) and not generals_in(box, state, area, enemy(side))
    if not left or alone:
        turn.pop()
        return
    crossed = (*frame.crossed, frame.area)
    turn.replace(msgspec.structs.replace(frame, area=area, generals=left, crossed=crossed))


def meet(turn: Turn, area: str) -> None:
    """Tell what lies face up where both sides are (V-3.6-b)."""
    state, box = turn.state, turn.box
    turn.say(
        Met(
            area,
            {side: by_kind(state, area, side) for side in ("republican", "royalist")},
            {side: tuple(generals_in(box, state, area, side)) for side in ("republican", "royalist")},
        )
    )


def fallback(box: Box, state: State, frame: Refuge) -> Action | None:
    """Fewest dice, then the nearest friends, then map order (I-12)."""
    return Flee(_safest(box, state, frame, ways_out(box, state, frame)))


def _safest(box: Box, state: State, frame: Refuge, ways: Sequence[str]) -> str:
    sight = Sight(box, state, frame.side)
    friends = held(state, frame.side)

    def danger(area: str) -> tuple[bool, int]:
        rolled_for = sight.enemy(area) in ("points", "backs")
        return rolled_for, min((box.ground.distance[area][friend] for friend in friends), default=FAR)

    return min(ways, key=danger)


def ordered(box: Box, state: State, frame: Refuge, order: str) -> Action | None:
    """`auto`, `prefer AREA, …`, or `towards` an area or a general."""
    wanted, ways = refuge_order(order), ways_out(box, state, frame)
    if wanted is None:
        return fallback(box, state, frame)
    liked = next((area for area in wanted.areas if area in ways), None)
    if liked is not None:
        return Flee(liked)
    goal = whereabouts(box, state, frame.side, wanted.goal)
    if goal is not None:
        return Flee(min(ways, key=lambda area: box.ground.distance[goal][area]))
    return fallback(box, state, frame)


def whereabouts(box: Box, state: State, side: Side, place: str | None) -> str | None:
    """Where an area is that an order names, or a general of the side; None where that is nowhere."""
    if place in box.ground.area:
        return place
    return state.officers[place].area if place in box.generals_of[side] else None
