"""What seats are asked in the channel stands there until they have answered, and once only."""

from __future__ import annotations

from functools import partial

import pytest

from bot.store.rows import campaigns, people
from tests.support.bot_fixtures import Tables
from tests.support.clocked import (
    HOUR,
    act,
    both_commit,
    calls,
    contents,
    hours_pass,
    pinged,
    quiet,
    set_hours,
    started,
    two_seats,
)
from tests.support.moderated import marat
from tests.support.table import Table, text


def asked(table: Table) -> list[str]:
    """The messages that ask somebody for something and still stand in the channel."""
    said = [text(message) for message in table.channel.history()]
    return [each for each in said if each[:1] in "📣🔔⏳🔕🪑"]


async def test_a_notice_stands_until_all_its_seats_have_answered(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "48h")
    (notice,) = asked(table)
    await act(table, "blue", "commit 1 nantes")
    assert asked(table) == [notice]
    await act(table, "white", "commit 6 cholet")
    assert notice not in asked(table)
    assert len(asked(table)) <= 1


async def test_a_reminder_takes_the_place_of_the_one_before(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "48h")
    await act(table, "blue", "commit 1 nantes")
    await hours_pass(table, 24)
    (half,) = asked(table)
    assert half.startswith(f"🔔 <@{table.maxime.id}>")
    await hours_pass(table, 18)
    (near,) = asked(table)
    assert "The time is nearly over." in near


async def test_what_was_asked_goes_when_the_campaign_ends(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "48h")
    campaign = await table.campaign()
    await table.bot.campaigns.end(campaign, version=campaign.version)
    await table.bot.outbox.drain()
    assert asked(table) == []
    assert await table.bot.store.look(partial(people.noted, key="asked:1")) is None


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50013)])
async def test_a_notice_that_can_not_be_deleted_holds_nothing_up(
    closed_table: Tables, status: int, code: int
) -> None:
    table = await started(closed_table)
    await two_seats(table, "48h")
    path = f"/channels/{table.channel.id}/messages/{{message_id}}"
    table.env.inject_error("DELETE", path, status=status, code=code)
    await both_commit(table)
    assert await table.unsaid() == []
    assert sum(said.startswith("📣") for said in contents(table)) <= 2


async def test_a_notice_that_is_held_back_leaves_the_others_alone(closed_table: Tables) -> None:
    table = await started(closed_table)
    await set_hours(table, table.maxime.id, **quiet(table, -1, 3))
    await two_seats(table, "48h")
    (first,) = asked(table)
    await table.sweep(3 * HOUR)
    assert asked(table)[0] == first
    assert len(asked(table)) == 2


async def test_what_a_moderator_did_is_told_before_what_follows(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "48h")
    await act(table, "blue", "commit 1 nantes")
    mark = len(contents(table))
    await marat(table).slash(
        table.channel, "mod act-for", seat="white", action="commit 6 cholet", reason="ill"
    )
    await table.bot.outbox.drain()
    said = contents(table)[mark:]
    assert [each[0] for each in said] == ["🛡", "📣"]
    assert said[0].endswith("acts for **White**: ill.")


@pytest.mark.parametrize("white", ["maxime", None])
async def test_who_is_called_can_do_what_the_call_says(closed_table: Tables, white: str | None) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h", white=white)
    await act(table, "blue", "commit 1 nantes")
    # Who began it and plays is no judge of it: the server's moderators are called, or whose the server is.
    owner = table.env.backend.guilds[table.guild.id].owner_id
    await hours_pass(table, 25)
    (call,) = calls(table)
    assert f"<@{owner}> can" in call
    assert owner in pinged(table, call)
    assert "`/mod seat`" in call
    assert ("more time" in call) == (white is not None)
    assert (
        "Still to decide: Commit a chit and the area of a recruit. Submitted: Blue. Still missing: White."
        in call
    )
    # Who began it and does not play is called, for what they can do.
    campaign = await table.campaign()
    alter = partial(campaigns.alter, campaign_id=campaign.id, created_by=table.env.create_user("jean").id)
    await table.bot.store.transact(alter)
    await hours_pass(table, 24)
    later = calls(table)[1:]
    assert all("`/seat replace`" in each and "`/mod" not in each for each in later)
    assert bool(later) == (white is not None)


async def test_roles_that_may_manage_channels_are_called_where_none_is_named(closed_table: Tables) -> None:
    table = await started(closed_table)
    moderator = marat(table)
    await two_seats(table, "24h")
    await act(table, "blue", "commit 1 nantes")
    await hours_pass(table, 25)
    (call,) = calls(table)
    (role,) = [each for each in table.guild.roles.values() if each.name == "Moderator"]
    assert f"<@&{role.id}> can give more time" in call
    (post,) = [body for body in table.posts() if body.get("content") == call]
    assert [int(each) for each in post["allowed_mentions"]["roles"]] == [role.id]
    assert moderator.id != table.camille.id
