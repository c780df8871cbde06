"""The effects of combat points' coming to rest in an area: bases, strongholds, objectives, E3 and E4."""

from __future__ import annotations

from data.sentences import _l
from data.vendee.schema import Side
from engines.vendee.box import Box
from engines.vendee.events import PlaceTaken
from engines.vendee.frames import Occupied
from engines.vendee.resolution import Resolution
from engines.vendee.state import by_kind, points_in
from engines.vendee.tracks import powder


def first_holders(box: Box) -> dict[str, Side]:
    """The first holder of each base and stronghold: the Republicans but in the Royalists' zones (A-60)."""
    return {
        id: "royalist" if box.ground.zone_of(id, False) else "republican"
        for id, area in box.ground.area.items()
        if area.base or area.stronghold
    }


def settle(ctx: Resolution, area: str, *, taken: bool = True) -> None:
    """Record the holder of an area that is not contested any more.

    :param taken: whether its base or stronghold is taken: counters that fall back take none (A-99).
    """
    state = ctx.state
    blue, royal = points_in(state, area, "republican"), points_in(state, area, "royalist")
    if blue and not royal:
        if taken:
            _taken_by_republicans(ctx, area)
        _objective(ctx, area)
    elif royal and not blue:
        if taken:
            _taken_by_royalists(ctx, area)
        _first_entry(ctx, area)


def defend(ctx: Resolution, area: str, side: Side) -> None:
    """A place in which Republicans are attacked is theirs, no matter how they came there (A-99)."""
    if side == "republican":
        _taken_by_republicans(ctx, area)


def _taken_by_republicans(ctx: Resolution, area: str) -> None:
    """The place is theirs again."""
    if ctx.state.holder.get(area) == "royalist":
        ctx.state.holder[area] = "republican"
        ctx.say(PlaceTaken(area, "republican"))


def _objective(ctx: Resolution, area: str) -> None:
    """Note the loss of the first primary objective, which costs the Royalists morale (V-5.1-c)."""
    state, box = ctx.state, ctx.box
    if box.ground.area[area].objective == "primary" and not state.objective_lost:
        state.objective_lost = True
        change = box.charts.tables.morale.royalist.first_objective_lost
        ctx.change_morale("royalist", change, _l("{area} lost", area=box.name(area)), "5.1")


def _taken_by_royalists(ctx: Resolution, area: str) -> None:
    """Take a stronghold or base of the Republic for the Royalists (V-5.1-d, V-5.2-e)."""
    state, box = ctx.state, ctx.box
    if state.holder.get(area) != "republican":
        return
    state.holder[area] = "royalist"
    ctx.say(PlaceTaken(area, "royalist"))
    place = box.ground.area[area]
    reason = powder.taken(place.name)
    if place.stronghold:
        change = box.charts.tables.morale.royalist.stronghold_taken
        ctx.change_morale("royalist", change, reason, "5.1")
    if place.base:
        amount = box.charts.tables.powder.base_taken
        engaged = by_kind(state, area, "royalist")
        powder.deal(ctx, amount, engaged, single=False, reason=reason, case="5.2")


def _first_entry(ctx: Resolution, area: str) -> None:
    """Ask for the event of an area when Royalists enter it for the first time (V-6-E3-a, V-6-E4-a, A-64)."""
    state = ctx.state
    if area in state.entered:
        return
    for id, event in ctx.box.event.items():
        if event.occupied == area:
            state.entered.append(area)
            state.entered.sort(key=ctx.box.ground.order.__getitem__)
            if state.markers[id]:
                ctx.push(Occupied(id, area))
