"""Whole games by slash commands alone, and by the buttons and selects of the cards alone."""

from __future__ import annotations

from bot.games.wording import level
from engines.core.record import digest
from tests.support.plays import game_with_options, long_game, typed
from tests.support.table import Table, controls, said, text, whispered


async def test_a_whole_game_by_slash_commands(table: Table) -> None:
    game = long_game()
    assert game.seed is not None
    await table.new(game.seed)

    for entry in game.journal:
        assert "incident" not in await typed(table, entry.action)

    campaign = await table.campaign()
    assert campaign.status == "finished"
    assert digest(await table.state()) == digest(game.state)
    assert (await table.record()).journal == game.journal
    verdict = await table.verify()
    assert verdict.seed_known
    assert verdict.fed == 0
    assert verdict.outcome == game.outcome


async def test_the_last_card_tells_the_score_and_the_seed(table: Table) -> None:
    game = long_game()
    assert game.outcome is not None
    assert game.outcome.score is not None
    assert game.seed is not None
    await table.new(game.seed)
    for entry in game.journal:
        await table.bot.campaigns.take(1, table.camille.id, entry.action)
    await table.bot.outbox.drain()

    ending = text(table.cards()[-1])

    assert f"## {game.outcome.title}" in ending
    noun = "Victory Point" if abs(game.outcome.score) == 1 else "Victory Points"
    assert f"**{level(game.outcome.score)} {noun}** ({game.outcome.case})" in ending
    for line in game.outcome.working:
        assert f"{level(line.value)} · {line.label}" in ending
    assert f"`{game.seed}`" in ending
    assert (await table.campaign()).commitment[:16] in ending
    assert [control.label for control in controls(table.cards()[-1])] == ["Play again", "Review"]


async def test_each_turn_has_one_card(table: Table) -> None:
    await table.new()
    for _ in range(5):
        await typed(table, "end")
    cards = table.cards()
    assert [text(card).splitlines()[0].split(" · ")[0] for card in cards] == [
        f"## Turn {turn}" for turn in range(1, 7)
    ]
    assert [bool(controls(card)) for card in cards] == [False] * 5 + [True]


async def test_the_channel_is_told_the_hash_when_a_campaign_begins(table: Table) -> None:
    result = await table.camille.slash(table.channel, "campaign new", game="levee", images="never")
    campaign = await table.campaign()
    assert result.response is not None
    assert not result.response.ephemeral
    assert campaign.commitment in said(result)
    assert campaign.seed not in said(result)


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
    assert str(played.outcome.title) in text(table.cards()[-1])


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
