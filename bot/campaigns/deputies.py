"""Deputies: in games of several players, the automatic player decides for a player on vacation.

Only the vacation is stored, so that the seat is its player's again without a further step.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.campaigns import autopilot
from bot.clock.hours import Hours, away
from bot.store import CampaignHead

LEAST = 3
"""Number of seats from which on a vacation does not stop the game."""


def hours_by_seat(campaign: CampaignHead, hours: Mapping[int, Hours]) -> Mapping[str, Hours]:
    """The hours of the players who can have a deputy, by seat; empty if the campaign has too few seats.

    :param hours: of the players, by user.
    """
    if len(campaign.seating) < LEAST:
        return {}
    return {seat: hours[user] for seat, user in campaign.seats.items()}


def deputised(campaign: CampaignHead, hours: Mapping[str, Hours], now: datetime) -> frozenset[str]:
    """The seats for which the automatic player decides now, because their players are on vacation.

    If no other person plays, no one has to wait: the clocks stop instead.
    """
    gone = {seat for seat, theirs in hours.items() if away(theirs, now)}
    seated = (sitting for name, sitting in campaign.seating.items() if name in hours and name not in gone)
    if all(autopilot.away(autopilot.absence(sitting)) for sitting in seated):
        return frozenset()
    return frozenset(seat for seat in gone if hours[seat].deputised)


def next_vacation(hours: Mapping[str, Hours], now: datetime) -> datetime | None:
    """The beginning of the next vacation in which a seat has a deputy."""
    coming = (
        span.start
        for theirs in hours.values()
        if theirs.deputised
        for span in theirs.vacations
        if span.start > now
    )
    return min(coming, default=None)
