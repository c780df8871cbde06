"""`/results`: campaigns that are over, by game, person and pair, from rows that the end itself writes."""

from __future__ import annotations

import csv
import json
from functools import partial
from io import StringIO

import discord
import msgspec
import pytest
from msgspec.structs import replace
from simcord import InteractionResult
from sqlalchemy import Connection, delete

from bot.campaigns.places import hidden
from bot.interactions import results
from bot.results import words
from bot.store import JournalRow, Result, rows
from bot.store.schema import result
from data.catalogue import speaking
from engines.core.contract import Outcome
from engines.core.dice import Dice
from tests.outposts.bot.test_campaigns import played_out
from tests.support.depth import depth
from tests.support.life import Life
from tests.support.moderated import confirmed
from tests.support.table import controls, said, text

DAY = 24 * 3600


async def kept(life: Life) -> list[Result]:
    """The results of the server, as they are stored."""
    read = partial(rows.results.of_guild, guild_id=life.guild.id)
    return await life.table.bot.store.look(read)


async def journal(life: Life) -> list[JournalRow]:
    """What was done in the first campaign."""
    return await life.table.bot.store.journal(1)


async def conceded(life: Life, hall: str = "") -> None:
    """A campaign that Maxime, who has White, gives up a day after its first action."""
    if hall:
        life.hall = life.guild.create_text_channel(hall)
    await life.outposts()
    await life.plays(life.camille, "commit 1 nantes")
    await life.wait(24)
    await life.confirmed(life.maxime, "campaign concede", "Concede")


async def table_of(result: InteractionResult) -> list[dict[str, str]]:
    """The rows of the table that comes with results."""
    assert result.response is not None
    picture, file = result.response.attachments
    assert (picture.filename, file.filename) == ("map.png", "results.csv")
    assert picture.description
    return list(csv.DictReader(StringIO((await file.read()).decode("utf-8-sig"))))


async def test_nothing_has_ended(life: Life) -> None:
    await life.outposts()
    assert await life.types(life.lucien, "results") == (
        "No such campaign has ended here yet, in a channel that you can see."
    )
    assert await kept(life) == []


async def test_an_end_is_kept_with_seats_people_and_length(life: Life) -> None:
    await conceded(life)
    (found,) = await kept(life)
    assert (found.title, found.how, found.winner, found.level) == ("outposts", "conceded", "blue", None)
    assert [(part.seat, part.user_id, part.own, part.others) for part in found.parts] == [
        ("blue", life.camille.id, 1, 0),
        ("white", life.maxime.id, 0, 0),
    ]
    assert (found.turns, found.edited, found.by_hand) == (1, False, False)
    assert (found.ended_at - found.began_at).days == 1


async def test_results_are_listed_with_a_picture_and_a_table(life: Life) -> None:
    await conceded(life)
    shown = await life.slash(life.lucien, "results")
    told = said(shown)
    heading, campaigns, won, *_rest = told.splitlines()
    assert (heading, campaigns) == ("## Results of this server", "1 campaign.")
    assert won.startswith("**Outposts** 1 campaign; won: Blue 1 (100%, likely 21% to 100%)")
    assert "\n-# *Likely*: the share of many more campaigns, " in told
    assert "1 · **Outposts** · <t:" in told
    assert (
        f"Blue won, as the other side conceded · Blue <@{life.camille.id}>, White <@{life.maxime.id}>" in told
    )
    blue, white = await table_of(shown)
    assert (blue["player"], blue["result"], white["result"]) == (str(life.camille.id), "won", "lost")
    assert (blue["game"], blue["how"], blue["turns"], blue["edited"]) == ("outposts", "conceded", "1", "no")


async def test_results_of_a_person_and_of_a_pair(life: Life) -> None:
    await conceded(life)
    assert f"<@{life.maxime.id}>: 1 lost" in await life.types(life.lucien, "results", player=life.maxime)
    pair = await life.types(life.camille, "results", against=life.maxime)
    assert pair.startswith(f"## Results of <@{life.camille.id}> against <@{life.maxime.id}>")
    assert f"<@{life.camille.id}>: 1 won\n<@{life.maxime.id}>: 1 lost" in pair
    assert "No such campaign" in await life.types(life.camille, "results", player=life.lucien)
    assert "No such campaign" in await life.types(life.camille, "results", game="levee")
    assert "1 campaign." in await life.types(life.camille, "results", days=2)
    await life.env.advance_time(3 * DAY)
    assert "No such campaign" in await life.types(life.camille, "results", days=2)


