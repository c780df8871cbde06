"""`/seat`: which player holds which seat, and how that changes."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import discord
import msgspec
from discord import app_commands, ui

from bot.campaigns import conduct
from bot.campaigns.proposals import Replace, confirm
from bot.campaigns.ranks import Rank, require, right
from bot.clock.hours import Hours, read_day
from bot.desk.desk import Desk, may_post
from bot.errors import NotSeatedError, PoliteError, StaleError, quoted
from bot.interactions.confirm import or_warned
from bot.interactions.consent import ask
from bot.interactions.host import Button, Command, Interaction, answering, desk_of, group, show
from bot.posts.lobby_card import standing
from bot.seats.briefing import briefing
from bot.seats.change import By, Forewarned
from bot.seats.handover import Seats
from bot.seats.lobby import Lobby
from bot.seats.named import own_seat, seat_named, seatable
from bot.seats.rules import lent, line
from bot.store import Campaign, rows
from bot.surface import custom_ids, layout
from data.catalogue import N_, _
from data.folding import fold
from engines.core import strength as strengths
from engines.core.contract import AnyTitle
from engines.core.strength import Strength

LONGEST = timedelta(days=180)
"""The longest time for which a player can lend a seat in advance."""

STRENGTHS = [app_commands.Choice(name=strength, value=strength) for strength in strengths.STRENGTHS]

_LENGTH = re.compile(r"\+?\s*(\d{1,4})\s*(h|hours?|d|days?|w|weeks?)")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}

NOT_NOW = N_(
    "Only a moderator who does not play can do that without asking. Leave out `now` to ask the "
    "players concerned."
)
_REASON = "Why; it goes into the audit log"


def a_person(user: discord.User | discord.Member) -> int:
    """The id of a person who can play here.

    :raises PoliteError: it is a bot, or not a member of this server.
    """
    if user.bot:
        raise PoliteError(_("<@{id}> is a bot, and bots can't take seats.", id=user.id))
    if not isinstance(user, discord.Member):
        raise PoliteError(_("<@{id}> is not on this server, so they can't play here.", id=user.id))
    return user.id


def read_until(text: str, hours: Hours, now: datetime) -> datetime:
    """The end of a loan: `48h`, `10d`, `2w`, or the end of the day that was typed.

    :raises PoliteError: the text can't be read, or the time is past or too far away.
    """
    length = _LENGTH.fullmatch(" ".join(text.split()).casefold())
    if length:
        until = now + int(length[1]) * _UNITS[length[2][0]]
    else:
        until = read_day(text, hours, now, closing=True)
    if until <= now:
        raise PoliteError(_("{text} is in the past. Give a later time, or none.", text=quoted(text)))
    if until > now + LONGEST:
        raise PoliteError(
            _(
                "You can lend a seat for at most {days} days. Give an earlier time, or none to lend "
                "it until you take it back.",
                days=LONGEST.days,
            )
        )
    return until


async def seat_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The seats of the channel's campaign."""
    desk = desk_of(interaction)
    try:
        campaign = await desk.campaigns.running(interaction.channel_id or 0)
    except PoliteError:
        return []
    names = desk.campaigns.packs.seat_names(campaign)
    choices = []
    for name, sitting in campaign.seating.items():
        whose = _("yours") if sitting.user_id == interaction.user.id else _("taken")
        free = _("automatic") if sitting.automatic else _("vacant")
        label = f"{names[name]} ({free if sitting.user_id is None else whose})"
        if fold(current) in fold(label):
            choices.append(app_commands.Choice(name=layout.cut(label, layout.DETAIL), value=name))
    return choices[: layout.PER_SELECT]


def strength_of(title: AnyTitle, chosen: str | None) -> Strength | None:
    """The strength that was chosen for the automatic player.

    :raises PoliteError: it has none in this game.
    """
    if chosen is not None and not title.strengths:
        raise PoliteError(_("The automatic player of {name} has one strength only.", name=title.name))
    return None if chosen is None else msgspec.convert(chosen, Strength)


async def _running(interaction: Interaction) -> tuple[Desk, Campaign]:
    """The channel's campaign, before a change of seats that the channel is told of."""
    may_post(interaction)
    desk = desk_of(interaction)
    return desk, await desk.campaigns.running(interaction.channel_id or 0)


