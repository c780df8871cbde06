"""What people and moderators change in leagues, each in one transaction.

A change is a function from the league as it is stored to the league after it, so that a second press of the
same button meets what the first has made. Campaigns are opened by the openings that the same transaction asks
for; what has to be done about them later stands in their game's row until it is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection

from bot.campaigns import messages
from bot.campaigns.ranks import COMPETES, settings_of
from bot.campaigns.service import Campaigns
from bot.clock.notation import read, written
from bot.errors import PoliteError, StaleError
from bot.leagues import rounds, words
from bot.leagues.pairing import Sides
from bot.results import ratings
from bot.store import Audit, Write, rows
from bot.store.leagues import Entrant, Game, League, Plan, Whole
from bot.store.lobbies import Opening
from bot.store.rows.leagues import LeagueChanged
from data.catalogue import _, aloud, speaking
from data.sentences import Sentence, _l
from engines.core.contract import AnyTitle

log = logging.getLogger("tocsin.leagues")

TRIES = 5
"""How often a change is tried against others that are quicker."""

Make = Callable[[Whole], Whole]


class Act(NamedTuple):
    """An act of a moderator, for the audit log."""

    by: int
    act: str
    reason: str = ""
    detail: str = ""


def shares_of(title: AnyTitle) -> Sides:
    """How often each seat of a title wins, per mille; all seats alike where that was not measured."""
    return {seat: title.shares.get(seat, 1000 // len(title.seats)) for seat in title.seats}


class Changes:
    """What people and moderators change in leagues."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns
        self._store = campaigns.store

    async def create(self, plan: Plan, name: str, *, guild_id: int, channel_id: int, user_id: int) -> Whole:
        """Open a league for its entrants.

        :raises PoliteError: the game can't be played so.
        """
        title = self._campaigns.titles[plan.title]
        if len(title.seats) != 2 and (plan.format != "swiss" or plan.legs > 1):
            raise PoliteError(
                _("{game} is not for two: only Swiss rounds of one game are possible.", game=title.name)
            )
        made: list[int] = []
        now = self._store.now()
        clock = None if plan.clock is None else written(read(plan.clock))

        def write(connection: Connection) -> None:
            made.append(
                rows.leagues.create(
                    connection,
                    guild_id=guild_id,
                    channel_id=channel_id,
                    name=name,
                    plan=replace(plan, clock=clock),
                    created_by=user_id,
                    now=now,
                )
            )
            rows.audits.put(connection, _audit(guild_id, Act(user_id, "league-open", detail=name)), now)

        await self._store.transact(write)
        return await self.whole(made[0], guild_id)

    async def whole(self, league_id: int, guild_id: int | None) -> Whole:
        """A league of a server; of any with None.

        :raises PoliteError: there is none.
        """
        league = await self._store.look(partial(rows.leagues.whole, league_id=league_id))
        if league is None or guild_id not in (None, league.league.guild_id):
            raise PoliteError(_("There is no such league on this server. `/league show` lists them."))
        return league

    async def join(self, league_id: int, guild_id: int, user_id: int, name: str) -> str:
        """Take part, or wait as a substitute once it has begun.

        :raises PoliteError: they do already, or it is full or over.
        """

        def make(whole: Whole) -> Whole:
            _going_on(whole)
            if whole.place_of(user_id) is not None:
                raise StaleError(_("<@{user}> is in this league already.", user=user_id))
            if any(each.user_id == user_id for each in whole.entrants.values()):
                raise PoliteError(
                    _("<@{user}> has left this league, and nobody comes back into it.", user=user_id)
                )
            if sum(each.seed > 0 or each.waits for each in whole.entrants.values()) >= rounds.MOST:
                raise PoliteError(_("This league is full: it has {most} players.", most=rounds.MOST))
            return rounds.joined(whole, user_id, name[:80])

        after = await self.change(league_id, guild_id, make)
        if after.league.phase == "open":
            return _("You are in. The league begins when a moderator says so.")
        return _("You are a substitute: if somebody leaves, you take over the place, points and game.")

    async def leave(self, league_id: int, guild_id: int, user_id: int, act: Act | None = None) -> str:
        """Leave for good, or with an act of a moderator be taken out.

        :raises PoliteError: they take no part.
        """
        left: list[Entrant] = []

        def make(whole: Whole) -> Whole:
            _going_on(whole)
            place = whole.place_of(user_id)
            if place is None:
                raise PoliteError(_("<@{user}> is not in this league.", user=user_id))
            left[:] = [place]
            return rounds.left(whole, place.number)

        after = await self.change(league_id, guild_id, make, act)
        place = after.entrants.get(left[0].number)
        if place is None or not place.seed:
            return _("<@{user}> is out of the league.", user=user_id)
        if place.left_in is None:
            return _(
                "<@{user}> is out of the league. The substitute <@{newcomer}> takes over.",
                user=user_id,
                newcomer=place.user_id,
            )
        return _("<@{user}> is out of the league. The others win the games that were not over.", user=user_id)

    async def begin(self, league_id: int, guild_id: int, act: Act) -> Whole:
        """Pair the first round; from now on, those who join are substitutes.

        :raises PoliteError: it has begun, or too few take part.
        """
        before = await self.whole(league_id, guild_id)
        ladder = await self._ladder(before)

        def make(whole: Whole) -> Whole:
            if whole.league.phase != "open":
                raise StaleError(_("This league has begun already."))
            if len(whole.entrants) < rounds.LEAST:
                raise PoliteError(_("A league needs at least {least} players.", least=rounds.LEAST))
            seeds = sorted(
                whole.entrants,
                key=lambda number: (-ladder.get(whole.entrants[number].user_id or 0, 0.0), number),
            )
            return self._timed(rounds.begun(whole, seeds, self._shares(whole)))

        return await self.change(league_id, guild_id, make, act)

    async def _ladder(self, whole: Whole) -> Mapping[int, float]:
        """How strong people are surely known to be in the game; empty where the server rates nobody."""
        guild_id, title = whole.league.guild_id, whole.league.plan.title
        if not (await settings_of(self._campaigns, guild_id)).rated:
            return {}
        every = await self._store.look(partial(rows.results.of_guild, guild_id=guild_id))
        tables = await asyncio.to_thread(ratings.tables, every)
        return {
            user: rated.sure
            for ladder, table in tables.items()
            if ladder.title == title and ladder.scenario in (None, whole.league.plan.scenario)
            for user, rated in table.players.items()
        }

    async def rule(
        self, league_id: int, guild_id: int, number: int, points: Mapping[int, int] | None, act: Act
    ) -> Whole:
        """Decide a game, and end its campaign.

        :param points: half points by entrant; None if the game may end later, and no round waits for it.
        :raises PoliteError: the moderator takes part, or there is no such game.
        """

        def make(whole: Whole) -> Whole:
            _going_on(whole)
            see_neutral(whole, act.by)
            game = known(whole, number)
            if game.bye is not None:
                raise PoliteError(_("Game {number} is a bye: there is nothing to rule.", number=number))
            if points is None and game.points is not None:
                raise PoliteError(
                    _("Game {number} is decided already, so it can't end later.", number=number)
                )
            after = (
                rounds.postponed(game, by=act.by, reason=act.reason)
                if points is None
                else rounds.ruled(game, points, by=act.by, reason=act.reason)
            )
            return replace(whole, games={**whole.games, number: after})

        return await self.change(league_id, guild_id, make, act)

    async def dispute(self, league_id: int, guild_id: int, number: int, user_id: int, why: str) -> str:
        """Object to how a game goes or ended: its round waits for a moderator.

        :raises PoliteError: it is not theirs, or was ruled already.
        """

        def make(whole: Whole) -> Whole:
            _going_on(whole)
            game = known(whole, number)
            place = whole.place_of(user_id)
            if place is None or place.number not in game.seats.values():
                raise PoliteError(_("Only the players of game {number} can dispute it.", number=number))
            if game.disputed is not None:
                raise StaleError(
                    _("Game {number} is disputed already. A moderator will rule.", number=number)
                )
            if game.how == "ruled":
                raise PoliteError(
                    _(
                        "A moderator has ruled game {number} already: {reason}",
                        number=number,
                        reason=game.reason,
                    )
                )
            return replace(whole, games={**whole.games, number: replace(game, disputed=why)})

        text = _l("⚖️ <@{user}> disputes this game: {why}", user=user_id, why=why)
        league = (await self.whole(league_id, guild_id)).league
        await self.change(league_id, guild_id, make, None, await self._says(league, [number], text))
        return _("A moderator who does not play will rule game {number}.", number=number)

    async def extend(self, league_id: int, guild_id: int, days: int, act: Act) -> Whole:
        """Let the present round last longer, from its end or from now.

        :raises PoliteError: no round is played.
        """

        def make(whole: Whole) -> Whole:
            _playing(whole)
            due = max(whole.league.due_at or self._store.now(), self._store.now()) + timedelta(days=days)
            return replace(whole, league=replace(whole.league, due_at=due, told=whole.league.round - 1))

        return await self.change(league_id, guild_id, make, act)

    async def end(self, league_id: int, guild_id: int, act: Act) -> Whole:
        """End a league as its table is; games that were not over count for nobody, and go on as they like."""

        def make(whole: Whole) -> Whole:
            _going_on(whole)
            return replace(whole, league=replace(whole.league, phase="over", due_at=None))

        why = _("The league was ended before it was opened.")
        before = await self.whole(league_id, guild_id)
        given_up = partial(rows.openings.cancelled, ids=_unopened(before), why=why)
        return await self.change(league_id, guild_id, make, act, given_up)

    async def bring(self, league_id: int, guild_id: int, channel_id: int, act: Act) -> Whole:
        """Go on in another channel, and try again to open the games that could not be opened."""

        def make(whole: Whole) -> Whole:
            own = replace(whole.league, channel_id=channel_id, message_id=None)
            return replace(whole, league=own)

        before = await self.whole(league_id, guild_id)
        moved = partial(
            rows.openings.elsewhere,
            ids=_unopened(before),
            channel_id=channel_id,
            now=self._store.now(),
        )
        return await self.change(league_id, guild_id, make, act, moved)

    async def change(
        self,
        league_id: int,
        guild_id: int | None,
        make: Make,
        act: Act | None = None,
        *also: Write,
    ) -> Whole:
        """Change a league by what it is now; returns it after the change.

        :param also: further writes of the same transaction.
        :raises PoliteError: it can't be changed so.
        """
        for _try in range(TRIES):
            before = await self.whole(league_id, guild_id)
            after = await asyncio.to_thread(make, before)
            try:
                await self._write(before, after, act, None, *also)
            except LeagueChanged:
                continue
            return await self.whole(league_id, guild_id)
        raise StaleError(_("The league is changing too fast. Try again in a moment."))

    async def _write(
        self,
        before: Whole,
        after: Whole,
        act: Act | None = None,
        again: Mapping[int, Opening] | None = None,
        *also: Write,
    ) -> None:
        now = self._store.now()
        with aloud():
            asked = {**self._openings(before, after), **(again or {})}
        write = partial(rows.leagues.write, before=before, after=after, asked=asked, now=now)
        writes: list[Write] = [write, *also]
        if act is not None:
            noted = _audit(after.league.guild_id, act._replace(detail=act.detail or after.league.name))
            writes.append(partial(rows.audits.put, noted=noted, now=now))
        await self._store.transact(*writes)

    def _openings(self, before: Whole, after: Whole) -> dict[int, Opening]:
        """The campaigns of the games that are new, and still to be played."""
        title = self._campaigns.titles.get(after.league.plan.title)
        new = [game for number, game in after.games.items() if number not in before.games]
        if title is None:
            return {}
        return {game.number: opening_of(title, after, game) for game in new if game.points is None}

    def _timed(self, whole: Whole) -> Whole:
        """The league with the end of the round that begins now."""
        if whole.league.phase != "running":
            return whole
        due = self._store.now() + timedelta(days=whole.league.plan.days)
        return replace(whole, league=replace(whole.league, due_at=due))

    def title_of(self, whole: Whole) -> AnyTitle:
        """The game of a league.

        :raises PoliteError: it is not installed.
        """
        title = self._campaigns.titles.get(whole.league.plan.title)
        if title is None:
            raise PoliteError(_("The game of this league is not installed any more."))
        return title

    def _shares(self, whole: Whole) -> Sides:
        return shares_of(self.title_of(whole))

    async def _says(self, league: League, numbers: Sequence[int], text: Sentence) -> Write:
        """Say something in the threads of games, to their players; moderators are called in the first."""
        now, settings = self._store.now(), await settings_of(self._campaigns, league.guild_id)
        public = await self._campaigns.languages.of_server(league.guild_id)

        def write(connection: Connection) -> None:
            whole, role = rows.leagues.whole(connection, league.id), settings.moderator_role
            assert whole is not None
            for game in map(whole.games.__getitem__, numbers):
                played = rows.campaigns.head(connection, game.campaign_id or 0)
                if played is not None:
                    with speaking(played.language or public):
                        said = messages.say(str(text), people=people_of(whole, game), role=role)
                    rows.outbox.add(connection, played.id, [said], now)
                    role = None

        return write


