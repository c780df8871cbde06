"""`/orders`: the standing orders of a seat, so that no player has to wait for its answer out of turn."""

from __future__ import annotations

import re

import discord
from discord import app_commands, ui

from bot.campaigns import guards, standing_orders
from bot.desk import panel, screens
from bot.desk.desk import Desk, may_post
from bot.errors import NotSeatedError, PoliteError
from bot.games.registry import presenter_of
from bot.interactions.host import (
    Button,
    Choices,
    Command,
    Interaction,
    answering,
    desk_of,
    group,
    offered,
    show,
)
from bot.interactions.play import own_seats
from bot.store import Campaign
from bot.surface import custom_ids, layout
from data.catalogue import _, alone, aloud, ngettext, retold
from data.nouns import clauses, labelled
from engines.core.contract import AnyTitle
from engines.core.events import Event
from engines.core.ordered import OrderKind, OrderSet
from render import WHOLE

ASK = "ask me"
"""The typed text that means "no order"."""
EVERY = "all"
"""The typed text that means every kind of decision."""

Typed = app_commands.Range[str, 1, 100]


async def _here(interaction: Interaction) -> tuple[Desk, Campaign, AnyTitle, list[str]] | None:
    """The campaign of the channel and the caller's seats in it, for autocompletion."""
    desk = desk_of(interaction)
    try:
        campaign = await desk.board_here(interaction)
        title = desk.campaigns.title_of(campaign)
    except PoliteError:
        return None
    own = panel.held(campaign, interaction.user.id)
    typed = interaction.namespace.seat
    return desk, campaign, title, [typed] if typed in own else own


async def kind_choices(interaction: Interaction, current: str) -> Choices:
    """The kinds of decisions that the caller's seats can answer beforehand."""
    here = await _here(interaction)
    if here is None:
        return []
    _, _, title, own = here
    return offered(
        (
            (_explained(kind), kind.kind)
            for kind in title.order_kinds
            if not own or any(kind.concerns(seat) for seat in own)
        ),
        current,
    )


async def given_choices(interaction: Interaction, current: str) -> Choices:
    """The orders that the caller's seats have given."""
    here = await _here(interaction)
    if here is None:
        return []
    desk, campaign, title, own = here
    given = [await standing_orders.of_seat(desk.campaigns, campaign, seat) for seat in own]
    orders = {
        kind.kind: labelled(_named(kind), texts[kind.kind])
        for texts in given
        for kind in title.order_kinds
        if kind.kind in texts
    }
    if len(orders) > 1:
        orders[EVERY] = _("All of them")
    return offered(((shown, typed) for typed, shown in orders.items()), current)


async def order_choices(interaction: Interaction, current: str) -> Choices:
    """Orders of the chosen kind that continue what was typed."""
    here = await _here(interaction)
    if here is None:
        return []
    desk, campaign, title, own = here
    kind = str(interaction.namespace.kind)
    if campaign.status != "running" or not own or kind not in {each.kind for each in title.order_kinds}:
        return []
    if len(current) > standing_orders.LONGEST:
        return []
    state = desk.campaigns.state_of(campaign)
    implicit = any(each.kind == kind and each.implicit for each in title.order_kinds)
    orders = title.order_choices(state, _asked(title, own, kind), kind, current)[: layout.PER_SELECT - 1]
    sentences = [presenter_of(title).describe_order(kind, text) for text in orders]
    named = [(" · ".join(filter(None, each)), each[0]) for each in zip(orders, sentences, strict=True)]
    asking = [(ASK, ASK)] if current.casefold() in ASK and not implicit else []
    return offered([*named, *asking])


def _asked(title: AnyTitle, own: list[str], kind: str) -> str:
    """The seat, among a player's own, that is asked a kind of decision."""
    return next(
        (seat for seat in own if any(k.kind == kind for k in standing_orders.kinds_of(title, seat))), own[0]
    )


async def set_choices(interaction: Interaction, current: str) -> Choices:
    """The sets of usual orders of this channel's game."""
    here = await _here(interaction)
    return offered(
        (labelled(retold(each.name), retold(each.summary)), each.id)
        for each in (() if here is None else here[2].order_sets)
        if current.casefold() in f"{each.id} {retold(each.name)}".casefold()
    )


def _named(kind: OrderKind) -> str:
    return f"{retold(kind.summary)} ({kind.case})"


def _explained(kind: OrderKind) -> str:
    """A kind of decision, with an explanation of its forms."""
    return labelled(_named(kind), retold(kind.note)) if kind.note else _named(kind)


