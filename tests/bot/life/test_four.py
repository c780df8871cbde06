"""A campaign of four players and two moderators, from its lobby to its archive, with three absences."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.core.contract import AnyTitle
from tests.cli.program import tocsin
from tests.support.life import Life, rung
from tests.support.life_of_four import NIGHT, Four, four_sides
from tests.support.table import text

CLOCK = "24h interrupts 6h overtime player"


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The one title that four can play."""
    return [four_sides()]


@pytest.fixture
def people() -> type[Life]:
    """Those who live this life."""
    return Four


async def gathers(life: Four) -> None:
    """Thérèse sets the server up, two say when they sleep, and a fifth finds no seat."""
    await life.types(
        life.therese, "settings", moderators=life.referees, archive=life.archive, nights=f"{NIGHT} Paris"
    )
    told = await life.types(life.therese, "mod audit")
    assert f"moderator role: not set → <@&{life.referees.id}>, " in told
    assert f"archive channel: not set → <#{life.archive.id}>" in told
    for sleeper in (life.camille, life.olympe):
        await life.types(sleeper, "my hours", zone="Europe/Paris", quiet=NIGHT)
    await life.slash(life.camille, "campaign new", game="outposts", images="never", clock=CLOCK)
    for player, seat in ((life.camille, "Blue"), (life.maxime, "White"), (life.lucien, "Green")):
        await life.presses(player, life.newest(f"Take {seat}"), f"Take {seat}")
    await life.types(life.camille, "seat reserve", seat="red", user=life.olympe)
    assert "Red is reserved for" in await life.presses(life.joseph, life.newest("Take Red"), "Take Red")
    await life.presses(life.olympe, life.newest("Take Red"), "Take Red")
    assert "No seat is free." in await life.types(life.joseph, "seat take", seat="red")
    assert "but not play in it" in await life.presses(life.joseph, life.newest("Play"), "Play")


async def plays_a_day(life: Four) -> None:
    """Sealed orders across a restart, an undo that three agree to, and an attack that is answered."""
    await life.plays(life.camille, "commit 4 nantes")
    await life.plays(life.maxime, "commit 3 cholet")
    await life.wait(1)
    await life.reopen()
    await life.plays(life.lucien, "commit 2 montaigu")
    await life.wait(10.5)
    await life.plays(life.olympe, "commit 1 mortagne")
    await life.wait(10)
    await life.plays(life.camille, "move nantes > clisson with foot:1")
    await life.plays(life.maxime, "pass")

    await life.confirmed(life.camille, "campaign undo", "Ask the others")
    asked = life.newest("Agree")
    for agreeing in (life.maxime, life.olympe):
        await life.presses(agreeing, asked, "Agree")
    agreed = f"✅ Agreed: <@{life.maxime.id}> and <@{life.olympe.id}>. Still to answer: <@{life.lucien.id}>."
    assert agreed in text(life.newest("Agree"))
    assert "it is taken back" in await life.presses(life.lucien, asked, "Agree")
    await life.plays(life.camille, "move nantes > clisson with foot:2 horse:1")
    await life.plays(life.maxime, "pass")
    await life.plays(life.lucien, "move montaigu > mortagne with foot:3 horse:1")
    assert life.pinged("Retreat, stand or call the guns") == {life.olympe.id}
    await life.plays(life.olympe, "guns")
    for loser in (life.olympe, life.lucien):
        await life.plays(loser, "lose auto")
    await life.plays(life.olympe, "pass")


async def travels(life: Four) -> None:
    """Maxime is on vacation, Joseph stands in for him, and a draw is refused without the stand-in."""
    await life.types(life.maxime, "my vacation", until="+5 days")
    await life.types(life.maxime, "seat substitute", user=life.joseph, until="3d")
    assert "**You play White**" in await life.presses(life.joseph, life.newest("Sit down"), "Sit down")
    await life.plays(life.joseph, "commit 4 cholet")
    await life.types(life.camille, "campaign draw")
    assert life.pinged_by("call the game a draw") == {life.lucien.id, life.olympe.id}
    assert "Only those who hold a seat" in await life.presses(life.joseph, life.newest("Refuse"), "Refuse")
    await life.presses(life.lucien, life.newest("Refuse"), "Refuse")
    assert "has refused: the game goes on." in life.told()
    await life.wait(3)
    assert "**Your commitment** chit 4" in await life.types(life.maxime, "seat back")
    assert "Cholet 3 foot" not in await life.types(life.joseph, "campaign view")
    await life.types(life.maxime, "my back")
    await life.plays(life.camille, "commit 3 clisson")
    await life.plays(life.lucien, "commit 3 montaigu")


async def falls_silent(life: Four) -> None:
    """Olympe does nothing any more: one turn is played out for her, across a pause, and then all of them."""
    assert (
        len(
            await rung(
                life,
                22,
                "The automatic player has decided, and plays the rest "
                "of the turn until they play here again.",
            )
        )
        == 1
    )
    await life.types(life.camille, "campaign pause", reason="a wedding")
    await life.types(life.therese, "campaign pause", reason="a quarrel")
    await life.table.sweep()
    assert "⏸️ The campaign is paused already: the request has lapsed." in life.told()
    assert "Only a moderator can lift" in await life.types(life.camille, "campaign resume")
    await life.wait(10)
    await life.types(life.therese, "campaign resume")
    # The rest of the day, in which nobody waits for Red.
    while (await life.table.state()).turn == 2:
        await life.plays_on(life.maxime, life.camille, life.lucien)
    await life.plays_on(life.lucien)
    await life.wait(24)
    assert f"🤖 <@{life.olympe.id}> (**Red**) missed two turns in a row" in life.told()
    await life.types(life.olympe, "play", action="no such thing")
    assert f"👋 <@{life.olympe.id}> is back and plays **Red** again." in life.told()


