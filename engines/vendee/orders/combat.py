"""Standing orders for the choices of a combat (section I of the cases); E6 is among those outside it."""

from __future__ import annotations

import msgspec

from data.catalogue import N_, marked
from engines.core.orders import Clause, no
from engines.vendee.frames import Kind
from engines.vendee.orders.slots import VendeeOrder

_TEST = {"with test": N_("Charette and Joly may spend their test on it.")}


class MarchOrder(msgspec.Struct, frozen=True):
    """When stacks march to the guns; for each stack the first clause that names it counts."""

    never: bool = False
    column: int | None = None
    """The side's own odds at most; None: always."""
    areas: tuple[str, ...] = ()
    """The areas to march from; empty: any."""
    leave: int = 0
    """Combat points that stay."""
    test: bool = False
    """Whether Charette and Joly may spend their test on it (I-05)."""


MARCH = VendeeOrder(
    "march",
    "4.2",
    marked("March to the guns out of turn, from next to a combat"),
    Clause(
        MarchOrder,
        "(<never=never> | always | if at most <column:COLUMN>) [from <areas:AREAS>] [leave <leave:NUMBER>] "
        "[<test=with test>]",
    ),
    forms=(
        "never / always / always with test / always leave 2 / if at most 1:1 / "
        "always from AREA / never from AREA; always"
    ),
    says={
        "never from NAME": N_("Never march from {a}."),
        "always from NAME": N_("Always march from {a}."),
        "leave NUMBER": N_("Leave as many points behind: {a}."),
        **_TEST,
    },
    own_turn=False,
    chain=True,
    note=marked("'if at most' are our own odds"),
)


class WithdrawOrder(msgspec.Struct, frozen=True):
    """How far to withdraw without powder."""

    areas: int
    column: int | None = None
    """The side's own odds at most; None: always."""


WITHDRAW = VendeeOrder(
    "withdraw",
    "4.3 T6",
    marked("When powder runs out before a combat out of turn"),
    no("fight"),
    Clause(WithdrawOrder, "withdraw <areas:STEPS> [if at most <column:COLUMN>]"),
    forms="fight / withdraw 1 / withdraw 2 / withdraw 2 if at most 1:1",
    says={"fight": N_("Fight."), "withdraw NUMBER": N_("Withdraw, and count the areas to go: {a}.")},
    seats=("royalist",),
    own_turn=False,
    note=marked("'if at most' are our own odds"),
)


class LossesOrder(msgspec.Struct, frozen=True):
    """The combat points that pay first."""

    smallest: bool = False
    spare: Kind | None = None
    keep: int = 1
    """Combat points that stay with each general as long as possible."""


LOSSES = VendeeOrder(
    "losses",
    "4.1",
    marked("Whom losses are taken from"),
    Clause(
        LossesOrder,
        "(auto | <smallest=smallest first> | spare <spare:ARMY>) [keep <keep:NUMBER> with generals]",
        "keep <keep:NUMBER> with generals",
    ),
    forms=(
        "auto / smallest first / spare mayence / keep 2 with generals / smallest first keep 2 with generals"
    ),
    says={
        "smallest first": N_("The smallest come first."),
        "keep NUMBER with generals": N_("Each general keeps as many points with him: {a}."),
    },
    note=marked("a point stays with each general while it can"),
)


class HeadingOrder(msgspec.Struct, frozen=True):
    """The preferred of equal areas."""

    areas: tuple[str, ...] = ()
    goal: str | None = None
    """An area, or a general of the side."""


RETREAT = VendeeOrder(
    "retreat",
    "4.5",
    marked("Where losers go, of equal areas"),
    Clause(HeadingOrder, "auto", "prefer <areas:AREAS>", "towards <goal:PLACE>"),
)


class PursuitOrder(msgspec.Struct, frozen=True):
    """How far to pursue, and the conditions."""

    areas: int
    """Areas at most."""
    most: int | None = None
    """The most combat points seen on the path."""
    held: tuple[str, ...] = ()
    """Areas that are not left empty."""
    zones: bool = False
    """Whether the pursuit stays in the influence zones."""
    test: bool = False
    """Whether Charette and Joly may spend their test on it (I-05)."""


PURSUIT = VendeeOrder(
    "pursuit",
    "4.5",
    marked("Follow the routed out of turn"),
    no("never"),
    Clause(
        PursuitOrder,
        "pursue <areas:STEPS> [if at most <most:COUNT>] [holding <held:AREAS>] [<zones=in zones>] "
        "[<test=with test>]",
    ),
    forms=(
        "never / pursue 1 / pursue 2 / pursue 2 if at most 5 / pursue 2 holding AREA / "
        "pursue 2 in zones / pursue 2 with test"
    ),
    says={
        "pursue NUMBER": N_("Pursue as far as may be, and count the areas at most: {a}."),
        "if at most NUMBER": N_("Do it only against as many points or fewer: {a}."),
        "in zones": N_("Stay within the zones of the armies."),
        **_TEST,
    },
    own_turn=False,
    note=marked("'if at most' are combat points seen on their path"),
)
