"""`/seat`: who sits where, and how that changes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

import discord
import msgspec
from discord import app_commands, ui

from bot import layout, seat_ids
from bot.briefing import briefing
from bot.commands.asking import Command, Interaction, desk_of, group
from bot.desk import Desk, may_post
from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.hours import Hours, quoted, read_day
from bot.lobby import Lobby
from bot.lobby_cards import standing
from bot.moderation import rank, require
from bot.seating import By, Seating, seatable
from bot.sitting import lent, line, own_seat, seat_named
from bot.store import Campaign, people

LONGEST = timedelta(days=180)
"""The longest time for which a seat can be lent beforehand."""

_LENGTH = re.compile(r"\+?\s*(\d{1,4})\s*(h|hours?|d|days?|w|weeks?)")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}

_REASON = "Why; it goes into the audit log"


def a_person(user: discord.User | discord.Member) -> int:
    """Somebody who can play here.

    :raises PoliteError: it is a bot, or nobody of this server.
    """
    if user.bot:
        raise PoliteError(f"<@{user.id}> is a bot, and bots take no seats here.")
    if not isinstance(user, discord.Member):
        raise PoliteError(f"<@{user.id}> is not on this server, so they could not play here.")
    return user.id


def read_until(text: str, hours: Hours, now: datetime) -> datetime:
    """Until when a seat is lent: `48h`, `10d`, `2w`, or to the end of a day as it is typed.

    :raises PoliteError: it can't be read, is over, or is too far away.
    """
    length = _LENGTH.fullmatch(" ".join(text.split()).casefold())
    if length:
        until = now + int(length[1]) * _UNITS[length[2][0]]
    else:
        until = read_day(text, hours, now, closing=True)
    if until <= now:
        raise PoliteError(f"{quoted(text)} is over already: give a later time, or none.")
    if until > now + LONGEST:
        raise PoliteError(
            f"A seat is lent for {LONGEST.days} days at most: give an earlier time, or none, so that it is "
            "lent until you take it back."
        )
    return until


async def seat_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The seats of the channel's campaign."""
    desk = desk_of(interaction)
    try:
        campaign = await desk.campaigns.running(interaction.channel_id or 0)
    except PoliteError:
        return []
    title = desk.campaigns.titles[campaign.title]
    found = []
    for name, sitting in campaign.seating.items():
        whose = "yours" if sitting.user_id == interaction.user.id else "taken"
        label = f"{title.seat_names[name]} ({'vacant' if sitting.user_id is None else whose})"
        if current.casefold() in label.casefold():
            found.append(app_commands.Choice(name=layout.cut(label, layout.DETAIL), value=name))
    return found[: layout.PER_SELECT]


async def _answer(
    interaction: Interaction, handler: Callable[[Desk, Campaign], Awaitable[str | None]]
) -> None:
    """Do something with the seats of the channel's campaign."""
    desk = desk_of(interaction)

    async def answer() -> str | None:
        may_post(interaction)
        campaign = await desk.campaigns.running(interaction.channel_id or 0)
        told = await handler(desk, campaign)
        desk.outbox.kick()
        return told

    await desk.answer(interaction, answer)


def _named(desk: Desk, campaign: Campaign, typed: str) -> str:
    return seat_named(desk.campaigns.titles[campaign.title], typed)


def _own(desk: Desk, campaign: Campaign, user_id: int, typed: str | None, *, lent_too: bool = False) -> str:
    title = desk.campaigns.titles[campaign.title]
    if typed is not None:
        return seat_named(title, typed)
    return own_seat(title, campaign, user_id, lent_too=lent_too)


@app_commands.command(name="list")
async def list_(interaction: Interaction) -> None:
    """Who sits where in this channel's campaign."""
    desk = desk_of(interaction)

    async def handler() -> str:
        campaign = await desk.campaign_here(interaction)
        if campaign.status == "lobby":
            return await standing(desk.campaigns, campaign)
        title = desk.campaigns.titles[campaign.title]
        return "\n".join([f"**{title.name}**", *(line(title, each) for each in campaign.seating.values())])

    await desk.answer(interaction, handler)


