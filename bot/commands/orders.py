"""`/orders`: what a seat answers beforehand, so that nobody has to wait for it out of turn."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot import layout, panel, refusals
from bot.commands.asking import Command, Interaction, desk_of, group
from bot.commands.play import own_seats
from bot.desk import Desk, may_post
from bot.errors import NotSeatedError, PoliteError
from bot.games import presenter
from bot.progress import Progress
from bot.store import Campaign, Order, orders
from engines.core.contract import AnyTitle, OrderKind
from engines.core.events import Event

ASK = "ask me"
"""The order that is none."""

Typed = app_commands.Range[str, 1, 100]


async def kind_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The decisions that can be answered beforehand in this channel's game."""
    return [
        app_commands.Choice(name=layout.cut(f"{kind.summary} ({kind.case})", layout.DETAIL), value=kind.kind)
        for kind in (await _kinds(interaction)).values()
        if current.casefold() in f"{kind.kind} {kind.summary}".casefold()
    ][: layout.PER_SELECT]


async def order_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The forms of the kind that was chosen; others may be typed."""
    kind = (await _kinds(interaction)).get(str(interaction.namespace.kind))
    forms = () if kind is None else (*kind.forms, ASK)
    return [
        app_commands.Choice(name=layout.cut(form, layout.DETAIL), value=form)
        for form in forms
        if current.casefold() in form.casefold()
    ][: layout.PER_SELECT]


async def _kinds(interaction: Interaction) -> dict[str, OrderKind]:
    desk = desk_of(interaction)
    try:
        campaign = await desk.board_here(interaction)
        return _of(desk.campaigns.title_of(campaign))
    except PoliteError:
        return {}


def _of(title: AnyTitle) -> dict[str, OrderKind]:
    return {kind.kind: kind for kind in title.order_kinds}


def _kind(title: AnyTitle, typed: str) -> OrderKind:
    """The kind that was typed.

    :raises PoliteError: the game has no such kind, or none at all.
    """
    kinds = _of(title)
    if not kinds:
        raise PoliteError(_none(title))
    if typed.strip().casefold() not in kinds:
        known = ", ".join(f"`{kind.kind}` ({kind.summary})" for kind in kinds.values())
        raise PoliteError(
            f"{title.name} has no standing orders for '{layout.plain(layout.cut(typed, 40))}'. "
            f"There are some for {known}."
        )
    return kinds[typed.strip().casefold()]


def _none(title: AnyTitle) -> str:
    return f"{title.name} asks nobody for anything out of turn, so there are no standing orders in it."


@app_commands.command(name="list")
async def list_(interaction: Interaction) -> None:
    """Your standing orders in this campaign, for you alone."""
    desk = desk_of(interaction)

    async def handler() -> str:
        campaign = await desk.board_here(interaction)
        title = desk.campaigns.title_of(campaign)
        own = panel.held(campaign, interaction.user.id)
        if not own:
            raise NotSeatedError(refusals.not_seated(campaign))
        if not title.order_kinds:
            return _none(title)
        given = await desk.campaigns.store.look(partial(orders.of_campaign, campaign_id=campaign.id))
        lines = [
            f"{_headed(title, seat, kind)}: {_told(given.get((seat, kind.kind)))}"
            for seat in own
            for kind in title.order_kinds
        ]
        return layout.lines_within(
            [*lines, "-# Only you see this. `/orders set` gives one, `/orders revoke` takes it back."],
            layout.REPLY,
        )

    await desk.answer(interaction, handler)


def _headed(title: AnyTitle, seat: str, kind: OrderKind) -> str:
    return f"**{title.seat_names[seat]}** · {kind.summary} ({kind.case})"


def _told(order: str | None) -> str:
    return ASK if order is None else f"`{order}`"


@app_commands.command(name="set")
@app_commands.autocomplete(kind=kind_choices, order=order_choices, seat=own_seats)
@app_commands.describe(
    kind="The decision that is answered",
    order="The answer; other forms may be typed, such as a number of your own",
    seat="Which of your seats; the one that is asked by default",
)
async def set_(interaction: Interaction, kind: Typed, order: Typed, seat: Typed | None = None) -> None:
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
    own = desk.own_seat(campaign, interaction.user.id, seat)
    title = desk.campaigns.title_of(campaign)
    chosen = _kind(title, kind)
    typed = " ".join(order.casefold().split())
    if typed == ASK:
        return await _taken_back(desk, campaign, own, chosen)
    text = title.read_order(chosen.kind, typed)
    store = desk.campaigns.store
    given = Order(seat=own, kind=chosen.kind, text=text)
    await store.transact(
        partial(orders.give, campaign_id=campaign.id, given=given, now=store.now()), campaign_id=campaign.id
    )
    kept = (
        f"Kept for {_headed(title, own, chosen)}: `{text}`. Only you see it; `/orders revoke` takes it back."
    )
    answered = await _answer_at_once(desk, campaign, given, interaction.user.id)
    if answered is None:
        return kept
    told = layout.lines_within(presenter(title).tell(answered), layout.REPLY - len(kept) - 80)
    return f"{kept}\nYou are asked just that now, so it has answered at once:\n{told}"


async def _answer_at_once(desk: Desk, campaign: Campaign, given: Order, user_id: int) -> list[Event] | None:
    """Let an order answer what its seat owes already; gives what followed, as the seat may know it."""
    title = desk.campaigns.title_of(campaign)
    progress = Progress(title, campaign)
    progress.answer({(given.seat, given.kind): given.text})
    if not progress.entries:
        return None
    await desk.campaigns.commit(progress, user_id=user_id)
    desk.outbox.kick()
    return title.told_all(progress.events, given.seat)


@app_commands.command(name="revoke")
@app_commands.autocomplete(kind=kind_choices, seat=own_seats)
@app_commands.describe(
    kind="The decision that you want to be asked again",
    seat="Which of your seats; the one that is asked by default",
)
async def revoke(interaction: Interaction, kind: Typed, seat: Typed | None = None) -> None:
    """Take a standing order back: you are asked again."""
    desk = desk_of(interaction)

    async def handler() -> str:
        found = await desk.board_here(interaction)
        async with desk.campaigns.writing(found.id, wait=True):
            campaign = await desk.campaigns.known(found.id)
            own = desk.own_seat(campaign, interaction.user.id, seat)
            return await _taken_back(desk, campaign, own, _kind(desk.campaigns.title_of(campaign), kind))

    await desk.answer(interaction, handler)


async def _taken_back(desk: Desk, campaign: Campaign, seat: str, kind: OrderKind) -> str:
    store = desk.campaigns.store
    whose = _headed(desk.campaigns.title_of(campaign), seat, kind)
    given = await store.look(partial(orders.of_campaign, campaign_id=campaign.id))
    if (seat, kind.kind) not in given:
        return f"{whose}: there was no order. You are asked."
    await store.transact(
        partial(orders.revoke, campaign_id=campaign.id, seat=seat, kind=kind.kind), campaign_id=campaign.id
    )
    return f"{whose}: the order `{given[seat, kind.kind]}` is taken back. You are asked again."


COMMANDS: tuple[Command, ...] = (list_, set_, revoke)


def commands() -> app_commands.Group:
    """The group."""
    return group("orders", "Answer decisions out of turn beforehand, in private.", COMMANDS)
