"""Spectators follow a campaign without a ping: in a thread that no player reads, or by letters."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from simcord import ChannelHandle, MemberActor
from sqlalchemy import Text, func, select, type_coerce

from bot.outbox.parking import shut_out
from bot.people.privacy import forget
from bot.store import privacy, rows
from bot.store.schema import outbox
from tests.support.life import Life
from tests.support.table import controls, text

HIDDEN = ("chit 1", "chit 6", "foot", "horse")


def threads(life: Life) -> list[ChannelHandle]:
    """The spectators' threads of the hall."""
    return [thread for thread in life.hall.threads if "Spectators" in (thread.name or "")]


def members(life: Life) -> set[int]:
    """Who is in the spectators' thread, but for the bot."""
    (thread,) = threads(life)
    backend = life.env.backend
    return set(backend.channels[thread.id].thread_members) - {backend.bot_user.id}


def turns(life: Life) -> list[str]:
    """The turns that are told in the spectators' thread."""
    (thread,) = threads(life)
    return [text(message) for message in thread.history() if message.flags.components_v2]


def is_shut(life: Life, thread: ChannelHandle) -> bool:
    """Whether a thread is archived and locked."""
    kept = life.env.backend.channels[thread.id].thread_metadata
    return kept is not None and kept.archived and kept.locked


def letters(life: Life, actor: MemberActor) -> list[Any]:
    """What the bot has sent somebody."""
    backend = life.env.backend
    own = [c for c in backend.channels.values() if c.type == 1 and actor.id in c.recipient_ids]
    return [m for channel in own for m in backend.messages[channel.id].values()]


def followable(life: Life) -> discord.Message:
    """The newest message by which one can follow."""
    shown = reversed(life.public())
    return next(m for m in shown if any(each.label == "Follow" for each in controls(m, hint=True)))


async def turn(life: Life, number: int = 1) -> None:
    """Both sides commit and pass: that turn is over. Each chit is there once."""
    await life.plays(life.camille, f"commit {number} nantes")
    await life.plays(life.maxime, f"commit {7 - number} cholet")
    await life.plays(life.maxime, "pass")
    await life.plays(life.camille, "pass")


async def watched(life: Life) -> None:
    """A campaign with a spectators' thread, which Lucien follows."""
    await life.slash(life.therese, "settings", spectators=1)
    await life.outposts()
    await life.press(life.lucien, followable(life), "Follow")


async def test_a_campaign_gets_a_thread_where_the_server_wants_it(life: Life) -> None:
    await watched(life)
    (thread,) = threads(life)
    assert life.env.backend.channels[thread.id].type == discord.ChannelType.private_thread.value
    assert "its players can't read this thread" in life.told(thread)
    assert members(life) == {life.lucien.id}
    await turn(life)
    (told,) = turns(life)
    assert "## " in told
    assert not letters(life, life.lucien)


async def test_nobody_is_pinged(life: Life) -> None:
    await watched(life)
    await life.types(life.therese, "follow")
    await life.types(life.therese, "my following", gets="letter")
    await turn(life)
    posts = [
        entry.json
        for entry in life.env.http_requests
        if entry.method == "POST" and entry.path.endswith("/messages") and str(life.hall.id) not in entry.path
    ]
    told = [post for post in posts if isinstance(post, dict) and post.get("components")]
    assert len(told) == 2
    for post in told:
        assert post["flags"] & discord.MessageFlags.suppress_notifications.flag
        assert post["allowed_mentions"] == {"parse": []}


async def test_without_a_thread_a_follower_gets_letters(life: Life) -> None:
    await life.outposts(images="every-turn")
    said = await life.types(life.lucien, "follow")
    assert "as a direct message, without a notification" in said
    assert threads(life) == []
    await turn(life)
    (letter,) = letters(life, life.lucien)
    assert letter.attachments
    assert not any(part in text(letter) for part in HIDDEN)
    assert "**Outposts** in" in await life.types(life.lucien, "my games")
    assert "You follow" not in await life.types(life.maxime, "my games")


