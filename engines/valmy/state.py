"""The state of a game: plain data, JSON out and in without loss.

What changes is held in dictionaries and lists of frozen values, so that a copy is shallow and quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from data.valmy.schema import Army, Ratings
from data.valmy.tables import Side
from engines.core.title import GameState
from engines.valmy.box import Box, Face
from engines.valmy.combat.frames import COMBAT_FRAMES
from engines.valmy.frames import OWN_FRAMES

Phase = Literal["set-up", "initiative", "activations", "recovery", "army-morale", "over"]
Fate = Literal["waiting", "map", "pursuing", "exited", "eliminated"]
"""Not yet arrived, in a box, away until the turn ends (9.4.5), out by the west edge, or gone for good."""
Morale = Literal["steady", "shaken", "broken"]
AnyFrame = OWN_FRAMES | COMBAT_FRAMES


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has become of a unit."""

    fate: Fate
    box: str | None = None
    """Where it is, or where pursuers come back to."""
    leader: str | None = None
    """In whose holding box it is; None: openly on the map (Y-2.3-f)."""
    reduced: bool = False
    spent: bool = False
    """Whether it was activated, or tried to be, this turn (Y-6.1-b)."""


class Leader(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has become of a leader."""

    fate: Fate
    box: str | None = None
    superior: str | None = None
    """In whose holding box he is; None: on the map (Y-2.3-e)."""
    spent: bool = False
    """Rotated: activated, or tried to be, this turn (Y-6.0-d, e)."""
    replaced: bool = False
    """Killed once: his replacement serves (Y-9.5.2-d)."""


class State(GameState, forbid_unknown_fields=True, kw_only=True):
    """Everything on the table, both hidden and seen."""

    turn: int
    phase: Phase
    stack: list[AnyFrame]
    """What is being resolved, the topmost last; empty when the game is over."""
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    chits: dict[Side, tuple[int, ...]]
    initiative: Side
    """Who has it this turn; until it is determined, who had it in the last."""
    traffic: dict[Side, tuple[tuple[str, str], ...]]
    """Lines that units of a side have used in this turn's movement (Y-7.1.8-b), each in map order."""
    came: dict[str, Mapping[Side, tuple[str, ...]]]
    """By box and side, the boxes from which units that are there came; until the last of them leaves."""
    lost: dict[Side, int]
    """Units eliminated this turn."""
    morale: dict[Side, Morale]
    fallen: list[Army]
    """Armies that have lost their base: shaken for the rest of the game (Y-10.2-g)."""
    just_fallen: list[Army] = msgspec.field(default_factory=list)
    """Those of them whose base was lost in this turn (A-10.2-4)."""
    control: dict[str, Side]
    """Who occupied each city last (Y-11.2-e)."""
    verdun: int = 0
    """Turn ends running at which the French held the Allied base (Y-11.1.2-b)."""
    left: list[str] = msgspec.field(default_factory=list)
    """Leaders who went out by the west edge this turn."""
    gates: list[str] = msgspec.field(default_factory=list)
    """Boxes of the west edge by which anybody has gone out (A-11.1.1-3)."""
    ended: str | None = None
    """The statement by which somebody has won at once."""


def units_in(box: Box, state: State, area: str, side: Side) -> list[str]:
    """Units of a side in a box, in the order of the pack."""
    known = state.units
    return [id for id in box.units_of[side] if (unit := known[id]).box == area and unit.fate == "map"]


def leaders_in(box: Box, state: State, area: str, side: Side) -> list[str]:
    """Leaders of a side in a box, in the order of the pack."""
    known = state.leaders
    return [id for id in box.leaders_of[side] if known[id].box == area and known[id].fate == "map"]


def held_by(state: State, leader: str) -> list[str]:
    """Units in a leader's holding box."""
    return [id for id, unit in state.units.items() if unit.leader == leader]


def ratings(box: Box, state: State, leader: str) -> Ratings:
    """A leader's ratings, his replacement's once he has fallen (Y-9.5.2-d)."""
    card = box.leader[leader]
    return card.replacement if state.leaders[leader].replaced else card.ratings


def face(box: Box, state: State, unit: str) -> Face:
    """The side of a unit's counter that lies up (Y-10.0-a)."""
    card = box.unit[unit]
    return card.reduced if state.units[unit].reduced and card.reduced is not None else card.full


def strength(box: Box, state: State, units: Iterable[str]) -> int:
    """Strength points on the sides that lie up (A-9.4.3-3)."""
    return sum(face(box, state, id).strength for id in units)


def steps(box: Box, state: State, unit: str) -> int:
    """Steps that a unit has left."""
    known = state.units[unit]
    return 0 if known.fate == "eliminated" else box.unit[unit].steps - known.reduced


def occupied(box: Box, state: State) -> dict[Side, set[str]]:
    """Boxes with units of each side; leaders without units never block."""
    return {"french": held(box, state, "french"), "allied": held(box, state, "allied")}


def held(box: Box, state: State, side: Side) -> set[str]:
    """Boxes with units of a side."""
    known = state.units
    return {
        unit.box for id in box.units_of[side] if (unit := known[id]).fate == "map" and unit.box is not None
    }


def army_morale(box: Box, state: State, side: Side) -> int:
    """A side's army morale as it stands with what it has lost this turn (A-10.2-1, A-9.5.2-3)."""
    figures = box.figures
    return figures.army_morale[side] - state.lost[side] // figures.eliminated