async def leaves(life: Four) -> None:
    """Lucien leaves the server; who moderates and plays has to ask, who does not has Joseph take his seat."""
    life.guild.remove_member(life.lucien)
    while not any("left the server" in said for said in life.since(0)):
        await life.wait(1)
    told = await life.types(life.olympe, "mod view", seat="green", reason="a look")
    assert f"Only a moderator who does not play can do that, such as <@{life.therese.id}>, unless" in told
    await life.types(life.therese, "seat replace", seat="green", user=life.joseph, reason="he has left")
    asked = life.newest("Agree")
    assert "who would play Green, has seen White" in text(asked)
    while not 9 <= life.env.now().hour < 20:
        await life.wait(1)
    for agreeing in (life.maxime, life.camille, life.olympe):
        await life.presses(agreeing, asked, "Agree")
    assert "who keeps it until then" in text(life.newest("Sit down"))
    assert "**You play Green**" in await life.presses(life.joseph, life.newest("Sit down"), "Sit down")


async def is_put_out_and_back(life: Four) -> None:
    """The bot is kicked for a day and a half."""
    await life.kicked()
    assert "I am no longer on The Convention" in life.letters(life.joseph)[-1]
    await life.wait(30)
    await life.invited()
    assert "I could not reach this channel since" in life.told()
    assert "the bot is no longer on the server" in await life.types(life.therese, "mod audit")


async def test_four_play_a_campaign_through_absences_quarrels_and_the_end(life: Four, tmp_path: Path) -> None:
    await life.wait(10)
    await gathers(life)
    await plays_a_day(life)
    await travels(life)
    await falls_silent(life)
    await leaves(life)
    await is_put_out_and_back(life)
    while (await life.table.campaign()).status == "running":
        await life.plays_on(life.camille, life.maxime, life.joseph, life.olympe)
    life.look()

    assert life.rung_at_night(life.camille, life.olympe) == []
    for channel in (life.hall, life.archive):
        summary = text(life.public(channel)[-1])
        green = f"Green <@{life.joseph.id}> (also <@{life.lucien.id}>)"
        assert f"White <@{life.maxime.id}> (also <@{life.joseph.id}>) · {green} · Red" in summary
    assert life.pinged_by("**Players**") == {
        player.id for player in (life.camille, life.maxime, life.joseph, life.olympe)
    }
    assert (await life.types(life.joseph, "campaign log")).startswith(
        "-# The file has everything before this."
    )
    exported = await life.slash(life.joseph, "campaign export")
    assert exported.response is not None
    record = tmp_path / "record.json"
    record.write_bytes(await exported.response.attachments[0].read())
    ran = tocsin("verify", record)
    assert (ran.status, "came from the seed" in ran.out) == (0, True), ran


async def test_who_is_asked_and_plays_no_more_is_not_waited_for(life: Four) -> None:
    await gathers(life)
    for player, seat in ((life.olympe, "red"), (life.lucien, "green")):
        await life.types(player, "seat automatic", seat=seat)
    await life.types(life.lucien, "seat take", seat="red")
    asked = life.newest("Agree")
    assert "Still to answer" in await life.presses(life.maxime, asked, "Agree")
    assert "The others have to agree" in await life.presses(life.lucien, asked, "Agree")
    await life.types(life.camille, "seat automatic", seat="blue")
    assert "the seats change as requested" in await life.presses(life.lucien, asked, "Agree")
    assert (await life.table.campaign()).seats["red"] == life.lucien.id


async def test_whose_a_seat_is_is_asked_before_it_is_given_away_and_not_who_stands_in(life: Four) -> None:
    await gathers(life)
    await life.types(life.camille, "seat substitute", user=life.joseph)
    await life.presses(life.joseph, life.newest("Sit down"), "Sit down")
    await life.types(life.lucien, "seat replace", seat="blue", user=life.joseph)
    asked_are = f"<@{life.camille.id}>, <@{life.maxime.id}> and <@{life.olympe.id}>: <@{life.lucien.id}> asks"
    assert asked_are in life.told()
    assert f"in place of <@{life.camille.id}>." in life.told()
    asked = life.newest("Agree")
    assert "Only those" in await life.presses(life.joseph, asked, "Agree")
    await life.presses(life.camille, asked, "Refuse")
    assert f"<@{life.camille.id}> has refused: nothing changes." in life.told()


async def test_those_who_play_again_have_the_automatic_player_again_where_it_played(life: Four) -> None:
    await gathers(life)
    await life.types(life.lucien, "seat automatic", seat="green")
    over = await life.table.campaign()
    await life.table.bot.campaigns.end(over, version=over.version)
    await life.table.bot.outbox.drain()
    summary = life.newest("Play again")
    await life.presses(life.maxime, summary, "Play again")
    lobby = await life.table.campaign(2)
    assert (lobby.status, lobby.automatic) == ("lobby", ["green"])
    assert "Only its players may play it again here." in await life.presses(
        life.lucien, summary, "Play again"
    )
    for player, seat in ((life.olympe, "Red"), (life.camille, "Blue")):
        assert await life.presses(player, summary, "Play again") == f"You play {seat}."
    begun = await life.table.campaign(2)
    assert (begun.status, begun.seats, begun.automatic) == ("running", over.seats, ["green"])
