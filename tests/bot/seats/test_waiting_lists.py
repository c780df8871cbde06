"""Waiting lists: people who want the same are asked together, once, and nobody is lost or taken twice."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import discord
import pytest
from simcord import MemberActor
from simcord.backend.errors import OptionError
from simcord.builders import ChannelHandle
from sqlalchemy import Connection, update

from bot.seats.waiting_lists import WaitingLists
from bot.store import Campaign, privacy, rows
from bot.store.lobbies import GuildGame, Seeker
from bot.store.schema import seeker
from tests.support.bot_fixtures import Tables
from tests.support.clocked import hours_pass
from tests.support.moderated import marat
from tests.support.table import Table, controls, said, text, whispered

DAY = 86400


def people(table: Table, *names: str) -> list[MemberActor]:
    """Members of the server."""
    return [table.guild.add_member(table.env.create_user(name, global_name=name.title())) for name in names]


async def seek(table: Table, actor: MemberActor, game: str = "outposts", **wishes: str) -> str:
    """`/campaign seek`, and what the person is answered."""
    return said(await actor.slash(table.channel, "campaign seek", game=game, **wishes))


async def own(table: Table, actor: MemberActor) -> list[Seeker]:
    """The lists on which a person stands."""
    query = partial(rows.seekers.of_person, guild_id=table.guild.id, user_id=actor.id)
    return await table.bot.store.look(query)


def threads(table: Table) -> list[ChannelHandle]:
    """The threads of the channel, the oldest first."""
    return table.channel.threads


async def lobby(table: Table, room: ChannelHandle) -> Campaign:
    """The campaign of a thread."""
    campaign = await table.bot.store.latest_in(room.id)
    assert campaign is not None
    return campaign


def question(room: ChannelHandle) -> discord.Message:
    """The newest question of a lobby."""
    return next(m for m in reversed(room.history()) if "Does it still suit you?" in text(m))


async def answers(actor: MemberActor, room: ChannelHandle, answer: str) -> str:
    """Press a button of the newest question."""
    asked = question(room)
    button = next(each for each in controls(asked) if each.custom_id.endswith(answer))
    return whispered(await actor.click(asked, custom_id=button.custom_id))


async def test_two_who_want_the_same_play_it(table: Table) -> None:
    assert "You are the first of 2 players." in await seek(table, table.camille, clock="48h")
    assert threads(table) == []

    assert "a lobby opens now" in await seek(table, table.maxime)

    (room,) = threads(table)
    campaign = await lobby(table, room)
    assert (campaign.status, campaign.clock, campaign.seats) == ("lobby", "48h interrupts 12h", {})
    pinged = [body["allowed_mentions"] for body in table.bodies("POST", f"/channels/{room.id}/messages")]
    assert [sorted(map(int, each["users"])) for each in pinged if each.get("users")] == [
        sorted([table.camille.id, table.maxime.id])
    ]
    assert "You are in." in await answers(table.camille, room, "yes")
    assert "You are not asked here" in await answers(table.camille, room, "yes")
    await answers(table.maxime, room, "yes")
    campaign = await lobby(table, room)
    assert campaign.status == "running"
    assert set(campaign.seats.values()) == {table.camille.id, table.maxime.id}
    assert await own(table, table.camille) == await own(table, table.maxime) == []


async def test_different_clocks_scenarios_and_zones_do_not_meet(table: Table) -> None:
    lucien, olympe = people(table, "lucien", "olympe")
    await seek(table, table.camille, clock="48h", zone="Paris")
    await seek(table, table.maxime, clock="24h", zone="Paris")
    await seek(table, lucien, clock="48h", zone="Tokyo")
    assert threads(table) == []

    answer = await seek(table, olympe, clock="48h", zone="Athens")

    assert "opens now" in answer
    (room,) = threads(table)
    assert text(question(room)).startswith(f"🪑 <@{table.camille.id}> and <@{olympe.id}>")


async def test_a_list_tells_nothing_of_time_zones(closed_table: Tables) -> None:
    told: list[Any] = []
    for zone in ("Tokyo", None, "Paris"):
        table = await closed_table()
        await table.start()
        await table.maxime.slash(table.channel, "my hours", zone="Tokyo")
        await seek(table, table.maxime, clock="24h", **({} if zone is None else {"zone": zone}))
        shown = await seek(table, table.camille, clock="48h", zone="Paris")
        told.append((shown, [text(message) for message in table.channel.history()]))
        await table.bot.close()
        await table.env.shutdown()
    assert told[0] == told[1] == told[2]


async def test_who_waits_for_two_games_is_taken_in_one(table: Table) -> None:
    (lucien,) = people(table, "lucien")
    await seek(table, table.camille)
    await seek(table, table.camille, "valmy")
    await seek(table, table.maxime)
    # While Camille is asked by one lobby, no other asks her.
    await seek(table, lucien, "valmy")
    (room,) = threads(table)

    await answers(table.camille, room, "no")

    # The other list has waited for her.
    assert [each.title for each in await own(table, table.camille)] == ["valmy"]
    await table.sweep()
    second = threads(table)[1]
    assert sorted([table.camille.id, lucien.id]) == sorted(
        (await table.bot.store.look(partial(rows.openings.by_id, opening_id=2))).body.asked  # type: ignore[union-attr]
    )
    await answers(table.camille, second, "yes")
    assert await own(table, table.camille) == []
    # Maxime still waits in his lobby for the next one.
    await answers(table.maxime, room, "yes")
    (olympe,) = people(table, "olympe")
    assert "opens now" in await seek(table, olympe)
    await table.bot.outbox.drain()
    await answers(olympe, room, "yes")
    assert set((await lobby(table, room)).seats.values()) == {table.maxime.id, olympe.id}


async def test_who_does_not_answer_makes_room(table: Table) -> None:
    await seek(table, table.camille)
    await seek(table, table.maxime)
    (room,) = threads(table)
    await answers(table.camille, room, "yes")
    (lucien,) = people(table, "lucien")
    await seek(table, lucien)
    assert [each.opening_id for each in await own(table, lucien)] == [None]

    await hours_pass(table, 24.1)

    assert await own(table, table.maxime) == []
    assert [each.opening_id for each in await own(table, lucien)] == [1]
    assert "You are not asked here" in await answers(table.maxime, room, "yes")
    await answers(lucien, room, "yes")
    assert (await lobby(table, room)).status == "running"


async def test_a_question_waits_while_the_bot_is_away(table: Table) -> None:
    await seek(table, table.camille)
    await seek(table, table.maxime)
    (room,) = threads(table)
    await table.sweep(60)
    await table.bot.close()
    await table.env.advance_time(7 * DAY)
    await table.start()
    await table.sweep()

    assert "You are in." in await answers(table.camille, room, "yes")
    await hours_pass(table, 24.1)
    assert await own(table, table.maxime) == []


async def test_a_clock_that_leaps_a_month_drops_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await seek(table, table.camille)
    await table.sweep(60)
    (before,) = await own(table, table.camille)
    leap, now = timedelta(days=40), table.env.now
    monkeypatch.setattr(table.bot.sweep, "_steady", lambda: now() - leap)
    monkeypatch.setattr(table.bot.sweep._steps, "_steady", lambda: now() - leap)
    await table.env.advance_time(leap.total_seconds())
    await table.bot.sweep()
    (after,) = await own(table, table.camille)
    assert after.at - before.at == leap
    await table.bot.sweep()
    assert await own(table, table.camille) == [after]


async def test_whoever_sits_in_a_lobby_is_not_asked_for_it(table: Table) -> None:
    (lucien,) = people(table, "lucien")
    await seek(table, table.camille, clock="48h", zone="Paris")
    await seek(table, lucien, clock="48h", zone="Tokyo")
    await seek(table, table.maxime, clock="48h", zone="Paris")
    (room,) = threads(table)
    card = next(m for m in room.history() if any(c.label.startswith("Take") for c in controls(m)))
    await lucien.click(card, label="Take Blue")
    await answers(table.camille, room, "no")
    await answers(table.maxime, room, "no")

    await seek(table, lucien)

    assert [each.opening_id for each in await own(table, lucien)] == [None]
    assert (await lobby(table, room)).seats == {"blue": lucien.id}


async def test_a_thread_that_is_deleted_loses_nobody(table: Table) -> None:
    await seek(table, table.camille)
    await seek(table, table.maxime)
    (room,) = threads(table)
    thread = table.bot.get_channel(room.id)
    assert isinstance(thread, discord.Thread)
    await thread.delete()

    await table.sweep(60)
    await table.sweep(60)

    assert [each.opening_id for each in await own(table, table.camille)] == [2]
    other = threads(table)[-1]
    assert "You are in." in await answers(table.camille, other, "yes")


async def test_for_whom_no_lobby_can_open_is_told_once_a_day(table: Table) -> None:
    unknown = GuildGame(guild_id=table.guild.id, title="outposts", options={"nowhere": True})
    changed = ["guild_id", "title", "options"]
    await table.bot.store.transact(partial(rows.guild_games.put, game=unknown, changed=changed))
    await seek(table, table.camille)
    await seek(table, table.maxime)
    for _minute in range(5):
        await table.sweep(60)

    def refusals() -> int:
        return sum("could not be opened" in text(message) for message in table.channel.history())

    assert refusals() == 1
    await hours_pass(table, 24.1)
    assert refusals() == 2
    assert [each.opening_id for each in await own(table, table.camille)] == [None]


async def test_the_place_of_a_forgotten_person_goes_to_the_next_at_once(table: Table) -> None:
    (lucien,) = people(table, "lucien")
    for actor in (table.camille, table.maxime, lucien):
        await seek(table, actor)
    (room,) = threads(table)

    await table.bot.store.transact(partial(privacy.forget, user_id=table.camille.id))
    await table.sweep(60)

    assert f"<@{lucien.id}>" in text(question(room))


async def test_a_seat_taken_on_the_card_is_an_answer_too(table: Table) -> None:
    await seek(table, table.camille)
    await seek(table, table.camille, "valmy")
    await seek(table, table.maxime)
    (room,) = threads(table)
    card = next(m for m in room.history() if any(c.label.startswith("Take") for c in controls(m)))

    await table.camille.click(card, label="Take Blue")

    assert await own(table, table.camille) == []
    assert (await lobby(table, room)).seats == {"blue": table.camille.id}


async def test_a_lobby_that_closes_lets_the_silent_wait_on(table: Table) -> None:
    (lucien,) = people(table, "lucien")
    await seek(table, table.camille)
    await seek(table, table.maxime)
    (room,) = threads(table)
    campaign = await lobby(table, room)
    await table.bot.campaigns.end(campaign, version=campaign.version)

    await table.sweep()

    # They suit each other as before, and are asked again, in a new thread.
    assert len(threads(table)) == 2
    assert [each.opening_id for each in await own(table, table.maxime)] == [2]
    assert await own(table, lucien) == []


async def test_six_begin_with_three_after_a_day_and_the_automatic_player(table: Table) -> None:
    lucien, olympe = people(table, "lucien", "olympe")
    for actor in (table.camille, table.maxime, lucien):
        await seek(table, actor, "revolution")
    await table.sweep(DAY - 60)
    assert threads(table) == []

    await table.sweep(120)

    (room,) = threads(table)
    for actor in (table.camille, table.maxime, lucien):
        await answers(actor, room, "yes")
    await table.sweep(DAY)
    assert "this lobby still waits for 3 more players. **Begin**" in text(room.history()[-1])
    # Whoever came by the list may begin, and nobody else.
    card = next(m for m in reversed(room.history()) if any(c.label == "Begin" for c in controls(m)))
    assert "Only a moderator" in whispered(await olympe.click(card, label="Begin"))
    asked = await lucien.click(card, label="Begin")
    await lucien.click(asked.followups[-1].message, label="The automatic player")
    campaign = await lobby(table, room)
    assert campaign.status == "running"
    assert len(campaign.automatic) == 3


async def test_who_does_not_play_in_a_lobby_is_not_called_for_it(table: Table) -> None:
    await seek(table, table.camille)
    await seek(table, table.maxime)
    (room,) = threads(table)
    assert (await lobby(table, room)).created_by == table.camille.id

    await answers(table.camille, room, "no")
    await answers(table.maxime, room, "yes")
    await table.sweep(DAY + 60)

    assert (await lobby(table, room)).created_by == table.maxime.id
    card = next(m for m in reversed(room.history()) if any(c.label == "Begin" for c in controls(m)))
    assert f"<@{table.maxime.id}> or a moderator can begin it earlier" in text(card)
    assert text(room.history()[-1]).startswith(f"🪑 <@{table.maxime.id}>: this lobby still waits")


async def test_who_waits_is_told_after_a_day_and_a_week_and_dropped_after_a_month(table: Table) -> None:
    await seek(table, table.camille)
    days: list[int] = []
    for day in range(1, 33):
        await table.sweep(DAY)
        letters = [
            body
            for body in table.bodies("POST", "/channels/")
            if "You have waited" in str(body.get("content"))
        ]
        days += [day] * (len(letters) - len(days))
    assert days == [1, 7]
    assert await own(table, table.camille) == []


async def test_a_role_is_pinged_once_a_day(table: Table) -> None:
    moderator = marat(table)
    role = table.guild.create_role("Outposts")
    answer = said(await moderator.slash(table.channel, "settings", game="outposts", role=role))
    assert f"<@&{role.id}>" in answer
    lucien, olympe = people(table, "lucien", "olympe")

    def pings() -> int:
        return sum(bool(body.get("allowed_mentions", {}).get("roles")) for body in table.posts())

    await seek(table, table.camille, clock="24h")
    assert pings() == 1
    await seek(table, table.maxime, clock="48h")
    assert pings() == 1
    await table.sweep(DAY + 60)
    await seek(table, lucien, clock="72h")
    assert pings() == 2
    # The button under the ping puts its reader on the list.
    ping = next(m for m in reversed(table.channel.history()) if controls(m))
    assert "opens now" in whispered(await olympe.click(ping, label="I wait too"))


async def test_a_person_takes_the_role_or_is_told_why_not(table: Table) -> None:
    moderator = marat(table)
    role = table.guild.create_role("Outposts")
    await moderator.slash(table.channel, "settings", game="outposts", role=role)
    shown = await table.camille.slash(table.channel, "campaign seek", game="outposts")
    assert shown.response is not None

    told = whispered(await table.camille.click(shown.response.message, label="Pings for Outposts: on or off"))

    assert "you are pinged, once a day at most" in told


async def test_nobody_gets_power_by_the_role_of_a_game(table: Table) -> None:
    moderator = marat(table)
    admins = table.guild.create_role("Admins", permissions=discord.Permissions(administrator=True))
    told = said(await moderator.slash(table.channel, "settings", game="outposts", role=admins))
    assert "could do or see more than others" in told
    insiders = table.guild.create_role("Insiders")
    told = said(await moderator.slash(table.channel, "settings", game="outposts", role=insiders))
    assert "The settings are changed." in told
    # It becomes the key of a channel later.
    guild, cave = table.bot.get_guild(table.guild.id), table.guild.create_text_channel("cave")
    place = table.bot.get_channel(cave.id)
    assert guild is not None
    assert isinstance(place, discord.TextChannel)
    role = guild.get_role(insiders.id)
    assert role is not None
    await place.set_permissions(role, overwrite=discord.PermissionOverwrite(view_channel=True))
    shown = await table.camille.slash(table.channel, "campaign seek", game="outposts")
    assert shown.response is not None

    told = whispered(await table.camille.click(shown.response.message, label="Pings for Outposts: on or off"))

    assert "so I don't give it away" in told
    assert (await guild.fetch_member(table.camille.id)).get_role(insiders.id) is None


async def test_without_threads_nobody_waits_in_vain(table: Table) -> None:
    assert table.bot.user is not None
    overwrite = discord.PermissionOverwrite(create_public_threads=False)
    hall = table.guild.create_text_channel("hall", overwrites={table.bot.user: overwrite})

    refused = said(await table.camille.slash(hall, "campaign seek", game="outposts"))

    assert "I need the permission Create Public Threads there. Nothing was changed." in refused
    assert await own(table, table.camille) == []


async def test_a_game_for_one_has_no_list(table: Table) -> None:
    with pytest.raises(OptionError, match="only allows"):
        await seek(table, table.camille, "levee")


async def test_the_list_is_left_by_a_button(table: Table) -> None:
    await seek(table, table.camille)
    shown = await table.camille.slash(table.channel, "campaign seek")
    assert shown.response is not None

    await table.camille.click(shown.response.message, label="Stop waiting: Outposts")

    assert await own(table, table.camille) == []
    assert "You wait for nothing here." in said(await table.camille.slash(table.channel, "campaign seek"))
    await seek(table, table.maxime)
    assert threads(table) == []


async def test_the_greeting_has_the_list(table: Table) -> None:
    greeting = await table.camille.slash(table.channel, "help")
    assert greeting.response is not None
    choice = next(
        each
        for each in controls(greeting.response.message)
        if each.prompt == "With people: wait for others …" and each.value == "outposts"
    )
    await table.camille.select(greeting.response.message, ["outposts"], custom_id=choice.custom_id)
    assert [each.title for each in await own(table, table.camille)] == ["outposts"]


async def test_who_is_asked_while_the_thread_opens_is_asked_there_too(table: Table) -> None:
    (lucien,) = people(table, "lucien")
    bot = table.bot
    title = bot.campaigns.titles["outposts"]
    now = bot.store.now()
    seekers = [
        Seeker(
            guild_id=table.guild.id,
            channel_id=table.channel.id,
            user_id=actor.id,
            title=title.id,
            at=now,
            look_at=now,
        )
        for actor in (table.camille, table.maxime, lucien)
    ]
    lists = WaitingLists(bot.campaigns)
    for each in seekers[:2]:
        await lists.seek(each)
    (due,) = await bot.store.look(partial(rows.openings.due, now=now))
    await lists.stop(table.guild.id, table.maxime.id, title.id)
    await lists.seek(seekers[2])

    # It was read before the change.
    await bot.openings._settle(due)
    await table.sweep()

    (room,) = threads(table)
    assert text(question(room)).startswith(f"🪑 <@{table.camille.id}> and <@{lucien.id}>")


async def test_a_person_who_can_not_be_looked_at_holds_up_no_other(table: Table) -> None:
    (lucien,) = people(table, "lucien")
    await seek(table, lucien, zone="Tokyo")
    await seek(table, table.camille, zone="Paris")

    def spoil(connection: Connection) -> None:
        connection.execute(update(seeker).where(seeker.c.user_id == lucien.id).values(zone="Nowhere/Gone"))

    await table.bot.store.transact(spoil)
    await table.sweep(DAY)
    assert len(table.incidents.take()) == 2
    at = [(await own(table, actor))[0].look_at for actor in (lucien, table.camille)]
    assert all(each is not None and each > table.bot.store.now() for each in at)
