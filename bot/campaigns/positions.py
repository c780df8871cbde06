"""The positions of campaigns, decoded from their snapshots."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec

from bot.errors import PoliteError
from bot.store import Campaign
from engines.core.contract import AnyTitle

UNREADABLE = (PoliteError, msgspec.DecodeError)
"""What title and position of a campaign raise where its pack is gone, or its snapshot is damaged."""
KEPT = 32
"""Campaigns whose last position is kept in memory."""


class Positions:
    """Decodes snapshots, and keeps the last position of each campaign.

    A snapshot is compared with the one that a position was decoded from, so another process may have written
    in the meantime. A position that is decoded once is also the same value to everything that keeps results
    for a position.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[AnyTitle, bytes, Any]] = OrderedDict()

    def of(self, campaign: Campaign, title: AnyTitle) -> Any:
        """The position of a campaign, of its title's own type. Not to be changed."""
        kept = self._kept.get(campaign.id)
        if kept is not None and kept[0] is title and kept[1] == campaign.state:
            self._kept.move_to_end(campaign.id)
            return kept[2]
        state = msgspec.json.decode(campaign.state, type=title.state_type)
        self.keep(campaign, title, state)
        return state

    def keep(self, campaign: Campaign, title: AnyTitle, state: Any) -> None:
        """Keep a position that was just written."""
        self._kept[campaign.id] = title, campaign.state, state
        self._kept.move_to_end(campaign.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
