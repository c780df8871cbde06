"""How players end a campaign: each may concede; all may agree on a draw, or on an end without a result."""

from __future__ import annotations

from bot.campaigns.consent import Agreed
from bot.campaigns.proposals import End
from bot.campaigns.service import Campaigns
from bot.errors import NotSeatedError, PoliteError, StaleError
from bot.seats.named import seat_named
from bot.seats.rules import lent
from bot.store import Campaign, Ended
from data.catalogue import _, alone
from data.nouns import listed
from data.sentences import _l
from engines.core.contract import AnyTitle


def going(campaign: Campaign) -> None:
    """Check that there is a game to give up.

    :raises StaleError: there is none.
    """
    if campaign.status == "lobby":
        raise StaleError(_("This campaign has not begun yet. `/campaign abort` closes its lobby."))
    if campaign.is_over:
        raise StaleError(_l("That campaign is over already."))


def own_sides(campaign: Campaign, user_id: int) -> list[str]:
    """The seats that a person owns, also while a stand-in plays them.

    :raises PoliteError: they own none.
    """
    own = [seat.seat for seat in campaign.seating.values() if (seat.owner_id or seat.user_id) == user_id]
    for seat in campaign.seating.values():
        if not own and lent(seat) and seat.user_id == user_id:
            raise PoliteError(
                _(
                    "You are the substitute of <@{owner_id}>. Only they can end the game for their side.",
                    owner_id=seat.owner_id,
                )
            )
    if not own:
        raise NotSeatedError(
            _("You have no seat in this campaign. `/seat list` shows the seats and their players.")
        )
    return own


def own_side(title: AnyTitle, campaign: Campaign, user_id: int, typed: str | None = None) -> str:
    """The seat that a person may concede: their own, also while a stand-in plays it.

    :param typed: which one, if they have several.
    :raises PoliteError: they have none, or several, or the game has more than two sides.
    """
    own = own_sides(campaign, user_id)
    if len(title.seats) > 2:
        raise PoliteError(
            _(
                "{name} has {number} sides, so one of them can't concede. `/seat leave` gives your "
                "seat to somebody else. `/campaign draw` and `/campaign abort` ask everyone to end "
                "the game.",
                name=title.name,
                number=len(title.seats),
            )
        )
    chosen = own[0] if typed is None else seat_named(title, typed)
    if typed is None and len(own) > 1:
        names = listed(title.seat_names[seat] for seat in own)
        raise PoliteError(_("You have several seats ({names}). Name the one that concedes.", names=names))
    if chosen not in own:
        raise NotSeatedError(
            _("The seat {chosen} is not yours, so you can't concede for it.", chosen=title.seat_names[chosen])
        )
    return chosen


class Endings:
    """Ends campaigns in the name of their players."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._campaigns = campaigns

    async def concede(self, end: End, *, user_id: int) -> Campaign:
        """Concede for a seat, which is its owner's right.

        :raises PoliteError: it is not theirs, or the campaign has moved on.
        """
        async with self._campaigns.writing(end.campaign):
            campaign = await self._campaigns.by_id(end.campaign)
            with alone():
                going(campaign)
                seat = own_side(self._campaigns.title_of(campaign), campaign, user_id, end.seat)
            # The summary tells all players at once.
            ending = Ended("conceded", seat, by=user_id)
            return await self._campaigns.end(campaign, version=end.version, ending=ending)

    async def agreed(self, agreed: Agreed, end: End) -> Campaign:
        """End a campaign after all have agreed.

        :raises PoliteError: the campaign has moved on, or is over.
        """
        async with self._campaigns.writing(end.campaign):
            campaign = await self._campaigns.by_id(end.campaign)
            going(campaign)
            ending = Ended(end.how, by=agreed.asker, agreed=True, reason=end.reason)
            return await self._campaigns.end(campaign, version=campaign.version, ending=ending)
