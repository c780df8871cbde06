"""Six decide at once and in secret: forms are changed, timed out, handed on, and closed for all together."""

from __future__ import annotations

import re

import pytest

from bot.campaigns import messages, talks
from bot.campaigns.progress import MOST_ANSWERS
from bot.surface import custom_ids
from tests.revolution.bot.six import CURRENTS, ZONES, Six
from tests.revolution.builder import At
from tests.support.gateway import Delivery, deliver
from tests.support.moderated import confirmed
from tests.support.table import controls, text, whispered
from tests.support.traces import traces


async def test_a_form_is_changed_handed_on_restarted_in_and_closed_by_the_clock(life: Six) -> None:
    for zone, actor in zip(ZONES * 2, life.of.values(), strict=True):
        await life.types(actor, "my hours", zone=zone)
    await life.types(life.manon, "my hours", zone="Asia/Tokyo", quiet="20:00-12:00")
    await life.gathers()
    assert await life.owing() == list(CURRENTS)

    # An answer is its seat's own, and so is that it has changed.
    assert "**Alliance with the Marais**" in await life.files("gironde", "file ally marais")
    before = life.told()
    assert "**Alliance with the Feuillant**" in await life.files("gironde", "file ally feuillant")
    assert life.told() == before
    assert "✅ **Gironde**" in text(life.newest("Play"))
    assert "You can change it until everyone has submitted" in text((await life.panel(life.olympe)).message)
    # An order answers at once; that it was one is told to its owner alone.
    assert "📜 A standing order" in await life.types(life.joseph, "orders set", kind="talk", order="done")
    assert await life.owing() == ["royalist", "feuillant", "marais", "sans-culotte"]

    await life.wait(2)
    await life.reopen()
    # What Lucien has half written is his own: whoever sits in for him begins anew.
    await life.clears("marais")
    written = await life.types(life.lucien, "revolution declare alliance", current="royalist")
    assert "- **Alliance with the Royalist**" in written
    await life.types(life.lucien, "seat substitute", user=life.theroigne, until="3d")
    assert "**You play Marais**" in await life.presses(life.theroigne, life.newest("Sit down"), "Sit down")
    begun = text((await life.panel(life.theroigne)).message)
    assert "**Proposed, not submitted yet:**" in begun
    assert "Alliance with the Royalist**" not in begun
    assert "You can watch this campaign, but not play in it:" in await life.types(
        life.lucien, "play", action="file auto"
    )
    await life.types(life.theroigne, "play", action="file ally gironde")
    await life.files("royalist")

    # Manon sleeps long and has time until noon, and the other with her: nobody learns who is silent before.
    due = {seat: await life.due(seat) for seat in ("Feuillant", "Sans-Culotte")}
    assert due["Feuillant"] < due["Sans-Culotte"]
    await life.wait((due["Sans-Culotte"] - life.env.now()).total_seconds() / 3600 - 1)
    assert due["Feuillant"] < life.env.now()
    assert await life.owing() == ["feuillant", "sans-culotte"]
    assert "the default was taken" not in life.told()
    # He is late, and told so; his part is taken as long as hers is.
    open_until = f"late, and open until <t:{due['Sans-Culotte'].timestamp():.0f}:R>"
    assert open_until in text(life.newest("Play"))
    assert open_until in text((await life.panel(life.maxime)).message)
    await life.wait(3)
    told = life.told()
    assert f"<@{life.maxime.id}> (**Feuillant**) and <@{life.manon.id}> (**Sans-Culotte**)" in told
    # The card has room for the newest lines, and its button for those before.
    assert "📨 All have submitted." in await life.presses(life.manon, life.newest("Play"), "Earlier")
    assert (await life.state()).stage == "government-objective"
    assert len(await life.owing()) == 6
    # The Gironde had thought again: nobody has met the Marais' offer, and nobody is told of either.
    for secret in ("ally ", "standing order", "📜"):
        assert secret not in life.posted()
    assert "closed this turn" in await life.files("gironde", "file ally marais")


