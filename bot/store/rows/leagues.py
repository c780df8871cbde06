"""Leagues with their entrants and games: read whole, changed as values, written back where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Connection,
    RowMapping,
    bindparam,
    delete,
    exists,
    insert,
    select,
    type_coerce,
    union,
    update,
)

from bot.store.columns import Instant
from bot.store.errors import StoreError
from bot.store.league_tables import entrant, league, league_game
from bot.store.leagues import Entrant, Game, League, Plan, Whole
from bot.store.lobbies import Opening
from bot.store.results import Result
from bot.store.rows import openings, share, upserts
from bot.store.rows.wakes import AT_ONCE
from bot.store.schema import opening

_LEAGUES = select(*(league.c[name] for name in League.__struct_fields__))
_ENTRANTS = select(*(entrant.c[name] for name in Entrant.__struct_fields__)).order_by(entrant.c.number)
_STORED = [name for name in Game.__struct_fields__ if name not in ("campaign_id", "channel_id")]
_GAMES = (
    select(
        *(league_game.c[name] for name in _STORED),
        opening.c.campaign_id,
        opening.c.thread_id.label("channel_id"),
    )
    .outerjoin(opening, opening.c.id == league_game.c.opening_id)
    .order_by(league_game.c.number)
)
_OF_CAMPAIGN = (
    select(league_game.c.league_id, league_game.c.number)
    .join(opening, opening.c.id == league_game.c.opening_id)
    .where(opening.c.campaign_id == bindparam("of"))
)
_DUE = select(league.c.id).where(league.c.look_at <= bindparam("now")).order_by(league.c.look_at, league.c.id)
LISTED = 25
"""Leagues of a server that are listed, the newest."""


class LeagueChanged(StoreError):
    """A league has changed since it was read."""


def create(
    connection: Connection,
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    plan: Plan,
    created_by: int,
    now: datetime,
) -> int:
    """Open a league for its entrants; returns its id."""
    row = {"guild_id": guild_id, "channel_id": channel_id, "name": name, "plan": plan, "phase": "open"}
    row |= {"version": 0, "round": 0, "told": 0, "message_round": 0, "created_by": created_by}
    made = connection.execute(insert(league), row | {"created_at": now, "look_at": AT_ONCE})
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])


def whole(connection: Connection, league_id: int) -> Whole | None:
    """A league with all that belongs to it."""
    row = connection.execute(_LEAGUES.where(league.c.id == league_id)).mappings().first()
    if row is None:
        return None
    entrants = connection.execute(_ENTRANTS.where(entrant.c.league_id == league_id)).mappings()
    games = connection.execute(_GAMES.where(league_game.c.league_id == league_id)).mappings()
    return Whole(
        League(**row),
        {each["number"]: Entrant(**each) for each in entrants},
        {each["number"]: Game(**each) for each in games},
    )


def of_guild(connection: Connection, guild_id: int) -> list[League]:
    """The newest leagues of a server, newest first."""
    query = _LEAGUES.where(league.c.guild_id == guild_id).order_by(league.c.id.desc()).limit(LISTED)
    return [League(**row) for row in connection.execute(query).mappings()]


def of_campaign(connection: Connection, campaign_id: int) -> tuple[int, int] | None:
    """The league that a campaign is a game of, and the game's number; None if it is of none."""
    row = connection.execute(_OF_CAMPAIGN, {"of": campaign_id}).first()
    return None if row is None else (row[0], row[1])


def competes(connection: Connection, campaign_id: int, user_id: int) -> bool:
    """Whether a person takes part, or took part, in the league that a campaign is a game of."""
    of = of_campaign(connection, campaign_id)
    theirs = (entrant.c.league_id == (of or (0, 0))[0], entrant.c.user_id == user_id)
    return of is not None and bool(connection.scalar(select(exists().where(*theirs))))


def write(
    connection: Connection,
    before: Whole,
    after: Whole,
    asked: Mapping[int, Opening] | None = None,
    *,
    now: datetime,
) -> None:
    """Write what differs, have the campaigns of games opened, and have the sweep look at the league.

    :param asked: what is to be opened, by number of the game.
    :raises LeagueChanged: another change was quicker.
    """
    own, league_id = after.league, before.league.id
    was = msgspec.structs.asdict(before.league)
    # Its post is noted between the reading and the writing of changes.
    values = {name: value for name, value in msgspec.structs.asdict(own).items() if value != was[name]}
    values |= {"version": before.league.version + 1, "look_at": AT_ONCE}
    same = league.c.id == league_id, league.c.version == before.league.version
    if connection.execute(update(league).where(*same).values(**values)).rowcount != 1:
        raise LeagueChanged(league_id)
    for number in before.entrants.keys() - after.entrants.keys():
        of = entrant.c.league_id == league_id, entrant.c.number == number
        connection.execute(delete(entrant).where(*of))
    for number, each in after.entrants.items():
        if before.entrants.get(number) != each:
            upserts.put(connection, entrant, {"league_id": league_id, **msgspec.structs.asdict(each)})
    for number, game in after.games.items():
        opens = (asked or {}).get(number)
        if opens is not None:
            made = openings.ask(connection, own.guild_id, own.channel_id, opens, now)
            _put(connection, league_id, replace(game, opening_id=made))
        else:
            _put(connection, league_id, game, before.games.get(number))


