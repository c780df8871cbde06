"""A queue of activations at the table: its form, its typed order, and what nobody else learns of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.campaigns import journal
from bot.undo.take_back import Undos
from engines.core.events import GivenFor
from tests.support.duel import opened, panel_of
from tests.support.table import Table, controls, entered, said, text, whispered
from tests.vendee.bot.duel import TITLE, act, advance, asked, in_hand, opening, stand, war

Tables = Callable[..., Awaitable[Table]]

USUAL_STOPS = ["within 1", "after a combat", "after a short march"]
FORM = "Plan next activations …"


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """The operations of March, the Royalists in hand; Republicans may pre-empt and won't."""
    table = await in_hand(closed_table, "royalist")
    await orders(table, table.maxime, "preemption", "decline")
    return table


async def orders(table: Table, actor: MemberActor, kind: str, order: str) -> str:
    """What somebody is told who gives an order."""
    told = said(await actor.slash(table.channel, "orders set", kind=kind, order=order))
    await table.bot.outbox.drain()
    return told


async def listed(table: Table, actor: MemberActor) -> str:
    """Somebody's own orders."""
    return said(await actor.slash(table.channel, "orders list"))


async def form(actor: MemberActor, panel: ResponseMessage) -> InteractionResult:
    """The form, opened from a panel."""
    found = next(control for control in controls(panel.message) if control.label == FORM)
    return await actor.click(panel.message, custom_id=found.custom_id)


def lines(opened_form: InteractionResult) -> dict[str, list[str]]:
    """What stands in the form."""
    shown = entered(opened_form)
    return {"going": str(shown["going"]).splitlines(), "stops": list(shown["stops"])}


async def submitted(
    table: Table, actor: MemberActor, filled: InteractionResult, going: str, stops: list[str]
) -> ResponseMessage:
    """The panel after the form."""
    result = await actor.submit_modal(filled, {"going": going, "stops": stops})
    await table.bot.outbox.drain()
    return panel_of(result)


def public(table: Table) -> str:
    """What everybody reads."""
    return "\n".join(text(message) for message in table.channel.history() if not message.flags.ephemeral)


async def sources(table: Table) -> list[tuple[str, str, str]]:
    """Who did what, and why."""
    return [(entry.seat, entry.action, entry.source) for entry in (await table.record()).journal]


async def test_a_queue_is_written_on_a_form_and_goes_at_once_as_far_as_it_can(table: Table) -> None:
    """It begins with what the automatic player would do where nobody is."""
    panel = await opened(table, table.camille)
    before = await form(table.camille, panel)
    assert lines(before)["stops"] == USUAL_STOPS
    assert lines(before)["going"]
    going = "Cathelineau to Trementines\nhand over\nmortagne to cholet\nhand over"
    kept = await submitted(table, table.camille, before, going, USUAL_STOPS)
    assert "Only you know." in text(kept.message)
    assert await sources(table) == [
        ("royalist", "move cholet > trementines with all", "order"),
        ("republican", "decline", "order"),
        ("royalist", "end", "order"),
        ("royalist", "pass", "order"),
    ]
    assert (await asked(table)).seat == "republican"
    # What is left is shown to its owner, also while the others are asked, and can be changed.
    waiting = await opened(table, table.camille)
    assert "📋 Activate Mortagne. Go to Cholet. Hand over." in text(waiting.message)
    assert "Activate Mortagne." in await listed(table, table.camille)
    again = await form(table.camille, waiting)
    assert lines(again) == {"going": ["Mortagne to Cholet", "hand over"], "stops": USUAL_STOPS}
    emptied = await submitted(table, table.camille, again, "", [])
    assert "No activations are queued." in text(emptied.message)


