"""Standing orders: how each choice outside combat can be answered beforehand (section I of the cases)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from engines.core.contract import OrderKind
from engines.core.errors import AmbiguousNotation, NotationError
from engines.vendee import combat_orders
from engines.vendee.actions import Move, notation, parse
from engines.vendee.combat_orders import COLUMNS
from engines.vendee.order_words import NAME, NAMES, in_full, names
from engines.vendee.words import Words, fold

OWN_KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "preemption",
        "2.4",
        (
            "decline",
            "with AREA",
            "with GENERAL",
            "with AREA against AREA",
            "with AREA against GENERAL",
            "with AREA near AREA",
        ),
        "Pre-empt an activation, once a phase; 'near' is in an area or next to it",
    ),
    OrderKind(
        "fortify",
        "6 E6",
        (
            "decline",
            "play",
            "play in AREA",
            "play if at least 8",
            "play if at least 2:1",
            "play in AREA if at least 8",
        ),
        "E6 as Republicans enter bocage; 'if at least' are their points or odds if seen",
        seats=("royalist",),
    ),
    OrderKind(
        "refuge",
        "3.7",
        ("auto", "prefer AREA", "towards AREA", "towards GENERAL"),
        "Where generals without escort flee to, of equal areas",
    ),
    OrderKind(
        "occupation", "6 E3", ("play", "decline"), "E3 and E4 at the first occupation", seats=("royalist",)
    ),
    OrderKind(
        "powder-tie",
        "5.2",
        ("auto", "ARMY"),
        "Who is first when powder is dealt; in combat the best marker counts",
        seats=("royalist",),
    ),
    OrderKind("initiative", "2.3", ("begin", "yield", "yield on turn 3"), "Begin the operations or yield"),
    OrderKind(
        "operations",
        "2.4",
        (
            "hand over",
            "hand over unless it ends the phase",
            "hand over if the enemy has nothing left",
            "move AREA > AREA with all; hand over",
            "on turn 3 move AREA > AREA with all",
        ),
        "When you are in hand: stacks with their moves in order, then perhaps a pass",
    ),
    OrderKind("activation", "3.2", ("stop",), "What a group does at the end of its path"),
    OrderKind(
        "committee", "2.6", ("auto", "spare GENERAL"), "Whom the Committee spares", seats=("republican",)
    ),
    OrderKind("desertion", "2.5", ("auto",), "Who goes home: the smallest stacks first", seats=("royalist",)),
    OrderKind(
        "reinforcements",
        "2.2",
        (
            "auto",
            "place ARMY in AREA; auto",
            "place ARMY in AREA 2, AREA 1; auto",
            "place GENERAL in AREA; auto",
            "event e1; auto",
            "event e5 from turn 3",
        ),
        "Events, then who is placed where and in which shares; 'auto' places the rest",
    ),
    OrderKind(
        "landing",
        "6 E5",
        ("AREA on turn 6",),
        "Where and when the English land, should they agree",
        seats=("royalist",),
    ),
    OrderKind("powder", "6 E5", ("auto", "ARMY"), "Whose powder the English fill too", seats=("royalist",)),
    OrderKind("port", "6 E15", ("auto", "AREA"), "Where a combat point at sea lands", seats=("republican",)),
    OrderKind(
        "commander",
        "6 E13",
        ("auto", "ARMY"),
        "The army that a general without one joins",
        seats=("republican",),
    ),
    OrderKind(
        "galerne",
        "6 E14",
        ("play", "decline"),
        "Win by E14 as soon as it may be played",
        seats=("republican",),
    ),
)
ORDER_KINDS: tuple[OrderKind, ...] = (*OWN_KINDS, *combat_orders.ORDER_KINDS)

_COLUMN = "|".join(COLUMNS)
_PREEMPTION = re.compile(
    rf"decline|with (?P<stack>{NAME})(?: against (?P<against>{NAMES})| near (?P<near>{NAMES}))?"
)
_FORTIFY = re.compile(
    rf"decline|(?P<play>play)(?: in (?P<areas>{NAMES}))?"
    rf"(?: if at least (?:(?P<column>{_COLUMN})|(?P<points>[1-9][0-9]?)))?"
)
_REFUGE = re.compile(rf"auto|prefer (?P<areas>{NAMES})|towards (?P<goal>{NAME})")
_INITIATIVE = re.compile(r"begin|(?P<yield>yield)(?: on turns? (?P<turns>[1-8](?:, [1-8])*))?")
_HAND_OVER = re.compile(
    r"hand over(?P<safe> unless it ends the phase)?(?P<idle> if the enemy has nothing left)?"
)
_ARMIES = re.compile(rf"auto|(?P<armies>{NAMES})")
_LANDING = re.compile(rf"(?P<areas>{NAME}) on turn (?P<turn>[1-9])")
_ONE: Mapping[str, re.Pattern[str]] = {
    "preemption": _PREEMPTION,
    "fortify": _FORTIFY,
    "refuge": _REFUGE,
    "occupation": re.compile("play|decline"),
    "powder-tie": _ARMIES,
    "initiative": _INITIATIVE,
    "activation": re.compile("stop"),
    "committee": re.compile(rf"auto|spare (?P<generals>{NAMES})"),
    "desertion": re.compile("auto"),
    "landing": _LANDING,
    "powder": _ARMIES,
    "port": re.compile(rf"auto|(?P<areas>{NAMES})"),
    "commander": _ARMIES,
    "galerne": re.compile("play|decline"),
}
"""Orders of one clause."""
_ON_TURN = re.compile(r"(?:on turn (?P<turn>[1-8]) )?(?P<order>.*)")
_EVENT = re.compile(r"(?P<event>event .+?)(?: from turn (?P<turn>[1-8]))?")
_PLACE = re.compile(r"place (?P<who>[a-z][a-z -]*?) in (?P<where>.+)")
_SHARE = re.compile(rf"(?P<area>{NAME})(?: (?P<share>[1-9][0-9]?))?")


class PreemptionOrder(NamedTuple):
    """With whom to pre-empt, and whom; a place is an area or a general."""

    stack: str
    against: tuple[str, ...]
    near: tuple[str, ...]


class FortifyOrder(NamedTuple):
    """When to play E6."""

    areas: tuple[str, ...]
    column: int | None
    """The attackers' odds at least."""
    points: int
    """Their combat points at least."""


