"""The game is among those that are played here, whether the list of games has it already or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.valmy.bot.campaign import listed


@pytest.fixture(autouse=True)
def _listed() -> Iterator[None]:
    with listed():
        yield