async def test_nobody_else_reads_of_a_queue_nor_that_it_has_answered(table: Table) -> None:
    await orders(table, table.camille, "next", "cholet to trementines; hand over; mortagne to cholet")
    assert {source for _seat, _action, source in await sources(table)} == {"order"}
    rows = await table.bot.store.journal(1)
    for row in rows[1:]:
        events = journal.read_events(TITLE, row.events)
        told = {seat: TITLE.redact_all(events, seat) for seat in (None, *TITLE.seats)}
        by = [seat for seat in told if any(isinstance(event, GivenFor) for event in told[seat])]
        assert by == [row.seat]
    theirs = await opened(table, table.maxime)
    assert "order" not in public(table) + text(theirs.message)
    assert "📋" not in text(theirs.message)
    assert "Mortagne" not in await listed(table, table.maxime)


async def test_a_line_that_cannot_be_read_keeps_nothing(table: Table) -> None:
    filled = await form(table.camille, await opened(table, table.camille))
    wrong = await submitted(table, table.camille, filled, "Nobody to Cholet", [])
    assert "`AREA to AREA`" in text(wrong.message)
    assert await sources(table) == []
    assert "Only you know" not in await listed(table, table.camille)


async def test_a_queue_says_for_what_it_waits_and_why_it_has_stopped(closed_table: Tables) -> None:
    position = opening("royalist").points("coron", saumur=3)
    table = await in_hand(closed_table, "royalist")
    await stand(table, position.state)
    await orders(table, table.camille, "next", "cholet to coron")
    panel = await opened(table, table.camille)
    assert "**Your queue waits: the enemy is in Coron.**" in text(panel.message)
    await orders(table, table.camille, "next", "cholet to nantes")
    panel = await opened(table, table.camille)
    assert "**Your queue waits: Cholet to Nantes is not possible in one activation.**" in text(panel.message)

    # Why it has stopped is said first: of a long queue the rest is cut.
    await stand(table, opening("republican").points("vihiers", saumur=3).state)
    long = "cholet to trementines with all but 1; hand over; mortagne to cholet; charette to machecoul"
    await orders(table, table.camille, "next", long)
    await act(table, "move vihiers > coron with all")
    await table.bot.outbox.drain()
    panel = await opened(table, table.camille)
    assert "**Stopped: the enemy has come to Coron.**" in text(panel.message)


async def test_what_is_taken_back_stops_a_queue_which_does_not_do_it_again(closed_table: Tables) -> None:
    table = await war(closed_table)
    await advance(table, "operations", "royalist")
    before = len(await sources(table))
    await orders(table, table.camille, "next", "hand over; cholet to trementines; hand over; stop never")
    assert ("royalist", "pass", "order") in await sources(table)
    version = (await table.campaign()).version
    undos = Undos(table.bot.campaigns)
    await undos.take_back(1, version, before, user_id=table.camille.id, source="moderator")
    assert (await asked(table)).seat == "royalist"
    told = await listed(table, table.camille)
    assert "Go to Trémentines." in told
    assert "**Stopped: something was taken back or corrected.**" in told
    assert (await table.record()).journal[-1].kind == "undo"
    # Back to before the operations nothing of it is left.
    version = (await table.campaign()).version
    await undos.take_back(1, version, 0, user_id=table.camille.id, source="moderator")
    assert "Trémentines" not in await listed(table, table.camille)


async def test_a_form_that_was_left_open_is_not_taken_for_a_later_month(table: Table) -> None:
    filled = await form(table.camille, await opened(table, table.camille))
    await stand(table, opening("royalist").turn(2).state)
    answer = await table.camille.submit_modal(filled, {"going": "Cholet to Trementines", "stops": []})
    assert "The board has changed, so you can't enter that any more." in whispered(answer)
    assert await sources(table) == []
    # One that is opened now is for this month, also where something has happened in it.
    filled = await form(table.camille, await opened(table, table.camille))
    await act(table, "move mortagne > cholet with all")
    await act(table, "end")
    await submitted(table, table.camille, filled, "Cholet to Trementines", [])
    assert ("royalist", "move cholet > trementines with all", "order") in await sources(table)
