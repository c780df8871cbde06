"""What the controls of a lobby and of seats carry: campaign, version, seat."""

from __future__ import annotations

_CAMPAIGN = r"(?P<campaign>\d{1,12})"
_VERSION = r"(?P<version>\d{1,9})"
_SEAT = r"(?P<seat>[a-z0-9-]{1,32})"

LOBBY_SEAT = rf"t1:lobby-seat:{_CAMPAIGN}:{_VERSION}:{_SEAT}"
LOBBY_LOT = rf"t1:lobby-lot:{_CAMPAIGN}:{_VERSION}"
LOBBY_LEAVE = rf"t1:lobby-leave:{_CAMPAIGN}:{_VERSION}"
LOBBY_BEGIN = rf"t1:lobby-begin:{_CAMPAIGN}:{_VERSION}"
SIT = rf"t1:sit:{_CAMPAIGN}:{_SEAT}"
DECLINE = rf"t1:sit-no:{_CAMPAIGN}:{_SEAT}"
RESIGN = rf"t1:resign:{_CAMPAIGN}:{_SEAT}"

ANY = "-"
"""Whoever draws lots and does not mind which seat; no seat has this name."""


def lobby_seat(campaign: int, version: int, seat: str) -> str:
    """Custom id of the button of a seat in a lobby."""
    return f"t1:lobby-seat:{campaign}:{version}:{seat}"


def lobby_lot(campaign: int, version: int) -> str:
    """Custom id of the select by which one waits for the lot; its values are seats and `ANY`."""
    return f"t1:lobby-lot:{campaign}:{version}"


def lobby_leave(campaign: int, version: int) -> str:
    """Custom id of the button that leaves a lobby."""
    return f"t1:lobby-leave:{campaign}:{version}"


def lobby_begin(campaign: int, version: int) -> str:
    """Custom id of the button that lets a lobby's campaign begin."""
    return f"t1:lobby-begin:{campaign}:{version}"


def sit(campaign: int, seat: str) -> str:
    """Custom id of the button that accepts a seat that was offered."""
    return f"t1:sit:{campaign}:{seat}"


def decline(campaign: int, seat: str) -> str:
    """Custom id of the button that declines one."""
    return f"t1:sit-no:{campaign}:{seat}"


def resign(campaign: int, seat: str) -> str:
    """Custom id of the button that confirms that a seat is left."""
    return f"t1:resign:{campaign}:{seat}"
