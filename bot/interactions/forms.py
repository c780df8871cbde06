"""Actions that are written in fields: a button of a panel opens a form, and the form is sent off."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.campaigns import standing_orders
from bot.desk.desk import Desk, may_post
from bot.desk.refusals import sentence
from bot.errors import StaleError
from bot.games.parts import plan
from bot.games.registry import presenter_of
from bot.games.shown import Field, Form
from bot.interactions.host import Button, Interaction, desk_of, host_of
from bot.interactions.panel import UNWRITABLE, keep_orders, must_hold, written
from bot.surface import custom_ids, layout
from data.catalogue import _
from data.nouns import numbered
from engines.core.errors import EngineError

log = logging.getLogger("tocsin.forms")

TITLE, LABEL, LONG = 45, 45, 4000
"""Characters of a form's title, of a field's label and of what is written in one."""


def modal(form: Form, custom_id: str) -> ui.Modal:
    """A form as Discord shows it; its custom id holds all its data, so it survives a restart."""
    made = ui.Modal(title=layout.cut(form.title, TITLE), custom_id=custom_id)
    for field in form.fields:
        hint = layout.cut(field.hint, layout.DETAIL) or None
        entry = _list(field) if field.options else _lines(field)
        made.add_item(ui.Label(text=layout.cut(field.label, LABEL), description=hint, component=entry))
    made.stop()
    return made


def _lines(field: Field) -> ui.TextInput[Any]:
    return ui.TextInput(
        style=discord.TextStyle.paragraph,
        custom_id=field.id,
        default=field.value[:LONG] or None,
        placeholder=layout.cut(field.example, layout.DETAIL) or None,
        required=False,
        max_length=LONG,
    )


def _list(field: Field) -> ui.Select[Any]:
    chosen = [*plan.lines([field.value])]
    return ui.Select(
        custom_id=field.id,
        options=[
            discord.SelectOption(
                label=layout.cut(option.label, layout.DETAIL),
                value=option.value,
                description=layout.cut(option.detail, layout.DETAIL) or None,
                default=option.value in chosen,
            )
            for option in field.options[: layout.PER_SELECT]
        ],
        min_values=0,
        max_values=min(field.most, len(field.options)),
        required=False,
    )


class Opens(Button, template=r"t1:no-form"):
    """A button that opens a form."""

    async def callback(self, interaction: Interaction) -> None:
        """Show a form; it must be the first answer to a press, so the press is not acknowledged before."""
        desk = desk_of(interaction)
        try:
            form, custom_id = await self.form(desk, interaction)
        except Exception as refused:  # noqa: BLE001 - the desk answers every kind of error
            error = refused

            async def handler() -> str:
                raise error

            await desk.answer(interaction, handler, fresh=True)
            return
        try:
            await interaction.response.send_modal(modal(form, custom_id))
            desk.screens.panels.opens(interaction)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            # Nothing was done; the player sees that it failed, and presses again.
            log.warning("the form %s is not shown: %s", form.id, error)

    async def form(self, desk: Desk, interaction: Interaction) -> tuple[Form, str]:
        """The form, and the custom id under which it is sent off.

        :raises PoliteError: this person may not fill it in, or not now.
        """
        raise NotImplementedError


class Open(Opens, template=custom_ids.FORM):
    """Opens a form for the player who holds the seat."""

    async def form(self, desk: Desk, interaction: Interaction) -> tuple[Form, str]:
        may_post(interaction)
        stamp = custom_ids.Stamp.read(self.fields)
        campaign = await desk.board(stamp.campaign)
        must_hold(campaign, interaction.user.id, stamp.seat)
        words = presenter_of(desk.campaigns.title_of(campaign))
        if self.fields["form"] == plan.ID:
            given = await standing_orders.of_seat(desk.campaigns, campaign, stamp.seat)
            form = words.plan(given)
        else:
            state, id = desk.campaigns.state_of(campaign), self.fields["form"]
            form = words.form(state, stamp.seat, id)
            if form is None:
                given = await standing_orders.of_seat(desk.campaigns, campaign, stamp.seat)
                form = next((each for each in words.ahead(state, stamp.seat, given) if each.id == id), None)
        if form is None:
            raise StaleError(UNWRITABLE)
        return form, custom_ids.filled(stamp, form.id, form.tag)


Written = Callable[[Desk, Interaction, Mapping[str, str], Mapping[str, str]], Awaitable[str | None]]
"""Carries out a form from the named parts of its custom id and the text of each field."""


async def sent(interaction: Interaction, template: str, work: Written, *, fresh: bool = False) -> bool:
    """Carry out a form that was submitted; returns False if its custom id is not of this template.

    :param fresh: the answer does not replace the message of the button that opened it.
    """
    data: Any = interaction.data or {}
    match = re.fullmatch(template, str(data.get("custom_id", "")))
    if match is None:
        return False
    host, fields = host_of(interaction), match.groupdict()
    values = dict(_values(data.get("components", [])))
    if await host.gate.admits(interaction) and await host.gate.at_home(
        interaction, int(fields["campaign"]), host.store
    ):
        desk = host.desk
        await desk.answer(interaction, lambda: work(desk, interaction, fields, values), fresh=fresh)
    return True


async def filled(
    desk: Desk, interaction: Interaction, fields: Mapping[str, str], values: Mapping[str, str]
) -> None:
    """Take the action, or keep the plan, that was written in a form of a panel."""
    stamp, form = custom_ids.Stamp.read(fields), fields["form"]
    if form == plan.ID:
        await planned(desk, interaction, stamp, values)
    else:
        await written(desk, interaction, stamp, form, fields["about"] or "", values)


async def planned(
    desk: Desk, interaction: Interaction, stamp: custom_ids.Stamp, values: Mapping[str, str]
) -> None:
    """Keep the standing orders of a plan, and let them answer what the seat already owes."""
    may_post(interaction)
    begun = await desk.board(stamp.campaign)
    must_hold(begun, interaction.user.id, stamp.seat)
    words = presenter_of(desk.campaigns.title_of(begun))
    if words.plan({}) is None:
        raise StaleError(UNWRITABLE)
    try:
        orders = words.planned(values)
    except EngineError as refused:
        await desk.screens.show_panel(interaction, begun, stamp.seat, [sentence(refused)])
        return
    answers = numbered(len([text for text in orders.values() if text is not None]), "choice")
    kept = _("📋 Your plan is saved. It answers {answers}. `/orders list` shows it.", answers=answers)
    await keep_orders(desk, interaction, stamp, orders, kept, any_board=True)


def _values(components: Any) -> list[tuple[str, str]]:
    """The written text of each field; of a list its chosen values, a line each."""
    inputs = (component["component"] for component in components if "component" in component)
    return [
        (str(each["custom_id"]), "\n".join(map(str, each.get("values") or [each.get("value") or ""])))
        for each in inputs
    ]


CONTROLS = (Open,)
