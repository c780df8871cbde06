"""Controls that are out of date, of another campaign, or that nobody ever drew."""

from __future__ import annotations

import pytest

from bot.errors import StaleError
from bot.pauses import by_hand
from bot.surface import custom_ids
from tests.support.gateway import Delivery, deliver
from tests.support.table import Table, controls, said, text, whispered


async def test_a_button_of_an_earlier_board_answers_with_the_present_one(table: Table) -> None:
    await table.new()
    old = controls(table.card())[0]
    await table.press(old)
    before = await table.snapshot()

    delivery = Delivery.press(table, old.custom_id)
    await deliver(table, delivery)

    answer = whispered(delivery.result)
    assert answer.startswith("The board has changed since that button was shown. Here is the current board.")
    assert "**Government**" in answer
    assert "**Due** Take your last action, or end the turn now" in answer
    assert f"/{table.card().id}" in answer
    assert await table.snapshot() == before


async def test_a_stale_press_mends_the_card(table: Table) -> None:
    await table.new()
    stale = table.card()
    old = controls(stale)[0]
    table.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await table.press(old)
    assert [control.custom_id for control in controls(table.card())] == [
        control.custom_id for control in controls(stale)
    ]

    await table.camille.click(table.card(), custom_id=old.custom_id)

    assert all(":1:france" in control.custom_id for control in controls(table.card()))


async def test_a_card_of_a_turn_that_is_over_has_no_controls(table: Table) -> None:
    await table.new()
    await table.camille.slash(table.channel, "levee done")
    first, second = table.cards()
    assert controls(first) == []
    assert controls(second)


async def test_a_pause_that_comes_while_a_typed_action_waits_stops_it(table: Table) -> None:
    campaign = await table.new()
    meant = table.bot.campaigns.meant(campaign, "france", "political republic")
    await by_hand.pause(table.bot.campaigns, campaign.id, user_id=table.camille.id, reason="supper")
    with pytest.raises(StaleError, match="This campaign was paused"):
        await table.bot.campaigns.go_through(meant, table.camille.id)
    assert await table.actions() == []


async def test_a_button_acts_in_its_own_campaign_only(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.new(channel=hall)
    control = controls(table.card(hall))[0]
    first = await table.snapshot(1)

    await table.camille.click(table.card(hall), custom_id=control.custom_id)

    assert await table.snapshot(1) == first
    assert await table.actions(2) == [control.action]


async def test_a_button_of_a_finished_campaign_says_so(table: Table) -> None:
    campaign = await table.new()
    old = controls(table.card())[0]
    delivery = Delivery.press(table, old.custom_id)
    await table.bot.campaigns.end(campaign, version=campaign.version)

    await deliver(table, delivery)

    assert whispered(delivery.result).startswith("That campaign is over.")
    assert await table.actions() == []


STAMP = custom_ids.Stamp(1, 0, "france")


@pytest.mark.parametrize(
    ("custom_id", "answer"),
    [
        (custom_ids.press(STAMP._replace(seat="austria"), "end"), "You don't hold that seat."),
        (custom_ids.press(STAMP._replace(campaign=77), "end"), "I don't know that campaign."),
        (
            custom_ids.press(STAMP._replace(campaign=999_999_999), "end"),
            "I don't know that campaign.",
        ),
        (
            custom_ids.press(STAMP._replace(version=999_999_999), "end"),
            "The board has changed since that button was shown.",
        ),
        (custom_ids.press(STAMP, "military moon"), "'moon' is not an Army."),
        (custom_ids.press(STAMP, "guillotine"), "'guillotine'"),
        (
            custom_ids.press(STAMP, "military austria"),
            "An army in its starting box cannot be attacked (7.2).",
        ),
        (custom_ids.press(STAMP, "liberate >:,.'-"), "is not"),
        (custom_ids.request("agree", 77), "I don't know that request."),
        (
            custom_ids.confirm(77),
            "That button was already used, is more than a day old, or belongs to another player.",
        ),
        ("t1:end:1:0", "This button is from an older version of the bot."),
        (
            custom_ids.press(STAMP._replace(campaign=10**40), "end"),
            "This button is from an older version of the bot.",
        ),
        (
            custom_ids.press(STAMP, "end; DROP TABLE journal"),
            "This button is from an older version of the bot.",
        ),
        ("t0:act:end", "This button is from an older version of the bot."),
        ("t1:act:1:0:france:", "This button is from an older version of the bot."),
        ("\N{PARTY POPPER}" * 50, "This button is from an older version of the bot."),
    ],
)
async def test_a_forged_button_changes_nothing(table: Table, custom_id: str, answer: str) -> None:
    await table.new()
    before = await table.snapshot()
    delivery = Delivery.press(table, custom_id)

    await deliver(table, delivery)

    assert answer in whispered(delivery.result)
    assert await table.snapshot() == before
    assert (await table.campaign()).status == "running"


async def test_a_forged_choice_changes_nothing(table: Table) -> None:
    await table.new()
    before = await table.snapshot()
    delivery = Delivery.pick(table, custom_ids.pick(STAMP, "military"), "military " + "x" * 94)
    await deliver(table, delivery)
    assert "is not an Army" in whispered(delivery.result)
    assert await table.snapshot() == before


async def test_show_brings_the_present_card_where_every_control_acts(table: Table) -> None:
    await table.new()
    await table.card().delete()
    assert "/channels/" in said(await table.camille.slash(table.channel, "campaign show"))
    assert text(table.card()).startswith("## Turn 1")
    await table.press(controls(table.card())[0])
    assert len(await table.actions()) == 1
