"""Questions besides laws that deputies vote on: asked, counted, and a tie broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engines.revolution.frames import Ballot
from engines.revolution.handler import Automatic
from engines.revolution.politics.votes import broken, collect, count
from engines.revolution.resolution import Resolution
from engines.revolution.state import State


class Kind(NamedTuple):
    """A kind of question, by its matter."""

    wanted: Callable[[State, Ballot], list[str]]
    """Who votes; nobody: nothing is asked and nothing decided."""
    decided: Callable[[Resolution, Ballot, bool], None]
    """What a majority for it, or against it, comes to."""
    tie: bool | None = None
    """What a tie comes to; None: somebody breaks it."""


class Balloting(Automatic[Ballot]):
    """A question goes its way.

    :param kinds: by matter.
    """

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._kinds = kinds

    def go_on(self, ctx: Resolution, frame: Ballot) -> bool:
        kind, state = self._kinds[frame.kind], ctx.state
        if not frame.asked:
            seats = kind.wanted(state, frame)
            if seats:
                ctx.replace(replace(frame, asked=True))
                collect(ctx, frame.kind, seats, frame.subject)
            else:
                ctx.pop()
            return False
        if frame.tie is None:
            lead = count(ctx, frame.kind, frame.subject, frame.cast)
            result = kind.tie if lead == 0 else lead > 0
            if result is None:
                result = broken(ctx, frame.subject, frame.cast)
            if result is None:
                return False
        else:
            result = frame.tie
        ctx.pop()
        kind.decided(ctx, frame, result)
        return False
