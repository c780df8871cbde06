"""How leagues go on by themselves, and how they are shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from bot.campaigns import messages
from bot.campaigns.apart import AFTER_TROUBLE
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError, incident
from bot.games.registry import presenter_of
from bot.leagues import rounds, words
from bot.leagues.changes import Changes, opening_of, people_of
from bot.seats.change import By
from bot.seats.handover import Seats
from bot.store import Campaign, Ended, StoreError, Write, rows
from bot.store.leagues import Game, Whole
from bot.store.rows.leagues import LeagueChanged
from bot.surface import layout
from data.catalogue import _, speaking

log = logging.getLogger("tocsin.leagues")

Gone = Callable[[Collection[tuple[int, int]]], Awaitable[set[tuple[int, int]]]]
"""Which of these people have left their server, each with the server's id."""


class Board(Protocol):
    """Shows a league in its channel."""

    async def show(self, whole: Whole) -> bool:
        """Post the present round, or edit its post; False if Discord did not take it."""


class Leagues(Changes):
    """Leagues, with what follows from the changes: the next round, the ends of campaigns, the posts.

    :param board: None where nothing is shown.
    """

    def __init__(self, campaigns: Campaigns, board: Board | None = None) -> None:
        super().__init__(campaigns)
        self._board = board
        self._looking = asyncio.Lock()
        self._showing = asyncio.Lock()
        self._shows: set[asyncio.Task[None]] = set()

    async def settle(self, gone: Gone | None = None) -> None:
        """Go on with each league that is due, and no other.

        :param gone: finds the people who have left the server before they are paired.
        """
        async with self._looking:
            now = self._store.now()
            for league_id in await self._store.look(partial(rows.leagues.due, now=now)):
                seen = await self.whole(league_id, None)
                try:
                    with speaking(await self._campaigns.languages.of_server(seen.league.guild_id)):
                        at = await self._look(seen, gone)
                except StoreError:
                    raise
                except Exception as error:  # noqa: BLE001 - one league must not hold up the others
                    if not isinstance(error, PoliteError):
                        incident(error, f"looking at league {league_id}")
                    at = now + AFTER_TROUBLE
                seen = await self.whole(league_id, None)
                await self._store.set(partial(rows.leagues.looked, seen=seen.league, at=at))

    async def _look(self, seen: Whole, gone: Gone | None) -> datetime | None:
        """Do what is due in a league; returns when to look again."""
        now = self._store.now()
        after = await self._gone_on(seen, gone)
        late = _late(after, now)
        said: list[Write] = []
        if late:
            after = replace(after, league=replace(after.league, told=after.league.round))
            text = words.round_is_over(after.league)
            said = [await self._says(after.league, [game.number for game in late], text)]
        if after != seen:
            try:
                await self._write(seen, after, None, None, *said)
            except LeagueChanged:
                return now
            after = await self.whole(seen.league.id, None)
        trouble = [not await self._done(after, game) for game in after.games.values() if game.todo]
        opens = await self._opens_at(after)
        if opens is not None and opens <= now:
            # They are opened by the same sweep, and shown then.
            return now
        shown = await self._show(seen.league.id)
        again = now + AFTER_TROUBLE if any(trouble) or not shown else None
        due = after.league.due_at
        times = [again, opens, None if after.league.told >= after.league.round else due]
        return min(filter(None, times), default=None)

    async def _opens_at(self, whole: Whole) -> datetime | None:
        """The time of the next try to open a game; None if all are open, or were given up."""
        waiting = [
            game.opening_id
            for game in whole.games.values()
            if game.points is None and game.campaign_id is None and game.opening_id is not None
        ]
        return await self._store.look(partial(rows.openings.next_try, ids=waiting))

    async def _show(self, league_id: int) -> bool:
        """Show a league as it is now; one at a time, or two posts of a round would hang."""
        async with self._showing:
            return self._board is None or await self._board.show(await self.whole(league_id, None))

    def show_soon(self, league_id: int) -> None:
        """Show a league in the background, before the next sweep."""

        async def show() -> None:
            try:
                await self._show(league_id)
            except StoreError as error:
                log.info("league %s is shown later: %s", league_id, error)

        task = asyncio.get_running_loop().create_task(show(), name="league")
        self._shows.add(task)
        task.add_done_callback(self._shows.discard)

    async def _gone_on(self, whole: Whole, gone: Gone | None) -> Whole:
        """The league after all that follows by itself: places of those who left, the next round."""
        after = rounds.settled(whole)
        if not rounds.is_closed(after):
            return after
        if gone is not None:
            people = {
                (after.league.guild_id, each.user_id): each.number
                for each in after.entrants.values()
                if each.plays and each.user_id is not None
            }
            for person in await gone(list(people)):
                after = rounds.left(after, people[person])
        return self._timed(await asyncio.to_thread(rounds.next_round, after, self._shares(after)))

    async def _done(self, whole: Whole, game: Game) -> bool:
        """Do what has to be done about the campaign of a game; False if it has to be tried again later."""
        row = await self._store.look(partial(rows.openings.by_id, opening_id=game.opening_id or 0))
        if row is not None and row.campaign_id is None and row.next_at is not None:
            # It is not opened yet: it need not be, or it is opened for others.
            try:
                again = {game.number: opening_of(self.title_of(whole), whole, game)}
            except PoliteError as error:
                log.info("game %s of league %s waits: %s", game.number, whole.league.id, error)
                return False
            why = _("The league has changed before it was opened.")
            given_up = partial(rows.openings.give_up, opening_id=row.id, why=why)
            try:
                await self._mark(whole.league.id, game, again if game.todo == "seat" else None, given_up)
            except rows.openings.OpeningChanged:
                # It has just been opened.
                return await self._done(whole, game)
            return True
        if row is None or row.campaign_id is None:
            await self._mark(whole.league.id, game)
            return True
        try:
            if game.todo == "end":
                await self._end(whole, game, row.campaign_id)
            else:
                await self._seat(whole, game, row.campaign_id)
        except PoliteError as error:
            log.info("game %s of league %s waits: %s", game.number, whole.league.id, error)
            return False
        await self._mark(whole.league.id, game)
        return True

    async def _mark(self, league_id: int, game: Game, again: Any = None, *also: Any) -> None:
        """Note that it is done."""
        while True:
            before = await self.whole(league_id, None)
            now = before.games[game.number]
            if now.todo != game.todo:
                return
            after = replace(before, games={**before.games, game.number: replace(now, todo=None)})
            try:
                await self._write(before, after, None, again, *also)
            except LeagueChanged:
                continue
            return

    async def _end(self, whole: Whole, game: Game, campaign_id: int) -> None:
        async with self._campaigns.writing(campaign_id, wait=True):
            campaign = await self._campaigns.by_id(campaign_id)
            if campaign.is_over:
                return
            why = "\n".join([words.verdict(whole, game), *_score(self._campaigns, campaign)])
            ending = None if campaign.status == "lobby" else await self._ending(game, campaign)
            said = messages.say(_("🏁 {why}", why=why), people=people_of(whole, game))
            await self._campaigns.end(campaign, version=campaign.version, ending=ending, say=[said])

    async def _ending(self, game: Game, campaign: Campaign) -> Ended:
        """How a campaign ends that its league decides: who leaves a game between two that both had begun to
        play has conceded it, and is rated so; what a moderator rules is no result of the game."""
        ruled = game.how == "ruled"
        ended = Ended("void", by=game.ruled_by, moderator=ruled, league=True, reason=game.reason)
        points = game.points or {}
        lost = [seat for seat, number in game.seats.items() if not points.get(number)]
        if ruled or len(campaign.seating) != 2 or len(lost) != 1:
            return ended
        acted = {row.seat for row in await self._store.journal(campaign.id, 1) if row.source == "player"}
        if acted != set(campaign.seating):
            return ended
        return msgspec.structs.replace(ended, how="conceded", seat=lost[0])

    async def _seat(self, whole: Whole, game: Game, campaign_id: int) -> None:
        """Give the seats of a game to those who have its places now."""
        for seat, number in game.seats.items():
            campaign = await self._campaigns.by_id(campaign_id)
            user = whole.entrants[number].user_id
            sitting = campaign.seating[seat]
            if campaign.is_over or user is None or user in (sitting.user_id, sitting.owner_id):
                continue
            name = whole.league.name
            by = By(whole.league.created_by or user, _("a substitute in {league}", league=name))
            await Seats(self._campaigns).seat_now(campaign_id, seat, user, by, league=layout.plain(name))


def _late(whole: Whole, now: datetime) -> list[Game]:
    """The games that are not over at the end of their round, if that was not said yet."""
    league = whole.league
    if (
        league.phase != "running"
        or league.due_at is None
        or league.due_at > now
        or league.told >= league.round
    ):
        return []
    return [game for game in whole.of_round(league.round) if game.points is None]


def _score(campaigns: Campaigns, campaign: Campaign) -> list[str]:
    """The score as it stands and its working, as far as everybody may know it."""
    if not campaign.state:
        return []
    title = campaigns.title_of(campaign)
    stands = title.known_outcome(campaigns.state_of(campaign), None)
    presenter = presenter_of(title)
    return (
        []
        if stands is None
        else [line for line in (presenter.balance(stands, None), presenter.working(stands)) if line]
    )
