"""What a control carries: campaign, version, seat and action, within Discord's hundred characters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

LIMIT = 100

Surface = Literal["card", "panel"]
"""Where a control stands: on the public turn card, or on the private panel of one seat."""

_CAMPAIGN = r"(?P<campaign>\d{1,12})"
_SEAT = r"(?P<seat>[a-z0-9-]{1,24})"
_STAMP = rf"{_CAMPAIGN}:(?P<version>\d{{1,9}}):{_SEAT}"
_ACTION = r"(?P<action>[a-z0-9 >:,.'-]{1,48})"
_GROUP = r"(?P<group>[a-z-]{1,24})"
PRESS = rf"t1:act:{_STAMP}:{_ACTION}"
PICK = rf"t1:pick:{_STAMP}:{_GROUP}"
TAKE = rf"t1:take:{_STAMP}:{_ACTION}"
CHOOSE = rf"t1:choose:{_STAMP}:{_GROUP}"
PLAY = rf"t1:play:{_CAMPAIGN}"
VIEW = rf"t1:view:{_CAMPAIGN}(?::{_SEAT})?"
AGAIN = rf"t1:again:{_CAMPAIGN}:{_SEAT}"
LOOK = rf"t1:look:{_CAMPAIGN}"
GO = rf"t1:go:{_CAMPAIGN}:(?P<proposal>\d{{1,12}})"
END = r"t1:end:(?P<campaign>\d{1,12}):(?P<version>\d{1,9})"

_BUTTON: Mapping[Surface, str] = {"card": "act", "panel": "take"}
_SELECT: Mapping[Surface, str] = {"card": "pick", "panel": "choose"}


class Stamp(NamedTuple):
    """The board that a control belongs to."""

    campaign: int
    version: int
    seat: str

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Stamp:
        """The stamp among the named parts of a custom id."""
        return cls(int(fields["campaign"]), int(fields["version"]), fields["seat"])


def press(stamp: Stamp, action: str, surface: Surface = "card") -> str:
    """Custom id of a button that takes one action."""
    return f"t1:{_BUTTON[surface]}:{stamp.campaign}:{stamp.version}:{stamp.seat}:{action}"


def carries(stamp: Stamp, action: str, surface: Surface = "card") -> bool:
    """Whether a button can carry an action; a select's value has more room."""
    return re.fullmatch(_ACTION, action) is not None and len(press(stamp, action, surface)) <= LIMIT


def pick(stamp: Stamp, group: str, surface: Surface = "card") -> str:
    """Custom id of a select whose values are actions."""
    return f"t1:{_SELECT[surface]}:{stamp.campaign}:{stamp.version}:{stamp.seat}:{group}"


def play(campaign: int) -> str:
    """Custom id of the button that opens the panel of whoever presses it."""
    return f"t1:play:{campaign}"


def view(campaign: int, seat: str | None = None) -> str:
    """Custom id of the button that shows what a seat may know; without one, the seat of whoever presses."""
    return f"t1:view:{campaign}" if seat is None else f"t1:view:{campaign}:{seat}"


def again(campaign: int, seat: str) -> str:
    """Custom id of the button that brings a seat's panel up to date."""
    return f"t1:again:{campaign}:{seat}"


def look(campaign: int) -> str:
    """Custom id of the select that turns a panel to another seat of the same person."""
    return f"t1:look:{campaign}"


def go(campaign: int, proposal: int) -> str:
    """Custom id of the button that goes through with an action that was shown first."""
    return f"t1:go:{campaign}:{proposal}"


def end(campaign: int, version: int) -> str:
    """Custom id of the button that confirms the end of a campaign."""
    return f"t1:end:{campaign}:{version}"
