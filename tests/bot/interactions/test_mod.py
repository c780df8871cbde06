"""What moderators do: checked, shown before it is done where it is dangerous, logged, and told."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from tests.bot.undo.test_undo import play
from tests.support.bot_fixtures import Tables
from tests.support.duel import duel
from tests.support.moderated import acts, confirmed, in_channel, log, marat, offered
from tests.support.sitters import pinged
from tests.support.table import Table, said, text, whispered

ONLY_MODERATORS = [
    ("act-for", {"seat": "white", "action": "commit 6 cholet", "reason": "r"}),
    ("set", {"edit": "guns white 3", "reason": "r"}),
    ("roll", {"dice": 2, "reason": "r"}),
    ("seat", {"seat": "white", "reason": "r"}),
    ("clock", {"clock": "48h"}),
    ("export", {}),
    ("repair", {"reason": "r"}),
    ("view", {"seat": "white", "reason": "r"}),
    ("undo", {"reason": "r"}),
    ("move", {"campaign": "1"}),
    ("import", {"file": ("record.json", b"{}")}),
    ("audit", {}),
]


@pytest.mark.parametrize(("command", "options"), ONLY_MODERATORS, ids=[name for name, _ in ONLY_MODERATORS])
async def test_the_creator_has_only_the_milder_half(
    closed_table: Tables, command: str, options: dict[str, object]
) -> None:
    table = await duel(closed_table)
    before = await table.snapshot()
    refused = said(await table.camille.slash(table.channel, f"mod {command}", **options))
    assert refused.startswith("Only a moderator can ")
    assert await table.snapshot() == before
    assert await acts(table) == []


async def test_a_role_of_the_settings_makes_a_moderator(closed_table: Tables) -> None:
    table = await duel(closed_table)
    role = table.guild.create_role("Committee")
    jean = table.guild.add_member(table.env.create_user("jean"), roles=[role])
    await marat(table).slash(table.channel, "settings", moderators=role)
    assert said(await jean.slash(table.channel, "mod roll", dice=1, reason="weather")).startswith("🎲")


async def test_acting_for_a_seat_is_said_with_the_reason(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    await moderator.slash(
        table.channel, "mod act-for", seat="white", action="commit 6 cholet", reason="on a ship"
    )
    assert await table.actions() == ["commit 6 cholet"]
    assert f"<@{moderator.id}> acts for **White**: on a ship" in in_channel(table)
    assert await acts(table) == [(moderator.id, "act-for", "on a ship")]
    assert "commit 6" not in in_channel(table)
    (row,) = (await table.bot.store.journal(1))[1:]
    assert (row.seat, row.source, row.user_id) == ("white", "moderator", moderator.id)
    await table.verify()


async def test_the_log_does_not_tell_a_secret_action(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await marat(table).slash(
        table.channel, "mod act-for", seat="white", action="commit 6 cholet", reason="away"
    )
    assert [row.detail for row in await log(table)] == ["white"]


async def test_why_a_secret_action_is_refused_is_not_told_silently(closed_table: Tables) -> None:
    table = await duel(closed_table)
    told = said(
        await marat(table).slash(
            table.channel, "mod act-for", seat="white", action="commit 6 nantes", reason="away"
        )
    )
    assert told.startswith("White can't take that action now.")
    assert "Cholet" not in told
    assert await table.actions() == []


async def test_with_see_the_refusal_is_told_and_that_is_said(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    told = said(
        await moderator.slash(
            table.channel, "mod act-for", seat="white", action="commit 6 nantes", reason="away", see=True
        )
    )
    assert "Nantes is not held" in told
    assert f"<@{moderator.id}> looks at what **White** can do now" in in_channel(table)
    assert [row.act for row in await log(table)] == ["see"]


async def test_secret_actions_are_not_offered(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    options = {"seat": "white", "reason": "away"}
    offers = await moderator.autocomplete(table.channel, "mod act-for", "action", "", **options)
    assert offers == []


async def test_secret_actions_are_offered_once_that_is_said(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    options = {"seat": "white", "reason": "away", "see": True}
    for typed in ("", "com", "commit 6"):
        offers = await moderator.autocomplete(table.channel, "mod act-for", "action", typed, **options)
        assert any(offer["value"] == "commit 6 cholet" for offer in offers)
    assert [(row.actor_id, row.act) for row in await log(table)] == [(moderator.id, "see")]
    assert in_channel(table).count("looks at what **White** can do now") == 1


async def test_a_player_is_offered_nothing_by_it(closed_table: Tables) -> None:
    table = await duel(closed_table)
    options = {"seat": "white", "reason": "away", "see": True}
    assert await table.camille.autocomplete(table.channel, "mod act-for", "action", "", **options) == []
    assert await log(table) == []


async def test_an_open_game_offers_its_actions(table: Table) -> None:
    await table.new()
    offers = await marat(table).autocomplete(
        table.channel, "mod act-for", "action", "republic", seat="france"
    )
    assert "political republic" in [offer["value"] for offer in offers]


async def test_nobody_acts_for_a_seat_that_owes_nothing(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await play(table, "commit 6 cholet")
    told = said(
        await marat(table).slash(
            table.channel, "mod act-for", seat="white", action="commit 5 cholet", reason="away"
        )
    )
    assert told == "The seat White has nothing to decide now, so nobody can act for it."


async def test_an_edit_is_shown_and_done_by_a_second_press(table: Table) -> None:
    await table.new()
    moderator = marat(table)
    asked = await moderator.slash(table.channel, "mod set", edit="dis on", reason="forgotten")
    assert "This would set: `disorder on`" in said(asked)
    assert not (await table.state()).disorder
    await confirmed(moderator, asked)
    assert (await table.state()).disorder
    assert await table.actions() == ["disorder on"]
    assert await acts(table) == [(moderator.id, "set", "forgotten")]
    assert (await table.verify()).edits == 1


async def test_edits_are_offered(table: Table) -> None:
    await table.new()
    offers = await marat(table).autocomplete(table.channel, "mod set", "edit", "disorder")
    assert [offer["value"] for offer in offers] == ["disorder on"]


async def test_what_can_not_be_is_refused(table: Table) -> None:
    await table.new()
    told = said(await marat(table).slash(table.channel, "mod set", edit="paris burns", reason="r"))
    assert "is none of" in told


async def test_the_log_tells_an_edit_of_a_secret_as_the_public_knows_it(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    asked = await moderator.slash(
        table.channel, "mod set", edit="stack white cholet foot:3 horse:1", reason="miscounted"
    )
    await confirmed(moderator, asked)
    assert [row.detail for row in await log(table)] == ["stack white cholet"]
    assert "foot:3" not in in_channel(table)


async def test_dice_for_the_table_are_of_the_campaigns_seed(table: Table) -> None:
    await table.new()
    moderator = marat(table)
    told = said(await moderator.slash(table.channel, "mod roll", dice=3, reason="the weather"))
    (row,) = (await table.bot.store.journal(1))[1:]
    faces = ", ".join(draw.value for draw in row.draws)
    assert told == f"🎲 {faces}"
    assert f"rolls **{faces}** for the table: the weather" in in_channel(table)
    assert (await acts(table))[0][1] == "roll"
    assert (await table.verify()).rolls == 1


async def test_a_moderator_seats_somebody_and_vacates_a_seat(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    jean = table.guild.add_member(table.env.create_user("jean"))
    await moderator.slash(table.channel, "mod seat", seat="White", user=jean, reason="Maxime is ill")
    assert (await table.campaign()).seats["white"] == jean.id
    await moderator.slash(table.channel, "mod seat", seat="white", reason="Jean is ill too")
    assert "white" not in (await table.campaign()).seats
    assert [(row.act, row.reason) for row in await log(table)] == [
        ("unseat", "Maxime is ill"),
        ("unseat", "Jean is ill too"),
    ]
    await table.bot.outbox.drain()
    assert "declares **White** vacant: Jean is ill too" in in_channel(table)


async def test_a_new_clock_gives_whoever_is_awaited_all_of_its_time(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    told = said(await moderator.slash(table.channel, "mod clock", clock="2d interrupts 12 hours"))
    assert told.startswith("The clock is changed. 48 hours for each decision")
    owed = await table.bot.store.deadlines_of(1)
    assert {row.seat for row in owed} == {"blue", "white"}
    assert all(row.due_at is not None and row.due_at - row.since == row.allowed for row in owed)
    assert [(row.act, row.detail) for row in await log(table)] == [("clock", "none → 48h interrupts 12h")]
    await moderator.slash(table.channel, "mod clock", clock="none")
    assert await table.bot.store.deadlines_of(1) == []


async def test_a_new_clock_is_told_to_each_player_who_owes_something_and_they_are_awake_anew(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table, clock="48h awake 5h")
    await table.bot.outbox.drain()
    await table.env.advance_time(20 * 3600)
    before = len(table.posts())
    await marat(table).slash(table.channel, "mod clock", clock="24h awake 5h")
    await table.bot.outbox.drain()
    pings = {user for body in table.posts()[before:] for user in pinged(body)}
    assert pings == {table.camille.id, table.maxime.id}
    now = table.env.now()
    for row in await table.bot.store.deadlines_of(1):
        assert (row.since, row.told_at, row.awake) == (now, now, timedelta(hours=5))


async def test_the_clock_of_a_paused_campaign_stands_still(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    await moderator.slash(table.channel, "mod clock", clock="24h")
    await moderator.slash(table.channel, "campaign pause")
    await moderator.slash(table.channel, "mod clock", clock="48h")
    assert [row.next_ring_at for row in await table.bot.store.deadlines_of(1)] == [None, None]


async def test_a_clock_that_can_not_be_read_changes_nothing(closed_table: Tables) -> None:
    table = await duel(closed_table)
    assert "Clocks are written like" in said(
        await marat(table).slash(table.channel, "mod clock", clock="soon")
    )
    assert await acts(table) == []


async def test_a_campaign_is_ended_by_a_second_press(closed_table: Tables) -> None:
    table = await duel(closed_table)
    actor = marat(table)
    asked = await actor.slash(table.channel, "mod end", reason="all are gone")
    assert (await table.campaign()).status == "running"
    await confirmed(actor, asked)
    assert (await table.campaign()).status == "ended"
    assert await acts(table) == [(actor.id, "end", "all are gone")]
    assert f"🏁 <@{actor.id}> ends the campaign: all are gone." in in_channel(table)


async def test_a_campaign_moves_with_its_card(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    (offer,) = await moderator.autocomplete(hall, "mod move", "campaign", "outposts")
    await moderator.slash(hall, "mod move", campaign=offer["value"])
    await table.bot.outbox.drain()
    assert (await table.campaign()).channel_id == hall.id
    assert len(table.cards(hall)) == 1
    assert f"continues in <#{hall.id}>" in text(table.cards()[-1])
    assert [row.act for row in await log(table)] == ["move"]
    await table.camille.slash(hall, "play", action="commit 1 nantes")
    assert await table.actions() == ["commit 1 nantes"]


async def test_a_parked_campaign_goes_on_where_it_is_moved(closed_table: Tables) -> None:
    table = await duel(closed_table, clock="48h interrupts 12h")
    moderator, hall = marat(table), table.guild.create_text_channel("hall")
    channel = table.bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await table.bot.store.transact(park)
    await moderator.slash(hall, "mod move", campaign="1")
    campaign = await table.campaign()
    assert (campaign.parked_at, campaign.channel_id) == (None, hall.id)
    assert all(row.due_at is not None for row in await table.bot.store.deadlines_of(1))


def park(connection: object) -> None:
    """The channel of the campaign is gone."""
    from bot.store.rows import campaigns
    from tests.store.builders import START

    campaigns.alter(connection, 1, parked_at=START)  # type: ignore[arg-type]


async def test_a_channel_has_one_campaign(closed_table: Tables) -> None:
    table = await duel(closed_table)
    hall = table.guild.create_text_channel("hall")
    await table.new(channel=hall)
    told = said(await marat(table).slash(hall, "mod move", campaign="1"))
    assert told.startswith("This channel already has a campaign.")
    assert (await table.campaign(1)).channel_id == table.channel.id


async def test_a_campaign_of_another_server_is_not_found(closed_table: Tables) -> None:
    table = await duel(closed_table)
    hall = table.guild.create_text_channel("hall")
    for typed in ("77", "seven", "²", "1" * 40):
        told = said(await marat(table).slash(hall, "mod move", campaign=typed))
        assert told.startswith("There is no such campaign on this server.")


async def test_nothing_is_shown_when_it_can_not_be_said(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", status=500, times=None)
    result = await moderator.slash(table.channel, "mod view", seat="white", reason="a dispute")
    assert said(result).startswith("You can't see this now.")


async def test_a_moderator_sees_a_seat_after_that_was_said(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    result = await moderator.slash(table.channel, "mod view", seat="white", reason="a dispute")
    assert "White" in said(result)
    assert f"<@{moderator.id}> looks at the secrets of **White**, as a moderator: a dispute" in in_channel(
        table
    )
    assert [(row.act, row.detail, row.reason) for row in await log(table)] == [("view", "white", "a dispute")]


async def test_where_there_are_no_secrets_there_is_nothing_to_see(table: Table) -> None:
    await table.new()
    told = said(await marat(table).slash(table.channel, "mod view", seat="france", reason="r"))
    assert told.startswith("Levée en Masse has no secrets")


async def test_the_log_has_pages(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator = marat(table)
    for number in range(12):
        await moderator.slash(table.channel, "mod roll", dice=1, reason=f"roll {number}")
    shown = await moderator.slash(table.channel, "mod audit")
    assert "roll 11" in said(shown)
    assert "roll 1*" not in said(shown)
    assert shown.response is not None
    await moderator.click(shown.response.message, label="Older")
    assert [control.label for control in offered(shown)] == ["Newer"]


async def test_the_log_is_only_for_moderators(closed_table: Tables) -> None:
    table = await duel(closed_table)
    assert said(await table.maxime.slash(table.channel, "mod audit")).startswith("Only a moderator can read")


async def test_a_moderator_who_is_none_any_more_can_not_press(closed_table: Tables) -> None:
    table = await duel(closed_table)
    moderator, role = marat(table), table.guild.create_role("Committee")
    await moderator.slash(table.channel, "settings", moderators=role)
    jean = table.guild.add_member(table.env.create_user("jean"), roles=[role])
    asked = await jean.slash(table.channel, "mod set", edit="guns white 3", reason="r")
    await moderator.slash(table.channel, "settings", clear="moderator_role")
    assert "Only a moderator can" in whispered(await confirmed(jean, asked))
    assert await table.actions() == []


async def test_a_reason_pings_and_formats_nothing(closed_table: Tables) -> None:
    table = await duel(closed_table)
    await marat(table).slash(
        table.channel, "mod act-for", seat="white", action="commit 6 cholet", reason="@everyone **ill**"
    )
    assert "@everyone" not in in_channel(table)
    assert "**ill**" not in in_channel(table)
