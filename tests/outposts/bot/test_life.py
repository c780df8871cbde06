"""A campaign of two sides with secrets, lived through as its people see it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from engines.core.contract import AnyTitle
from tests.bot.undo.test_repair import MoreGuns
from tests.cli.program import tocsin
from tests.outposts.game.engine.title import Outposts
from tests.support.life import DAY, SEED, Life, at, away, offered, rung
from tests.support.table import controls, said, text
from tests.support.traces import traces

ATTACK = "move mortagne > clisson with foot:2"
HIDDEN = "a recruit in Nantes"


async def test_a_private_lobby_fills_by_invitation_reservation_and_lot(life: Life) -> None:
    referees = life.guild.create_role("Referees")
    hall = life.guild.create_text_channel("archive")
    told = await life.types(life.therese, "settings", moderators=referees, clock="48h", archive=hall)
    assert f"<@&{referees.id}>" in told
    assert (
        "Only members who may Manage Channels or Manage Server for the whole server can change its settings."
        in await life.types(life.maxime, "settings", clock="1h")
    )

    await life.types(life.camille, "campaign new", game="outposts", private=True, images="never")
    assert "48 hours for each decision" in life.told()
    assert "private" in await life.presses(life.lucien, life.newest("Take White"), "Take White")

    await life.types(life.camille, "campaign invite", user=life.lucien)
    await life.types(life.camille, "seat reserve", seat="white", user=life.maxime)
    assert life.pinged("keeps **White**") == {life.maxime.id}
    assert "reserved for" in await life.presses(life.lucien, life.newest("Take White"), "Take White")
    await life.presses(life.lucien, life.newest("Any seat"), "Any seat")
    await life.presses(life.lucien, life.newest("Leave"), "Leave")
    await life.presses(life.camille, life.newest("Any seat"), "Any seat")
    standing = await life.types(life.lucien, "campaign status")
    assert f"**White** reserved for <@{life.maxime.id}>" in standing
    assert f"**Waiting for the lot** <@{life.camille.id}>" in standing
    assert "has not begun: players" in standing

    await life.press(life.maxime, life.newest("Take White"), "Take White")
    assert (await life.table.campaign()).seats == {"blue": life.camille.id, "white": life.maxime.id}
    (begun,) = [said for said in life.since(0) if "begins:" in said]
    assert f"Drawn by lot: **Blue** for <@{life.camille.id}>" in begun
    assert (await life.table.campaign()).commitment in begun


async def test_commitments_are_given_in_secret_and_revealed_together(life: Life) -> None:
    await life.outposts()
    assert f"**Your commitment** chit 1, {HIDDEN}" in await life.plays(life.camille, "commit 1 nantes")

    card = text(life.newest("Play"))
    assert f"✅ **Blue** · <@{life.camille.id}> · submitted" in card
    assert f"⏳ **White** · <@{life.maxime.id}> · to decide" in card
    for watcher in (life.lucien, life.therese, life.maxime):
        assert HIDDEN not in await life.types(watcher, "campaign view")
        assert HIDDEN not in await life.types(watcher, "campaign log")
    assert "but not play in it" in await life.presses(life.lucien, life.newest("Play"), "Play")
    assert HIDDEN not in life.told()

    await life.plays(life.maxime, "commit 6 cholet")
    assert f"📯 Revealed: **Blue** chit 1, {HIDDEN} · **White** chit 6" in text(life.newest("Play"))


async def test_a_standing_order_answers_an_attack_and_the_log_says_so(life: Life) -> None:
    await life.outposts()
    kept = await life.types(life.camille, "orders set", kind="answer", order="retreat below 2")
    assert "Only you see it" in kept
    await life.types(life.camille, "orders set", kind="loss", order="auto")
    await life.committed()
    before = life.told()
    assert "retreat below" not in before

    await life.plays(life.maxime, ATTACK)
    card = text(life.newest("Play"))
    assert "A standing order or the default answers for Blue" in card
    assert "**Blue** stands" in card
    # Who is asked now stands in the line of the decision, at the top.
    assert card.splitlines()[2].endswith(f"Blue, <@{life.camille.id}>")
    assert "taken back" in await life.types(life.camille, "orders revoke", kind="answer")


async def test_a_player_takes_back_alone_by_consent_and_not_across_a_die(life: Life) -> None:
    await life.outposts()
    await life.plays(life.camille, "commit 2 nantes")
    await life.confirmed(life.camille, "campaign undo", "Take back")
    await life.types(life.camille, "orders set", kind="answer", order="stand")
    await life.committed()
    await life.plays(life.maxime, "pass")
    await life.plays(life.camille, "pass")
    day_two = (await life.table.campaign()).version

    told = await life.types(life.maxime, "campaign undo")
    assert "You can't take this back alone: Blue acted since." in told
    await life.confirmed(life.maxime, "campaign undo", "Ask the others")
    assert "asks to take back 2 actions" in text(life.newest("Agree"))
    assert "Only those who hold a seat" in await life.presses(life.lucien, life.newest("Agree"), "Agree")
    await life.presses(life.camille, life.newest("Refuse"), "Refuse")
    assert (await life.table.campaign()).version == day_two
    assert "has refused: nothing is taken back" in life.told()

    # The same player waits a day, or until the board is another one.
    await life.wait(25)
    await life.confirmed(life.maxime, "campaign undo", "Ask the others")
    assert "it is taken back" in await life.presses(life.camille, life.newest("Agree"), "Agree")
    assert "**March with one stack or pass** · White" in text(life.newest("Play"))
    assert await life.table.actions() == [
        "commit 2 nantes",
        "undo 0",
        "commit 1 nantes",
        "commit 6 cholet",
        "pass",
        "pass",
        "undo 4",
    ]

    await life.plays(life.maxime, ATTACK)
    asked = await life.slash(life.maxime, "campaign undo")
    assert "dice were rolled or cards drawn" in said(asked)
    assert asked.response is not None
    assert [control.label for control in controls(asked.response.message)] == ["Ask the others"]
    await life.table.verify()


async def test_a_stand_in_is_briefed_and_the_seat_is_taken_back(life: Life) -> None:
    await life.outposts(clock="48h")
    await life.committed()
    await life.wait(20)
    await life.types(life.maxime, "seat substitute", user=life.lucien, until="2d")
    assert life.pinged("asks you to stand in") == {life.lucien.id}
    assert "offered to" in await life.presses(life.camille, life.newest("Sit down"), "Sit down")

    briefing = await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    assert "**You play White**" in briefing
    assert "**Your stacks** Mortagne 2 foot" in briefing
    assert HIDDEN in briefing
    assert "Nantes 3 foot" not in briefing
    assert await life.due("White") == life.env.now() + timedelta(hours=48)
    assert "but not play in it" in await life.types(life.maxime, "play", action="pass")
    await life.plays(life.lucien, "pass")

    briefing = await life.types(life.maxime, "seat back")
    assert "**White** does not march" in briefing
    assert f"thanks to <@{life.lucien.id}>" in life.told()
    assert "Mortagne 2 foot" not in await life.types(life.lucien, "campaign view")

    await life.types(life.maxime, "seat substitute", user=life.lucien, until="24h")
    await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    await life.wait(25)
    assert (await life.table.campaign()).seats["white"] == life.maxime.id
    assert "time in **White** is over" in life.told()
    await life.plays(life.camille, "pass")


async def test_moderators_keep_a_table_moving_and_all_is_logged(life: Life) -> None:
    await life.outposts(clock="48h")
    await life.committed()
    therese = life.therese
    assert "Only a moderator" in await life.types(
        life.maxime, "mod act-for", seat="blue", action="pass", reason="no"
    )
    await life.types(therese, "mod act-for", seat="white", action="pass", reason="he is ill")
    assert f"<@{therese.id}> acts for **White**: he is ill" in life.told()

    asked = await life.slash(therese, "mod set", edit="guns blue 3", reason="was forgotten")
    assert (await life.table.state()).guns["blue"] == 2
    assert asked.response is not None
    await life.press(therese, asked.response, "Correct it")
    assert (await life.table.state()).guns["blue"] == 3
    await life.confirmed(
        therese, "mod set", "Correct it", edit="stack blue nantes foot:4 horse:1", reason="a slip"
    )

    assert await life.types(therese, "mod roll", dice=2, reason="for the weather") == "🎲 3, 3"
    await life.types(therese, "mod clock", clock="24h", reason="all agreed")
    assert await life.due("Blue") == life.env.now() + timedelta(hours=24)
    await life.types(therese, "mod seat", seat="white", user=life.lucien, reason="he has left")
    assert "**You play White**" in life.letters(life.lucien)[0]

    shown = await life.types(therese, "mod undo", actions=3, reason="a quarrel")
    assert "It crosses 1 entry with dice" in shown
    await life.confirmed(therese, "mod undo", "Take back", actions=3, reason="a quarrel")
    assert (await life.table.state()).guns["blue"] == 2
    audit = await life.types(therese, "mod audit")
    acts = [line.split("**")[1] for line in audit.splitlines() if "**" in line]
    assert acts == ["undo", "unseat", "clock", "roll", "set", "set", "act-for"]
    assert "Only a moderator" in await life.types(life.camille, "mod audit")
    await life.table.verify()


async def test_a_campaign_whose_channel_is_gone_goes_on_in_another(life: Life) -> None:
    await life.outposts(clock="48h")
    await life.plays(life.camille, "commit 1 nantes")
    life.env.backend.delete_channel(life.hall.id)
    await life.env.settle()
    await life.table.bot.outbox.drain()
    for player in (life.camille, life.maxime):
        (letter,) = life.letters(player)
        assert "is gone. Nothing is lost" in letter
    assert life.letters(life.lucien) == []

    life.hall = life.guild.create_text_channel("new-hall")
    await life.wait(72)
    assert "Only a moderator" in await life.types(life.maxime, "mod move", campaign="1")
    assert "has moved to this channel" in await life.types(life.therese, "mod move", campaign="1")
    assert await life.due("White") == life.env.now() + timedelta(hours=48)
    await life.plays(life.maxime, "commit 6 cholet")
    assert "📯 Revealed" in text(life.newest("Play"))


async def test_a_rule_fix_is_repaired_and_the_campaign_played_on(life: Life, titles: list[AnyTitle]) -> None:
    await life.outposts()
    await life.committed()
    assert "✅ Every entry is valid under the current rules and gives the same states." in await life.types(
        life.therese, "mod repair", reason="a look"
    )
    titles[:] = [MoreGuns()]
    await life.reopen()

    assert "from entry 1 the states differ" in await life.types(life.therese, "mod repair", reason="the fix")
    await life.confirmed(life.therese, "mod repair", "Rewrite the states", reason="the fix")
    assert "> brings the campaign in line with the current rules," in life.told()
    assert (await life.table.state()).guns == {"blue": 3, "white": 3}
    await life.plays(life.maxime, "pass")
    await life.table.verify()


async def played_out(life: Life) -> None:
    """Six days on the panels, in which White attacks Clisson until it has nothing left to do so with."""
    for kind, order in (("answer", "stand"), ("loss", "auto")):
        for player in (life.camille, life.maxime):
            await life.types(player, "orders set", kind=kind, order=order)
    for day in range(1, 7):
        await life.plays(life.camille, f"commit {day} nantes")
        await life.plays(life.maxime, f"commit {7 - day} mortagne")
        first, second = (life.maxime, life.camille) if day <= 3 else (life.camille, life.maxime)
        await life.plays(first, "move mortagne > clisson with foot:1" if day <= 3 else "pass")
        await life.plays(second, "pass")


async def proved(life: Life, folder: Path, monkeypatch: pytest.MonkeyPatch, title: AnyTitle) -> None:
    """The program proves the record that a passer-by exports."""
    exported = await life.slash(life.lucien, "campaign export")
    assert exported.response is not None
    record = folder / "record.json"
    record.write_bytes(await exported.response.attachments[0].read())
    monkeypatch.setattr("bot.app.client.all_titles", lambda _: [title])
    ran = tocsin("verify", record)
    assert ran.status == 0
    assert "came from the seed" in ran.out


async def test_the_end_is_told_shown_proved_and_forgotten(
    life: Life, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = life.guild.create_text_channel("archive")
    await life.types(life.therese, "settings", archive=hall)
    await life.outposts(images="every-turn")
    assert "secrets" in await life.types(life.camille, "campaign export")
    await played_out(life)

    assert [file.filename for file in life.public(hall)[0].attachments] == ["map.png", "outposts-1.json"]
    for channel in (life.hall, hall):
        summary = text(life.public(channel)[-1])
        assert f"The seed was `{SEED}`" in summary
        assert "**Dice**\nBlue: " in summary
        assert "**Score" in summary
    assert "is over" in await life.types(life.maxime, "play", action="pass")

    replay = await life.slash(life.lucien, "campaign replay")
    assert replay.response is not None
    assert "Turn 1 of 6" in said(replay)
    stepped = await life.press(life.lucien, replay.response, "Step by step")
    assert stepped.response is not None
    film = await life.slash(life.lucien, "campaign gif", size="small")
    assert film.response is not None
    assert film.response.attachments[0].filename == "outposts-1.gif"
    told = await life.types(life.lucien, "campaign log", turn=1)
    assert "In the end Clisson was Blue's" in told

    await proved(life, tmp_path, monkeypatch, Outposts())

    copy = await life.slash(life.maxime, "privacy export")
    assert copy.response is not None
    assert str(life.maxime.id).encode() in await copy.response.attachments[0].read()
    assert "You are forgotten" in await life.confirmed(life.maxime, "privacy forget", "Forget me")
    assert traces(life.table, life.maxime.id) == []


async def test_a_whole_life_from_the_lobby_to_the_end(
    life: Life, titles: list[AnyTitle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _through_the_lobby(life)
    await _through_the_nights(life)
    await _through_a_vacation(life)
    await _through_a_substitution(life)
    await _through_an_undo_by_consent(life)
    await _through_an_outage(life)
    await _through_a_repair(life, titles)
    await _to_the_end(life)
    await proved(life, tmp_path, monkeypatch, MoreGuns())


async def _through_the_lobby(life: Life) -> None:
    await life.wait(10)
    await life.types(life.camille, "my hours", zone="Europe/Paris", quiet="22:00-08:00")
    await life.outposts(clock="36h interrupts 6h overtime player")
    await life.types(life.camille, "orders set", kind="answer", order="stand")


async def _through_the_nights(life: Life) -> None:
    """Thursday at eleven Maxime commits; Camille is rung on Friday morning, and decides in the evening."""
    await life.plays(life.maxime, "commit 6 cholet")
    assert at(await life.due("Blue")) == "Sat 09:00"
    assert await rung(life, 32) == ["Fri 18:30"]
    await life.plays(life.camille, "commit 1 nantes")
    assert life.pinged("March with one stack or pass") == {life.maxime.id}


async def _through_a_vacation(life: Life) -> None:
    """Friday at eleven: four days for Maxime, of which he takes two."""
    due = await life.due("White")
    await life.types(life.maxime, "my vacation", until="+4 days")
    assert await rung(life, 48) == []
    await life.types(life.maxime, "my back")
    assert await life.due("White") == due + timedelta(days=2)


async def _through_a_substitution(life: Life) -> None:
    """Sunday at eleven: Lucien marches for Maxime."""
    await life.types(life.maxime, "seat substitute", user=life.lucien)
    assert "Mortagne 2 foot" in await life.presses(life.lucien, life.newest("Sit down"), "Sit down")
    await life.plays(life.lucien, "pass")
    await life.types(life.maxime, "seat back")
    assert (await life.table.campaign()).seats["white"] == life.maxime.id


async def _through_an_undo_by_consent(life: Life) -> None:
    """Maxime would rather have attacked than passed; Camille lets him."""
    await life.plays(life.camille, "pass")
    await life.confirmed(life.camille, "campaign undo", "Take back")
    await life.plays(life.camille, "pass")
    await life.plays(life.maxime, "commit 5 cholet")
    await life.confirmed(life.camille, "campaign undo", "Ask the others")
    await life.presses(life.maxime, life.newest("Agree"), "Agree")
    assert "**March with one stack or pass** · Blue" in text(life.newest("Play"))
    await life.plays(life.camille, "pass")
    await life.plays(life.maxime, "commit 5 cholet")


async def _through_an_outage(life: Life) -> None:
    """Nothing is forfeited by a week without the bot, and Camille is rung as if it had not been."""
    due, mark = await life.due("Blue"), life.mark()
    await away(life, 7 * DAY)
    assert [said.split(" from ")[0] for said in life.since(mark)] == ["🛠️ The bot was offline"]
    assert await life.due("Blue") >= due + timedelta(days=7)
    assert len(await rung(life, 24)) == 1
    await life.plays(life.camille, "commit 2 clisson")


async def _through_a_repair(life: Life, titles: list[AnyTitle]) -> None:
    """The rules are mended, and the game goes on by them."""
    titles[:] = [MoreGuns()]
    await life.reopen()
    await life.confirmed(life.therese, "mod repair", "Rewrite the states", reason="the fix")
    assert (await life.table.state()).guns == {"blue": 4, "white": 4}


async def _to_the_end(life: Life) -> None:
    """White attacks once more; then both sides stay where they are."""
    await life.plays(life.maxime, ATTACK)
    assert "A standing order or the default answers for Blue" in text(life.newest("Play"))
    await quietly(life)
    assert (await life.table.campaign()).status == "finished"
    assert f"The seed was `{SEED}`" in life.told()


async def quietly(life: Life) -> None:
    """Whoever is asked takes the last choice that the panel offers, which is the least, until it is over."""
    for _ in range(60):
        for player in (life.camille, life.maxime):
            campaign = await life.table.campaign()
            if campaign.status != "running":
                return
            choices = offered(await life.panel(player))
            if choices:
                await life.plays(player, choices[-1].action)
    raise AssertionError("the game does not end")
