"""Somebody else's game can be watched but not played."""

from __future__ import annotations

import pytest

from tests.support.table import Table, controls, said, whispered

WATCH = ("status", "log", "export", "show", "list")


async def test_a_watcher_is_told_so_by_a_command(table: Table) -> None:
    await table.new()
    result = await table.maxime.slash(table.channel, "levee done")
    assert said(result) == (
        f"You can watch this campaign, but not play in it: it is played by <@{table.camille.id}>. "
        "`/campaign map` and `/campaign log` show it."
    )
    assert result.response is not None
    assert result.response.ephemeral
    assert await table.actions() == []


async def test_a_watcher_is_told_so_by_a_button(table: Table) -> None:
    await table.new()
    pressed = await table.press(controls(table.card())[0], table.maxime)
    assert "You can watch this campaign, but not play in it:" in whispered(pressed)
    assert await table.actions() == []


async def test_nobody_is_pinged_by_a_refusal(table: Table) -> None:
    await table.new()
    await table.maxime.slash(table.channel, "levee done")
    assert table.bodies("PATCH", "/webhooks/")[-1]["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize("command", WATCH)
async def test_a_watcher_can_look(table: Table, command: str) -> None:
    await table.new()
    mine = await table.camille.slash(table.channel, f"campaign {command}")
    theirs = await table.maxime.slash(table.channel, f"campaign {command}")
    assert said(theirs) == said(mine) != ""


async def test_a_watcher_sees_the_map(table: Table) -> None:
    await table.new()
    result = await table.maxime.slash(table.channel, "campaign map")
    assert result.response is not None
    assert result.response.ephemeral
    (picture,) = result.response.attachments
    assert picture.description
    assert (await picture.read()).startswith(b"\x89PNG")


async def test_a_watcher_is_offered_no_actions(table: Table) -> None:
    await table.new()
    assert await table.maxime.autocomplete(table.channel, "levee political", "marker", "") == []


async def test_each_plays_in_a_channel_of_their_own(table: Table) -> None:
    hall = table.guild.create_text_channel("hall")
    await table.new()
    await table.maxime.slash(hall, "campaign new", game="levee", images="never")
    assert "watch" in said(await table.maxime.slash(table.channel, "levee done"))
    assert "watch" in said(await table.camille.slash(hall, "levee done"))
    assert "watch" not in said(await table.maxime.slash(hall, "levee done"))
    assert await table.actions(1) == []
    assert await table.actions(2) == ["end"]
