"""A moderator who plays leaves what could favour them to one who does not play, or asks the table."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.campaigns.consent import UNCLOCKED
from bot.interactions.mod import COMMANDS
from bot.moderation.impartial import GRANTED, Favours
from bot.store.rows import sights
from tests.bot.undo.test_undo import play
from tests.support.bot_fixtures import Tables
from tests.support.duel import duel, sit
from tests.support.moderated import acts, confirmed, marat, offered
from tests.support.sitters import answered, georges, left, moderator, seat
from tests.support.table import Table, controls, said, text, whispered

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


EVERY: dict[str, dict[str, Any]] = {
    "undo": {"reason": "r"},
    "act-for": {"seat": "white", "action": "commit 5 cholet", "reason": "r"},
    "set": {"edit": "guns white 3", "reason": "r"},
    "roll": {"dice": 1, "reason": "r"},
    "seat": {"seat": "white", "reason": "r"},
    "clock": {"clock": "1h", "reason": "r"},
    "end": {"reason": "r"},
    "move": {"campaign": "1"},
    "view": {"seat": "white", "reason": "r"},
    "overview": {},
    "digest": {},
    "spectators": {"thread": "on"},
    "language": {"language": "fr"},
    "audit": {},
    "export": {},
    "import": {"file": ("record.json", b"{}")},
    "repair": {"reason": "r"},
}

OWN_ACT = {"seat": "blue", "action": "commit 1 nantes"}


def test_each_command_of_mod_declares_whom_it_may_favour_and_is_tried() -> None:
    declared = {command.name: command.extras.get("favours") for command in COMMANDS}
    assert all(isinstance(favours, Favours) for favours in declared.values())
    assert set(declared) == set(EVERY)


async def _game(table: Table) -> tuple[Any, ...]:
    """What a moderator who plays must not change by themselves."""
    campaign = await table.campaign()
    owed = await table.bot.store.deadlines_of(1)
    seen = await table.bot.store.look(partial(sights.of_campaign, campaign_id=1))
    return campaign.state, campaign.seats, campaign.clock, campaign.status, owed, seen


@pytest.mark.parametrize("command", EVERY)
async def test_no_command_lets_a_moderator_who_plays_gain_by_it_alone(
    closed_table: Tables, command: str
) -> None:
    table = await duel(closed_table, clock="48h")
    marianne = moderator(table)
    await sit(table, blue=marianne.id)
    await play(table, "commit 6 cholet")
    before = await _game(table)
    for _attempt in range(2):
        result = await mod(table, marianne, command, EVERY[command])
        for control in offered(result):
            assert result.response is not None
            await marianne.click(result.response.message, custom_id=control.custom_id)
        await table.bot.outbox.drain()
    assert await _game(table) == before


async def test_a_moderator_who_plays_takes_back_and_changes_the_clock_by_leave(
    playing: tuple[Table, MemberActor],
) -> None:
    table, marianne = playing
    await play(table, "commit 6 cholet")
    for command, options in (("undo", {"reason": "a slip"}), ("clock", {"clock": "24h"})):
        await confirmed(marianne, await mod(table, marianne, command, options))
        await table.bot.outbox.drain()
        await answered(table, table.maxime, "Agree")
    assert await table.actions() == ["commit 6 cholet", "undo 0"]
    assert (await table.campaign()).clock == "24h interrupts 6h"


async def test_for_a_player_who_is_silent_a_moderator_who_plays_may_act_after_a_time(
    playing: tuple[Table, MemberActor],
) -> None:
    table, marianne = playing
    name, options, _told = ACTS[1]
    await confirmed(marianne, await mod(table, marianne, name, options))
    await table.bot.outbox.drain()
    await answered(table, marianne, "Agree")
    assert "Only a moderator who does not play can do that, such as <@" in said(
        await mod(table, marianne, name, options)
    )
    await table.sweep(UNCLOCKED.total_seconds() + 60)
    await answered(table, marianne, "Agree")
    await mod(table, marianne, name, options)
    assert await table.actions() == ["commit 6 cholet"]
    # The secrets stay closed.
    assert "Only a moderator who does not play can do that, such as <@" in said(
        await mod(table, marianne, *ACTS[0][:2])
    )


async def test_leave_to_act_for_a_seat_is_not_given_by_whoever_sits_down_in_it_later(
    playing: tuple[Table, MemberActor],
) -> None:
    table, marianne = playing
    name, options, _told = ACTS[1]
    await confirmed(marianne, await mod(table, marianne, name, options))
    await table.bot.outbox.drain()
    await answered(table, table.maxime, "Agree")
    await sit(table, white=georges(table).id)
    assert "Only a moderator who does not play can do that, such as <@" in said(
        await mod(table, marianne, name, options)
    )
    assert await table.actions() == []


@pytest.mark.parametrize("command", [name for name in EVERY if name not in ("roll", "overview", "audit")])
async def test_nobody_gets_up_to_moderate_and_sits_down_again(closed_table: Tables, command: str) -> None:
    table = await duel(closed_table, clock="48h")
    marianne = moderator(table)
    await sit(table, blue=marianne.id)
    await play(table, "commit 6 cholet")
    await left(table, marianne)
    before = await _game(table)
    result = await mod(table, marianne, command, EVERY[command])
    for control in offered(result):
        assert result.response is not None
        await marianne.click(result.response.message, custom_id=control.custom_id)
    await table.bot.outbox.drain()
    assert await _game(table) == before


@pytest.mark.parametrize(
    ("command", "options"),
    [("set", {"edit": "guns white 3"}), ("clock", {"clock": "1h"}), ("undo", {}), ("act-for", OWN_ACT)],
)
async def test_who_has_ruled_on_a_game_sits_down_in_it_only_by_leave(
    closed_table: Tables, command: str, options: dict[str, Any]
) -> None:
    table = await duel(closed_table, clock="48h")
    marianne = moderator(table)
    await play(table, "commit 6 cholet")
    result = await mod(table, marianne, command, {**EVERY[command], **options})
    if offered(result):
        await confirmed(marianne, result)
    await sit(table, white=None)
    told = await seat(table, marianne, "take", seat="white")
    assert f"<@{marianne.id}>, who would play White, has ruled on this game as a moderator" in told
    assert "the others are asked" in told
    assert (await table.campaign()).seats.get("white") is None
    await answered(table, table.camille, "Agree")
    assert (await table.campaign()).seats["white"] == marianne.id


async def test_leave_to_play_after_a_ruling_is_not_leave_to_have_seen_that_seat(closed_table: Tables) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    await confirmed(marianne, await mod(table, marianne, "set", EVERY["set"]))
    await sit(table, white=None)
    await seat(table, marianne, "take", seat="white")
    await answered(table, table.camille, "Agree")
    await left(table, marianne)
    await left(table, table.camille)
    await seat(table, table.camille, "take", seat="white")
    told = await seat(table, marianne, "take", seat="blue")
    assert f"<@{marianne.id}>, who would play Blue, has seen White" in told


EVICTIONS: list[tuple[str, dict[str, Any]]] = [
    ("mod seat", {"seat": "white", "reason": "r"}),
    ("mod seat", {"seat": "white", "user": "louis", "reason": "r"}),
    ("seat replace", {"seat": "white", "user": "louis", "now": True, "reason": "r"}),
    ("seat replace", {"seat": "white", "user": "louis"}),
]


@pytest.mark.parametrize(("command", "options"), EVICTIONS)
async def test_who_has_put_a_player_out_of_a_seat_plays_again_only_by_leave(
    playing: tuple[Table, MemberActor], command: str, options: dict[str, Any]
) -> None:
    table, marianne = playing
    louis = table.guild.add_member(table.env.create_user("louis"))
    own = {"seat": "blue", "user": georges(table), "reason": "r"}
    await marianne.slash(table.channel, "mod seat", **own)
    named = {name: louis if value == "louis" else value for name, value in options.items()}
    changed = await marianne.slash(table.channel, command, **named)
    for control in offered(changed):
        assert changed.response is not None
        await marianne.click(changed.response.message, custom_id=control.custom_id)
    await sit(table, blue=None, white=louis.id)
    answer = await seat(table, marianne, "take", seat="blue")
    assert f"<@{marianne.id}>, who would play Blue, has ruled on this game as a moderator" in answer


async def test_a_moderator_who_fills_a_vacant_seat_has_ruled_on_nothing(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    await sit(table, white=None)
    await mod(table, marianne, "seat", {"seat": "white", "user": georges(table), "reason": "r"})
    await sit(table, blue=None)
    assert "**You play Blue**" in await seat(table, marianne, "take", seat="blue")


async def test_who_was_forgotten_after_a_ruling_may_be_whoever_comes(closed_table: Tables) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    await confirmed(marianne, await mod(table, marianne, "set", EVERY["set"]))
    await sit(table, white=None)
    await marianne.slash(table.channel, "privacy forget")
    forget = await marianne.slash(table.channel, "privacy forget")
    await confirmed(marianne, forget)
    assert "has ruled on this game" in await seat(table, marianne, "take", seat="white")


async def test_who_was_forgotten_after_a_ruling_and_looks_at_the_game_again_has_still_ruled(
    closed_table: Tables,
) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    await confirmed(marianne, await mod(table, marianne, "set", EVERY["set"]))
    await sit(table, white=None)
    await confirmed(marianne, await marianne.slash(table.channel, "privacy forget"))
    await mod(table, marianne, *ACTS[0][:2])
    assert "has ruled on this game" in await seat(table, marianne, "take", seat="white")


@pytest.mark.parametrize(
    ("command", "options", "told"),
    [
        ("view", {"seat": "blue"}, "who would play White, has seen Blue"),
        ("set", {}, "who would play White, has ruled on this game as a moderator"),
    ],
)
async def test_what_the_awaited_player_of_a_seat_saw_or_did_since_needs_leave(
    closed_table: Tables, command: str, options: dict[str, Any], told: str
) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    await sit(table, white=None)
    await marat(table).slash(table.channel, "seat replace", seat="white", user=marianne, reason="r")
    result = await mod(table, marianne, command, {**EVERY[command], **options})
    if offered(result):
        await confirmed(marianne, result)
    assert told in whispered(await answered(table, marianne, "Sit down"))
    assert "white" not in (await table.campaign()).seats
    await answered(table, table.camille, "Agree")
    assert (await table.campaign()).seats["white"] == marianne.id


async def test_leave_after_one_ruling_is_not_leave_after_the_next(closed_table: Tables) -> None:
    table = await duel(closed_table)
    marianne, newcomer = moderator(table), georges(table)
    await confirmed(marianne, await mod(table, marianne, "set", EVERY["set"]))
    await sit(table, white=None)
    await seat(table, marianne, "take", seat="white")
    await answered(table, table.camille, "Agree")
    await left(table, marianne)
    await seat(table, newcomer, "take", seat="white")
    out = await mod(table, marianne, "seat", {"seat": "white", "user": marianne, "reason": "r"})
    assert "who would play White, has ruled on this game" in said(out)
    again = {"edit": "guns white 2", "reason": "r"}
    await confirmed(marianne, await mod(table, marianne, "set", again))
    await left(table, newcomer)
    assert "has ruled on this game" in await seat(table, marianne, "take", seat="white")


async def test_leave_to_have_seen_a_seat_is_not_leave_for_later_looks(
    playing: tuple[Table, MemberActor],
) -> None:
    table, marianne = playing
    await confirmed(marianne, await mod(table, marianne, *ACTS[0][:2]))
    await table.bot.outbox.drain()
    await answered(table, table.maxime, "Agree")
    await table.env.advance_time(GRANTED.total_seconds() + 60)
    await left(table, marianne)
    await mod(table, marianne, *ACTS[0][:2])
    assert "who would play Blue, has seen White" in await seat(table, marianne, "take", seat="blue")


async def test_who_agrees_to_a_replacement_agrees_to_nothing_that_came_later(closed_table: Tables) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    await table.camille.slash(table.channel, "seat replace", seat="white", user=marianne, reason="r")
    await mod(table, marianne, "view", {"seat": "blue", "reason": "r"})
    told = whispered(await answered(table, table.maxime, "Agree"))
    assert f"<@{marianne.id}>, who would play White, has seen Blue. Not everyone" in told
    assert (await table.campaign()).seating["white"].reserved_for is None


async def test_who_agrees_to_a_replacement_agrees_to_what_they_were_told(closed_table: Tables) -> None:
    table = await duel(closed_table)
    newcomer = georges(table)
    saw = partial(sights.saw, campaign_id=1, user_id=newcomer.id, seats=["blue"])
    await table.bot.store.transact(saw, campaign_id=1)
    await table.camille.slash(table.channel, "seat replace", seat="white", user=newcomer, reason="r")
    await table.bot.outbox.drain()
    await answered(table, table.maxime, "Agree")
    await answered(table, newcomer, "Sit down")
    assert (await table.campaign()).seats["white"] == newcomer.id


async def test_who_accepts_a_swap_is_told_first_that_the_other_has_ruled(closed_table: Tables) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    await confirmed(marianne, await mod(table, marianne, "set", EVERY["set"]))
    await sit(table, blue=marianne.id)
    await seat(table, marianne, "swap", other="white")
    warned = await answered(table, table.maxime, "Swap seats")
    told = "who would play White, has ruled on this game as a moderator. Continue anyway?"
    assert told in whispered(warned)
    question = warned.followups[-1].message
    await table.maxime.click(question, custom_id=controls(question)[0].custom_id)
    assert (await table.campaign()).seats == {"blue": table.maxime.id, "white": marianne.id}


@pytest.mark.parametrize(("command", "options"), [("mod seat", {}), ("seat replace", {"now": True})])
async def test_nobody_puts_a_player_out_and_takes_the_seat_without_leave(
    closed_table: Tables, command: str, options: dict[str, Any]
) -> None:
    table = await duel(closed_table)
    marianne = moderator(table)
    wanted = {"seat": "white", "user": marianne, "reason": "r", **options}
    told = said(await marianne.slash(table.channel, command, **wanted))
    assert "who would play White, has ruled on this game as a moderator" in told
    await table.bot.outbox.drain()
    assert (await table.campaign()).seats["white"] == table.maxime.id
    await answered(table, table.camille, "Agree")
    assert (await table.campaign()).seats["white"] == marianne.id


async def test_who_has_left_a_seat_for_another_moderates_again(playing: tuple[Table, MemberActor]) -> None:
    table, marianne = playing
    await left(table, marianne)
    asked = await mod(table, marianne, "clock", {"clock": "24h", "reason": "r"})
    assert said(asked).startswith("You can take Blue again. Only a moderator who does not play can do that")
    assert "You play in this campaign" in said(await mod(table, marianne, "end", {"reason": "r"}))
    await seat(table, georges(table), "take", seat="blue")
    assert "The clock is changed." in said(
        await mod(table, marianne, "clock", {"clock": "24h", "reason": "r"})
    )


@pytest.mark.parametrize("command", ["mod seat", "seat replace"])
async def test_a_seat_that_was_free_is_not_given_by_an_old_button_when_somebody_has_it(
    playing: tuple[Table, MemberActor], command: str
) -> None:
    table, marianne = playing
    newcomer = georges(table)
    saw = partial(sights.saw, campaign_id=1, user_id=newcomer.id, seats=["blue"])
    await sit(table, white=None)
    await table.bot.store.transact(saw, campaign_id=1)
    asked = await marianne.slash(table.channel, command, seat="white", user=newcomer, reason="r")
    assert "has seen Blue. Continue anyway?" in said(asked)
    await sit(table, white=table.maxime.id)
    await table.bot.store.transact(saw, campaign_id=1)
    pressed = await confirmed(marianne, asked)
    assert "The seat has changed hands since then." in whispered(pressed)
    white = (await table.campaign()).seating["white"]
    assert (white.user_id, white.reserved_for) == (table.maxime.id, None)


async def test_no_campaign_is_brought_into_a_channel_that_a_player_cannot_see(closed_table: Tables) -> None:
    table = await duel(closed_table)
    closed = table.guild.create_text_channel(
        "closed", overwrites={table.maxime: discord.PermissionOverwrite(view_channel=False)}
    )
    refused = said(await marat(table).slash(closed, "mod move", campaign="1"))
    assert refused.startswith(f"<@{table.maxime.id}> can't see this channel")
    assert (await table.campaign()).channel_id == table.channel.id


async def test_another_moderator_is_named_and_the_table_may_give_leave(
    playing: tuple[Table, MemberActor],
) -> None:
    table, marianne = playing
    other = marat(table)
    await mod(table, other, "roll", {"dice": 1, "reason": "to be known here"})
    for command, options, _ in (*ACTS, ("set", {"edit": "foot nantes 3", "reason": "r"}, "")):
        refused = await mod(table, marianne, command, options)
        assert f"Only a moderator who does not play can do that, such as <@{other.id}>, unless" in said(
            refused
        )
    # As completions the secrets are not to be had either.
    named = {"seat": "white", "see": True, "reason": "r"}
    assert await marianne.autocomplete(table.channel, "mod act-for", "action", "", **named) == []
    assert [act for _, act, _ in await acts(table)] == ["roll"]
    asked = await mod(table, marianne, *ACTS[0][:2])
    assert [control.label for control in offered(asked)] == ["Ask the others"]
    await confirmed(marianne, asked)
    await table.bot.outbox.drain()
    assert "asks to see the secrets of **White**" in text(table.channel.history()[-1])
    assert "such as <@" in said(await mod(table, marianne, *ACTS[0][:2]))
    await answered(table, table.maxime, "Agree")
    assert "White" in said(await mod(table, marianne, *ACTS[0][:2]))
    assert [act for _, act, _ in await acts(table)] == ["roll", "view"]
    await table.env.advance_time(GRANTED.total_seconds() + 60)
    assert "such as <@" in said(await mod(table, marianne, *ACTS[0][:2]))


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