def _named(desk: Desk, campaign: Campaign, typed: str) -> str:
    return seat_named(desk.campaigns.packs.game_of(campaign), typed)


def _own(desk: Desk, campaign: Campaign, user_id: int, typed: str | None, *, lent_too: bool = False) -> str:
    title = desk.campaigns.packs.game_of(campaign)
    if typed is not None:
        return seat_named(title, typed)
    return own_seat(title, campaign, user_id, lent_too=lent_too)


@app_commands.command(name="list")
@answering()
async def list_(interaction: Interaction) -> str:
    """Who sits where in this channel's campaign."""
    desk = desk_of(interaction)
    campaign = await desk.campaign_here(interaction)
    if campaign.status == "lobby":
        return await standing(desk.campaigns, campaign)
    title = desk.campaigns.packs.game_of(campaign)
    return "\n".join([f"**{title.name}**", *(line(title, each) for each in campaign.seating.values())])


@app_commands.command(name="take")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="A seat that is vacant")
@answering(tells=True)
async def take(interaction: Interaction, seat: app_commands.Range[str, 1, 80]) -> str | None:
    """Take a vacant seat."""
    desk, campaign = await _running(interaction)
    wanted = _named(desk, campaign, seat)
    if campaign.status == "lobby":
        return await Lobby(desk.campaigns).take(campaign.id, interaction.user.id, wanted)
    taking = Seats(desk.campaigns).take(campaign.id, interaction.user.id, wanted)
    return await or_warned(desk, interaction, taking)


@app_commands.command(name="leave")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="Which, where you have several")
@answering(tells=True)
async def leave(interaction: Interaction, seat: app_commands.Range[str, 1, 80] | None = None) -> str | None:
    """Leave your seat for good, or give back one that was lent to you; asks once more."""
    desk, campaign = await _running(interaction)
    user_id = interaction.user.id
    if campaign.status == "lobby":
        return await Lobby(desk.campaigns).leave(campaign.id, user_id)
    own = _own(desk, campaign, user_id, seat)
    title = desk.campaigns.packs.game_of(campaign)
    sitting, name = campaign.seating[own], title.seat_names[own]
    if sitting.user_id != user_id:
        raise NotSeatedError(_("You don't play {name}.", name=name))
    if lent(sitting):
        question = _("Give {name} back to <@{owner_id}>?", name=name, owner_id=sitting.owner_id)
    else:
        question = _(
            "Leave {name} for good? Somebody else can then take it. Its standing orders are revoked.",
            name=name,
        )
    button: ui.Button[ui.LayoutView] = ui.Button(
        style=discord.ButtonStyle.danger,
        label=layout.cut(_("Leave {name}", name=name), layout.LABEL),
        custom_id=custom_ids.resign(campaign.id, own),
    )
    await show(interaction, layout.question(question, button))
    return None


@app_commands.command(name="automatic")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.choices(strength=STRENGTHS)
@app_commands.describe(
    seat="Your own seat, or a vacant one; one that it has already may get another strength",
    strength="How well it plays: normal by default",
)
@answering(tells=True)
async def automatic(
    interaction: Interaction, seat: app_commands.Range[str, 1, 80], strength: str | None = None
) -> str:
    """Let the automatic player have a seat, until somebody takes it."""
    desk, campaign = await _running(interaction)
    user_id, wanted = interaction.user.id, _named(desk, campaign, seat)
    how = strength_of(desk.campaigns.packs.game_of(campaign), strength)
    if campaign.seats.get(wanted) != user_id or campaign.status == "lobby":
        to = _("let the automatic player have a seat")
        # The last seat that is given starts the campaign, and other people may still wait for a seat.
        ranks: tuple[Rank, ...] = ("moderator", "creator")
        if campaign.status != "lobby":
            ranks = (*ranks, "player")
        await require(desk.campaigns, interaction, campaign, *ranks, to=to)
    if campaign.status == "lobby":
        return await Lobby(desk.campaigns).automate(campaign.id, user_id, wanted, how)
    return await Seats(desk.campaigns).automatic(campaign.id, user_id, wanted, how)


