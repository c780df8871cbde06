"""Discord refuses, forgets, or is away: what was accepted is kept, and said as soon as it can be."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from bot.campaigns.messages import NUDGE, say
from bot.store import Campaign, CardRow, Due, Message
from render import RenderError
from tests.support.table import Table, controls, said, text, whispered

POST = ("POST", "/channels/*/messages")
PATCH = ("PATCH", "/channels/*/messages/*")
DEFER = ("POST", "/interactions/*/callback")
ANSWER = ("PATCH", "/webhooks/*")


def turns(table: Table) -> list[str]:
    """The turns that hang in the channel."""
    return [text(card).split(" · ")[0].removeprefix("## Turn ") for card in table.cards()]


@pytest.mark.parametrize(("status", "code"), [(500, 0), (502, 0), (403, 50013), (400, 50035), (429, 20028)])
async def test_a_card_that_is_refused_is_posted_later(table: Table, status: int, code: int) -> None:
    await table.new()
    table.env.inject_error(*POST, status=status, code=code)

    assert said(await table.camille.slash(table.channel, "levee done"))

    assert turns(table) == ["1"]
    assert await table.actions() == ["end"]
    await table.sweep(9)
    assert turns(table) == ["1"]
    await table.sweep(2)
    assert turns(table) == ["1", "2"]
    await table.sweep(3600)
    assert turns(table) == ["1", "2"]


async def test_the_pause_grows_with_each_refusal(table: Table) -> None:
    await table.new()
    # About this message alone: where Discord itself fails, the breaker says when it is tried again.
    table.env.inject_error(*POST, status=400, code=50035, times=None)
    await table.camille.slash(table.channel, "levee done")
    tried = [len(table.posts())]
    for pause in (10, 60, 300, 1800, 1800):
        await table.sweep(pause - 2)
        assert len(table.posts()) == tried[-1]
        await table.sweep(3)
        tried.append(len(table.posts()))
    assert [after - before for before, after in pairwise(tried)] == [1] * 5


async def test_a_card_is_given_up_in_the_end_and_show_posts_it(table: Table) -> None:
    await table.new()
    table.env.inject_error(*POST, status=400, code=50035, times=12)
    await table.camille.slash(table.channel, "levee done")
    for _ in range(12):
        await table.sweep(1801)
    assert await table.unsaid() == []
    assert turns(table) == ["1"]

    assert "up to date" in said(await table.camille.slash(table.channel, "campaign show"))

    assert turns(table) == ["1", "2"]


async def test_a_channel_that_is_gone_is_not_tried_again(table: Table) -> None:
    await table.new()
    table.env.inject_error(*POST, status=404, code=10003)
    await table.camille.slash(table.channel, "levee done")
    assert await table.unsaid() == []
    assert await table.actions() == ["end"]


async def test_a_later_action_overtakes_a_card_that_waits(table: Table) -> None:
    await table.new()
    table.env.inject_error(*PATCH, status=500)
    await table.press(controls(table.card())[0])
    assert all(":0:france" in control.custom_id for control in controls(table.card()))

    await table.camille.slash(table.channel, "levee odds")
    await table.camille.slash(table.channel, "levee political", marker="republic")

    assert all(":2:france" in control.custom_id for control in controls(table.card()))
    assert await table.unsaid() == []


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 30046), (403, 50005)])
async def test_a_card_that_cannot_be_edited_is_posted_anew(table: Table, status: int, code: int) -> None:
    await table.new()
    old = table.card()
    table.env.inject_error(*PATCH, status=status, code=code)

    await table.press(controls(old)[0])

    assert table.card().id != old.id
    assert all(":1:france" in control.custom_id for control in controls(table.card()))
    assert f"/{table.card().id}" in said(await table.camille.slash(table.channel, "campaign status"))
    await table.press(controls(table.card())[0])
    assert len(table.cards()) == 2


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (403, 50013)])
async def test_a_card_whose_picture_is_refused_is_posted_without_it(
    table: Table, status: int, code: int
) -> None:
    table.env.inject_error(*POST, status=status, code=code)

    await table.new(images="every-action")

    assert table.card().attachments == []
    assert await table.unsaid() == []
    await table.press(controls(table.card())[0])
    assert len(table.card().attachments) == 1
    assert len(table.cards()) == 1


async def test_a_card_whose_new_picture_is_refused_is_edited_without_it(table: Table) -> None:
    await table.new(images="every-action")
    table.env.inject_error(*PATCH, status=413, code=40005)
    await table.press(controls(table.card())[0])
    assert table.card().attachments == []
    assert all(":1:france" in control.custom_id for control in controls(table.card()))


def edits(table: Table) -> list[dict[str, Any]]:
    """What the card was to be edited to so far, taken or refused."""
    return table.bodies("PATCH", f"/channels/{table.channel.id}/messages/{table.card().id}")


async def test_a_card_posted_without_its_picture_has_it_with_the_next_edit(table: Table) -> None:
    table.env.inject_error(*POST, status=413, code=40005)
    await table.new(images="every-turn")
    await table.press(controls(table.card())[0])
    assert len(edits(table)) == 1
    assert len(table.card().attachments) == 1
    await table.press(controls(table.card())[0])
    assert all(":2:france" in control.custom_id for control in controls(table.card()))
    assert len(edits(table)) == 2
    assert "attachments" not in edits(table)[-1]
    assert len(table.cards()) == 1


async def test_a_card_without_a_picture_is_not_asked_to_keep_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def undrawn(*_args: Any, **_more: Any) -> None:
        raise RenderError("no ink")

    with monkeypatch.context() as patched:
        patched.setattr(table.bot.pictures, "draw", undrawn)
        await table.new(images="every-turn")
        await table.press(controls(table.card())[0])
        table.incidents.take()
    assert "attachment://" not in str(edits(table))
    assert len(edits(table)) == 1


async def test_what_was_acknowledged_before_is_done(table: Table) -> None:
    await table.new()
    table.env.inject_error(*DEFER, status=400, code=40060)
    await table.camille.slash(table.channel, "levee political", marker="republic")
    assert await table.actions() == ["political republic"]
    assert "raise Republic" in text(table.card())


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10062), (404, 10015), (400, 50035), (401, 50027), (403, 50013), (500, 0)]
)
async def test_what_cannot_be_acknowledged_is_not_done_and_may_be_asked_again(
    table: Table, status: int, code: int
) -> None:
    await table.new()
    control = controls(table.card())[0]
    table.env.inject_error(*DEFER, status=status, code=code, times=2)
    await table.camille.slash(table.channel, "levee political", marker="republic")
    await table.press(control)
    assert await table.actions() == []
    await table.camille.slash(table.channel, "levee political", marker="republic")
    assert await table.actions() == ["political republic"]


async def test_an_answer_whose_token_has_run_out_is_on_the_card(table: Table) -> None:
    await table.new()
    table.env.inject_error(*ANSWER, status=401, code=50027)
    await table.camille.slash(table.channel, "levee political", marker="republic")
    assert await table.actions() == ["political republic"]
    assert "raise Republic" in text(table.card())


async def test_an_answer_that_breaks_has_acted(table: Table) -> None:
    await table.new()
    table.env.inject_error(*ANSWER, status=500)
    answer = await table.camille.slash(table.channel, "levee political", marker="republic")
    assert await table.actions() == ["political republic"]
    assert "raise Republic" in text(table.card())
    assert "Political action" in whispered(answer)
    assert table.take_errors() == []


async def test_one_bad_message_does_not_hold_up_the_others(table: Table) -> None:
    await table.new()
    await table.card().delete()
    await table.bot.store.add_outbox(1, [Message(kind=NUDGE, payload=b'{"user_id":"nobody"}')])

    await table.camille.slash(table.channel, "campaign show")

    assert turns(table) == ["1"]
    (record,) = table.incidents.take()
    assert "sending message" in record.getMessage()


async def test_a_campaign_that_is_refused_does_not_hold_up_another(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.new(channel=hall)
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", status=500, times=None)
    await table.camille.slash(table.channel, "levee done")
    await table.camille.slash(hall, "levee done")
    assert turns(table) == ["1"]
    assert len(table.cards(hall)) == 2


def sent_to(table: Table, channel: int) -> list[dict[str, Any]]:
    """What was posted in a channel."""
    return table.bodies("POST", f"/channels/{channel}/messages")


async def test_a_campaign_whose_channel_is_slow_does_not_hold_up_another(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.new(channel=hall)
    outbox, answered = table.bot.outbox, asyncio.Event()
    said_by = outbox._posters["say"]

    async def slow(row: Due, campaign: Campaign) -> CardRow | None:
        if campaign.channel_id == table.channel.id:
            await answered.wait()
        return await said_by(row, campaign)

    outbox._posters = {**outbox._posters, "say": slow}
    await table.bot.store.add_outbox(1, [say("To the hall!"), say("At once!")])
    drain = asyncio.create_task(outbox.drain())
    await table.bot.store.add_outbox(2, [say("We have come.")])
    while not any("We have come." in str(body) for body in sent_to(table, hall.id)):
        outbox.kick()
        await asyncio.sleep(0)
    assert not any("To the hall!" in str(body) for body in sent_to(table, table.channel.id))

    answered.set()
    await drain
    first, second = sent_to(table, table.channel.id)[-2:]
    assert "To the hall!" in str(first)
    assert "At once!" in str(second)
