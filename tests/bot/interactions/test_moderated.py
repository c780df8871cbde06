"""A moderator who plays is asked first, and leaves the other side to one who does not, or asks the table."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.moderation.impartial import GRANTED
from tests.support.bot_fixtures import Tables
from tests.support.duel import duel, sit
from tests.support.moderated import acts, confirmed, in_channel, marat, offered
from tests.support.sitters import answered, moderator
from tests.support.table import Table, said, text

ACTS: list[tuple[str, dict[str, Any], str]] = [
    ("view", {"seat": "white", "reason": "r"}, "looks at the secrets of **White**"),
    ("act-for", {"seat": "white", "action": "commit 6 cholet", "reason": "r"}, "acts for **White**"),
    ("export", {}, "exports the full record"),
]


@pytest.fixture
async def playing(closed_table: Tables) -> tuple[Table, MemberActor]:
    """Marianne, who moderates, plays Blue, and Maxime plays White."""
    table = await duel(closed_table)
    marianne = moderator(table)
    await sit(table, blue=marianne.id)
    return table, marianne


async def mod(table: Table, actor: MemberActor, command: str, options: dict[str, Any]) -> InteractionResult:
    """What comes of a command of `/mod`."""
    result = await actor.slash(table.channel, f"mod {command}", **options)
    await table.bot.outbox.drain()
    return result


@pytest.mark.parametrize(("command", "options", "told"), ACTS, ids=[name for name, _, _ in ACTS])
async def test_where_nobody_else_moderates_one_who_plays_is_asked_first(
    playing: tuple[Table, MemberActor], command: str, options: dict[str, Any], told: str
) -> None:
    table, marianne = playing
    server = table.bot.get_guild(table.guild.id)
    assert server is not None
    assert server.owner_id is not None
    # Who owns the server could moderate, and plays.
    await sit(table, white=server.owner_id)
    asked = await mod(table, marianne, command, options)
    assert "You play Blue. Do you have to do that for White all the same?" in said(asked)
    assert await acts(table) == []
    assert told not in in_channel(table)
    await confirmed(marianne, asked)
    await table.bot.outbox.drain()
    assert [act for _, act, _ in await acts(table)] == [command]
    assert told in in_channel(table)


async def test_another_moderator_is_named_and_the_table_may_give_leave(
    playing: tuple[Table, MemberActor],
) -> None:
    table, marianne = playing
    other = marat(table)
    await mod(table, other, "roll", {"dice": 1, "reason": "to be known here"})
    for command, options, _ in (*ACTS, ("set", {"edit": "foot nantes 3", "reason": "r"}, "")):
        refused = await mod(table, marianne, command, options)
        assert f"that is for a moderator who does not play: <@{other.id}> is one." in said(refused)
    # As completions the secrets are not to be had either.
    named = {"seat": "white", "see": True, "reason": "r"}
    assert await marianne.autocomplete(table.channel, "mod act-for", "action", "", **named) == []
    assert [act for _, act, _ in await acts(table)] == ["roll"]
    asked = await mod(table, marianne, *ACTS[0][:2])
    assert [control.label for control in offered(asked)] == ["Ask the others"]
    await confirmed(marianne, asked)
    await table.bot.outbox.drain()
    assert "asks to see the secrets of **White**" in text(table.channel.history()[-1])
    assert "is one." in said(await mod(table, marianne, *ACTS[0][:2]))
    await answered(table, table.maxime, "Agree")
    assert "White" in said(await mod(table, marianne, *ACTS[0][:2]))
    assert [act for _, act, _ in await acts(table)] == ["roll", "view"]
    await table.env.advance_time(GRANTED.total_seconds() + 60)
    assert "is one." in said(await mod(table, marianne, *ACTS[0][:2]))


async def test_an_own_seat_and_a_table_that_one_plays_alone_at_are_nobody_elses_matter(
    playing: tuple[Table, MemberActor],
) -> None:
    table, marianne = playing
    marat(table)
    own = {"seat": "blue", "action": "commit 1 nantes", "reason": "r"}
    assert offered(await mod(table, marianne, "act-for", own)) == []
    await sit(table, white=None)
    assert "White" in said(await mod(table, marianne, *ACTS[0][:2]))
    assert [act for _, act, _ in await acts(table)] == ["act-for", "view"]
