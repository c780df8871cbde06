"""A bot that runs for long keeps nothing for the cards that it has posted."""

from __future__ import annotations

from tests.support.table import Table


async def test_no_card_is_listened_to(table: Table) -> None:
    await table.new()
    for _ in range(3):
        await table.camille.slash(table.channel, "levee done")
    await table.camille.slash(table.channel, "campaign abort")
    assert len(table.cards()) >= 4
    assert list(table.bot.persistent_views) == []
