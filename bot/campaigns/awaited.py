"""The decisions that seats owe, and until when. This is public: what a seat is asked is no secret."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import discord

from bot.campaigns.service import Campaigns
from bot.campaigns.telling import holder
from bot.games.registry import presenter_of
from bot.store import Campaign
from data.catalogue import _
from data.nouns import listed
from engines.core.contract import AnyTitle


class Part(NamedTuple):
    """What one seat owes of the decisions that the game waits for."""

    seat: str
    phrase: str
    given: bool
    """The seat has given its answer, which stays secret until the other seats have given theirs."""
    who: str
    """Mention of the seat's holder, or "vacant"."""
    until: str
    """The seat's own deadline; empty if it has none."""


def parts(campaigns: Campaigns, campaign: Campaign) -> list[Part]:
    """What each seat owes or has given; empty if the game waits for no seat."""
    if campaign.status != "running":
        return []
    title, state = campaigns.title_of(campaign), campaigns.state_of(campaign)
    words = presenter_of(title)
    until = ends(campaigns, campaign)
    simultaneous = words.awaited(state)
    given = {part.seat: part.phrase for part in simultaneous if part.given}
    seats = [part.seat for part in simultaneous] or title.deciding(state)
    return [
        Part(
            seat=seat,
            phrase=given[seat] if seat in given else words.due(state, seat),
            given=seat in given,
            who=holder(title, campaign.seating[seat]),
            until="" if seat in given or seat not in until else f" · {until[seat].told}",
        )
        for seat in seats
    ]


class End(NamedTuple):
    """The time until which a seat may answer."""

    at: datetime
    late: bool
    """The seat's own time is over; it may answer only while other seats have time."""

    @property
    def told(self) -> str:
        """The deadline in a few words."""
        at = discord.utils.format_dt(self.at, "R")
        return _("late, and open until {at}", at=at) if self.late else _("due {at}", at=at)


def ends(campaigns: Campaigns, campaign: Campaign) -> dict[str, End]:
    """The time until which each seat has to answer; empty while there is no clock, or none runs."""
    owed = {row.seat: row.due_at for row in campaign.deadlines if row.due_at is not None}
    now, last = campaigns.store.now(), max(owed.values(), default=None)
    title = campaigns.title_of(campaign)
    # If all answers close at once, a late seat may answer while another seat has time.
    together = closes(title, campaigns.state_of(campaign))
    return {
        seat: End(last, late=True) if together and last and at <= now < last else End(at, late=False)
        for seat, at in owed.items()
    }


def closes(title: AnyTitle, state: Any) -> bool:
    """Whether several seats decide at once, and a missing answer counts as the default."""
    return title.collects and title.at_once(state)


def in_short(title: AnyTitle, owed: Sequence[Part]) -> str:
    """What the game waits for, in a line: the phrase and the seat, or how many have still to decide."""
    if len(owed) < 2:
        return "".join(told(title, owed))
    given = sum(part.given for part in owed)
    phrases = list(dict.fromkeys(part.phrase for part in owed))
    what = phrases[0] if len(phrases) == 1 else _("Several decisions")
    return _("**{what}** · {given} of {seats} submitted", what=what, given=given, seats=len(owed))


def lines(campaigns: Campaigns, campaign: Campaign) -> list[str]:
    """What the game waits for, a line each: the phrase, the seats, their holders and the deadlines."""
    return told(campaigns.title_of(campaign), parts(campaigns, campaign))


def told(title: AnyTitle, owed: Sequence[Part]) -> list[str]:
    """What seats owe or have given, a line each."""
    if len(title.seats) == 1:
        return [f"**{part.phrase}** · {part.who}{part.until}" for part in owed]
    if len(owed) == 1:
        return [f"**{part.phrase}** · {title.seat_names[part.seat]}, {part.who}{part.until}" for part in owed]
    shown: list[str] = []
    for phrase in dict.fromkeys(part.phrase for part in owed):
        shown.append(f"**{phrase}**")
        seats: dict[tuple[str, bool, str], list[str]] = {}
        for part in owed:
            if part.phrase == phrase:
                seats.setdefault((part.who, part.given, part.until), []).append(part.seat)
        for (who, given, until), own in seats.items():
            names = listed([f"**{title.seat_names[seat]}**" for seat in own])
            mark, word = ("✅", _("submitted")) if given else ("⏳", _("to decide"))
            shown.append(f"{mark} {names} · {who} · {word}{until}")
    return shown
