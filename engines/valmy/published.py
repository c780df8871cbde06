"""The view under stable names for programs, independent of later changes to the game's own view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.valmy.box import Box
from engines.valmy.state import State
from engines.valmy.view import view


def published(box: Box, state: State, seat: str | None) -> Mapping[str, Any]:
    """The view of a seat, or with None of the public."""
    return msgspec.structs.asdict(view(box, state, seat))
