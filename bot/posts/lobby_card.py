"""The card of a lobby: the seats, the people who wait for the lots, and the controls to join."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial

import discord
import msgspec
from discord import ui

from bot.campaigns import messages
from bot.campaigns.service import Campaigns
from bot.campaigns.telling import about, holder, strong
from bot.games.registry import presenter_of
from bot.games.wording import lower
from bot.posts.card.poster import FRESH
from bot.store import Campaign, CardRow, Due, Guest, Seat, rows
from bot.surface import custom_ids, layout
from bot.surface.pictured import REPOST
from data.catalogue import N_, _, retold
from data.nouns import upper
from engines.core.contract import AnyTitle
from engines.core.setting import Option

log = logging.getLogger("tocsin.lobby")

COLOUR = 0x2B4C9B
LISTED = 20
"""Most waiting people who are named."""


class LobbyCards:
    """Posts the cards of lobbies in their channels, as `bot.posts.card.poster` does those of turns."""

    def __init__(self, client: discord.Client, campaigns: Campaigns, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._campaigns = campaigns
        self._store = campaigns.store
        self._clock = clock

    async def post(self, row: Due, campaign: Campaign) -> CardRow | None:
        """Post or update the card of a lobby; returns its place."""
        live = campaign.status == "lobby"
        posted = row.hanging
        if posted is None and not live:
            return None
        title = self._campaigns.packs.game_of(campaign)
        guests = await self._store.look(partial(rows.seats.guests, campaign_id=campaign.id))
        least = await self._store.look(partial(rows.conduct.required, campaign_id=campaign.id))
        channel = self._client.get_partial_messageable(campaign.channel_id, guild_id=campaign.guild_id)
        if posted is not None:
            message = channel.get_partial_message(posted.message_id)
            fresh = self._clock() - posted.posted_at <= FRESH
            try:
                old = live and not fresh
                view = (
                    retired(title, campaign)
                    if old
                    else build(title, campaign, guests.values(), live=live, least=least)
                )
                await message.edit(view=view, allowed_mentions=layout.NO_MENTIONS)
                if fresh or not live:
                    return msgspec.structs.replace(posted, version=campaign.version)
            except discord.HTTPException as error:
                if error.code not in REPOST:
                    raise
                if not live:
                    return None
        sent = await channel.send(
            view=build(title, campaign, guests.values(), live=live, least=least),
            nonce=f"{campaign.id}-{messages.LOBBY}-{row.id}",
            allowed_mentions=layout.NO_MENTIONS,
        )
        return CardRow.of(campaign, messages.LOBBY, sent.id, self._clock())


def build(
    title: AnyTitle, campaign: Campaign, guests: Iterable[Guest], *, live: bool, least: int | None = None
) -> ui.LayoutView:
    """The message of a lobby.

    :param live: whether it has controls; an old card has none.
    :param least: the share of decisions in time that a place takes.
    """
    condition = (
        [_("-# For people who decide in time in {least}% of cases, or are new.", least=least)]
        if least
        else []
    )
    agreed = [
        _("-# {rule}: {summary}", rule=retold(option.name), summary=retold(option.summary))
        for option in _agreed(title, campaign)
    ]
    top = [heading(title, campaign), *about(title, campaign), *agreed, *condition]
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=COLOUR)
    box.add_item(ui.TextDisplay("\n".join(top)))
    box.add_item(ui.Separator())
    lines = roster(title, campaign, guests)
    box.add_item(ui.TextDisplay(layout.cut("\n".join([*lines, _last(campaign)]), layout.TEXT - 1000)))
    return layout.message(box, *(_controls(title, campaign) if live else []))


def retired(title: AnyTitle, campaign: Campaign) -> ui.LayoutView:
    """The rest of a lobby's card after the card was posted again."""
    said = _("-# The card of this lobby is further down.")
    return layout.message(ui.TextDisplay(f"{heading(title, campaign)}\n{said}"))


def heading(title: AnyTitle, campaign: Campaign) -> str:
    """Game and scenario."""
    return f"## {title.name}\n*{retold(title.scenario(campaign.scenario).name)}*"


def roster(title: AnyTitle, campaign: Campaign, guests: Iterable[Guest]) -> list[str]:
    """The seats with their holders and how each wins, and the waiting people."""
    aims = presenter_of(title).seat_aims if campaign.status == "lobby" else {}
    lines = [_line(title, sitting, aims.get(sitting.seat)) for sitting in campaign.seating.values()]
    waiting = [guest for guest in guests if guest.waiting] if campaign.status == "lobby" else []
    if waiting:
        names = [_wish(title, guest) for guest in waiting[:LISTED]]
        more = _(" and {number} more", number=len(waiting) - LISTED) if len(waiting) > LISTED else ""
        lines.append(_("🎲 **Waiting for the lot** {names}{more}", names=", ".join(names), more=more))
    return lines


def _line(title: AnyTitle, sitting: Seat, aim: str | N_ | None) -> str:
    line = _held(title, sitting)
    return f"{line}\n-# {aim}" if aim else line


def _held(title: AnyTitle, sitting: Seat) -> str:
    name = f"**{title.seat_names[sitting.seat]}**"
    if sitting.user_id is not None or sitting.automatic:
        return f"{name} {holder(title, sitting)}"
    if sitting.reserved_for is not None:
        return _("{name} reserved for <@{reserved_for}>", name=name, reserved_for=sitting.reserved_for)
    return _("{name} *vacant*", name=name)