@app_commands.command(name="reserve")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(
    seat="The seat", user="The only player who may take it; leave it out to lift the reservation"
)
@answering(tells=True)
async def reserve(
    interaction: Interaction, seat: app_commands.Range[str, 1, 80], user: discord.User | None = None
) -> str:
    """Keep a seat of a lobby for somebody."""
    desk, campaign = await _running(interaction)
    await require(desk.campaigns, interaction, campaign, "moderator", "creator", to=_("reserve a seat"))
    if campaign.status != "lobby":
        raise StaleError(_("The campaign has already begun. `/seat replace` puts somebody into a seat."))
    wanted = _named(desk, campaign, seat)
    whom = None if user is None else a_person(user)
    done = await Lobby(desk.campaigns).reserve(campaign.id, interaction.user.id, wanted, whom)
    return done + await conduct.lines(desk.campaigns.store, campaign.guild_id, [whom] if whom else [])


@app_commands.command(name="replace")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(
    seat="The seat",
    user="Who is to have it",
    now="Seat them at once, without asking; for moderators",
    reason=_REASON,
)
@answering(tells=True)
async def replace(
    interaction: Interaction,
    seat: app_commands.Range[str, 1, 80],
    user: discord.User,
    now: bool = False,
    reason: app_commands.Range[str, 1, 200] = "",
) -> str | None:
    """Put somebody into a seat, vacant or not; they and those who play are asked."""
    desk, campaign = await _running(interaction)
    allowed = await right(desk.campaigns, interaction, campaign, to=_("put somebody into a seat"))
    if now and not allowed.moderator:
        raise PoliteError(NOT_NOW)
    seatable(campaign)
    wanted, newcomer = _named(desk, campaign, seat), a_person(user)
    seating, by = Seats(desk.campaigns), By(interaction.user.id, reason)
    if now:
        return await or_warned(desk, interaction, seating.seat_now(campaign.id, wanted, newcomer, by))
    before = campaign.seating[wanted]
    owner = before.owner_id or before.user_id
    if allowed.alone or owner in (None, interaction.user.id):
        done = await or_warned(desk, interaction, seating.offer(campaign.id, wanted, newcomer, by))
        known = await conduct.lines(desk.campaigns.store, campaign.guild_id, [newcomer])
        return None if done is None else done + known
    warned = await seating.offerable(campaign.id, wanted, newcomer, interaction.user.id)
    change = Replace(campaign=campaign.id, seat=wanted, newcomer=newcomer, reason=reason, known=warned.known)
    async with desk.campaigns.languages.aloud(campaign):
        name = desk.campaigns.packs.game_of(campaign).seat_names[wanted]
        what = _(
            "offer **{name}** to <@{newcomer}> in place of <@{owner}>{reason}",
            name=name,
            newcomer=newcomer,
            owner=owner,
            reason=layout.why(reason),
        )
    await ask(desk, interaction, change, what, warned.text)
    return None


@app_commands.command(name="swap")
@app_commands.autocomplete(other=seat_choices, seat=seat_choices)
@app_commands.describe(
    other="The seat that you would like to have",
    seat="The seat that you give for it; yours, where you have one",
    now="Swap them at once, without asking; for moderators",
    reason=_REASON,
)
@answering(tells=True)
async def swap(
    interaction: Interaction,
    other: app_commands.Range[str, 1, 80],
    seat: app_commands.Range[str, 1, 80] | None = None,
    now: bool = False,
    reason: app_commands.Range[str, 1, 200] = "",
) -> str | None:
    """Swap seats with another player, who is asked first."""
    desk, campaign = await _running(interaction)
    if now and not (await right(desk.campaigns, interaction, campaign, to=_("swap seats"))).moderator:
        raise PoliteError(NOT_NOW)
    theirs = _named(desk, campaign, other)
    seatable(campaign)
    own = _own(desk, campaign, interaction.user.id, seat)
    seating = Seats(desk.campaigns)
    if now:
        swapping = seating.swap_now(campaign.id, own, theirs, By(interaction.user.id, reason))
    else:
        swapping = seating.offer_swap(campaign.id, interaction.user.id, own, theirs)
    return await or_warned(desk, interaction, swapping)


