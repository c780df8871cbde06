"""The base of the states of all games: fields that are copied, and the JSON that digests are of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Self, get_origin

import msgspec

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

CANONICAL = msgspec.json.Encoder(order="sorted")
"""The JSON that digests are of."""


class GameState(msgspec.Struct, kw_only=True):
    """The base of every state."""

    scenario: str
    options: Mapping[str, bool]

    def copy(self) -> Self:
        """A copy that shares nothing that changes in place: lists and dictionaries hold frozen values."""
        own = msgspec.structs.replace(self)
        # One by one, because `replace` looks each name up among all fields, and takes a third longer.
        for field in _containers(type(self)):
            setattr(own, field, getattr(own, field).copy())
        return own

    def written(self) -> msgspec.Struct:
        """The struct that a digest encodes; parts of it may already be JSON, the same as it would make."""
        return self

    def hashed(self) -> Hash:
        """SHA-256 of the JSON with sorted keys."""
        return sha256(CANONICAL.encode(self.written()))


@cache
def _containers(kind: type[GameState]) -> list[str]:
    """The fields of a state that are lists and dictionaries."""
    return [field.name for field in msgspec.structs.fields(kind) if get_origin(field.type) in (list, dict)]
