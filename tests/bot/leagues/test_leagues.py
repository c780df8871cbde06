"""What goes wrong in leagues: two moderators at once, a process that dies, what and who is gone."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select

from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.leagues.changes import Act
from bot.leagues.service import Leagues
from bot.posts.openings import Openings
from bot.store import rows, schema
from bot.store.rows import campaigns, results
from data import catalogue
from tests.bot.test_languages import Accented, accented
from tests.support.club import DAY, Club
from tests.support.moderated import acts
from tests.support.table import said, text, whispered

LETTERS = set(accented("bdfghklmnoprstwxz"))
"""What only the other language is written with."""


async def begun(club: Club, number: int = 4, **options: Any) -> None:
    """A league of so many that has begun, with its threads."""
    people = club.named(number)
    await club.opens(**options)
    await club.joins(*people)
    await club.moderates(club.therese, "begin")
    await club.table.sweep()


async def test_two_moderators_who_begin_at_once_begin_once(club: Club) -> None:
    people = club.named(4)
    await club.opens()
    await club.joins(*people)
    service, guild = club.table.bot.leagues, club.guild.id
    begun = [service.begin(1, guild, Act(user.id, "league-begin")) for user in (club.therese, club.olympe)]
    refused = [
        each for each in await asyncio.gather(*begun, return_exceptions=True) if isinstance(each, Exception)
    ]
    assert [str(each) for each in refused] == ["This league has begun already."]
    await club.table.sweep()
    whole = await club.whole()
    assert [game.round for game in whole.games.values()] == [1, 1]
    assert len(club.table.channel.threads) == 2


async def test_who_presses_twice_takes_part_once(club: Club) -> None:
    (one, _other) = club.named(2)
    await club.opens()
    post = club.newest("Take part")
    assert "You are in." in await club.presses(one, post, "Take part")
    assert "is in this league already" in await club.presses(one, post, "Take part")
    assert "is out of the league" in await club.presses(one, post, "Leave")
    assert (await club.whole()).entrants == {}
    assert "needs at least 2 players" in said(await club.moderates(club.therese, "begin"))


async def test_only_moderators_open_and_begin_and_rule(club: Club) -> None:
    told = await club.types(club.lucien, "league new", name="Cup", game="outposts")
    assert told.startswith("Only a moderator can open a league.")
    await begun(club, 2)
    commands: dict[str, dict[str, Any]] = {
        "begin": {},
        "extend": {"days": 1},
        "rule": {"result": "draw", "reason": "so", "game": 1},
        "withdraw": {"user": club.camille, "reason": "so"},
        "end": {"reason": "so"},
    }
    for command, options in commands.items():
        assert (await club.types(club.lucien, f"league {command}", **options)).startswith("Only a moderator")


async def test_a_moderator_who_plays_may_not_rule(club: Club) -> None:
    people = await club.begins_with_olympe(1)
    told = await club.types(club.olympe, "league rule", result="draw", reason="mine", game=1)
    assert told.startswith("You play in this league, so another moderator has to decide that.")
    told = await club.types(club.olympe, "league withdraw", user=people[0], reason="away")
    assert told.startswith("You play in this league")
    # Nor by a button that they got before they joined.
    assert (await club.whole()).games[1].points is None
    await club.moderates(club.therese, "rule", result="draw", reason="time is over", game=1)
    assert (await club.whole()).games[1].points == {1: 1, 2: 1}
    assert ("league-rule", "time is over") in [(act, reason) for _by, act, reason in await acts(club.table)]


async def test_a_ruling_shows_the_score_first_and_ends_the_campaign(club: Club) -> None:
    await begun(club, 2)
    shown = await club.slash(club.therese, "league rule", result="none", reason="both silent", game=1)
    assert "**Outposts**, Day 1" in said(shown)
    assert "A moderator has ruled this game:" in said(shown)
    assert (await club.whole()).games[1].points is None
    assert shown.response is not None
    await club.press(club.therese, shown.response, "Rule it")
    await club.table.sweep()
    game = (await club.whole()).games[1]
    assert (game.points, game.how, game.todo) == ({1: 0, 2: 0}, "ruled", None)
    assert (await club.table.campaign(game.campaign_id or 0)).status == "ended"
    thread = "\n".join(text(message) for message in club.thread(game.channel_id or 0).history())
    assert thread.count("A moderator has ruled this game") == 1


class Died(BaseException):
    """The process is killed."""


@pytest.mark.parametrize("where", ["opening", "ending"])
async def test_nothing_is_lost_or_done_twice_by_a_process_that_dies(
    club: Club, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*args: Any, **kwargs: Any) -> None:
        raise Died

    people = club.named(4)
    await club.opens()
    await club.joins(*people)
    await club.moderates(club.therese, "begin")
    if where == "ending":
        await club.table.sweep()
        await club.moderates(club.therese, "rule", result="draw", reason="so", game=1)
    with monkeypatch.context() as patch:
        if where == "opening":
            patch.setattr(Openings, "_campaign", die)
        else:
            patch.setattr(Campaigns, "end", die)
        with pytest.raises(Died):
            await club.table.bot.sweep()
    await club.table.restart()
    await club.table.sweep()
    await club.table.sweep(60)
    whole = await club.whole()
    assert len(whole.games) == 2
    assert len(club.table.channel.threads) == 2
    states = [(await club.table.campaign(game.campaign_id or 0)).status for game in whole.games.values()]
    assert states == (["ended", "running"] if where == "ending" else ["running", "running"])
    assert [game.todo for game in whole.games.values()] == [None, None]
    posts = [m for m in club.table.channel.history() if text(m).startswith("## Spring cup")]
    assert len(posts) == 2


async def test_a_league_whose_channel_is_gone_goes_on_elsewhere(club: Club) -> None:
    people = club.named(2)
    gone = club.guild.create_text_channel("old")
    club.hall = gone
    await club.opens()
    await club.joins(*people)
    club.env.backend.delete_channel(gone.id)
    club.hall = club.table.channel
    told = said(await club.moderates(club.therese, "begin", league="1"))
    assert told.startswith("The league begins with 1 game.")
    await club.table.sweep()
    assert (await club.whole()).games[1].campaign_id is None
    assert "goes on in this channel" in said(await club.moderates(club.therese, "here", league="1"))
    await club.table.sweep(3700)
    await club.table.sweep()
    game = (await club.whole()).games[1]
    assert game.campaign_id is not None
    assert f"<#{game.channel_id}>" in club.post()


async def test_who_has_left_the_server_is_not_paired_again(club: Club) -> None:
    await begun(club, 4, rounds=2)
    first, second = await club.open_games()
    away = (await club.whole()).entrants[first.entrants[0]]
    await club.wins(first)
    await club.wins(second)
    club.guild.remove_member(club.people[away.user_id or 0])
    await club.table.sweep(600)
    whole = await club.whole()
    assert whole.entrants[away.number].left_in == 1
    assert not any(away.number in game.entrants for game in whole.of_round(2))
    assert sorted(len(game.entrants) for game in whole.of_round(2)) == [1, 2]


async def test_who_is_forgotten_is_a_number_in_the_table(club: Club) -> None:
    await begun(club, 4, rounds=2)
    first, second = await club.open_games()
    await club.wins(first)
    number = first.entrants[0]
    person = club.people[(await club.whole()).entrants[number].user_id or 0]
    exported = await club.slash(person, "privacy export")
    assert exported.response is not None
    (file,) = exported.response.attachments
    assert [row["number"] for row in json.loads(await file.read())["entries"]] == [number]
    await club.confirmed(person, "privacy forget", "Forget me")
    await club.wins(second)
    await club.table.sweep()
    entrant = (await club.whole()).entrants[number]
    assert (entrant.user_id, entrant.name, entrant.left_in) == (None, "", 1)
    shown = await club.slash(club.lucien, "league show")
    assert str(person.id) not in said(shown)
    assert f"player {number} **" in said(shown)
    assert shown.response is not None
    (picture,) = shown.response.attachments
    assert f"player {number} " in (picture.description or "")
    assert str(person.id) not in club.post()


async def test_who_is_forgotten_while_their_game_goes_on_loses_it(club: Club) -> None:
    await begun(club, 2)
    (game,) = await club.open_games()
    one, other = game.entrants
    await club.confirmed(
        club.people[(await club.whole()).entrants[one].user_id or 0], "privacy forget", "Forget me"
    )
    await club.table.sweep()
    whole = await club.whole()
    assert whole.games[1].points == {one: 0, other: 2}
    assert whole.league.phase == "over"


async def test_an_end_without_a_result_waits_for_a_moderator(club: Club) -> None:
    await begun(club, 2, rounds=1)
    (game,) = await club.open_games()
    campaign = await club.table.campaign(game.campaign_id or 0)
    await club.table.bot.campaigns.end(campaign, version=campaign.version)
    await club.table.sweep()
    assert (await club.whole()).league.phase == "running"
    assert (await club.whole()).games[1].points is None
    await club.moderates(club.therese, "rule", result="draw", reason="they agreed", game=1)
    await club.table.sweep()
    assert (await club.whole()).league.phase == "over"


async def test_a_game_that_goes_on_again_has_no_points(club: Club) -> None:
    await begun(club, 4)
    first, _second = await club.open_games()
    await club.wins(first)
    assert (await club.whole()).games[first.number].points is not None
    assert first.campaign_id is not None
    again = partial(campaigns.alter, campaign_id=first.campaign_id, status="running", ended_at=None)
    settled = partial(results.settle, campaign_id=first.campaign_id)
    await club.table.bot.store.transact(again, settled)
    game = (await club.whole()).games[first.number]
    assert (game.points, game.how) == (None, None)


async def test_a_late_game_may_end_later_and_counts_then(club: Club) -> None:
    await begun(club, 4, rounds=2, days=7)
    late, other = await club.open_games()
    await club.wins(other)
    await club.days(8)
    thread = club.thread(late.channel_id or 0)
    assert sum("Round 1 of **Spring cup** is over" in text(m) for m in thread.history()) == 1
    await club.days(1)
    assert sum("Round 1 of **Spring cup** is over" in text(m) for m in thread.history()) == 1
    await club.moderates(club.therese, "rule", result="later", reason="a holiday", game=late.number)
    await club.table.sweep()
    assert (await club.whole()).league.round == 2
    assert "**Earlier games**" in club.post()
    for game in await club.open_games():
        if game.number != late.number:
            await club.wins(game)
    await club.table.sweep()
    assert (await club.whole()).league.phase == "running"
    await club.wins(late)
    await club.table.sweep()
    whole = await club.whole()
    assert (whole.league.phase, whole.games[late.number].how) == ("over", "played")


async def test_a_round_that_lasts_longer_is_said_to_be_over_again(club: Club) -> None:
    await begun(club, 2, days=7)
    await club.days(8)
    told = said(await club.moderates(club.therese, "extend", days=3))
    assert told.startswith("The round lasts until <t:")
    await club.days(2)
    (game,) = await club.open_games()
    thread = club.thread(game.channel_id or 0)
    assert sum("is over, and this game is not" in text(m) for m in thread.history()) == 1
    await club.days(2)
    assert sum("is over, and this game is not" in text(m) for m in thread.history()) == 2


async def test_a_knock_out_goes_to_its_final(club: Club) -> None:
    await begun(club, 5, form="knock-out")
    whole = await club.whole()
    assert (whole.league.plan.rounds, len(await club.open_games())) == (3, 1)
    for _round in range(3):
        for game in await club.open_games():
            await club.wins(game)
        await club.table.sweep()
    whole = await club.whole()
    assert whole.league.phase == "over"
    (final,) = whole.of_round(3)
    assert sorted(final.entrants) == [1, 2]
    assert club.post().splitlines()[3].startswith(f"1\\. <@{whole.entrants[1].user_id}>")


async def test_both_legs_are_played_at_once_with_sides_exchanged(club: Club) -> None:
    await begun(club, 3, form="round-robin", legs=2)
    first, second = await club.open_games()
    assert first.seats == dict(zip(second.seats, reversed(second.seats.values()), strict=True))
    assert len(club.table.channel.threads) == 2
    (bye,) = [game for game in (await club.whole()).of_round(1) if game.bye is not None]
    assert bye.points == {bye.bye: 0}
    await club.wins(first)
    await club.table.sweep()
    assert (await club.whole()).league.round == 1
    await club.wins(second)
    await club.table.sweep()
    assert (await club.whole()).league.round == 2


async def test_a_game_for_one_is_played_by_all_alone(club: Club) -> None:
    await begun(club, 2, game="levee", rounds=1)
    games = await club.open_games()
    assert [list(game.seats) for game in games] == [["france"], ["france"]]
    for game in games:
        assert game.channel_id is not None
        hall, club.hall = club.hall, club.thread(game.channel_id)
        user = (await club.whole()).entrants[game.entrants[0]].user_id or 0
        await club.confirmed(club.people[user], "campaign concede", "Concede")
        club.hall = hall
    await club.table.sweep()
    whole = await club.whole()
    assert [game.points for game in whole.games.values()] == [{1: 0}, {2: 0}]
    assert whole.league.phase == "over"


async def test_forms_that_a_game_does_not_have_are_refused(club: Club) -> None:
    told = said(await club.moderates(club.therese, "new", name="Cup", game="levee", form="knock-out"))
    assert told == "Levée en Masse is not for two: only Swiss rounds of one game are possible."


async def test_a_league_that_is_ended_keeps_its_table(club: Club) -> None:
    await begun(club, 4)
    first, second = await club.open_games()
    await club.wins(first)
    await club.moderates(club.therese, "end", reason="summer")
    await club.table.sweep()
    await club.wins(second)
    await club.table.sweep()
    whole = await club.whole()
    assert whole.league.phase == "over"
    assert whole.games[second.number].points is None
    told = await club.types(club.lucien, "league join")
    assert told == "This league is over. `/league show` has its table."


async def test_only_players_dispute_their_own_game_and_once(club: Club) -> None:
    await begun(club, 4)
    first, second = await club.open_games()
    stranger = club.people[(await club.whole()).entrants[second.entrants[0]].user_id or 0]
    told = await club.in_thread(first, stranger, "league dispute", why="I watch")
    assert told == f"Only the players of game {first.number} can dispute it."
    player = club.people[(await club.whole()).entrants[first.entrants[0]].user_id or 0]
    await club.in_thread(first, player, "league dispute", why="he took back")
    told = await club.in_thread(first, player, "league dispute", why="he took back")
    assert told.startswith(f"Game {first.number} is disputed already.")
    thread = club.thread(first.channel_id or 0)
    assert any("disputes this game: he took back" in text(message) for message in thread.history())


async def test_a_substitute_takes_a_game_over_that_is_not_opened_yet(club: Club) -> None:
    people = club.named(2)
    (substitute,) = club.named(1)
    await club.opens()
    await club.joins(*people)
    await club.moderates(club.therese, "begin")
    assert "You are a substitute" in await club.types(substitute, "league join")
    told = await club.confirmed(people[0], "league leave", "Leave the league")
    assert f"The substitute <@{substitute.id}> takes over." in told
    await club.table.sweep()
    await club.table.sweep(60)
    (game,) = await club.open_games()
    campaign = await club.table.campaign(game.campaign_id or 0)
    assert set(campaign.people) == {substitute.id, people[1].id}
    assert len(club.table.channel.threads) == 1


async def test_the_table_is_shown_by_a_button(club: Club) -> None:
    await begun(club, 2)
    shown = await club.press(club.lucien, club.newest("Table"), "Table")
    assert "**Table**" in whispered(shown)
    assert "opponents' points (Buchholz)" in whispered(shown)


async def test_due_leagues_are_found_by_their_time(club: Club) -> None:
    await begun(club, 2, days=7)
    due = partial(rows.leagues.due, now=club.env.now())
    assert await club.table.bot.store.look(due) == []


async def test_a_game_for_six_has_the_automatic_player_in_free_seats(club: Club) -> None:
    await begun(club, 4, game="revolution", rounds=1)
    (game,) = await club.open_games()
    assert len(game.seats) == 4
    campaign = await club.table.campaign(game.campaign_id or 0)
    assert campaign.status == "running"
    assert {seat for seat, sitting in campaign.seating.items() if sitting.automatic} == {
        seat for seat in campaign.seating if seat not in game.seats
    }
    whole = await club.whole()
    assert campaign.seats == {seat: whole.entrants[number].user_id for seat, number in game.seats.items()}
    await club.moderates(
        club.therese,
        "rule",
        result="win",
        winner=club.people[whole.entrants[2].user_id or 0],
        reason="by the points",
        game=1,
    )
    await club.table.sweep()
    whole = await club.whole()
    assert (whole.league.phase, whole.games[1].points) == ("over", {1: 0, 2: 2, 3: 0, 4: 0})


async def test_a_post_that_discord_does_not_take_is_tried_again(club: Club) -> None:
    await begun(club, 4)
    first, _second = await club.open_games()
    club.env.inject_error(
        "PATCH", f"/channels/{club.table.channel.id}/messages/*", status=403, code=50013, times=2
    )
    await club.wins(first)
    await club.table.sweep()
    assert "**1 : 0**" not in club.post()
    assert "**0 : 1**" not in club.post()
    await club.table.sweep(3700)
    assert "**1 : 0**" in club.post() or "**0 : 1**" in club.post()


async def test_a_change_that_was_read_before_a_post_leaves_the_post_alone(club: Club) -> None:
    await begun(club, 2)
    store, before = club.table.bot.store, await club.whole()
    await store.transact(partial(rows.leagues.hangs, league_id=1, message_id=4711, round=1))
    later = replace(before, league=replace(before.league, told=1))
    await store.transact(partial(rows.leagues.write, before=before, after=later, now=store.now()))
    after = (await club.whole()).league
    assert (after.message_id, after.told) == (4711, 1)


async def test_no_change_that_was_read_before_brings_a_forgotten_moderator_back(club: Club) -> None:
    await begun(club, 2)
    await club.moderates(club.therese, "rule", result="draw", reason="so", game=1)
    store, before = club.table.bot.store, await club.whole()
    assert (before.league.created_by, before.games[1].ruled_by) == (club.therese.id, club.therese.id)
    await store.transact(partial(rows.leagues.forget, user_id=club.therese.id))
    disputed = replace(before, games={1: replace(before.games[1], disputed="so")})
    with pytest.raises(rows.leagues.LeagueChanged):
        await store.transact(partial(rows.leagues.write, before=before, after=disputed, now=store.now()))
    after = await club.whole()
    assert (after.league.created_by, after.games[1].ruled_by) == (None, None)


@pytest.mark.parametrize("when", ["dispute", "late"])
async def test_nothing_is_noted_as_said_that_was_not(
    club: Club, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(club, 2, days=7)
    (game,) = await club.open_games()
    player = (await club.whole()).entrants[game.entrants[0]].user_id or 0

    def die(*args: Any, **kwargs: Any) -> None:
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr(rows.outbox, "add", die)
        leagues = club.table.bot.leagues
        if when == "late":
            await club.env.advance_time(8 * DAY)
        dispute = partial(leagues.dispute, 1, club.guild.id, 1, player, "he took back")
        with pytest.raises(Died):
            await (dispute() if when == "dispute" else leagues.settle())
    whole = await club.whole()
    assert (whole.games[1].disputed, whole.league.told) == (None, 0)


async def test_a_game_that_can_not_be_ended_yet_does_not_hide_the_others(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(club, 6)
    stuck, other, _third = await club.open_games()

    async def refused(*args: Any, **kwargs: Any) -> None:
        raise PoliteError("It is locked.")

    await club.moderates(club.therese, "rule", result="draw", reason="so", game=stuck.number)
    with monkeypatch.context() as patch:
        patch.setattr(Leagues, "_end", refused)
        await club.wins(other)
        await club.table.sweep()
    assert (await club.whole()).games[stuck.number].todo == "end"
    assert "**1 : 0**" in club.post() or "**0 : 1**" in club.post()
    await club.table.sweep(3700)
    assert (await club.whole()).games[stuck.number].todo is None


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_game_that_is_opened_while_its_player_changes_is_opened_once(club: Club, when: str) -> None:
    people = club.named(2)
    (substitute,) = club.named(1)
    await club.opens()
    await club.joins(*people)
    await club.moderates(club.therese, "begin")
    await club.types(substitute, "league join")
    bot = club.table.bot
    (due,) = await bot.store.look(partial(rows.openings.due, now=bot.store.now()))
    if when == "after":
        await bot.openings.settle()
    await club.confirmed(people[0], "league leave", "Leave the league")
    await bot.leagues.settle()
    # It was read before the change.
    await bot.openings._settle(due)
    await club.table.sweep(60)
    await club.table.sweep(60)
    (game,) = await club.open_games()
    campaign = await club.table.campaign(game.campaign_id or 0)
    assert set(campaign.people) == {substitute.id, people[1].id}
    made = select(func.count()).select_from(schema.campaign)
    assert await bot.store.look(lambda c: c.scalar(made)) == 1


async def test_a_league_whose_game_is_gone_says_so(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await begun(club, 2)
    titles = club.table.bot.campaigns.titles
    monkeypatch.setattr(club.table.bot.campaigns, "titles", {**titles})
    monkeypatch.delitem(club.table.bot.campaigns.titles, "outposts")
    for command, options in (
        ("show", {}),
        ("rule", {"result": "draw", "reason": "so", "game": 1}),
    ):
        told = said(await club.slash(club.therese, f"league {command}", **options))
        assert told == "The game of this league is not installed any more."


async def test_a_league_speaks_the_servers_language_and_a_player_their_own(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    french = Accented()
    monkeypatch.setattr(catalogue, "translations", lambda language: french if language == "fr" else None)
    for person in (people := club.named(2)):
        await club.slash(person, "my language", language="fr")
    await club.opens(days=7)
    await club.joins(*people)
    await club.slash(club.therese, "my language", language="fr")
    await club.slash(club.therese, "league begin")
    await club.table.sweep()
    (game,) = await club.open_games()
    answer = await club.in_thread(game, people[0], "league dispute", why="he took back")
    assert LETTERS & set(answer)
    await club.days(8)
    told = [text(message) for message in club.thread(game.channel_id or 0).history()]
    for part in ("The result counts by itself", "disputes this game", "is over, and this game is not"):
        assert any(part in each for each in told), part


async def test_a_league_of_a_server_that_speaks_another_language_does_so_by_itself(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    french = Accented()
    monkeypatch.setattr(catalogue, "translations", lambda language: french if language == "fr" else None)
    await begun(club, 2, days=7)
    await club.slash(club.therese, "settings", language="fr")
    (game,) = await club.open_games()
    thread = club.thread(game.channel_id or 0)
    before = len(thread.history())
    await club.days(8)
    since = [text(message) for message in thread.history()][before:]
    assert since
    assert all(LETTERS & set(each) for each in since)
