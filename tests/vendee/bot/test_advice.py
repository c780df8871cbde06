"""The adviser's counsel where no other person plays."""

from __future__ import annotations

import pytest

from engines.core.contract import AnyTitle
from engines.vendee.title import Vendee
from tests.support.life import Life


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The Vendée."""
    return [Vendee()]


async def test_a_player_alone_is_told_the_best_actions_with_their_chances(life: Life) -> None:
    await life.types(life.camille, "campaign new", game="vendee", side="royalist", images="never")
    told = await life.types(life.camille, "hint")
    assert "% that the Republic does not win. In " in told
    assert "playouts to the end of the month" in told


async def test_where_another_person_plays_there_is_no_advice(life: Life) -> None:
    await life.types(life.camille, "campaign new", game="vendee", side="royalist", images="never")
    await life.types(life.maxime, "seat take", seat="republican")
    assert "You play against people here" in await life.types(life.camille, "hint")
