"""SimCord copies what goes to and fro, to the last line: here by the quicker way."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

_COPYING = (
    "copy.deepcopy",
    "simcord.backend.serializers.deepcopy",
    "simcord.components.deepcopy",
    "simcord.results.deepcopy",
)


def _copied(payload: Any) -> Any:
    return pickle.loads(pickle.dumps(payload, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own


@contextmanager
def copied_quickly() -> Iterator[None]:
    """Have SimCord copy by `pickle`: its own way takes a third of the processor time."""
    with ExitStack() as stack:
        for name in _COPYING:
            stack.enter_context(patch(name, _copied))
        yield
