"""Results are written by the transaction that ends a campaign, and are gone where it goes on."""

from __future__ import annotations

from functools import partial

from bot.store import Audit, Ended, Result, Store
from bot.store.rows import campaigns, results
from bot.store.rows.results import settle
from tests.store.builders import GUILD, HOUR, START, USER, Hands, change, entry, lobby, new, undo


async def kept(store: Store) -> list[Result]:
    """The results of the server."""
    return await store.look(partial(results.of_guild, guild_id=GUILD))


async def test_the_last_action_writes_the_result(store: Store, clock: Hands) -> None:
    made = await store.create(new(), entry(draws=[]))
    clock.advance(HOUR)
    outcome = b'{"winner":"france","level":"minor","title":"Minor victory","score":7}'
    last = entry(1, draws=[], chapter_after=4)
    await store.commit(change(made.id, 0, entries=[last], status="finished", outcome=outcome))
    (result,) = await kept(store)
    assert (result.how, result.winner, result.level, result.score) == ("decided", "france", "minor", 7)
    assert (result.verdict, result.turns) == ("Minor victory", 4)
    assert (result.began_at, result.ended_at) == (START, START + HOUR)
    (part,) = result.parts
    assert (part.seat, part.user_id, part.own, part.others) == ("france", USER, 1, 0)
    assert (result.edited, result.by_hand) == (False, False)


async def test_a_campaign_that_goes_on_again_has_none(store: Store) -> None:
    made = await store.create(new(), entry(draws=[]))
    await store.end(made.id, 0, ending=Ended("conceded", "france", by=USER))
    assert [result.winner for result in await kept(store)] == [None]
    again = partial(campaigns.alter, campaign_id=made.id, status="running", ended_at=None)
    await store.transact(again, partial(settle, campaign_id=made.id))
    assert await kept(store) == []


async def test_what_moderators_took_back_or_played_is_known(store: Store) -> None:
    for number, entries in enumerate(
        (
            [entry(1, draws=[]), undo(2, back_to=0)],
            [entry(1, draws=[], source="moderator")],
            [entry(1, draws=[], kind="edit", seat="", source="moderator")],
            [entry(1, draws=[], kind="roll", seat="", source="moderator")],
            [entry(1, draws=[]), undo(2, back_to=0, source="player")],
        )
    ):
        made = await store.create(new(channel_id=number + 1), entry(draws=[]))
        await store.commit(change(made.id, 0, entries=entries))
        await store.end(made.id, 1, ending=Ended("drawn"), audit=None)
    assert [result.edited for result in await kept(store)] == [True, True, True, False, False]


async def test_dice_given_by_hand_are_known_and_such_a_game_has_no_result_where_it_was_left(
    store: Store,
) -> None:
    for channel, ending in ((1, Ended("drawn")), (2, Ended("void"))):
        made = await store.create(new(channel_id=channel), entry())
        await store.end(made.id, 0, ending=ending)
    assert [(result.how, result.by_hand) for result in await kept(store)] == [("drawn", True)]


async def test_a_closed_lobby_and_a_record_that_was_over_have_none(store: Store, clock: Hands) -> None:
    made = await store.create(lobby(), None)
    await store.end(made.id, 0, audit=Audit(guild_id=GUILD, campaign_id=made.id, actor_id=USER, act="end"))
    await store.create(new(ending=Ended("drawn"), journal=[entry(1)]), entry())
    clock.advance(HOUR)
    await store.transact(results.fill)
    assert await kept(store) == []