@app_commands.command(name="take")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="A seat that is vacant")
async def take(interaction: Interaction, seat: app_commands.Range[str, 1, 80]) -> None:
    """Take a vacant seat."""

    async def handler(desk: Desk, campaign: Campaign) -> str:
        wanted = _named(desk, campaign, seat)
        if campaign.status == "lobby":
            await Lobby(desk.campaigns).take(campaign.id, interaction.user.id, wanted)
            return f"{desk.campaigns.titles[campaign.title].seat_names[wanted]} is yours."
        return await Seating(desk.campaigns).take(campaign.id, interaction.user.id, wanted)

    await _answer(interaction, handler)


@app_commands.command(name="leave")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="Which, where you have several")
async def leave(interaction: Interaction, seat: app_commands.Range[str, 1, 80] | None = None) -> None:
    """Leave your seat for good, or give back one that was lent to you; asks once more."""

    async def handler(desk: Desk, campaign: Campaign) -> str | None:
        user_id = interaction.user.id
        if campaign.status == "lobby":
            return await Lobby(desk.campaigns).leave(campaign.id, user_id)
        own = _own(desk, campaign, user_id, seat)
        title = desk.campaigns.titles[campaign.title]
        sitting, name = campaign.seating[own], title.seat_names[own]
        if sitting.user_id != user_id:
            raise NotSeatedError(f"You do not sit in {name}.")
        if lent(sitting):
            question = f"Give {name} back to <@{sitting.owner_id}>?"
        else:
            question = (
                f"Leave {name} for good? Somebody else can take it then; its standing orders are revoked."
            )
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(question))
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        row.add_item(
            ui.Button(
                style=discord.ButtonStyle.danger,
                label=layout.cut(f"Leave {name}", layout.LABEL),
                custom_id=seat_ids.resign(campaign.id, own),
            )
        )
        view.add_item(row)
        view.stop()
        await interaction.edit_original_response(view=view, allowed_mentions=layout.NO_MENTIONS)
        return None

    await _answer(interaction, handler)


@app_commands.command(name="reserve")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="The seat", user="Who alone may take it; nobody lifts the reservation")
async def reserve(
    interaction: Interaction, seat: app_commands.Range[str, 1, 80], user: discord.User | None = None
) -> None:
    """Keep a seat of a lobby for somebody."""

    async def handler(desk: Desk, campaign: Campaign) -> str:
        await require(desk.campaigns, interaction, campaign, "moderator", "creator", to="reserve a seat")
        if campaign.status != "lobby":
            raise StaleError("The campaign has begun. `/seat replace` puts somebody into a seat.")
        wanted = _named(desk, campaign, seat)
        whom = None if user is None else a_person(user)
        return await Lobby(desk.campaigns).reserve(campaign.id, interaction.user.id, wanted, whom)

    await _answer(interaction, handler)


@app_commands.command(name="replace")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(
    seat="The seat",
    user="Who is to have it",
    now="Seat them at once, without asking; for moderators",
    reason=_REASON,
)
async def replace(
    interaction: Interaction,
    seat: app_commands.Range[str, 1, 80],
    user: discord.User,
    now: bool = False,
    reason: app_commands.Range[str, 1, 200] = "",
) -> None:
    """Put somebody into a seat, vacant or not; they are asked first."""

    async def handler(desk: Desk, campaign: Campaign) -> str:
        found = await require(
            desk.campaigns, interaction, campaign, "moderator", "creator", to="put somebody into a seat"
        )
        _moderators_only(now, found)
        wanted, newcomer = _named(desk, campaign, seat), a_person(user)
        seating, by = Seating(desk.campaigns), By(interaction.user.id, reason)
        if now:
            return await seating.seat_now(campaign.id, wanted, newcomer, by)
        return await seating.offer(campaign.id, wanted, newcomer, by)

    await _answer(interaction, handler)


