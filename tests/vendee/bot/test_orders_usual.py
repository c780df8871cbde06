"""`/orders` in the Vendée: many kinds, forms with names in them, and the usual ones in one go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.store.rows import orders
from tests.support.duel import duel, opened, panel_of, sit
from tests.support.table import Control, Table, controls, said, text
from tests.vendee.bot.duel import TITLE, war
from tests.vendee.bot.positions import ASKED, at_table, prepared

Tables = Callable[..., Awaitable[Table]]

USUAL = TITLE.order_sets[0]


@pytest.fixture
async def table(closed_table: Tables) -> Table:
    """A war: Camille leads the Royalists, Maxime the Republicans."""
    return await war(closed_table)


async def kept(table: Table, seat: str = "royalist") -> dict[str, str]:
    """The orders of a seat as they are stored."""
    found = await table.bot.store.look(partial(orders.of_campaign, campaign_id=1))
    return {kind: text for (whose, kind), text in found.items() if whose == seat}


async def set_(table: Table, kind: str, order: str, **options: Any) -> str:
    """What Camille is told when she gives an order."""
    return said(await table.camille.slash(table.channel, "orders set", kind=kind, order=order, **options))


async def offered(table: Table, option: str, typed: str, command: str = "set", **others: Any) -> list[str]:
    """What Camille is offered."""
    found = await table.camille.autocomplete(table.channel, f"orders {command}", option, typed, **others)
    return [str(choice["value"]) for choice in found]


async def shown(table: Table, **options: Any) -> InteractionResult:
    """The preview that Camille gets."""
    return await table.camille.slash(table.channel, "orders usual", **options)


def button(result: InteractionResult) -> Control | None:
    """The second press of a preview."""
    assert result.response is not None
    return next(iter(controls(result.response.message)), None)


async def pressed(result: InteractionResult, actor: MemberActor) -> InteractionResult:
    """What comes of the second press."""
    assert result.response is not None
    control = button(result)
    assert control is not None
    return await actor.click(result.response.message, custom_id=control.custom_id)


async def test_the_usual_orders_are_shown_before_they_are_given(table: Table) -> None:
    result = await shown(table)
    expected = TITLE.orders_in(USUAL, "royalist")
    lines = said(result).splitlines()
    for kind in TITLE.order_kinds:
        told = [line for line in lines if line.startswith(f"- {kind.summary} ({kind.case}): ")]
        assert len(told) == (kind.kind in expected)
        assert all(line.endswith(f" `{expected[kind.kind]}`") for line in told)
    assert result.response is not None
    assert result.response.ephemeral
    control = button(result)
    assert control is not None
    assert control.label == f"Give {len(expected)} orders"
    assert await kept(table) == {}


async def test_a_second_press_gives_them(table: Table) -> None:
    result = await pressed(await shown(table), table.camille)
    expected = TITLE.orders_in(USUAL, "royalist")
    assert await kept(table) == expected
    assert result.response is not None
    assert f"\n📜 {len(expected)} orders given. `/orders list`" in text(result.response.message)
    assert await kept(table, "republican") == {}


async def test_orders_of_one_s_own_stay(table: Table) -> None:
    await set_(table, "march", "never")
    result = await shown(table)
    assert "You keep these orders (`replace` replaces them):\n- March" in said(result)
    await pressed(result, table.camille)
    assert await kept(table) == {**TITLE.orders_in(USUAL, "royalist"), "march": "never"}


async def test_orders_of_one_s_own_give_way_where_that_is_wanted(table: Table) -> None:
    await set_(table, "march", "never")
    await pressed(await shown(table, replace=True), table.camille)
    assert await kept(table) == TITLE.orders_in(USUAL, "royalist")


async def test_where_all_are_had_already_there_is_nothing_to_press(table: Table) -> None:
    await pressed(await shown(table), table.camille)
    again = await shown(table)
    assert button(again) is None
    assert said(again).endswith("There are no orders to give.")


async def test_what_was_shown_twice_is_given_once(table: Table) -> None:
    first, second = await shown(table), await shown(table)
    await pressed(first, table.camille)
    late = await pressed(second, table.camille)
    assert late.response is not None
    assert "**Royalists** already has orders for all of that." in text(late.response.message)


async def test_another_set_is_chosen_by_id_or_name(table: Table) -> None:
    careful = next(found for found in TITLE.order_sets if found.id == "careful")
    assert await offered(table, "set", "", "usual") == [found.id for found in TITLE.order_sets]
    assert await offered(table, "set", "ask me", "usual") == ["careful"]
    await pressed(await shown(table, set="Ask me about combats"), table.camille)
    assert await kept(table) == TITLE.orders_in(careful, "royalist")


async def test_a_set_that_does_not_exist_is_refused_with_those_that_do(table: Table) -> None:
    told = said(await shown(table, set="bold"))
    assert told.startswith("For God and For the King has no such set of orders. It has `usual` (The usual), ")


async def test_who_has_left_the_seat_meanwhile_gives_no_orders(table: Table) -> None:
    result = await shown(table)
    await sit(table, royalist=table.maxime.id, republican=table.camille.id)
    refused = await pressed(result, table.camille)
    told = text(refused.followups[-1].message)
    assert told == "You don't hold that seat. Your seats here: Republicans."
    assert await kept(table) == await kept(table, "republican") == {}


async def test_the_usual_orders_answer_what_is_asked_already(closed_table: Tables) -> None:
    asking = next(asking for asking in ASKED if asking.kind == "preemption" and asking.asked == "royalist")
    table = await at_table(closed_table, prepared(asking), clock="none")
    await table.bot.campaigns.take(1, table.maxime.id, asking.action, seat="republican")
    result = await pressed(await shown(table), table.camille)
    assert result.response is not None
    told = text(result.response.message)
    assert told.index("**Royalists** do not pre-empt") < told.index("orders given. `/orders list`")
    assert (await table.actions())[-1] == "decline"


async def test_a_game_without_sets_says_so(closed_table: Tables) -> None:
    table = await duel(closed_table)
    assert said(await shown(table)) == (
        "Outposts has no ready-made set of orders. `/orders set` gives single orders."
    )


async def test_orders_are_offered_with_names_while_they_are_typed(table: Table) -> None:
    forms = await offered(table, "order", "", kind="retreat")
    assert forms[0] == "auto"
    assert forms[-1] == "ask me"
    assert not [form for form in forms if form != form.lower()]
    assert await offered(table, "order", "prefer chol", kind="retreat") == ["prefer cholet"]


async def test_only_what_one_s_seat_is_ever_asked_is_offered(table: Table) -> None:
    kinds = await offered(table, "kind", "")
    assert kinds == [kind.kind for kind in TITLE.order_kinds if kind.concerns("royalist")]
    assert "committee" not in kinds
    choices = await table.camille.autocomplete(table.channel, "orders set", "kind", "preempt")
    explained = "Pre-empt an activation, once a phase (2.4): 'near' is in an area or next to it"
    assert explained in [choice["name"] for choice in choices]
    told = await set_(table, "committee", "auto")
    assert told.startswith(
        "**Royalists** is never asked for `committee`. It can have orders for `preemption` ("
    )


async def test_a_form_is_not_an_order_until_a_name_is_put_in(table: Table) -> None:
    assert await set_(table, "retreat", "prefer AREA") == (
        "`prefer AREA` is only a pattern. Put a name in place of AREA. Names are suggested as you type."
    )
    assert await kept(table) == {}


async def test_what_cannot_be_read_is_answered_with_the_forms(table: Table) -> None:
    told = await set_(table, "withdraw", "flee")
    assert "'flee' is not a standing order for withdraw" in told
    assert "withdraw 2 if at most 1:1" in told
    assert "'atlantis' is not an area" in await set_(table, "retreat", "prefer atlantis")
    assert await kept(table) == {}


async def test_an_order_that_grows_too_long_with_its_names_is_refused(table: Table) -> None:
    areas = ", ".join(sorted(TITLE.box.ground.area)[:60])
    told = await set_(table, "retreat", f"prefer {areas}"[:399].rpartition(",")[0])
    assert told.startswith("Order saved for")
    short = ", ".join(area[:9] for area in sorted(TITLE.box.ground.area) if len(area) > 14)
    told = await set_(table, "retreat", f"prefer {', '.join([short] * 6)}"[:400].rpartition(",")[0])
    assert "longer than 400 characters. Name fewer units." in told


async def test_the_list_says_what_is_answered_and_what_is_asked(table: Table) -> None:
    await set_(table, "losses", "smallest first")
    told = said(await table.camille.slash(table.channel, "orders list"))
    name, unsaid, first, asked, foot = told.split("\n")
    assert name == "**Royalists**"
    # Nobody has given it: it goes without saying, until they want to be asked each time.
    assert unsaid.endswith(
        "You are asked where a stack of yours is at most three areas from theirs or within their reach. "
        "`ask me near`"
    )
    assert "Pre-empt" not in asked
    assert "`ask me`" in await set_(table, "preemption", "ask me")
    assert (await kept(table))["preemption"] == "ask me"
    revoked = await table.camille.slash(table.channel, "orders revoke", kind="preemption")
    assert "`ask me` is taken back. You are asked where a stack of yours" in said(revoked)
    assert first.endswith(" (4.1): The smallest come first. `smallest first`")
    assert asked.startswith("- No order, so you are asked (`ask me`): ")
    assert foot.endswith("`/orders usual` gives all the usual ones at once.")


async def test_the_list_with_all_orders_of_both_sides_fits_a_message(closed_table: Tables) -> None:
    table = await closed_table()
    await table.start()
    await table.bot.campaigns.new(table.wish()._replace(title="vendee"))
    for seat in TITLE.seats:
        await pressed(await shown(table, seat=seat, set="away"), table.camille)
    told = said(await table.camille.slash(table.channel, "orders list"))
    assert "more line" not in told


async def test_all_orders_are_taken_back_at_once(table: Table) -> None:
    await set_(table, "losses", "auto")
    await set_(table, "retreat", "auto")
    assert await offered(table, "kind", "", "revoke") == ["losses", "retreat", "all"]
    told = said(await table.camille.slash(table.channel, "orders revoke", kind="all"))
    assert told == "**Royalists**: 2 orders taken back. You will be asked again."
    assert await kept(table) == {}
    told = said(await table.camille.slash(table.channel, "orders revoke", kind="all"))
    assert told == "**Royalists**: there were no orders. You will be asked."


async def test_nothing_of_an_order_is_seen_by_the_other_side(table: Table) -> None:
    posts = len(table.posts())
    await pressed(await shown(table), table.camille)
    await table.bot.outbox.drain()
    assert len(table.posts()) == posts
    theirs = said(await table.maxime.slash(table.channel, "orders list"))
    assert theirs.partition("-#")[0].count("`") == len("````")
    assert "`ask me near`" in theirs


async def test_whoever_is_asked_out_of_turn_is_offered_the_usual_orders_until_they_have_some(
    closed_table: Tables,
) -> None:
    asking = next(each for each in ASKED if each.kind == "preemption" and each.asked == "royalist")
    table = await at_table(closed_table, prepared(asking), clock="none")
    await table.bot.campaigns.take(1, table.maxime.id, asking.action, seat="republican")
    panel = await opened(table, table.camille)
    assert "*Usual orders* takes **Let them go**, and" in text(panel.message)
    (look,) = [control for control in controls(panel.message) if control.label == "Usual orders"]
    looked = panel_of(await table.camille.click(panel.message, custom_id=look.custom_id))
    shown = text(looked.message)
    assert (
        shown.index("nothing has been done") < shown.index("**Your decision** ") < shown.index("New orders:")
    )
    give, back = controls(looked.message)
    assert back.label == "Back to the panel"
    assert await kept(table) == {}
    given = await table.camille.click(looked.message, custom_id=give.custom_id)
    assert "orders given. `/orders list`" in text(panel_of(given).message)
    assert (await kept(table))["pursuit"] == "never"
    again = await opened(table, table.camille)
    assert "Usual orders" not in {control.label for control in controls(again.message)}