def _kind(title: AnyTitle, seat: str, typed: str) -> OrderKind:
    """The kind of decision that was typed.

    :raises PoliteError: the seat is never asked such a decision, or the game has no standing orders.
    """
    if not title.order_kinds:
        raise PoliteError(standing_orders.none_in(title))
    wanted = typed.strip().casefold()
    own = {kind.kind: kind for kind in standing_orders.kinds_of(title, seat)}
    if wanted in own:
        return own[wanted]
    meant = [kind for kind in own.values() if wanted and wanted in retold(kind.summary).casefold()]
    if len(meant) == 1:
        return meant[0]
    kinds = ", ".join(f"`{kind.kind}` ({retold(kind.summary)})" for kind in own.values())
    if any(kind.kind == wanted for kind in title.order_kinds):
        raise PoliteError(
            _(
                "**{seat}** is never asked for `{wanted}`. It can have orders for {kinds}.",
                seat=title.seat_names[seat],
                wanted=wanted,
                kinds=kinds,
            )
        )
    raise PoliteError(
        _(
            "{name} has no standing orders for '{typed}'. It has them for {kinds}.",
            name=title.name,
            typed=layout.plain(layout.cut(typed, 40)),
            kinds=kinds,
        )
    )


@app_commands.command(name="list")
@answering()
async def list_(interaction: Interaction) -> str | None:
    """Your standing orders in this campaign, for you alone."""
    desk = desk_of(interaction)
    campaign = await desk.board_here(interaction)
    title = desk.campaigns.title_of(campaign)
    own = panel.held(campaign, interaction.user.id)
    if not own:
        raise NotSeatedError(guards.not_seated(campaign))
    if not title.order_kinds:
        return standing_orders.none_in(title)
    lines: list[str] = []
    for seat in own:
        lines += _listed(title, seat, await standing_orders.of_seat(desk.campaigns, campaign, seat))
    foot = _("-# Only you see this. `/orders set` gives an order, `/orders revoke` takes it back.")
    if title.order_sets:
        foot += _(" `/orders usual` gives all the usual ones at once.")
    text = layout.first_lines(lines, layout.TEXT - len(foot) - 1, more=layout.MORE_LINES)
    view = layout.question(f"{text}\n{foot}")
    await show(interaction, view)
    return None


def _told(title: AnyTitle, kind: str, order: str) -> str:
    """An order in sentences, then as it is typed."""
    said = presenter_of(title).describe_order(kind, order)
    return f"{said} `{order}`" if said else f"`{order}`"


def _listed(title: AnyTitle, seat: str, given: standing_orders.Texts) -> list[str]:
    """The orders of a seat, a line each, and the decisions for which it has no order."""
    lines, asked = [f"**{title.seat_names[seat]}**"], []
    for kind in standing_orders.kinds_of(title, seat):
        name = _named(kind)
        if text := given.get(kind.kind, kind.implicit):
            lines.append(f"- {labelled(name, _told(title, kind.kind, text))}")
        else:
            asked.append(name)
    if asked:
        lines.append(_("- No order, so you are asked (`ask me`): {kinds}.", kinds=clauses(asked)))
    return lines


def _headed(title: AnyTitle, seat: str, kind: OrderKind) -> str:
    return f"**{title.seat_names[seat]}** · {_named(kind)}"


@app_commands.command(name="set")
@app_commands.autocomplete(kind=kind_choices, order=order_choices, seat=own_seats)
@app_commands.describe(
    kind="The decision that is answered",
    order="The answer; go on typing, and names and numbers of your own are offered",
    seat="Which of your seats; the one that is asked by default",
)
@answering(tells=True)
async def set_(
    interaction: Interaction,
    kind: Typed,
    order: app_commands.Range[str, 1, standing_orders.LONGEST],
    seat: Typed | None = None,
) -> str:
    """Answer a decision out of turn beforehand; nobody else sees it."""
    desk = desk_of(interaction)
    may_post(interaction)
    here = await desk.board_here(interaction)
    async with desk.campaigns.writing(here.id, wait=True):
        campaign = await desk.campaigns.by_id(here.id)
        with alone():
            return await _set(desk, campaign, interaction, kind, order, seat)