async def test_money_changes_hands_beside_a_form_and_no_clock_is_set_back_by_it(life: Six) -> None:
    await life.gathers(rules="private-cash")
    panel, due = await life.panel(life.joseph), await life.due("Feuillant")
    await life.wait(1)
    await life.types(life.maxime, "revolution give", to="mountain", assignats=137)
    assert await life.due("Feuillant") == due
    assert "137" in text((await life.panel(life.joseph)).message)
    # As a number of its own: the seed's hash and the numbers of lists have these digits now and then.
    assert not re.search(r"\b137\b", life.posted())
    assert "The board has changed since that button was shown." not in await life.presses(
        life.joseph, panel, "Submit"
    )
    assert "mountain" not in await life.owing()
    assert "No money passes" in await life.types(life.camille, "revolution give", to="mountain", assignats=1)


@pytest.mark.parametrize("seated", [5, 1])
async def test_people_and_automatic_players_fill_forms_in_together(life: Six, seated: int) -> None:
    await life.gathers(CURRENTS[:seated])
    assert await life.owing() == list(CURRENTS[:seated])
    for seat in CURRENTS[:seated]:
        await life.files(seat)
    assert (await life.state()).stage == "government-objective"
    assert await life.owing() == list(CURRENTS[:seated])
    assert "**Sans-Culotte** · the automatic player (easy) · submitted" in life.told()
    if seated == 1:
        # A form of any length that is advised can be handed in by one press, and then the next is advised.
        hint = (await life.slash(life.camille, "hint")).response
        assert hint is not None
        assert "% to win the game." in text(hint.message)
        await life.presses(life.camille, hint, "Do this")
        await life.press(life.camille, hint, "Do this")
        assert (await life.state()).stage == "plots"


async def test_rooms_are_opened_for_any_two_currents_and_shut_with_the_talk(life: Six) -> None:
    await life.gathers(CURRENTS[:5])
    # They never ally, and may talk all the same (R-SEQ-06, R-SEQ-07).
    assert "🤫 A private room is open for" in await life.types(
        life.camille, "revolution talk", seat="Mountain"
    )
    assert "Royalist · Mountain" in life.threads()
    assert "No person plays **" in await life.types(life.joseph, "revolution talk", seat="sans-culotte")
    assert "🤫 A private room is open for" in await life.types(
        life.olympe, "revolution talk", seat="marais", **{"and": "feuillant"}
    )
    await life.types(life.olympe, "revolution talk", seat="mountain")
    first, second = life.threads()["Feuillant · Marais · Gironde"], life.threads()["Gironde · Mountain"]
    assert set(first.thread_members) >= {life.maxime.id, life.lucien.id, life.olympe.id}
    assert life.joseph.id not in first.thread_members
    assert (life.olympe.id, life.joseph.id) <= tuple(second.thread_members)[1:]
    # Whoever sits down now reads nothing of what was said before.
    await life.types(life.lucien, "seat substitute", user=life.theroigne, until="3d")
    await life.presses(life.theroigne, life.newest("Sit down"), "Sit down")
    assert (first.thread_metadata.archived, second.thread_metadata.archived) == (True, False)
    await life.types(life.olympe, "revolution talk", seat="mountain")
    assert len(life.threads()) == 3

    await life.reopen()
    for seat in ("royalist", "feuillant", "gironde", "mountain"):
        await life.files(seat)
    assert not second.thread_metadata.archived
    await life.types(life.theroigne, "play", action="file auto")
    assert (second.thread_metadata.archived, second.thread_metadata.locked) == (True, True)
    assert "beginning of a turn" in await life.types(life.olympe, "revolution talk", seat="mountain")
    # What is said there the bot neither asks for nor is sent.
    rooms = {f"/channels/{thread.id}/messages" for thread in (first, second)}
    assert not any(call.method == "GET" and call.path in rooms for call in life.env.http_requests)
    assert not life.table.bot.intents.message_content


