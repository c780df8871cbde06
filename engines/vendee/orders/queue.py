"""Activations queued ahead, and what stops them: `cathelineau to coron; hand over; stop within 2`."""

from __future__ import annotations

import msgspec

from data.catalogue import N_, marked
from engines.core.orders import Clause, no
from engines.core.queue import SAYS, Stop, Stopped
from engines.vendee.orders.slots import VendeeOrder
from engines.vendee.words import ALL, Who


class Go(msgspec.Struct, frozen=True):
    """A stack is activated, or a part of it, and goes to an area."""

    who: str
    """The area of the stack, or a general in it."""
    to: str
    attack: bool = False
    """Whether it goes where the enemy is seen."""
    by: tuple[str, ...] = ()
    """The areas on the way; the cheapest way where none are named."""
    part: Who = ALL


class HandOverOrder(msgspec.Struct, frozen=True):
    """Hand over when no move is left."""

    safe: bool = False
    """Whether to go on where a hand-over would end the phase."""
    idle: bool = False
    """Whether to hand over only if no enemy is seen who could still be activated."""


HAND_OVER = "hand over [<safe=unless it ends the phase>] [<idle=if the enemy has nothing left>]"
HANDS_OVER = {
    "hand over": N_("Hand over."),
    "hand over unless it ends the phase": N_("Hand over, unless that ends the operations."),
    "hand over if the enemy has nothing left": N_("Hand over once the enemy has nothing left."),
    "if the enemy has nothing left": N_("Wait until the enemy has nothing left."),
}
"""The sentences of its phrases."""

AHEAD = VendeeOrder[Go | HandOverOrder | Stop | Stopped](
    "next",
    "2.4",
    marked("Your next activations, one after the other"),
    no("none"),
    Clause(HandOverOrder, HAND_OVER),
    Clause(Go, "<who:PLACE> (to | <attack=against>) <to:AREA> [by <by:AREAS>] [with <part:PARTY>]"),
    Clause(
        Stop,
        "stop (within <near:NUMBER> | after a <battle=combat> | after a <failure=short march> | never)",
    ),
    Clause(
        Stopped,
        "stopped by a combat in <place:AREA>",
        "stopped by an enemy in <place:AREA>",
        "stopped by a march that ended in <place:AREA>",
        "stopped by a correction",
        last=True,
    ),
    forms=(
        "AREA to AREA / GENERAL to AREA; hand over / AREA to AREA; AREA to AREA / "
        "GENERAL to AREA; hand over; stop within 2 / AREA against AREA / "
        "AREA to AREA by AREA / AREA to AREA with all but 1 / "
        "AREA to AREA; hand over; AREA to AREA; hand over / hand over / AREA to AREA; stop never"
    ),
    chain=True,
    answers=("operations", "activation"),
    note=marked("a general stands for his stack"),
    says={
        **SAYS,
        **HANDS_OVER,
        "against NAME": N_("Go to {a}, and attack."),
        "by NAME": N_("The way goes by {a}."),
        "with NAME": N_("Those who go: {a}."),
        "stop within NUMBER": N_("Stop if an enemy comes near. Areas that count as near: {a}."),
        "stop after a combat": N_("Stop after a combat."),
        "stop after a short march": N_("Stop after a march that falls short."),
        "stopped by a combat in NAME": N_("**Stopped: there was a combat in {a}.**"),
        "stopped by a march that ended in NAME": N_("**Stopped: a march fell short, and ended in {a}.**"),
    },
)
"""The queue of activations; a hand-over at its end is for each time to the end of the operations."""
