"""A seat that nobody plays is offered to the substitutes, one after another, each for a day."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
import pytest
from simcord import MemberActor
from sqlalchemy import select

from bot.campaigns.conduct import of
from bot.seats.handover import Seats
from bot.store import Absence, Conduct, pruning, rows
from bot.store.schema import conduct
from tests.support.bot_fixtures import Tables
from tests.support.clocked import act, hours_pass, started, two_seats
from tests.support.moderated import marat
from tests.support.table import Table, controls, said, text, whispered


@pytest.fixture
async def played(closed_table: Tables) -> Table:
    """Outposts with a clock, and three members who watch."""
    table = await started(closed_table)
    await two_seats(table, "24h")
    return table


def member(table: Table, name: str) -> MemberActor:
    """Another member of the server."""
    return table.guild.add_member(table.env.create_user(name, global_name=name.title()))


async def joins(table: Table, actor: MemberActor) -> str:
    """`/my substitute`."""
    return said(await actor.slash(table.channel, "my substitute", game="outposts"))


def offers(table: Table) -> list[int]:
    """Who was asked so far, in order."""
    asked = [body for body in table.posts() if "you are the next substitute" in str(body.get("content"))]
    return [int(user) for body in asked for user in body["allowed_mentions"]["users"]]


async def answers(table: Table, actor: MemberActor, label: str) -> str:
    """Press a button of the newest offer."""
    offer = next(m for m in reversed(table.channel.history()) if "next substitute" in text(m) and controls(m))
    return whispered(await actor.click(offer, label=label))


async def leaves(table: Table, actor: MemberActor) -> None:
    """Leave a seat for good."""
    (seat,) = (await table.campaign()).held_by(actor.id)
    await Seats(table.bot.campaigns).leave(1, actor.id, seat)


async def counted(table: Table, actor: MemberActor) -> Conduct:
    """What counts for a person."""
    return await of(table.bot.store, table.guild.id, actor.id)


async def test_a_seat_that_is_left_is_offered_in_turn(played: Table) -> None:
    lucien, olympe = member(played, "lucien"), member(played, "olympe")
    assert "You are a substitute for **Outposts** here" in await joins(played, lucien)
    await played.env.advance_time(60)
    await joins(played, olympe)

    await leaves(played, played.maxime)
    await played.sweep()
    assert offers(played) == [lucien.id]
    assert "declined" in await answers(played, lucien, "No, thank you")
    await played.sweep()
    assert offers(played) == [lucien.id, olympe.id]
    assert "**You play White** in Outposts" in await answers(played, olympe, "Sit down")

    campaign = await played.campaign()
    assert olympe.id in campaign.seats.values()
    assert (await counted(played, played.maxime)).abandoned == 1
    await played.sweep(3600)
    assert offers(played) == [lucien.id, olympe.id]


async def offered_to_the_first(played: Table) -> tuple[MemberActor, MemberActor]:
    """Maxime's seat is offered to the first of two substitutes; gives both."""
    lucien, olympe = member(played, "lucien"), member(played, "olympe")
    await joins(played, lucien)
    await played.env.advance_time(60)
    await joins(played, olympe)
    await leaves(played, played.maxime)
    await played.sweep()
    assert offers(played) == [lucien.id]
    return lucien, olympe


async def test_who_cannot_see_the_channel_is_not_asked(played: Table) -> None:
    lucien, olympe = member(played, "lucien"), member(played, "olympe")
    await joins(played, lucien)
    await played.env.advance_time(60)
    await joins(played, olympe)
    shut = discord.PermissionOverwrite(view_channel=False)
    place = played.bot.get_channel(played.channel.id)
    assert isinstance(place, discord.TextChannel)
    await place.set_permissions(await place.guild.fetch_member(lucien.id), overwrite=shut)
    await leaves(played, played.maxime)
    await played.sweep()
    assert offers(played) == [olympe.id]


async def test_who_does_not_answer_within_a_day_is_passed_over(played: Table) -> None:
    lucien, olympe = await offered_to_the_first(played)

    await hours_pass(played, 24)

    assert offers(played) == [lucien.id, olympe.id]
    assert "is offered to" in await answers(played, lucien, "Sit down")


async def test_an_offer_waits_while_the_bot_is_away(played: Table) -> None:
    lucien, olympe = await offered_to_the_first(played)
    await played.bot.close()
    await played.env.advance_time(7 * 86400)
    await played.start()

    await hours_pass(played, 23)
    assert offers(played) == [lucien.id]

    await hours_pass(played, 2)
    assert offers(played) == [lucien.id, olympe.id]


async def test_an_offer_in_a_paused_campaign_is_not_looked_at_by_each_sweep(played: Table) -> None:
    await joins(played, member(played, "lucien"))
    await leaves(played, played.maxime)
    await played.sweep()
    await marat(played).slash(played.channel, "campaign pause")
    await hours_pass(played, 30)
    await played.sweep(60)
    due = partial(rows.lapses.due, now=played.bot.store.now())
    assert await played.bot.store.look(due) == {}


