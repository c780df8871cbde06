"""What a runner can do, and how it is typed."""

from __future__ import annotations

import msgspec

from engines.core.notation import Alone, Grammar, Part, Verb, number


class Stake(msgspec.Struct, frozen=True, tag="stake", tag_field="kind"):
    """Stake points (S-1.1-a)."""

    points: int


class Walk(msgspec.Struct, frozen=True, tag="walk", tag_field="kind"):
    """Gain a field (S-2.2-a)."""


class Run(msgspec.Struct, frozen=True, tag="run", tag_field="kind"):
    """Throw for more (S-2.3-a)."""


Action = Stake | Walk | Run

GRAMMAR: Grammar[None, Action] = Grammar(
    [
        Verb("stake", Stake, Part(lambda words, typed: number(typed)), wants="points: stake 2"),
        Alone("walk", Walk()),
        Alone("run", Run()),
    ],
    few=True,
)
