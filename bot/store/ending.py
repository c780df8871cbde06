"""How the people of a campaign ended it, and who of them."""

from __future__ import annotations

from engines.core.record import Ending


class Ended(Ending, frozen=True, omit_defaults=True):
    """A campaign that was ended by its people."""

    by: int | None = None
    """Who conceded, asked the others for it, or ended it by right; nobody (0) where they are forgotten."""
    moderator: bool = False
    """Whether a moderator who does not play ended it."""
    agreed: bool = False
    """Whether all who played have agreed to it."""
    reason: str = ""
