"""A league of sixteen over four rounds, with all that goes wrong, in at most forty commands."""

from __future__ import annotations

import pytest

from bot.leagues.standings import Tally
from tests.support.club import Club
from tests.support.table import said, text


@pytest.mark.nightly(seconds=20)
async def test_a_season_of_sixteen(club: Club) -> None:
    people = club.named(16)
    substitute = club.named(1)[0]
    await club.opens(rounds=4, days=14)
    await club.joins(*people)
    assert "16 players: " in club.post()
    assert "opponents' points (Buchholz)" in club.post()
    told = said(await club.moderates(club.olympe, "begin"))
    assert told.startswith("The league begins with 8 games.")
    await club.table.sweep()
    whole = await club.whole()
    assert whole.league.round == 1
    first = await club.open_games()
    assert len(first) == 8
    assert len(club.table.channel.threads) == 8
    assert all(f"<#{game.channel_id}>" in club.post() for game in first)
    for game in first:
        await club.wins(game)
    await club.table.sweep()

    # Round 2: one leaves, and nobody is there to take over; one is late, and is ruled by the score.
    second = await club.open_games()
    assert len(second) == 8
    assert {game.round for game in second} == {2}
    leaver = club.people[(await club.whole()).entrants[1].user_id or 0]
    await club.confirmed(leaver, "league leave", "Leave the league")
    await club.table.sweep()
    left = next(game for game in (await club.whole()).of_round(2) if 1 in game.seats.values())
    assert (left.how, left.todo) == ("forfeit", None)
    assert left.campaign_id is not None
    assert (await club.table.campaign(left.campaign_id)).status == "ended"
    late, *others = await club.open_games()
    for game in others:
        await club.wins(game)
    await club.days(15)
    assert (await club.whole()).league.round == 2
    thread = club.thread(late.channel_id or 0)
    assert any("Round 2 of **Spring cup** is over" in text(message) for message in thread.history())
    winner = club.people[(await club.whole()).entrants[max(late.seats.values())].user_id or 0]
    await club.moderates(
        club.therese, "rule", result="win", winner=winner, reason="ahead by the score", game=late.number
    )
    await club.table.sweep()

    # Round 3: a substitute waits, so that who leaves is replaced in a running game; one game is disputed.
    assert (await club.whole()).league.round == 3
    await club.presses(substitute, club.newest("Be a substitute"), "Be a substitute")
    third = await club.open_games()
    # Fifteen are left.
    assert len(third) == 7
    gone = club.people[(await club.whole()).entrants[third[0].entrants[0]].user_id or 0]
    await club.moderates(club.olympe, "withdraw", user=gone, reason="never answers")
    await club.table.sweep()
    taken = (await club.whole()).entrants[third[0].entrants[0]]
    assert (taken.user_id, taken.left_in, taken.since) == (substitute.id, None, 3)
    campaign = await club.table.campaign(third[0].campaign_id or 0)
    assert substitute.id in campaign.people
    assert gone.id not in campaign.people
    disputed = third[1]
    one = club.people[(await club.whole()).entrants[disputed.entrants[0]].user_id or 0]
    told = await club.in_thread(disputed, one, "league dispute", why="the map was wrong")
    assert "A moderator who does not play will rule" in told
    for game in [*third[:1], *third[2:]]:
        await club.wins(game)
    await club.table.sweep()
    assert (await club.whole()).league.round == 3
    assert "disputed" in club.post()
    await club.moderates(club.olympe, "rule", result="draw", reason="the map was wrong", game=disputed.number)
    await club.table.sweep()

    # Round 4, and the end.
    for game in await club.open_games():
        await club.wins(game)
    await club.table.sweep()
    whole = await club.whole()
    assert whole.league.phase == "over"
    assert "The league is over." in club.post()
    assert club.typed <= 40, club.typed
    table = Tally(whole, 2).table()
    assert len(table) == 16
    # Every round but the unfinished ones of who left gives two half points a game, and one for each bye.
    met = [frozenset(game.seats.values()) for game in whole.games.values() if game.bye is None]
    assert len(met) == len(set(met))
    byes = [game.bye for game in whole.games.values() if game.bye is not None]
    assert len(byes) == len(set(byes)) == 2
    for number in whole.entrants:
        sides = [seat for game in whole.games.values() for seat, who in game.seats.items() if who == number]
        assert abs(sides.count("blue") - sides.count("white")) <= 1
    shown = await club.slash(club.lucien, "league show")
    assert shown.response is not None
    (picture,) = shown.response.attachments
    assert picture.description is not None
    assert picture.description.startswith("Spring cup. Outposts, final table. 1. ")
    assert len([line for line in said(shown).splitlines() if "won" in line]) == 16
