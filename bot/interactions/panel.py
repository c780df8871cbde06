"""The private panel that a player plays on, its controls, and the buttons that open it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

from discord import ui

from bot.campaigns import guards, proposals, sheets, standing_orders, table
from bot.campaigns.actions import Acted, Meant
from bot.campaigns.table import Table
from bot.desk import panel, screens
from bot.desk.desk import Desk, may_post
from bot.desk.panel_face import opens
from bot.desk.refusals import sentence
from bot.errors import BusyError, NotSeatedError, StaleError
from bot.games.registry import presenter_of
from bot.games.shown import Closing, Does, pressed
from bot.interactions.board import show_view
from bot.interactions.host import Button, ForOne, Interaction, Select
from bot.posts.card.face import rows
from bot.store import Campaign
from bot.surface import custom_ids, layout
from data.catalogue import N_, _
from engines.core.errors import EngineError

UNWRITABLE = N_("The board has changed, so you can't enter that any more. Look at your panel again.")
GONE = N_("That screen is more than a day old. Nothing was done. Here is the current board.")


def must_hold(campaign: Campaign, user_id: int, seat: str) -> None:
    """Check that a person holds a seat.

    :raises NotSeatedError: they do not hold it.
    """
    if campaign.seats.get(seat) != user_id:
        raise NotSeatedError(guards.NOT_YOURS)


async def _board(desk: Desk, campaign_id: int) -> Table:
    """The campaign of a control, which has to have a board, with what stands beside it.

    :raises NoCampaignError: there is no such campaign, or it has no board.
    """
    here = await table.of(desk.campaigns.store, campaign_id)
    guards.begun(here.campaign)
    return here


async def _look(desk: Desk, interaction: Interaction, here: Table, seat: str) -> None:
    """Show a panel to a returning player, with what the other players did in the meantime first."""
    news = await panel.since(desk.campaigns, here.campaign, seat)
    await desk.screens.show_panel(interaction, here.campaign, seat, news, around=here.around)


async def _turned(desk: Desk, interaction: Interaction, campaign_id: int, seat: str) -> None:
    """Update a panel, or turn it to another seat of the same person."""
    here = await _board(desk, campaign_id)
    must_hold(here.campaign, interaction.user.id, seat)
    if not desk.campaigns.title_of(here.campaign).secrets:
        # The card asked a question here; the game itself is played on the card.
        await desk.screens.close_question(interaction)
        return
    await _look(desk, interaction, here, seat)


async def _chosen(desk: Desk, interaction: Interaction, stamp: custom_ids.Stamp, control: str) -> None:
    """Take an action from a panel; the panel then shows the events, or why the action was refused.

    If the player has to see what the action leads to first, show that and take no action.
    """
    may_post(interaction)
    here = await _board(desk, stamp.campaign)
    must_hold(here.campaign, interaction.user.id, stamp.seat)
    does, notation = pressed(control)
    match does:
        case Does.TAKE:
            await _take(desk, interaction, here, stamp, notation, seen=False)
        case Does.OPEN:
            await desk.screens.show_panel(
                interaction, here.campaign, stamp.seat, key=notation, around=here.around
            )
        case Does.WRITE:
            await _written_on(desk, interaction, here, stamp, notation)
        case Does.HAND_IN | Does.FINISH:
            await _handed_in(desk, interaction, here, stamp, closes=does is Does.FINISH)
        case Does.ORDER:
            await _ordered(desk, interaction, here.campaign, stamp, notation)


async def _ordered(
    desk: Desk,
    interaction: Interaction,
    campaign: Campaign,
    stamp: custom_ids.Stamp,
    notation: str,
    *,
    any_board: bool = False,
) -> None:
    """Show the orders of a kind that can be given, with what each comes to; or give one.

    :param any_board: it may be given also where the board has changed since.
    """
    title = desk.campaigns.title_of(campaign)
    words, (kind, _space, text) = presenter_of(title), notation.partition(" ")
    try:
        guards.playable(campaign, None if any_board else stamp.version)
        if text:
            order = title.read_order(kind, text)
            meaning = words.describe_order(kind, order)
            said = _("📋 {order} Only you know. `/orders revoke` takes it back.", order=meaning)
            await keep_orders(desk, interaction, stamp, {kind: order}, said, any_board=any_board)
            return
    except (StaleError, EngineError) as refused:
        news = [sentence(refused)]
        present = await desk.campaigns.by_id(campaign.id)
        await desk.screens.show_panel(interaction, present, stamp.seat, news)
        return
    offered = await asyncio.to_thread(words.offers, desk.campaigns.state_of(campaign), stamp.seat, kind)
    if offered is None:
        await desk.screens.show_panel(interaction, campaign, stamp.seat, [str(UNWRITABLE)])
        return
    state = desk.campaigns.state_of(campaign)
    shown = rows([offered.group], stamp=stamp, surface="panel", room=layout.PER_SELECT).shown
    own = [opens(form, stamp) for form in words.ahead(state, stamp.seat) if form.id == kind]
    foot: ui.ActionRow[ui.LayoutView] = ui.ActionRow(*own, screens.back(campaign.id, stamp.seat))
    close = words.close(state, stamp.seat)
    await desk.screens.show_lines(interaction, campaign, stamp.seat, offered.lines, close, *shown, foot)


async def keep_orders(
    desk: Desk,
    interaction: Interaction,
    stamp: custom_ids.Stamp,
    orders: Mapping[str, str | None],
    said: str,
    *,
    any_board: bool = False,
) -> None:
    """Keep standing orders, let them answer what the seat already owes, and show the panel again.

    :param said: what the player is told of it.
    :param any_board: also where the board has changed since.
    """
    async with desk.campaigns.writing(stamp.campaign, wait=True):
        campaign = await desk.campaigns.by_id(stamp.campaign)
        guards.playable(campaign, None if any_board else stamp.version)
        # The seat may have changed hands since the screen was shown, or while this waited.
        must_hold(campaign, interaction.user.id, stamp.seat)
        events = await standing_orders.give(
            desk.campaigns, campaign, stamp.seat, orders, user_id=interaction.user.id
        )
    desk.outbox.kick()
    campaign = await desk.campaigns.by_id(stamp.campaign)
    must_hold(campaign, interaction.user.id, stamp.seat)
    title = desk.campaigns.title_of(campaign)
    news = panel.tell(title, events, stamp.seat, campaign.automatic)
    await desk.screens.show_next(interaction, campaign, stamp.seat, [*news, said])


async def _handed_in(
    desk: Desk, interaction: Interaction, here: Table, stamp: custom_ids.Stamp, *, closes: bool
) -> None:
    """Hand in the form that a seat has written.

    :param closes: the step ends then.
    """
    campaign, around, _card = here
    writing = await sheets.sheet(desk.campaigns, campaign, stamp.seat, around=around)
    if writing is None or not writing.text:
        await desk.screens.show_panel(interaction, campaign, stamp.seat, [str(UNWRITABLE)], around=around)
    else:
        closing = writing.closing if closes else None
        await _take(desk, interaction, here, stamp, writing.text, closing, seen=True)


async def _written_on(
    desk: Desk, interaction: Interaction, here: Table, stamp: custom_ids.Stamp, change: str
) -> None:
    """Change the form that a seat is writing."""
    campaign, around, _card = here
    news: list[str] = []
    after: table.Around | None = None
    try:
        guards.playable(campaign, stamp.version)
        after = await sheets.write(desk.campaigns, campaign, stamp.seat, change, interaction.id, around)
        if after is None:
            news = [str(UNWRITABLE)]
    except (StaleError, EngineError) as refused:
        news = [sentence(refused)]
    await desk.screens.show_panel(interaction, campaign, stamp.seat, news, around=after)


async def _take(
    desk: Desk,
    interaction: Interaction,
    here: Table,
    stamp: custom_ids.Stamp,
    action: str,
    closing: Closing | None = None,
    *,
    seen: bool,
) -> None:
    """Take an action, then show the panel again.

    :param closing: what ends the step after it.
    :param seen: the player has seen what the action leads to; if not, that is shown first, where it exists.
    """
    try:
        meant = desk.campaigns.meant(here.campaign, stamp.seat, action, version=stamp.version)
        meant = meant._replace(around=here.around, closing=closing)
        if not seen and await desk.screens.previewed(interaction, meant):
            return
        acted = await acted_on(desk, interaction, meant)
    except (StaleError, EngineError) as refused:
        news = [sentence(refused)]
        campaign, around, _card = await table.of(desk.campaigns.store, here.campaign.id)
        await desk.screens.show_next(interaction, campaign, stamp.seat, news, around)
    else:
        desk.outbox.kick(acted.due)
        campaign = acted.campaign
        if seen and not desk.campaigns.title_of(campaign).secrets:
            # The game is played on the card, so the question goes.
            await desk.screens.close_question(interaction)
            return
        title = desk.campaigns.title_of(campaign)
        news = panel.tell(title, acted.events, stamp.seat, campaign.automatic)
        await desk.screens.show_next(interaction, campaign, stamp.seat, news, acted.around)


async def acted_on(desk: Desk, interaction: Interaction, meant: Meant) -> Acted:
    """Take an action; if another seat is deciding in the same moment, wait for it."""
    take = partial(desk.campaigns.go_through, meant, interaction.user.id, interaction_id=interaction.id)
    try:
        return await take()
    except BusyError:
        # A seat that answers in the same moment must not cause a refusal.
        if not desk.campaigns.title_of(meant.campaign).at_once(meant.state):
            raise
    async with desk.campaigns.writing(meant.campaign.id, wait=True):
        pass
    return await take()


async def written(
    desk: Desk,
    interaction: Interaction,
    stamp: custom_ids.Stamp,
    form: str,
    about: str,
    values: Mapping[str, str],
) -> None:
    """Take an action that was written in a form, or keep the orders for what it is about.

    :raises StaleError: the form is no longer offered, or is about something else now.
    """
    may_post(interaction)
    here = await _board(desk, stamp.campaign)
    campaign, around, _card = here
    must_hold(campaign, interaction.user.id, stamp.seat)
    words, state = presenter_of(desk.campaigns.title_of(campaign)), desk.campaigns.state_of(campaign)
    # The board may have changed since such a form was opened, but not to another battle or turn.
    later = any((each.id, each.tag) == (form, about) for each in words.ahead(state, stamp.seat))
    if words.form(state, stamp.seat, form) is None and not later:
        raise StaleError(UNWRITABLE)
    try:
        does, action = pressed(words.filled(state, stamp.seat, form, values))
    except EngineError as refused:
        await desk.screens.show_panel(interaction, campaign, stamp.seat, [sentence(refused)], around=around)
        return
    if does is Does.ORDER:
        await _ordered(desk, interaction, campaign, stamp, action, any_board=True)
    else:
        await _take(desk, interaction, here, stamp, action, seen=False)


class Play(Button, template=custom_ids.PLAY):
    """Opens a private panel for the person who presses; the seat that owes a decision comes first."""

    def fresh(self, interaction: Interaction) -> bool:
        return True

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        here = await _board(desk, self.campaign)
        await _look(desk, interaction, here, desk.campaigns.seat_of(here.campaign, interaction.user.id))


class View(ForOne, Button, template=custom_ids.VIEW):
    """Shows text and map of the board as a seat of the person who presses knows it; replaces a panel."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        campaign, seat = await desk.board(self.campaign), self.fields["seat"]
        if seat is not None and seat not in campaign.open_to(interaction.user.id):
            raise NotSeatedError(guards.NOT_YOURS)
        await show_view(desk, interaction, campaign, seat)


