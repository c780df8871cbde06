"""`/campaign replay`: what stands is leafed through, and nobody learns more than they may."""

from __future__ import annotations

import re

import discord
import msgspec
import pytest
from discord import ui
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.campaigns import records
from bot.campaigns.progress import Progress
from bot.desk import album
from bot.games.registry import presenter_of
from bot.replays import playback
from bot.replays.playback import replayed
from engines.core.repair import repair
from engines.levee.events import CardRevealed, FrenchArmyReset
from tests.support.bot_fixtures import Tables
from tests.support.facing import facing, played_out
from tests.support.plays import long_game
from tests.support.table import Table, controls, said, text, whispered

HIDDEN = "a recruit in Clisson"
WHERE = re.compile(r"(Turn|Step|Day) (\d+) of (\d+)")


@pytest.fixture
async def camp(closed_table: Tables) -> Table:
    """A table at which *Outposts* can be played."""
    table = await closed_table()
    await table.start()
    return table


async def turns(table: Table, *actions: str) -> None:
    """A Levée campaign with these actions."""
    await table.new()
    for action in actions:
        await table.bot.campaigns.take(1, table.camille.id, action)
    await table.bot.outbox.drain()


def where(shown: InteractionResult) -> tuple[str, int, int]:
    """What a page says it is: a turn or step, its place, how many there are."""
    found = WHERE.search(said(shown))
    assert found is not None
    return found[1], int(found[2]), int(found[3])


async def press(table: Table, shown: InteractionResult, end: str, who: MemberActor | None = None) -> str:
    """Press the control of a page whose id ends so; gives what only the presser is told."""
    assert shown.response is not None
    control = next(each for each in controls(shown.response.message) if each.custom_id.endswith(end))
    return whispered(await (who or table.camille).click(shown.response.message, custom_id=control.custom_id))


async def forged(table: Table, channel: ChannelHandle, place: album.Place) -> str:
    """Let Camille press a button that leads to a place; gives what she is told."""
    button: ui.Button[ui.LayoutView] = ui.Button(label="Look", custom_id=f"t1:replay:{place}:on")
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.ActionRow(button))
    view.stop()
    posted = await table.bot.get_partial_messageable(channel.id, guild_id=table.guild.id).send(view=view)
    return whispered(await table.camille.click(posted, custom_id=button.custom_id))


async def looked_as(table: Table, shown: InteractionResult, eyes: str) -> str:
    """Look at the same page through other eyes."""
    assert shown.response is not None
    message = shown.response.message
    select = next(each for each in controls(message) if each.custom_id.startswith("t1:replay-as"))
    return whispered(await table.camille.select(message, [eyes], custom_id=select.custom_id))


async def test_a_replay_begins_with_the_first_turn_for_whoever_asks_alone(table: Table) -> None:
    await turns(table, "end", "end")
    shown = await table.maxime.slash(table.channel, "campaign replay")
    assert where(shown) == ("Turn", 1, 3)
    assert shown.response is not None
    assert shown.response.ephemeral


async def test_a_page_has_the_map_with_alt_text_and_the_story(table: Table) -> None:
    await turns(table, "end")
    shown = await table.camille.slash(table.channel, "campaign replay", turn=2)
    assert shown.response is not None
    (picture,) = shown.response.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    assert "Paris" in (picture.description or "")
    chapter = await table.bot.campaigns.chapter(await table.campaign(), 2)
    assert "## Turn 2" in said(shown)
    for line in presenter_of(table.bot.campaigns.titles["levee"]).tell(chapter.events):
        assert line in said(shown)


async def test_the_buttons_lead_to_every_turn_and_back(table: Table) -> None:
    await turns(table, "end", "end")
    shown = await table.camille.slash(table.channel, "campaign replay")
    seen = []
    for way in (":on", ":on", ":back", ":last", ":first"):
        await press(table, shown, way)
        seen.append(where(shown)[1])
    assert seen == [2, 3, 2, 3, 1]


async def test_at_either_end_the_buttons_that_lead_on_are_disabled(table: Table) -> None:
    await turns(table, "end")
    shown = await table.camille.slash(table.channel, "campaign replay")
    assert shown.response is not None
    row = shown.response.components[-1]["components"]
    assert [button.get("disabled", False) for button in row] == [True, True, False, False, False]


async def test_the_toggle_goes_to_the_same_moment_step_by_step_and_back(table: Table) -> None:
    await turns(table, "political republic", "end")
    shown = await table.camille.slash(table.channel, "campaign replay")
    await press(table, shown, ":by")
    # The set-up and the political action are in turn 1; the end led to turn 2.
    assert where(shown) == ("Step", 2, 3)
    assert "Republic" in said(shown)
    await press(table, shown, ":by")
    assert where(shown) == ("Turn", 1, 2)


async def test_what_was_taken_back_is_not_shown(table: Table) -> None:
    await turns(table, "political republic")
    campaign = await table.campaign()
    title = table.bot.campaigns.title_of(campaign)
    record = await table.bot.campaigns.record(campaign)
    progress = Progress(title, campaign)
    progress.undo(0, repair(title, record).steps[0].state, 1, user_id=1, source="player")
    async with table.bot.campaigns.writing(1):
        await table.bot.campaigns.commit(progress, user_id=1)
    shown = await table.camille.slash(table.channel, "campaign replay")
    await press(table, shown, ":by")
    assert where(shown) == ("Step", 1, 1)
    assert "Political action" not in said(shown)


def test_a_page_whose_turn_was_taken_back_shows_the_one_before() -> None:
    replay = replayed(long_game().title, long_game().record())
    assert playback.nearest(replay.turns, 10_000) == len(replay.turns) - 1
    assert playback.nearest(replay.turns[:3], replay.turns[5].number) == 2


