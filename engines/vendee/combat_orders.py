"""Standing orders for the choices of a combat, as they are typed (section I of the cases)."""

from __future__ import annotations

import re
from typing import NamedTuple

from engines.core.contract import OrderKind
from engines.vendee.frames import KINDS, Kind
from engines.vendee.words import Words

COLUMNS = ("1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1")

ORDER_KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "march",
        "4.2",
        ("never", "always", "always with test", "always leave 2", "if at most 1:1", "always from AREA"),
        "March to the guns when a combat is next to a stack with a general; 'if at most' are our own odds",
    ),
    OrderKind(
        "withdraw",
        "4.3 T6",
        ("fight", "withdraw 1", "withdraw 2", "withdraw 2 if at most 1:1"),
        "When the powder has run out before a combat; 'if at most' are our own odds",
    ),
    OrderKind("losses", "4.1", ("auto", "smallest first", "spare mayence"), "Whom losses are taken from"),
    OrderKind("retreat", "4.5", ("auto", "prefer AREA", "towards AREA"), "Where losers go, of equal areas"),
    OrderKind(
        "pursuit",
        "4.5",
        ("never", "pursue 1", "pursue 2", "pursue 2 if at most 5"),
        "Follow routed enemies; 'if at most' are the combat points that lie face up on their path",
    ),
)
"""Decisions of a combat that can be answered beforehand; E6 has one of its own."""

_AREA = r"[a-z][a-z-]*"
_COLUMN = "|".join(COLUMNS)
_MARCH = re.compile(
    rf"never|(?P<when>always|if at most (?P<column>{_COLUMN}))"
    rf"(?: from (?P<areas>{_AREA}(?:, {_AREA})*))?(?: leave (?P<leave>[1-9][0-9]?))?(?P<test> with test)?"
)
_WITHDRAW = re.compile(rf"(?:fight|withdraw (?P<areas>[12])(?: if at most (?P<column>{_COLUMN}))?)")
_LOSSES = re.compile(rf"(?:auto|smallest first|spare (?P<kind>{'|'.join(KINDS)}))")
_RETREAT = re.compile(rf"(?:auto|prefer (?P<areas>{_AREA}(?:, {_AREA})*)|towards (?P<goal>{_AREA}))")
_PURSUIT = re.compile(r"(?:never|pursue (?P<areas>[12])(?: if at most (?P<most>[0-9]{1,2}))?)")
_READ = {
    "march": _MARCH,
    "withdraw": _WITHDRAW,
    "losses": _LOSSES,
    "retreat": _RETREAT,
    "pursuit": _PURSUIT,
}


class MarchOrder(NamedTuple):
    """When to march to the guns."""

    column: int | None
    """Our own odds at most; None: always."""
    areas: tuple[str, ...]
    """From where; empty: from anywhere."""
    leave: int
    """Combat points that stay."""
    test: bool
    """Whether Charette and Joly may spend their test on it (I-05)."""


class WithdrawOrder(NamedTuple):
    """How far to withdraw without powder."""

    areas: int
    column: int | None


class LossesOrder(NamedTuple):
    """Who pays first."""

    auto: bool
    spare: Kind | None


class RetreatOrder(NamedTuple):
    """Which of equal areas."""

    areas: tuple[str, ...]
    goal: str | None


class PursuitOrder(NamedTuple):
    """How far to pursue."""

    areas: int
    most: int | None


def kept(words: Words, kind: str, typed: str) -> str | None:
    """An order with its areas in full, or None where the text is no order of that kind.

    :param typed: folded.
    :raises NotationError: an area is not on the map.
    """
    read = _READ[kind].fullmatch(typed) if kind in _READ else None
    if read is None:
        return None
    for group in ("goal", "areas"):
        if read.re.groupindex.get(group) and read[group] and not read[group].isdecimal():
            full = ", ".join(words.area(area) for area in _areas(read[group]))
            typed = typed[: read.start(group)] + full + typed[read.end(group) :]
    return typed


def march_order(text: str) -> MarchOrder | None:
    """What an order for a march says; None: never."""
    read = _MARCH.fullmatch(text)
    if read is None or read["when"] is None:
        return None
    return MarchOrder(
        _column(read["column"]), _areas(read["areas"]), int(read["leave"] or 0), bool(read["test"])
    )


def withdraw_order(text: str) -> WithdrawOrder | None:
    """What an order for T6 says; None: fight."""
    read = _WITHDRAW.fullmatch(text)
    if read is None or read["areas"] is None:
        return None
    return WithdrawOrder(int(read["areas"]), _column(read["column"]))


def losses_order(text: str) -> LossesOrder | None:
    """What an order for losses says."""
    read = _LOSSES.fullmatch(text)
    if read is None:
        return None
    kind = next((kind for kind in KINDS if kind == read["kind"]), None)
    return LossesOrder(text == "auto", kind)


def retreat_order(text: str) -> RetreatOrder | None:
    """What an order for a retreat says; None: nothing."""
    read = _RETREAT.fullmatch(text)
    return RetreatOrder(_areas(read["areas"]), read["goal"]) if read else None


def pursuit_order(text: str) -> PursuitOrder | None:
    """What an order for a pursuit says; None: never."""
    read = _PURSUIT.fullmatch(text)
    if read is None or read["areas"] is None:
        return None
    return PursuitOrder(int(read["areas"]), None if read["most"] is None else int(read["most"]))


def _column(text: str | None) -> int | None:
    return None if text is None else COLUMNS.index(text)


def _areas(text: str | None) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()
