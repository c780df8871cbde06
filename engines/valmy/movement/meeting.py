"""Meetings after a step: a single unit that may be overrun, a leader alone (7.3, 8.0)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from data.catalogue import N_, _
from data.nouns import counted
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.valmy.actions import DECLINE, OVERRUN, RELEASE_AUTO, Action, Flee, Release
from engines.valmy.box import Box, enemy
from engines.valmy.combat.battle import open_battle
from engines.valmy.events import Barred
from engines.valmy.frames import Activation, Displaced, Overrun, Surplus
from engines.valmy.handler import Handler, YesNo
from engines.valmy.movement.activation import parted
from engines.valmy.movement.step import present
from engines.valmy.orders.battle import RETREAT, HeadingOrder
from engines.valmy.position.command import uncontrolled
from engines.valmy.position.refuge import havens
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, held_by, ratings, units_in


class Overrunning(YesNo[Overrun]):
    """One round of combat at once, for nothing, if the stack's owner wants it (Y-7.3-b, c)."""

    kind, case = "overrun", "7.3"
    wants = N_("overrun or decline")
    silence = True
    no = DECLINE

    def question(self, box: Box, state: State, frame: Overrun) -> str:
        return _("Overrun the single unit in {box}, or stop there", box=box.name(frame.box))

    def yes(self, frame: Overrun) -> Action:
        return OVERRUN

    def ordered(self, box: Box, state: State, frame: Overrun, order: str) -> Action:
        """`overrun` or `decline`."""
        return DECLINE if order == DECLINE.word else OVERRUN

    def accepted(self, ctx: Resolution, frame: Overrun) -> None:
        open_battle(ctx, frame.box, frame.side, overrun=True)

    def declined(self, ctx: Resolution, frame: Overrun) -> None:
        pass


class Displacing(Handler[Displaced, Flee]):
    """A leader alone with enemy units goes towards his base, or is lost (A-8.0-1, I-25)."""

    kind, case = "displaced", "8.0"

    def question(self, box: Box, state: State, frame: Displaced) -> str:
        return _("Choose where {leader} goes, who is alone with enemies", leader=box.name(frame.leader))

    def legal(self, box: Box, state: State, frame: Displaced) -> list[Flee]:
        return [Flee(place) for place in havens(box, state, frame.leader, frame.found)]

    def unlisted(self, box: Box, frame: Displaced) -> Refusal:
        return Refusal("A-8.0-1", _l("{leader} cannot go there", leader=box.name(frame.leader)))

    def act(self, ctx: Resolution, frame: Displaced, action: Flee) -> None:
        self._go(ctx, frame, action.box)

    def _go(self, ctx: Resolution, frame: Displaced, place: str) -> None:
        """Go to a box, if it is as free as it looks."""
        if units_in(ctx.box, ctx.state, place, enemy(frame.side)):
            ctx.say(Barred(frame.side, place))
            ctx.replace(replace(frame, found=(*frame.found, place)))
            return
        ctx.pop()
        ctx.carry(frame.side, frame.box, place, (), (frame.leader,), "displacement")

    def go_on(self, ctx: Resolution, frame: Displaced) -> bool:
        box, state = ctx.box, ctx.state
        counter = state.leaders[frame.leader]
        enemies = units_in(box, state, frame.box, enemy(frame.side))
        if counter.box != frame.box or not enemies or units_in(box, state, frame.box, frame.side):
            ctx.pop()
            return False
        places = havens(box, state, frame.leader, frame.found)
        if len(places) > 1:
            return True
        if places:
            self._go(ctx, frame, places[0])
        else:
            ctx.pop()
            ctx.remove(frame.leader)
        return False

    def fallback(self, box: Box, state: State, frame: Displaced) -> Flee:
        """Nearest to the base."""
        return Flee(havens(box, state, frame.leader, frame.found)[0])

    def ordered(self, box: Box, state: State, frame: Displaced, order: str) -> Flee:
        """The first box of the order that is open to him."""
        heading = RETREAT.one(order) or HeadingOrder()
        open_ = havens(box, state, frame.leader, frame.found)
        return next((Flee(place) for place in heading.boxes if place in open_), Flee(open_[0]))


def newest(box: Box, state: State, frame: Surplus) -> tuple[str, ...]:
    """The default units to leave a holding box: those that came into it last."""
    return tuple(held_by(state, frame.leader)[-surplus(box, state, frame.leader) :])


class Shedding(Handler[Surplus, Release]):
    """A replacement's rating is lower: the owner chooses at once the units that stand on the map (9.5.2)."""

    kind, case = "surplus", "9.5.2"
    wants = N_("who leaves the holding box")
    usual = RELEASE_AUTO

    def question(self, box: Box, state: State, frame: Surplus) -> str:
        # Their number is the owner's secret; only a refusal tells him.
        return _(
            "Release the units that the replacement of {leader} can't hold", leader=box.name(frame.leader)
        )

    def legal(self, box: Box, state: State, frame: Surplus) -> list[Release]:
        held = held_by(state, frame.leader)
        number = surplus(box, state, frame.leader)
        return [RELEASE_AUTO, *(Release((unit,)) for unit in held if number == 1)]

    def refusal(self, box: Box, state: State, frame: Surplus, action: Release) -> Refusal | None:
        number = surplus(box, state, frame.leader)
        if action.who is not None and len(action.who) != number:
            return Refusal("Y-3.0-c", _l("{units} must leave the holding box", units=counted(number, "unit")))
        stray = [id for id in action.who or () if id not in held_by(state, frame.leader)]
        if stray:
            return Refusal("Y-8.2-a", _l("{stray} is not in that holding box", stray=box.name(stray[0])))
        return None

    def act(self, ctx: Resolution, frame: Surplus, action: Release) -> None:
        chosen = newest(ctx.box, ctx.state, frame) if action.who is None else action.who
        ctx.pop()
        ctx.release(chosen)
        _leave_behind(ctx, frame.leader, chosen)

    def waits(self, ctx: Resolution, frame: Surplus) -> bool:
        return surplus(ctx.box, ctx.state, frame.leader) > 0


def _leave_behind(ctx: Resolution, leader: str, released: Sequence[str]) -> None:
    """A unit that leaves the holding box on the march stops, unless another leader takes it (Y-8.2-a)."""
    box, state = ctx.box, ctx.state
    for nth, frame in enumerate(state.stack):
        if not isinstance(frame, Activation):
            continue
        for mover in frame.movers:
            stack = present(state, mover)
            if leader in stack.leaders and uncontrolled(box, state, stack.leaders, stack.units) is not None:
                state.stack[nth] = parted(frame, [mover], released)


def surplus(box: Box, state: State, leader: str) -> int:
    """The number of units that a leader holds beyond his rating (Y-3.0-c)."""
    return len(held_by(state, leader)) - ratings(box, state, leader).command
