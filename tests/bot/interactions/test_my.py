"""`/my`: what waits for a person, their hours and their vacation."""

from __future__ import annotations

from datetime import timedelta

from bot.clock import hours
from bot.clock.hours import Hours
from bot.people import timetable
from tests.support.bot_fixtures import Tables
from tests.support.clocked import (
    act,
    contents,
    hours_pass,
    pinged,
    quiet,
    rings,
    rows,
    set_hours,
    started,
    two_seats,
)
from tests.support.table import Table, said, text


async def type_(table: Table, command: str, **options: object) -> str:
    """What Camille is told of a command."""
    return said(await table.camille.slash(table.channel, f"my {command}", **options))


async def hours_of(table: Table) -> Hours:
    """What Camille has set."""
    return (await timetable.person_of(table.bot.campaigns, table.camille.id))[1]


async def test_nothing_waits(table: Table) -> None:
    assert await type_(table, "games") == "Nothing on this server waits for you."


async def test_games_shows_what_waits_with_deadline_and_link(table: Table) -> None:
    await table.new(clock="24h")
    due = (await rows(table))["france"].due_at
    assert due is not None
    told = (await type_(table, "games")).splitlines()
    assert told[0] == "### Waiting for you"
    assert told[1].startswith(f"- **Levée en Masse** in <#{table.channel.id}> · France: Take an action")
    assert f"due <t:{int(due.timestamp())}:R>" in told[1]
    assert told[1].endswith(f"/{table.card().id})")


async def test_games_shows_what_waits_for_others_and_what_stands_still(closed_table: Tables) -> None:
    table = await started(closed_table)
    await two_seats(table, "24h")
    await act(table, "blue", "commit 1 nantes")
    hall = table.guild.create_text_channel("hall")
    await table.new(channel=hall)
    await table.camille.slash(hall, "campaign pause")
    told = await type_(table, "games")
    assert told.startswith("Nothing on this server waits for you.\n### Waiting for others\n- **Outposts** in")
    assert f"waits for <@{table.maxime.id}> (White)" in told
    assert "### Stopped\n- **Levée en Masse**" in told


async def test_games_shows_campaigns_of_this_server_only(table: Table) -> None:
    elsewhere = table.env.create_guild("The Temple")
    elsewhere.add_member(table.env.create_user("lazare"))
    cell = elsewhere.create_text_channel("cell")
    wish = table.wish(channel=cell)._replace(guild_id=elsewhere.id)
    await table.bot.campaigns.new(wish)
    await table.new()
    told = await type_(table, "games")
    assert f"<#{table.channel.id}>" in told
    assert f"<#{cell.id}>" not in told


async def test_a_long_list_is_shortened_with_a_number(table: Table) -> None:
    for number in range(30):
        channel = table.guild.create_text_channel(f"front-{number}")
        await table.bot.campaigns.new(table.wish(channel=channel))
    told = await type_(table, "games")
    assert len(told) <= 4000
    assert told.splitlines()[-1].startswith("-# And ")


async def test_hours_are_shown_where_none_are_given(table: Table) -> None:
    assert (await type_(table, "hours")).splitlines() == [
        "**Time zone** UTC",
        "**Quiet hours** off",
        "**Weekends** as other days",
        "**Digest** off",
        "**Vacation** none planned; 28 of 28 days left this year",
    ]


async def test_hours_are_set_and_hold_everywhere(table: Table) -> None:
    told = await type_(table, "hours", zone="paris", quiet="22-8", weekends="off")
    assert told.startswith("**Time zone** Europe/Paris\n**Quiet hours** 22:00-08:00: no notifications")
    assert told.endswith("-# This applies on every server.")
    assert await hours_of(table) == Hours("Europe/Paris", 22 * 60, 8 * 60, weekends_off=True)


async def test_what_is_not_given_stays_as_it_was(table: Table) -> None:
    await type_(table, "hours", zone="Europe/Paris", quiet="22-8")
    await type_(table, "hours", weekends="off")
    await type_(table, "hours", quiet="off")
    assert await hours_of(table) == Hours("Europe/Paris", weekends_off=True)


async def test_a_zone_that_is_none_changes_nothing(table: Table) -> None:
    assert "There is no time zone" in await type_(table, "hours", zone="Nowhere", quiet="22-8")
    assert await hours_of(table) == Hours()


async def test_zones_are_completed_with_their_time(table: Table) -> None:
    found = await table.camille.autocomplete(table.channel, "my hours", "zone", "par")
    assert [choice for choice in found if choice["value"] == "Europe/Paris"]
    assert len(found) <= 25


async def test_new_hours_move_no_deadline_that_runs_and_say_what_is_asked(table: Table) -> None:
    await table.new(clock="24h overtime pass")
    due = (await rows(table))["france"].due_at
    assert due is not None
    for _ in range(4):
        await hours_pass(table, 5.5)
        typed = hours.quiet_text(Hours(**quiet(table, 0.5, 22)))
        told = await type_(table, "hours", quiet=typed)
        assert "Decisions you already owe keep their deadlines:" in told
        assert f"due <t:{int(due.timestamp())}:R>" in told
    await hours_pass(table, 2.1)
    assert await table.actions() == ["end"]


