"""What a button carries: campaign, version, seat and action, within Discord's hundred characters."""

from __future__ import annotations

import re
from typing import NamedTuple

LIMIT = 100

_STAMP = r"(?P<campaign>\d{1,12}):(?P<version>\d{1,9}):(?P<seat>[a-z-]{1,24})"
PRESS = rf"t1:act:{_STAMP}:(?P<action>[a-z0-9 >:,.'-]{{1,48}})"
PICK = rf"t1:pick:{_STAMP}:(?P<group>[a-z-]{{1,24}})"
END = r"t1:end:(?P<campaign>\d{1,12}):(?P<version>\d{1,9})"


class Stamp(NamedTuple):
    """The board that a control belongs to."""

    campaign: int
    version: int
    seat: str

    @classmethod
    def of(cls, match: re.Match[str]) -> Stamp:
        """The stamp in a custom id that matched `PRESS` or `PICK`."""
        return cls(int(match["campaign"]), int(match["version"]), match["seat"])


def press(stamp: Stamp, action: str) -> str:
    """Custom id of a button that takes one action."""
    return f"t1:act:{stamp.campaign}:{stamp.version}:{stamp.seat}:{action}"


def pick(stamp: Stamp, group: str) -> str:
    """Custom id of a select whose values are actions."""
    return f"t1:pick:{stamp.campaign}:{stamp.version}:{stamp.seat}:{group}"


def end(campaign: int, version: int) -> str:
    """Custom id of the button that confirms the end of a campaign."""
    return f"t1:end:{campaign}:{version}"
