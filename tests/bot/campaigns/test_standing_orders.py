"""Standing orders: a seat answers beforehand, in private, and the log says so afterwards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.campaigns.table import of
from bot.store.rows import orders
from engines.core.record import digest, verify
from tests.outposts.game.engine.title import Outposts
from tests.support.duel import door, duel, opened, play_out, played
from tests.support.table import Table, said, text

Tables = Callable[..., Awaitable[Table]]

ATTACK = "move clisson > mortagne with foot:3"
SAID_AFTERWARDS = "📜 A standing order or the default answers for White."


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A table with a campaign of two sides: Camille is Blue, Maxime is White."""
    return await duel(closed_table)


async def marching(table: Table) -> None:
    """Both have committed, and Blue marches first."""
    await table.bot.campaigns.take(1, table.camille.id, "commit 6 clisson")
    await table.bot.campaigns.take(1, table.maxime.id, "commit 1 cholet")
    await table.bot.outbox.drain()


async def give(table: Table, order: str, kind: str = "answer") -> str:
    """What Maxime is told when he gives an order."""
    return said(await table.maxime.slash(table.channel, "orders set", kind=kind, order=order))


async def kept(table: Table) -> dict[tuple[str, str], str]:
    """The orders as they are stored."""
    return await table.bot.store.look(partial(orders.of_campaign, campaign_id=1))


async def test_an_order_is_kept_and_told_to_its_seat_alone(table: Table) -> None:
    told = await table.maxime.slash(table.channel, "orders set", kind="answer", order="retreat below 3")
    assert said(told) == (
        "Order saved for **White** · When a stack is attacked (6.1): `retreat below 3`. "
        "Only you see it. `/orders revoke` takes it back."
    )
    assert told.response is not None
    assert told.response.ephemeral
    assert await kept(table) == {("white", "answer"): "retreat below 3"}
    mine = said(await table.maxime.slash(table.channel, "orders list"))
    assert mine.split("\n")[:3] == [
        "**White**",
        "- When a stack is attacked (6.1): `retreat below 3`",
        "- No order, so you are asked (`ask me`): Which units are lost (7.3).",
    ]
    theirs = said(await table.camille.slash(table.channel, "orders list"))
    assert "retreat" not in theirs
    assert "White" not in theirs


async def test_an_interrupt_is_answered_in_the_commit_that_caused_it(table: Table) -> None:
    await give(table, "retreat")
    await marching(table)
    version = (await table.campaign()).version
    panel = await opened(table, table.camille)

    result = await played(panel, table.camille, ATTACK)

    assert (await table.campaign()).version == version + 1
    attack, answer = (await table.bot.store.journal(1))[-2:]
    assert (attack.seat, attack.source, attack.user_id) == ("blue", "player", table.camille.id)
    assert (answer.seat, answer.source, answer.user_id) == ("white", "order", None)
    assert answer.action.startswith("retreat ")
    assert result.response is not None
    assert SAID_AFTERWARDS in text(result.response.message)
    assert SAID_AFTERWARDS in text(door(table))
    assert "White** gives way" in text(door(table))
    assert digest(await table.state()) == answer.digest
    await table.verify()


async def test_nothing_of_an_order_appears_before_it_answers(table: Table) -> None:
    await marching(table)
    before = [text(card) for card in table.cards()]
    posts = len(table.posts())
    await give(table, "retreat below 3")
    await table.bot.outbox.drain()
    assert [text(card) for card in table.cards()] == before
    assert len(table.posts()) == posts
    for command in ("campaign status", "campaign log", "campaign view"):
        assert "retreat" not in said(await table.camille.slash(table.channel, command)).casefold()


async def test_an_order_answers_at_once_what_its_seat_is_asked_already(table: Table) -> None:
    await marching(table)
    await table.bot.campaigns.take(1, table.camille.id, ATTACK)
    told = await give(table, "stand")
    assert "You were being asked exactly that, so the order has already answered:" in told
    assert SAID_AFTERWARDS in told
    last = next(row for row in await table.bot.store.journal(1) if row.action == "stand")
    assert (last.seat, last.source, last.user_id) == ("white", "order", None)
    assert await kept(table) == {("white", "answer"): "stand"}


async def test_an_order_of_another_kind_leaves_what_is_asked_open(table: Table) -> None:
    await marching(table)
    await table.bot.campaigns.take(1, table.camille.id, ATTACK)
    before = await table.snapshot()
    await give(table, "auto", kind="loss")
    assert await table.snapshot() == before


@pytest.mark.parametrize("typed", ["retreat below 12", "  Retreat   BELOW 12 "])
async def test_a_free_form_is_read_however_it_is_typed(table: Table, typed: str) -> None:
    await give(table, typed)
    assert await kept(table) == {("white", "answer"): "retreat below 12"}


async def test_a_newer_order_takes_the_place_of_the_older(table: Table) -> None:
    await give(table, "retreat")
    await give(table, "stand")
    assert await kept(table) == {("white", "answer"): "stand"}