def _unopened(whole: Whole) -> list[int]:
    """The openings of games that are still to be played, and not opened yet."""
    games = [game for game in whole.games.values() if game.campaign_id is None and game.points is None]
    return [game.opening_id for game in games if game.opening_id is not None]


def people_of(whole: Whole, game: Game) -> list[int]:
    users = (whole.entrants[number].user_id for number in game.seats.values())
    return [user for user in users if user is not None]


def opening_of(title: AnyTitle, whole: Whole, game: Game) -> Opening:
    """What is opened for a game: a campaign that begins at once, in a thread of its own."""
    plan, league = whole.league.plan, whole.league
    taken = {
        seat: user
        for seat, number in game.seats.items()
        if (user := whole.entrants[number].user_id) is not None
    }
    return Opening(
        title=plan.title,
        created_by=league.created_by or next(iter(taken.values()), 0),
        scenario=plan.scenario,
        options=plan.options,
        clock=plan.clock,
        name=words.thread(league, game),
        images=plan.images,
        private=True,
        taken=taken,
        automatic=[seat for seat in title.seats if seat not in game.seats],
        text=words.game_begins(title, whole, game),
        people=list(taken.values()),
    )


def _audit(guild_id: int, act: Act) -> Audit:
    return Audit(
        guild_id=guild_id,
        campaign_id=None,
        actor_id=act.by,
        act=act.act,
        reason=act.reason,
        detail=act.detail,
    )


def _going_on(whole: Whole) -> None:
    if whole.league.phase == "over":
        raise StaleError(_("This league is over. `/league show` has its table."))


def _playing(whole: Whole) -> None:
    _going_on(whole)
    if whole.league.phase != "running":
        raise PoliteError(_("This league has not begun. A moderator begins it with `/league begin`."))


def known(whole: Whole, number: int) -> Game:
    """A game of a league.

    :raises PoliteError: it has no such game.
    """
    if number not in whole.games:
        raise PoliteError(_("This league has no game {number}.", number=number))
    return whole.games[number]


def see_neutral(whole: Whole, user_id: int) -> None:
    """Check that a moderator does not play, and never has, in a league that they rule in.

    :raises PoliteError: they do.
    """
    if any(each.user_id == user_id for each in whole.entrants.values()):
        raise PoliteError(str(COMPETES))
