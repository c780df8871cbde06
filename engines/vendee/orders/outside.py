"""Standing orders: the answers in advance for each choice outside combat (section I of the cases)."""

from __future__ import annotations

import msgspec

from data.catalogue import N_, marked
from engines.core.orders import PHRASES, Clause, Orders, no
from engines.vendee.orders import combat
from engines.vendee.orders.combat import HeadingOrder
from engines.vendee.orders.queue import AHEAD, HAND_OVER, HANDS_OVER, HandOverOrder
from engines.vendee.orders.slots import VendeeOrder
from engines.vendee.words import fold

_ROYALIST = ("royalist",)
_REPUBLICAN = ("republican",)
_FIRST = {"NAME": PHRASES["prefer NAME"]}
"""The sentence of a mere list of names."""


class PreemptionOrder(msgspec.Struct, frozen=True):
    """The stack to pre-empt with, and the one to pre-empt; a place is an area or a general."""

    stack: str
    against: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


class AskOrder(msgspec.Struct, frozen=True):
    """The player wants to be asked each time."""

    near: bool = False
    """Whether to ask only where a counter of the side lies near or within reach, as both sides see it."""


PREEMPTION = VendeeOrder[PreemptionOrder | AskOrder](
    "preemption",
    "2.4",
    marked("Pre-empt an activation, once a phase"),
    no("decline"),
    Clause(AskOrder, "ask me [<near=near>]"),
    Clause(PreemptionOrder, "with <stack:PLACE> [(against <against:PLACES> | near <near:AREAS>)]"),
    forms=(
        "decline / with AREA / with GENERAL / with AREA against AREA / with AREA against GENERAL / "
        "with AREA near AREA / ask me / ask me near"
    ),
    says={
        "against NAME": N_("Do it only against {a}."),
        "near NAME": N_("Do it only near {a}."),
        "ask me": N_("You are asked each time."),
        "ask me near": N_(
            "You are asked where a stack of yours is at most three areas from theirs or within their reach."
        ),
    },
    implicit="ask me near",
    note=marked("'near' is in an area or next to it"),
)


class FortifyOrder(msgspec.Struct, frozen=True):
    """The conditions on which E6 is played."""

    areas: tuple[str, ...] = ()
    column: int | None = None
    """The attackers' odds at least."""
    points: int = 0
    """Their combat points at least."""


FORTIFY = VendeeOrder(
    "fortify",
    "6 E6",
    marked("E6 as Republicans enter bocage"),
    no("decline"),
    Clause(FortifyOrder, "play [in <areas:AREAS>] [if at least (<column:COLUMN> | <points:NUMBER>)]"),
    forms=(
        "decline / play / play in AREA / play if at least 8 / play if at least 2:1 / "
        "play in AREA if at least 8"
    ),
    says={
        "in NAME": N_("Do it only in {a}."),
        "if at least NUMBER": N_("Do it only against as many points or more: {a}."),
    },
    seats=_ROYALIST,
    note=marked("'if at least' are their points or odds if seen"),
)

REFUGE = VendeeOrder(
    "refuge",
    "3.7",
    marked("Where generals without escort flee to, of equal areas"),
    Clause(HeadingOrder, "auto", "prefer <areas:AREAS>", "towards <goal:PLACE>"),
)


class YieldOrder(msgspec.Struct, frozen=True):
    """The turns in which to yield; all turns if none is named."""

    turns: tuple[int, ...] = ()


INITIATIVE = VendeeOrder(
    "initiative",
    "2.3",
    marked("Begin the operations or yield"),
    no("begin"),
    Clause(YieldOrder, "yield [on turns? <turns:TURNS>]"),
    forms="begin / yield / yield on turn 3",
    says={
        "begin": N_("Begin."),
        "yield": N_("Yield."),
        "on turn NUMBER": N_("Do it on turn {a} alone."),
    },
)


class AdvanceOrder(msgspec.Struct, frozen=True):
    """An activation or a move as it is typed."""

    action: str
    turn: int | None = None
    """The only turn in which it counts."""


OPERATIONS = VendeeOrder[AdvanceOrder | HandOverOrder](
    "operations",
    "2.4",
    marked("When you are in hand: stacks with their moves in order, then perhaps a hand-over"),
    Clause(HandOverOrder, HAND_OVER, last=True),
    Clause(AdvanceOrder, "[on turn <turn:TURN>] <action:ADVANCE>"),
    forms=(
        "hand over / hand over unless it ends the phase / hand over if the enemy has nothing left / "
        "move AREA > AREA with all; hand over / on turn 3 move AREA > AREA with all"
    ),
    says=HANDS_OVER,
    chain=True,
)


