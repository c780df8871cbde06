"""`/orders`: what a seat answers beforehand, so that nobody has to wait for it out of turn."""

from __future__ import annotations

import re
from collections.abc import Iterable

import discord
from discord import app_commands, ui

from bot import layout, orders, panel, refusals
from bot.commands.asking import Command, Interaction, desk_of, group
from bot.commands.play import own_seats
from bot.desk import Desk, may_post
from bot.errors import NotSeatedError, PoliteError
from bot.games import presenter
from bot.orders import Filing
from bot.proposals import lines, question
from bot.store import Campaign
from engines.core.contract import AnyTitle, OrderKind, OrderSet
from engines.core.events import Event

ASK = "ask me"
"""The order that is none."""
EVERY = "all"
"""What is typed for every kind of decision."""
FILE = r"t1:orders:(?P<campaign>\d{1,12}):(?P<seat>[a-z0-9-]{1,24}):(?P<set>[a-z-]{1,24}):(?P<replace>[01])"
"""Custom id of the button that gives a set of orders."""

Typed = app_commands.Range[str, 1, 100]
Choices = list[app_commands.Choice[str]]


def _offered(pairs: Iterable[tuple[str, str]]) -> Choices:
    """Choices of what is shown and what is typed for it, as many as there may be."""
    found = [
        app_commands.Choice(name=layout.cut(shown, layout.DETAIL), value=typed)
        for shown, typed in pairs
        if len(typed) <= layout.DETAIL
    ]
    return found[: layout.PER_SELECT]


async def _here(interaction: Interaction) -> tuple[Desk, Campaign, AnyTitle, list[str]] | None:
    """The campaign of the channel, for autocompletion, and the seats there of whoever types."""
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
    """The decisions that one's seats can answer beforehand."""
    here = await _here(interaction)
    if here is None:
        return []
    _, _, title, own = here
    return _offered(
        (_named(kind), kind.kind)
        for kind in title.order_kinds
        if (not own or any(kind.concerns(seat) for seat in own))
        and current.casefold() in f"{kind.kind} {_named(kind)}".casefold()
    )


async def given_choices(interaction: Interaction, current: str) -> Choices:
    """The orders that one's seats have given."""
    here = await _here(interaction)
    if here is None:
        return []
    desk, campaign, title, own = here
    given = [await orders.of_seat(desk.campaigns, campaign, seat) for seat in own]
    found = {
        kind.kind: f"{_named(kind)}: {texts[kind.kind]}"
        for texts in given
        for kind in title.order_kinds
        if kind.kind in texts
    }
    return _offered(
        (shown, typed)
        for typed, shown in {**found, **({EVERY: "All of them"} if len(found) > 1 else {})}.items()
        if current.casefold() in f"{typed} {shown}".casefold()
    )


async def order_choices(interaction: Interaction, current: str) -> Choices:
    """Orders of the kind that was chosen, as they go on from what was typed."""
    here = await _here(interaction)
    if here is None:
        return []
    desk, campaign, title, own = here
    kind = str(interaction.namespace.kind)
    if campaign.status != "running" or not own or kind not in {known.kind for known in title.order_kinds}:
        return []
    state = desk.campaigns.state_of(campaign)
    found = title.order_choices(state, _asked(title, own, kind), kind, current)
    return _offered((text, text) for text in (*found[: layout.PER_SELECT - 1], *_asking(current)))


def _asked(title: AnyTitle, own: list[str], kind: str) -> str:
    """The one of somebody's seats that a kind of decision is put to."""
    return next((seat for seat in own if any(k.kind == kind for k in orders.kinds_of(title, seat))), own[0])


def _asking(current: str) -> list[str]:
    return [ASK] if current.casefold() in ASK else []


async def set_choices(interaction: Interaction, current: str) -> Choices:
    """The sets of orders of this channel's game."""
    here = await _here(interaction)
    return _offered(
        (f"{found.name}: {found.summary}", found.id)
        for found in (() if here is None else here[2].order_sets)
        if current.casefold() in f"{found.id} {found.name}".casefold()
    )


def _named(kind: OrderKind) -> str:
    return f"{kind.summary} ({kind.case})"


def _kind(title: AnyTitle, seat: str, typed: str) -> OrderKind:
    """The kind that was typed.

    :raises PoliteError: the seat is asked no such thing, or the game has no orders at all.
    """
    if not title.order_kinds:
        raise PoliteError(orders.none_in(title))
    wanted = typed.strip().casefold()
    own = {kind.kind: kind for kind in orders.kinds_of(title, seat)}
    if wanted in own:
        return own[wanted]
    known = ", ".join(f"`{kind.kind}` ({kind.summary})" for kind in own.values())
    if any(kind.kind == wanted for kind in title.order_kinds):
        raise PoliteError(
            f"The {title.seat_names[seat]} are never asked for `{wanted}`. They can answer {known}."
        )
    raise PoliteError(
        f"{title.name} has no standing orders for '{layout.plain(layout.cut(typed, 40))}'. "
        f"There are some for {known}."
    )


