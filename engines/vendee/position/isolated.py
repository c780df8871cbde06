"""Generals without escort: flight from enemy combat points, and capture on the way (3.7).

This module handles `Refuge` (I-12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from data.catalogue import _
from data.nouns import listed
from data.sentences import _l
from data.vendee.schema import Side
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.vendee.actions import Action, Flee
from engines.vendee.box import FAR, Box
from engines.vendee.events import Fled, Met
from engines.vendee.frames import Refuge, enemy
from engines.vendee.handler import Handler
from engines.vendee.orders.outside import REFUGE
from engines.vendee.position.refuge import Fugitives, fresh_ways, heading, refuges
from engines.vendee.position.sight import lies_hidden, look
from engines.vendee.position.stacking import leaves_home
from engines.vendee.purposes import Purpose
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, by_kind, generals_in, held, points_in


def settle(ctx: Resolution, area: str, side: Side, entry: str | None = None) -> None:
    """Let a side's generals flee who are alone with enemy combat points (V-3.7-e).

    :param entry: the area from which these have come: no general changes places with them (A-101).
    """
    _drive_off(ctx, area, side, _alone(ctx, area, side), UNSET, (entry,) if entry else UNSET)


def escort_lost(
    ctx: Resolution,
    area: str,
    side: Side,
    barred: tuple[str, ...],
    *,
    origins: Mapping[str, str] | None = None,
    crossed: tuple[str, ...] = (),
) -> None:
    """Let generals flee whose escort was destroyed; first each may be captured (V-3.7-i, A-33).

    :param barred: areas from which the attackers came.
    :param origins: the areas from which generals came to the combat, to which they flee first (A-95).
    :param crossed: areas of their escort in the same retreat, to which they do not go back (A-52).
    """
    origins = origins or {}
    left = [general for general in _alone(ctx, area, side) if not _roll_capture(ctx, general)]
    for first in dict.fromkeys(origins.get(general, UNSET) for general in left):
        generals = tuple(general for general in left if origins.get(general, UNSET) == first)
        _drive_off(ctx, area, side, generals, first, barred or UNSET, crossed)


def _drive_off(
    ctx: Resolution,
    area: str,
    side: Side,
    generals: Sequence[str],
    first: str | UnsetType,
    barred: tuple[str, ...] | UnsetType,
    crossed: tuple[str, ...] = (),
) -> None:
    """Generals of one army flee together, each army by itself: the way home is its own (A-104)."""
    officers = ctx.state.officers
    for army in reversed(dict.fromkeys(officers[general].army for general in generals)):
        together = tuple(general for general in generals if officers[general].army == army)
        ctx.push(Refuge(side, area, together, crossed, first, barred))


def captured(ctx: Resolution, general: str) -> None:
    """A general is out of the game; a royalist's capture cheers the Republic (V-3.7-g)."""
    ctx.send_off(general, "captured", "3.7")
    if ctx.box.general[general].side == "royalist":
        change = ctx.box.charts.tables.morale.republican.general_captured
        ctx.change_morale(
            "republican", change, _l("{general} captured", general=ctx.box.name(general)), "3.7"
        )


def _alone(ctx: Resolution, area: str, side: Side) -> tuple[str, ...]:
    state = ctx.state
    if points_in(state, area, side) or not points_in(state, area, enemy(side)):
        return ()
    return tuple(generals_in(ctx.box, state, area, side))


def _roll_capture(ctx: Resolution, general: str) -> bool:
    if ctx.at_most(Purpose.of("capture", general), ctx.box.charts.tables.tests.captured, "3.7"):
        captured(ctx, general)
        return True
    return False


def ways_out(box: Box, state: State, frame: Refuge) -> list[str]:
    """The areas to which they may flee; they turn back only where there is no other way."""
    if frame.first and not frame.crossed:
        return [frame.first]
    near = box.ground.ways[frame.area]
    open_to = [area for area in near if area not in (frame.barred or ())] or near
    # The first free area ends a flight, so a general who has to go on stands with the enemy.
    fresh = fresh_ways(open_to, frame.crossed, free=False)
    if frame.side == "royalist" and state.turn == 1:
        # In the first turn no general leaves home unless he must (V-4.5-j).
        fresh = [area for area in fresh if not leaves_home(box, state, (), frame.generals, area)] or fresh
    homes = tuple(state.officers[general].army for general in frame.generals)
    who = Fugitives(frame.side, homes, {}, frame.generals)
    return refuges(box, state, who, fresh)


