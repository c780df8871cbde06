"""Leagues against whoever means ill or mistypes, a bot that is away, and a process that dies half-way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.leagues.changes import Act
from tests.bot.leagues.test_leagues import begun
from tests.support.club import Club
from tests.support.life import away
from tests.support.table import said, text

RULINGS: dict[str, dict[str, Any]] = {
    "mod end": {"reason": "I lead"},
    "mod clock": {"clock": "1h", "reason": "haste"},
    "mod undo": {"reason": "a slip"},
    "mod set": {"edit": "nonsense", "reason": "a slip"},
}


async def test_who_has_left_neither_rules_nor_comes_back(club: Club) -> None:
    await club.begins_with_olympe(2)
    (substitute,) = club.named(1)
    await club.types(substitute, "league join")
    left = await club.confirmed(club.olympe, "league leave", "Leave the league")
    assert f"The substitute <@{substitute.id}> takes over." in left

    told = await club.types(club.olympe, "league rule", result="none", reason="mine", game=1)
    assert told.startswith("You play in this league")
    assert "nobody comes back into it" in await club.types(club.olympe, "league join")
    assert "nobody comes back into it" in await club.types(club.therese, "league add", user=club.olympe)
    await club.table.sweep()
    assert "Substitutes" not in club.post()


async def test_a_moderator_who_plays_may_not_end_what_is_played(club: Club) -> None:
    club.people[club.olympe.id] = club.olympe
    await club.opens()
    await club.joins(*club.named(1), club.olympe)
    await club.moderates(club.therese, "begin")
    told = said(await club.moderates(club.olympe, "end", reason="I lead"))
    assert told.startswith("You play in this league")
    await club.moderates(club.therese, "end", reason="nobody has time")
    assert (await club.whole()).league.phase == "over"


async def test_a_moderator_who_plays_moderates_no_game_of_the_league(club: Club) -> None:
    others = await club.begins_with_olympe(3)
    number = (await club.whole()).place_of(club.olympe.id)
    assert number is not None
    games = await club.open_games()
    for game in sorted(games, key=lambda game: number.number not in game.seats.values()):
        for command, options in RULINGS.items():
            told = await club.in_thread(game, club.olympe, command, **options)
            assert told.startswith("You play in this "), (command, told)
    own, other = sorted(games, key=lambda game: number.number not in game.seats.values())
    told = await club.in_thread(own, club.olympe, "campaign abort")
    assert told.startswith("The others are asked"), told
    told = await club.in_thread(other, club.olympe, "campaign abort")
    assert told.startswith("You play in this league"), told
    assert [game.points for game in (await club.whole()).games.values()] == [None, None]
    # Thérèse plays nothing, and may.
    told = await club.in_thread(other, club.therese, "mod clock", clock="24h", reason="haste")
    assert "24 hours" in told, told
    assert len(others) == 3


async def test_a_league_that_is_ended_opens_no_more_games(club: Club) -> None:
    await club.opens()
    await club.joins(*club.named(4))
    service, guild = club.table.bot.leagues, club.guild.id
    await service.begin(1, guild, Act(club.therese.id, "league-begin"))
    await service.end(1, guild, Act(club.therese.id, "league-end"))
    await club.table.sweep()
    assert club.table.channel.threads == []


@pytest.mark.parametrize("typed", ["9" * 11, "9" * 30, "9" * 5000, "-1", "1\0" * 9, "😀" * 2000])
async def test_a_number_that_no_league_has_is_refused(club: Club, typed: str) -> None:
    await club.opens()
    told = await club.types(club.lucien, "league show", league=typed)
    assert told == "There is no such league on this server. `/league show` lists them."


async def test_which_of_two_in_a_channel_is_asked(club: Club) -> None:
    await club.opens(name="*One*")
    await club.opens(name="2026")
    told = await club.types(club.lucien, "league join")
    assert told == r"Which league do you mean: **2026** or **\*One\***? Choose it in `league`."
    assert "You are in." in await club.types(club.lucien, "league join", league="2026")
    assert list((await club.whole(2)).entrants) == [1]


async def test_a_name_is_shown_as_it_is(club: Club) -> None:
    for name in ("\u202e", "\u200b", "\0", "  "):
        told = said(await club.moderates(club.therese, "new", name=name, game="outposts"))
        assert told == "That name is empty: nothing of it can be seen. Give some letters or signs."
    await club.opens(name="*" * 58 + "\0!")
    await club.joins(*club.named(2))
    await club.moderates(club.therese, "begin")
    await club.table.sweep()
    stars = "\\*" * 58
    assert club.post().startswith(f"## {stars}!\n")
    (thread,) = club.table.channel.threads
    assert str(thread.name).startswith("*" * 58 + "!: round 1")


async def test_a_league_whose_game_is_not_installed_says_so(club: Club) -> None:
    await begun(club, 2)
    title = club.table.bot.campaigns.titles.pop("outposts")
    told = await club.types(club.therese, "league rule", result="draw", reason="so", game=1)
    assert told == "The game of this league is not installed any more."
    club.table.bot.campaigns.titles["outposts"] = title


async def test_no_round_ends_while_the_bot_is_away(club: Club) -> None:
    await begun(club, 2, days=7)
    due = (await club.whole()).league.due_at
    await away(club, 10 * 24 * 3600)
    league = (await club.whole()).league
    assert due is not None
    assert league.due_at == due + timedelta(days=10)
    assert f"<t:{int(league.due_at.timestamp())}:f>" in club.post()
    (game,) = await club.open_games()
    assert not any("Round 1 of" in text(m) for m in club.thread(game.channel_id or 0).history())
