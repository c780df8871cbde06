"""Checks of a state that came from outside."""

from __future__ import annotations

from engines.core.errors import StateError


def require(fits: bool, field: str, expected: str) -> None:
    """Check one condition on a state.

    :param expected: the condition in words; it holds in every state that the game can have.
    :raises StateError: names the field.
    """
    if not fits:
        raise StateError(f"{field}: {expected}")