async def test_a_channel_that_somebody_can_not_see_is_left_out(life: Life) -> None:
    closed = discord.PermissionOverwrite(view_channel=False)
    life.hall = life.guild.create_text_channel("secret", overwrites={life.lucien: closed})
    await conceded(life)
    life.hall = life.table.channel
    assert "No such campaign" in await life.types(life.lucien, "results")
    assert "1 campaign." in await life.types(life.camille, "results")


async def test_a_campaign_that_was_abandoned_is_no_win(life: Life) -> None:
    await life.outposts()
    await life.slash(life.camille, "campaign abort", reason="no time")
    await life.presses(life.maxime, life.newest("Agree"), "Agree")
    (found,) = await kept(life)
    assert (found.how, found.winner) == ("abandoned", None)
    shown = await life.slash(life.camille, "results", player=life.camille)
    assert f"<@{life.camille.id}>: 1 without a result\n**Outposts** 1 campaign, none with a result" in said(
        shown
    )
    assert shown.response is not None
    assert [file.filename for file in shown.response.attachments] == ["results.csv"]


async def test_a_lobby_that_was_closed_is_no_result(life: Life) -> None:
    await life.slash(life.camille, "campaign new", game="outposts", images="never")
    await confirmed(life.camille, await life.slash(life.camille, "campaign abort"))
    assert (await life.table.campaign()).status == "ended"
    assert await kept(life) == []


async def test_what_a_moderator_did_is_said(life: Life) -> None:
    await life.outposts()
    await life.plays(life.camille, "commit 1 nantes")
    await confirmed(life.therese, await life.slash(life.therese, "mod undo", reason="a slip"))
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    (found,) = await kept(life)
    assert found.edited
    assert "a moderator intervened" in await life.types(life.camille, "results")


