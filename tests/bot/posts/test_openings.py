"""A campaign that is to be opened gets a thread of its own, once, whatever dies when."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
import msgspec
import pytest

from bot.campaigns.service import Campaigns
from bot.campaigns.setup import Wish
from bot.posts import openings
from bot.seats.lobby import Lobby
from bot.store import Campaign, Guild, privacy, rows
from bot.store.lobbies import Opening, OpeningRow, Template
from tests.support.moderated import marat
from tests.support.table import Table, said, text


async def asked(table: Table, channel: int | None = None, **wanted: Any) -> int:
    """Have a campaign opened; returns the id of the opening."""
    ids: list[int] = []
    now = table.bot.store.now()
    body = Opening(**{"title": "outposts", "created_by": table.camille.id, **wanted})

    def ask(connection: Any) -> None:
        ids.append(rows.openings.ask(connection, table.guild.id, channel or table.channel.id, body, now))

    await table.bot.store.transact(ask)
    return ids[0]


async def row(table: Table, opening_id: int = 1) -> OpeningRow:
    """An opening as it is stored."""
    stored = await table.bot.store.look(partial(rows.openings.by_id, opening_id=opening_id))
    assert stored is not None
    return stored


async def threads(table: Table) -> list[discord.Thread]:
    """The threads of the server."""
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    return await guild.active_threads()


async def opened(table: Table, opening_id: int = 1) -> Campaign:
    """The campaign of an opening that is done."""
    done = await row(table, opening_id)
    assert (done.next_at, done.error) == (None, None)
    assert done.campaign_id is not None
    campaign = await table.campaign(done.campaign_id)
    assert campaign.channel_id == done.thread_id
    return campaign


async def test_a_lobby_opens_in_a_thread_by_the_template(table: Table) -> None:
    template = Template(name="{game}: {number}", images="never", archive=1440)
    guild = Guild(id=table.guild.id, clock="48h", lobbies=msgspec.json.encode(template))
    await table.bot.store.transact(partial(rows.people.put_guild, settings=guild))
    await asked(table, text="Here it is.", people=[table.maxime.id])

    await table.sweep()

    (thread,) = await threads(table)
    campaign = await opened(table)
    assert campaign.channel_id == thread.id
    assert (thread.name, thread.auto_archive_duration) == ("Outposts: 1", 1440)
    assert (campaign.status, campaign.images, campaign.clock) == ("lobby", "never", "48h")
    (room,) = table.channel.threads
    said = [text(message) for message in room.history()]
    assert any("Here it is." in each for each in said)


async def test_a_pairing_with_all_its_players_begins_at_once(table: Table) -> None:
    white, black = table.bot.campaigns.titles["outposts"].seats
    await asked(table, taken={white: table.camille.id, black: table.maxime.id}, name="Round 1", clock="24h")

    await table.sweep()

    campaign = await opened(table)
    assert (campaign.status, campaign.clock) == ("running", "24h")
    assert campaign.seats == {white: table.camille.id, black: table.maxime.id}
    assert [thread.name for thread in await threads(table)] == ["Round 1"]


@pytest.mark.parametrize("dies", ["thread", "note", "campaign", "begin"])
async def test_nothing_is_opened_twice_whatever_dies(
    table: Table, dies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """The process is killed."""

    async def die(*args: Any, **kwargs: Any) -> None:
        raise Died

    white, black = table.bot.campaigns.titles["outposts"].seats
    await asked(table, taken={white: table.camille.id, black: table.maxime.id})
    with monkeypatch.context() as patch:
        if dies == "thread":
            patch.setattr(openings.Openings, "_thread", die)
        elif dies == "note":
            patch.setattr(rows.openings, "threaded", lambda *args, **kwargs: (_ for _ in ()).throw(Died()))
        elif dies == "campaign":
            patch.setattr(Campaigns, "new", die)
        else:
            patch.setattr(openings.Openings, "_begin", die)
        with pytest.raises(Died):
            await table.bot.openings.settle()

    await table.restart()
    await table.sweep()
    await table.sweep(60)

    assert len(await threads(table)) == 1
    assert (await opened(table)).status == "running"
    assert await table.bot.store.campaign(2) is None


async def test_two_alike_are_two(table: Table) -> None:
    first, second = await asked(table, name="A pair"), await asked(table, name="A pair")

    await table.sweep()

    assert (await opened(table, first)).channel_id != (await opened(table, second)).channel_id


async def test_a_missing_permission_is_said_once_and_tried_again(table: Table) -> None:
    assert table.bot.user is not None
    overwrite = discord.PermissionOverwrite(create_public_threads=False)
    hall = table.guild.create_text_channel("hall", overwrites={table.bot.user: overwrite})
    await asked(table, hall.id)

    await table.sweep()
    await table.sweep(61)

    said = [text(message) for message in hall.history()]
    assert sum("I need the permission Create Public Threads there" in each for each in said) == 1
    assert (await row(table)).attempts == 2
    other = Guild(id=table.guild.id, lobbies=msgspec.json.encode(Template(channel=table.channel.id)))
    await table.bot.store.transact(partial(rows.people.put_guild, settings=other))
    await table.sweep(3600)
    await opened(table)


async def test_a_channel_that_is_gone_gives_way_to_the_one_that_was_asked_from(table: Table) -> None:
    gone = Guild(id=table.guild.id, lobbies=msgspec.json.encode(Template(channel=12345)))
    await table.bot.store.transact(partial(rows.people.put_guild, settings=gone))
    await asked(table)

    await table.sweep()

    (thread,) = await threads(table)
    assert thread.parent_id == table.channel.id
    await opened(table)


async def test_what_can_never_be_opened_is_given_up(table: Table) -> None:
    await asked(table, scenario="nowhere")

    await table.sweep()

    given_up = await row(table)
    assert given_up.next_at is None
    assert "has no scenario" in (given_up.error or "")
    assert await threads(table) == []


async def test_a_campaign_that_somebody_begins_in_the_thread_first_is_theirs(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = Campaigns.new

    async def later(campaigns: Campaigns, wish: Wish) -> Campaign:
        await new(campaigns, table.wish(channel=table.channel.threads[0]))
        return await new(campaigns, wish)

    await asked(table)
    with monkeypatch.context() as patch:
        patch.setattr(Campaigns, "new", later)
        await table.sweep()
    assert (await table.campaign()).channel_id == table.channel.threads[0].id
    assert table.bot.sweep.ended == table.bot.store.now()

    await table.sweep(60)

    assert (await opened(table)).channel_id == table.channel.threads[1].id


async def test_a_name_that_nobody_can_see_is_refused(table: Table) -> None:
    moderator = marat(table)
    for name in ("\u202e", "\u200b", "\0", "  "):
        told = said(await moderator.slash(table.channel, "settings", lobby_name=name))
        assert told == "That name is empty: nothing of it can be seen. Give some letters or signs."
    told = said(await moderator.slash(table.channel, "settings", lobby_name="*{game}* \0{number}"))
    assert "threads “\\*{game}\\* {number}”" in told
    await asked(table)
    await table.sweep()
    assert [thread.name for thread in await threads(table)] == ["*Outposts* 1"]


async def test_a_person_who_was_forgotten_takes_no_seat(table: Table) -> None:
    white, black = table.bot.campaigns.titles["outposts"].seats
    await asked(table, taken={white: table.camille.id, black: table.maxime.id})
    await table.bot.store.transact(partial(privacy.forget, user_id=table.camille.id))

    await table.sweep()

    campaign = await opened(table)
    assert (campaign.status, campaign.seats) == ("lobby", {black: table.maxime.id})
    assert campaign.created_by == table.maxime.id


async def test_a_campaign_that_can_not_begin_holds_up_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    white, black = table.bot.campaigns.titles["outposts"].seats
    first = await asked(table, taken={white: table.camille.id, black: table.maxime.id})
    second = await asked(table, name="The other")

    async def broken(*args: Any, **kwargs: Any) -> None:
        raise KeyError("seat")

    with monkeypatch.context() as patch:
        patch.setattr(Lobby, "begin", broken)
        await table.sweep()
    assert "opening 1" in table.incidents.take()[0].getMessage()
    assert (await row(table, first)).next_at is not None
    await opened(table, second)
    await table.sweep(61)
    assert (await opened(table, first)).status == "running"
    assert len(await threads(table)) == 2
