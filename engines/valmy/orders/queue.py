"""Activations queued ahead, and what stops them: `dillon to grandpre; chazot to vouziers; stop within 2`."""

from __future__ import annotations

import msgspec

from data.catalogue import N_, marked
from engines.core.orders import Clause, no
from engines.core.queue import SAYS, Stop, Stopped
from engines.valmy.orders.slots import ValmyOrder


class Go(msgspec.Struct, frozen=True):
    """A leader is activated with his force, and goes to a box."""

    who: str
    to: str


class Pass(msgspec.Struct, frozen=True):
    """The side passes when all leaders of the queue have gone."""


AHEAD = ValmyOrder[Go | Pass | Stop | Stopped](
    "next",
    "4.3",
    marked("Your next activations, one after the other"),
    no("none"),
    Clause(Go, "<who:LEADER> to <to:BOX>"),
    Clause(Pass, "then pass"),
    Clause(
        Stop,
        "stop (within <near:NUMBER> | after a <battle=battle> | after a <failure=failed activation> | never)",
    ),
    Clause(
        Stopped,
        "stopped by a (battle in <place:BOX> | failed activation | correction)",
        "stopped by an enemy in <place:BOX>",
        last=True,
    ),
    forms=(
        "LEADER to BOX / LEADER to BOX; LEADER to BOX / LEADER to BOX; stop within 2 / then pass / "
        "LEADER to BOX; stop after a battle / LEADER to BOX; then pass / LEADER to BOX; stop never"
    ),
    chain=True,
    answers=("activation", "movement"),
    note=marked("each leader with his force; it stops at battles, failures and enemies who come near"),
    says={
        **SAYS,
        "then pass": N_("Then pass."),
        "stop within NUMBER": N_("Stop if an enemy comes near those who go. Boxes that count as near: {a}."),
        "stop after a battle": N_("Stop after a battle."),
        "stop after a failed activation": N_("Stop after a failed activation."),
        "stopped by a battle in NAME": N_("**Stopped: there was a battle in {a}.**"),
        "stopped by a failed activation": N_("**Stopped: an activation failed.**"),
    },
)
