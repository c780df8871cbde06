"""Gifts of money at any time, also while a throw waits to be kept (R-SEQ-08, R-SEQ-09)."""

from __future__ import annotations

from data.revolution.tables import SEATS
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.revolution.answers import Give
from engines.revolution.box import Box, strangers
from engines.revolution.events import Given
from engines.revolution.resolution import Resolution
from engines.revolution.state import State


def gift_refusal(box: Box, state: State, seat: str, gift: Give) -> Refusal | None:
    """The refusal of a Current's gift, or None."""
    if state.stage == "over":
        return Refusal("R-SEQ-01", _l("The game is over"))
    if gift.seat not in SEATS:
        return Refusal("R-SEQ-08", _l("Money goes from Current to Current, never to the Government"))
    if gift.seat == seat:
        return Refusal("R-SEQ-08", _l("You have that money already"))
    if strangers(seat, gift.seat):
        one, other = box.name(seat), box.name(gift.seat)
        return Refusal("R-SEQ-09", _l("No money passes between {one} and {other}", one=one, other=other))
    if not 0 < gift.amount <= state.purses[seat]:
        missing = gift.amount - state.purses[seat]
        return Refusal(
            "R-SEQ-08",
            _l(
                "You have {seat} assignats, {missing} fewer than that",
                seat=state.purses[seat],
                missing=missing,
            ),
        )
    return None


def give(ctx: Resolution, seat: str, gift: Give) -> None:
    """Hand the money over."""
    purses = ctx.state.purses
    purses[seat] -= gift.amount
    purses[gift.seat] += gift.amount
    if ctx.state.options["private-cash"]:
        for teller in (seat, gift.seat):
            ctx.say(Given(seat, gift.seat, gift.amount, teller))
    else:
        ctx.say(Given(seat, gift.seat, gift.amount))
