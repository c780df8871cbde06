"""Combats in a line or two: a group that has just entered, with fed dice and a stacked pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from data.vendee.schema import IncidentId, Side
from engines.core.dice import Dice
from engines.vendee.combat import encounter
from engines.vendee.combat.frames import Contingent
from engines.vendee.frames import KINDS, Activation, Condition, Operations, Points
from engines.vendee.procedure import PROCEDURE
from engines.vendee.resolution import Resolution
from engines.vendee.state import Readiness, State, put_force, side_of, sorted_points
from tests.vendee.builder import Given, Table, title

IDLE: tuple[IncidentId, ...] = ("t11", "t5", "t2", "t8")
"""Incidents that change nothing where the Royalists lose and no Mayençais are there."""


class Fray(Table):
    """A combat under way. What was fed and has not come up yet comes up later."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state)
        self.dice = dice

    def do(self, text: str, *faces: int, incidents: Sequence[str] = (), lots: Sequence[str] = ()) -> Fray:
        """The seat that is asked does something; these faces and markers come after those left over."""
        seat = self.asked[0]
        self.dice.feed(faces)
        self.dice.stack("incidents", incidents)
        self.dice.stack("generals", lots)
        step = title().apply(self.state, seat, title().parse(self.state, text, seat), self.dice)
        title().check(step.state)
        self.state, self.events = step.state, step.events
        return self

    def settle(self) -> Fray:
        """Everybody does what silence means until the combat is over, and all that was fed has come up."""
        events = list(self.events)
        while self.asked[1] in ENDING:
            action = title().fallback(self.state, title().decisions(self.state)[0])
            assert action is not None
            events.extend(self.do(title().notation(action)).events)
        assert self.dice.pending() == ((), {}), f"left {self.dice.pending()}"
        self.events = events
        return self


ENDING = ("march", "withdraw", "losses", "retreat", "pursuit", "refuge", "powder-tie", "occupation")
"""Decisions that a combat can wait for."""


def stacked(faces: Iterable[int], incidents: Sequence[str] = (), lots: Sequence[str] = ()) -> Dice:
    """Dice that give exactly this."""
    dice = Dice(None)
    dice.feed(faces)
    dice.stack("incidents", incidents)
    dice.stack("generals", lots)
    return dice


def kinds(points: Mapping[Any, int]) -> Points:
    """Combat points by kind, however their names are written."""
    return sorted_points(
        {next(kind for kind in KINDS if kind == name.replace("_", "-")): n for name, n in points.items()}
    )


def place(position: Given, area: str, points: Mapping[Any, int], ready: Readiness = "fresh") -> None:
    """The builder's `points` for a mapping."""
    for kind, count in kinds(points).items():
        condition = Condition(**{ready: count})
        put_force(title().box, position.state, area, kind, condition)


def attack(
    position: Given,
    area: str,
    origin: str,
    *faces: int,
    generals: Sequence[str] = (),
    incidents: Sequence[str] = (),
    lots: Sequence[str] = (),
    fortified: bool = False,
    force: Mapping[str, int] | None = None,
    **points: int,
) -> Fray:
    """Let a group enter an area with enemies, and go on to the first choice."""
    named = kinds({**(force or {}), **points})
    side: Side = side_of(next(iter(named)))
    place(position, area, named, "activated")
    for general in generals:
        position.general(general, area, ready="activated")
    state = position.state
    group = Activation(
        side,
        area,
        dict(named),
        tuple(generals),
        origin,
        ap=20,
        rolled=True,
        spent=2,
        led=tuple(named),
        steps=1,
    )
    state.phase, state.stack = "operations", [Operations(side, acted=True), group]
    dice = stacked(faces, incidents, lots)
    ctx = Resolution(title().box, state, dice)
    part = Contingent(origin, {kind: Condition(activated=n) for kind, n in named.items()}, tuple(generals))
    encounter.begin(ctx, area, side, (part,), fortified=fortified)
    PROCEDURE.resolve(ctx)
    title().check(state)
    fray = Fray(state, dice)
    fray.events = ctx.events
    return fray