@app_commands.command(name="list")
async def list_(interaction: Interaction) -> None:
    """Your standing orders in this campaign, for you alone."""
    desk = desk_of(interaction)

    async def handler() -> str | None:
        campaign = await desk.board_here(interaction)
        title = desk.campaigns.title_of(campaign)
        own = panel.held(campaign, interaction.user.id)
        if not own:
            raise NotSeatedError(refusals.not_seated(campaign))
        if not title.order_kinds:
            return orders.none_in(title)
        told: list[str] = []
        for seat in own:
            told += _listed(title, seat, await orders.of_seat(desk.campaigns, campaign, seat))
        foot = "-# Only you see this. `/orders set` gives one, `/orders revoke` takes it back."
        if title.order_sets:
            foot += " `/orders usual` gives the usual ones in one go."
        view = question(f"{lines(told, layout.TEXT - len(foot) - 1)}\n{foot}")
        await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)
        return None

    await desk.answer(interaction, handler)


def _listed(title: AnyTitle, seat: str, given: orders.Texts) -> list[str]:
    """The orders of a seat, a line each, and what it is asked instead."""
    told, asked = [f"**{title.seat_names[seat]}**"], []
    for kind in orders.kinds_of(title, seat):
        # What follows a semicolon tells of the forms, and there may be a score of lines.
        name = f"{kind.summary.partition(';')[0]} ({kind.case})"
        if kind.kind in given:
            told.append(f"- {name}: `{given[kind.kind]}`")
        else:
            asked.append(name)
    return [*told, f"- {ASK}: {'; '.join(asked)}."] if asked else told


def _headed(title: AnyTitle, seat: str, kind: OrderKind) -> str:
    return f"**{title.seat_names[seat]}** · {_named(kind)}"


@app_commands.command(name="set")
@app_commands.autocomplete(kind=kind_choices, order=order_choices, seat=own_seats)
@app_commands.describe(
    kind="The decision that is answered",
    order="The answer; go on typing, and names and numbers of your own are offered",
    seat="Which of your seats; the one that is asked by default",
)
async def set_(
    interaction: Interaction,
    kind: Typed,
    order: app_commands.Range[str, 1, orders.LONGEST],
    seat: Typed | None = None,
) -> None:
    """Answer a decision out of turn beforehand; nobody else sees it."""
    desk = desk_of(interaction)

    async def handler() -> str:
        may_post(interaction)
        found = await desk.board_here(interaction)
        async with desk.campaigns.writing(found.id, wait=True):
            campaign = await desk.campaigns.known(found.id)
            return await _set(desk, campaign, interaction, kind, order, seat)

    await desk.answer(interaction, handler)


async def _set(
    desk: Desk, campaign: Campaign, interaction: Interaction, kind: str, order: str, seat: str | None
) -> str:
    refusals.playable(campaign)
    title = desk.campaigns.title_of(campaign)
    own = _whose(desk, campaign, interaction.user.id, kind, seat)
    chosen = _kind(title, own, kind)
    typed = " ".join(order.casefold().split())
    if typed == ASK:
        return await _taken_back(desk, campaign, own, chosen)
    capital = re.search(r"\b[A-Z]{4,}\b", order)
    if capital and order in chosen.forms:
        raise PoliteError(
            f"`{order}` is only the form: put a name in place of {capital[0]}. They are offered as you type."
        )
    text = title.read_order(chosen.kind, typed)
    events = await orders.give(
        desk.campaigns, campaign, own, {chosen.kind: text}, user_id=interaction.user.id
    )
    desk.outbox.kick()
    kept = (
        f"Kept for {_headed(title, own, chosen)}: `{text}`. Only you see it; `/orders revoke` takes it back."
    )
    return _with_answer(title, kept, events)


def _whose(desk: Desk, campaign: Campaign, user_id: int, kind: str, seat: str | None) -> str:
    """The seat meant; of several of one person's, the one that is ever asked for that."""
    own = desk.own_seat(campaign, user_id, seat)
    title, wanted = desk.campaigns.title_of(campaign), kind.strip().casefold()
    if seat is not None or any(known.kind == wanted for known in orders.kinds_of(title, own)):
        return own
    return _asked(title, [own, *panel.held(campaign, user_id)], wanted)


def _with_answer(title: AnyTitle, kept: str, events: list[Event]) -> str:
    """What was kept, and what it has answered at once."""
    if not events:
        return kept
    told = layout.lines_within(presenter(title).tell(events), layout.REPLY - len(kept) - 80)
    return f"{kept}\nYou are asked just that now, so it has answered at once:\n{told}"