async def test_a_turn_that_has_not_been_is_refused(table: Table) -> None:
    await turns(table)
    shown = await table.camille.slash(table.channel, "campaign replay", turn=7)
    assert said(shown) == "Turn 7 has not been played yet. The latest is turn 1."


async def test_a_campaign_of_a_channel_that_somebody_can_not_see_is_refused(table: Table) -> None:
    secret = table.guild.create_text_channel(
        "secret", overwrites={table.camille: discord.PermissionOverwrite(view_channel=False)}
    )
    await table.new(channel=secret)
    told = await forged(table, table.channel, album.Place(1, "turn", 1, None))
    assert told == "I don't know that campaign. `/campaign list` shows the campaigns of this server."


async def test_a_campaign_that_is_not_known_is_refused(table: Table) -> None:
    await turns(table)
    assert "I don't know that campaign." in await forged(
        table, table.channel, album.Place(77, "turn", 1, None)
    )


def test_the_leaves_of_a_whole_game_are_its_turns_and_entries() -> None:
    game = long_game()
    replay = replayed(game.title, game.record())
    assert [leaf.number for leaf in replay.steps] == list(range(len(game.journal) + 1))
    assert [leaf.number for leaf in replay.turns] == list(range(1, len(replay.turns) + 1))
    assert replay.turns[-1].state == game.state
    assert [event for leaf in replay.turns for event in leaf.events] == [
        event for leaf in replay.steps for event in leaf.events
    ]
    for leaf in replay.turns:
        assert game.title.chapter(leaf.state)[0] == leaf.number


def test_the_arrows_of_a_turn_are_of_what_led_to_its_board() -> None:
    replay = replayed(long_game().title, long_game().record())
    for leaf in replay.turns[:-1]:
        assert leaf.led == leaf.events[: len(leaf.led)]
        assert any(isinstance(event, CardRevealed) for event in leaf.led)
        # The end of a turn opens the next in the same entry.
        assert not any(isinstance(event, FrenchArmyReset) for event in leaf.led)
    assert replay.turns[-1].led == replay.turns[-1].events


async def test_a_record_that_follows_no_longer_is_shown_as_far_as_it_does(table: Table) -> None:
    await turns(table, "end")
    campaign = await table.campaign()
    rows = await table.bot.store.journal(1)
    broken = [*rows, msgspec.structs.replace(rows[1], seq=2, action="military atlantis")]
    replay = replayed(table.bot.campaigns.title_of(campaign), records.record(campaign, broken))
    assert [leaf.number for leaf in replay.steps] == [0, 1]
    assert replay.trouble is not None
    assert replay.trouble.entry == 2


async def test_a_seat_sees_its_own_secrets_and_the_public_none(camp: Table) -> None:
    await facing(camp)
    await camp.bot.campaigns.take(1, camp.camille.id, "commit 6 clisson", seat="blue")
    mine = await camp.camille.slash(camp.channel, "campaign replay")
    theirs = await camp.maxime.slash(camp.channel, "campaign replay")
    assert HIDDEN in said(mine)
    assert "has committed." in said(theirs)
    await looked_as(camp, mine, "*")
    assert "has committed." in said(mine)


async def test_no_bytes_of_what_others_are_sent_hold_a_secret(camp: Table) -> None:
    await facing(camp)
    await camp.bot.campaigns.take(1, camp.camille.id, "commit 6 clisson", seat="blue")
    before = len(camp.env.http_requests)
    shown = await camp.maxime.slash(camp.channel, "campaign replay")
    for way in (":by", ":first", ":last", ":by"):
        await press(camp, shown, way, camp.maxime)
    sent = "".join(repr(entry.json) for entry in camp.env.http_requests[before:])
    assert "has committed" in sent
    assert HIDDEN not in sent


async def test_the_map_of_a_replay_is_that_of_the_eyes(camp: Table) -> None:
    await facing(camp)
    mine = await camp.camille.slash(camp.channel, "campaign replay")
    theirs = await camp.maxime.slash(camp.channel, "campaign replay")
    assert mine.response is not None
    assert theirs.response is not None
    blue, white = mine.response.attachments[0], theirs.response.attachments[0]
    assert "Nantes (" in (blue.description or "")
    assert "Nantes (" not in (white.description or "")
    assert await blue.read() != await white.read()


async def test_nobody_looks_through_another_seat_while_the_game_runs(camp: Table) -> None:
    await facing(camp)
    shown = await camp.camille.slash(camp.channel, "campaign replay")
    assert shown.response is not None
    offered = [each.value for each in controls(shown.response.message) if each.value]
    assert offered == ["blue", "*"]


@pytest.mark.parametrize("eyes", ["white", "nobody"])
async def test_a_forged_button_with_other_eyes_is_refused(camp: Table, eyes: str) -> None:
    await facing(camp)
    told = await forged(camp, camp.channel, album.Place(1, "turn", 1, eyes))
    assert told.startswith(
        "Until this campaign ends, you can see only public information and your own seat's secrets."
    )


async def test_when_the_game_is_over_anybody_looks_through_any_eyes(camp: Table) -> None:
    await facing(camp)
    await played_out(camp.bot.campaigns, 1)
    await camp.bot.outbox.drain()
    watcher = camp.guild.add_member(camp.env.create_user("watcher", global_name="Watcher"))
    shown = await watcher.slash(camp.channel, "campaign replay")
    assert shown.response is not None
    assert [c.value for c in controls(shown.response.message) if c.value] == ["*", "blue", "white"]
    assert "as seen by everybody" in text(shown.response.message)
