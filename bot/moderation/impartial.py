"""Impartial moderation: a moderator who plays can't help their own side without the others' consent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import Any, NamedTuple

import discord
import msgspec

from bot.campaigns.consent import Agreed, others_of
from bot.campaigns.proposals import ActingFor, Leave, Moderating, Wanted
from bot.campaigns.ranks import left_open, moderates_in, settings_of
from bot.campaigns.service import Campaigns
from bot.errors import PoliteError
from bot.store import Campaign, rows
from data.catalogue import _
from data.nouns import listed

GRANTED = timedelta(days=1)
"""How long the other players' consent holds."""

_DECODER: msgspec.json.Decoder[Wanted] = msgspec.json.Decoder(Wanted)


class Favours(Enum):
    """The side that an act of a moderator could favour: each command of `/mod` declares it."""

    NOBODY = auto()
    """Any moderator may do it, players too: it changes nothing in a running game, or chance decides."""
    OWN_SIDE = auto()
    """A moderator who plays could gain by it, and so needs the consent of their opponents."""


def favours(whom: Favours, **extras: object) -> dict[str, object]:
    """The `extras` of a command that declare which side it could favour."""
    return {"favours": whom, **extras}


class Given(NamedTuple):
    """The other players' consent that a moderator acts for a seat."""

    at: datetime
    by: list[int]
    """The moderator's opponents then, whether they agreed or were silent."""


class Partial(PoliteError):
    """A moderator plays against the people for whom they would act, or whose seats they would see.

    :ivar wanted: what the other players can be asked for.
    """

    def __init__(self, text: str, wanted: Leave) -> None:
        super().__init__(text)
        self.wanted = wanted


async def see_impartial(
    campaigns: Campaigns, interaction: discord.Interaction[Any], campaign: Campaign, wanted: Leave
) -> None:
    """Check that a moderator has no opponents in the campaign, or has their consent.

    A person who has left a seat and can take it again counts as a player: no one moderates between two of
    their own moves.

    :param wanted: what they are about to do.
    :raises Partial: they play, and the others have not consented.
    """
    user_id = interaction.user.id
    sits = campaign.open_to(user_id)
    own = sits or await left_open(campaigns, campaign, user_id)
    if campaign.status != "running" or not own or not others_of(campaign, wanted, user_id):
        return
    if isinstance(wanted, Moderating) and (
        set(wanted.seats) <= set(own) or await _granted(campaigns, campaign, wanted)
    ):
        return
    names = campaigns.packs.seat_names(campaign)
    plays = listed([names[seat] for seat in own])
    stands = _("You play {plays}", plays=plays) if sits else _("You can take {plays} again", plays=plays)
    other = await _another(campaigns, interaction, campaign)
    if other is not None:
        text = _(
            "{stands}. Only a moderator who does not play can do that, such as <@{other}>, unless "
            "your opponents agree. Nothing was done.",
            stands=stands,
            other=other,
        )
    else:
        text = _(
            "{stands}. Only a moderator who does not play can do that, unless your opponents agree. "
            "Nothing was done.",
            stands=stands,
        )
    raise Partial(text, wanted)


def leave_to_see(campaign: Campaign, user_id: int, seats: Iterable[str]) -> Moderating:
    """The request of a moderator who wants to see what these seats know."""
    return Moderating(campaign=campaign.id, seats=_theirs(campaign, user_id, seats), user=user_id)


def leave_to_act(campaign: Campaign, user_id: int, seat: str) -> ActingFor:
    """The request of a moderator who wants to decide for a seat."""
    return ActingFor(campaign=campaign.id, seats=_theirs(campaign, user_id, [seat]), user=user_id)


def _theirs(campaign: Campaign, user_id: int, seats: Iterable[str]) -> list[str]:
    return sorted(set(seats) - set(campaign.open_to(user_id)))


async def grant(campaigns: Campaigns, agreed: Agreed, wanted: Moderating) -> None:
    """Store that all have agreed, and that they play on against a person who may see."""
    if isinstance(wanted, ActingFor):
        # No secret is seen, and a player who was silent has agreed to nothing else.
        given = Given(campaigns.store.now(), others_of(agreed.campaign, wanted, wanted.user))
        value = msgspec.json.encode(given).decode()
        await campaigns.store.transact(
            agreed.settling,
            *(partial(rows.people.note, key=leave_key(wanted, seat), value=value) for seat in wanted.seats),
            campaign_id=wanted.campaign,
        )
        return
    by = others_of(agreed.campaign, wanted, wanted.user)
    await campaigns.store.transact(
        agreed.settling,
        *(
            partial(rows.sights.agree, campaign_id=wanted.campaign, seat=seat, user_id=wanted.user, by=by)
            for seat in wanted.seats
        ),
        campaign_id=wanted.campaign,
    )


def leave_key(wanted: Moderating, seat: str) -> str:
    """The store's key for the consent that a moderator acts for a seat."""
    return f"leave:{wanted.campaign}:{wanted.user}:{seat}"


async def _given(campaigns: Campaigns, key: str) -> Given | None:
    """The consent under a key; None if there is none that says who gave it."""
    noted = await campaigns.store.look(partial(rows.people.noted, key=key))
    try:
        return None if noted is None else msgspec.json.decode(noted, type=Given)
    except msgspec.DecodeError:
        return None


async def _granted(campaigns: Campaigns, campaign: Campaign, wanted: Moderating) -> bool:
    """Whether all present opponents have consented lately; consent to see includes consent to act."""
    since = campaigns.store.now() - GRANTED
    if isinstance(wanted, ActingFor):
        now = set(others_of(campaign, wanted, wanted.user))
        leaves = [await _given(campaigns, leave_key(wanted, seat)) for seat in wanted.seats]
        # A player who has joined since then has not agreed.
        if all(leave is not None and leave.at >= since and now <= set(leave.by) for leave in leaves):
            return True
    settled = partial(rows.requests.settled_since, campaign_id=campaign.id, since=since)
    for request in await campaigns.store.look(settled):
        asked = _DECODER.decode(request.body)
        if not isinstance(asked, Moderating) or isinstance(asked, ActingFor) or asked.user != wanted.user:
            continue
        agreed = set(others_of(campaign, asked, wanted.user)) <= set(request.agreed)
        if agreed and set(wanted.seats) <= set(asked.seats):
            return True
    return False


async def _another(
    campaigns: Campaigns, interaction: discord.Interaction[Any], campaign: Campaign
) -> int | None:
    """A moderator of the campaign's channel who does not play, if the bot knows one."""
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel_or_thread(campaign.channel_id)
    if guild is None or channel is None:
        return None
    settings = await settings_of(campaigns, guild.id)
    log = await campaigns.store.look(partial(rows.audits.of_guild, guild_id=guild.id, limit=100))
    # Discord tells a bot of few members: try people who have moderated here, and the server's owner.
    known = [*(row.actor_id for row in log), *(member.id for member in guild.members), guild.owner_id]
    for user_id in dict.fromkeys(known):
        if user_id is None or user_id == interaction.user.id or user_id in campaign.people:
            continue
        member = guild.get_member(user_id) or await _fetched(guild, user_id)
        if member is not None and not member.bot and moderates_in(member, channel, settings):
            return user_id
    return None


async def _fetched(guild: discord.Guild, user_id: int) -> discord.Member | None:
    try:
        return await guild.fetch_member(user_id)
    except discord.HTTPException:
        # A person who has left the server is no longer a moderator.
        return None
