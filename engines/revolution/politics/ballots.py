"""The deputies' votes on questions other than laws: asking, counting, and breaking a tie."""

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
    """The rules of a kind of ballot."""

    wanted: Callable[[State, Ballot], list[str]]
    """The seats that vote; with none, no question is asked and nothing is decided."""
    decided: Callable[[Resolution, Ballot, bool], None]
    """Carries out the majority's decision for it, or against it."""
    tie: bool | None = None
    """The result of a tie; None: a seat breaks it."""


class Balloting(Automatic[Ballot]):
    """A ballot goes its way.

    :param kinds: by kind of question.
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
