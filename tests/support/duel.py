"""A campaign of two sides at the simulated table: Camille plays Blue, Maxime plays White."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any

import discord
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.app.client import Tocsin
from bot.campaigns import messages
from bot.store import Seat
from bot.store.rows import seats
from bot.surface import custom_ids
from tests.support.sights import only_own
from tests.support.table import Control, Table, controls, create

Tables = Callable[..., Awaitable[Table]]


async def duel(tables: Tables, *, make: Callable[..., Tocsin] = create, **wishes: Any) -> Table:
    """A table where the campaign has begun; its card hangs."""
    table = await tables(make, cooldown="off")
    await table.start()
    await table.bot.campaigns.new(table.wish("duel", **wishes)._replace(title="outposts"))
    await sit(table, white=table.maxime.id)
    return table


async def sit(table: Table, **holders: int | None) -> None:
    """Let people have seats, and the card tell it."""
    changed = [Seat(seat=seat, user_id=user) for seat, user in holders.items()]
    await table.bot.store.transact(
        partial(seats.change, campaign_id=1, seats=changed),
        partial(only_own, campaign_id=1),
        campaign_id=1,
    )
    await refresh(table)


async def refresh(table: Table) -> None:
    """Bring the card up to date."""
    campaign = await table.campaign()
    chapter = table.bot.campaigns.chapter_of(campaign)
    await table.bot.store.add_outbox(1, [messages.card(chapter)])
    await table.bot.outbox.drain()


def door(table: Table) -> discord.Message:
    """The newest card that opens panels."""
    return next(
        message
        for message in reversed(table.channel.history())
        if any(control.custom_id == custom_ids.play(1) for control in controls(message))
    )


async def opened(table: Table, actor: MemberActor) -> ResponseMessage:
    """The panel that somebody opens from the card."""
    return panel_of(await actor.click(door(table), custom_id=custom_ids.play(1)))


class Panel(ResponseMessage):
    """The panel that an interaction gave, wherever it stands by now: it moves below what is posted later."""

    def __init__(self, result: InteractionResult) -> None:
        self._result = result
        self._env = result._env

    @property
    def _message(self) -> Any:  # type: ignore[override]
        shown = self._result.response or self._result.followups[-1]
        return shown._message


def panel_of(result: InteractionResult) -> ResponseMessage:
    """The panel that an interaction gave."""
    panel = Panel(result)
    assert panel.ephemeral
    return panel


def choices(panel: ResponseMessage | discord.Message) -> list[Control]:
    """What a panel, or a card, offers to be played."""
    message = panel.message if isinstance(panel, ResponseMessage) else panel
    kinds = ("act", "pick", "take", "choose")
    return [control for control in controls(message) if control.custom_id.split(":")[1] in kinds]


async def pressed(panel: ResponseMessage, actor: MemberActor, control: Control) -> InteractionResult:
    """What comes of a press on a panel."""
    if control.value is None:
        return await actor.click(panel.message, custom_id=control.custom_id)
    return await actor.select(panel.message, [control.value], custom_id=control.custom_id)


async def play_out(table: Table, *, seed: str, most: int = 400) -> None:
    """Both sides play to the end on their panels, by what the panels offer."""
    chooser = Random(seed)
    actors = {"blue": table.camille, "white": table.maxime}
    title = table.bot.campaigns.titles["outposts"]
    for _ in range(most):
        campaign = await table.campaign()
        if campaign.status != "running":
            return
        owing = [decision.seat for decision in title.decisions(await table.state())]
        actor = actors[chooser.choice(owing)]
        panel = await opened(table, actor)
        await pressed(panel, actor, chooser.choice(choices(panel)))
    raise AssertionError("the game does not end")


async def played(panel: ResponseMessage, actor: MemberActor, action: str) -> InteractionResult:
    """What comes of an action that a panel offers."""
    control = next(control for control in choices(panel) if control.action == action)
    return await pressed(panel, actor, control)