async def test_a_button_of_the_panel_opens_a_room(life: Six) -> None:
    await life.gathers(CURRENTS[:5])
    asked = (await life.press(life.olympe, await life.panel(life.olympe), "Talk to …")).response
    assert asked is not None
    assert asked.ephemeral
    (whom,) = {each.custom_id for each in controls(asked.message)}
    # The automatic player does not talk, and nobody talks to themselves.
    assert [each.value for each in controls(asked.message)] == ["royalist", "feuillant", "marais", "mountain"]
    chosen = await life.olympe.select(asked.message, ["marais", "mountain"], custom_id=whom)
    await life.table.bot.outbox.drain()
    assert "A private room is open for **Marais**, **Gironde** and **Mountain**" in whispered(chosen)
    (room,) = life.threads().values()
    assert set(room.thread_members) >= {life.lucien.id, life.olympe.id, life.joseph.id}
    assert life.maxime.id not in room.thread_members

    for seat in CURRENTS[:5]:
        await life.files(seat)
    panel = await life.panel(life.olympe)
    assert "Talk to …" not in [each.label for each in controls(panel.message)]
    tardy = Delivery.press(life.table, custom_ids.talk(1, "gironde"), life.olympe, on=panel.id)
    await deliver(life.table, tardy)
    assert "beginning of a turn" in whispered(tardy.result)
    late = await life.olympe.select(asked.message, ["royalist"], custom_id=whom)
    assert "beginning of a turn" in whispered(late)
    assert len(life.threads()) == 1


async def test_a_button_of_the_panel_gives_money_while_they_negotiate(life: Six) -> None:
    await life.gathers()
    purses = (await life.state()).purses
    opened = await life.press(life.olympe, await life.panel(life.olympe), "Give money …")
    assert opened.modal is not None
    given = await life.olympe.submit_modal(opened, {"seat": "Mountain", "amount": "100"})
    await life.table.bot.outbox.drain()
    assert "gives the Mountain 100 ₶" in whispered(given)
    after = (await life.state()).purses
    assert after["gironde"] == purses["gironde"] - 100
    assert after["mountain"] == purses["mountain"] + 100
    # A refusal names the case.
    again = await life.press(life.olympe, await life.panel(life.olympe), "Give money …")
    refused = await life.olympe.submit_modal(again, {"seat": "mountain", "amount": "90000"})
    assert "R-SEQ-08" in whispered(refused)
    assert (await life.state()).purses == after


async def test_a_room_is_not_opened_twice_by_who_died_before_it_was_noted(life: Six) -> None:
    await life.gathers()
    await life.types(life.olympe, "revolution talk", seat="mountain")
    assert len(life.threads()) == 1
    campaign, store = await life.table.campaign(), life.table.bot.store
    # What a process leaves that dies between the two.
    await talks.keep(store, campaign, [])
    await store.add_outbox(campaign.id, [messages.room(["gironde", "mountain"], life.olympe.id)])
    await life.reopen()
    await life.table.sweep()
    (thread,) = life.threads().values()
    (noted,) = await talks.of(life.table.bot.store, campaign)
    assert (noted.thread, noted.open) == (thread.id, True)


async def test_who_was_replaced_while_discord_failed_is_in_no_room_of_the_successor(life: Six) -> None:
    await life.gathers()
    # The Mountain is not let in, as Discord fails; the Gironde is there already.
    life.env.inject_error("PUT", f"/channels/*/thread-members/{life.joseph.id}", status=500, times=2)
    await life.types(life.olympe, "revolution talk", seat="mountain")
    (first,) = life.threads().values()
    assert life.olympe.id in first.thread_members
    await life.types(life.olympe, "seat substitute", user=life.theroigne, until="3d")
    await life.presses(life.theroigne, life.newest("Sit down"), "Sit down")
    for _ in range(4):
        await life.wait(0.5)
    rooms = [room for room in life.env.backend.channels.values() if room.type == first.type]
    assert any({life.theroigne.id, life.joseph.id} <= {*room.thread_members} for room in rooms)
    assert not any({life.theroigne.id, life.olympe.id} <= {*room.thread_members} for room in rooms)
    assert (life.olympe.id in first.thread_members, first.thread_metadata.locked) == (False, True)


async def test_who_is_forgotten_is_in_no_room_and_in_no_message(life: Six) -> None:
    await life.gathers()
    await life.types(life.olympe, "revolution talk", seat="mountain")
    (room,) = life.threads().values()
    await confirmed(life.olympe, await life.slash(life.olympe, "privacy forget"))
    await life.wait(0.5)
    assert set(room.thread_members) & {life.olympe.id, life.joseph.id} == {life.joseph.id}
    assert (room.thread_metadata.archived, room.thread_metadata.locked) == (True, True)
    (noted,) = await talks.of(life.table.bot.store, await life.table.campaign())
    assert (noted.open, noted.members) == (False, [life.joseph.id])
    assert traces(life.table, life.olympe.id) == []


