"""Standing orders for the choices outside battles, and the list of all (section I of the cases)."""

from __future__ import annotations

import msgspec

from data.catalogue import N_, marked
from engines.core.orders import Clause, Orders, no
from engines.valmy.orders import battle
from engines.valmy.orders.battle import HeadingOrder
from engines.valmy.orders.plan import BATTLE_PLAN
from engines.valmy.orders.queue import AHEAD
from engines.valmy.orders.slots import ValmyOrder, fold


class ChitOrder(msgspec.Struct, frozen=True):
    """The chit to open with, from some turn on (I-2)."""

    chit: int
    since: int = 1


class OutbidOrder(msgspec.Struct, frozen=True):
    """Outbid a chit, with the lowest chit that does, up to a number (I-1)."""

    most: int = 3


BID = ValmyOrder[ChitOrder | OutbidOrder](
    "bid",
    "5.1",
    marked("Play an initiative chit, or outbid one with the lowest that does"),
    no("none"),
    Clause(ChitOrder, "chit <chit:CHIT> [from turn <since:TURN>]"),
    Clause(OutbidOrder, "outbid [up to <most:CHIT>]"),
    forms="none / chit 2 / chit 2 from turn 5 / outbid / outbid up to 2 / chit 2 from turn 5; outbid",
    chain=True,
    says={
        "chit NUMBER": N_("Play chit {a}."),
        "outbid": N_("Outbid with the lowest chit that does."),
        "outbid up to NUMBER": N_("Outbid with the lowest chit that does, up to {a}."),
    },
)


class ReactOrder(msgspec.Struct, frozen=True):
    """The counters that react, and where to (I-3)."""

    who: str
    boxes: tuple[str, ...] = ()
    friends: int = 0
    """The least number of own units that must be there."""
    friendly: bool = False
    """Whether any own unit must be there."""


REACTION = ValmyOrder(
    "reaction",
    "7.2",
    marked("Who moves into a box beside that the enemy enters, a leader with his holding box"),
    no("never"),
    Clause(
        ReactOrder,
        "with <who:COUNTER> [into <boxes:BOXES>] "
        "[(<friendly=if own units are there> | if <friends:NUMBER> own units are there)]",
    ),
    forms=(
        "never / with LEADER / with UNIT / with LEADER into BOX / with LEADER if own units are there / "
        "with LEADER if 3 own units are there / with LEADER into BOX; with UNIT"
    ),
    chain=True,
    says={
        "into NAME": N_("Go only into {a}."),
        "if own units are there": N_("Go only where own units are."),
        "if NUMBER own units are there": N_("Go only where own units are, at least {a}."),
    },
)

ORDERS = Orders(
    fold,
    BID,
    ValmyOrder(
        "set-up",
        "3.0",
        marked("Spread your units: evenly, or leader by leader"),
        Clause(str, "auto", "filled"),
    ),
    REACTION,
    ValmyOrder(
        "overrun",
        "7.3",
        marked("Overrun a single unit where you react"),
        Clause(str, "overrun", "decline"),
        own_turn=False,
        says={"overrun": N_("Overrun.")},
    ),
    ValmyOrder(
        "displaced",
        "8.0",
        marked("Where leaders who are alone with enemies go"),
        Clause(HeadingOrder, "auto", "prefer <boxes:BOXES>"),
        forms="auto / prefer BOX",
    ),
    ValmyOrder(
        "surplus",
        "9.5.2",
        marked("Who leaves the holding box of a replacement: the last"),
        Clause(str, "auto"),
    ),
    ValmyOrder(
        "recovery", "10.1", marked("Units that try to recover: all that may"), Clause(str, "auto", "none")
    ),
    ValmyOrder(
        "combat",
        "9.0",
        marked("Fight the battles you must, and attack nowhere else"),
        Clause(str, "due"),
        says={"due": N_("Fight only the battles you must.")},
    ),
    AHEAD,
    BATTLE_PLAN,
    *battle.PLAN,
)
