"""The handler of a frame in this game."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from engines.core import procedure
from engines.core.procedure import Frame
from engines.valmy.actions import Action
from engines.valmy.box import Box
from engines.valmy.resolution import Resolution
from engines.valmy.state import State

F = TypeVar("F", bound=Frame)

Handler: TypeAlias = procedure.Handler[Resolution, Box, State, F, Action]
Automatic: TypeAlias = procedure.Automatic[Resolution, Box, State, F, Action]
YesNo: TypeAlias = procedure.YesNo[Resolution, Box, State, F, Action]