async def _set(
    desk: Desk, campaign: Campaign, interaction: Interaction, kind: str, order: str, seat: str | None
) -> str:
    guards.playable(campaign)
    title = desk.campaigns.title_of(campaign)
    own = _whose(desk, campaign, interaction.user.id, kind, seat)
    chosen = _kind(title, own, kind)
    typed = " ".join(order.casefold().split())
    if typed == ASK and not chosen.implicit:
        return await _taken_back(desk, campaign, own, chosen)
    capital = re.search(r"\b[A-Z]{4,}\b", order)
    if capital and order in chosen.forms:
        raise PoliteError(
            _(
                "`{order}` is only a pattern. Put a name in place of {capital}. Names are suggested "
                "as you type.",
                order=order,
                capital=capital[0],
            )
        )
    text = title.read_order(chosen.kind, typed)
    with aloud():
        events = await standing_orders.give(
            desk.campaigns, campaign, own, {chosen.kind: text}, user_id=interaction.user.id
        )
    kept = _(
        "Order saved for {own}: {text}. Only you see it. `/orders revoke` takes it back.",
        own=_headed(title, own, chosen),
        text=_told(title, chosen.kind, text),
    )
    return _with_answer(title, kept, events)


def _whose(desk: Desk, campaign: Campaign, user_id: int, kind: str, seat: str | None) -> str:
    """The seat that a command is for; of several seats, the one that is asked this kind of decision."""
    own = desk.own_seat(campaign, user_id, seat)
    title, wanted = desk.campaigns.title_of(campaign), kind.strip().casefold()
    if seat is not None or any(each.kind == wanted for each in standing_orders.kinds_of(title, own)):
        return own
    return _asked(title, [own, *panel.held(campaign, user_id)], wanted)


def _with_answer(title: AnyTitle, kept: str, events: list[Event]) -> str:
    """The order that was kept, and the answers that it gave at once."""
    if not events:
        return kept
    story = layout.last_lines(presenter_of(title).tell(events), layout.REPLY - len(kept) - 80)
    return _(
        "{kept}\nYou were being asked exactly that, so the order has already answered:\n{story}",
        kept=kept,
        story=story,
    )


@app_commands.command(name="usual")
@app_commands.rename(chosen="set")
@app_commands.autocomplete(chosen=set_choices, seat=own_seats)
@app_commands.describe(
    chosen="Which orders; the usual ones by default",
    replace="Whether orders that you gave before give way; they stay by default",
    seat="Which of your seats; the one that is asked by default",
)
@answering()
async def usual(
    interaction: Interaction, chosen: Typed | None = None, replace: bool = False, seat: Typed | None = None
) -> None:
    """Give all usual standing orders at once; shows them first."""
    desk = desk_of(interaction)
    may_post(interaction)
    campaign = await desk.board_here(interaction)
    guards.playable(campaign)
    own = desk.own_seat(campaign, interaction.user.id, seat)
    orders = standing_orders.set_of(desk.campaigns.title_of(campaign), chosen)
    await _preview(desk, interaction, campaign, own, orders, replace=replace)


async def _preview(
    desk: Desk, interaction: Interaction, campaign: Campaign, seat: str, orders: OrderSet, *, replace: bool
) -> None:
    """Show what a set of orders would change, and the button that gives them."""
    title = desk.campaigns.title_of(campaign)
    present = await standing_orders.of_seat(desk.campaigns, campaign, seat)
    planned = standing_orders.filing(title, orders, seat, present, replace=replace)
    kinds = {kind.kind: _named(kind) for kind in title.order_kinds}
    lines = [
        _(
            "**{name}**, for **{seat}**. {summary}",
            name=retold(orders.name),
            seat=title.seat_names[seat],
            summary=retold(orders.summary),
        )
    ]
    if planned.given:
        asked = await panel.question(desk.campaigns, campaign, seat, interaction.user.id)
        lines += [str(screens.PREVIEW), asked.text, _("New orders:")]
    lines += [f"- {labelled(kinds[kind], _told(title, kind, text))}" for kind, text in planned.given.items()]
    if planned.kept:
        lines.append(_("You keep these orders (`replace` replaces them):"))
    lines += [f"- {labelled(kinds[kind], _told(title, kind, text))}" for kind, text in planned.kept.items()]
    if planned.had:
        lines.append(_("-# You have {number} of them already.", number=_orders(len(planned.had))))
    buttons: list[ui.Button[ui.LayoutView]] = []
    if planned.given:
        buttons.append(
            ui.Button(
                label=_("Give {number}", number=_orders(len(planned.given))),
                style=discord.ButtonStyle.success,
                custom_id=custom_ids.orders(campaign.id, seat, orders.id, replace=replace),
            )
        )
    else:
        lines.append(_("There are no orders to give."))
    if interaction.type is discord.InteractionType.component:
        buttons.append(screens.back(campaign.id, seat))
    rows = [ui.ActionRow(*buttons)] if buttons else []
    await desk.screens.show_lines(interaction, campaign, seat, lines, WHOLE, *rows)


