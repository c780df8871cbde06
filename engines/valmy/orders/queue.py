"""Activations queued ahead, and what stops them: `dillon to grandpre; chazot to vouziers; stop within 2`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from data.catalogue import N_, marked
from engines.core.orders import Clause, no
from engines.valmy.orders.slots import ValmyOrder


class Go(msgspec.Struct, frozen=True):
    """A leader is activated with his force, and goes to a box."""

    who: str
    to: str


class Pass(msgspec.Struct, frozen=True):
    """When all have gone, the side passes."""


class Stop(msgspec.Struct, frozen=True):
    """What stops the queue; without any of these a battle, a failure, or an enemy beside those who go."""

    near: int = 0
    """Boxes within which an enemy stops it, who comes there."""
    battle: bool = False
    failure: bool = False


class Stopped(msgspec.Struct, frozen=True):
    """It has stopped, and its side is asked again."""

    box: str = ""


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
        "stopped by a (battle in <box:BOX> | failed activation | correction)",
        "stopped by an enemy in <box:BOX>",
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
        "none": N_("No activations are queued."),
        "NAME": N_("Activate {a}."),
        "to NAME": N_("Go to {a}."),
        "then pass": N_("Then pass."),
        "stop within NUMBER": N_("Stop if an enemy comes near those who go. Boxes that count as near: {a}."),
        "stop after a battle": N_("Stop after a battle."),
        "stop after a failed activation": N_("Stop after a failed activation."),
        "stop never": N_("Stop for nothing."),
        "stopped by a battle in NAME": N_("**Stopped: there was a battle in {a}.**"),
        "stopped by an enemy in NAME": N_("**Stopped: the enemy has come to {a}.**"),
        "stopped by a failed activation": N_("**Stopped: an activation failed.**"),
        "stopped by a correction": N_("**Stopped: something was taken back or corrected.**"),
    },
)


class Queue(NamedTuple):
    """A stored queue, read."""

    going: Sequence[Go]
    passes: bool
    stops: Stop
    stopped: bool


def queue(order: str) -> Queue:
    """A stored queue."""
    clauses = AHEAD.read(order)
    stops = [clause for clause in clauses if isinstance(clause, Stop)]
    return Queue(
        [clause for clause in clauses if isinstance(clause, Go)],
        Pass() in clauses,
        Stop(
            max(stop.near for stop in stops),
            any(stop.battle for stop in stops),
            any(stop.failure for stop in stops),
        )
        if stops
        else Stop(near=1, battle=True, failure=True),
        any(isinstance(clause, Stopped) for clause in clauses),
    )


def left(order: str, over: Sequence[str], why: str = "") -> str:
    """A queue without those who have gone; empty where nothing is left of it.

    :param why: what has stopped it.
    """
    clauses = {text: AHEAD.one(text) for text in order.split("; ")}
    kept = [text for text, each in clauses.items() if not (isinstance(each, Go) and each.who in over)]
    lasts = any(isinstance(clauses[text], Go | Pass) for text in kept)
    return "; ".join([*kept, *([why] if why else [])]) if lasts or why else ""
