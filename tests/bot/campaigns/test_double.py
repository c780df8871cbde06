"""A press or a command that comes twice acts once."""

from __future__ import annotations

import asyncio

import pytest

from bot.campaigns.proposals import End, propose
from bot.errors import BusyError
from bot.surface import custom_ids
from tests.store.builders import counted
from tests.support.gateway import Delivery, deliver
from tests.support.table import Table, controls, said, text, whispered

BUSY = "Another action is being carried out in this campaign. Try again in a moment."


async def test_two_presses_in_one_instant_act_once(table: Table) -> None:
    await table.new()
    control = controls(table.card())[0]
    first, second = (Delivery.press(table, control.custom_id) for _ in range(2))

    await deliver(table, first, second)

    assert await table.actions() == [control.action]
    # Either may be first: whether they may act is asked before they wait for their turn.
    answers = sorted(whispered(result.result) for result in (first, second))
    assert answers[0] == ""
    assert answers[1] == BUSY or answers[1].startswith("The board has changed since that button was shown.")
    await table.verify()


async def test_different_buttons_of_one_board_in_one_instant_act_once(table: Table) -> None:
    await table.new()
    deliveries = [Delivery.press(table, control.custom_id) for control in controls(table.card())]

    await deliver(table, *deliveries)

    assert len(await table.actions()) == 1
    # A preview of the board that was is gone.
    told = [whispered(delivery.result) for delivery in deliveries]
    assert "" in told
    assert all(each in ("", BUSY) or each.startswith("The board has changed") for each in told)
    await table.verify()


async def test_a_press_delivered_twice_acts_once(table: Table) -> None:
    await table.new()
    control = controls(table.card())[0]
    delivery = Delivery.press(table, control.custom_id)

    await deliver(table, delivery)
    await deliver(table, delivery)

    assert await table.actions() == [control.action]


async def test_a_command_delivered_twice_acts_once(table: Table) -> None:
    await table.new()
    delivery = Delivery.command(table, "levee", "political", marker="republic")

    await deliver(table, delivery)
    await deliver(table, delivery)

    assert await table.actions() == ["political republic"]
    assert "raise Republic" in said(delivery.result)
    assert text(table.card()).count("raise Republic") == 1


async def test_a_command_delivered_twice_to_two_bots_acts_once(table: Table) -> None:
    await table.new()
    delivery = Delivery.command(table, "levee", "political", marker="republic")
    await deliver(table, delivery)
    await table.restart()
    await deliver(table, delivery)
    assert await table.actions() == ["political republic"]


async def test_a_new_campaign_that_is_delivered_twice_begins_once(table: Table) -> None:
    delivery = Delivery.command(table, "campaign", "new", game="levee", images="never")

    await deliver(table, delivery)
    await deliver(table, delivery)

    assert await counted(table.bot.store) == 1
    assert len(table.cards()) == 1
    assert "begins" in said(delivery.result)


async def test_two_commands_in_one_instant_are_one_after_the_other_or_refused(table: Table) -> None:
    await table.new()
    deliveries = [Delivery.command(table, "levee", "political", marker="republic") for _ in range(4)]

    await deliver(table, *deliveries)

    told = [said(delivery.result) for delivery in deliveries]
    applied = len(await table.actions())
    assert 1 <= applied <= 2
    assert sum("raise Republic" in answer for answer in told) == applied
    assert all(told)
    await table.verify()


async def test_an_action_waits_for_what_looks_after_its_campaign_and_refuses_another(table: Table) -> None:
    await table.new()
    campaigns, camille = table.bot.campaigns, table.camille.id
    actions = "political republic", "political monarchy"
    async with campaigns.writing(1, wait=True):
        acting = [asyncio.create_task(campaigns.take(1, camille, action)) for action in actions]
        (refused,), (waiting,) = await asyncio.wait(acting, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(BusyError):
            await refused
    await waiting
    assert await table.actions() == [actions[acting.index(waiting)]]


async def asked_to_end(table: Table) -> str:
    """The button by which Camille ends the campaign."""
    made = await propose(table.bot.store, table.camille.id, End(campaign=1, version=0, reason=""))
    return custom_ids.confirm(made)


async def test_the_end_pressed_twice_ends_once(table: Table) -> None:
    await table.new()
    end = await asked_to_end(table)
    delivery, other = Delivery.press(table, end), Delivery.press(table, end)

    await deliver(table, delivery, other)

    # Whoever was first has the answer in place of the question; the other is told.
    answers = sorted(whispered(result.result) for result in (delivery, other))
    assert answers[0] == ""
    assert answers[1].startswith(
        "That button was already used, is more than a day old, or belongs to another player."
    )
    assert (await table.campaign()).version == 1


async def test_an_action_and_the_end_in_one_instant_leave_one_of_them(table: Table) -> None:
    await table.new()
    act = Delivery.press(table, controls(table.card())[0].custom_id)
    end = Delivery.press(table, await asked_to_end(table))

    await deliver(table, act, end)

    campaign = await table.campaign()
    assert campaign.version == 1
    assert (campaign.status == "ended") == (await table.actions() == [])
    await table.verify()


async def test_show_while_an_action_is_carried_out_posts_no_second_card(table: Table) -> None:
    await table.new()
    act = Delivery.command(table, "levee", "done")
    show = Delivery.command(table, "campaign", "show")
    await deliver(table, act, show)
    assert [text(card).split(" · ")[0] for card in table.cards()] == ["## Turn 1", "## Turn 2"]
