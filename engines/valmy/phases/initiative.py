"""The initiative (5): by chits, or a die each."""

from __future__ import annotations

from data.catalogue import _
from data.sentences import _l
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.refusals import Refusal
from engines.valmy.actions import NO_BID, Action
from engines.valmy.actions import Bid as Play
from engines.valmy.box import Box, enemy
from engines.valmy.events import ChitPlayed, InitiativeRolled, InitiativeWon
from engines.valmy.frames import Bid
from engines.valmy.handler import Handler
from engines.valmy.orders.outside import BID, ChitOrder, OutbidOrder
from engines.valmy.purposes import Purpose
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, ratings


class Bidding(Handler[Bid, Action]):
    """The holder decides first, then the other side; one decision each (Y-5.1-b, A-5.1-2)."""

    kind, case = "bid", "5.1"
    usual = NO_BID

    def question(self, box: Box, state: State, frame: Bid) -> str:
        if frame.against is None:
            return _("Bid a chit for the initiative, or none")
        return _("Outbid the {against}, or let the other side have the initiative", against=frame.against)

    def legal(self, box: Box, state: State, frame: Bid) -> list[Action]:
        return [*(Play(chit) for chit in state.chits[frame.side] if chit > (frame.against or 0)), NO_BID]

    def refusal(self, box: Box, state: State, frame: Bid, action: Action) -> Refusal | None:
        if action == NO_BID:
            return None
        if not isinstance(action, Play):
            return out_of_place(_("an initiative chit, or none"))
        if action.chit not in box.figures.chits:
            return Refusal("Y-5.1-a", _l("There is no initiative chit {chit}", chit=action.chit))
        if action.chit not in state.chits[frame.side]:
            return Refusal("Y-5.1-d", _l("Your chit {chit} is spent", chit=action.chit))
        if frame.against is not None and action.chit <= frame.against:
            return Refusal(
                "Y-5.1-d", _l("Only a chit above {against} takes the initiative", against=frame.against)
            )
        return None

    def ordered(self, box: Box, state: State, frame: Bid, order: str) -> Action:
        """The chit of the turn, or the lowest that outbids."""
        left = state.chits[frame.side]
        for clause in BID.read(order):
            match clause:
                case ChitOrder(chit, since) if frame.against is None and since <= state.turn and chit in left:
                    return Play(chit)
                case OutbidOrder(most) if frame.against is not None:
                    higher = [chit for chit in left if frame.against < chit <= most]
                    return Play(min(higher)) if higher else NO_BID
        return NO_BID

    def act(self, ctx: Resolution, frame: Bid, action: Action) -> None:
        state = ctx.state
        ctx.pop()
        other = enemy(frame.side)
        chit = action.chit if isinstance(action, Play) else None
        if chit is not None:
            ctx.say(ChitPlayed(frame.side, chit))
        if frame.against is not None:
            if chit is None:
                _won(ctx, other, frame.against)
            else:
                _won(ctx, frame.side, chit)
        elif frame.side != state.initiative:
            # The holder has declined: any chit wins outright (A-5.1-1).
            if chit is None:
                roll(ctx)
            else:
                _won(ctx, frame.side, chit)
        elif chit is None:
            if state.chits[other]:
                ctx.push(Bid(other))
            else:
                roll(ctx)
        elif any(theirs > chit for theirs in state.chits[other]):
            ctx.push(Bid(other, chit))
        else:
            _won(ctx, frame.side, chit)


def begin(ctx: Resolution) -> None:
    """Ask for chits; a side that has none left is not asked (Y-5.1-a)."""
    state = ctx.state
    holder = state.initiative
    if state.chits[holder]:
        ctx.push(Bid(holder))
    elif state.chits[enemy(holder)]:
        ctx.push(Bid(enemy(holder)))
    else:
        roll(ctx)


def roll(ctx: Resolution) -> None:
    """A die and the overall leader's rating; a tie goes to the side that did not have it (5.2, A-5.2-1)."""
    box, state = ctx.box, ctx.state
    faces: dict[Side, int] = {}
    added: dict[Side, int] = {}
    for side in SIDES:
        faces[side] = ctx.dice.roll(Purpose.of("initiative", side))
        chief = box.figures.overall[side]
        gone = state.leaders[chief].fate == "eliminated"
        added[side] = 0 if gone else ratings(box, state, chief).initiative
    ctx.say(InitiativeRolled(faces, added))
    challenger = enemy(state.initiative)
    total = {side: faces[side] + added[side] for side in SIDES}
    _won(ctx, challenger if total[challenger] >= total[state.initiative] else state.initiative, None)


def _won(ctx: Resolution, side: Side, chit: int | None) -> None:
    """The winner of the bid loses his chit, a loser keeps it (Y-5.1-e)."""
    state = ctx.state
    if chit is not None:
        state.chits[side] = tuple(left for left in state.chits[side] if left != chit)
    state.initiative = side
    ctx.say(InitiativeWon(side, chit, "5.2" if chit is None else "5.1"))
