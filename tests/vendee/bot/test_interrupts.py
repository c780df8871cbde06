"""Whatever interrupts a turn in the Vendée asks the right person, with a clock, orders and a default."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.games.registry import presenter_of
from tests.support.bot_fixtures import Tables
from tests.support.clocked import contents, hours_pass, pinged, rows
from tests.support.duel import opened
from tests.support.table import Table, text
from tests.vendee.bot.duel import TITLE, act, asked, player
from tests.vendee.bot.games import twins
from tests.vendee.bot.positions import ASKED, Asking, Prepared, at_table, give, prepared

every_kind = pytest.mark.parametrize("asking", ASKED, ids=[asking.name for asking in ASKED])

SHORT = timedelta(hours=6)
"""What an interrupt is allowed at these tables; a turn has two days."""


async def brought_about(tables: Tables, asking: Asking) -> tuple[Table, Prepared]:
    """A table at which the question was just put."""
    ready = prepared(asking)
    table = await at_table(tables, ready)
    await done(table, asking)
    return table, ready


async def done(table: Table, asking: Asking) -> None:
    """The side in hand does what brings the question about."""
    await table.bot.campaigns.take(1, player(table, asking.actor).id, asking.action, seat=asking.actor)
    await table.bot.outbox.drain()


def notices(table: Table) -> list[dict[str, Any]]:
    """What was said to those who are asked."""
    return [post for post in table.posts() if str(post.get("content", "")).startswith("📣")]


@every_kind
async def test_whoever_is_asked_is_told_once_with_a_short_clock_and_the_other_sees_it(
    closed_table: Tables, asking: Asking
) -> None:
    table, ready = await brought_about(closed_table, asking)
    holder, name = player(table, asking.asked), TITLE.seat_names[asking.asked]
    due = f"due {discord.utils.format_dt(table.env.now() + SHORT, 'R')}"

    (said,) = [post["content"] for post in notices(table)]
    assert said.startswith(f"📣 {holder.mention} (**{name}**): {ready.decision.prompt}, {due}.")
    assert pinged(table, said) == [holder.id]
    assert {(row.seat, row.kind, row.interrupt) for row in (await rows(table)).values()} == {
        (asking.asked, asking.kind, True)
    }
    panel = await opened(table, player(table, asking.actor))
    assert f"Waiting for **{name}**, {holder.mention} · {due}" in text(panel.message)
    assert any(f"{holder.mention} · {due}" in text(card) for card in table.cards())


@every_kind
async def test_the_usual_orders_answer_in_the_same_commit_and_nobody_is_called(
    closed_table: Tables, asking: Asking
) -> None:
    ready = prepared(asking)
    table = await at_table(closed_table, ready)
    await give(table, asking.asked, TITLE.orders_in(TITLE.order_sets[0], asking.asked))
    version = (await table.campaign()).version
    await done(table, asking)
    assert (await table.campaign()).version == version + 1
    answers = (await table.bot.store.journal(1))[2:]
    assert answers[0].seat == asking.asked
    assert {(row.source, row.user_id) for row in answers} == {("order", None)}
    assert not [post for post in notices(table) if player(table, asking.asked).mention in post["content"]]


@every_kind
async def test_silence_comes_to_the_default(closed_table: Tables, asking: Asking) -> None:
    table, ready = await brought_about(closed_table, asking)
    action = TITLE.fallback(ready.after, ready.decision)
    assert action is not None
    await hours_pass(table, SHORT / timedelta(hours=1) - 1)
    assert len(await table.actions()) == 1
    await hours_pass(table, 1)
    answer, *later = (await table.bot.store.journal(1))[2:]
    # After dice the seat has a new clock.
    decided = [row for row in (answer, *later) if row.source == "default"]
    assert not any(row.draws for row in decided[:-1])
    assert (answer.seat, answer.action, answer.source) == (asking.asked, TITLE.notation(action), "default")
    holder = player(table, asking.asked).mention
    name = TITLE.seat_names[asking.asked]
    assert [post["content"] for post in table.posts()].count(
        f"⏳ {holder} (**{name}**) ran out of time. The default was used."
    ) == 1


@every_kind
def test_nothing_that_everybody_reads_of_a_question_hangs_on_a_secret(asking: Asking) -> None:
    ready = prepared(asking)
    words = presenter_of(TITLE)
    told = (ready.decision.prompt, words.due(ready.after, asking.asked))
    others = list(twins(ready.after, None))
    assert others
    for twin in others:
        (decision,) = TITLE.decisions(twin)
        assert (decision.prompt, words.due(twin, asking.asked)) == told


async def test_a_side_in_hand_makes_its_own_choices_of_combat_whatever_it_has_ordered(
    closed_table: Tables,
) -> None:
    asking = next(asking for asking in ASKED if asking.kind == "march" and asking.asked == "royalist")
    position = asking.position()
    position.points("les-aubiers", saumur=3).general("menou", "les-aubiers")
    ready = prepared(asking._replace(position=lambda: position, asked="republican"))
    table = await at_table(closed_table, ready)
    await give(table, "republican", {"march": "never"})
    await done(table, asking)
    assert [decision.kind for decision in TITLE.decisions(await table.state())] == ["march"]
    assert len(await table.actions()) == 1


async def beaten(tables: Tables) -> Table:
    """A table at which the Royalists are asked for losses, and for a retreat after them."""
    asking = next(asking for asking in ASKED if asking.kind == "losses")
    ready = prepared(asking, then=("lose auto", "retreat"))
    table = await at_table(tables, ready)
    await done(table, asking)
    return table


async def test_who_goes_on_answering_is_called_once(closed_table: Tables) -> None:
    table = await beaten(closed_table)
    await table.bot.campaigns.take(1, table.camille.id, "lose auto")
    await table.bot.outbox.drain()
    assert [decision.kind for decision in TITLE.decisions(await table.state())] == ["retreat"]
    assert len(notices(table)) == 1


async def test_who_is_asked_on_after_a_silence_is_pinged_once_for_both(closed_table: Tables) -> None:
    table = await beaten(closed_table)
    before = len(contents(table))
    await hours_pass(table, SHORT / timedelta(hours=1))
    after = [said for said in contents(table)[before:] if not said.startswith("🔔")]
    assert [said[0] for said in after] == ["⏳", "📣"]
    assert [pinged(table, said) for said in after] == [[], [table.camille.id]]


async def test_a_combat_leaves_no_more_in_the_channel_than_the_card_and_who_is_asked(
    closed_table: Tables,
) -> None:
    table = await beaten(closed_table)
    while any(decision.interrupt for decision in TITLE.decisions(await table.state())):
        action = TITLE.fallback(await table.state(), await asked(table))
        assert action is not None
        await act(table, TITLE.notation(action))
        await table.bot.outbox.drain()
    (said,) = [message for message in table.channel.history() if not message.flags.components_v2]
    assert said.content.startswith(f"📣 {table.maxime.mention}")


async def test_who_has_no_orders_is_told_how_such_questions_are_answered_beforehand(
    closed_table: Tables,
) -> None:
    table = await beaten(closed_table)
    (asked_for,) = notices(table)
    assert asked_for["content"].endswith(
        "\n-# `/orders usual` answers such questions for you, so that nobody has to wait."
    )


async def test_who_has_orders_is_told_nothing_of_them(closed_table: Tables) -> None:
    asking = next(asking for asking in ASKED if asking.kind == "losses")
    table = await at_table(closed_table, prepared(asking))
    await give(table, "royalist", {"retreat": "auto"})
    await done(table, asking)
    (asked_for,) = notices(table)
    assert "/orders" not in asked_for["content"]