class Take(ForOne, Button, template=custom_ids.TAKE):
    """Takes one action from a panel."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _chosen(desk, interaction, custom_ids.Stamp.read(self.fields), self.fields["action"])


class Choose(ForOne, Select, template=custom_ids.CHOOSE):
    """Takes the chosen action from a panel."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _chosen(desk, interaction, custom_ids.Stamp.read(self.fields), self.item.values[0])


class Go(ForOne, Button, template=custom_ids.GO):
    """Takes the action that was shown; the panel then shows the events, or why it was refused."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        may_post(interaction)
        here, user_id = await _board(desk, self.campaign), interaction.user.id
        campaign = here.campaign
        play = await proposals.offered(desk.campaigns.store, int(self.fields["proposal"]), user_id)
        if play is None or play.campaign != campaign.id:
            seat = desk.campaigns.seat_of(campaign, user_id)
            await desk.screens.show_panel(interaction, campaign, seat, [str(GONE)], around=here.around)
            return
        must_hold(campaign, user_id, play.seat)
        stamp = custom_ids.Stamp(play.campaign, play.version, play.seat)
        await _take(desk, interaction, here, stamp, play.action, seen=True)


class Again(ForOne, Button, template=custom_ids.AGAIN):
    """Updates a panel."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _turned(desk, interaction, self.campaign, self.fields["seat"])


class Look(ForOne, Select, template=custom_ids.LOOK):
    """Turns a panel to another seat."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        await _turned(desk, interaction, self.campaign, self.item.values[0])


CONTROLS = (Play, View, Take, Choose, Go, Again, Look)