class PlayOrder(msgspec.Struct, frozen=True):
    """An event to play, from some turn on."""

    event: str
    since: int = 1


class PlaceOrder(msgspec.Struct, frozen=True):
    """The areas for an army, a band or a general."""

    who: str
    where: tuple[tuple[str, int], ...]
    """Areas with their shares."""


class RestOrder(msgspec.Struct, frozen=True):
    """The rest is placed by rule."""


REINFORCEMENTS = VendeeOrder[PlayOrder | PlaceOrder | RestOrder](
    "reinforcements",
    "2.2",
    marked("Events, then who is placed where and in which shares"),
    Clause(RestOrder, "auto", last=True),
    Clause(PlayOrder, "<event:EVENT> [from turn <since:TURN>]"),
    Clause(PlaceOrder, "place <who:ARRIVAL> in <where:SHARES>"),
    forms=(
        "auto / place ARMY in AREA; auto / place ARMY in AREA 2, AREA 1; auto / "
        "place GENERAL in AREA; auto / event e1; auto / event e5 from turn 3"
    ),
    chain=True,
    note=marked("'auto' places the rest"),
)


class LandingOrder(msgspec.Struct, frozen=True):
    """Where and when the English land."""

    area: str
    turn: int


LANDING = VendeeOrder(
    "landing",
    "6 E5",
    marked("Where and when the English land, should they agree"),
    Clause(LandingOrder, "<area:AREA> on turn <turn:DATE>"),
    forms="AREA on turn 6",
    says={"NAME": N_("They land in {a}."), "on turn NUMBER": N_("They land on turn {a}.")},
    seats=_ROYALIST,
)

ORDERS = Orders(
    fold,
    PREEMPTION,
    FORTIFY,
    REFUGE,
    VendeeOrder(
        "occupation",
        "6 E3",
        marked("E3 and E4 at the first occupation"),
        Clause(str, "auto", "play", "decline"),
        seats=_ROYALIST,
        note=marked("'auto' is no E4 at the highest morale"),
    ),
    VendeeOrder(
        "powder-tie",
        "5.2",
        marked("Who is first when powder is dealt"),
        Clause(str, "auto", "<names:ARMIES>"),
        seats=_ROYALIST,
        note=marked("in combat the best marker counts"),
        says=_FIRST,
    ),
    INITIATIVE,
    OPERATIONS,
    AHEAD,
    VendeeOrder(
        "activation",
        "3.2",
        marked("What a group does at the end of its path"),
        Clause(str, "stop"),
        says={"stop": N_("Stop.")},
    ),
    VendeeOrder(
        "committee",
        "2.6",
        marked("Whom the Committee spares"),
        Clause(str, "auto", "spare <names:GENERALS>"),
        seats=_REPUBLICAN,
    ),
    VendeeOrder(
        "desertion",
        "2.5",
        marked("Desertion: the smallest stacks first"),
        Clause(str, "auto"),
        seats=_ROYALIST,
    ),
    REINFORCEMENTS,
    LANDING,
    VendeeOrder(
        "powder",
        "6 E5",
        marked("Whose powder the English fill too"),
        Clause(str, "auto", "<names:ARMIES>"),
        seats=_ROYALIST,
        says=_FIRST,
    ),
    VendeeOrder(
        "port",
        "6 E15",
        marked("Where a combat point at sea lands"),
        Clause(str, "auto", "<names:AREAS>"),
        seats=_REPUBLICAN,
        says=_FIRST,
    ),
    VendeeOrder(
        "commander",
        "6 E13",
        marked("The army that a general without one joins"),
        Clause(str, "auto", "<names:ARMIES>"),
        seats=_REPUBLICAN,
        says=_FIRST,
    ),
    VendeeOrder(
        "galerne",
        "6 E14",
        marked("Win by E14 as soon as it may be played"),
        Clause(str, "play", "decline"),
        seats=_REPUBLICAN,
    ),
    combat.MARCH,
    combat.WITHDRAW,
    combat.LOSSES,
    combat.RETREAT,
    combat.PURSUIT,
)
