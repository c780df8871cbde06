"""A game that was uninstalled: its campaigns and lobbies say so wherever they are met, until it is back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from data import games
from engines.core.contract import AnyTitle
from tests.support.life import HOUR, Life
from tests.support.table import text

Asked = tuple[tuple[str, dict[str, Any]], ...]
GONE = "This campaign needs the game 'outposts', which is not installed here. Nothing is lost"

OF_A_CAMPAIGN: Asked = (
    ("campaign status", {}),
    ("campaign map", {}),
    ("campaign view", {}),
    ("campaign log", {}),
    ("campaign replay", {}),
    ("campaign gif", {}),
    ("campaign export", {}),
    ("campaign deadline", {}),
    ("campaign undo", {}),
    ("campaign concede", {}),
    ("campaign draw", {}),
    ("campaign nudge", {}),
    ("campaign extend", {"hours": 5}),
    ("play", {"action": "commit 6 cholet"}),
    ("orders list", {}),
    ("seat list", {}),
    ("seat leave", {}),
    ("seat brief", {}),
    ("help", {}),
)
OF_A_LOBBY: Asked = (
    ("campaign status", {}),
    ("seat list", {}),
    ("seat take", {"seat": "white"}),
    ("seat leave", {}),
)
OF_MODERATORS: Asked = (
    ("mod undo", {"reason": "a look"}),
    ("mod act-for", {"seat": "white", "action": "pass", "reason": "a look"}),
    ("mod view", {"seat": "white", "reason": "a look"}),
    ("mod roll", {"dice": 1, "reason": "a look"}),
    ("mod export", {}),
    ("mod repair", {"reason": "a look"}),
)


async def test_whatever_is_asked_of_a_game_that_was_uninstalled_is_answered_in_a_sentence(
    life: Life, titles: list[AnyTitle], monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.outposts(clock="24h")
    await life.plays(life.camille, "commit 1 nantes")
    field, lobby = life.hall, life.guild.create_text_channel("lobby")
    card = life.newest("Play")
    life.hall = lobby
    await life.types(life.camille, "campaign new", game="outposts")
    await life.press(life.camille, life.newest("Take Blue"), "Take Blue")
    take = life.newest("Take White")

    installed = list(titles)
    titles[:] = [title for title in titles if title.id != "outposts"]
    with monkeypatch.context() as patched:
        patched.setattr(games, "_installed", lambda: games._Installed({}, ()))
        await life.reopen()
        for channel, asked in ((field, OF_A_CAMPAIGN), (lobby, OF_A_LOBBY)):
            life.hall = channel
            for command, options in asked:
                told = await life.types(life.camille, command, **options)
                assert GONE in told, f"{command}: {told}"
        for actor, message, label in (
            (life.maxime, take, "Take White"),
            (life.camille, take, "Begin"),
            (life.maxime, card, "Play"),
            (life.maxime, card, "My view"),
        ):
            assert GONE in await life.presses(actor, message, label)
        life.hall = field
        for command, options in OF_MODERATORS:
            told = await life.types(life.therese, command, **options)
            assert GONE in told, f"{command}: {told}"

        # Lists name it, and say what is wrong where that is asked.
        assert f"**outposts** in <#{field.id}>" in await life.types(life.lucien, "campaign list")
        assert "its game, outposts, is not installed here" in await life.types(life.therese, "mod overview")
        assert "**outposts**" in await life.types(life.maxime, "my games")
        await life.types(life.camille, "my vacation", until="+1 days")
        assert "The clock of **blue** is stopped meanwhile." in life.told()
        # Its deadlines pass, and the bot goes on with what else it has to do.
        mark = life.mark()
        await life.wait(60)
        assert [said for said in life.since(mark) if "tocsin rings" in said] == []

    titles[:] = installed
    await life.reopen()
    await life.wait(1)
    assert "📦 This campaign's game or pack was not installed from" in life.told()
    assert await life.due("White") > life.env.now()
    await life.plays(life.maxime, "commit 6 cholet")
    assert "📯 Revealed" in text(life.newest("Play"))
    life.hall = lobby
    await life.press(life.maxime, life.newest("Take White"), "Take White")
    assert (await life.table.campaign(2)).status == "running"


async def test_who_was_away_when_their_game_was_uninstalled_may_do_all_that_others_may(
    life: Life, titles: list[AnyTitle], monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.types(
        life.camille,
        "campaign new",
        game="outposts",
        side="white",
        images="never",
        clock="24h overtime player",
    )
    await life.wait(50)
    assert (await life.table.campaign()).asleep
    installed = list(titles)
    titles[:] = [title for title in titles if title.id != "outposts"]
    with monkeypatch.context() as patched:
        patched.setattr(games, "_installed", lambda: games._Installed({}, ()))
        await life.reopen()
        assert "**outposts** in" in await life.types(life.camille, "campaign list")
    titles[:] = installed
    await life.reopen()
    await life.types(life.camille, "campaign list")
    assert "is back and plays" not in life.told()
    await life.types(life.camille, "play", action="no such thing")
    assert "is back and plays **White** again. The campaign resumes." in life.told()


async def test_the_clocks_of_a_game_that_is_gone_stand_from_the_start_and_go_on_with_it(
    life: Life, titles: list[AnyTitle], monkeypatch: pytest.MonkeyPatch
) -> None:
    await life.outposts(clock="24h")
    await life.plays(life.camille, "commit 1 nantes")
    await life.wait(1)
    left = await life.due("White") - life.env.now()
    installed = list(titles)
    titles[:] = [title for title in titles if title.id != "outposts"]
    with monkeypatch.context() as patched:
        patched.setattr(games, "_installed", lambda: games._Installed({}, ()))
        await life.reopen()
        await life.wait(5)
        # A time without the bot in between is not given back twice.
        await life.table.bot.close()
        await life.env.advance_time(4 * HOUR)
        await life.reopen()
        await life.wait(1)
    titles[:] = installed
    await life.reopen()
    await life.wait(2)
    assert "📦 This campaign's game or pack was not installed from" in life.told()
    assert "🛠️ The bot was offline from" not in life.told()
    assert abs(left - timedelta(hours=1) - (await life.due("White") - life.env.now())) <= timedelta(hours=1)
