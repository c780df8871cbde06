"""Actions that a side may take in any decision of its own: make change, and send messengers to England."""

from __future__ import annotations

from data.catalogue import _
from data.nouns import counted
from data.sentences import _l
from data.vendee.schema import Side
from engines.core.refusals import Refusal
from engines.vendee.actions import Action, Play, Show
from engines.vendee.box import Box
from engines.vendee.events import Shown
from engines.vendee.markers.play import in_season, spend, window_refusal
from engines.vendee.position.sight import fewest, show
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, by_kind, total

MESSENGERS = Play("e5")


def is_anytime(action: Action) -> bool:
    """Whether an action needs no phase of its own."""
    return type(action) is Show or (type(action) is Play and action.event == "e5")


def legal(box: Box, state: State, side: Side) -> list[Action]:
    """E5, where it may be played (I-16); change is made by typing it."""
    # A marker that is the other side's, or played, or out of season, needs no refusal.
    event = box.event["e5"]
    theirs = event.side == side and state.markers["e5"] and in_season(state, event)
    return [MESSENGERS] if theirs and refusal(box, state, side, MESSENGERS) is None else []


def refusal(box: Box, state: State, side: Side, action: Action) -> Refusal | None:
    """The refusal of such an action, or None."""
    if not isinstance(action, Show):
        return window_refusal(box, state, side, "e5")
    points = by_kind(state, action.area, side)
    if not points:
        return Refusal(
            "V-1.2-b", _l("You have no combat points in {area} to change", area=box.name(action.area))
        )
    least, most = fewest(points), total(points)
    if not least <= action.count <= most:
        span = (
            counted(most, "counter")
            if least == most
            else _("{least} to {counters}", least=least, counters=counted(most, "counter"))
        )
        return Refusal("V-1.2-b", _l("They can lie as {span}", span=span))
    if state.shown.get(action.area, {}).get(side, least) == action.count:
        return Refusal(
            "V-1.2-b", _l("They lie as {counters} already", counters=counted(action.count, "counter"))
        )
    return None


def act(ctx: Resolution, side: Side, action: Action) -> None:
    """Carry it out."""
    state = ctx.state
    if not isinstance(action, Show):
        spend(ctx, "e5")
        state.messengers = True
        return
    show(state, side, action.area, action.count)
    ctx.say(Shown(side, action.area, action.count))