async def test_a_revoked_order_answers_nothing(table: Table) -> None:
    await give(table, "retreat")
    told = said(await table.maxime.slash(table.channel, "orders revoke", kind="answer"))
    assert told == (
        "**White** · When a stack is attacked (6.1): the order "
        "`retreat` is taken back. You will be asked again."
    )
    await marching(table)
    await table.bot.campaigns.take(1, table.camille.id, ATTACK)
    assert (await table.actions())[-1] == ATTACK
    assert await kept(table) == {}


@pytest.mark.parametrize("revoked", [True, False])
async def test_orders_count_as_they_are_when_the_action_is_done(table: Table, *, revoked: bool) -> None:
    campaigns = table.bot.campaigns
    await marching(table)
    if revoked:
        await give(table, "retreat")
    campaign, around, _card = await of(table.bot.store, 1)
    meant = campaigns.meant(campaign, "blue", ATTACK)._replace(around=around)

    if revoked:
        await table.maxime.slash(table.channel, "orders revoke", kind="answer")
    else:
        await give(table, "retreat")
    await campaigns.go_through(meant, table.camille.id)

    last = (await table.bot.store.journal(1))[-1]
    assert (last.seat, last.source) == (("blue", "player") if revoked else ("white", "order"))


async def test_ask_me_is_no_order(table: Table) -> None:
    await give(table, "retreat")
    assert "is taken back" in await give(table, "ask me")
    assert await kept(table) == {}
    assert "there was no order" in await give(table, "ask me")


async def test_a_kind_is_known_by_words_of_its_summary(table: Table) -> None:
    assert "When a stack is attacked (6.1): `retreat below 3`" in await give(
        table, "retreat below 3", "Stack is attacked"
    )
    assert await kept(table) == {("white", "answer"): "retreat below 3"}


@pytest.mark.parametrize(
    ("kind", "order", "answer"),
    [
        ("answer", "run", "'run' is not a standing order for answer"),
        ("answer", "<@1> **x**", "is not a standing order for answer"),
        ("march", "pass", "Outposts has no standing orders for 'march'. It has them for `answer`"),
    ],
)
async def test_what_is_no_order_is_refused_in_a_sentence(
    table: Table, kind: str, order: str, answer: str
) -> None:
    assert answer in await give(table, order, kind)
    assert await kept(table) == {}


async def test_orders_are_given_for_one_s_own_seats_only(table: Table) -> None:
    refused = await table.maxime.slash(
        table.channel, "orders set", kind="answer", order="retreat", seat="blue"
    )
    assert said(refused) == "You don't hold that seat. Your seats here: White."
    assert await kept(table) == {}


async def test_a_spectator_has_no_orders(table: Table) -> None:
    watcher = table.guild.add_member(table.env.create_user("watcher"))
    for command, options in (
        ("orders list", {}),
        ("orders set", {"kind": "answer", "order": "stand"}),
        ("orders revoke", {"kind": "answer"}),
    ):
        assert "You can watch this campaign, but not play in it:" in said(
            await watcher.slash(table.channel, command, **options)
        )


async def test_kinds_and_forms_are_offered(table: Table) -> None:
    kinds = await table.maxime.autocomplete(table.channel, "orders set", "kind", "")
    assert [(kind["name"], kind["value"]) for kind in kinds] == [
        ("When a stack is attacked (6.1)", "answer"),
        ("Which units are lost (7.3)", "loss"),
    ]
    forms = await table.maxime.autocomplete(table.channel, "orders set", "order", "", kind="answer")
    assert [form["value"] for form in forms] == ["stand", "guns", "retreat", "retreat below 3", "ask me"]


async def test_a_game_without_interrupts_says_that_it_has_no_orders(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    await table.new()
    expected = "Levée en Masse never asks you anything outside your turn, so it has no standing orders."
    assert said(await table.camille.slash(table.channel, "orders list")) == expected
    given = await table.camille.slash(table.channel, "orders set", kind="answer", order="stand")
    assert said(given) == expected
    assert await table.camille.autocomplete(table.channel, "orders set", "kind", "") == []


async def test_a_whole_game_with_orders_on_both_sides_asks_nobody_out_of_turn(table: Table) -> None:
    for actor in (table.camille, table.maxime):
        for kind, order in (("answer", "retreat below 3"), ("loss", "auto")):
            await actor.slash(table.channel, "orders set", kind=kind, order=order)
    await play_out(table, seed="orders")
    journal = await table.bot.store.journal(1)
    interrupts = [row for row in journal if row.action.split(" ")[0] in ("stand", "guns", "retreat", "lose")]
    assert interrupts
    assert {(row.source, row.user_id) for row in interrupts} == {("order", None)}
    record = await table.record()
    assert verify(Outposts(), record).outcome is not None
    assert {entry.source for entry in record.journal} == {"player", "order"}
