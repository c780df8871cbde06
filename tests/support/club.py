"""A server with people enough for a league, and what they do in it."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import discord
from simcord import InteractionResult, MemberActor

from bot.store import rows
from bot.store.leagues import Game, Whole
from tests.support.life import Life
from tests.support.table import controls, said, text

DAY = 24 * 3600


class Club(Life):
    """A league with its players and two moderators, who don't play.

    :ivar typed: commands and buttons of moderators so far.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        officers = self.guild.create_role("Stewards", permissions=discord.Permissions(manage_channels=True))
        self.olympe = self._person("olympe", "Olympe", officers)
        self.people: dict[int, MemberActor] = {}
        self.typed = 0

    def named(self, number: int) -> list[MemberActor]:
        """So many further people."""
        first = len(self.people) + 1
        found = [self._person(f"player{n}", f"Player {n}") for n in range(first, first + number)]
        self.people |= {person.id: person for person in found}
        return found

    async def moderates(self, actor: MemberActor, command: str, **options: Any) -> InteractionResult:
        """What comes of a moderator's command, and of the button that it asks to press."""
        self.typed += 1
        result = await self.slash(actor, f"league {command}", **options)
        assert result.response is not None
        asked = [each for each in controls(result.response.message) if each.custom_id.startswith("t1:do:")]
        if asked:
            self.typed += 1
            result = await self.press(actor, result.response, asked[0].label)
        return result

    async def opens(self, **options: Any) -> None:
        """Thérèse opens a league of Outposts."""
        options = {"name": "Spring cup", "game": "outposts", "images": "never", **options}
        told = said(await self.moderates(self.therese, "new", **options))
        assert "The league is open" in told, told
        await self.table.sweep()

    async def joins(self, *people: MemberActor) -> None:
        """People take part by the button of the newest post."""
        for person in people:
            await self.presses(person, self.newest("Take part"), "Take part")

    async def begins_with_olympe(self, others: int) -> list[MemberActor]:
        """A league begins in which Olympe, a moderator, plays beside so many others; gives the others."""
        self.people[self.olympe.id] = self.olympe
        people = self.named(others)
        await self.opens()
        await self.joins(*people, self.olympe)
        await self.moderates(self.therese, "begin")
        await self.table.sweep()
        return people

    async def whole(self, league_id: int = 1) -> Whole:
        """The league as it is stored."""
        found = await self.table.bot.store.look(partial(rows.leagues.whole, league_id=league_id))
        assert found is not None
        return found

    async def open_games(self) -> list[Game]:
        """The games of the present round that the league waits for."""
        whole = await self.whole()
        return [game for game in whole.of_round(whole.league.round) if game.open]

    async def wins(self, game: Game, winner: int | None = None) -> None:
        """Let a game end by the concession of all but one entrant; the lower number wins by default."""
        whole = await self.whole()
        assert game.campaign_id is not None
        best = min(game.seats.values()) if winner is None else winner
        (seat,) = [seat for seat, number in game.seats.items() if number != best]
        loser = self.people[whole.entrants[game.seats[seat]].user_id or 0]
        campaign = await self.table.campaign(game.campaign_id)
        hall, self.hall = self.hall, self.thread(campaign.channel_id)
        await self.confirmed(loser, "campaign concede", "Concede")
        self.hall = hall

    def thread(self, channel_id: int) -> Any:
        """The thread of a game."""
        return next(each for each in self.table.channel.threads if each.id == channel_id)

    async def in_thread(self, game: Game, actor: MemberActor, command: str, **options: Any) -> str:
        """What somebody is told who types a command in the thread of a game."""
        assert game.channel_id is not None
        hall, self.hall = self.hall, self.thread(game.channel_id)
        told = await self.types(actor, command, **options)
        self.hall = hall
        return told

    async def days(self, number: int) -> None:
        """Let days go by in which the bot is there."""
        await self.wait(24 * number)

    def post(self) -> str:
        """The newest post of the league."""
        posts = [m for m in self.table.channel.history() if re.match("## ", text(m))]
        return text(posts[-1])
