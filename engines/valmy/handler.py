"""The handler of a frame in this game."""

from __future__ import annotations

from typing import ClassVar, TypeAlias, TypeVar

from data.catalogue import N_
from engines.core import procedure
from engines.core.procedure import A
from engines.core.refusals import Refusal
from engines.valmy.actions import Action
from engines.valmy.box import Box
from engines.valmy.frames import Owned
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import State

F = TypeVar("F", bound=Owned)

Automatic: TypeAlias = procedure.Automatic[Resolution, Box, State, F, Action]


class Handler(procedure.Handler[Resolution, Box, State, F, A]):
    """A step in which a side is asked."""

    wants: ClassVar[N_]
    """What is decided, for whoever does something else."""

    def seat(self, box: Box, state: State, frame: F) -> str:
        return frame.side

    def unlisted(self, box: Box, frame: F) -> Refusal:
        return out_of_place(str(self.wants))


class YesNo(Handler[F, Action], procedure.YesNo[Resolution, Box, State, F, Action]):
    """A handler of this game for a choice to do one thing or to decline."""
