"""A referee to talk to."""

from __future__ import annotations

import pytest

from tests.referee.talk import Talk


@pytest.fixture
def talk() -> Talk:
    """A referee without a game."""
    return Talk()


@pytest.fixture
def playing(talk: Talk) -> Talk:
    """A referee in the first turn of a game."""
    talk.new()
    return talk