async def test_who_joins_later_is_asked_for_what_is_vacant(played: Table) -> None:
    await leaves(played, played.maxime)
    await played.sweep()
    lucien = member(played, "lucien")

    await joins(played, lucien)
    await played.sweep()

    assert offers(played) == [lucien.id]
    assert "You are no substitute" in await joins(played, lucien)


async def test_a_seat_whose_player_is_away_changes_hands_unless_they_are_back(played: Table) -> None:
    lucien = member(played, "lucien")
    await joins(played, lucien)
    campaign = await played.campaign()
    away = next(seat for seat, user in campaign.seats.items() if user == played.maxime.id)
    lapse = partial(rows.seats.absent, campaign_id=1, absences={away: Absence(rows.seats.LAPSED, 1)})
    await played.bot.store.transact(lapse)
    await played.sweep()
    assert offers(played) == [lucien.id]

    # Maxime is back before Lucien has answered.
    await played.bot.store.transact(partial(rows.seats.absent, campaign_id=1, absences={away: Absence()}))
    assert "is back and keeps the seat" in await answers(played, lucien, "Sit down")
    await played.sweep()
    assert (await played.campaign()).seating[away].reserved_for is None
    assert (await counted(played, played.maxime)).abandoned == 0


async def test_a_seat_whose_player_stays_away_goes_to_the_substitute_and_counts(played: Table) -> None:
    lucien = member(played, "lucien")
    await joins(played, lucien)
    away = next(seat for seat, user in (await played.campaign()).seats.items() if user == played.maxime.id)
    lapse = partial(rows.seats.absent, campaign_id=1, absences={away: Absence(rows.seats.LAPSED, 1)})
    await played.bot.store.transact(lapse)
    await played.sweep()

    await answers(played, lucien, "Sit down")

    assert (await played.campaign()).seats[away] == lucien.id
    assert (await counted(played, played.maxime)).abandoned == 1


async def test_a_private_campaign_is_nobody_elses(played: Table) -> None:
    await played.bot.store.transact(partial(rows.campaigns.alter, campaign_id=1, private=True))
    await joins(played, member(played, "lucien"))
    await leaves(played, played.maxime)
    await played.sweep()
    assert offers(played) == []


async def test_decisions_in_time_and_late_ones_count(played: Table) -> None:
    await hours_pass(played, 2)
    await act(played, "blue", "commit 1 nantes")
    await hours_pass(played, 28)
    await act(played, "white", "commit 6 cholet")

    blue, white = await counted(played, played.camille), await counted(played, played.maxime)
    assert (blue.answered, blue.missed) == (1, 0)
    assert blue.average == timedelta(hours=2)
    assert (white.answered, white.missed) == (0, 1)


async def test_a_decision_that_the_clock_takes_is_missed(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h overtime pass")
    await hours_pass(table, 25)
    for actor in (table.camille, table.maxime):
        did = await counted(table, actor)
        assert (did.answered, did.missed) == (0, 1)


async def test_what_counts_is_told_to_whoever_lets_somebody_in(table: Table) -> None:
    count = partial(
        rows.conduct.add,
        guild_id=table.guild.id,
        did={table.maxime.id: Conduct(answered=18, took=timedelta(hours=90), missed=2)},
        now=table.bot.store.now(),
    )
    await table.bot.store.transact(count)
    await table.camille.slash(table.channel, "campaign new", game="outposts", reliable=95)

    refused = said(await table.maxime.slash(table.channel, "seat take", seat="white"))
    assert "decide in time in 95% of cases. For you that is 90% in time (20 decisions" in refused
    lucien = member(table, "lucien")
    assert "You play White" in said(await lucien.slash(table.channel, "seat take", seat="white"))
    invited = said(await table.camille.slash(table.channel, "campaign invite", user=table.maxime))
    assert f"<@{table.maxime.id}>: 90% in time (20 decisions in the last 3 months; 0 seats" in invited
    assert "5 hours to an answer on average." in invited
    # Whoever is let in all the same plays.
    assert "You play Blue" in said(await table.maxime.slash(table.channel, "seat take", seat="blue"))


async def test_it_heals_with_play_and_with_time(table: Table) -> None:
    async def count(answered: int = 0, missed: int = 0, abandoned: int = 0) -> int:
        did = Conduct(answered=answered, missed=missed, abandoned=abandoned)
        add = partial(
            rows.conduct.add,
            guild_id=table.guild.id,
            did={table.maxime.id: did},
            now=table.bot.store.now(),
        )
        await table.bot.store.transact(add)
        return (await counted(table, table.maxime)).percent

    assert await count(answered=10, abandoned=1) == 50
    assert await count(answered=60, missed=20) == 70
    assert await count(answered=100) == 85
    await table.env.advance_time(100 * 86400)
    assert await count() == 100
    await table.bot.store.transact(partial(pruning.prune, now=table.bot.store.now()))
    kept = await table.bot.store.look(lambda c: c.execute(select(conduct.c.month)).all())
    assert len(kept) == 1
