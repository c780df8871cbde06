"""Standing orders for the choices of a combat, as they are typed (section I of the cases)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from engines.core.contract import OrderKind
from engines.vendee.frames import KINDS, Kind
from engines.vendee.order_words import NAME, NAMES, in_full, names
from engines.vendee.words import Words

COLUMNS = ("1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1")

ORDER_KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "march",
        "4.2",
        (
            "never",
            "always",
            "always with test",
            "always leave 2",
            "if at most 1:1",
            "always from AREA",
            "never from AREA; always",
        ),
        "March to the guns out of turn, from next to a combat; 'if at most' are our own odds",
        own_turn=False,
    ),
    OrderKind(
        "withdraw",
        "4.3 T6",
        ("fight", "withdraw 1", "withdraw 2", "withdraw 2 if at most 1:1"),
        "When powder runs out before a combat out of turn; 'if at most' are our own odds",
        seats=("royalist",),
        own_turn=False,
    ),
    OrderKind(
        "losses",
        "4.1",
        (
            "auto",
            "smallest first",
            "spare mayence",
            "keep 2 with generals",
            "smallest first keep 2 with generals",
        ),
        "Whom losses are taken from; a point stays with each general while it can",
    ),
    OrderKind(
        "retreat",
        "4.5",
        ("auto", "prefer AREA", "towards AREA", "towards GENERAL"),
        "Where losers go, of equal areas",
    ),
    OrderKind(
        "pursuit",
        "4.5",
        (
            "never",
            "pursue 1",
            "pursue 2",
            "pursue 2 if at most 5",
            "pursue 2 holding AREA",
            "pursue 2 in zones",
            "pursue 2 with test",
        ),
        "Follow the routed out of turn; 'if at most' are combat points seen on their path",
        own_turn=False,
    ),
)
"""Decisions of a combat that can be answered beforehand; E6 has one of its own."""

_COLUMN = "|".join(COLUMNS)
_MARCH = re.compile(
    rf"(?:(?P<never>never)|(?P<when>always|if at most (?P<column>{_COLUMN})))"
    rf"(?: from (?P<areas>{NAMES}))?(?: leave (?P<leave>[1-9][0-9]?))?(?P<test> with test)?"
)
_WITHDRAW = re.compile(rf"(?:fight|withdraw (?P<distance>[12])(?: if at most (?P<column>{_COLUMN}))?)")
_LOSSES = re.compile(
    rf"(?P<first>auto|smallest first|spare (?P<kind>{'|'.join(KINDS)}))?"
    r"(?:(?:(?<=.) |^)keep (?P<keep>[1-9][0-9]?) with generals)?"
)
_RETREAT = re.compile(rf"(?:auto|prefer (?P<areas>{NAMES})|towards (?P<goal>{NAME}))")
_PURSUIT = re.compile(
    r"(?:never|pursue (?P<distance>[12])(?: if at most (?P<most>[0-9]{1,2}))?"
    rf"(?: holding (?P<held>{NAMES}))?(?P<zones> in zones)?(?P<test> with test)?)"
)
_READ: Mapping[str, re.Pattern[str]] = {
    "march": _MARCH,
    "withdraw": _WITHDRAW,
    "losses": _LOSSES,
    "retreat": _RETREAT,
    "pursuit": _PURSUIT,
}


class MarchOrder(NamedTuple):
    """When to march to the guns, and from where."""

    never: bool
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
    keep: int
    """Combat points that stay with each general as long as may be."""


class RetreatOrder(NamedTuple):
    """Which of equal areas."""

    areas: tuple[str, ...]
    goal: str | None
    """An area, or a general of one's own."""


class PursuitOrder(NamedTuple):
    """How far to pursue, and what comes before it."""

    areas: int
    most: int | None
    held: tuple[str, ...]
    """Areas that are not left empty."""
    zones: bool
    """Whether the pursuit stays in the influence zones."""
    test: bool
    """Whether Charette and Joly may spend their test on it (I-05)."""


def kept(words: Words, kind: str, typed: str) -> str | None:
    """An order with its names in full, or None where the text is no order of that kind.

    :param typed: folded.
    :raises NotationError: a name is none.
    """
    if kind not in _READ or not typed:
        return None
    clauses = [clause.strip() for clause in typed.split(";")] if kind == "march" else [typed]
    read = [_READ[kind].fullmatch(clause) for clause in clauses]
    found = [in_full(words, clause) for clause in read if clause is not None]
    return "; ".join(found) if len(found) == len(clauses) else None


def march_order(text: str) -> tuple[MarchOrder, ...]:
    """What an order for a march says, clause by clause; for each stack the first that names it counts."""
    read = (_MARCH.fullmatch(clause) for clause in text.split("; "))
    return tuple(
        MarchOrder(
            bool(clause["never"]),
            _column(clause["column"]),
            names(clause["areas"]),
            int(clause["leave"] or 0),
            bool(clause["test"]),
        )
        for clause in read
        if clause is not None
    )


def withdraw_order(text: str) -> WithdrawOrder | None:
    """What an order for T6 says; None: fight."""
    read = _WITHDRAW.fullmatch(text)
    if read is None or read["distance"] is None:
        return None
    return WithdrawOrder(int(read["distance"]), _column(read["column"]))


def losses_order(text: str) -> LossesOrder | None:
    """What an order for losses says."""
    read = _LOSSES.fullmatch(text)
    if read is None:
        return None
    kind = next((kind for kind in KINDS if kind == read["kind"]), None)
    return LossesOrder(read["first"] in (None, "auto"), kind, int(read["keep"] or 1))


def retreat_order(text: str) -> RetreatOrder | None:
    """What an order for a retreat says; None: nothing."""
    read = _RETREAT.fullmatch(text)
    return RetreatOrder(names(read["areas"]), read["goal"]) if read else None


def pursuit_order(text: str) -> PursuitOrder | None:
    """What an order for a pursuit says; None: never."""
    read = _PURSUIT.fullmatch(text)
    if read is None or read["distance"] is None:
        return None
    return PursuitOrder(
        int(read["distance"]),
        None if read["most"] is None else int(read["most"]),
        names(read["held"]),
        bool(read["zones"]),
        bool(read["test"]),
    )


def _column(text: str | None) -> int | None:
    return None if text is None else COLUMNS.index(text)
