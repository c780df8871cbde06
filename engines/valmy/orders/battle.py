"""Standing orders for the choices of a battle, together a side's plan for it (section I of the cases)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from data.catalogue import N_, marked
from engines.core.orders import Clause, no
from engines.valmy.orders.slots import ValmyOrder

_NOT_OURS = "[<away=not in my own attacks>]"
_ASKED = {"not in my own attacks": N_("In your own attacks you are asked.")}


class KindOrder(msgspec.Struct, frozen=True):
    """The kind of battle that the defender chooses; without more by the numbers (I-5)."""

    kind: str = ""


KIND = ValmyOrder(
    "kind-of-battle",
    "9.0",
    marked("A Minor or a Major Battle, where you defend few against many"),
    Clause(KindOrder, "auto", "<kind:KIND>"),
    forms="auto / minor / major",
    says={"minor": N_("Choose a Minor Battle."), "major": N_("Choose a Major Battle.")},
    note=marked("'auto' is Minor"),
)


class DeployOrder(msgspec.Struct, frozen=True):
    """The deployment of units on the battle board (I-6)."""

    line: int | None = None
    """The most units in Main, the strongest; the others are in Reserve."""
    horse: str = "split"
    leaders: str = "main"
    away: bool = False


DEPLOYMENT = ValmyOrder(
    "deployment",
    "9.2.1",
    marked("Main and Reserve, cavalry and leaders"),
    Clause(
        DeployOrder,
        f"(auto | line <line:NUMBER>) [horse <horse:WING>] [leaders <leaders:PLACE>] {_NOT_OURS}",
    ),
    forms="auto / line 6 / line 6 horse left / auto horse reserve / line 6 leaders reserve",
    says={
        "line NUMBER": N_("In line stand the strongest, as many as {a}; the rest waits in Reserve."),
        "horse reserve": N_("The cavalry waits in Reserve."),
        "horse left": N_("The cavalry stands on the left."),
        "horse right": N_("The cavalry stands on the right."),
        "leaders reserve": N_("The leaders wait in Reserve."),
        **_ASKED,
    },
    note=marked("'line 6' keeps all but the six strongest in Reserve"),
)


class BoostOrder(msgspec.Struct, frozen=True):
    """The units whose morale is raised first (I-7)."""

    first: str = "line"


BOOSTS = ValmyOrder(
    "boosts",
    "8.1",
    marked("Whose morale leaders raise first, the best of them"),
    no("none"),
    Clause(BoostOrder, "auto", "<first:FIRST>"),
    forms="auto / none / line / cavalry / skirmishers",
    says={
        "line": N_("The line comes first."),
        "cavalry": N_("The cavalry comes first."),
        "skirmishers": N_("The skirmishers come first."),
    },
)


class LossOrder(msgspec.Struct, frozen=True):
    """The units that lose steps first (I-8)."""

    units: tuple[str, ...] = ()
    spare: bool = False


LOSSES = ValmyOrder(
    "losses",
    "9.3.4",
    marked("Who loses steps"),
    Clause(LossOrder, "auto", "(first | <spare=spare>) <units:UNITS>"),
    forms="auto / first UNIT / spare UNIT",
    says={"first NAME": N_("Begin with {a}.")},
    note=marked("'auto' takes whole units of the lowest morale first"),
)


class ChargeOrder(msgspec.Struct, frozen=True):
    """The conditions on which cavalry charges; strengths as they count in the charge (I-9, I-11)."""

    odds: Fraction = Fraction(0)
    difference: int | None = None
    """Least difference of the best morale."""
    rank: int = 0
    """Highest rank of a leader who lends his rating."""
    own: bool = False
    """Whether the defender also charges where he is not charged."""


_CHARGE = (
    "(always | if at least <odds:ODDS>) [and morale <difference:DIFFERENCE>] [leaders up to <rank:RANK>]"
)
_WHEN = {
    "and morale 0": N_("The morale must be no worse."),
    "and morale NUMBER": N_("The morale must be better by as much: {a}."),
    "leaders up to NUMBER": N_("Leaders ride with them up to rank {a}."),
}
CHARGES = ValmyOrder(
    "charges",
    "9.2.5",
    marked("Your charges where you attack, by the odds of strength and the difference of morale"),
    no("none"),
    Clause(ChargeOrder, _CHARGE),
    forms="none / always / if at least 2:1 / if at least 1:1 and morale 1 / if at least 1:1 leaders up to 1",
    says=_WHEN,
)
COUNTER_CHARGES = ValmyOrder(
    "counter-charges",
    "9.2.6",
    marked("Counter-charges, and with 'and elsewhere' charges of your own, where you defend"),
    no("none"),
    Clause(ChargeOrder, f"{_CHARGE} [<own=and elsewhere>]"),
    forms="none / always / if at least 1:1 / if at least 1:1 and morale 1 / if at least 1:1 and elsewhere",
    says={**_WHEN, "and elsewhere": N_("Charge elsewhere, too.")},
)


class OddsOrder(msgspec.Struct, frozen=True):
    """Odds from which the side acts, or below which."""

    odds: Fraction = Fraction(0)
    never: bool = False
    away: bool = False


CALLING_OFF = ValmyOrder(
    "calling-off",
    "9.4.4",
    marked("Call charges off after the check (I-10)"),
    no("ride"),
    Clause(OddsOrder, "cancel if below <odds:ODDS>"),
    forms="ride / cancel if below 1:1",
    says={
        "ride": N_("Ride on."),
        "cancel": N_("Call it off."),
        "if below ODDS": N_("Do it only at odds below {a}."),
    },
)


class NamingOrder(msgspec.Struct, frozen=True):
    """The unit of several that leads."""

    units: tuple[str, ...] = ()


NAMING = ValmyOrder(
    "naming",
    "9.4.2",
    marked("The unit that leads: 'auto' is of the highest morale, whole and of the lowest strength"),
    Clause(NamingOrder, "auto", "prefer <units:UNITS>"),
    forms="auto / prefer UNIT",
)
SACRIFICE = ValmyOrder(
    "sacrifice",
    "9.4.3",
    marked("Who is lost of those who charged"),
    Clause(LossOrder, "auto", "<spare=spare> <units:UNITS>"),
    forms="auto / spare UNIT",
)
AFTER_CHARGE = ValmyOrder(
    "after-charge",
    "9.4.5",
    marked("Chargers who did not pursue: into the melee, on the flank, or in Main"),
    Clause(str, "join", "keep", "main"),
    says={"join": N_("Join the melee."), "keep": N_("Stay on the flank."), "main": N_("Go to Main.")},
)
MELEE = ValmyOrder(
    "melee",
    "9.2.11",
    marked("Attack in Main, or take it up"),
    Clause(OddsOrder, f"(<never=never> | always | if at least <odds:ODDS>) {_NOT_OURS}"),
    forms="never / always / if at least 1:1 / if at least 1:1 not in my own attacks",
    says=_ASKED,
    note=marked("odds are of those who fight there and in Reserve"),
)
ADDING = ValmyOrder(
    "adding",
    "9.2.12",
    marked("Units of a flank that nobody faces, into the melee"),
    Clause(str, "auto", "none"),
)


class DrawOrder(msgspec.Struct, frozen=True):
    """The units that come into a battle from adjacent boxes (I-18)."""

    who: str
    boxes: tuple[str, ...] = ()
    odds: Fraction | None = None
    """The side's own odds at most."""


