"""The club whose leagues are tested."""

from __future__ import annotations

import pytest

from tests.support.club import Club
from tests.support.life import Life


@pytest.fixture
def people() -> type[Life]:
    """Who is on the server."""
    return Club


@pytest.fixture
def club(life: Club) -> Club:
    """The club."""
    return life