class RefugeOrder(NamedTuple):
    """Whither to flee."""

    areas: tuple[str, ...]
    goal: str | None
    """An area, or a general of one's own."""


class OperationsOrder(NamedTuple):
    """What to do in hand, clause by clause."""

    moves: tuple[tuple[int | None, str], ...]
    """Activations and moves as they are typed, each with the turn in which alone it counts."""
    hand_over: bool
    safe: bool
    """Not where it would end the phase."""
    idle: bool
    """Only where no enemy is seen who could still be activated."""


class PlaceOrder(NamedTuple):
    """Where an army, a band or a general is placed."""

    who: str
    where: tuple[tuple[str, int], ...]
    """Areas with their shares."""


class ReinforcementsOrder(NamedTuple):
    """Events to play, each from some turn on, and where to place whom."""

    events: tuple[tuple[int, str], ...]
    places: tuple[PlaceOrder, ...]
    auto: bool


def read_order(words: Words, kind: str, text: str) -> str:
    """A standing order as it is kept: names in full, several with commas between them.

    :raises NotationError: it is no such order; the error has the forms.
    """
    forms = next((order.forms for order in ORDER_KINDS if order.kind == kind), ())
    try:
        kept = _kept(words, kind, fold(text))
    except AmbiguousNotation:
        raise
    except NotationError as error:
        raise NotationError(error.message, choices=forms) from None
    if kept is None:
        raise NotationError(f"{text[:40]!r} is not a standing order for {kind}", choices=forms)
    return kept


def _kept(words: Words, kind: str, typed: str) -> str | None:
    clauses = [clause.strip() for clause in typed.split(";")]
    match kind:
        case "operations":
            return _all([_operations_clause(words, clause, clause is clauses[-1]) for clause in clauses])
        case "reinforcements":
            return _all([_reinforcements_clause(words, clause, clause is clauses[-1]) for clause in clauses])
        case _ if kind in _ONE:
            read = _ONE[kind].fullmatch(typed)
            return None if read is None else in_full(words, read)
        case _:
            return combat_orders.kept(words, kind, typed)


def _all(clauses: list[str | None]) -> str | None:
    found = [clause for clause in clauses if clause is not None]
    return "; ".join(found) if len(found) == len(clauses) else None


