"""Which seat of a campaign a person means, and whether they may take it."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import process

from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.store import CampaignHead
from bot.surface import layout
from data.catalogue import _
from data.folding import fold
from data.nouns import listed
from engines.core.contract import AnyTitle


def seat_named(title: AnyTitle, typed: str) -> str:
    """The seat with this name or id.

    :raises PoliteError: there is no such seat; the message names the nearest and all seats.
    """
    wanted = fold(" ".join(typed.split()))
    for seat in title.seats:
        if wanted in (fold(seat), fold(title.seat_names[seat])):
            return seat
    names = [title.seat_names[seat] for seat in title.seats]
    folded = {index: fold(name) for index, name in enumerate(names)}
    near = process.extractOne(wanted[:40], folded, score_cutoff=60)
    perhaps = _(" Did you mean {names}?", names=names[near[2]]) if near else ""
    shown = layout.plain(layout.cut(typed, 40))
    raise PoliteError(
        _(
            "{name} has no seat '{shown}'.{perhaps} There are: {names}.",
            name=title.name,
            shown=shown,
            perhaps=perhaps,
            names=", ".join(names),
        )
    )


def seatable(campaign: CampaignHead) -> None:
    """Check that the seats of a campaign can change hands.

    :raises StaleError: it has not begun, or is over.
    """
    if campaign.status == "lobby":
        raise StaleError(
            _("This campaign has not begun yet. Take a seat with the buttons of the lobby's card.")
        )
    if campaign.status != "running":
        raise StaleError(_("That campaign is over. Its seats can't change any more."))


def known_seats(campaign: CampaignHead, named: Iterable[str]) -> None:
    """Check that a campaign has these seats.

    :raises PoliteError: it has not.
    """
    if any(seat not in campaign.seating for seat in named):
        raise PoliteError(_("This campaign has no such seat. `/seat list` shows its seats."))


def may_sit(campaign: CampaignHead, user_id: int, *, invited: bool) -> bool:
    """Whether a person may take a free seat."""
    players = {campaign.created_by, *campaign.seats.values()}
    return not campaign.private or invited or user_id in players


def uninvited(campaign: CampaignHead) -> str:
    """The refusal for a person who may not take a seat of a private campaign."""
    by = (
        _("its players")
        if campaign.created_by is None
        else _("<@{created_by}> or a player", created_by=campaign.created_by)
    )
    return _("This campaign is private. You need an invitation from {by} (`/campaign invite`).", by=by)


def own_seat(title: AnyTitle, campaign: CampaignHead, user_id: int, *, lent_too: bool = False) -> str:
    """The one seat of a person, for a command that names none.

    :param lent_too: a seat that they own also counts, although a stand-in plays it.
    :raises PoliteError: they have none, or several.
    """
    own = [
        name
        for name, sitting in campaign.seating.items()
        if sitting.user_id == user_id or (lent_too and sitting.owner_id == user_id)
    ]
    if not own:
        raise NotSeatedError(
            _("You have no seat in this campaign. `/seat list` shows the seats and their players.")
        )
    if len(own) > 1:
        names = listed(title.seat_names[name] for name in own)
        raise PoliteError(_("You have several seats ({names}). Name one.", names=names))
    return own[0]