@app_commands.command(name="substitute")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(
    user="Who stands in for you",
    until="Such as 48h, 10d, friday or 24 Dec; without it, until you take it back",
    seat="Which seat, where you have several",
)
@answering(tells=True)
async def substitute(
    interaction: Interaction,
    user: discord.User,
    until: app_commands.Range[str, 1, 40] | None = None,
    seat: app_commands.Range[str, 1, 80] | None = None,
) -> str | None:
    """Lend your seat to somebody for a time; they are asked first."""
    desk, campaign = await _running(interaction)
    seatable(campaign)
    own = _own(desk, campaign, interaction.user.id, seat, lent_too=True)
    store = desk.campaigns.store
    end = None
    if until is not None:
        persons = await store.look(partial(rows.people.persons, ids=[interaction.user.id]))
        hours = msgspec.json.decode(persons[interaction.user.id].hours, type=Hours)
        end = read_until(until, hours, store.now())
    lending = Seats(desk.campaigns).lend(campaign.id, interaction.user.id, own, a_person(user), end)
    return await or_warned(desk, interaction, lending)


@app_commands.command(name="back")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="Which seat, where you have several")
@answering(tells=True)
async def back(interaction: Interaction, seat: app_commands.Range[str, 1, 80] | None = None) -> str:
    """Take back at once a seat that you have lent or offered."""
    desk, campaign = await _running(interaction)
    seatable(campaign)
    own = _own(desk, campaign, interaction.user.id, seat, lent_too=True)
    return await Seats(desk.campaigns).back(campaign.id, interaction.user.id, own)


@app_commands.command(name="brief")
@app_commands.autocomplete(seat=seat_choices)
@app_commands.describe(seat="Which seat, where you have several")
@answering()
async def brief(interaction: Interaction, seat: app_commands.Range[str, 1, 80] | None = None) -> str:
    """Your briefing, for you alone: what happened, what is due, what only you know."""
    desk = desk_of(interaction)
    campaign = await desk.campaigns.running(interaction.channel_id or 0)
    seatable(campaign)
    own = _own(desk, campaign, interaction.user.id, seat, lent_too=True)
    if own not in campaign.open_to(interaction.user.id):
        name = desk.campaigns.packs.game_of(campaign).seat_names[own]
        raise NotSeatedError(_("You don't play {name}. Only its player gets the briefing.", name=name))
    return await briefing(desk.campaigns, campaign, own)


class Offered(Button, template=r"t1:no-offer"):
    """A press on an offer; once it is answered, its buttons go."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> str | None:
        may_post(interaction)
        try:
            text = await self.reply(Seats(desk.campaigns), interaction.user.id, self.fields["seat"])
        except Forewarned as why:
            button = await confirm(desk.campaigns.store, interaction.user.id, why.wanted, _("Go on"))
            await interaction.followup.send(view=layout.question(str(why), button), ephemeral=True)
            return None
        finally:
            # The other players may be asked first; the channel is told of that.
            desk.outbox.kick()
        # If the message is gone or can't be edited, a later press on its buttons is refused politely.
        with suppress(discord.HTTPException):
            await interaction.edit_original_response(view=None)
        return text

    async def reply(self, seating: Seats, user_id: int, seat: str) -> str:
        """Reply to the offer."""
        raise NotImplementedError


class Sit(Offered, template=custom_ids.SIT):
    """Accepts a seat that was offered; the new player reads what the seat has to know."""

    async def reply(self, seating: Seats, user_id: int, seat: str) -> str:
        return await seating.sit(self.campaign, user_id, seat)


class Decline(Offered, template=custom_ids.DECLINE):
    """Declines a seat that was offered."""

    async def reply(self, seating: Seats, user_id: int, seat: str) -> str:
        return await seating.decline(self.campaign, user_id, seat)


class Resign(Button, template=custom_ids.RESIGN):
    """Leaves a seat for good, after the player has confirmed it."""

    async def pressed(self, desk: Desk, interaction: Interaction) -> None:
        may_post(interaction)
        seating = Seats(desk.campaigns)
        farewell = await seating.leave(self.campaign, interaction.user.id, self.fields["seat"])
        desk.outbox.kick()
        await show(interaction, layout.question(farewell))


COMMANDS: tuple[Command, ...] = (
    list_,
    take,
    leave,
    automatic,
    reserve,
    replace,
    swap,
    substitute,
    back,
    brief,
)
CONTROLS = (Sit, Decline, Resign)


def commands() -> app_commands.Group:
    """The group."""
    return group("seat", "Take, leave, lend and hand over the seats of a campaign.", COMMANDS)
