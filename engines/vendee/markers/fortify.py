"""E6: the Royalists may fortify before Republicans enter their bocage (I-03, V-6-E6-a)."""

from __future__ import annotations

from msgspec.structs import replace

from data.catalogue import _
from data.vendee.schema import EventId
from engines.core.decisions import Decision
from engines.vendee.actions import DECLINE, Action
from engines.vendee.box import Box
from engines.vendee.combat.frames import Pursuit
from engines.vendee.combat.reckoning import strength
from engines.vendee.events import Declined
from engines.vendee.frames import Activation, Fortify
from engines.vendee.handler import Marker
from engines.vendee.markers.play import spend
from engines.vendee.orders.outside import FORTIFY
from engines.vendee.position.groups import goers
from engines.vendee.resolution import Resolution
from engines.vendee.state import State, points_in, total
from engines.vendee.view import sees


def may_ask(box: Box, state: State, area: str) -> bool:
    """Whether E6 may be played against Republicans who are about to enter an area (V-6-E6-b)."""
    return (
        state.markers["e6"] > 0
        and box.ground.area[area].terrain == "bocage"
        and points_in(state, area, "royalist") > 0
    )


class Fortifying(Marker[Fortify]):
    """E6 before Republicans enter bocage (I-03); by default the marker is kept."""

    silence = False

    def asks(self, box: Box, state: State, frame: Fortify) -> Decision:
        name = box.name(frame.area)
        prompt = _("Play E6, Fortifications, as Republicans enter {name}, or keep it", name=name)
        return Decision("royalist", "fortify", prompt, "6 E6")

    def event(self, frame: Fortify) -> EventId:
        return "e6"

    def accepted(self, ctx: Resolution, frame: Fortify) -> None:
        spend(ctx, "e6")
        self._tell(ctx, fortified=True)

    def declined(self, ctx: Resolution, frame: Fortify) -> None:
        ctx.say(Declined("royalist", "e6"))
        self._tell(ctx, fortified=False)

    def _tell(self, ctx: Resolution, *, fortified: bool) -> None:
        """Write the answer into the frame below, of the group about to enter."""
        entering = ctx.state.stack[-1]
        assert isinstance(entering, Activation | Pursuit)
        ctx.replace(replace(entering, fortified=fortified))

    def ordered(self, box: Box, state: State, frame: Fortify, order: str) -> Action | None:
        """Plays E6, keeps it, or plays it on conditions: the area, the number of attackers, or the odds."""
        wanted = FORTIFY.one(order)
        if wanted is None or (wanted.areas and frame.area not in wanted.areas):
            return DECLINE
        if wanted.column is None and not wanted.points:
            return self.yes(frame)
        attackers = _seen(box, state, frame.area)
        if attackers is None or attackers < wanted.points:
            return DECLINE
        defenders = points_in(state, frame.area, "royalist")
        meant = wanted.column is None or box.charts.beside(attackers, defenders, wanted.column) >= 0
        return self.yes(frame) if meant else DECLINE


def _seen(box: Box, state: State, area: str) -> int | None:
    """Combat points about to enter an area, without those that stay; None where they lie face down."""
    group = state.stack[-2]
    if not isinstance(group, Activation | Pursuit) or not sees(
        box, state, "royalist", "republican", group.at
    ):
        return None
    if isinstance(group, Pursuit):
        return total(strength(group.contingents))
    cost = box.ground.step[group.at, area].cost("republican")
    return 0 if cost is None else total(goers(box, group, cost))