async def test_equal_followers_get_the_same(life: Life) -> None:
    await life.outposts()
    for actor in (life.lucien, life.therese):
        await life.types(actor, "follow")
    await turn(life)
    (one,), (other,) = letters(life, life.lucien), letters(life, life.therese)
    assert text(one) == text(other)


async def test_what_is_told_is_what_everybody_may_know(life: Life) -> None:
    await watched(life)
    await turn(life)
    (told,) = turns(life)
    campaign = await life.table.campaign()
    chapter = await life.table.bot.campaigns.chapter(campaign, 1)
    lines = [line for line in told.splitlines() if line and not line.startswith(("##", "-#"))]
    public = "\n".join(text(message) for message in life.public())
    assert chapter.events
    assert all(line in public for line in lines)


async def test_a_player_may_not_follow(life: Life) -> None:
    await watched(life)
    for actor in (life.camille, life.maxime):
        assert "so you can't follow it" in await life.presses(actor, followable(life), "Follow")
        assert "so you can't follow it" in await life.types(actor, "follow")
    assert members(life) == {life.lucien.id}


async def test_a_follower_who_takes_a_seat_is_put_out(life: Life) -> None:
    await watched(life)
    await life.types(life.therese, "mod seat", seat="white", user=life.lucien, reason="Maxime is away")
    assert (await life.table.campaign()).seats["white"] == life.lucien.id
    assert members(life) == set()
    assert "You follow" not in await life.types(life.lucien, "my games")
    await life.types(life.therese, "mod seat", seat="white", user=life.maxime, reason="Maxime is back")
    assert members(life) == set()


async def test_a_follower_of_a_lobby_who_takes_a_seat_follows_no_more(life: Life) -> None:
    await life.slash(life.camille, "campaign new", game="outposts", images="never")
    await life.types(life.lucien, "follow")
    await life.types(life.maxime, "follow")
    await life.press(life.camille, life.newest("Take Blue"), "Take Blue")
    await life.press(life.maxime, life.newest("Take White"), "Take White")
    kept = await life.table.bot.store.look(partial(rows.spectators.followers, campaign_id=1))
    assert list(kept) == [life.lucien.id]


async def test_who_follows_no_more_gets_nothing(life: Life) -> None:
    await watched(life)
    result = await life.press(life.lucien, followable(life), "Follow")
    (asked,) = [m for m in (result.response, *result.followups) if m and controls(m.message)]
    for _twice in range(2):
        assert "You don't follow **Outposts** any more." in await life.presses(
            life.lucien, asked, "Stop following"
        )
    assert members(life) == set()
    await life.types(life.lucien, "follow")
    assert members(life) == {life.lucien.id}
    assert "don't follow" in await life.types(life.lucien, "follow", stop=True)
    await turn(life)
    assert not letters(life, life.lucien)


async def test_what_a_follower_gets_can_be_changed(life: Life) -> None:
    await watched(life)
    await life.types(life.lucien, "my following", gets="letter")
    assert members(life) == set()
    await turn(life)
    assert len(letters(life, life.lucien)) == 1
    await life.types(life.lucien, "my following", gets="list")
    await turn(life, 2)
    assert len(letters(life, life.lucien)) == 1
    await life.types(life.lucien, "my following", gets="thread")
    assert members(life) == {life.lucien.id}
    assert len(turns(life)) == 2


async def test_the_thread_closes_with_the_campaign_and_tells_its_end(life: Life) -> None:
    await watched(life)
    await life.committed()
    (thread,) = threads(life)
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    (told,) = [text(message) for message in thread.history() if message.flags.components_v2]
    assert "## Conceded" in told
    assert is_shut(life, thread)
    assert await life.table.bot.store.look(partial(rows.spectators.followers, campaign_id=1)) == {}