def _operations_clause(words: Words, clause: str, last: bool) -> str | None:
    """A move or an activation, perhaps for one turn alone; a hand-over comes last."""
    if _HAND_OVER.fullmatch(clause):
        return clause if last else None
    read = _ON_TURN.fullmatch(clause)
    if read is None or not read["order"].startswith(("move ", "activate ")):
        return None
    action = parse(words, read["order"], list)
    if isinstance(action, Move) and len(action.path) < 2:
        return None
    return (f"on turn {read['turn']} " if read["turn"] else "") + notation(action)


def _reinforcements_clause(words: Words, clause: str, last: bool) -> str | None:
    """An event, a placement, or `auto` at the end."""
    if clause == "auto":
        return clause if last else None
    event = _EVENT.fullmatch(clause)
    if event:
        played = parse(words, event["event"], list)
        return notation(played) + (f" from turn {event['turn']}" if event["turn"] else "")
    place = _PLACE.fullmatch(clause)
    if place is None:
        return None
    shares = [_SHARE.fullmatch(part.strip()) for part in place["where"].split(",")]
    where = [
        words.area(share["area"]) + (f" {share['share']}" if share["share"] else "")
        for share in shares
        if share is not None
    ]
    if len(where) < len(shares):
        return None
    return f"place {_who(words, place['who'])} in {', '.join(where)}"


def _who(words: Words, typed: str) -> str:
    """An army or band, or else a general."""
    name = typed.replace(" ", "-")
    return words.kind(name) if name in words.kinds else words.general(typed)


def preemption_order(text: str) -> PreemptionOrder | None:
    """What an order for pre-emption says; None: not to."""
    read = _PREEMPTION.fullmatch(text)
    if read is None or read["stack"] is None:
        return None
    return PreemptionOrder(read["stack"], names(read["against"]), names(read["near"]))


def fortify_order(text: str) -> FortifyOrder | None:
    """What an order for E6 says; None: keep it."""
    read = _FORTIFY.fullmatch(text)
    if read is None or read["play"] is None:
        return None
    column = None if read["column"] is None else COLUMNS.index(read["column"])
    return FortifyOrder(names(read["areas"]), column, int(read["points"] or 0))


def refuge_order(text: str) -> RefugeOrder | None:
    """What an order for a flight says; None: nothing."""
    read = _REFUGE.fullmatch(text)
    return RefugeOrder(names(read["areas"]), read["goal"]) if read else None


def landing_order(text: str) -> tuple[str, int] | None:
    """Area and turn of an order for the landing of the English."""
    read = _LANDING.fullmatch(text)
    return (read["areas"], int(read["turn"])) if read else None


def yields(text: str, turn: int) -> bool:
    """Whether an order for the initiative yields it in a turn."""
    read = _INITIATIVE.fullmatch(text)
    if read is None or read["yield"] is None:
        return False
    return read["turns"] is None or str(turn) in names(read["turns"])


def operations_order(text: str) -> OperationsOrder:
    """What an order for one's own turn in hand says."""
    *clauses, last = text.split("; ")
    over = _HAND_OVER.fullmatch(last)
    read = (_ON_TURN.fullmatch(clause) for clause in (clauses if over else (*clauses, last)))
    moves = tuple(
        (int(move["turn"]) if move["turn"] else None, move["order"]) for move in read if move is not None
    )
    return OperationsOrder(moves, over is not None, bool(over and over["safe"]), bool(over and over["idle"]))


def reinforcements_order(text: str) -> ReinforcementsOrder:
    """What an order for reinforcements says."""
    clauses = text.split("; ")
    events = [read for clause in clauses if (read := _EVENT.fullmatch(clause))]
    places = [read for clause in clauses if (read := _PLACE.fullmatch(clause))]
    return ReinforcementsOrder(
        tuple((int(read["turn"] or 1), read["event"]) for read in events),
        tuple(PlaceOrder(read["who"], _shares(read["where"])) for read in places),
        clauses[-1] == "auto",
    )


def _shares(text: str) -> tuple[tuple[str, int], ...]:
    read = (_SHARE.fullmatch(part) for part in text.split(", "))
    return tuple((share["area"], int(share["share"] or 1)) for share in read if share is not None)
