"""One way to ask a table: what a player wants for everybody is done when all others have agreed."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from simcord import MemberActor

from bot.campaigns.consent import KEPT, Agreed, Consent
from bot.campaigns.proposals import Extend
from bot.errors import BusyError, StaleError
from bot.pauses import by_hand
from bot.store import rows
from tests.support.life import DAY, Life, rung
from tests.support.table import controls, text


async def answers(life: Life, actor: MemberActor, label: str = "Agree") -> str:
    """What somebody is told who answers the newest request."""
    return await life.presses(actor, life.newest(label), label)


def newest(life: Life) -> str:
    """The last that was said in public."""
    return text(life.public()[-1])


async def test_a_creator_who_plays_is_a_player(life: Life) -> None:
    await life.outposts(clock="48h")
    camille, maxime = f"<@{life.camille.id}>", f"<@{life.maxime.id}>"
    due = await life.due("Blue")

    # A pause needs the other side, who may also refuse it.
    assert "Once everyone has agreed, the campaign is paused." in await life.types(
        life.camille, "campaign pause", reason="harvest"
    )
    assert newest(life) == (
        f"⏸️ {maxime}: {camille} asks to pause the campaign: harvest.\n"
        "-# Once everyone has agreed, the campaign is paused. The request lapses after 7 days."
    )
    assert life.table.posts()[-1]["allowed_mentions"]["users"] == [life.maxime.id]
    assert "The others have already been asked." in await life.types(life.camille, "campaign pause")
    assert "Only those who hold a seat" in await answers(life, life.lucien)
    assert "The others have to agree" in await answers(life, life.camille)
    assert await answers(life, life.maxime, "Refuse") == "You have refused."
    assert newest(life) == (
        f"⏸️ {maxime}: {camille} asks to pause the campaign: harvest.\n"
        f"⏸️ {maxime} has refused: the campaign goes on."
    )
    assert (await life.table.campaign()).paused_at is None

    # Nobody is asked again and again for what they have refused.
    refused = await life.types(life.camille, "campaign pause", reason="vintage")
    assert refused.startswith("That was refused. You can ask again <t:")
    await life.env.advance_time(DAY + 1)
    await life.types(life.camille, "campaign pause", reason="harvest")
    assert await answers(life, life.maxime) == "You have agreed, and the campaign is paused."
    assert f"⏸️ The campaign is paused, as {camille} asked and all agreed: harvest." in life.told()
    assert life.pinged("The campaign is paused") == {life.camille.id}

    # Who asked for it lifts it alone; the other side asks.
    assert "the campaign goes on" in await life.types(life.maxime, "campaign resume")
    assert f"{maxime} asks to resume the campaign, which {camille} paused" in newest(life)
    assert (await life.table.campaign()).paused_at is not None
    assert "The campaign resumes." in await life.types(life.camille, "campaign resume")
    assert "The campaign is running already: the request has lapsed." in await answers(life, life.camille)

    # More time for oneself is the others' gift, once.
    await life.types(life.camille, "campaign extend", hours=5, seat="blue")
    assert newest(life).startswith(f"⏳ {maxime}: {camille} asks to give **Blue** 5 hours more.")
    assert await life.due("Blue") == due
    assert await answers(life, life.maxime) == "You have agreed, and the time is given."
    assert (await life.due("Blue") - due).total_seconds() == 5 * 3600
    assert f"⏳ 5 hours more for **Blue**, as {camille} asked and all agreed, now until" in life.told()

    # A seat of somebody else is offered to a third when its holder agrees.
    assert "both sides" in await life.types(life.camille, "seat replace", seat="white", user=life.camille)
    await life.types(life.camille, "seat replace", seat="white", user=life.lucien, reason="he is slow")
    assert newest(life).startswith(
        f"🪑 {maxime}: {camille} asks to offer **White** to <@{life.lucien.id}> in place of {maxime}: "
        "he is slow."
    )
    assert await answers(life, life.maxime) == "You have agreed, and the seat is offered to them."
    assert "You play White" in await life.presses(life.lucien, life.newest("Sit down"), "Sit down")


async def test_a_moderator_who_plays_is_a_player(life: Life) -> None:
    await life.slash(life.therese, "campaign new", game="outposts", images="never", clock="48h")
    await life.press(life.therese, life.newest("Take Blue"), "Take Blue")
    await life.press(life.maxime, life.newest("Take White"), "Take White")
    assert "so the others have to agree" in await life.types(life.therese, "mod end", reason="I am losing")
    told = await life.types(life.therese, "mod seat", seat="white", reason="he is slow")
    assert f"the seat belongs to <@{life.maxime.id}>. `/seat replace` asks the others" in told
    told = await life.types(life.therese, "seat replace", seat="white", user=life.lucien, now=True)
    assert "Only a moderator who does not play can do that without asking" in told
    assert "Once everyone has agreed, the campaign is paused." in await life.types(
        life.therese, "campaign pause"
    )
    campaign = await life.table.campaign()
    assert (campaign.paused_at, campaign.status, campaign.seats["white"]) == (None, "running", life.maxime.id)


async def test_a_pause_of_a_moderator_is_lifted_by_moderators_alone(life: Life) -> None:
    await life.outposts(clock="48h")
    await life.types(life.therese, "campaign pause", reason="a dispute")
    assert (
        f"⏸️ <@{life.therese.id}> has paused the campaign as a moderator: a dispute.\n"
        "-# Clocks are stopped until a moderator resumes it with `/campaign resume`."
    ) in life.told()
    for player in (life.camille, life.maxime):
        assert "Only a moderator can lift the pause of a moderator." in await life.types(
            player, "campaign resume"
        )
    # What a moderator has to put right is put right meanwhile, and no clock goes on by it.
    acted = await life.types(
        life.therese, "mod act-for", seat="white", action="commit 6 cholet", reason="agreed"
    )
    assert "paused" not in acted
    await life.confirmed(life.therese, "mod undo", "Take back", reason="not agreed")
    await life.confirmed(life.therese, "mod set", "Correct it", edit="guns white 3", reason="miscounted")
    assert "🎲" in await life.types(life.therese, "mod roll", dice=1, reason="the weather")
    assert await life.table.actions() == [
        "commit 6 cholet",
        "undo 0",
        "guns white 3",
        "roll 1 for the weather",
    ]
    assert all(row.due_at is None for row in await life.table.bot.store.deadlines_of(1))
    assert "A moderator paused this campaign" in await life.types(
        life.maxime, "play", action="commit 6 cholet"
    )
    assert "The campaign resumes." in await life.types(life.therese, "campaign resume")
    assert all(row.due_at is not None for row in await life.table.bot.store.deadlines_of(1))
    await life.table.verify()


async def test_what_all_have_agreed_to_happens_once_whatever_comes_between(life: Life) -> None:
    await life.outposts(clock="48h")
    consent, due = Consent(life.table.bot.campaigns), await life.due("Blue")
    wanted = Extend(campaign=1, hours=5, seats=["blue"])
    made = await consent.ask(wanted, "have more time.", user_id=life.camille.id)
    done: list[Agreed] = []

    async def killed(agreed: Agreed) -> None:
        done.append(agreed)
        raise BusyError("as if the process had died")

    answer = partial(consent.answer, made, life.maxime.id, "agree", guild_id=life.guild.id)
    # The consent is noted before it is carried out: the same press does it when the bot is back.
    for told in await asyncio.gather(
        answer(carry_out=killed), answer(carry_out=killed), return_exceptions=True
    ):
        assert isinstance(told, BusyError)
    await life.reopen()
    assert await answers(life, life.maxime) == "You have agreed, and the time is given."
    assert (await life.due("Blue") - due).total_seconds() == 5 * 3600
    # Nor is it done again by whoever was at it when it was settled.
    campaigns = life.table.bot.campaigns
    again = by_hand.extend(
        campaigns, 1, timedelta(hours=5), ["blue"], user_id=None, by_right=True, agreed=done[0]
    )
    with pytest.raises(StaleError, match=r"That request is already settled."):
        await again
    assert (await life.due("Blue") - due).total_seconds() == 5 * 3600


async def test_requests_lapse_and_their_buttons_go(life: Life) -> None:
    await life.outposts()
    await life.types(life.camille, "campaign pause")
    await life.types(life.camille, "campaign draw")
    assert newest(life).startswith(
        f"🤝 <@{life.maxime.id}>: <@{life.camille.id}> asks to call the game a draw."
    )
    draw = life.newest("Agree")
    await life.plays(life.maxime, "commit 6 cholet")
    assert "The game has gone on since: the request has lapsed." in await life.presses(
        life.maxime, draw, "Agree"
    )
    await life.types(life.camille, "campaign draw")
    await life.plays(life.camille, "commit 1 nantes")
    await life.table.sweep()
    asked = [message for message in life.public() if "call the game a draw" in text(message)]
    assert [text(each).splitlines()[-1] for each in asked] == [
        "🤝 The game has gone on since: the request has lapsed."
    ] * 2
    assert [controls(each) for each in asked] == [[], []]
    assert (await life.table.campaign()).status == "running"
    pause = life.newest("Agree")
    await life.env.advance_time(KEPT.total_seconds() + 1)
    assert "It was not answered in time" in await life.presses(life.maxime, pause, "Agree")
    assert (await life.table.campaign()).paused_at is None


async def test_a_request_that_is_withdrawn_has_no_buttons_any_more(life: Life) -> None:
    await life.outposts()
    asked = await life.slash(life.camille, "campaign pause", reason="harvest")
    hangs = life.newest("Agree")
    assert asked.response is not None
    withdrawn = await life.press(life.camille, asked.response, "Withdraw")
    assert withdrawn.response is not None
    assert text(withdrawn.response.message) == "You have withdrawn your request."
    (now,) = [message for message in life.public() if message.id == hangs.id]
    assert text(now).splitlines() == [
        f"⏸️ <@{life.maxime.id}>: <@{life.camille.id}> asks to pause the campaign: harvest.",
        f"⏸️ <@{life.camille.id}> has withdrawn the request: the campaign goes on.",
    ]
    assert controls(now) == []

    # Nor are the others called again and again for what somebody withdraws; a day counts from the first call.
    again = await life.types(life.camille, "campaign pause", reason="vintage")
    assert again.startswith("You asked for that and withdrew it. You can ask again <t:")
    await life.types(life.camille, "campaign extend", hours=5, seat="blue")
    await life.types(life.maxime, "campaign pause", reason="vintage")
    await answers(life, life.camille, "Refuse")
    await life.env.advance_time(DAY)
    assert "Once everyone has agreed," in await life.types(life.camille, "campaign pause", reason="vintage")


async def test_a_request_is_looked_at_when_its_time_to_answer_may_have_changed(life: Life) -> None:
    await life.outposts(clock="48h")
    store = life.table.bot.store

    async def due() -> list[int]:
        return [*await store.look(partial(rows.lapses.due, now=store.now()))]

    await life.types(life.camille, "seat replace", seat="white", user=life.lucien, reason="he is silent")
    assert await due() == [1]
    for changes in (
        life.types(life.maxime, "my hours", zone="UTC", quiet="23:00-08:00"),
        life.plays(life.maxime, "commit 6 cholet"),
    ):
        await life.table.sweep()
        assert await due() == []
        await changes
        assert await due() == [1]


async def test_a_draw_that_is_withdrawn_can_be_offered_when_the_game_has_gone_on(life: Life) -> None:
    await life.outposts()
    asked = await life.slash(life.camille, "campaign draw")
    assert asked.response is not None
    await life.press(life.camille, asked.response, "Withdraw")
    refused = await life.types(life.camille, "campaign draw")
    assert "withdrew it. You can ask again after the next action, or <t:" in refused
    await life.plays(life.maxime, "commit 6 cholet")
    assert "Once everyone has agreed," in await life.types(life.camille, "campaign draw")


async def test_who_is_asked_in_the_night_hears_of_it_in_the_morning(life: Life) -> None:
    await life.types(life.maxime, "my hours", zone="UTC", quiet="23:00-08:00")
    await life.types(life.lucien, "my hours", zone="UTC", quiet="23:00-08:00")
    await life.outposts()
    await life.types(life.camille, "campaign pause")
    await life.types(life.camille, "campaign extend", hours=5, seat="blue")
    await life.types(life.camille, "seat substitute", user=life.lucien)
    assert "Sit down" in {control.label for control in controls(life.public()[-1])}
    assert await rung(life, 7, "🌅") == []
    refused = next(m for m in life.public() if "asks to pause" in text(m))
    await life.presses(life.maxime, refused, "Refuse")
    mark = life.mark()
    assert await rung(life, 24, "🌅") == ["Thu 09:00"]
    (said,) = [said for said in life.since(mark) if "🌅" in said]
    assert said.startswith(f"🌅 <@{life.lucien.id}>: please answer the question here: https://discord.com/")
    assert life.pinged("🌅") == {life.lucien.id}


async def test_a_call_in_the_morning_that_names_a_request_is_all_that_is_said_of_it(life: Life) -> None:
    await life.wait(20)
    await life.types(life.camille, "my hours", zone="UTC", quiet="19:00-08:00")
    await life.outposts(clock="48h")
    await life.wait(0.1)
    await life.committed()
    await life.wait(0.1)
    await life.plays(life.maxime, "pass")
    await life.types(life.maxime, "campaign pause")
    mark = life.mark()
    await life.wait(13)
    (said,) = [said for said in life.since(mark) if f"<@{life.camille.id}>" in said]
    assert "📣" in said
    assert "a request waits for your answer" in said


async def test_who_is_invited_in_the_night_hears_of_it_in_the_morning(life: Life) -> None:
    for sleeper in (life.lucien, life.maxime):
        await life.types(sleeper, "my hours", zone="UTC", quiet="23:00-08:00")
    await life.slash(life.camille, "campaign new", game="outposts", private=True, images="never")
    await life.types(life.camille, "campaign invite", user=life.lucien)
    await life.types(life.camille, "seat reserve", seat="white", user=life.maxime)
    assert (life.pinged("invites you"), life.pinged("keeps **White**")) == (set(), set())
    await life.press(life.maxime, life.newest("Take White"), "Take White")
    assert await rung(life, 24, "🌅") == ["Thu 09:00"]
    assert life.pinged("🌅") == {life.lucien.id}


async def test_who_is_silent_is_not_waited_for_where_the_table_could_not_go_on(life: Life) -> None:
    therese = life.therese
    await life.slash(therese, "campaign new", game="outposts", images="never", clock="48h")
    await life.press(therese, life.newest("Take Blue"), "Take Blue")
    await life.press(life.maxime, life.newest("Take White"), "Take White")
    by = int((life.env.now() + timedelta(hours=48)).timestamp())

    await life.types(therese, "seat replace", seat="white", user=life.lucien, reason="he is silent")
    asked = life.newest("Agree")
    assert f"After <t:{by}:f>, players who have neither answered nor played no longer block it" in text(asked)
    await life.wait(47)
    assert f"The request waits for answers until <t:{by}:f>" in await life.presses(therese, asked, "Agree")
    # Who plays is there, and may well think about it.
    await life.plays(life.maxime, "commit 6 cholet")
    await life.wait(1)
    assert "has played since, so an answer is needed." in await life.presses(therese, asked, "Agree")
    await life.presses(therese, asked, "Refuse")

    await life.types(therese, "seat replace", seat="white", user=life.lucien, reason="he is silent")
    asked = life.newest("Agree")
    await life.wait(48)
    told = await life.presses(therese, asked, "Agree")
    assert told == "Nobody has refused, and the seat is offered to them."
    silent = f"<@{life.maxime.id}> has not answered and nobody has refused"
    assert f"🪑 {silent}: the seat is offered to them." in life.told()
    assert f"<@{life.maxime.id}> silent" in await life.types(therese, "mod audit")
    assert "You play White" in await life.presses(life.lucien, life.newest("Sit down"), "Sit down")

    # What is no matter of going on needs everybody, however long that takes.
    await life.types(therese, "campaign draw")
    await life.wait(72)
    assert "The others have to agree." in await life.presses(therese, life.newest("Agree"), "Agree")