async def test_a_moderator_opens_and_closes_a_thread(life: Life) -> None:
    await life.outposts()
    await life.types(life.lucien, "follow")
    assert "Only a moderator can" in await life.types(life.maxime, "mod spectators", thread="on")
    for _twice in range(2):
        assert "can't read" in await life.types(life.therese, "mod spectators", thread="on")
    (thread,) = threads(life)
    assert members(life) == {life.lucien.id}
    await life.types(life.therese, "mod spectators", thread="off")
    assert is_shut(life, thread)
    await turn(life)
    assert len(letters(life, life.lucien)) == 1
    await life.types(life.therese, "mod spectators", thread="on")
    assert [again.id for again in threads(life)] == [thread.id]
    assert "spectators" in await life.types(life.therese, "mod audit")


async def test_a_turn_that_was_taken_back_is_told_again_as_such(life: Life) -> None:
    await watched(life)
    await turn(life)
    await life.confirmed(life.therese, "mod undo", "Take back", reason="a slip", actions=1)
    await life.plays(life.camille, "pass")
    first, second = turns(life)
    assert "Told again" not in first
    assert "Told again: some of it was taken back" in second


async def test_who_can_no_longer_see_the_channel_gets_no_letter(life: Life) -> None:
    await life.outposts()
    await life.types(life.lucien, "follow")
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    guild = place.guild
    lucien = await guild.fetch_member(life.lucien.id)
    await place.set_permissions(lucien, overwrite=discord.PermissionOverwrite(view_channel=False))
    await turn(life)
    assert not letters(life, life.lucien)


async def test_a_thread_that_was_deleted_stays_away_and_letters_go_out(life: Life) -> None:
    await watched(life)
    (thread,) = threads(life)
    deleted = await life.table.bot.fetch_channel(thread.id)
    assert isinstance(deleted, discord.Thread)
    await deleted.delete()
    await turn(life)
    assert threads(life) == []
    assert (await life.table.campaign()).parked_at is None
    assert life.told().count("was deleted or locked, so its followers get a message") == 1
    await turn(life, 2)
    assert len(letters(life, life.lucien)) == 1
    assert life.told().count("was deleted or locked, so its followers get a message") == 1


async def test_a_thread_that_a_dying_bot_has_made_is_taken(life: Life) -> None:
    await life.outposts()
    await life.types(life.lucien, "follow")
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    await place.create_thread(
        name="Spectators · Outposts · 1", type=discord.ChannelType.private_thread, invitable=False
    )
    await life.types(life.therese, "mod spectators", thread="on")
    assert len(threads(life)) == 1
    assert members(life) == {life.lucien.id}


async def test_a_channel_without_private_threads_says_so_once(life: Life) -> None:
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    shut = discord.PermissionOverwrite(create_private_threads=False)
    await place.set_permissions(place.guild.default_role, overwrite=shut)
    await life.slash(life.therese, "settings", spectators=1)
    await life.outposts()
    await life.types(life.lucien, "follow")
    await turn(life)
    assert life.told().count("I can't open a thread for spectators here") == 1
    assert len(letters(life, life.lucien)) == 1


async def test_who_asks_to_be_forgotten_follows_nothing(life: Life) -> None:
    await watched(life)
    kept = await life.table.bot.store.look(partial(privacy.of, user_id=life.lucien.id))
    assert [each["campaign_id"] for each in kept["campaigns followed"]] == [1]
    await life.table.bot.store.transact(partial(privacy.forget, user_id=life.lucien.id))
    assert await life.table.bot.store.look(partial(rows.spectators.followers, campaign_id=1)) == {}
    known = await life.table.bot.store.look(partial(rows.spectators.of_campaign, campaign_id=1))
    assert known is not None
    assert life.lucien.id not in known.members


async def archived(life: Life, *, locked: bool = False) -> None:
    """Let Discord archive the spectators' thread, or a moderator shut it; Discord then refuses as it does."""
    (thread,) = threads(life)
    opened = await life.table.bot.fetch_channel(thread.id)
    assert isinstance(opened, discord.Thread)
    await opened.edit(archived=True, locked=locked)
    at = f"/channels/{thread.id}"
    code = 160005 if locked else 50083
    for method, path in (
        ("POST", "/messages"),
        ("PUT", "/thread-members/*"),
        ("DELETE", "/thread-members/*"),
    ):
        life.env.inject_error(method, f"{at}{path}", status=403 if locked else 400, code=code)


