"""What each verb of the Grande Armee does, on buttons and in lists."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_
from data.templates import Either, Select, Template

CALL_OFF, FIGHT = N_("Call off the attack on {target}"), N_("Fight at {target}")
LABELS: Mapping[str, Template] = {
    "combine": N_("Combine {units}"),
    "break": N_("Break {unit} down"),
    "move": Either("supply", N_("{unit} to {route} on {supply}"), N_("{unit} to {route}")),
    "march": Either(
        "onward",
        N_("Double forced march: {unit} to {route}, then {onward}"),
        N_("Double forced march: {unit} to {route}"),
    ),
    "triple": Either(
        "onward",
        N_("Triple forced march: {unit} to {route}, then {onward}"),
        N_("Triple forced march: {unit} to {route}"),
    ),
    "onward": N_("{unit} on to {route}"),
    "eliminate": Either(
        "supplies",
        Either(
            "leaders",
            N_("Eliminate {targets} by {units} under {leaders} with {supplies}"),
            N_("Eliminate {targets} by {units} with {supplies}"),
        ),
        Either(
            "leaders",
            N_("Eliminate {targets} by {units} under {leaders}"),
            N_("Eliminate {targets} by {units}"),
        ),
    ),
    "spend": Either("hexes", N_("Spend {supply} for {hexes}"), N_("Spend {supply}")),
    "destroy": N_("Destroy {units}"),
    "attack": Either(
        "leaders", N_("Attack {targets} by {units} under {leaders}"), N_("Attack {targets} by {units}")
    ),
    "call-off": CALL_OFF,
    "retreat": Either("unit", N_("Retreat {unit} to {route}"), N_("Retreat all of them the default way")),
    "supply-first": N_("Supply {units} first"),
    "resolve": Either("number", N_("Fight at {target}, attack {number}"), FIGHT),
    "lose": Either("units", N_("Lose {units}"), N_("Lose as little as you can")),
    "advance": N_("Advance into {target}: {units}"),
    "create": Either("depots", N_("Create supply at {depots}"), N_("Create supply at all depots")),
    "plain": Select(
        "word",
        {
            "end": N_("Done"),
            "pass": N_("Pass"),
            "roll": N_("Roll again"),
            "halt": N_("Halt unharmed"),
            "rest": N_("Rest"),
            "stand": N_("Stand everywhere"),
        },
    ),
}
"""Actions on buttons and in lists, by verb."""
