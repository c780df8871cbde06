"""A campaign of *Levée en Masse*, which one player plays and others watch, lend and moderate."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import discord

from bot.campaigns.progress import Progress
from tests.cli.program import tocsin
from tests.support.life import DAY, RUNG, Life, at, away, rung
from tests.support.table import controls, said, text

OPENING = ("political monarchy", "political monarchy", "end")
"""By the seed below a turn comes after these in which a levy can be raised, which needs no die."""
LEVY_SEED = "valmy-14"


async def begun(life: Life, **options: object) -> None:
    """Camille keeps France for Maxime, who sits down and ends each turn himself."""
    life.seed = LEVY_SEED
    await life.types(life.maxime, "my turns", end="me")
    wishes = {"game": "levee", "seats": "open", "rules": "levee-en-masse", "images": "never", **options}
    await life.slash(life.camille, "campaign new", **wishes)
    await life.types(life.camille, "seat reserve", seat="France", user=life.maxime)
    await life.press(life.maxime, life.newest("Take France"), "Take France")


async def opening(life: Life) -> None:
    """The first turn, to the headline of the second."""
    for action in OPENING:
        await life.plays_on_card(life.maxime, action)


async def test_a_seat_is_kept_for_a_friend_in_the_lobby(life: Life) -> None:
    await life.slash(life.camille, "campaign new", game="levee", seats="open", images="never")
    await life.types(life.camille, "seat reserve", seat="France", user=life.maxime)
    told = await life.presses(life.lucien, life.newest("Take France"), "Take France")
    assert told == f"The seat France is reserved for <@{life.maxime.id}>."
    assert "begins:" not in life.told()
    await life.press(life.maxime, life.newest("Take France"), "Take France")
    assert "begins:" in life.told()
    assert "### Waiting for you" in await life.types(life.maxime, "my games")
    assert "Nothing on this server waits for you." in await life.types(life.camille, "my games")


async def test_the_result_of_the_last_action_is_told_by_the_buttons(life: Life) -> None:
    await begun(life)
    boxes = []
    for action in OPENING:
        await life.plays_on_card(life.maxime, action)
        box: Any = next(m for m in reversed(life.public()) if controls(m)).components[0]
        boxes.append([each.content for each in box.children if isinstance(each, discord.TextDisplay)])
    first, second, turn = boxes
    for top, story, latest in (first, second):
        assert latest.startswith("**Political action")
        assert not story.endswith(latest)
        assert f"<@{life.maxime.id}>" in top.splitlines()[2]
    assert first[2] in second[1]
    # What opens a turn stays above its map.
    assert len(turn) == 2


async def test_a_fresh_card_says_that_what_stands_by_its_buttons_ended_the_turn_before(life: Life) -> None:
    await begun(life)
    await life.types(life.maxime, "my turns", end="itself")
    for action in OPENING[:2]:
        await life.plays_on_card(life.maxime, action)
    box: Any = next(m for m in reversed(life.public()) if controls(m)).components[0]
    shown = [each.content for each in box.children if isinstance(each, discord.TextDisplay)]
    assert "Turn 2" in shown[0]
    assert shown[-1].startswith("-# How the last turn ended:\n**Political action"), shown


async def test_what_the_automatic_player_did_in_one_go_is_told_by_the_buttons_as_one(life: Life) -> None:
    """It is told once in a row that it plays, however often the card was read in between."""
    await begun(life)
    campaigns = life.table.bot.campaigns
    shown = []
    for number in (1, 1, 1, 2):
        await life.wait(0.1)
        campaign = await life.table.campaign()
        progress = Progress(campaigns.title_of(campaign), campaign)
        for _ in range(number):
            action = progress.title.suggest(progress.state, "france", Random(1))
            assert action is not None
            progress.take("france", action, user_id=None, source="automatic")
        await campaigns.commit(progress, user_id=None)
        await life.table.bot.outbox.drain()
        box: Any = next(m for m in reversed(life.public()) if controls(m)).components[0]
        shown.append([each.content for each in box.children if isinstance(each, discord.TextDisplay)])
    first, second, _, two = shown
    assert first[2].startswith("🤖 The automatic player plays for France.")
    assert "\n".join(second).count("🤖") == 1
    assert second[2].startswith("**Political action")
    assert two[2].count("**Political action") == 2


async def test_a_turn_is_played_by_buttons_and_taken_back_as_far_as_the_last_die(life: Life) -> None:
    await begun(life)
    await opening(life)
    await life.plays_on_card(life.maxime, "levy holding")
    await life.confirmed(life.maxime, "campaign undo", "Take back")
    assert "1 action was taken back" in text(life.public()[-2]) + text(life.public()[-1])

    asked = await life.slash(life.maxime, "campaign undo")
    assert "dice were rolled or cards drawn" in said(asked)
    assert "No other player can agree to it, so ask a moderator to use `/mod undo`." in said(asked)
    assert asked.response is not None
    assert controls(asked.response.message) == []
    await life.confirmed(life.therese, "mod undo", "Take back", actions=2, reason="a slip of the finger")
    assert await life.table.actions() == [*OPENING, "levy holding", "undo 3", "undo 1"]
    await life.plays_on_card(life.maxime, "political monarchy")
    await life.table.verify()


async def test_a_player_who_leaves_is_replaced_in_the_middle_of_the_game(life: Life) -> None:
    await begun(life, clock="24h")
    await opening(life)
    await life.wait(20)
    told = await life.confirmed(life.maxime, "seat leave", "Leave France")
    assert "You have left France." in told
    assert "vacant" in await life.types(life.lucien, "seat list")

    await life.types(life.camille, "seat replace", seat="France", user=life.lucien)
    assert "is offered to" in await life.presses(life.maxime, life.newest("Sit down"), "Sit down")
    briefing = await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    assert "**You play France**" in briefing
    assert "__Turn 1 · " in briefing
    assert await life.due("France") == life.env.now() + timedelta(hours=24)
    await life.plays_on_card(life.lucien, "levy holding")
    assert "You can watch this campaign, but not play in it:" in await life.types(
        life.maxime, "play", action="end"
    )
    assert (await life.table.campaign()).seats == {"france": life.lucien.id}


async def test_a_whole_life_from_the_lobby_to_the_end(life: Life, tmp_path: Path) -> None:
    await _through_the_lobby_and_a_night(life)
    await _through_a_vacation(life)
    await _through_a_replacement(life)
    await _through_an_undo_across_a_die(life)
    await _through_an_outage(life)
    await _through_a_repair(life)
    await _to_the_end(life, tmp_path)


async def _through_the_lobby_and_a_night(life: Life) -> None:
    """Thursday at eleven it begins; Maxime is rung on Friday evening."""
    await life.wait(10)
    await life.types(life.maxime, "my hours", zone="Europe/Paris", quiet="22:00-08:00")
    await begun(life, clock="36h overtime player")
    assert at(await life.due("France")) == "Sat 09:00"
    assert await rung(life, 32) == ["Fri 18:30"]
    assert life.pinged(RUNG) == {life.maxime.id}
    await life.presses(life.maxime, life.newest("Mute for this turn"), "Mute for this turn")
    assert await rung(life, 12) == []
    await opening(life)


async def _through_a_vacation(life: Life) -> None:
    due = await life.due("France")
    await life.types(life.maxime, "my vacation", until="+6 days")
    assert await rung(life, 72) == []
    await life.types(life.maxime, "my back")
    assert await life.due("France") == due + timedelta(days=3)


async def _through_a_replacement(life: Life) -> None:
    await life.types(life.maxime, "seat substitute", user=life.lucien, until="3d")
    assert "**You play France**" in await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    await life.plays_on_card(life.lucien, "levy holding")
    assert f"thanks to <@{life.lucien.id}>" not in life.told()
    await life.types(life.maxime, "seat back")
    assert f"thanks to <@{life.lucien.id}>" in life.told()


async def _through_an_undo_across_a_die(life: Life) -> None:
    await life.confirmed(life.therese, "mod undo", "Take back", actions=2, reason="all agreed")
    assert "2 actions were taken back" in text(life.public()[-1]) + text(life.public()[-2])
    await life.wait(1)
    await life.plays_on_card(life.maxime, "end")


async def _through_an_outage(life: Life) -> None:
    due, mark = await life.due("France"), life.mark()
    await away(life, 7 * DAY)
    assert [said.split(" from ")[0] for said in life.since(mark)] == ["🛠️ The bot was offline"]
    assert await life.due("France") >= due + timedelta(days=7)


async def _through_a_repair(life: Life) -> None:
    """A stored state differs from what the rules give now, as after a rule fix."""
    await life.table.bot.close()
    with sqlite3.connect(life.table.db_path) as connection:
        connection.execute("UPDATE journal SET digest = 'of-other-rules' WHERE seq = 2")
    connection.close()
    await life.table.start()
    told = await life.types(life.therese, "mod repair", reason="the rules were mended")
    assert "from entry 2 the states differ" in told
    await life.confirmed(life.therese, "mod repair", "Rewrite the states", reason="the rules were mended")
    assert "✅ Every entry is valid under the current rules and gives the same states." in await life.types(
        life.therese, "mod repair", reason="once more"
    )
    await life.table.verify()


async def _to_the_end(life: Life, folder: Path) -> None:
    """Maxime lets turn after turn go by, until Paris falls."""
    for _ in range(60):
        if (await life.table.campaign()).status != "running":
            break
        await life.plays_on_card(life.maxime, "end")
    summary = life.public()[-1]
    assert "is over" in text(summary)
    assert f"The seed was `{LEVY_SEED}`" in text(summary)
    assert "France: " in text(summary)

    record = folder / "record.json"
    exported = await life.slash(life.lucien, "campaign export")
    assert exported.response is not None
    record.write_bytes(await exported.response.attachments[0].read())
    ran = tocsin("verify", record)
    assert ran.status == 0
    assert "came from the seed" in ran.out


async def test_the_aide_de_camp_advises_and_plays_a_turn_for_whoever_sits_there(life: Life) -> None:
    await begun(life)
    assert "`/hint`" in await life.types(life.maxime, "help")
    advised, hinted = [await life.slash(life.maxime, command) for command in ("levee advice", "hint")]
    advice = said(advised)
    assert advice.count("% to win") == 3
    assert said(hinted) == advice
    # Whoever watches reads the same without the question, and has no buttons.
    watched = await life.slash(life.lucien, "levee advice")
    question, silent, *best_first = advice.splitlines()
    assert question.startswith("**Your decision** ")
    assert silent == "-# Otherwise the game waits."
    assert said(watched).splitlines() == best_first
    assert watched.response is not None
    assert controls(watched.response.message) == []
    assert "not play in it" in await life.types(life.lucien, "levee aide")

    # What is advised is done by the button beside it, and what is best then stands in its place.
    assert advised.response is not None
    best = controls(advised.response.message)[0]
    told = await life.presses(life.maxime, advised.response, "Do this")
    assert told.startswith("**Political action")
    assert told.count("% to win") >= 2
    assert await life.table.actions() == [best.action]
    late = await life.presses(life.maxime, hinted.response, "Do this")
    assert late.startswith("The board has changed since that button was shown.")
    assert await life.table.actions() == [best.action]

    # Where a new card takes over, the answer above it goes: the card asks, and tells what was played.
    assert await life.presses(life.maxime, hinted.response, "Play the turn for me") == ""
    card = text(life.table.card())
    assert card.index("Turn 2 ·") < card.index("Take an action") < card.index("Political action")
    rows = await life.table.bot.store.journal(1)
    assert [(row.seat, row.source) for row in rows[2:]] == [("france", "automatic")] * len(rows[2:])
    assert (rows[-1].action, rows[-1].chapter_after) == ("end", 2)
    for asks, many in ((life.maxime, 3), (life.lucien, 0)):
        assert (await life.presses(asks, life.table.card(), "Hint")).count("% to win") == many
    assert await life.types(life.maxime, "levee aide") == ""
    assert (await life.table.actions())[-1] == "end"
    await life.table.verify()


async def test_the_aide_de_camp_plays_for_nobody_who_may_not_play_at_the_moment(life: Life) -> None:
    await begun(life)
    # Each answer takes the place of what was pressed.
    advised = [(await life.slash(life.maxime, "hint")).response for _ in range(5)]
    await life.types(life.maxime, "campaign pause", reason="supper")
    for label in ("Do this", "Play the turn for me"):
        assert "was paused" in await life.presses(life.maxime, advised.pop(), label)
    assert "was paused" in await life.types(life.maxime, "levee aide")
    await life.types(life.maxime, "campaign resume")

    await life.types(life.maxime, "seat substitute", user=life.lucien, until="3d")
    await life.press(life.lucien, life.newest("Sit down"), "Sit down")
    for label in ("Do this", "Play the turn for me"):
        assert "You don't hold that seat." in await life.presses(life.maxime, advised.pop(), label)
    await life.types(life.lucien, "levee aide")
    assert (await life.table.actions())[-1] == "end"
    await life.types(life.maxime, "seat back")
    # What it has done is taken back like anything else.
    await life.confirmed(life.therese, "mod undo", "Take back", actions=1, reason="a slip")
    assert (await life.table.actions())[-1].startswith("undo")

    await life.confirmed(life.therese, "mod end", "End the campaign", reason="the hall is needed")
    for command in ("levee aide", "levee advice"):
        assert "is over" in await life.types(life.maxime, command)
    assert "% to win" not in await life.presses(life.maxime, advised.pop(), "Do this")


async def test_in_a_lesson_the_aide_de_camp_only_advises(life: Life) -> None:
    await life.slash(life.camille, "learn", game="levee")
    assert "% to win" in await life.types(life.camille, "levee advice")
    assert "This is a lesson, so you play its steps yourself." in await life.types(life.camille, "levee aide")
    assert await life.table.actions() == []
