"""Private talk: a private room for some seats, which the outbox opens and closes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import discord
from discord import app_commands, ui

from bot.campaigns import guards, messages, talks
from bot.desk.desk import Desk, may_post
from bot.errors import PoliteError
from bot.interactions.host import Button, Choices, ForOne, Interaction, Select, desk_of, show
from bot.interactions.panel import must_hold
from bot.posts.talks import no_rooms
from bot.store import Campaign, StoreError
from bot.surface import custom_ids, layout
from data.catalogue import _
from data.folding import fold
from data.nouns import listed
from engines.core.errors import UsageError
from engines.core.refusals import illegal


async def asked(desk: Desk, interaction: Interaction, named: Sequence[str], title_id: str) -> str:
    """Have a room opened for the caller and the seats that they named.

    :raises PoliteError: no room can be made, or no other person plays; the game goes on without it.
    :raises EngineError: the rules do not let these seats talk, or not now.
    """
    campaign = await desk.board_of(interaction, title_id)
    guards.playable(campaign)
    own = desk.own_seat(campaign, interaction.user.id)
    names = desk.campaigns.title_of(campaign).seat_names
    return await _opened(desk, interaction, campaign, {own, *(_seat(names, typed) for typed in named)})


async def _opened(desk: Desk, interaction: Interaction, campaign: Campaign, wanted: Set[str]) -> str:
    """Have a room opened for seats.

    :raises PoliteError: no room can be made, or no other person plays.
    :raises EngineError: the rules do not let these seats talk, or not now.
    """
    may_post(interaction)
    title, state = desk.campaigns.title_of(campaign), desk.campaigns.state_of(campaign)
    seats = [seat for seat in title.seats if seat in wanted]
    refusal = title.talk_refusal(state, seats)
    if refusal is not None:
        raise illegal(refusal)
    _see_people(campaign, title.seat_names, seats)
    allowed = interaction.app_permissions
    if not (
        isinstance(interaction.channel, discord.TextChannel)
        and allowed.create_private_threads
        and allowed.send_messages_in_threads
    ):
        raise PoliteError(no_rooms())
    await desk.campaigns.store.add_outbox(campaign.id, [messages.room(seats, interaction.user.id)])
    desk.outbox.kick()
    names = listed([f"**{title.seat_names[seat]}**" for seat in seats])
    return _(
        "🤫 A private room is open for {names}, as a thread of this channel; you are mentioned there. "
        "Beside you, only members who may manage threads can read it.",
        names=names,
    )


def _seat(names: Mapping[str, str], typed: str) -> str:
    for seat, name in names.items():
        if fold(typed.strip()) in (fold(seat), fold(name)):
            return seat
    raise UsageError(
        _("There is no seat {typed!r}; there are {names}", typed=typed, names=listed(names.values()))
    )


def _see_people(campaign: Campaign, names: Mapping[str, str], seats: Sequence[str]) -> None:
    """Check that a person holds each of the seats."""
    for seat in seats:
        if seat not in campaign.seats:
            raise PoliteError(
                _(
                    "No person plays **{seat}**, and you can't negotiate with the automatic player.",
                    seat=names[seat],
                )
            )
    if len({campaign.seats[seat] for seat in seats}) < 2:
        raise PoliteError(_("You can't talk to yourself. Name a seat that somebody else plays."))


async def partners(interaction: Interaction, current: str) -> Choices:
    """The seats of the other players."""
    desk = desk_of(interaction)
    try:
        campaign = await desk.board_here(interaction)
        names = desk.campaigns.packs.game_of(campaign).seat_names
    except (PoliteError, StoreError):
        return []
    others = [seat for seat, user in campaign.seats.items() if user != interaction.user.id]
    return [
        app_commands.Choice(name=names[seat], value=seat)
        for seat in others
        if fold(current) in fold(names[seat])
    ]


class Talk(ForOne, Button, template=custom_ids.TALK):
    """Asks whom a seat wants to talk to."""

    def fresh(self, interaction: Interaction) -> bool:
        return True

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        campaign, seat = await desk.board(self.campaign), self.fields["seat"]
        guards.playable(campaign)
        must_hold(campaign, interaction.user.id, seat)
        title, state = desk.campaigns.title_of(campaign), desk.campaigns.state_of(campaign)
        others = talks.partners(title, state, campaign, seat)
        if not others:
            refusal = title.talk_refusal(state, [seat])
            raise illegal(refusal) if refusal else PoliteError(_("Nobody else plays here."))
        options = [discord.SelectOption(label=title.seat_names[other], value=other) for other in others]
        select = layout.select(
            custom_ids.talk_with(campaign.id, seat),
            options,
            _("Choose one or more players …"),
            most=len(options),
        )
        text = _(
            "🤫 Whom do you want to talk to? I open a private room for you and them. "
            "Nothing you agree on there is binding."
        )
        await show(interaction, layout.message(ui.TextDisplay(text), select))
        return None


class With(ForOne, Select, template=custom_ids.TALK_WITH):
    """Opens a room with the chosen seats."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str:
        campaign, seat = await desk.board(self.campaign), self.fields["seat"]
        guards.playable(campaign)
        must_hold(campaign, interaction.user.id, seat)
        return await _opened(desk, interaction, campaign, {seat, *self.item.values})


CONTROLS = (Talk, With)