@app_commands.command(name="swap")
@app_commands.autocomplete(other=seat_choices, seat=seat_choices)
@app_commands.describe(
    other="The seat that you would like to have",
    seat="The seat that you give for it; yours, where you have one",
    now="Swap them at once, without asking; for moderators",
    reason=_REASON,
)
async def swap(
    interaction: Interaction,
    other: app_commands.Range[str, 1, 80],
    seat: app_commands.Range[str, 1, 80] | None = None,
    now: bool = False,
    reason: app_commands.Range[str, 1, 200] = "",
) -> None:
    """Swap seats with another player, who is asked first."""

    async def handler(desk: Desk, campaign: Campaign) -> str:
        _moderators_only(now, await rank(desk.campaigns, interaction, campaign))
        theirs = _named(desk, campaign, other)
        seatable(campaign)
        own = _own(desk, campaign, interaction.user.id, seat)
        seating = Seating(desk.campaigns)
        if now:
            return await seating.swap_now(campaign.id, own, theirs, By(interaction.user.id, reason))
        return await seating.offer_swap(campaign.id, interaction.user.id, own, theirs)

    await _answer(interaction, handler)


@app_commands.command(name="substitute")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(
    user="Who stands in for you",
    until="Such as 48h, 10d, friday or 24 Dec; without it, until you take it back",
    seat="Which seat, where you have several",
)
async def substitute(
    interaction: Interaction,
    user: discord.User,
    until: app_commands.Range[str, 1, 40] | None = None,
    seat: app_commands.Range[str, 1, 80] | None = None,
) -> None:
    """Lend your seat to somebody for a time; they are asked first."""

    async def handler(desk: Desk, campaign: Campaign) -> str:
        seatable(campaign)
        own = _own(desk, campaign, interaction.user.id, seat, lent_too=True)
        store = desk.campaigns.store
        end = None
        if until is not None:
            persons = await store.look(partial(people.persons, ids=[interaction.user.id]))
            hours = msgspec.json.decode(persons[interaction.user.id].hours, type=Hours)
            end = read_until(until, hours, store.now())
        return await Seating(desk.campaigns).lend(campaign.id, interaction.user.id, own, a_person(user), end)

    await _answer(interaction, handler)


@app_commands.command(name="back")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="Which seat, where you have several")
async def back(interaction: Interaction, seat: app_commands.Range[str, 1, 80] | None = None) -> None:
    """Take back at once a seat that you have lent or offered."""

    async def handler(desk: Desk, campaign: Campaign) -> str:
        seatable(campaign)
        own = _own(desk, campaign, interaction.user.id, seat, lent_too=True)
        return await Seating(desk.campaigns).back(campaign.id, interaction.user.id, own)

    await _answer(interaction, handler)


@app_commands.command(name="brief")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="Which seat, where you have several")
async def brief(interaction: Interaction, seat: app_commands.Range[str, 1, 80] | None = None) -> None:
    """Your briefing, for you alone: what happened, what is due, what only you know."""
    desk = desk_of(interaction)

    async def handler() -> str:
        campaign = await desk.campaigns.running(interaction.channel_id or 0)
        seatable(campaign)
        own = _own(desk, campaign, interaction.user.id, seat)
        if campaign.seating[own].user_id != interaction.user.id:
            name = desk.campaigns.titles[campaign.title].seat_names[own]
            raise NotSeatedError(f"You do not sit in {name}: its briefing is for whoever does.")
        return await briefing(desk.campaigns, campaign, own)

    await desk.answer(interaction, handler)


def _moderators_only(now: bool, found: str) -> None:
    if now and found != "moderator":
        raise PoliteError(
            "Only a moderator can do that without asking: leave `now` out, and the other side is asked."
        )


COMMANDS: tuple[Command, ...] = (
    list_,
    take,
    leave,
    reserve,
    replace,
    swap,
    substitute,
    back,
    brief,
)


def commands() -> app_commands.Group:
    """The group."""
    return group("seat", "Take, leave, lend and hand over the seats of a campaign.", COMMANDS)
