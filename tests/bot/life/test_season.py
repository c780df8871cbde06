"""A season of thirty people on three games, in a server that speaks English and in one that speaks French."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial, reduce
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from simcord import MemberActor

import engines
from bot.store import rows
from bot.store.leagues import Game
from engines.core.contract import AnyTitle
from tests.support.depth import NIGHT
from tests.support.life import Life
from tests.support.season import Season
from tests.support.table import controls
from tests.support.transcript import Told, foreign

READ = os.environ.get("TOCSIN_TEST_TRANSCRIPT", "")
"""A folder for the transcripts, to be read."""


@pytest.fixture
def people() -> type[Life]:
    """Who is on the server."""
    return Season


@pytest.fixture
def titles() -> list[AnyTitle]:
    """Those that have other languages."""
    return [title for title in engines.titles().values() if title.id != "outposts"]


class Run:
    """The season, week by week."""

    def __init__(self, season: Season, chooser: Random) -> None:
        self.season = season
        self.chooser = chooser
        self.tables, self.news, self.archive, self.cup = (
            season.tables,
            season.news,
            season.archive,
            season.cup,
        )
        titles = season.table.bot.campaigns.titles.values()
        duels = [title.id for title in titles if len(title.seats) == 2]
        # Two games for two, and one for more.
        self.games = (duels[1], duels[0], next(title.id for title in titles if len(title.seats) > 2))
        self.forgotten = 0
        self.forgotten_at = 0
        self.role = season.guild.create_role("Duellists")

    async def first_days(self, language: str) -> None:
        """As far as the first results of a league of four."""
        s, p = self.season, self.season.everybody
        await self.gathers(language)
        await self.league([*p[0:2], *p[16:18]])
        games = await s.open_games()
        await self.play(1, 1)
        await self.concedes(games[0])
        await self.draws(games[1])
        await self.sweep()
        await self.looked_at(0, 17)

    async def season_of_sixteen(self, language: str) -> None:
        """The whole season."""
        s, p = self.season, self.season.everybody
        await self.gathers(language)
        await self.play(2)
        await self.league([*p[0:9], *p[16:23]])
        await self.round_one()
        await self.looked_at(0, 17)
        await self.round_two()
        await self.round_three()
        await self.looked_at(1, 16)
        await self.round_four()
        await self.looked_at(3, 18)
        for command in ("results", "mod overview", "mod audit"):
            await s.slash(s.therese, command)

    async def gathers(self, language: str) -> None:
        """Lists fill into lobbies: one person does not answer, one says no, six begin with four."""
        s, p = self.season, self.season.everybody
        await s.wait(10)
        await self.founded(language)
        await self.seek()
        await self.answer(p[3].id, silent=(p[18].id,))
        await s.days(1)
        await s.wait(2)
        await self.answer()
        await self.begin_short()

    async def founded(self, language: str) -> None:
        s = self.season
        await s.slash(s.camille, "help")
        await s.slash(
            s.therese,
            "settings",
            language=language,
            announcements=self.news,
            archive=s.archive,
            lobbies=self.tables,
            clock="48h overtime player",
            lobby_images="never",
            nights="22:00-08:00 Paris",
        )
        await s.slash(s.therese, "settings", game=self.games[0], role=self.role)
        await s.slash(s.everybody[0], "settings")
        await s.slash(s.everybody[0], "help")
        await s.slash(s.everybody[20], "help")
        for number, zone in ((1, "Europe/Paris"), (17, "America/New_York")):
            await s.slash(s.everybody[number], "my hours", zone=zone, quiet="22:00-08:00")
            s.zones[s.everybody[number].id] = ZoneInfo(zone)
        await s.slash(s.everybody[2], "my digest", time="08:00")

    async def seek(self) -> None:
        s, p = self.season, self.season.everybody
        first, second, third = self.games
        wishes: list[tuple[str, dict[int, dict[str, Any]]]] = [
            (first, {0: {"clock": "24h"}, 16: {"clock": "72h"}, 1: {"zone": "Paris"}, 17: {}}),
            (second, {2: {}, 18: {}, 3: {"clock": "24h"}}),
            (third, {4: {}, 19: {}, 20: {"zone": "Paris"}, 5: {}}),
            (second, {21: {"clock": "24h"}, 22: {"clock": "72h"}}),
            (first, {23: {"clock": "72h", "scenario": "nonsense"}}),
        ]
        for game, people in wishes:
            for number, wish in people.items():
                await s.slash(p[number], "campaign seek", game=game, **wish)
        await s.slash(p[0], "campaign seek")
        for number in (24, 6, 25):
            for game in self.games:
                await s.slash(p[number], "my substitute", game=game)
        await self.sweep()

    async def sweep(self) -> None:
        await self.season.table.sweep(60)
        self.season.book.look()

    async def answer(self, *no: int, silent: tuple[int, ...] = ()) -> None:
        s = self.season
        for campaign_id, asked in (await s.lobby_rooms()).items():
            place = s.place((await s.table.campaign(campaign_id)).channel_id)
            for user in asked:
                if user not in silent and user not in s.silent:
                    answer = "no" if user in no else "yes"
                    await s.presses_where(s.people[user], place, f":{answer}")

    async def begin_short(self) -> None:
        """Lobbies of several that are not full begin with the automatic player."""
        s = self.season
        for campaign in await s.campaigns("lobby"):
            look = partial(rows.seats.guests, campaign_id=campaign.id)
            guests = await s.table.bot.store.look(look)
            inside = [user for user, guest in guests.items() if guest.waiting]
            if len(inside) > 2:
                first = s.people[inside[0]]
                asked = await s.presses_where(first, s.place(campaign.channel_id), "lobby-begin:")
                (again,) = asked.followups
                button = controls(again.message)[0]
                await s.press(first, again, button.label)

    async def league(self, members: Sequence[MemberActor]) -> None:
        """People join a league; one is in it already, one leaves before it begins, one is a substitute."""
        s, p = self.season, self.season.everybody
        s.hall = self.cup
        await s.slash(p[0], "league new", name="Mine", game=self.games[0])
        new = {
            "name": "Coupe de printemps",
            "game": self.games[0],
            "rounds": 4,
            "days": 14,
            "images": "never",
        }
        await s.slash(s.therese, "league new", **new)
        await self.sweep()
        for each in members:
            await s.presses_where(each, self.cup, "league")
        await s.presses_where(p[0], self.cup, "league")
        await s.slash(p[29], "league join")
        await s.slash(p[29], "league leave")
        await s.slash(s.olympe, "league begin")
        await self.sweep()
        await s.slash(p[9], "league join")
        await s.slash(p[0], "league show")

    def who(self, whole: Any, number: int) -> Any:
        """The person who has a place in the league."""
        return self.season.people[whole.entrants[number].user_id or 0]

    async def concedes(self, game: Game, winner: int | None = None) -> None:
        """A game of the league ends by a concession, after some actions."""
        s, whole = self.season, await self.season.whole()
        campaign = await s.table.campaign(game.campaign_id or 0)
        await s.plays_some(campaign, 4, self.chooser)
        if (await s.table.campaign(game.campaign_id or 0)).is_over:
            return
        best = min(game.seats.values()) if winner is None else winner
        (number,) = [each for each in game.seats.values() if each != best]
        place, loser = s.place(campaign.channel_id), s.people.get(whole.entrants[number].user_id or 0)
        if loser is None or loser.id in s.silent:
            return
        await s.goes_through(loser, await s.at(place, loser, "campaign concede"))

    async def draws(self, game: Game) -> None:
        """A game of the league is agreed to be a draw."""
        s, whole = self.season, await self.season.whole()
        place = s.place(game.channel_id or 0)
        one, other = (self.who(whole, number) for number in game.seats.values())
        await s.goes_through(one, await s.at(place, one, "campaign draw"))
        await s.presses_where(other, place, ":agree:")

    async def round_one(self) -> None:
        """Games end in all ways; some people fall silent, and their seats are offered."""
        s, p = self.season, self.season.everybody
        games = await s.open_games()
        await self.play(3)
        for game in games[:5]:
            await self.concedes(game)
        await self.draws(games[5])
        await s.slash(p[7], "my vacation", until="+5 days")
        s.silent |= {p[17].id, p[5].id}
        await self.play(4, 3)
        await s.slash(p[17], "my games")
        await self.offers()
        await self.play(3, 3)
        await self.offers()
        await self.play(5, 3)

    async def offers(self) -> None:
        """Substitutes answer what they are offered."""
        s = self.season
        for campaign in await s.campaigns("running"):
            for seat in campaign.seating.values():
                if seat.reserved_for in s.people and seat.reserved_for not in s.silent:
                    await s.presses_where(s.people[seat.reserved_for], s.place(campaign.channel_id), ":sit:")

    async def rules(self, game: Game, **ruling: Any) -> None:
        """Thérèse rules a game."""
        s = self.season
        asked = await s.slash(s.therese, "league rule", game=game.number, **ruling)
        await s.goes_through(s.therese, asked)
        await self.sweep()

    async def round_two(self) -> None:
        """A game is late and ruled; one leaves, and a substitute takes over; one leaves the server."""
        s, p = self.season, self.season.everybody
        for late in await s.open_games():
            await self.rules(late, result="draw", reason="time is over")
        games = await s.open_games()
        s.silent -= {p[17].id}
        await s.goes_through(p[20], await s.slash(p[20], "league leave"))
        await self.sweep()
        await s.goes_through(p[19], await s.slash(p[19], "league leave"))
        await self.sweep()
        s.guild.remove_member(p[22])
        s.silent |= {p[22].id}
        await self.play(2)
        whole = await s.whole()
        for game in [game for game in await s.open_games() if game.campaign_id is not None][:4]:
            await self.concedes(game)
        disputed = next(iter(await s.open_games()))
        await s.at(
            s.place(disputed.channel_id or 0),
            self.who(whole, disputed.entrants[0]),
            "league dispute",
            why="he took back",
        )
        await s.slash(s.olympe, "league extend", days=2)
        await self.play(4)
        await self.rules(disputed, result="none", reason="both were rude")
        for game in games:
            if game.number in {each.number for each in await s.open_games()}:
                await self.concedes(game)
        for late in await s.open_games():
            if late.number in {game.number for game in games}:
                await self.rules(late, result="none", reason="time is over")
        await self.sweep()

    async def round_three(self) -> None:
        """One is forgotten; a moderator plays too."""
        s, p = self.season, self.season.everybody
        await self.play(2)
        await s.slash(p[2], "my note", text="Watch the gap")
        await s.goes_through(p[2], await s.slash(p[2], "privacy forget"))
        self.forgotten, self.forgotten_at = p[2].id, len(s.book.told)
        s.silent |= {p[2].id}
        await self.sweep()
        await self.play(6)
        await self.offers()
        for game in await s.open_games():
            await self.concedes(game)
        await self.sweep()

    async def round_four(self) -> None:
        """The end of the league, and of the season."""
        s = self.season
        await self.play(7)
        for game in await s.open_games():
            await self.concedes(game)
        await self.sweep()
        await self.play(7)
        for campaign in await s.campaigns("running"):
            held = [user for user in campaign.people if user in s.people and user not in s.silent]
            if held and len(campaign.seating) == 2:
                loser = s.people[held[0]]
                place = s.place(campaign.channel_id)
                await s.goes_through(loser, await s.at(place, loser, "campaign concede"))
        await self.play(3)

    async def looked_at(self, *numbers: int) -> None:
        s, p = self.season, self.season.everybody
        for number in numbers:
            reader = p[number]
            await s.slash(reader, "results")
            await s.slash(reader, "results", player=p[0])
            await s.slash(reader, "results", player=p[0], against=p[16])
            await s.slash(reader, "profile")
            await s.slash(reader, "profile", user=p[0])
            await s.slash(reader, "ratings")
            await s.slash(reader, "league show")
            await s.slash(reader, "campaign list")
            await s.slash(reader, "my games")
            await s.slash(reader, "seat list")

    async def play(self, days: int, moves: int = 2) -> None:
        s = self.season
        for _day in range(days):
            for campaign in await s.campaigns("running"):
                if self.chooser.random() < 0.6:
                    await s.plays_some(campaign, moves, self.chooser)
            await s.days(1)
            await self.answer()


@pytest.mark.deep(seconds=200)
@pytest.mark.parametrize("language", ["en", "fr"] if NIGHT else ["fr"])
async def test_a_season_of_thirty(life: Season, language: str) -> None:
    life.server = "fr" if language == "fr" else "en-US"
    life.locales[life.therese.id] = language
    run = Run(life, Random(f"season {NIGHT}"))
    try:
        await (run.season_of_sixteen(language) if NIGHT else run.first_days(language))
    finally:
        if READ:
            life.book.write(Path(READ) / f"season-{language}.txt")
    assert in_the_wrong_language(life, language) == []
    assert told_twice(life) == []
    assert rung_in_quiet_hours(life) == []
    assert told_of_the_forgotten(life, run) == []
    results = await life.table.bot.store.look(partial(rows.results.of_guild, guild_id=life.guild.id))
    # A lobby that was closed has no result.
    begun = [each for each in await life.campaigns("ended", "finished") if each.last_seq >= 0]
    assert len(results) == len(begun)
    if NIGHT:
        assert (await life.whole()).league.phase == "over"


def in_the_wrong_language(season: Season, language: str) -> list[str]:
    """Texts with a line that is not in the language of its reader, or of the server."""
    names = [title.name for title in season.table.bot.campaigns.titles.values()]
    found = []
    for text in season.book.told:
        own = language if text.to is None else season.language(text.to)
        # Games are called in every language as on their boxes.
        says = reduce(
            lambda said, name: said.replace(name, ""), names, "\n".join([text.says, *text.controls])
        )
        found += [f"{text}\n  >>> {line}" for line in foreign(says, own)]
    return found


def told_twice(season: Season) -> list[str]:
    """Posts that stand below the same post, made at the same time."""
    last: dict[str, Told] = {}
    found = []
    for text in season.book.told:
        if text.to is None and not text.edit:
            before = last.get(text.where)
            if before is not None and (before.at, before.says) == (text.at, text.says):
                found.append(str(text))
            last[text.where] = text
    return found


def rung_in_quiet_hours(season: Season) -> list[str]:
    """Posts that ping somebody who sleeps."""
    sleeps = {f"pings {season.book.name(user)}": zone for user, zone in season.zones.items()}
    return [
        str(text)
        for text in season.book.told
        for ping in text.pings
        if ping in sleeps and not 8 <= text.moment.astimezone(sleeps[ping]).hour < 22
    ]


def told_of_the_forgotten(season: Season, run: Run) -> list[str]:
    """Texts that name a person after they were forgotten, but those that they were told themselves."""
    since = [text for text in season.book.told[run.forgotten_at :] if text.to != run.forgotten]
    names = (str(run.forgotten), season.book.name(run.forgotten))
    return [str(text) for text in since if run.forgotten and any(name in text.says for name in names)]
