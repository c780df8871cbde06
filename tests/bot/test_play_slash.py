"""A whole game by slash commands alone."""

from __future__ import annotations

from bot.games.presenter import points
from engines.core.record import digest
from tests.bot.plays import long_game
from tests.bot.table import Table, controls, said, text

VALUED = {"political": "marker", "military": "army", "liberate": "space", "levy": "marker", "spirit": "space"}
BARE = {"naval": "naval", "restore-order": "restore-order", "end": "done"}


async def take(table: Table, notation: str) -> str:
    """Type an action as its command, its value picked from what autocomplete offers."""
    verb, _, target = notation.partition(" ")
    if verb in BARE:
        return said(await table.camille.slash(table.channel, f"levee {BARE[verb]}"))
    command, option = f"levee {verb}", VALUED[verb]
    offered = await table.camille.autocomplete(table.channel, command, option, "")
    assert target in [choice["value"] for choice in offered]
    return said(await table.camille.slash(table.channel, command, **{option: target}))


async def test_a_whole_game_by_slash_commands(table: Table) -> None:
    game = long_game()
    assert game.seed is not None
    await table.new(game.seed)

    for entry in game.journal:
        assert "incident" not in await take(table, entry.action)

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
        await table.bot.campaigns.act(1, table.camille.id, entry.action)
    await table.bot.outbox.drain()

    ending = text(table.cards()[-1])

    assert f"## {game.outcome.title}" in ending
    assert f"**{points(game.outcome.score)} Victory Points** ({game.outcome.case})" in ending
    for line in game.outcome.working:
        assert f"{points(line.value)} · {line.label}" in ending
    assert f"`{game.seed}`" in ending
    assert (await table.campaign()).commitment[:16] in ending
    assert controls(table.cards()[-1]) == []


async def test_each_turn_has_one_card(table: Table) -> None:
    await table.new()
    for _ in range(5):
        await take(table, "end")
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
