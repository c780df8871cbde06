"""What somebody may not know they are told by no side door; and who is called is really called."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from functools import partial

import discord
import msgspec
import pytest
from simcord import ChannelHandle, MemberActor

from bot.campaigns import messages, records
from bot.clock.hours import Hours, Span
from bot.desk import album
from bot.replays import playback
from bot.replays.playback import replayed
from bot.store import Audit, Person, Store
from bot.store.rows import audits, campaigns, people
from bot.surface import custom_ids, layout
from tests.support.bot_fixtures import Tables
from tests.support.facing import TITLE, facing
from tests.support.moderated import in_channel, marat
from tests.support.table import Table, said


@pytest.fixture
async def camp(closed_table: Tables) -> Table:
    """A table where *Outposts* can be played; no campaign yet."""
    table = await closed_table()
    await table.start()
    return table


def cabinet(table: Table, *members: MemberActor) -> ChannelHandle:
    """A channel that only these members, and the bot, can see."""
    assert table.env.bot.user is not None
    hidden, seen = (
        discord.PermissionOverwrite(view_channel=False),
        discord.PermissionOverwrite(view_channel=True),
    )
    everyone = table.env.bot.get_guild(table.guild.id).default_role  # type: ignore[union-attr]
    return table.guild.create_text_channel(
        "cabinet",
        overwrites={everyone: hidden, table.env.bot.user: seen, **dict.fromkeys(members, seen)},
    )


LOOKS: tuple[tuple[str, dict[str, object]], ...] = (
    ("help", {}),
    ("campaign status", {}),
    ("campaign show", {}),
    ("campaign map", {}),
    ("campaign view", {}),
    ("campaign view", {"seat": "blue"}),
    ("campaign log", {}),
    ("campaign list", {}),
    ("campaign deadline", {}),
    ("campaign nudge", {}),
    ("campaign replay", {}),
    ("campaign gif", {"size": "small"}),
    ("campaign export", {}),
    ("campaign undo", {}),
    ("seat list", {}),
    ("seat brief", {}),
    ("seat brief", {"seat": "blue"}),
    ("seat take", {"seat": "blue"}),
    ("orders list", {}),
    ("orders revoke", {"kind": "answer", "seat": "blue"}),
    ("my games", {}),
    ("privacy export", {}),
    ("play", {"action": "commit 6 clisson", "seat": "blue"}),
    ("mod audit", {}),
    ("mod undo", {"reason": "why not"}),
    ("mod act-for", {"seat": "blue", "action": "move", "reason": "why not"}),
    ("mod set", {"edit": "empty clisson", "reason": "why not"}),
    ("mod repair", {"reason": "why not"}),
)
"""What tells of a campaign and is no disclosure that the channel is told of."""


async def told_by(table: Table, actor: MemberActor) -> str:
    """Everything that Discord is sent, in text or in a file, while somebody looks wherever they may."""
    before = len(table.env.http_requests)
    files = []
    for command, options in LOOKS:
        result = await actor.slash(table.channel, command, **options)
        if result.response is not None:
            files += [repr(await each.read()) for each in result.response.attachments]
    for command, option in (("mod act-for", "action"), ("play", "action"), ("mod set", "edit")):
        options = {"seat": "blue", "reason": "x"} if command.startswith("mod") else {"seat": "blue"}
        offers = await actor.autocomplete(
            table.channel, command, option, "", **(options if option == "action" else {"reason": "x"})
        )
        files.append(repr(offers))
    await table.bot.outbox.drain()
    return "".join(repr(entry.json) for entry in table.env.http_requests[before:]) + "".join(files)


@pytest.mark.parametrize("who", ["stranger", "opponent", "moderator"])
async def test_wherever_others_look_they_learn_nothing_of_what_a_seat_has_committed(
    camp: Table, who: str
) -> None:
    await facing(camp)
    await camp.camille.slash(camp.channel, "orders set", kind="answer", order="guns", seat="blue")
    await camp.camille.slash(camp.channel, "play", action="commit 6 clisson", seat="blue")
    georges = camp.guild.add_member(camp.env.create_user("georges"))
    actor = {"stranger": lambda: georges, "opponent": lambda: camp.maxime, "moderator": lambda: marat(camp)}
    told = await told_by(camp, actor[who]())
    assert "has committed" in told
    assert "a recruit in Clisson" not in told
    # A standing order is shown as it was given; what they typed themselves comes back nowhere.
    assert "`guns`" not in told
    assert "`commit 6 clisson`" not in told


@pytest.mark.parametrize("command", ["mod move", "mod audit"])
async def test_a_player_is_offered_no_campaigns_of_other_channels(camp: Table, command: str) -> None:
    await facing(camp)
    assert await camp.camille.autocomplete(camp.channel, command, "campaign", "") == []
    assert len(await marat(camp).autocomplete(camp.channel, command, "campaign", "")) == 1


def officer(table: Table, *, of: str) -> tuple[MemberActor, ChannelHandle]:
    """Somebody who may manage one channel alone, and that channel."""
    member = table.guild.add_member(table.env.create_user("officer"))
    channel = table.guild.create_text_channel(
        of, overwrites={member: discord.PermissionOverwrite(manage_channels=True)}
    )
    return member, channel


async def test_a_moderator_of_one_channel_reads_no_audit_log_of_hidden_ones(camp: Table) -> None:
    hall = cabinet(camp, camp.camille)
    await facing(camp, hall)
    member, own = officer(camp, of="barracks")
    assert said(await member.slash(own, "mod audit")).startswith(
        "You moderate this channel, but not the whole"
    )
    assert said(await member.slash(own, "mod audit", campaign="1")).startswith("There is no such campaign")
    assert await member.autocomplete(own, "mod audit", "campaign", "") == []


async def test_a_moderator_of_one_channel_reads_the_audit_log_of_its_campaign(camp: Table) -> None:
    member, own = officer(camp, of="barracks")
    await facing(camp, own)
    await member.slash(own, "campaign pause", reason="harvest")
    assert "harvest" in said(await member.slash(own, "mod audit", campaign="1"))


async def test_a_page_of_the_audit_log_has_all_its_entries_however_they_are_written(camp: Table) -> None:
    campaign = await facing(camp)
    noted = [Audit.on(campaign, camp.camille.id, f"act-{n}", "*" * 200, "_" * 200) for n in range(10)]
    now = camp.env.now()
    await camp.bot.store.transact(*(partial(audits.put, noted=each, now=now) for each in noted))
    told = said(await marat(camp).slash(camp.channel, "mod audit"))
    assert all(f"**act-{n}**" in told for n in range(10))


async def test_a_moderator_of_one_channel_brings_nothing_there_from_a_thread_that_is_asleep(
    camp: Table,
) -> None:
    member, own = officer(camp, of="barracks")
    await facing(camp)
    await camp.bot.store.transact(partial(campaigns.alter, campaign_id=1, channel_id=1))
    told = said(await member.slash(own, "mod move", campaign="1"))
    assert told.startswith("You must also be a moderator of the channel where the campaign is played now.")
    await marat(camp).slash(own, "mod move", campaign="1")
    assert (await camp.campaign()).channel_id == own.id


@pytest.mark.parametrize("away", [False, True])
async def test_an_offer_of_a_seat_pings_nobody_who_is_on_vacation(camp: Table, away: bool) -> None:
    await facing(camp)
    georges = camp.guild.add_member(camp.env.create_user("georges"))
    now, day = camp.env.now(), timedelta(days=1)
    hours = Hours(vacations=(Span(now - day, now + day),)) if away else Hours()
    known = Person(user_id=georges.id, hours=msgspec.json.encode(hours))
    await camp.bot.store.transact(partial(people.put_person, settings=known))
    await camp.maxime.slash(camp.channel, "seat substitute", user=georges)
    await camp.bot.outbox.drain()
    (asked,) = [body for body in camp.posts() if "stand in for" in (body.get("content") or "")]
    pinged = [int(user) for user in asked["allowed_mentions"].get("users", [])]
    assert pinged == ([] if away else [georges.id])


async def test_a_list_has_no_campaign_of_a_channel_that_its_reader_can_not_see(camp: Table) -> None:
    hall = cabinet(camp, camp.camille)
    await facing(camp, hall)
    assert f"<#{hall.id}>" in said(await camp.camille.slash(camp.channel, "campaign list"))
    assert f"<#{hall.id}>" not in said(await camp.maxime.slash(camp.channel, "campaign list"))


async def exported(table: Table, actor: MemberActor) -> str:
    """What somebody is given by `/privacy export`."""
    result = await actor.slash(table.channel, "privacy export")
    assert result.response is not None
    return json.dumps(json.loads(await result.response.attachments[0].read()))


async def test_an_export_of_what_is_kept_has_no_direct_message_to_somebody_else(camp: Table) -> None:
    await facing(camp)
    store: Store = camp.bot.store
    mine = messages.direct(camp.maxime.id, f"For you, by <@{camp.camille.id}>")
    theirs = messages.direct(camp.camille.id, f"What waits: 6 clisson, against <@{camp.maxime.id}>")
    await store.add_outbox(1, [mine, theirs])
    found = await exported(camp, camp.maxime)
    assert "For you" in found
    assert "clisson" not in found


async def test_why_a_replay_goes_no_further_is_no_side_door_to_a_secret(camp: Table) -> None:
    campaign = await facing(camp)
    await camp.bot.campaigns.take(1, camp.camille.id, "commit 6 clisson", seat="blue")
    rows = await camp.bot.store.journal(1)
    broken = [rows[0], msgspec.structs.replace(rows[1], action="commit 6 atlantis")]
    replay = replayed(TITLE, records.record(campaign, broken))
    assert "atlantis" in str(replay.trouble)
    told = playback.ends_early(TITLE, campaign, replay)
    assert told == "Under the current rules, entry 1 is no longer valid."
    over = msgspec.structs.replace(campaign, status="ended")
    assert "atlantis" in playback.ends_early(TITLE, over, replay)


async def test_whoever_is_to_hear_of_it_is_named_so_that_discord_pings_them(camp: Table) -> None:
    campaign = await facing(camp)
    camille, maxime = camp.camille.id, camp.maxime.id
    said = messages.say(f"<@{camille}> speaks.", people=[camille, maxime, maxime], role=77)
    await camp.bot.store.add_outbox(campaign.id, [said])
    await camp.bot.outbox.drain()
    assert f"<@{camille}> speaks.\n-# <@{maxime}> <@&77>" in in_channel(camp)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("one\n# two", "one # two"),
        ("http://a.example/[x](http://b.example)", r"http://a.example/\[x](http://b.example)"),
        ("http://a.example/**b**", r"http://a.example/\*\*b\*\*"),
        ("\u202eno\u2066 way\u200f", "no way"),
    ],
)
def test_a_text_from_outside_stays_on_its_line_and_masks_no_link(typed: str, plain: str) -> None:
    assert layout.plain(typed) == plain


def test_a_seat_may_have_a_number_in_its_name_on_every_control() -> None:
    for seat in ("blue", "army-2"):
        stamp = custom_ids.Stamp(10**9 - 1, 10**9 - 1, seat)
        for template, made in (
            (custom_ids.TAKE, custom_ids.press(stamp, "pass", "panel")),
            (custom_ids.CHOOSE, custom_ids.pick(stamp, "march", "panel")),
            (custom_ids.VIEW, custom_ids.view(stamp.campaign, seat)),
            (custom_ids.AGAIN, custom_ids.again(stamp.campaign, seat)),
            (custom_ids.MUTE, f"t1:mute:{stamp.campaign}:{stamp.version}:{seat}"),
            (album.LOOK, f"t1:replay-as:{album.Place(stamp.campaign, 'turn', 1, seat)}"),
        ):
            assert re.fullmatch(template, made), made
            assert len(made) <= custom_ids.LIMIT


async def test_help_in_a_lobby_says_how_to_take_a_seat(camp: Table) -> None:
    await camp.camille.slash(camp.channel, "campaign new", game="outposts")
    told = said(await camp.maxime.slash(camp.channel, "help"))
    assert told.startswith(f"**The campaign of {TITLE.name} in this channel has not begun yet.**")
    assert "`/seat take`" in told


async def test_help_names_no_command_that_there_is_not(camp: Table) -> None:
    await facing(camp)
    told = said(await camp.camille.slash(camp.channel, "help"))
    assert "**Your decision**" in told
    assert "`/play`" in told
    assert "`/outposts" not in told


async def test_help_in_a_paused_campaign_says_how_it_goes_on(camp: Table) -> None:
    await facing(camp)
    await marat(camp).slash(camp.channel, "campaign pause")
    assert "`/campaign resume`" in said(await camp.maxime.slash(camp.channel, "help")).splitlines()[0]
