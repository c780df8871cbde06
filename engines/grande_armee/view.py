"""The board as a seat sees it: all but the standing orders is open to everybody (G-GEN-8)."""

from __future__ import annotations

from typing import Literal

import msgspec

from data.grande_armee.schema import Nation, Side
from data.grande_armee.tables import Result
from data.hexes import Hex
from engines.grande_armee.box import Arm

Phase = Literal["movement", "combat", "supply", "over"]
Step = Literal[
    "arrivals",
    "swap",
    "move",
    "combine",
    "stacking",
    "declare",
    "defence",
    "resolve",
    "advance",
    "create",
    "over",
]
Status = Literal["ready", "moving", "done", "bound", "doomed", "used"]
Need = Literal["option", "plan", "retreat", "scatter", "exchange", "destroy"]


class Score(msgspec.Struct, frozen=True):
    """What the French have scored."""

    total: float
    fortresses: float
    actions: int


class FortressView(msgspec.Struct, frozen=True):
    """A Fortress of the scenario."""

    hex: Hex
    value: int
    control: Side
    besieged: bool


class UnitView(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that is in play."""

    side: Side
    nation: Nation
    kind: Arm
    strength: int
    parenthesised: bool
    allowance: int
    offence: int | None = None
    defence: int | None = None
    hex: Hex | None
    disrupted: int | None = None
    """Index of the phase at whose end it recovers."""
    left: int | None = None
    """Movement points left in its leg."""
    march: Literal["supply", "double", "triple"] | None = None
    leg: int = 1
    status: Status = "ready"


class SupplyView(msgspec.Struct, frozen=True, rename={"hexes": "for"}):
    """What a supply unit was used for in this phase."""

    spent: Literal["march", "elimination", "combat"] | None = None
    hexes: tuple[Hex, ...] | None = None


class AttackView(msgspec.Struct, frozen=True, kw_only=True):
    """An attack of this Combat Phase."""

    target: tuple[Hex, ...]
    by: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    river: Literal["bridged", "unbridged"] | None = None
    printed: float | None
    """Odds against what is printed, in percent; None against nothing."""
    attack: int
    defence: int
    odds: float | None
    column: int | None
    """The lower edge of the column; None where the attack is eliminated without a die."""
    state: Literal["declared", "lapsed", "fought", "moot"]
    die: int | None = None
    result: Result | None = None


class Pending(msgspec.Struct, frozen=True):
    """What somebody is asked beside the step itself."""

    seat: Side
    kind: Need
    unit: str | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The board as a seat sees it."""

    scenario: str
    turn: int
    turns: int
    player: Side
    phase: Phase
    index: int
    step: Step
    score: Score
    fortresses: dict[str, FortressView]
    units: dict[str, UnitView]
    supply: dict[str, SupplyView] = {}
    attacks: tuple[AttackView, ...] = ()
    pending: Pending | None = None
    orders: dict[Side, str | None] = {}
    """Of the seat that looks, nobody else's."""
