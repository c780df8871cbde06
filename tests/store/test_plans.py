"""What is asked often is found by an index, however much is stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.store import Conduct, Store, pruning
from bot.store.lobbies import Opening, Seeker
from bot.store.rows import (
    audits,
    campaigns,
    conduct,
    deadlines,
    guild_games,
    journal,
    lapses,
    leagues,
    offers,
    openings,
    orders,
    people,
    requests,
    seasons,
    seats,
    seekers,
    spectators,
    substitutes,
    weekly,
)
from tests.store.builders import (
    CHANNEL,
    GUILD,
    HOUR,
    START,
    USER,
    applied,
    bells,
    card,
    change,
    entry,
    new,
    playing_in,
    undo,
)
from tests.support.statements import heard


def _open(connection: Connection, channel: int) -> None:
    """An opening from the beginning to the end."""
    opening = openings.ask(connection, GUILD, channel, Opening(title="levee", created_by=USER), START)
    seen = openings.by_id(connection, opening)
    assert seen is not None
    openings.next_try(connection, [opening])
    openings.threaded(connection, opening, channel)
    openings.failed(connection, opening, "Discord is away", START)
    openings.opened(connection, seen, 1)
    openings.done(connection, opening)


def _seek(connection: Connection) -> None:
    """A person on a list from the beginning to the end."""
    opening = openings.ask(connection, GUILD, CHANNEL, Opening(title="levee", created_by=USER), START)
    seekers.put(connection, Seeker(guild_id=GUILD, channel_id=CHANNEL, user_id=USER, title="levee", at=START))
    (seen,) = seekers.of_person(connection, GUILD, USER)
    seekers.waiting(connection, GUILD, "levee")
    seekers.looked(connection, seen, START, 1)
    seekers.ask(connection, [seen.id], opening, None)
    seekers.asked(connection, opening)
    seekers.lobbies(connection, GUILD, "levee", START)
    asks = openings.by_id(connection, opening)
    assert asks is not None
    openings.opened(connection, asks, 1)
    seekers.opened(connection, opening, START)
    seekers.begun(connection, 1, START)
    seekers.due(connection, START)
    seekers.drop(connection, GUILD, USER)


def _stand_in(connection: Connection) -> None:
    """A substitute from the beginning to the end."""
    substitutes.put(connection, GUILD, "levee", USER, START)
    substitutes.of_game(connection, GUILD, "levee")
    substitutes.next_turn(connection, GUILD, "levee", USER, START)
    substitutes.drop(connection, GUILD, "levee", USER)


def _count(connection: Connection) -> None:
    """What counts for a person, until it is deleted."""
    conduct.add(connection, GUILD, {USER: Conduct(answered=1)}, START)
    conduct.of(connection, GUILD, [USER, USER + 1], START)
    conduct.require(connection, 1, 90)
    conduct.required(connection, 1)
    conduct.prune(connection, START)


async def _archive(store: Store) -> None:
    """A campaign is archived and read."""
    await store.end(1, 0)
    await store.transact(partial(seasons.pack, campaign_id=1, said=[], now=START))
    await store.journal(1)


OFTEN: dict[str, Callable[[Store], Awaitable[Any]]] = {
    "campaign": lambda store: store.campaign(1),
    "running_in": lambda store: store.running_in(CHANNEL),
    "latest_in": lambda store: store.latest_in(CHANNEL),
    "latest_with_card": lambda store: store.latest_with_card(CHANNEL),
    "campaigns_of": lambda store: store.campaigns_of(GUILD),
    "tables": lambda store: playing_in(store, USER),
    "commit": lambda store: store.commit(change(1, 0, outbox=[card()], interaction_id=9)),
    "journal": lambda store: store.journal(1),
    "journal_of_chapter": lambda store: store.journal_of_chapter(1, 1),
    "journal_tail": lambda store: store.journal_tail(1, 5),
    "due_messages": lambda store: store.due_messages(START),
    "mark_sent": lambda store: store.mark_sent([1]),
    "bells": lambda store: bells(store, START),
    "ringing": lambda store: store.look(deadlines.with_bell),
    "absent": lambda store: store.look(seats.of_absent),
    "parked": lambda store: store.look(campaigns.with_parked),
    "notes": lambda store: store.look(partial(people.noted_under, prefix="unreadable:")),
    "pruning": lambda store: store.transact(partial(pruning.prune, now=START)),
    "clocks": lambda store: store.look(partial(deadlines.with_clock, after=0)),
    "applied": lambda store: applied(store, 9),
    "deadlines_of": lambda store: store.deadlines_of(1),
    "seats": lambda store: store.look(partial(seats.of_campaigns, ids=[1, 2])),
    "leagues": lambda store: store.look(partial(leagues.due, now=START)),
    "leagues_of": lambda store: store.look(partial(leagues.of_guild, guild_id=GUILD)),
    "league": lambda store: store.look(partial(leagues.whole, league_id=1)),
    "league_game": lambda store: store.look(partial(leagues.of_campaign, campaign_id=1)),
    "lapses": lambda store: store.look(partial(lapses.due, now=START)),
    "asked": lambda store: store.transact(partial(lapses.put_if_asked, campaign_id=1)),
    "offered": lambda store: store.look(partial(offers.noted, campaign_id=1, seat="france", user_id=USER)),
    "requests": lambda store: store.look(partial(requests.open_of, campaign_id=1)),
    "guests": lambda store: store.look(partial(seats.guests, campaign_id=1)),
    "orders": lambda store: store.look(partial(orders.of_campaign, campaign_id=1)),
    "persons": lambda store: store.look(partial(people.persons, ids=[USER, USER + 1])),
    "digests": lambda store: store.look(partial(people.digests_due, now=START, limit=9)),
    "guild": lambda store: store.look(partial(people.guild_of, guild_id=GUILD)),
    "word": lambda store: store.look(partial(people.noted, key="swept")),
    "request": lambda store: store.look(partial(requests.by_id, request_id=1)),
    "audits of a server": lambda store: store.look(partial(audits.of_guild, guild_id=GUILD)),
    "audits of a campaign": lambda store: store.look(partial(audits.of_guild, guild_id=GUILD, campaign_id=1)),
    "undo": lambda store: store.commit(
        change(1, 0, entries=[undo(1, back_to=0)], retract_from=1, banks={"france": HOUR})
    ),
    "mute": lambda store: store.transact(partial(deadlines.mute, campaign_id=1, seat="france")),
    "openings due": lambda store: store.look(partial(openings.due, now=START)),
    "opening": lambda store: store.transact(partial(_open, channel=CHANNEL)),
    "opening of a campaign": lambda store: store.look(partial(openings.of_campaign, campaign_id=1)),
    "threads": lambda store: store.look(partial(openings.of_threads, ids=[1, 2])),
    "game of a server": lambda store: store.look(partial(guild_games.of, guild_id=GUILD, title="levee")),
    "games of a server": lambda store: store.look(partial(guild_games.of_guild, guild_id=GUILD)),
    "ping": lambda store: store.transact(
        partial(guild_games.ping, guild_id=GUILD, title="levee", now=START, since=START)
    ),
    "waiting list": lambda store: store.transact(_seek),
    "substitutes": lambda store: store.transact(_stand_in),
    "conduct": lambda store: store.transact(_count),
    "weeks": lambda store: store.look(partial(people.weeks_due, of="log_at", now=START, limit=9)),
    "week of a server": lambda store: store.look(
        partial(weekly.of_guild, guild_id=GUILD, since=START, now=START)
    ),
    "followers": lambda store: store.transact(
        partial(spectators.follow, campaign_id=1, user_id=USER, now=START),
        partial(spectators.tell, campaign_id=1, version=1, turns=[1], now=START, over=False),
        partial(spectators.leave, campaign_id=1, people=[USER], now=START),
    ),
    "followed": lambda store: store.look(partial(spectators.followed, user_id=USER, guild_id=GUILD)),
    "taken back": lambda store: store.look(partial(journal.was_taken_back, campaign_id=1, chapter=1)),
    "seasons": lambda store: store.look(seasons.wanted),
    "season": lambda store: store.look(partial(seasons.due, guild_id=GUILD, before=START, most=5)),
    "archive": _archive,
    "end": lambda store: store.end(1, 0),
}


@pytest.mark.parametrize("name", OFTEN)
async def test_no_table_is_read_from_end_to_end(file_store: Store, name: str) -> None:
    await file_store.create(new(), entry(), [card()])
    asked: list[tuple[str, Any]] = []

    def note(statement: str, values: Any) -> None:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            asked.append((statement, values))

    with heard(note):
        await OFTEN[name](file_store)

    assert asked
    for statement, values in asked:
        plan = await file_store.database.read(
            lambda c, s=statement, v=values: c.exec_driver_sql(f"EXPLAIN QUERY PLAN {s}", v).all()  # type: ignore[misc]
        )
        steps = [str(row[3]) for row in plan]
        scans = [step for step in steps if step.startswith("SCAN") and "USING INDEX" not in step]
        # What is inserted where something is so is one row that stands in no table.
        assert [step for step in scans if step != "SCAN CONSTANT ROW"] == []
