"""Why a campaign can't be found, played or acted for, in a sentence each."""

from __future__ import annotations

import discord

from bot.errors import NoCampaignError, NotSeatedError, StaleError
from bot.games.presenter import listed
from bot.store import Campaign, CampaignHead

UNKNOWN = "That campaign is not known here. `/campaign list` shows those of this server."
OVER = "That campaign is over. `/campaign log` tells it again, `/campaign new` starts another."
NOT_YOURS = "You do not hold that seat. `/seat list` shows who sits where."


def playable(campaign: CampaignHead) -> None:
    """See that a campaign can be played at the moment.

    :raises StaleError: it can't, and the text says why and what to do.
    """
    if campaign.status == "lobby":
        raise StaleError(
            "This campaign has not begun yet: its seats are being taken. `/campaign show` brings its card."
        )
    if campaign.status != "running":
        raise StaleError(OVER)
    if campaign.parked_at is not None:
        raise StaleError("The channel of this campaign is gone. A moderator can bring it here: `/mod move`.")
    if campaign.paused_at is not None:
        since = discord.utils.format_dt(campaign.paused_at, "R")
        raise StaleError(f"This campaign was paused {since}. `/campaign resume` lets it go on.")


def seated(campaign: CampaignHead | None, user_id: int, seat: str | None) -> None:
    """See that somebody has a seat, or the one that they speak for.

    :raises NoCampaignError: there is no such campaign.
    :raises NotSeatedError: they have none, or another.
    """
    if campaign is None:
        raise NoCampaignError(UNKNOWN)
    if user_id not in campaign.seats.values():
        raise NotSeatedError(not_seated(campaign))
    if seat is not None and campaign.seats.get(seat) != user_id:
        raise NotSeatedError(NOT_YOURS)


def not_seated(campaign: CampaignHead) -> str:
    """What somebody is told who has no seat."""
    holders = [f"<@{holder}>" for holder in dict.fromkeys(campaign.seats.values())]
    if not holders:
        return "Nobody sits at this campaign at the moment. `/seat take` gives you a vacant seat."
    return (
        f"This campaign is played by {listed(holders)}: you can watch it, with `/campaign map` and "
        "`/campaign log`, but not play it."
    )


def known(campaign: Campaign | None) -> Campaign:
    """The campaign of a channel, where there is one.

    :raises NoCampaignError: there was never one.
    """
    if campaign is None:
        raise NoCampaignError("There is no campaign in this channel. Start one with `/campaign new`.")
    return campaign


def running(found: Campaign | None) -> Campaign:
    """The campaign of a channel, where one runs or is about to.

    :raises NoCampaignError: there is none; the text says what to do.
    """
    campaign = known(found)
    if campaign.status not in ("lobby", "running"):
        raise NoCampaignError(
            "The campaign of this channel is over. `/campaign log` tells it again, "
            "`/campaign new` starts another."
        )
    return campaign