async def test_new_hours_ring_nothing_again(table: Table) -> None:
    await table.new(clock="24h")
    await hours_pass(table, 12)
    await type_(table, "hours", zone="Europe/Paris")
    await hours_pass(table, 8)
    assert len(rings(table)) == 1


async def test_a_vacation_stops_the_clock_in_all_campaigns_and_says_so_in_each(closed_table: Tables) -> None:
    table = await started(closed_table)
    hall = table.guild.create_text_channel("hall")
    await two_seats(table, "24h")
    await table.new(channel=hall, clock="24h")
    before = (await rows(table))["white"].due_at
    told = await type_(table, "vacation", until="+3 days")
    assert "Your deadlines in 2 campaigns were recalculated" in told
    (span,) = (await hours_of(table)).vacations
    due = {(await rows(table))["blue"].due_at, (await rows(table, 2))["france"].due_at}
    assert due == {span.end + timedelta(hours=24)}
    assert (await rows(table))["white"].due_at == before
    line = contents(table)[-1]
    until = int(span.end.timestamp())
    assert line == (
        f"🏖️ <@{table.camille.id}> is on vacation until <t:{until}:f>. "
        "The clock of **Blue** is stopped meanwhile."
    )
    assert pinged(table, line) == []
    assert f"<t:{int((span.end + timedelta(hours=24)).timestamp())}:R>" in text(table.card())
    assert hall.history()[-1].content.startswith("🏖️")


async def test_nothing_is_rung_on_vacation_and_the_clock_goes_on_after_it(table: Table) -> None:
    await table.new(clock="24h overtime pass")
    await type_(table, "vacation", until="+3 days")
    (span,) = (await hours_of(table)).vacations
    await hours_pass(table, (span.end - table.env.now()).total_seconds() / 3600)
    assert rings(table) == []
    await hours_pass(table, 12)
    assert len(rings(table)) == 1
    await hours_pass(table, 12)
    assert await table.actions() == ["end"]


async def test_back_ends_a_vacation_and_gives_the_days_back(table: Table) -> None:
    await table.new(clock="24h")
    await type_(table, "vacation", until="+10 days")
    await hours_pass(table, 24)
    told = await type_(table, "back")
    assert told.startswith("Welcome back.\n**Vacation** none planned; 27 of 28 days left this year")
    assert (await rows(table))["france"].due_at == table.env.now() + timedelta(hours=24)
    assert contents(table)[-1].endswith("is back from vacation. The clock runs again.")


async def test_a_planned_vacation_stops_the_clock_when_it_comes_and_can_be_cancelled(table: Table) -> None:
    await table.new(clock="72h")
    due = (await rows(table))["france"].due_at
    assert due is not None
    await type_(table, "vacation", **{"from": "+1 day", "until": "+3 days"})
    assert (await rows(table))["france"].due_at == due + timedelta(days=2)
    assert (await type_(table, "back")).startswith("Your planned vacations are cancelled.")
    assert (await rows(table))["france"].due_at == due


async def test_a_planned_vacation_is_shortened_and_the_channel_keeps_one_line_of_it(table: Table) -> None:
    await table.new(clock="72h")
    posted = len(contents(table))
    await type_(table, "vacation", **{"from": "+5 days", "until": "+15 days"})
    told = await type_(table, "vacation", **{"from": "+5 days", "until": "+8 days"})
    assert told.startswith("It replaces the vacation planned from <t:")
    (span,) = (await hours_of(table)).vacations
    assert span.end - span.start == timedelta(days=3)
    told = await type_(table, "vacation", **{"from": "+7 days", "until": "+10 days"})
    assert told.startswith("It overlaps with the vacation planned from <t:")
    (span,) = (await hours_of(table)).vacations
    assert span.end - span.start == timedelta(days=5)
    assert len(contents(table)) == posted + 1
    assert f"until <t:{int(span.end.timestamp())}:f>" in table.channel.history()[-1].content

    # The line is gone, so the next is a new one; and that somebody is back is one as well.
    await table.channel.history()[-1].delete()
    await type_(table, "vacation", **{"from": "+7 days", "until": "+9 days"})
    await type_(table, "back")
    assert contents(table)[-1].endswith("has cancelled a planned vacation.")
    assert len(contents(table)) == posted + 3


async def test_the_budget_of_a_year_is_kept(table: Table) -> None:
    refused = await type_(table, "vacation", until="+40 days")
    assert "left of your 28 days a year" in refused
    assert (await hours_of(table)).vacations == ()


async def test_a_vacation_needs_its_end(table: Table) -> None:
    assert "A vacation also needs its last day:" in await type_(table, "vacation", **{"from": "tomorrow"})
    assert "28 of 28 days left" in await type_(table, "vacation")


async def test_who_is_not_away_is_told_so(table: Table) -> None:
    assert await type_(table, "back") == "You have no planned vacation to cancel."


async def test_a_paused_campaign_stays_paused_through_a_vacation(table: Table) -> None:
    await table.new(clock="24h")
    await table.camille.slash(table.channel, "campaign pause")
    await type_(table, "vacation", until="+3 days")
    assert (await rows(table))["france"].due_at is None


async def test_hours_outlast_a_restart(table: Table) -> None:
    await set_hours(table, table.camille.id, zone="Europe/Paris")
    await table.restart()
    assert (await type_(table, "hours")).startswith("**Time zone** Europe/Paris")
