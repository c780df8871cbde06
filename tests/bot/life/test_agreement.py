"""Four players agree: requests outlive the game's moves, and silence does not stop them."""

from __future__ import annotations

import pytest

from engines.core.contract import AnyTitle
from tests.bot.life.test_four import gathers
from tests.support.life import Life
from tests.support.life_of_four import Four, four_sides
from tests.support.table import controls, text


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The one title that four can play."""
    return [four_sides()]


@pytest.fixture
def people() -> type[Life]:
    """Those who live this life."""
    return Four


async def test_most_agree_while_the_game_goes_on_and_silence_does_not_stop_them(life: Four) -> None:
    await gathers(life)
    await life.types(life.camille, "campaign draw")
    asked = life.newest("Agree")
    assert "Once 2 of the 3 have agreed, silence after" in text(asked)
    await life.presses(life.maxime, asked, "Agree")
    # Moves, a loan and private orders are no answers to a draw.
    await life.plays(life.camille, "commit 4 nantes")
    await life.types(life.camille, "orders set", kind="answer", order="stand")
    await life.types(life.lucien, "seat substitute", user=life.joseph)
    games = await life.types(life.olympe, "my games")
    assert "a request waits for your answer" in games
    assert ": once everyone has agreed, the game is drawn" in games
    assert f"/{asked.id})" in games
    assert "At least 2 of them" in await life.presses(life.camille, asked, "Agree")
    await life.wait(17)
    said = [text(each).splitlines()[0] for each in life.public() if text(each).startswith("🔔 <@")]
    reminded = next(each for each in said if f"/{asked.id}))" in each)
    assert f"<@{life.olympe.id}>" in reminded
    assert f"<@{life.maxime.id}>" not in reminded
    await life.presses(life.lucien, asked, "Agree")
    assert "The request waits for answers until" in await life.presses(life.camille, asked, "Agree")
    await life.wait(24)
    called = [text(each) for each in life.public() if "the time to answer is over" in text(each)]
    assert len(called) == 1
    told = await life.presses(life.camille, asked, "Agree")
    assert told == "Nobody has refused, and the game is drawn."
    campaign = await life.table.campaign()
    assert (campaign.status, campaign.ending is not None and campaign.ending.how) == ("ended", "drawn")
    (hangs,) = [each for each in life.public() if each.id == asked.id]
    assert controls(hangs) == []


async def test_one_silence_does_not_stop_a_pause_and_the_turns_ping_names_it(life: Four) -> None:
    await gathers(life)
    await life.types(life.camille, "campaign pause", reason="harvest")
    asked = life.newest("Agree")
    for player in (life.maxime, life.lucien):
        await life.presses(player, asked, "Agree")
    for player, action in (
        (life.camille, "commit 4 nantes"),
        (life.maxime, "commit 3 cholet"),
        (life.lucien, "commit 2 montaigu"),
    ):
        await life.plays(player, action)
    await life.wait(13)
    rung = next(text(each) for each in reversed(life.public()) if "the tocsin rings" in text(each))
    assert f"❓ <@{life.olympe.id}>: a request waits for your answer" in rung
    assert ": once everyone has agreed, the campaign is paused" in rung
    await life.wait(24)
    assert "the campaign is paused" in await life.presses(life.camille, asked, "Agree")
    assert (await life.table.campaign()).paused_at is not None


async def test_ones_own_secret_form_is_taken_back_without_asking_while_nothing_is_revealed(
    life: Four,
) -> None:
    await gathers(life)
    await life.plays(life.camille, "commit 4 nantes")
    await life.plays(life.maxime, "commit 3 cholet")
    posted = len(life.public())
    told = await life.confirmed(life.camille, "campaign undo", "Take back")
    assert "Taken back." in told
    assert await life.table.actions() == ["commit 4 nantes", "commit 3 cholet", "undo 0", "commit 3 cholet"]
    title = life.table.bot.campaigns.title_of(await life.table.campaign())
    assert title.deciding(await life.table.state()) == ["blue", "green", "red"]
    assert not [each for each in life.public()[posted:] if f"<@{life.maxime.id}>" in each.content]
    await life.plays(life.camille, "commit 2 nantes")
    for player, action in ((life.lucien, "commit 2 montaigu"), (life.olympe, "commit 1 mortagne")):
        await life.plays(player, action)
    # All is revealed: now the others are asked.
    await life.confirmed(life.olympe, "campaign undo", "Ask the others")
    await life.table.verify()
