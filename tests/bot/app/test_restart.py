"""The bot is stopped in the middle of a turn and another goes on with the same database."""

from __future__ import annotations

from simcord import ChannelHandle

from tests.support.plays import game_with_options
from tests.support.table import Table, controls, said, text, whispered


async def test_old_buttons_still_act(table: Table) -> None:
    await table.new()
    await table.press(controls(table.card())[0])
    card = table.card()
    first = controls(card)[0]

    await table.restart()
    pressed = await table.camille.click(card, custom_id=first.custom_id)

    assert whispered(pressed) == ""
    assert (await table.actions())[-1] == first.action
    assert len(await table.actions()) == 2
    assert table.card().id == card.id
    assert controls(table.card())[0].custom_id != first.custom_id


async def test_a_restart_says_nothing_by_itself(table: Table) -> None:
    await table.new()
    before = [message.id for message in table.channel.history()]
    card = text(table.card())
    await table.restart()
    assert [message.id for message in table.channel.history()] == before
    assert text(table.card()) == card


async def test_a_game_is_the_same_with_a_restart_after_every_action(table: Table) -> None:
    other: ChannelHandle = table.guild.create_text_channel("without-restarts")
    await table.new("marseillaise")
    await table.new("marseillaise", channel=other)
    for _ in range(6):
        control = controls(table.card())[0]
        await table.press(control)
        await table.bot.campaigns.take(2, table.camille.id, control.action)
        await table.restart()
    assert (await table.campaign(1)).state == (await table.campaign(2)).state
    assert (await table.verify()).entries == 6


async def test_a_card_that_was_deleted_is_posted_again_at_the_next_action(table: Table) -> None:
    await table.new()
    card = table.card()
    await table.camille.slash(table.channel, "campaign status")
    await card.delete()
    await table.restart()
    assert said(await table.camille.slash(table.channel, "levee done"))
    assert [text(card).split(" · ")[0] for card in table.cards()] == ["## Turn 1", "## Turn 2"]


async def test_a_message_of_a_world_that_is_gone_is_posted_again(table: Table) -> None:
    await table.new()
    table.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008)
    await table.camille.slash(table.channel, "campaign show")
    assert len(table.cards()) == 2
    assert controls(table.cards()[-1])


async def test_an_end_that_was_asked_for_before_is_confirmed_after(table: Table) -> None:
    await table.new()
    asked = await table.camille.slash(table.channel, "campaign abort")
    assert asked.response is not None
    await table.restart()
    pressed = await table.camille.click(asked.response.message, label="End the campaign")
    assert "ended" in whispered(pressed)
    assert (await table.campaign()).status == "ended"


async def test_a_whole_game_with_a_restart_in_the_middle_of_a_turn(table: Table) -> None:
    game = game_with_options()
    assert game.seed is not None
    await table.new(game.seed, options=game.options)
    middle = next(n for n, e in enumerate(game.journal) if n >= len(game.journal) // 2 and e.action != "end")
    for number, entry in enumerate(game.journal):
        if number == middle + 1:
            await table.restart()
        (control,) = [c for c in controls(table.card()) if c.action == entry.action]
        await table.press(control)
    assert (await table.record()).journal == game.journal
    assert (await table.verify()).outcome == game.outcome
    assert (await table.campaign()).status == "finished"
    turns = [text(card).split(" · ")[0] for card in table.cards()]
    assert len(set(turns)) == len(turns)