@app_commands.command(name="usual")
@app_commands.rename(chosen="set")
@app_commands.autocomplete(chosen=set_choices, seat=own_seats)
@app_commands.describe(
    chosen="Which orders; the usual ones by default",
    replace="Whether orders that you gave before give way; they stay by default",
    seat="Which of your seats; the one that is asked by default",
)
async def usual(
    interaction: Interaction, chosen: Typed | None = None, replace: bool = False, seat: Typed | None = None
) -> None:
    """Give the usual standing orders in one go; shows them first."""
    desk = desk_of(interaction)

    async def handler() -> None:
        may_post(interaction)
        campaign = await desk.board_here(interaction)
        refusals.playable(campaign)
        own = desk.own_seat(campaign, interaction.user.id, seat)
        title = desk.campaigns.title_of(campaign)
        found = orders.set_of(title, chosen)
        present = await orders.of_seat(desk.campaigns, campaign, own)
        planned = orders.filing(title, found, own, present, replace=replace)
        view = _preview(title, campaign, own, found, planned, replace=replace)
        await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)

    await desk.answer(interaction, handler)


def _preview(
    title: AnyTitle, campaign: Campaign, seat: str, found: OrderSet, planned: Filing, *, replace: bool
) -> ui.LayoutView:
    """What a set would change, and the button that does it."""
    kinds = {kind.kind: _named(kind) for kind in title.order_kinds}
    told = [f"**{found.name}**, for **{title.seat_names[seat]}**. {found.summary}"]
    if planned.given:
        told.append("These orders are given:")
    told += [f"- {kinds[kind]}: `{text}`" for kind, text in planned.given.items()]
    if planned.kept:
        told.append("These of yours stay; `replace` lets them give way:")
    told += [f"- {kinds[kind]}: `{text}`" for kind, text in planned.kept.items()]
    if planned.had:
        told.append(f"-# You have {_orders(len(planned.had))} of them already.")
    text = lines(told, layout.TEXT)
    if not planned.given:
        return question(f"{text}\nThere is nothing to be given.")
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=f"Give {_orders(len(planned.given))}",
        style=discord.ButtonStyle.success,
        custom_id=f"t1:orders:{campaign.id}:{seat}:{found.id}:{int(replace)}",
    )
    return question(text, button)


def _orders(count: int) -> str:
    return "1 order" if count == 1 else f"{count} orders"


async def give_set(interaction: Interaction, campaign_id: int, seat: str, chosen: str, replace: bool) -> None:
    """The second press of `/orders usual`: what was given meanwhile counts as it stands now."""
    desk = desk_of(interaction)

    async def handler() -> None:
        may_post(interaction)
        async with desk.campaigns.writing(campaign_id, wait=True):
            campaign = await desk.campaigns.known(campaign_id)
            refusals.playable(campaign)
            user_id = interaction.user.id
            own = desk.own_seat(campaign, user_id, seat)
            title = desk.campaigns.title_of(campaign)
            present = await orders.of_seat(desk.campaigns, campaign, own)
            planned = orders.filing(title, orders.set_of(title, chosen), own, present, replace=replace)
            events = await orders.give(desk.campaigns, campaign, own, planned.given, user_id=user_id)
        desk.outbox.kick()
        kept = (
            f"{_orders(len(planned.given))} given for **{title.seat_names[own]}**. "
            "Only you see them; `/orders list` shows them, `/orders revoke` takes them back."
        )
        await interaction.edit_original_response(
            view=question(_with_answer(title, kept, events)), allowed_mentions=layout.NO_MENTIONS
        )

    await desk.answer(interaction, handler)


@app_commands.command(name="revoke")
@app_commands.autocomplete(kind=given_choices, seat=own_seats)
@app_commands.describe(
    kind="The decision that you want to be asked again; `all` for every one",
    seat="Which of your seats; the one that is asked by default",
)
async def revoke(interaction: Interaction, kind: Typed, seat: Typed | None = None) -> None:
    """Take a standing order back, or all of them: you are asked again."""
    desk = desk_of(interaction)

    async def handler() -> str:
        found = await desk.board_here(interaction)
        async with desk.campaigns.writing(found.id, wait=True):
            campaign = await desk.campaigns.known(found.id)
            own = _whose(desk, campaign, interaction.user.id, kind, seat)
            title = desk.campaigns.title_of(campaign)
            if kind.strip().casefold() == EVERY and title.order_kinds:
                count = await orders.take_back(desk.campaigns, campaign, own)
                name = f"**{title.seat_names[own]}**"
                if not count:
                    return f"{name}: there were no orders. You are asked."
                return f"{name}: {_orders(count)} taken back. You are asked again."
            return await _taken_back(desk, campaign, own, _kind(title, own, kind))

    await desk.answer(interaction, handler)


async def _taken_back(desk: Desk, campaign: Campaign, seat: str, kind: OrderKind) -> str:
    whose = _headed(desk.campaigns.title_of(campaign), seat, kind)
    text = (await orders.of_seat(desk.campaigns, campaign, seat)).get(kind.kind)
    if text is None:
        return f"{whose}: there was no order. You are asked."
    await orders.take_back(desk.campaigns, campaign, seat, kind.kind)
    return f"{whose}: the order `{text}` is taken back. You are asked again."


COMMANDS: tuple[Command, ...] = (list_, set_, usual, revoke)


def commands() -> app_commands.Group:
    """The group."""
    return group("orders", "Answer decisions out of turn beforehand, in private.", COMMANDS)
