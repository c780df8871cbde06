"""Whole games by the buttons and selects of the cards alone."""

from __future__ import annotations

from engines.core.record import digest
from tests.bot.plays import game_with_options
from tests.bot.table import Table, controls, text, whispered


async def test_a_whole_game_by_buttons(table: Table) -> None:
    played = game_with_options()
    assert played.seed is not None
    await table.new(played.seed, options=played.options)

    for entry in played.journal:
        card = table.card()
        offered = {control.action: control for control in controls(card)}
        assert sorted(offered) == sorted(await table.legal())
        pressed = await table.press(offered[entry.action])
        assert pressed.acknowledged
        assert whispered(pressed) == ""

    assert (await table.campaign()).status == "finished"
    assert digest(await table.state()) == digest(played.state)
    assert (await table.record()).journal == played.journal
    assert (await table.verify()).outcome == played.outcome
    assert played.outcome is not None
    assert played.outcome.title in text(table.cards()[-1])


async def test_every_button_with_a_die_shows_its_chance(table: Table) -> None:
    await table.new()
    for _ in range(3):
        for control in controls(table.card()):
            assert ("%" in control.label) == (control.action != "end")
        await table.press(controls(table.card())[-1])


async def test_who_presses_sees_the_card_change_and_gets_no_other_message(table: Table) -> None:
    await table.new()
    before, card = text(table.card()), table.card().id
    assert whispered(await table.press(controls(table.card())[0])) == ""
    assert table.card().id == card
    assert text(table.card()) != before


async def test_the_map_is_part_of_the_card_and_has_alt_text(table: Table) -> None:
    await table.new(images="every-action")
    (first,) = table.card().attachments
    await table.press(controls(table.card())[0])
    (second,) = table.card().attachments
    assert second.id != first.id
    assert second.description
    assert "Paris" in second.description
    assert (await second.read())[:4] == b"\x89PNG"


async def test_a_map_once_a_turn_is_kept_while_the_turn_goes_on(table: Table) -> None:
    await table.new(images="every-turn")
    (first,) = table.card().attachments
    await table.press(controls(table.card())[0])
    assert [kept.id for kept in table.card().attachments] == [first.id]
