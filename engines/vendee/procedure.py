"""The handler of each frame of this game, and actions beyond frames: change and messengers at any time."""

from __future__ import annotations

from typing import Any

from data.sentences import _l
from data.vendee.schema import Side
from engines.core.procedure import Frame, Procedure
from engines.core.refusals import Refusal
from engines.vendee import frames
from engines.vendee.actions import Action, Play
from engines.vendee.box import Box
from engines.vendee.combat.battle import Combat
from engines.vendee.combat.frames import Battle, Losses, Pursuit, Retreat
from engines.vendee.combat.losses import Paying
from engines.vendee.combat.pursuit import Pursuing
from engines.vendee.combat.retreat import Retreating
from engines.vendee.frames import as_side
from engines.vendee.handler import Handler
from engines.vendee.markers import anytime, play
from engines.vendee.markers.choices import Commander, FirstOccupation, Galerne, Port, Tie
from engines.vendee.markers.england import SecondMarker, SecretNote
from engines.vendee.markers.fortify import Fortifying
from engines.vendee.movement.activation import GroupOnTheMove
from engines.vendee.phases.committee import Trials
from engines.vendee.phases.desertion import GoingHome
from engines.vendee.phases.initiative import Beginning
from engines.vendee.phases.operations import Operating, Preemption
from engines.vendee.phases.reinforcement import Reinforcements
from engines.vendee.phases.sequence import next_phase
from engines.vendee.phases.wounded import Recovery
from engines.vendee.position.isolated import Flight
from engines.vendee.refusals import OUT_OF_PLACE
from engines.vendee.resolution import Resolution
from engines.vendee.state import State


class War(Procedure[Resolution, Box, State, Action]):
    """The control flow of this game."""

    def handler(self, frame: Frame) -> Handler[Any]:
        """The handler of a frame; stages of a combat have handlers of their own."""
        return _COMBAT.stage(frame) if isinstance(frame, Battle) else self._handlers[type(frame)]

    def next_phase(self, ctx: Resolution) -> bool:
        return next_phase(ctx)

    def waits(self, box: Box, state: State, seat: str) -> Refusal:
        waiting = self.side_asked(box, state)
        if waiting is None:
            return Refusal("V-2.7-a", _l("The game is over"))
        return Refusal(
            "V-2.4-a",
            (
                _l("The game waits for the Royalists")
                if waiting == "royalist"
                else _l("The game waits for the Republicans")
            ),
        )

    def side_asked(self, box: Box, state: State) -> Side | None:
        """The side that owes a decision; this game never asks both at once."""
        seats = self.deciding(box, state)
        return as_side(seats[0]) if seats else None

    def legal(self, box: Box, state: State, seat: str) -> list[Action]:
        actions = super().legal(box, state, seat)
        return [*actions, *anytime.legal(box, state, as_side(seat))] if actions else []

    def refusal(self, box: Box, state: State, seat: str, action: Action) -> Refusal | None:
        side = as_side(seat)
        if anytime.is_anytime(action) and self.side_asked(box, state) == side:
            return anytime.refusal(box, state, side, action)
        refusal = super().refusal(box, state, seat, action)
        if refusal is not None and refusal.statement == OUT_OF_PLACE and isinstance(action, Play):
            return play.timing(box, state, side, action.event)
        return refusal

    def act(self, ctx: Resolution, seat: str, action: Action) -> None:
        if anytime.is_anytime(action):
            anytime.act(ctx, as_side(seat), action)
        else:
            super().act(ctx, seat, action)


_COMBAT = Combat()
PROCEDURE = War(
    {
        frames.Wounded: Recovery(),
        frames.Plan: SecretNote(),
        frames.Powder: SecondMarker(),
        frames.Reinforce: Reinforcements(),
        frames.Sail: Port(),
        frames.Lechelle: Commander(),
        frames.Initiative: Beginning(),
        frames.Operations: Operating(),
        frames.Preempt: Preemption(),
        frames.Activation: GroupOnTheMove(),
        frames.Fortify: Fortifying(),
        frames.Refuge: Flight(),
        frames.Occupied: FirstOccupation(),
        frames.Leaders: Tie(),
        frames.Desertion: GoingHome(),
        frames.Committee: Trials(),
        frames.EndOfTurn: Galerne(),
        Battle: _COMBAT,
        Losses: Paying(),
        Retreat: Retreating(),
        Pursuit: Pursuing(),
    }
)
