"""Campaigns in threads are shown to those who can see them, also once the threads are archived."""

from __future__ import annotations

from functools import partial

import discord

from bot.campaigns import places
from bot.store import rows
from tests.support.life import Life

NOTHING = "No such campaign has ended here yet"


async def thread_of(life: Life, kind: discord.ChannelType) -> discord.Thread:
    """A thread of the hall, to which the hall moves; Camille and Maxime are in it."""
    channel = life.table.bot.get_channel(life.hall.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="duel", type=kind)
    assert isinstance(thread, discord.Thread)
    for person in (life.camille, life.maxime):
        await thread.add_user(discord.Object(person.id))
    (life.hall,) = life.hall.threads
    return thread


async def conceded(life: Life) -> None:
    """A campaign that Maxime gives up."""
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")


async def test_a_private_thread_is_its_members_alone(life: Life) -> None:
    square = life.hall
    thread = await thread_of(life, discord.ChannelType.private_thread)
    await life.outposts()
    room, life.hall = life.hall, square
    assert "Plays now" in await life.types(life.maxime, "profile", user=life.camille)
    assert "Plays now" not in await life.types(life.lucien, "profile", user=life.camille)
    assert "Outposts" not in await life.types(life.lucien, "campaign list")
    assert "don't know that campaign" in await life.types(life.lucien, "campaign status", campaign="1")
    life.hall = room
    await life.committed()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    await thread.edit(archived=True)
    life.hall = square
    assert life.table.bot.get_channel(thread.id) is None
    for _time in range(2):
        assert NOTHING in await life.types(life.lucien, "results", player=life.camille)
        assert "1 won" in await life.types(life.maxime, "results", player=life.camille)
    assert "Outposts" not in await life.types(life.lucien, "campaign list")
    assert "Outposts" in await life.types(life.camille, "campaign list")
    offered = await life.camille.autocomplete(life.hall, "campaign export", "campaign", "1")
    assert "#duel" in offered[0]["name"]
    assert await life.lucien.autocomplete(life.hall, "campaign export", "campaign", "1") == []


async def test_an_archived_thread_is_seen_like_its_channel(life: Life) -> None:
    square = life.hall
    shut = discord.PermissionOverwrite(view_channel=False)
    life.hall = life.guild.create_text_channel("club", overwrites={life.lucien: shut})
    thread = await thread_of(life, discord.ChannelType.public_thread)
    await conceded(life)
    await thread.edit(archived=True)
    life.hall = square
    assert "1 campaign." in await life.types(life.therese, "results")
    assert NOTHING in await life.types(life.lucien, "results")
    # It never moves: Discord is not asked for each thread that was archived.
    asked = f"/channels/{thread.id}"
    assert not [call for call in life.env.http_requests if (call.method, call.path) == ("GET", asked)]
    club = thread.parent
    assert club is not None
    await thread.delete()
    await life.reopen()
    assert "1 campaign." in await life.types(life.therese, "results")
    assert NOTHING in await life.types(life.lucien, "results")
    await club.delete()
    await life.env.settle()
    # A channel that is gone hides nothing.
    assert "1 campaign." in await life.types(life.lucien, "results")


async def test_the_channel_of_a_thread_is_noted_when_discord_has_told_it_once(life: Life) -> None:
    square = life.hall
    thread = await thread_of(life, discord.ChannelType.public_thread)
    await conceded(life)
    # It was over before this was noted at the end of a campaign.
    noted = places.thread(life.guild.id, thread.id)
    await life.table.bot.store.transact(partial(rows.people.unnote, key=noted))
    await thread.edit(archived=True)
    life.hall = square
    for _time in range(2):
        assert "1 campaign." in await life.types(life.lucien, "results")
    asked = f"/channels/{thread.id}"
    gets = [call for call in life.env.http_requests if (call.method, call.path) == ("GET", asked)]
    assert len(gets) == 1
    read = partial(rows.people.noted, key=noted)
    assert await life.table.bot.store.look(read) == str(thread.parent_id)
