"""The shape of `tables.toml`: the three tables that the rulebook lacks, and the figures of its text.

A table has a row for each total of the dice from `lowest` up; totals outside go to the first or the last
row, odds outside to the first or the last column.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from data.schema import Provenance

Side = Literal["french", "allied"]
Arm = Literal["infantry", "cavalry"]
Result = Literal["AE", "AR*", "AR", "EX", "BR", "DR", "DR*", "½DE", "DE"]
"""The result of a charge, from the attacker's ruin to the defender's (9.4.3)."""


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two dice; steps lost. The first column is that of skirmishers, the others are by morale."""

    lowest: int
    morale: list[int]
    """Morale of each column after the first; a lower or higher one uses the nearest (A-9.3-1)."""
    rows: list[list[int]]


class Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One die."""

    lowest: int
    odds: list[str]
    """Attacker to defender, from the worst, as `1:3`."""
    rows: list[list[Result]]


class Melee(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two dice; steps lost by attacker and defender, [0, 0] for the `-` of the rulebook."""

    lowest: int
    odds: list[str]
    rows: list[list[tuple[int, int]]]


class Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Modifiers of the dice."""

    reduced_fire: int
    """Fire of a unit that has lost a step (Y-9.3.3-a)."""
    defensive_fire: int
    """Fire at chargers (Y-9.3.3-b)."""
    melee_charge: int
    """Charging cavalry that comes from Flank to Main (Y-9.5F-c)."""
    melee_morale: int
    """The modifier for the lead unit of the higher morale (Y-9.5F-d)."""
    far_unit: int
    """Activation of a single unit beyond the range of its Leader (Y-6.1-e)."""
    cut_off: int
    """Morale check before a retreat that no box allows (Y-9.7-d)."""
    base_lost: dict[Side, int]
    """Check of a Shaken army's units, for each of its bases that the enemy is in (Y-10.2.1-b)."""


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures of the text."""

    allowance: dict[Arm, int]
    leader_allowance: int
    """The movement of a Leader without units (Y-7.1.1-a)."""
    traffic: int
    """The additional cost of a line that another friendly stack has used this turn (Y-7.1.8-a)."""
    exit: int
    """The cost of leaving by the west edge (A-11.1.1-2)."""
    range: int
    """Movement points within which a Leader needs no roll (Y-6.0-b)."""
    morale_cap: int
    overrun: int
    """Least units of a stack that may overrun (Y-7.3-a)."""
    minor: int
    """Most units on both sides of a Minor Battle (Y-9.0-c)."""
    army_morale: dict[Side, int]
    eliminated: int
    """Units eliminated for a step of Army Morale (Y-10.2-c)."""
    chits: list[int]
    overall: dict[Side, str]
    """The Leader whose initiative counts for the dice of 5.2 and with whom the Allies leave the map."""


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Items that count in half points (Y-11.2-g), and the commands that must leave with Brunswick."""

    step: int
    skirmish_step: int
    city: int
    rank: int
    """The points for each star of a Leader."""
    exits: int


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`tables.toml`; `markers` are the counters beside units and Leaders that complete the box (Y-2.0-a)."""

    fire: Fire
    charge: Charge
    melee: Melee
    modifiers: Modifiers
    figures: Figures
    victory: Victory
    markers: dict[str, int]
    source: dict[str, Provenance]
