"""A question that one answer is left to, asked all the same to tell nothing, answers itself after a while."""

from __future__ import annotations

from random import Random

from bot.pauses.empty import LEAST, MOST
from tests.support.bot_fixtures import Tables
from tests.support.duel import door, opened
from tests.support.table import Table, said, text
from tests.vendee.bot.duel import TITLE, act, asked, player, war
from tests.vendee.bot.games import fierce


async def empty(table: Table) -> str:
    """Fight on to a march to the guns that nobody can make; gives the seat that is asked."""
    chooser = Random("march")
    for _ in range(150):
        state, decision = await table.state(), await asked(table)
        legal = TITLE.legal_actions(state, decision.seat)
        if decision.interrupt and len(legal) == 1:
            return decision.seat
        bold = [action for action in legal if fierce(state, decision.seat, action)]
        action = bold[0] if bold else TITLE.suggest(state, decision.seat, chooser)
        assert action is not None
        await act(table, TITLE.notation(action))
    raise AssertionError("there was always a choice")


async def test_it_answers_itself_after_a_time_that_tells_nothing_and_looks_like_any_answer(
    closed_table: Tables,
) -> None:
    table = await war(closed_table, seed="e2", clock="48h interrupts 12h")
    await table.goes_on()
    seat = await empty(table)
    before = len(await table.actions())
    panel = await opened(table, player(table, seat))
    assert text(panel.message).count("answers itself") == 1
    assert "Otherwise it answers itself in a few minutes." in text(panel.message)
    # The other deadline would contradict it.
    assert "due <t:" not in text(panel.message)
    await table.bot.outbox.drain()
    # The public is told the same of every such question, whether there is a choice or not.
    assert "Otherwise the default is used." in text(door(table))
    assert "*Usual orders* answers this now" in text(panel.message)
    await table.sweep()
    await table.sweep(LEAST.total_seconds() - 60)
    assert len(await table.actions()) == before, "at once would tell that nobody could"
    await table.sweep((MOST - LEAST).total_seconds() + 60)
    assert (await table.actions())[before] == "decline"
    row = (await table.bot.store.journal(1))[before + 1]
    holder = (await table.campaign()).seats[seat]
    assert (row.seat, row.source, row.user_id) == (seat, "forced", holder)
    assert (await table.verify()).entries == len(await table.actions())
    told = said(await table.camille.slash(table.channel, "campaign undo"))
    assert "nothing was left" not in told


async def test_who_likes_to_answers_it_themselves(closed_table: Tables) -> None:
    table = await war(closed_table, seed="e2")
    await table.goes_on(off=True)
    await empty(table)
    before = len(await table.actions())
    for seconds in (0, 2 * MOST.total_seconds()):
        await table.sweep(seconds)
    assert len(await table.actions()) == before
