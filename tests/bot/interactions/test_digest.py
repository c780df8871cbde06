"""Once a week moderators read what is late, who is away, what was decided and what is disputed."""

from __future__ import annotations

from functools import partial

import discord

from bot.campaigns.setup import Wish
from bot.moderation.digest import MOST, written
from bot.outbox.parking import shut_out
from bot.store import rows
from tests.support.life import DAY, Life
from tests.support.table import text

NOTHING = "Nothing is late, disputed or undecided, and nobody is away."


async def digest(life: Life) -> str:
    """What Thérèse reads when she asks."""
    return await life.types(life.therese, "mod digest")


def weeks(life: Life, channel: object) -> list[str]:
    """The digests that are posted in a channel."""
    return [said for said in map(text, life.public(channel)) if said.startswith("## The week")]  # type: ignore[arg-type]


async def test_a_quiet_server_has_nothing_to_tell(life: Life) -> None:
    assert NOTHING in await digest(life)
    await life.outposts()
    assert NOTHING in await digest(life)
    assert "Only a moderator can" in await life.types(life.maxime, "mod digest")


async def test_who_is_late_and_who_is_away(life: Life) -> None:
    await life.outposts(clock="24h")
    await life.plays(life.camille, "commit 1 nantes")
    assert NOTHING in await digest(life)
    await life.wait(60)
    told = await digest(life)
    assert f"### Late\n- **Outposts** in <#{life.hall.id}>: White (<@{life.maxime.id}>), since <t:" in told
    assert "Blue" not in told
    assert "### Away" not in told
    await life.types(life.camille, "my vacation", until="+10 days", wait=True)
    assert f"### Away\n- <@{life.camille.id}> from <t:" in await digest(life)


async def test_open_questions_are_told_until_they_lapse(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await life.confirmed(life.maxime, "campaign undo", "Ask the others")
    assert f"<@{life.maxime.id}> has asked <t:" in await digest(life)
    await life.press(life.camille, life.newest("Refuse"), "Refuse")
    assert "has asked" not in await digest(life)


async def test_the_week_is_posted_once_where_the_server_wants_it(life: Life) -> None:
    log = life.guild.create_text_channel("moderators")
    told = await life.types(life.therese, "settings", log=log)
    assert f"**Moderators' channel** <#{log.id}>" in told
    await life.outposts(clock="24h")
    await life.wait(60)
    await life.table.sweep(6 * DAY)
    await life.table.sweep(60)
    (week,) = weeks(life, log)
    assert "### Late" in week
    await life.table.sweep(7 * DAY)
    assert len(weeks(life, log)) == 2
    await life.types(life.therese, "settings", clear="log_channel")
    await life.table.sweep(8 * DAY)
    assert len(weeks(life, log)) == 2


async def test_a_campaign_whose_channel_is_shut_holds_no_week_up(life: Life) -> None:
    log = life.guild.create_text_channel("moderators")
    await life.types(life.therese, "settings", log=log)
    await life.outposts(clock="24h")
    shut = f"/channels/{life.hall.id}/messages"
    life.env.inject_error("POST", shut, status=403, code=50013, times=None)
    await life.table.sweep(2 * DAY)
    await life.wait(1)
    noted = partial(rows.people.noted, key=shut_out(1))
    since = await life.table.bot.store.look(noted)
    assert since
    await life.table.sweep(6 * DAY)
    await life.wait(1)
    assert len(weeks(life, log)) == 1
    # That it was posted does not mean that the bot may write in the other channel again.
    assert await life.table.bot.store.look(noted) == since


async def test_a_channel_that_not_all_moderators_see_is_left_out(life: Life) -> None:
    log = life.guild.create_text_channel("moderators")
    await life.types(life.therese, "settings", log=log)
    place = life.table.bot.get_channel(life.hall.id)
    assert isinstance(place, discord.TextChannel)
    await life.outposts(clock="24h")
    await life.types(life.camille, "my vacation", until="+20 days", wait=True)
    await place.set_permissions(place.guild.me, overwrite=discord.PermissionOverwrite(view_channel=True))
    await place.set_permissions(
        place.guild.default_role, overwrite=discord.PermissionOverwrite(view_channel=False)
    )
    await life.table.sweep(8 * DAY)
    (week,) = weeks(life, log)
    assert NOTHING in week


async def test_what_was_decided_and_what_moderators_did(life: Life) -> None:
    await life.outposts()
    await life.committed()
    await life.types(life.therese, "mod roll", dice=2, reason="who hosts")
    await life.confirmed(life.maxime, "campaign concede", "Concede")
    told = await digest(life)
    assert "### Decided\n- 1 · **Outposts**" in told
    assert "- `roll` × 1. `/mod audit` has the reasons." in told
    await life.env.advance_time(8 * DAY)
    assert NOTHING in await digest(life)


async def test_what_a_reader_may_not_see_takes_no_place_of_what_they_may(life: Life) -> None:
    """The hidden campaigns are late for longer, and more than a digest has room for."""
    campaigns, now = life.table.bot.campaigns, life.table.bot.store.now
    hidden = range(1, MOST + 2)
    for channel in (*hidden, life.hall.id):
        wish = Wish(life.guild.id, channel, life.camille.id, "outposts", clock="24h")
        await campaigns.new(wish)
        await life.env.advance_time(60)
    await life.env.advance_time(2 * DAY)
    told = await written(campaigns, life.guild.id, now(), lambda channel, _: channel == life.hall.id)
    assert told.count("- **Outposts**") == 2
    assert f"<#{life.hall.id}>" in told
    every = await written(campaigns, life.guild.id, now(), lambda *_: True)
    assert every.count("- **Outposts**") <= MOST
