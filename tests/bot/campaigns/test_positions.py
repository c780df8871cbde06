"""Positions and forms that are kept for a moment: the rows stay the truth, and each seat has its own view."""

from __future__ import annotations

import msgspec
import pytest

from bot.campaigns import sheets, table
from bot.campaigns.positions import KEPT, Positions
from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.games.registry import presenter_of
from bot.games.shown import Does
from bot.store import Store
from data.games import GAMES
from engines.core.game import Game
from tests.core.play import TITLES
from tests.support.table import Table, adds


async def test_a_position_is_decoded_once_until_another_process_writes(table: Table) -> None:
    await table.new()
    campaigns = table.bot.campaigns
    before = campaigns.state_of(await table.campaign())
    assert campaigns.state_of(await table.campaign()) is before

    async with await Store.open(table.settings.database, table.env.now) as store:
        elsewhere = Campaigns(store, campaigns.titles.values(), table.env.now)
        await elsewhere.take(1, table.camille.id, (await table.legal())[0])

    campaign = await table.campaign()
    after = campaigns.state_of(campaign)
    assert after != before
    assert msgspec.json.encode(after) == campaign.state


async def test_positions_are_kept_of_some_campaigns_and_may_be_dropped(table: Table) -> None:
    campaign = await table.new()
    title, positions = table.bot.campaigns.title_of(campaign), Positions()
    first = positions.of(campaign, title)
    for number in range(2, KEPT + 1):
        positions.of(msgspec.structs.replace(campaign, id=number), title)
    assert positions.of(campaign, title) is first
    for number in range(2, KEPT + 2):
        positions.of(msgspec.structs.replace(campaign, id=number), title)
    dropped = positions.of(campaign, title)
    assert dropped is not first
    assert dropped == first


@pytest.mark.parametrize("id", GAMES)
def test_a_presenter_gives_each_seat_its_own_view(id: str) -> None:
    title = TITLES[id]
    words, seats = presenter_of(title), (*title.seats, None)
    for seed in ("one", "two"):
        state = Game(title, seed=seed).state
        for seat in (*seats, *reversed(seats)):
            assert words.view(state, seat) == title.view(state, seat)


async def test_a_form_that_changed_since_it_was_read_keeps_both_changes(table: Table) -> None:
    wish = Wish(table.guild.id, table.channel.id, table.camille.id, "revolution", seed="form")
    campaigns = table.bot.campaigns
    campaign = await campaigns.new(wish)
    seat = campaigns.title_of(campaign).deciding(campaigns.state_of(campaign))[0]
    campaign, stale, _card = await table_of(table)
    first, second = await changes(campaigns, seat, 2)

    assert await sheets.write(campaigns, campaign, seat, first, 1, stale) is not None
    written = await sheets.write(campaigns, campaign, seat, second, 2, stale)

    fresh = await campaigns.around(campaign)
    assert written == fresh
    form = await sheets.sheet(campaigns, campaign, seat)
    words, state = presenter_of(campaigns.title_of(campaign)), campaigns.state_of(campaign)
    begun = words.sheet(state, seat, None, {})
    assert form is not None
    assert begun is not None
    assert form.text == words.written(state, seat, words.written(state, seat, begun.text, first), second)


async def table_of(here: Table) -> table.Table:
    """The campaign with what stands beside its board."""
    return await table.of(here.bot.store, 1)


async def changes(campaigns: Campaigns, seat: str, count: int) -> list[str]:
    """Changes that the form of a seat offers, also behind a list."""
    campaign, keys, found = await campaigns.by_id(1), [""], []
    for key in keys:
        form = await sheets.sheet(campaigns, campaign, seat, key)
        for choice in (each for group in form.groups for each in group.choices) if form else ():
            if adds(choice):
                found.append(choice.notation)
            elif not key and choice.does is Does.OPEN:
                keys.append(choice.notation)
    return found[:count]