def _put(connection: Connection, league_id: int, game: Game, before: Game | None = None) -> None:
    if game != before:
        row = {name: getattr(game, name) for name in _STORED}
        upserts.put(connection, league_game, {"league_id": league_id, **row})


def hangs(connection: Connection, league_id: int, message_id: int | None, round: int) -> None:
    """Note the newest post of a league."""
    values = {"message_id": message_id, "message_round": round}
    connection.execute(update(league).where(league.c.id == league_id).values(values))


def due(connection: Connection, now: datetime) -> list[int]:
    """The leagues that the sweep has to look at by now."""
    query = share.by_server(connection, _DUE, league.c.guild_id)
    return list(connection.scalars(query, {"now": now}))


def looked(connection: Connection, seen: League, at: datetime | None) -> None:
    """Note that the sweep has looked at a league as it was then, and when it looks again."""
    same = league.c.id == seen.id, league.c.version == seen.version
    connection.execute(update(league).where(*same).values(look_at=at))


def shift(connection: Connection, by: timedelta) -> None:
    """Move the ends of rounds that are not told yet, after the clock has stepped or stood still."""
    moved = type_coerce(type_coerce(league.c.due_at, BigInteger) + by // timedelta(milliseconds=1), Instant)
    values = {"due_at": moved, "version": league.c.version + 1, "look_at": AT_ONCE}
    shifted = update(league).where(league.c.look_at >= AT_ONCE).values(values)
    connection.execute(share.by_server(connection, shifted, league.c.guild_id))


def settle(connection: Connection, campaign_id: int, result: Result | None) -> None:
    """Give a game of a league its points by the end of its campaign, or take them back if it goes on again.

    What a moderator ruled stays, and so does the table of a league that is over.
    """
    of_league = of_campaign(connection, campaign_id)
    before = None if of_league is None else whole(connection, of_league[0])
    if of_league is None or before is None or before.league.phase == "over":
        return
    game = before.games[of_league[1]]
    if game.how in ("ruled", "forfeit"):
        after = replace(game, todo=None)
    else:
        points = None if result is None else scored(result, game.seats)
        after = replace(
            game,
            points=points,
            how=game.how if points is None and game.how == "later" else None if points is None else "played",
            score=None if result is None else result.score,
            edited=result is not None and result.edited,
        )
    write(connection, before, replace(before, games={**before.games, game.number: after}), now=AT_ONCE)


def scored(result: Result, seats: Mapping[str, int]) -> dict[int, int] | None:
    """The half points of a campaign's end: a win 2, a draw between two 1; None if a moderator has to rule.

    That is so after an end without a result, and after dice that were given by hand.
    """
    if not result.counts or result.by_hand:
        return None
    drawn = result.winner is None and len(result.parts) == 2
    return {number: 1 if drawn else 2 * (seat == result.winner) for seat, number in seats.items()}


def of_person(connection: Connection, user_id: int) -> dict[str, list[RowMapping]]:
    """What leagues keep of a person, by kind."""
    own = select(entrant, league.c.name.label("league")).join(league, league.c.id == entrant.c.league_id)
    opened = select(league.c.id, league.c.name, league.c.created_at)
    ruled = select(league_game.c.league_id, league_game.c.number, league_game.c.reason)
    queries = {
        "entries": own.where(entrant.c.user_id == user_id),
        "leagues": opened.where(league.c.created_by == user_id),
        "rulings": ruled.where(league_game.c.ruled_by == user_id),
    }
    return {name: list(connection.execute(query).mappings()) for name, query in queries.items()}


def forget(connection: Connection, user_id: int) -> None:
    """Leave a number in a person's place, since the points of others need it; they leave their leagues.

    The sweep then finds a substitute, or decides their open games. A change that was read before can't bring
    the person back: all their leagues have another version.
    """
    concerned = union(
        select(entrant.c.league_id).where(entrant.c.user_id == user_id),
        select(league.c.id).where(league.c.created_by == user_id),
        select(league_game.c.league_id).where(league_game.c.ruled_by == user_id),
    )
    for league_id in connection.scalars(concerned).all():
        before = whole(connection, league_id)
        assert before is not None
        entrants = dict(before.entrants)
        for number, each in before.entrants.items():
            if each.user_id == user_id:
                left = each.left_in
                if left is None and before.league.phase == "running":
                    left = before.league.round
                entrants[number] = replace(each, user_id=None, name="", left_in=left)
                if not each.seed:
                    # Nothing was played from there: neither before the first round nor by a substitute.
                    del entrants[number]
        write(connection, before, replace(before, entrants=entrants), now=AT_ONCE)
    connection.execute(update(league).where(league.c.created_by == user_id).values(created_by=None))
    connection.execute(update(league_game).where(league_game.c.ruled_by == user_id).values(ruled_by=None))
