"""The handler of a frame in this game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeAlias, TypeVar

from data.catalogue import _
from data.nouns import listed
from data.sentences import _l
from data.vendee.schema import Army, EventId
from engines.core import procedure
from engines.core.orders import names
from engines.core.procedure import Frame
from engines.core.refusals import Refusal
from engines.vendee.actions import DECLINE, Action, Choose, Play
from engines.vendee.box import Box
from engines.vendee.refusals import out_of_place
from engines.vendee.resolution import Resolution
from engines.vendee.state import State

F = TypeVar("F", bound=Frame)
K = TypeVar("K", bound=Army)

Handler: TypeAlias = procedure.Handler[Resolution, Box, State, F, Action]
Automatic: TypeAlias = procedure.Automatic[Resolution, Box, State, F, Action]


class Marker(procedure.YesNo[Resolution, Box, State, F, Action]):
    """An event marker may be played at a moment of its own, or declined."""

    no = DECLINE
    silence = True

    @abstractmethod
    def event(self, frame: F) -> EventId:
        """The event in question."""

    def yes(self, frame: F) -> Action:
        return Play(self.event(frame))

    def unlisted(self, box: Box, frame: F) -> Refusal:
        return out_of_place(_("event {frame} or decline", frame=self.event(frame)))

    def ordered(self, box: Box, state: State, frame: F, order: str) -> Action | None:
        """`play` or `decline`."""
        return DECLINE if order == "decline" else self.yes(frame)


class ArmyChoice(Handler[F], Generic[F, K]):
    """A choice of one of some armies, which ends the frame."""

    statement: str
    """The statement that forbids any other choice."""

    @abstractmethod
    def armies(self, box: Box, frame: F) -> Sequence[K]:
        """The armies that may be chosen."""

    @abstractmethod
    def chosen(self, ctx: Resolution, frame: F, army: K) -> None:
        """Carry it out; the frame is off the stack."""

    @abstractmethod
    def preferred(self, state: State, frame: F, armies: Sequence[K]) -> K:
        """The default army."""

    def legal(self, box: Box, state: State, frame: F) -> list[Action]:
        return [Choose(army) for army in self.armies(box, frame)]

    def unlisted(self, box: Box, frame: F) -> Refusal:
        return Refusal(self.statement, _l("Choose {tied}", tied=listed(self.armies(box, frame), "or")))

    def act(self, ctx: Resolution, frame: F, action: Action) -> None:
        assert isinstance(action, Choose)
        ctx.pop()
        self.chosen(ctx, frame, next(army for army in self.armies(ctx.box, frame) if army == action.army))

    def fallback(self, box: Box, state: State, frame: F) -> Action:
        return Choose(self.preferred(state, frame, self.armies(box, frame)))

    def ordered(self, box: Box, state: State, frame: F, order: str) -> Action:
        """Armies in order of preference; else as by default."""
        armies = self.armies(box, frame)
        named = [army for word in names(order) for army in armies if army == word]
        return Choose(named[0]) if named else self.fallback(box, state, frame)
