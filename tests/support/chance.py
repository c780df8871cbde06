"""What nobody gives a seed is drawn alike each day: a campaign's own seed, the numbers of lists and faults.

By night it is drawn otherwise, and with the night's seed so again.
"""

from __future__ import annotations

import random

import pytest

from tests.support.depth import seed


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test draws the same whatever ran before it."""
    drawn = random.Random(seed(request.node.nodeid))
    random.seed(drawn.random())

    def token(size: int = 32) -> str:
        return drawn.randbytes(size).hex()

    monkeypatch.setattr("secrets.token_hex", token)