def _orders(count: int) -> str:
    return ngettext("{n} order", "{n} orders", count)


@app_commands.command(name="revoke")
@app_commands.autocomplete(kind=given_choices, seat=own_seats)
@app_commands.describe(
    kind="The decision that you want to be asked again; `all` for every one",
    seat="Which of your seats; the one that is asked by default",
)
@answering()
async def revoke(interaction: Interaction, kind: Typed, seat: Typed | None = None) -> str:
    """Take a standing order back, or all of them: you are asked again."""
    desk = desk_of(interaction)
    here = await desk.board_here(interaction)
    async with desk.campaigns.writing(here.id, wait=True):
        campaign = await desk.campaigns.by_id(here.id)
        with alone():
            return await _revoked(desk, campaign, interaction.user.id, kind, seat)


async def _revoked(desk: Desk, campaign: Campaign, user_id: int, kind: str, seat: str | None) -> str:
    own = _whose(desk, campaign, user_id, kind, seat)
    title = desk.campaigns.title_of(campaign)
    if kind.strip().casefold() == EVERY and title.order_kinds:
        count = await standing_orders.take_back(desk.campaigns, campaign, own)
        name = f"**{title.seat_names[own]}**"
        if not count:
            return _("{name}: there were no orders. You will be asked.", name=name)
        return _("{name}: {count} taken back. You will be asked again.", name=name, count=_orders(count))
    return await _taken_back(desk, campaign, own, _kind(title, own, kind))


async def _taken_back(desk: Desk, campaign: Campaign, seat: str, kind: OrderKind) -> str:
    title = desk.campaigns.title_of(campaign)
    whose = _headed(title, seat, kind)
    implicit = presenter_of(title).describe_order(kind.kind, kind.implicit) if kind.implicit else ""
    text = (await standing_orders.of_seat(desk.campaigns, campaign, seat)).get(kind.kind)
    if text is None:
        asked = implicit or _("You will be asked.")
        return _("{whose}: there was no order. {asked}", whose=whose, asked=asked)
    await standing_orders.take_back(desk.campaigns, campaign, seat, kind.kind)
    asked = implicit or _("You will be asked again.")
    return _("{whose}: the order `{text}` is taken back. {asked}", whose=whose, text=text, asked=asked)


class LookAtUsual(Button, template=custom_ids.USUAL):
    """Shows the usual orders in place of the panel of a player who is asked out of turn."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        campaign = await desk.board(self.campaign)
        guards.playable(campaign)
        own = desk.own_seat(campaign, interaction.user.id, self.fields["seat"])
        orders = standing_orders.set_of(desk.campaigns.title_of(campaign), None)
        await _preview(desk, interaction, campaign, own, orders, replace=False)


class GiveOrders(Button, template=custom_ids.ORDERS):
    """Gives the orders that were shown; an order that was given in the meantime stays."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        may_post(interaction)
        async with desk.campaigns.writing(self.campaign, wait=True):
            campaign = await desk.campaigns.by_id(self.campaign)
            user_id = interaction.user.id
            with alone():
                guards.playable(campaign)
                own = desk.own_seat(campaign, user_id, self.fields["seat"])
            title = desk.campaigns.title_of(campaign)
            orders = standing_orders.set_of(title, self.fields["set"])
            present = await standing_orders.of_seat(desk.campaigns, campaign, own)
            replace = self.fields["replace"] == "1"
            planned = standing_orders.filing(title, orders, own, present, replace=replace)
            events = await standing_orders.give(desk.campaigns, campaign, own, planned.given, user_id=user_id)
        desk.outbox.kick()
        if planned.given:
            kept = _("📜 {number} given. `/orders list` shows them.", number=_orders(len(planned.given)))
        else:
            # A second press, or a press on a list that the player left open.
            kept = _(
                "**{own}** already has orders for all of that. `/orders list` shows them.",
                own=title.seat_names[own],
            )
        # The orders may have answered, and other seats acted after that: leave room for these events.
        story = panel.tell(title, events, own, campaign.automatic)
        await desk.screens.show_next(
            interaction, await desk.campaigns.by_id(campaign.id), own, [*story, kept]
        )


COMMANDS: tuple[Command, ...] = (list_, set_, usual, revoke)
CONTROLS = (GiveOrders, LookAtUsual)


def commands() -> app_commands.Group:
    """The group."""
    return group("orders", "Answer decisions out of turn beforehand, in private.", COMMANDS)
