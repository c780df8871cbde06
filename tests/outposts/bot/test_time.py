"""A campaign of two sides and its clocks: what is rung and when, what stops them, and what does not count."""

from __future__ import annotations

from datetime import timedelta

from tests.support.life import DAY, RUNG, Life, at, away, rung
from tests.support.table import text

ATTACK = "move mortagne > clisson with foot:2"


async def at_eleven(life: Life, clock: str) -> None:
    """Camille, with quiet hours at night, and Maxime begin on a Thursday at eleven."""
    await life.wait(10)
    await life.types(life.camille, "my hours", zone="Europe/Paris", quiet="22:00-08:00")
    await life.outposts(clock=clock)
    assert at(life.env.now()) == "Thu 11:00"


async def test_quiet_hours_hold_a_nudge_back_and_move_the_deadline(life: Life) -> None:
    await at_eleven(life, "36h overtime player")
    await life.plays(life.maxime, "commit 6 cholet")
    assert at(await life.due("Blue")) == "Sat 09:00"
    assert await rung(life, 45) == ["Fri 18:30", "Sat 08:00"]
    assert life.pinged(RUNG) == {life.camille.id}
    assert "Submitted: White. Still missing: Blue." in life.told()


async def test_a_muted_turn_is_rung_no_more_and_then_the_automatic_player_decides(life: Life) -> None:
    await at_eleven(life, "36h overtime player")
    await life.plays(life.maxime, "commit 6 cholet")
    assert await rung(life, 32) == ["Fri 18:30"]
    mute = life.newest("Mute for this turn")
    assert "Only <@" in await life.presses(life.maxime, mute, "Mute for this turn")
    assert "You get no more reminders of this turn." in await life.presses(
        life.camille, mute, "Mute for this turn"
    )

    assert await rung(life, 13) == []
    assert await rung(
        life,
        2,
        "The automatic player has decided, and plays the rest of the turn until they play here again.",
    ) == ["Sat 09:00"]
    assert "The automatic player plays for Blue" in text(life.newest("Play"))
    assert "Nothing on this server waits for you." in await life.types(life.camille, "my games")


async def test_an_attack_that_nobody_answers_gets_the_default_when_its_shorter_clock_is_over(
    life: Life,
) -> None:
    await life.wait(1)
    await life.outposts(clock="48h interrupts 12h")
    await life.committed()
    await life.plays(life.maxime, ATTACK)
    assert await life.due("Blue") == life.env.now() + timedelta(hours=12)
    assert life.pinged("Retreat, stand or call the guns") == {life.camille.id}

    assert len(await rung(life, 11)) == 2
    await life.wait(1)
    assert "The default was used." in life.told()
    assert "**Blue** stands" in text(life.newest("Play"))
    await life.table.verify()


async def test_a_vacation_stops_the_clocks_of_both_campaigns(life: Life) -> None:
    await life.wait(1)
    await life.outposts(clock="48h")
    await life.plays(life.camille, "commit 1 nantes")
    field = life.hall
    life.hall = life.guild.create_text_channel("paris")
    await life.types(life.maxime, "campaign new", game="levee", clock="24h", images="never")
    due = await life.due("France")

    told = await life.types(life.maxime, "my vacation", until="+5 days")
    assert "in 2 campaigns" in told
    for channel in (field, life.hall):
        assert f"<@{life.maxime.id}> is on vacation until" in life.told(channel)
    # It ends with its fifth day; the clock of a day has run for no minute.
    assert at(await life.due("France")) == "Wed 01:00"
    assert await rung(life, 72) == []
    assert RUNG not in life.told(field)

    told = await life.types(life.maxime, "my back")
    assert "Welcome back." in told
    assert await life.due("France") == due + timedelta(hours=72)
    games = await life.types(life.maxime, "my games")
    assert games.count("](https://discord.com/channels/") == 2
    assert "### Waiting for you" in games
    assert len(await rung(life, 24)) == 2


async def test_a_pause_is_agreed_on_and_more_time_is_given_by_the_other_side(life: Life) -> None:
    await life.wait(1)
    await life.outposts(clock="24h")
    await life.plays(life.camille, "commit 1 nantes")
    due = await life.due("White")
    assert "Only a moderator" in await life.types(life.lucien, "campaign pause")
    await life.types(life.camille, "campaign pause", reason="a wedding")
    assert "the campaign is paused" in await life.presses(life.maxime, life.newest("Agree"), "Agree")
    assert "was paused" in await life.types(life.maxime, "play", action="commit 6 cholet")
    assert await rung(life, 30) == []
    await life.types(life.camille, "campaign resume")
    assert await life.due("White") == due + timedelta(hours=30)

    asked = await life.types(life.maxime, "campaign extend", hours=5, seat="white")
    assert "Once everyone has agreed, the time is given." in asked
    assert await life.due("White") == due + timedelta(hours=30)
    await life.types(life.camille, "campaign extend", hours=5)
    assert await life.due("White") == due + timedelta(hours=35)
    assert "sent to White" in await life.types(life.camille, "campaign nudge")
    assert "not long ago" in await life.types(life.therese, "campaign nudge")
    assert sum(RUNG in said for said in life.since(0)) == 1


async def test_after_a_week_without_the_bot_each_due_thing_comes_once(life: Life) -> None:
    await life.wait(1)
    await life.outposts(clock="48h")
    await life.plays(life.camille, "commit 1 nantes")
    await life.wait(20)
    due = await life.due("White")
    mark = life.mark()
    await away(life, 7 * DAY)
    await life.reopen()
    await life.table.sweep()
    assert [said.split(" from ")[0] for said in life.since(mark)] == ["🛠️ The bot was offline"]
    assert "🛠️ The bot was offline from" in life.told()
    assert await life.due("White") == due + timedelta(days=7)

    # Half time and the end of a clock that stood still for a week, and a restart between them.
    assert len(await rung(life, 15)) == 1
    await life.reopen()
    assert len(await rung(life, 12)) == 1
    assert len(await rung(life, 2, "is over. Still to decide")) == 1
    await life.plays(life.maxime, "commit 6 cholet")
    assert (await life.table.campaign()).status == "running"