class Flight(Handler[Refuge]):
    """Generals without escort flee, area by area (I-12)."""

    def asks(self, box: Box, state: State, frame: Refuge) -> Decision:
        who = listed(map(box.name, frame.generals))
        prompt = _("Choose a refuge for {who}, who must leave {area}", who=who, area=box.name(frame.area))
        return Decision(frame.side, "refuge", prompt, "3.7")

    def legal(self, box: Box, state: State, frame: Refuge) -> list[Action]:
        return [Flee(area) for area in ways_out(box, state, frame)]

    def refusal(self, box: Box, state: State, frame: Refuge, action: Action) -> Refusal | None:
        if not isinstance(action, Flee):
            return out_of_place(_("where the generals flee to, as in flee AREA"))
        best = ways_out(box, state, frame)
        if action.area not in best:
            names = listed((box.name(area) for area in best), "or")
            return Refusal("V-3.7-e", _l("By the priorities of a retreat they flee to {names}", names=names))
        return None

    def act(self, ctx: Resolution, frame: Refuge, action: Action) -> None:
        assert isinstance(action, Flee)
        _flee(ctx, frame, action.area)

    def go_on(self, ctx: Resolution, frame: Refuge) -> bool:
        """Flee while there is but one way; the flight is over in an area without any enemy counter."""
        best = ways_out(ctx.box, ctx.state, frame)
        if len(best) > 1:
            return True
        _flee(ctx, frame, best[0])
        return False

    def fallback(self, box: Box, state: State, frame: Refuge) -> Action | None:
        """Fewest dice, then the nearest friends, then map order (I-12)."""
        return Flee(_safest(box, state, frame, ways_out(box, state, frame)))

    def ordered(self, box: Box, state: State, frame: Refuge, order: str) -> Action | None:
        """`auto`, `prefer AREA, …`, or `towards` an area or a general."""
        wanted, ways = REFUGE.one(order), ways_out(box, state, frame)
        area = None if wanted is None else heading(box, state, frame.side, wanted, ways)
        return self.fallback(box, state, frame) if area is None else Flee(area)


def _flee(ctx: Resolution, frame: Refuge, area: str) -> None:
    """One area further; a die for each general where enemy combat points are (V-3.7-f).

    A general who reaches friends, in a combat that they have just won, is no longer isolated (V-3.7-a).
    """
    state, box, side = ctx.state, ctx.box, frame.side
    hidden = all(lies_hidden(box, state, side, place) for place in (frame.area, area))
    ctx.say(Fled(side, frame.generals, frame.area, area, hidden))
    for general in frame.generals:
        ctx.set_officer(general, area=area)
    left = frame.generals
    friends = points_in(state, area, side) > 0
    if points_in(state, area, enemy(side)):
        meet(ctx, area)
    if points_in(state, area, enemy(side)) and not friends:
        left = tuple(general for general in frame.generals if not _roll_capture(ctx, general))
    alone = not points_in(state, area, enemy(side)) and not generals_in(box, state, area, enemy(side))
    if not left or alone or friends:
        ctx.pop()
        return
    crossed = (*frame.crossed, frame.area)
    ctx.replace(replace(frame, area=area, generals=left, crossed=crossed))


def meet(ctx: Resolution, area: str) -> None:
    """Record the face-up counters where both sides are (V-3.6-b)."""
    state, box = ctx.state, ctx.box
    ctx.say(
        Met(
            area,
            {side: by_kind(state, area, side) for side in ("republican", "royalist")},
            {side: tuple(generals_in(box, state, area, side)) for side in ("republican", "royalist")},
        )
    )


def _safest(box: Box, state: State, frame: Refuge, ways: Sequence[str]) -> str:
    sight = look(box, state, frame.side)
    friends = held(state, frame.side)

    def danger(area: str) -> tuple[bool, int]:
        rolled_for = sight.enemy(area) in ("points", "backs")
        return rolled_for, min((box.ground.distance[area][friend] for friend in friends), default=FAR)

    return min(ways, key=danger)
