"""A life for each test: a server with its people, and the seed that every campaign gets."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from functools import partial

import pytest

import engines
from engines.core.contract import AnyTitle
from tests.support.bot_fixtures import Tables
from tests.support.life import Life, create, leaks

SEED_BYTES = 16


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The titles that the bot starts with; a rule fix is another in its place, and a restart."""
    return [*engines.titles().values()]


@pytest.fixture
def people() -> type[Life]:
    """Who is on the server."""
    return Life


@pytest.fixture
async def life(
    closed_table: Tables, titles: list[AnyTitle], people: type[Life], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Life]:
    """A server with its people; at the end nothing hidden may ever have been told in public."""
    table = await closed_table(partial(create, titles=titles))
    await table.start()
    life = people(table)
    # Whoever starts a campaign can't choose its seed: chance itself has to be held.
    numbers = itertools.count(1)

    def token(size: int = 32) -> str:
        return life.seed if size == SEED_BYTES else f"{next(numbers):0{2 * size}x}"

    monkeypatch.setattr("secrets.token_hex", token)
    yield life
    # Foot, horse and chits are hidden in Outposts; another game may tell of its own.
    assert "outposts" not in {title.id for title in titles} or leaks(table) == []
