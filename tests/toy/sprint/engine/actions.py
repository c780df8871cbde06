"""What a runner can do; each struct declares its verb."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engines.core.declared import NUMBER, Field


class Stake(msgspec.Struct, frozen=True, tag="stake", tag_field="kind"):
    """Stake points (S-1.1-a)."""

    wants: ClassVar = "points: stake 2"
    points: Annotated[int, Field(NUMBER, about="How many points")]


class Walk(msgspec.Struct, frozen=True, tag="walk", tag_field="kind"):
    """Gain a field (S-2.2-a)."""


class Run(msgspec.Struct, frozen=True, tag="run", tag_field="kind"):
    """Throw for more (S-2.3-a)."""


Action = Stake | Walk | Run
