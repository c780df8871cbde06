"""How the people of a campaign ended it, and which person did."""

from __future__ import annotations

from engines.core.record import Ending


class Ended(Ending, frozen=True, omit_defaults=True):
    """How people ended a campaign."""

    by: int | None = None
    """The person who conceded, asked for the end, or ended it by right; 0 for a forgotten person."""
    moderator: bool = False
    """Whether a moderator who does not play ended it."""
    league: bool = False
    """Whether its league decided it, by a ruling or because a player has left the league."""
    agreed: bool = False
    """Whether all players have agreed to it."""
    reason: str = ""
