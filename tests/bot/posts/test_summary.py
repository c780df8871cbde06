"""How a campaign ended is told once in its channel, and once in the server's archive."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
import msgspec
import pytest
from PIL import Image
from simcord import ChannelHandle

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.games.registry import presenter_of
from bot.posts import summary as summaries
from bot.posts.summary import Ending, lines, looked_back, story
from bot.store import Campaign, Guild
from bot.store.rows import people
from bot.surface.custom_ids import new_anew
from engines.core.contract import Outcome
from engines.core.game import Game
from engines.core.record import Record, verify
from tests.support.bot_fixtures import Tables
from tests.support.clocked import quiet, set_hours
from tests.support.facing import facing, played_out
from tests.support.gateway import Delivery, deliver
from tests.support.plays import game_with_options
from tests.support.table import Table, text, whispered


async def finished(table: Table, *, archive: int | None = None, game: Game | None = None) -> Game:
    """A whole game, and all that is to be said of it said."""
    if archive is not None:
        settings = Guild(id=table.guild.id, archive_channel=archive)
        await table.bot.store.transact(partial(people.put_guild, settings=settings))
    game = game or game_with_options()
    await table.new(game.seed, options=game.options)
    for entry in game.journal:
        await table.bot.campaigns.take(1, table.camille.id, entry.action)
    await table.bot.outbox.drain()
    return game


def told(channel: ChannelHandle) -> list[discord.Message]:
    """The summaries in a channel."""
    return [message for message in channel.history() if "** is over." in text(message)]


async def ending(table: Table) -> Ending:
    """What is told of the campaign."""
    campaign = await table.campaign()
    return looked_back(
        table.bot.campaigns.title_of(campaign), campaign, await table.bot.store.journal(campaign.id)
    )


async def test_the_end_is_told_once_with_the_scores_working(table: Table) -> None:
    game = await finished(table)
    assert game.outcome is not None
    await table.sweep(600)
    (summary,) = told(table.channel)
    for line in presenter_of(game.title).verdict(game.outcome):
        assert line in text(summary)


async def test_the_end_of_a_lost_game_is_told_with_what_decided_it(table: Table) -> None:
    game = await finished(table)
    assert game.outcome is not None
    assert game.outcome.winner is None
    last: Any = (await ending(table)).replay.turns[-1]
    view: Any = game.title.view(last.state, None)
    why = presenter_of(game.title).aftermath(game.outcome, view, last.events)
    (summary,) = told(table.channel)
    assert why
    assert all(line in text(summary) for line in why)
    assert story(await ending(table)).result == f"France has lost ({game.outcome.case})."


async def test_it_has_the_seed_its_hash_and_how_to_check_them(table: Table) -> None:
    game = await finished(table)
    (summary,) = told(table.channel)
    assert f"`{game.seed}`" in text(summary)
    assert f"`{(await table.campaign()).commitment}`" in text(summary)
    assert "`tocsin verify`" in text(summary)


async def test_its_record_verifies(table: Table) -> None:
    game = await finished(table)
    (summary,) = told(table.channel)
    file = next(each for each in summary.attachments if each.filename == "levee-1.json")
    record = msgspec.json.decode(await file.read(), type=Record)
    verdict = verify(game.title, record)
    assert (verdict.seed_known, verdict.outcome) == (True, game.outcome)


async def test_its_picture_has_alt_text_with_the_result(table: Table) -> None:
    game = await finished(table)
    assert game.outcome is not None
    (summary,) = told(table.channel)
    picture = next(each for each in summary.attachments if each.filename == "map.png")
    assert (await picture.read()).startswith(b"\x89PNG")
    assert str(game.outcome.title) in (picture.description or "")
    assert "Dice of France" in (picture.description or "")


async def test_it_says_how_long_the_game_took_and_what_the_dice_gave(table: Table) -> None:
    game = await finished(table)
    (summary,) = told(table.channel)
    told_ = text(summary)
    turns = game.title.chapter(game.state)[0]
    assert f"**Played** {turns} turns and {len(game.journal)} actions, in less than an hour: <t:" in told_
    assert "France: " in told_
    assert "(expected 3.50)" in told_


async def test_the_series_of_its_picture_have_a_value_for_each_turn(table: Table) -> None:
    game = await finished(table)
    turns = game.title.chapter(game.state)[0]
    shown = story(await ending(table))
    assert [series.name for series in shown.series] == [
        "Score",
        "Monarchy",
        "Despotism",
        "Republic",
        "Nearest Army, boxes from Paris",
        "Liberated spaces",
    ]
    assert {len(series.values) for series in shown.series} == {turns}


async def test_the_die_that_an_army_rolls_is_lucky_for_france_when_it_fails(table: Table) -> None:
    await finished(table)
    found = await ending(table)
    assert found.dice is not None
    rolled = sum(
        getattr(event, "case", None) == "5.1" and hasattr(event, "faces")
        for leaf in found.replay.steps
        for event in leaf.events
    )
    assert found.dice["france"].tests >= rolled


async def test_the_archive_has_it_too(table: Table) -> None:
    hall = table.guild.create_text_channel("archive")
    await finished(table, archive=hall.id)
    assert [text(message) for message in told(hall)] == [text(message) for message in told(table.channel)]
    assert len(told(hall)) == 1


async def test_where_the_archive_is_the_campaigns_channel_it_is_told_once(table: Table) -> None:
    await finished(table, archive=table.channel.id)
    assert len(told(table.channel)) == 1


@pytest.mark.parametrize("code", [50001, 50013])
async def test_an_archive_that_is_closed_to_the_bot_is_left_alone(table: Table, code: int) -> None:
    hall = table.guild.create_text_channel("archive")
    path = f"/channels/{hall.id}/messages"
    table.env.inject_error("POST", path, status=403, code=code, times=None)
    await finished(table, archive=hall.id)
    assert len(told(table.channel)) == 1
    assert await table.unsaid() == []


async def test_an_archive_that_is_gone_repeats_nothing_and_waits_for_nothing(table: Table) -> None:
    await finished(table, archive=table.channel.id + 1)
    await table.sweep(3600)
    assert len(told(table.channel)) == 1
    assert await table.unsaid() == []
    assert (await table.campaign()).parked_at is None


async def test_a_discord_in_trouble_is_told_again_and_the_other_place_once(table: Table) -> None:
    hall = table.guild.create_text_channel("archive")
    table.env.inject_error("POST", f"/channels/{hall.id}/messages", status=404, times=1)
    await finished(table, archive=hall.id)
    assert (len(told(table.channel)), len(told(hall))) == (1, 0)
    await table.sweep(600)
    assert (len(told(table.channel)), len(told(hall))) == (1, 1)


async def test_where_files_are_refused_the_words_stand_alone(table: Table) -> None:
    game = game_with_options()
    await table.new(game.seed, options=game.options)
    for entry in game.journal:
        await table.bot.campaigns.take(1, table.camille.id, entry.action)
    campaign = await table.campaign()
    await table.bot.outbox.drain()
    before = len(told(table.channel))
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", status=413, times=1)
    await table.bot.store.add_outbox(campaign.id, messages.summary())
    await table.bot.outbox.drain()
    assert len(told(table.channel)) == before + 1
    assert told(table.channel)[-1].attachments == []


async def test_a_campaign_that_its_people_ended_has_a_summary_without_a_result(table: Table) -> None:
    await table.new()
    await table.bot.campaigns.take(1, table.camille.id, "political republic")
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    await table.bot.outbox.drain()
    (summary,) = told(table.channel)
    assert "## Ended before its time" in text(summary)
    assert "Victory Point" not in text(summary)
    assert f"`{campaign.seed}`" in text(summary)


async def test_one_who_played_alone_plays_again_by_a_click_with_the_same_rules(table: Table) -> None:
    await table.new(options={"king-rescued": True})
    await table.bot.campaigns.take(1, table.camille.id, "political republic")
    over = await table.campaign()
    await table.bot.campaigns.end(over, version=over.version)
    await table.bot.outbox.drain()
    (summary,) = told(table.channel)
    assert "Only its players may play it again here." in whispered(
        await table.maxime.click(summary, custom_id=new_anew(1))
    )
    await table.camille.click(summary, custom_id=new_anew(1))
    anew = await table.campaign(2)
    assert (anew.scenario, anew.options, anew.seats) == (over.scenario, over.options, over.seats)
    assert anew.seed != over.seed
    late = await table.camille.click(summary, custom_id=new_anew(1))
    assert "This channel already has a campaign:" in whispered(late)


async def fought_out(camp: Table) -> tuple[Campaign, discord.Message]:
    """A campaign of two people that is over, and the summary under it."""
    await facing(camp)
    over = await camp.campaign()
    await camp.bot.campaigns.end(over, version=over.version)
    await camp.bot.outbox.drain()
    (summary,) = told(camp.channel)
    return over, summary


async def test_several_play_again_by_a_lobby_that_keeps_their_seats(closed_table: Tables) -> None:
    camp = await closed_table()
    await camp.start()
    over, summary = await fought_out(camp)
    await camp.camille.click(summary, custom_id=new_anew(1))
    lobby = await camp.campaign(2)
    assert (lobby.status, lobby.seats) == ("lobby", {"blue": camp.camille.id})
    assert lobby.seating["white"].reserved_for == camp.maxime.id
    await camp.bot.outbox.drain()
    assert any("keeps **White** in Outposts for you" in text(each) for each in camp.channel.history())
    late = await camp.camille.click(summary, custom_id=new_anew(1))
    assert "This channel already has an open lobby." in whispered(late)
    # The other's press takes the seat that is kept for him, with which the game begins.
    assert whispered(await camp.maxime.click(summary, custom_id=new_anew(1))) == "You play White."
    begun = await camp.campaign(2)
    assert (begun.status, begun.seats) == ("running", over.seats)
    # So it does where both press in the same moment.
    await camp.bot.campaigns.end(begun, version=begun.version)
    await camp.bot.outbox.drain()
    last = told(camp.channel)[-1].id
    both = [Delivery.press(camp, new_anew(2), who, on=last) for who in (camp.camille, camp.maxime)]
    await deliver(camp, *both)
    # On a server a number may be left out where two presses cross.
    newest = await camp.bot.store.latest_in(camp.channel.id)
    assert newest is not None
    assert newest.id > begun.id
    assert (newest.status, newest.seats) == ("running", over.seats)


async def test_a_bot_that_dies_as_they_play_again_leaves_a_lobby_that_keeps_their_seats(
    closed_table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    camp = await closed_table()
    await camp.start()
    _, summary = await fought_out(camp)
    opens = Campaigns.new

    async def opens_and_dies(*told: Any) -> None:
        await opens(*told)
        raise PoliteError("Killed")

    monkeypatch.setattr(Campaigns, "new", opens_and_dies)
    assert whispered(await camp.camille.click(summary, custom_id=new_anew(1))) == "Killed"
    lobby = await camp.campaign(2)
    assert (lobby.status, lobby.seats) == ("lobby", {"blue": camp.camille.id})
    assert lobby.seating["white"].reserved_for == camp.maxime.id
    await camp.bot.outbox.drain()
    assert any("keeps **White** in Outposts for you" in text(each) for each in camp.channel.history())
    assert whispered(await camp.maxime.click(summary, custom_id=new_anew(1))) == "You play White."


async def test_a_lobby_that_was_ended_has_no_summary(table: Table) -> None:
    await table.bot.campaigns.new(table.wish(lobby=True))
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    await table.bot.outbox.drain()
    assert told(table.channel) == []


async def test_while_the_game_runs_nothing_is_told(table: Table) -> None:
    await table.new()
    await table.bot.store.add_outbox(1, messages.summary())
    await table.bot.outbox.drain()
    assert told(table.channel) == []


async def test_a_record_that_follows_no_longer_is_told_without_its_dice(table: Table) -> None:
    await finished(table)
    campaign = await table.campaign()
    rows = await table.bot.store.journal(1)
    rows[3] = msgspec.structs.replace(rows[3], action="military atlantis")
    broken = looked_back(table.bot.campaigns.title_of(campaign), campaign, rows)
    assert "**Dice** Not counted:" in "\n".join(lines(broken))
    assert isinstance(summaries.drawn(broken).data, bytes)


async def test_a_game_of_two_sides_tells_the_winner_and_the_dice_of_each(closed_table: Tables) -> None:
    camp = await closed_table()
    await camp.start()
    await facing(camp)
    await played_out(camp.bot.campaigns, 1)
    await camp.bot.outbox.drain()
    (summary,) = told(camp.channel)
    outcome = msgspec.json.decode((await camp.campaign()).outcome or b"", type=Outcome)
    assert f"## {outcome.title}" in text(summary)
    assert "Blue: " in text(summary)
    assert "White: " in text(summary)
    assert "Victory Point" not in text(summary)


async def test_it_names_the_players_pings_them_once_and_links_the_record(closed_table: Tables) -> None:
    camp = await closed_table()
    await camp.start()
    hall = camp.guild.create_text_channel("archive")
    settings = Guild(id=camp.guild.id, archive_channel=hall.id)
    await camp.bot.store.transact(partial(people.put_guild, settings=settings))
    await facing(camp)
    await set_hours(camp, camp.maxime.id, **quiet(camp, -1, 3))
    await played_out(camp.bot.campaigns, 1)
    await camp.bot.outbox.drain()
    for channel in (camp.channel, hall):
        (summary,) = told(channel)
        assert f"**Players** Blue <@{camp.camille.id}> · White <@{camp.maxime.id}>" in text(summary)
        assert (
            "**Record** `/campaign export` gives you the record and `/campaign replay` shows the "
            "game again, in any channel of this server with `campaign:" in text(summary)
        )
        assert "in any channel of this server with `campaign: 1`." in text(summary)
        assert f"[To the last card](https://discord.com/channels/{camp.guild.id}/{camp.channel.id}/" in text(
            summary
        )
    posts = camp.bodies("POST", "/channels/")
    pings = [post["allowed_mentions"]["users"] for post in posts if "**Players**" in str(post)]
    # Nobody in their quiet hours, and nobody twice.
    assert sorted(pings) == [[], [camp.camille.id]]


def test_each_place_has_a_message_of_its_own() -> None:
    here, there, announced = messages.summary()
    assert (here.kind, there.kind, announced.kind) == (messages.SUMMARY, messages.SUMMARY, messages.ANNOUNCE)
    assert here.payload != there.payload


def test_without_a_picture_the_record_is_there_all_the_same() -> None:
    record = discord.File(Image.__file__, filename="levee-1.json")
    view = summaries.build(["words"], None, record, again=1)
    assert any(isinstance(part, discord.ui.File) for part in view.walk_children())