@pytest.mark.deep(seconds=10)
async def test_pages_turn(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    # By day a page has less room.
    monkeypatch.setattr(results, "ROWS", at_once := depth(2, results.ROWS))
    for number in range(at_once + 2):
        await conceded(life, f"hall-{number}")
    campaigns = f"{at_once + 2} campaigns."
    shown = await life.slash(life.lucien, "results")
    assert shown.response is not None
    assert campaigns in said(shown)
    assert "-# Page 1 of 2." in said(shown)
    await life.press(life.lucien, shown.response, "More")
    turned = text(shown.response.message)
    assert turned.startswith("## Results of this server\n\n2 · **Outposts**")
    assert [control.label for control in controls(shown.response.message)] == ["Back"]
    await life.press(life.lucien, shown.response, "Back")
    assert campaigns in text(shown.response.message)


async def test_whoever_is_forgotten_is_in_no_result(life: Life) -> None:
    await conceded(life)
    exported = await life.slash(life.maxime, "privacy export")
    assert exported.response is not None
    (file,) = exported.response.attachments
    own = json.loads(await file.read())["results"]
    assert [row["seat"] for row in own] == ["white"]
    assert str(life.camille.id) not in json.dumps(own)
    await life.confirmed(life.maxime, "privacy forget", "Forget me")
    (found,) = await kept(life)
    assert [part.user_id for part in found.parts] == [life.camille.id, 0]
    shown = await life.slash(life.lucien, "results")
    assert "White somebody" in said(shown)
    assert [row["player"] for row in await table_of(shown)] == [str(life.camille.id), ""]
    assert "No such campaign" in await life.types(life.lucien, "results", player=life.maxime)


@pytest.mark.parametrize("gone", ["ended", "deleted"])
async def test_a_private_thread_hides_its_results_when_it_is_gone(life: Life, gone: str) -> None:
    hall = life.table.bot.get_channel(life.hall.id)
    assert isinstance(hall, discord.TextChannel)
    made = await hall.create_thread(name="secret", type=discord.ChannelType.private_thread)
    for member in (life.camille, life.maxime):
        await made.add_user(discord.Object(member.id))
    life.hall = next(thread for thread in life.hall.threads if thread.id == made.id)
    await life.outposts()
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    if gone == "deleted":
        # It was over before this was noted at the end of a campaign.
        key = hidden(made.id)
        await life.table.bot.store.transact(partial(rows.people.unnote, key=key))
    await made.delete()
    await life.env.settle()
    await life.reopen()
    life.hall = life.table.channel
    assert "No such campaign" in await life.types(life.lucien, "results")
    assert "1 campaign." in await life.types(life.maxime, "results")


async def test_a_channel_that_all_can_see_hides_no_result_when_it_is_gone(life: Life) -> None:
    """Not even where that was not known before, as of campaigns that were over with an earlier version."""
    hall, life.hall = life.hall, life.guild.create_text_channel("library")
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    await conceded(life)
    await life.table.bot.store.transact(partial(rows.people.note, key=hidden(place.id), value=""))
    await place.delete()
    await life.env.settle()
    await life.reopen()
    life.hall = hall
    assert "1 campaign." in await life.types(life.lucien, "results")


async def test_a_server_sees_its_own_results_only(life: Life) -> None:
    await conceded(life)
    read = partial(rows.results.of_guild, guild_id=life.guild.id + 1)
    assert await life.table.bot.store.look(read) == []


async def test_campaigns_that_were_over_before_have_results(life: Life) -> None:
    await conceded(life)
    before = await kept(life)

    def as_before(connection: Connection) -> None:
        connection.execute(delete(result))

    await life.table.bot.store.transact(as_before)
    assert await kept(life) == []
    await life.table.bot.store.transact(rows.results.fill)
    assert await kept(life) == before


async def test_a_game_that_its_rules_decide_has_its_level(life: Life) -> None:
    await life.outposts()
    over = await played_out(life.table.bot.campaigns, 1)
    await life.table.bot.outbox.drain()
    (result,) = await kept(life)
    assert over.outcome is not None
    outcome = msgspec.json.decode(over.outcome, type=Outcome)
    assert (result.how, result.winner, result.level, result.score) == (
        "decided",
        outcome.winner,
        outcome.level,
        outcome.score,
    )
    assert [part.others for part in result.parts] == [0, 0]
    assert all(part.own > 3 for part in result.parts)
    assert f"({outcome.title})" in await life.types(life.lucien, "results")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_verdict_is_told_to_each_in_their_own_language(life: Life, language: str) -> None:
    """Whatever was spoken when the campaign ended."""
    levee = life.table.bot.campaigns.titles["levee"]
    with speaking(language):
        stands = levee.provisional_outcome(levee.setup("base", {}, Dice("any")).state)
    assert stands is not None
    await conceded(life)
    (found,) = await kept(life)
    decided = replace(found, title="levee", how="decided", winner="france", verdict=stands.title)
    assert words.how({"levee": levee}, decided) == "France won (Minor defeat)"
    with speaking("fr"):
        assert words.how({"levee": levee}, decided) == "victoire de la France (Défaite mineure)"


async def test_campaigns_that_go_on_are_in_no_results(life: Life) -> None:
    """Nor does anything done in one change an answer that somebody gets."""

    async def answers() -> list[str]:
        return [
            await life.types(life.lucien, "results"),
            await life.types(life.lucien, "results", game="outposts"),
            await life.types(life.lucien, "results", player=life.camille),
            await life.types(life.camille, "results", player=life.camille, against=life.maxime),
        ]

    before = await answers()
    assert all("No such campaign" in answer for answer in before)
    await life.outposts()
    assert await answers() == before
    await conceded(life, "square")
    once = await answers()
    assert all("1 campaign." in answer for answer in once)
    life.hall = life.table.channel
    await life.plays(life.camille, "commit 6 clisson")
    await life.wait(1)
    assert await answers() == once


async def test_a_stand_in_gave_the_actions_that_they_gave(life: Life) -> None:
    await life.outposts()
    await life.types(life.maxime, "seat substitute", user=life.lucien)
    await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    await life.plays(life.camille, "commit 1 nantes")
    await life.plays(life.lucien, "commit 6 cholet")
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    (result,) = await kept(life)
    white = result.parts[1]
    assert (white.user_id, white.own, white.others, white.replaced) == (life.maxime.id, 0, 1, True)
    assert (white.most, result.parts[0].most) == (life.lucien.id, life.camille.id)
    assert f"White <@{life.maxime.id}> (others played most of it)" in await life.types(life.lucien, "results")


async def test_what_a_moderator_took_back_stays_said_when_the_game_goes_back_further(life: Life) -> None:
    await life.outposts()
    await life.plays(life.camille, "commit 1 nantes")
    await confirmed(life.therese, await life.slash(life.therese, "mod undo", reason="a slip"))
    await life.plays(life.camille, "commit 1 nantes")
    await confirmed(life.camille, await life.slash(life.camille, "campaign undo"))
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    (found,) = await kept(life)
    assert found.edited
    assert [(part.own, part.others) for part in found.parts] == [(0, 0), (0, 0)]


async def test_an_automatic_player_has_not_given_what_a_person_gave_who_is_forgotten(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await confirmed(life.maxime, await life.slash(life.maxime, "privacy forget"))
    await life.types(life.camille, "seat automatic", seat="white")
    await life.confirmed(life.camille, "campaign concede", "Concede")
    (found,) = await kept(life)
    white = found.parts[1]
    by_automatic = [row for row in await journal(life) if row.source == "automatic"]
    assert (white.automatic, white.own, white.others) == (True, len(by_automatic), 1)