async def is_shut_out(life: Life) -> bool:
    """Whether the bot believes that it may not write in the campaign's channel."""
    return bool(await life.table.bot.store.look(partial(rows.people.noted, key=shut_out(1))))


async def test_a_thread_that_discord_has_archived_is_woken_by_a_turn(life: Life) -> None:
    await watched(life)
    await archived(life)
    await turn(life)
    assert len(turns(life)) == 1
    assert not await is_shut_out(life)
    assert not is_shut(life, threads(life)[0])


async def test_a_follower_who_takes_a_seat_is_put_out_of_an_archived_thread(life: Life) -> None:
    await watched(life)
    (thread,) = threads(life)
    opened = await life.table.bot.fetch_channel(thread.id)
    assert isinstance(opened, discord.Thread)
    await opened.edit(archived=True)
    mark = len(life.env.http_requests)
    await life.types(life.therese, "mod seat", seat="white", user=life.lucien, reason="Maxime is away")
    asked = [(entry.method, entry.path) for entry in life.env.http_requests[mark:]]
    woken = asked.index(("PATCH", f"/channels/{thread.id}"))
    assert woken < asked.index(("DELETE", f"/channels/{thread.id}/thread-members/{life.lucien.id}"))
    assert members(life) == set()


async def test_a_thread_that_a_moderator_has_locked_stays_shut(life: Life) -> None:
    await watched(life)
    await archived(life, locked=True)
    await turn(life)
    assert is_shut(life, threads(life)[0])
    assert not await is_shut_out(life)
    await turn(life, 2)
    assert len(letters(life, life.lucien)) == 1


async def test_who_has_taken_a_seat_while_the_thread_was_shut_is_put_out_of_it(life: Life) -> None:
    await watched(life)
    life.env.inject_error("POST", f"/channels/{threads(life)[0].id}/messages", status=403, code=50013)
    await turn(life)
    await life.types(life.therese, "mod seat", seat="white", user=life.lucien, reason="Maxime is away")
    await life.types(life.therese, "mod spectators", thread="on")
    assert members(life) == set()


async def test_followers_are_let_into_a_thread_that_replaces_a_deleted_one(life: Life) -> None:
    await watched(life)
    await life.types(life.therese, "mod spectators", thread="off")
    deleted = await life.table.bot.fetch_channel(threads(life)[0].id)
    assert isinstance(deleted, discord.Thread)
    await deleted.delete()
    await life.types(life.therese, "mod spectators", thread="on")
    assert members(life) == {life.lucien.id}


async def test_a_player_who_was_forgotten_as_a_follower_is_put_out(life: Life) -> None:
    await watched(life)
    await life.table.bot.store.transact(partial(privacy.forget, user_id=life.lucien.id))
    assert members(life) == {life.lucien.id}
    await life.types(life.therese, "mod seat", seat="white", user=life.lucien, reason="Maxime is away")
    assert members(life) == set()


async def test_a_follower_whom_a_dying_bot_has_only_noted_gets_in_by_following_again(life: Life) -> None:
    await watched(life)
    thread = await life.table.bot.fetch_channel(threads(life)[0].id)
    assert isinstance(thread, discord.Thread)
    await thread.remove_user(discord.Object(life.lucien.id))
    await life.types(life.lucien, "follow")
    assert members(life) == {life.lucien.id}


async def test_followers_who_could_not_be_let_in_are_let_in_later(life: Life) -> None:
    await life.outposts()
    for actor in (life.lucien, life.therese):
        await life.types(actor, "follow")
    life.env.inject_error("PUT", f"/channels/*/thread-members/{life.lucien.id}", status=400)
    await life.types(life.therese, "mod spectators", thread="on")
    assert members(life) == set()
    await life.table.sweep(60)
    await life.table.bot.outbox.drain()
    assert members(life) == {life.therese.id}
    await life.types(life.lucien, "follow")
    assert members(life) == {life.lucien.id, life.therese.id}