REINFORCEMENT = ValmyOrder(
    "reinforcement",
    "9.5",
    marked("Who comes into Reserve from beside"),
    no("none"),
    Clause(DrawOrder, "with <who:COUNTER> [at <boxes:BOXES>] [if at most <odds:ODDS>]"),
    forms="none / with LEADER / with UNIT / with LEADER at BOX / with LEADER if at most 1:1",
    chain=True,
    says={"at NAME": N_("Do it only at {a}.")},
    note=marked("'if at most' are our own odds in the battle"),
)


class ReserveOrder(msgspec.Struct, frozen=True):
    """The units that go from Reserve to Main (I-19, I-23)."""

    back: int = 0


RESERVE = ValmyOrder(
    "reserve",
    "9.5",
    marked("Units from Reserve to Main, the strongest first"),
    no("none"),
    Clause(ReserveOrder, "auto", "hold <back:NUMBER> back"),
    forms="auto / none / hold 2 back",
    says={"hold NUMBER back": N_("Hold as many units back: {a}.")},
)


class WithdrawOrder(msgspec.Struct, frozen=True):
    """The conditions on which a side leaves a battle (I-22, I-24)."""

    odds: Fraction | None = None
    """The side's own odds at most; None: always."""
    fewer: int | None = None
    """The side leaves if it has fewer units than this."""
    auto: bool = False
    stay: bool = False
    minor: bool = False
    """Whether the order is for Minor Battles alone."""
    away: bool = False


WITHDRAWAL = ValmyOrder(
    "withdrawal",
    "9.7",
    marked("Withdraw after a battle's first round, or after a Minor Battle"),
    Clause(
        WithdrawOrder,
        "(<auto=auto> | <stay=stay> | always | if at most <odds:ODDS> | if fewer than <fewer:NUMBER>) "
        f"[<minor=in minor battles>] {_NOT_OURS}",
    ),
    forms=(
        "auto / stay / always / if at most 1:2 / if fewer than 3 / stay in minor battles / "
        "auto not in my own attacks"
    ),
    says={
        "stay": N_("Stay."),
        "stay in minor battles": N_("Stay in Minor Battles."),
        "if fewer than NUMBER": N_("Do it only with fewer units than {a}."),
        **_ASKED,
    },
    note=marked("'auto' leaves a lost Major one"),
)


class HeadingOrder(msgspec.Struct, frozen=True):
    """The preferred of several boxes."""

    boxes: tuple[str, ...] = ()


RETREAT = ValmyOrder(
    "retreat",
    "9.7",
    marked("Where beaten units go: 'auto' is nearest to their base"),
    Clause(HeadingOrder, "auto", "prefer <boxes:BOXES>"),
    forms="auto / prefer BOX",
)

PLAN = (
    KIND,
    DEPLOYMENT,
    BOOSTS,
    CHARGES,
    COUNTER_CHARGES,
    CALLING_OFF,
    MELEE,
    ADDING,
    RESERVE,
    REINFORCEMENT,
    AFTER_CHARGE,
    WITHDRAWAL,
    LOSSES,
    SACRIFICE,
    NAMING,
    RETREAT,
)
"""The kinds of a side's plan for a battle, in the order of the board."""
