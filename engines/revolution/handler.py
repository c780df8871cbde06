"""The handler of a frame in this game."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from engines.core import procedure
from engines.core.procedure import Frame
from engines.revolution.actions import Action
from engines.revolution.box import Box
from engines.revolution.resolution import Resolution
from engines.revolution.state import State

F = TypeVar("F", bound=Frame)

Handler: TypeAlias = procedure.Handler[Resolution, Box, State, F, Action]
Automatic: TypeAlias = procedure.Automatic[Resolution, Box, State, F, Action]