def _wish(title: AnyTitle, guest: Guest) -> str:
    rather = (
        ""
        if guest.preference is None
        else _(" (rather {preference})", preference=title.seat_names[guest.preference])
    )
    return f"<@{guest.user_id}>{rather}"


def _last(campaign: Campaign) -> str:
    match campaign.status:
        case "lobby":
            return _(
                "-# The game begins when every seat is taken or can be drawn by lot. {creator} or a "
                "moderator can begin it earlier.",
                creator=upper(_creator(campaign)),
            )
        case "ended" if not campaign.state:
            return _("**The lobby was closed before the campaign began.**")
        case _:
            return _("**The campaign has begun.** `/seat list` shows the seats and their players now.")


def _creator(campaign: Campaign) -> str:
    return _("the player who opened it") if campaign.created_by is None else f"<@{campaign.created_by}>"


def _controls(title: AnyTitle, campaign: Campaign) -> list[ui.ActionRow[ui.LayoutView]]:
    at, aims = (campaign.id, campaign.version), presenter_of(title).seat_aims
    buttons = [_button(title.seat_names[name], sitting, at) for name, sitting in campaign.seating.items()]
    starts = range(0, len(buttons), layout.PER_ROW)
    taking = [ui.ActionRow(*buttons[start : start + layout.PER_ROW]) for start in starts]
    lot = layout.select(
        custom_ids.lobby_lot(*at),
        [
            discord.SelectOption(label=_("Any seat"), value=custom_ids.ANY_SEAT),
            *(
                discord.SelectOption(
                    label=layout.cut(title.seat_names[name], layout.DETAIL),
                    value=name,
                    description=str(aims[name]) if name in aims else None,
                )
                for name in list(campaign.seating)[: layout.PER_SELECT - 1]
            ),
        ],
        _("Draw lots: I'd rather have …"),
    )
    leave: ui.Button[ui.LayoutView] = ui.Button(label=_("Leave"), custom_id=custom_ids.lobby_leave(*at))
    begin: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Begin"), style=discord.ButtonStyle.primary, custom_id=custom_ids.lobby_begin(*at)
    )
    # With a single seat there are no lots and no opponents.
    more = [lot, *_automatic(title, campaign)] if len(campaign.seating) > 1 else []
    objections: list[ui.Button[ui.LayoutView]] = [
        ui.Button(
            label=layout.cut(_("Without {rule}", rule=lower(retold(option.name))), layout.LABEL),
            custom_id=custom_ids.lobby_object(*at, option.id),
        )
        for option in _agreed(title, campaign)
    ]
    return [*taking, *more, ui.ActionRow(leave, begin, *objections)]


def _agreed(title: AnyTitle, campaign: Campaign) -> list[Option]:
    """The optional rules in use that a single player may object to."""
    return [option for option in title.options if option.together and campaign.options.get(option.id)]


def _automatic(title: AnyTitle, campaign: Campaign) -> list[ui.ActionRow[ui.LayoutView]]:
    """The select that gives a seat to the automatic player; none if all seats are taken."""
    free = [seat for seat in campaign.seating.values() if seat.user_id is None and not seat.reserved_for]
    if not free:
        return []
    select = layout.select(
        custom_ids.lobby_automate(campaign.id, campaign.version),
        [option for seat in free for option in _of_seat(title, seat)][: layout.PER_SELECT],
        _("Let the automatic player have …"),
    )
    return [select]


def _of_seat(title: AnyTitle, seat: Seat) -> Iterator[discord.SelectOption]:
    """What the automatic player may do with a seat: free it, or have it at another strength."""
    name = title.seat_names[seat.seat]
    if seat.automatic:
        yield discord.SelectOption(
            label=layout.cut(name, layout.DETAIL),
            value=f"{custom_ids.FREE}{seat.seat}",
            description=_("It has this seat; choose to free it"),
        )
    elif not title.strengths:
        yield discord.SelectOption(label=layout.cut(name, layout.DETAIL), value=seat.seat)
    for strength in title.strengths:
        if not (seat.automatic and seat.strength == strength):
            label = _("{seat} ({strength})", seat=name, strength=strong(strength))
            yield discord.SelectOption(
                label=layout.cut(label, layout.DETAIL), value=custom_ids.at_strength(strength, seat.seat)
            )


def _button(name: str, sitting: Seat, at: tuple[int, int]) -> ui.Button[ui.LayoutView]:
    free = sitting.user_id is None
    style = discord.ButtonStyle.success if free else discord.ButtonStyle.secondary
    label = _("Take {seat}", seat=name) if free else _("Give back {seat}", seat=name)
    label = layout.cut(label, layout.LABEL)
    return ui.Button(label=label, style=style, custom_id=custom_ids.lobby_seat(*at, sitting.seat))


async def standing(campaigns: Campaigns, campaign: Campaign) -> str:
    """The status of a lobby in a short text, for an answer."""
    title = campaigns.packs.game_of(campaign)
    guests: Mapping[int, Guest] = await campaigns.store.look(
        partial(rows.seats.guests, campaign_id=campaign.id)
    )
    return "\n".join([f"**{title.name}**", *roster(title, campaign, guests.values())])