async def test_a_room_that_cannot_be_locked_is_said_to_be_open(life: Six) -> None:
    await life.gathers()
    await life.types(life.olympe, "revolution talk", seat="mountain")
    (room,) = life.threads().values()
    life.env.inject_error("PATCH", f"/channels/{room.id}", status=403, code=50013)
    for seat in CURRENTS:
        await life.files(seat)
    assert (room.thread_metadata.archived, room.thread_metadata.locked) == (True, False)
    assert "can't lock a private room" in life.told()


async def test_who_has_left_a_room_comes_back_by_asking_again_alone_and_without_a_ping(life: Six) -> None:
    await life.gathers()
    await life.types(life.olympe, "revolution talk", seat="mountain")
    (thread,) = life.threads().values()
    for actor in (life.olympe, life.joseph):
        del thread.thread_members[actor.id]
    await life.types(life.olympe, "revolution talk", seat="mountain")
    assert life.olympe.id in thread.thread_members
    assert life.joseph.id not in thread.thread_members
    assert len(life.table.bodies("POST", f"/channels/{thread.id}/messages")) == 1
    await life.types(life.joseph, "revolution talk", seat="gironde")
    assert life.joseph.id in thread.thread_members


async def test_who_has_left_keeps_nobody_from_talking_and_nobody_is_called_twice(life: Six) -> None:
    await life.gathers()
    life.env.inject_error("PUT", "/channels/*/thread-members/*", status=404)
    await life.types(life.olympe, "revolution talk", seat="mountain")
    (thread,) = life.threads().values()
    for _ in range(2):
        await life.types(life.joseph, "revolution talk", seat="gironde")
        await life.table.sweep()
    assert len(life.threads()) == 1
    assert len(life.table.bodies("POST", f"/channels/{thread.id}/messages")) == 1
    # A thread that is deleted before it is greeted in, or in which the bot may not write, stops nothing.
    for seat, status, code in (("marais", 404, 10003), ("feuillant", 403, 50001)):
        life.env.inject_error("POST", "/channels/*/messages", status=status, code=code)
        await life.types(life.olympe, "revolution talk", seat=seat)
        campaign = await life.table.campaign()
        assert (campaign.parked_at, campaign.paused_at) == (None, None)
    assert len(life.threads()) == 3
    assert await life.table.unsaid() == []


async def test_six_who_are_away_are_played_for_to_the_end_in_portions(life: Six) -> None:
    await life.gathers()
    for actor in life.of.values():
        await life.confirmed(actor, "orders usual", "Give 7 orders", set="away")
    begun = await life.table.campaign()
    assert begun.status == "running"
    assert begun.last_seq > MOST_ANSWERS
    await life.reopen()
    await life.table.sweep()
    ended = await life.table.campaign()
    assert (ended.status, ended.version) == ("finished", begun.version + 1)


async def test_who_can_put_nothing_on_a_form_is_not_asked_and_who_likes_to_hands_it_in(life: Six) -> None:
    await life.gathers()
    await life.types(life.camille, "my turns", end="me")
    at = At("plots", "-letter").regime("terror").people("danton paris").set(filed=["talk", "plan", "people"])
    await life.stands(at.play().state)
    await life.files("mountain")
    assert await life.owing() == ["royalist"]
    rows = await life.table.bot.store.journal(1)
    assert [(row.seat, row.source, row.user_id) for row in rows[-4:]] == [
        (seat, "forced", life.of[seat].id) for seat in ("feuillant", "marais", "gironde", "sans-culotte")
    ]
    shown = text((await life.panel(life.camille)).message)
    assert "You have no possible actions here: none of your people is in a place to plot" in shown
    assert "under this regime you can't turn deputies or propose laws. Submit the empty form" in shown
    assert "The empty form was submitted for you." in text((await life.panel(life.maxime)).message)
