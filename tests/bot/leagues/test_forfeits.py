"""Whoever leaves a league in the middle of a game between two has lost it, and is rated so."""

from __future__ import annotations

from functools import partial

import pytest

from bot.results.ratings import rated_parts
from bot.store import Result, rows
from tests.support.club import Club


async def left_behind(club: Club, *acted: str) -> tuple[Result, int]:
    """The result of a game whose first player leaves after these seats have acted, and who stays."""
    people = club.named(2)
    await club.opens()
    await club.joins(*people)
    await club.moderates(club.therese, "begin")
    await club.table.sweep()
    (game,) = await club.open_games()
    campaign = await club.table.campaign(game.campaign_id or 0)
    actions = {"blue": "commit 1 nantes", "white": "commit 6 cholet"}
    for seat in acted:
        told = await club.in_thread(game, club.people[campaign.seats[seat]], "play", action=actions[seat])
        assert "case" not in told, told
    await club.confirmed(people[0], "league leave", "Leave the league")
    await club.table.sweep()
    (settled,) = (await club.whole()).games.values()
    assert (settled.how, settled.todo) == ("forfeit", None)
    (result,) = await club.table.bot.store.look(partial(rows.results.of_guild, guild_id=club.guild.id))
    return result, people[1].id


async def test_a_game_that_both_have_begun_is_conceded_by_whoever_leaves(club: Club) -> None:
    result, stays = await left_behind(club, "blue", "white")
    assert result.how == "conceded"
    (won,) = (part for part in result.parts if part.seat == result.winner)
    assert won.user_id == stays
    assert len(rated_parts(result)) == 2
    thread = club.thread(result.channel_id)
    assert "has left the league: " in club.told(thread)


@pytest.mark.parametrize("acted", [(), ("blue",)])
async def test_a_game_that_was_not_played_yet_is_no_result(club: Club, acted: tuple[str, ...]) -> None:
    result, _stays = await left_behind(club, *acted)
    assert result.how == "abandoned"
    assert rated_parts(result) == []
