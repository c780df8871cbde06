"""A week of waiting lists: eight people over three games, two who vanish, and a bot that dies in between."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from simcord import MemberActor

from bot.errors import PoliteError
from bot.people import privacy
from bot.posts.openings import Openings
from bot.posts.waiting_lists import WaitingListPosts
from bot.seats.waiting_lists import UNSAID, WaitingLists
from bot.store import rows
from bot.store.lobbies import GuildGame, Seeker
from tests.bot.seats.test_waiting_lists import DAY, answers, lobby, own, people, seek, threads
from tests.support.clocked import hours_pass
from tests.support.table import Table

NAMES = ("lucien", "olympe", "joseph", "sophie", "manon", "jacques")


class Died(BaseException):
    """The process is killed."""


async def die(*args: Any, **kwargs: Any) -> None:
    """Instead of going on."""
    raise Died


async def test_a_week_of_eight_over_three_games(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    camille, maxime = table.camille, table.maxime
    lucien, olympe, joseph, sophie, manon, jacques = people(table, *NAMES)
    everybody = [camille, maxime, lucien, olympe, joseph, sophie, manon, jacques]
    # Monday: two lists of one game that do not suit each other, and some who stand on two lists.
    await seek(table, camille, clock="24h")
    await seek(table, maxime, clock="48h")
    await seek(table, lucien, "valmy")
    await seek(table, lucien, "revolution")
    for actor in (olympe, joseph, sophie):
        await seek(table, actor, "revolution")
    assert threads(table) == []

    # Tuesday: four have waited for the Revolution for a day, and begin without the other two.
    await table.sweep(DAY + 60)
    (first,) = threads(table)
    assert (await lobby(table, first)).title == "revolution"
    for actor in (lucien, olympe, joseph):
        assert "You are in." in await answers(actor, first, "yes")
    assert await own(table, lucien) == []
    await answers(sophie, first, "no")

    # Wednesday: the bot dies after a lobby was decided on, and before its thread is opened.
    monkeypatch.setattr(Openings, "settle", die)
    await lists_of(table).seek(wants(table, manon))
    with pytest.raises(Died):
        await table.bot.openings.settle()
    monkeypatch.undo()
    assert [each.opening_id for each in await own(table, camille)] == [2]
    await table.restart()
    await table.sweep()
    second = threads(table)[1]
    await answers(camille, second, "yes")
    # Manon vanishes; Maxime, who wants another clock, is not asked for her place.
    await hours_pass(table, 24.1)
    assert await own(table, manon) == []
    assert [each.opening_id for each in await own(table, maxime)] == [None]

    # Thursday: two press in the same moment for one place.
    pressed = [lists_of(table).seek(wants(table, actor)) for actor in (jacques, sophie)]
    await asyncio.gather(*pressed)
    await table.sweep()
    asked = [actor for actor in (jacques, sophie) if (await own(table, actor))[0].opening_id == 2]
    assert len(asked) == 1
    # Whoever came second plays with Maxime, who waits longest.
    (other,) = {jacques, sophie} - {*asked}
    assert [each.opening_id for each in await own(table, other)] == [3]
    third = threads(table)[2]
    # Somebody presses both buttons at once: only one press counts.
    number = (await lobby(table, second)).id
    both = [answer(number, asked[0].id) for answer in (lists_of(table).accept, lists_of(table).decline)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert [isinstance(each, PoliteError) for each in results] == [False, True]
    await answers(maxime, third, "yes")
    await answers(other, third, "yes")

    # Sunday: everybody who answered plays once, the Revolution waits and has said so.
    await table.sweep(3 * DAY)
    running = [await lobby(table, room) for room in threads(table)]
    seated = [user for campaign in running for user in campaign.seats.values()]
    assert len(seated) == len(set(seated))
    assert (await lobby(table, third)).status == "running"
    for actor in everybody:
        assert not any(each.opening_id for each in await own(table, actor)), actor
    assert len(threads(table)) == 3


def lists_of(table: Table) -> WaitingLists:
    """The lists of the bot that runs now."""
    return WaitingLists(table.bot.campaigns)


def wants(table: Table, actor: MemberActor, **wishes: Any) -> Seeker:
    """A wish for Outposts."""
    now = table.bot.store.now()
    return Seeker(
        guild_id=table.guild.id,
        channel_id=table.channel.id,
        user_id=actor.id,
        title="outposts",
        at=now,
        **wishes,
    )


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_ping_is_neither_lost_nor_doubled_by_a_process_that_dies(
    table: Table, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = table.guild.create_role("Outposts")
    game = GuildGame(guild_id=table.guild.id, title="outposts", role_id=role.id)
    await table.bot.store.transact(partial(rows.guild_games.put, game=game))
    await lists_of(table).seek(wants(table, table.camille))

    def killed(*args: Any, **kwargs: Any) -> None:
        raise Died

    with monkeypatch.context() as patch:
        # It dies before the message is sent, or before it is noted that it was.
        if when == "before":
            patch.setattr(WaitingListPosts, "_ring", die)
        else:
            patch.setattr(rows.people, "unnote", killed)
        with pytest.raises(Died):
            await table.bot.waiting_lists.say()
    await table.restart()
    await table.sweep()
    await table.sweep()
    pings = [body for body in table.posts() if (body.get("allowed_mentions") or {}).get("roles")]
    # Discord takes a message with the same nonce for the one that it has.
    assert len({body["nonce"] for body in pings}) == 1
    assert len(pings) == (1 if when == "before" else 2)
    kept = partial(rows.people.noted_under, prefix=UNSAID)
    assert await table.bot.store.look(kept) == {}


async def test_who_is_forgotten_waits_for_nothing_and_blocks_nobody(table: Table) -> None:
    (lucien,) = people(table, "lucien")
    await seek(table, table.camille, zone="Paris")
    await table.maxime.slash(table.channel, "my substitute", game="valmy")
    copy = await privacy.copy(table.bot.campaigns, table.camille.id, 10**6)
    assert b"Europe/Paris" in copy.data
    await seek(table, table.maxime)
    (room,) = threads(table)

    await privacy.forget(table.bot.campaigns, table.camille.id)
    await answers(table.maxime, room, "yes")

    assert await own(table, table.camille) == []
    row = await table.bot.store.look(partial(rows.openings.by_id, opening_id=1))
    assert row is not None
    assert table.camille.id not in row.body.asked
    await seek(table, lucien)
    await table.bot.outbox.drain()
    await answers(lucien, room, "yes")
    assert (await lobby(table, room)).status == "running"
    kept = partial(rows.substitutes.of_game, guild_id=table.guild.id, title="valmy")
    assert await table.bot.store.look(kept) == [table.maxime.id]
    await privacy.forget(table.bot.campaigns, table.maxime.id)
    assert await table.bot.store.look(kept) == []