async def test_a_thread_that_could_not_be_closed_is_closed_later(life: Life) -> None:
    await watched(life)
    life.env.inject_error("PATCH", f"/channels/{threads(life)[0].id}", status=400)
    await life.types(life.therese, "mod spectators", thread="off")
    assert not is_shut(life, threads(life)[0])
    await life.table.sweep(60)
    await life.table.bot.outbox.drain()
    assert is_shut(life, threads(life)[0])


async def test_a_channel_in_whose_threads_the_bot_may_not_write_gets_none(life: Life) -> None:
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    mute = discord.PermissionOverwrite(send_messages_in_threads=False)
    await place.set_permissions(place.guild.default_role, overwrite=mute)
    await life.outposts()
    await life.types(life.therese, "mod spectators", thread="on")
    assert threads(life) == []
    assert "I can't open a thread for spectators here" in life.told()


async def test_who_no_longer_sees_a_campaign_in_a_private_thread_is_put_out(life: Life) -> None:
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    room = await place.create_thread(name="Chamber", type=discord.ChannelType.private_thread)
    people = (life.camille, life.maxime, life.lucien, life.therese)
    for actor in people:
        await room.add_user(discord.Object(actor.id))
    hall = life.hall
    life.hall = next(thread for thread in hall.threads if thread.id == room.id)
    await watched(life)
    life.hall = hall
    assert members(life) == {life.lucien.id}
    await room.remove_user(discord.Object(life.lucien.id))
    life.hall = next(thread for thread in hall.threads if thread.id == room.id)
    await turn(life)
    life.hall = hall
    assert members(life) == set()


async def test_a_campaign_that_moves_gets_a_thread_beside_its_new_channel(life: Life) -> None:
    await watched(life)
    (before,) = threads(life)
    old, life.hall = life.hall, life.guild.create_text_channel("library")
    await life.types(life.therese, "mod move", campaign="1")
    assert is_shut(life, before)
    assert members(life) == {life.lucien.id}
    assert threads(life)[0].id != before.id
    await turn(life)
    assert len(turns(life)) == 1
    # Within the same channel the thread stays.
    (now,) = threads(life)
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    room = await place.create_thread(name="Annex", type=discord.ChannelType.public_thread)
    library = life.hall
    life.hall = next(thread for thread in library.threads if thread.id == room.id)
    await life.types(life.therese, "mod move", campaign="1")
    life.hall = library
    assert [each.id for each in threads(life)] == [now.id]
    assert not is_shut(life, now)
    assert old.id != library.id


async def test_a_campaign_that_moves_away_from_a_deleted_thread_gets_another(life: Life) -> None:
    await watched(life)
    deleted = await life.table.bot.fetch_channel(threads(life)[0].id)
    assert isinstance(deleted, discord.Thread)
    await deleted.delete()
    life.hall = life.guild.create_text_channel("library")
    await life.types(life.therese, "mod move", campaign="1")
    assert members(life) == {life.lucien.id}


async def forgotten(life: Life) -> None:
    """Lucien is forgotten, and what follows from it is done."""
    await forget(life.table.bot.campaigns, life.lucien.id)
    await life.table.bot.outbox.drain()


async def named(life: Life) -> int:
    """Messages that name Lucien."""
    like = type_coerce(outbox.c.payload, Text).contains(str(life.lucien.id))
    query = select(func.count()).where(like)
    return await life.table.bot.store.look(lambda connection: connection.scalar(query)) or 0


async def test_who_is_forgotten_is_put_out_of_the_thread(life: Life) -> None:
    await watched(life)
    await life.types(life.therese, "follow")
    await forgotten(life)
    assert members(life) == {life.therese.id}
    assert await named(life) == 0


async def test_who_is_forgotten_is_put_out_of_a_thread_that_is_shut(life: Life) -> None:
    await watched(life)
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    assert is_shut(life, threads(life)[0])
    assert members(life) == {life.lucien.id}
    await forgotten(life)
    assert members(life) == set()
    assert is_shut(life, threads(life)[0])
    assert await named(life) == 0
