"""Checks of a campaign, with a sentence each why it can't be found, played or acted for."""

from __future__ import annotations

import discord

from bot.errors import NoCampaignError, NotSeatedError, StaleError
from bot.store import Campaign, CampaignHead
from data.catalogue import N_
from data.sentences import Sentence, _l

UNKNOWN = N_("I don't know that campaign. `/campaign list` shows the campaigns of this server.")
OVER = N_("That campaign is over. `/campaign log` shows its history, `/campaign new` starts another.")
PARKED = N_(
    "This campaign is parked because I could not reach its channel. `/campaign show` in that channel "
    "resumes it. A moderator can move it to another channel with `/mod move`."
)
NOT_YOURS = N_("You don't hold that seat. `/seat list` shows the seats and their players.")


def unfinished(campaign: CampaignHead) -> None:
    """Check that a campaign has begun, is not over and has its channel, so that a moderator can repair it.

    :raises StaleError: it is not so; the text says why and what to do.
    """
    if campaign.status == "lobby":
        raise StaleError(
            _l(
                "This campaign has not begun: players are still taking seats. `/campaign show` brings "
                "its card."
            )
        )
    if campaign.status != "running":
        raise StaleError(OVER)
    if campaign.parked_at is not None:
        raise StaleError(PARKED)


def playable(campaign: CampaignHead, version: int | None = None) -> None:
    """Check that a campaign can be played now.

    :param version: version of the board that an action was chosen on; None if it was not chosen on a board.
    :raises StaleError: it can't; the text says why and what to do.
    """
    unfinished(campaign)
    if campaign.paused_at is not None:
        since = discord.utils.format_dt(campaign.paused_at, "R")
        if campaign.paused_as == "moderator":
            raise StaleError(
                _l(
                    "A moderator paused this campaign {since}. Only a moderator can resume it, with "
                    "`/campaign resume`.",
                    since=since,
                )
            )
        raise StaleError(
            _l("This campaign was paused {since}. `/campaign resume` starts it again.", since=since)
        )
    if version is not None and not campaign.opened <= version <= campaign.version:
        raise StaleError(_l("The board has changed since that button was shown. Here is the current board."))


def why_stopped(campaign: CampaignHead) -> str:
    """Why a campaign that is not over can't be played now; empty if it can."""
    if campaign.status != "running":
        return ""
    try:
        playable(campaign)
    except StaleError as why:
        return f"⏸️ {why}"
    return ""


def seated(campaign: CampaignHead | None, user_id: int, seat: str | None) -> None:
    """Check that a person has a seat, or the seat that they name.

    :raises NoCampaignError: there is no such campaign.
    :raises NotSeatedError: they have no seat, or another one.
    """
    if campaign is None:
        raise NoCampaignError(UNKNOWN)
    if user_id not in campaign.seats.values():
        raise NotSeatedError(not_seated(campaign))
    if seat is not None and campaign.seats.get(seat) != user_id:
        raise NotSeatedError(NOT_YOURS)


def unadvised(campaign: Campaign, user_id: int) -> bool:
    """Whether a person may get no advice in a campaign that goes on, as other people have seats in it."""
    own = campaign.open_to(user_id)
    return any(
        {each.user_id, each.owner_id} - {None} for seat, each in campaign.seating.items() if seat not in own
    )


def own_seats(campaign: CampaignHead, user_id: int) -> list[str]:
    """The seats that a person holds.

    :raises NotSeatedError: they hold none.
    """
    seats = campaign.held_by(user_id)
    if not seats:
        raise NotSeatedError(not_seated(campaign))
    return seats


def not_seated(campaign: CampaignHead) -> Sentence:
    """The refusal for a person who has no seat."""
    holders = tuple(f"<@{holder}>" for holder in dict.fromkeys(campaign.seats.values()))
    if not holders:
        return _l("Nobody has a seat in this campaign. `/seat take` gives you a vacant one.")
    return _l(
        "You can watch this campaign, but not play in it: it is played by {holders}. `/campaign map` "
        "and `/campaign log` show it.",
        holders=holders,
    )


def existing(campaign: Campaign | None) -> Campaign:
    """The campaign of a channel, if it has one.

    :raises NoCampaignError: the channel never had a campaign.
    """
    if campaign is None:
        raise NoCampaignError(_l("There is no campaign in this channel. Start one with `/campaign new`."))
    return campaign


def begun(campaign: Campaign) -> Campaign:
    """A campaign that has a board, running or over.

    :raises NoCampaignError: its lobby is open, or was closed.
    """
    if campaign.state:
        return campaign
    if campaign.status == "lobby":
        raise NoCampaignError(
            _l(
                "This campaign has not begun: players are still taking seats. `/campaign show` brings "
                "its card."
            )
        )
    raise NoCampaignError(_l("The campaign of this channel was ended before it began."))


def running(latest: Campaign | None) -> Campaign:
    """The campaign of a channel that is running or has an open lobby.

    :raises NoCampaignError: there is none; the text says what to do.
    """
    campaign = existing(latest)
    if campaign.is_over:
        raise NoCampaignError(
            _l(
                "The campaign of this channel is over. `/campaign log` shows its history, `/campaign "
                "new` starts another."
            )
        )
    return campaign
