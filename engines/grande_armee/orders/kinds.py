"""The standing orders: what each decision can be answered with beforehand, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

import msgspec

from data.catalogue import N_, marked
from data.grande_armee.hexes import Hex
from engines.core.ordered import OrderSet
from engines.core.orders import Clause, Order, Orders, Slot, no, number, one, several
from engines.grande_armee.combat.draft import Plan
from engines.grande_armee.position import UnitId
from engines.grande_armee.words import OrderWords, without_last_comma
from engines.grande_armee.words import fold as fold_words

C_co = TypeVar("C_co", covariant=True)
_NAME = r"[0-9a-z][0-9a-z ()-]*?"
"""Hexes and units have figures in their names, and are shown with more in brackets."""
_NAMES = rf"{_NAME}(?:, {_NAME})*?"
_ASK = N_("You will be asked.")
_UNASKED = N_("You are not asked.")
_TOWARDS = N_("Go towards {a}.")
_HOME = N_("Go towards your nearest Fortress, away from enemy cavalry.")


def fold(text: str) -> str:
    """What is typed made uniform, commas without a space before them."""
    return without_last_comma(fold_words(text).replace(" ,", ",").replace(" ;", ";"))


class StandingOrder(Order[C_co]):
    """An order with these slots."""

    slots: ClassVar[Mapping[str, Slot]] = {
        "HEXES": several(OrderWords.hex, "HEX")._replace(regex=_NAMES),
        "HEX": one(OrderWords.hex, "HEX")._replace(regex=_NAME),
        "UNITS": several(OrderWords.unit, "UNIT")._replace(regex=_NAMES),
        "PERCENT": number("[1-9][0-9]{1,3}"),
        "NUMBER": number("[1-9][0-9]?"),
        "GOING": Slot("auto|stand|always|cavalry", ("auto",)),
        "SUPPLY": Slot("auto|always|never", ("never",)),
    }


class RetreatOrder(msgspec.Struct, frozen=True):
    """Where beaten units go, within the priorities (I-06)."""

    towards: tuple[Hex, ...] = ()


class DestroyOrder(msgspec.Struct, frozen=True):
    """The units destroyed of an enemy stack without supply: these first, then the strongest (I-09, I-10)."""

    units: tuple[UnitId, ...] = ()
    weakest: bool = False
    """Whether the weakest go first."""


class LossOrder(msgspec.Struct, frozen=True):
    """The units spared in a half exchange."""

    units: tuple[UnitId, ...] = ()


class AdvanceOrder(msgspec.Struct, frozen=True):
    """Where a beaten enemy's hex is entered."""

    all: bool = False
    fortresses: bool = False


class MarchOrder(msgspec.Struct, frozen=True):
    """A march of several turns: each goes by the ground's cheapest way, without a roll."""

    units: tuple[UnitId, ...]
    to: Hex
    by: tuple[Hex, ...] = ()
    """Hexes that it leads by, in order; one that is no nearer to the goal than the unit lies behind it."""
    short: bool = False
    """Whether it keeps away from hexes beside the enemy."""
    halt: bool = False
    """Whether a unit beside the enemy stays there, though it might get past."""
    supply: bool = False
    """Whether supply is spent where a unit begins beside it."""


MARCH = StandingOrder(
    "movement",
    "MOV",
    marked("Marches of several turns"),
    Clause(
        MarchOrder,
        "<units:UNITS> to <to:HEX> [by <by:HEXES>] [<short=short of the enemy>] "
        "[<halt=stop beside the enemy>] [<supply=on supply>]",
    ),
    forms=(
        "UNIT to HEX / UNIT to HEX by HEX / UNIT to HEX short of the enemy / "
        "UNIT to HEX by HEX stop beside the enemy / UNIT to HEX on supply / "
        "UNIT to HEX by HEX; UNIT to HEX"
    ),
    chain=True,
    note=marked("by the cheapest way, without a roll, to where a zone stops it; you move all others"),
    says={
        "NAME": N_("March with {a}."),
        "to NAME": N_("Go to {a}."),
        "by NAME": N_("Go by way of {a}."),
        "short of the enemy": N_("Stop before you are beside the enemy."),
        "stop beside the enemy": N_("Stop beside the enemy, and stay there as long as one is near."),
        "on supply": N_("March on supply, where a unit begins beside it."),
    },
)
DEFENCE = StandingOrder(
    "defence",
    "COM E",
    marked("The defence plan: who retreats before combat, and which supply is spent"),
    Clause(
        Plan,
        "<going:GOING> [at <odds:PERCENT> or more] [<together=all or none>] [towards <towards:HEXES>] "
        "[supply <supply:SUPPLY>] [keep <back:NUMBER> back]",
    ),
    forms=(
        "auto / stand / always / cavalry / always at 300 or more / always all or none / auto towards HEX / "
        "stand supply never / auto keep 1 back"
    ),
    note=marked("'auto' takes stacks without infantry away, and spends supply where it changes the column"),
    says={
        "auto": N_(
            "Stacks without infantry retreat, but not from Fortresses that score. Supply is spent where it "
            "changes the column, if nothing else is said."
        ),
        "stand": N_("Everybody stands."),
        "cavalry": N_("Cavalry alone retreats."),
        "at NUMBER or more": N_("Do it only at odds of {a} % or more."),
        "all or none": N_("The units of a hex go all or none."),
        "towards NAME": _TOWARDS,
        "supply never": N_("Spend no supply."),
        "supply always": N_("Spend supply on every defence."),
        "supply auto": N_("Spend supply where it changes the column."),
        "keep NUMBER back": N_("Keep as many supply units back: {a}."),
    },
)
RETREAT = StandingOrder(
    "retreat",
    "RET",
    marked("Where your beaten defenders go, within the priorities of retreats"),
    Clause(RetreatOrder, "auto", "towards <towards:HEXES>"),
    no("ask me"),
    forms="auto / towards HEX / ask me",
    own_turn=False,
    implicit="auto",
    says={"auto": _HOME, "towards NAME": _TOWARDS, "ask me": _ASK},
)
_FALLING_BACK = StandingOrder(
    "falling-back",
    "RET",
    marked("Where your beaten attackers go, within the priorities of retreats"),
    Clause(RetreatOrder, "auto", "towards <towards:HEXES>"),
    forms="auto / towards HEX",
    says={"auto": _HOME, "towards NAME": _TOWARDS},
)
DESTROY = StandingOrder(
    "destroy",
    "MOV M",
    marked("Who is destroyed of an enemy stack without supply"),
    Clause(DestroyOrder, "auto", "<weakest=weakest>", "first <units:UNITS>"),
    no("ask me"),
    forms="auto / weakest / first UNIT / ask me",
    own_turn=False,
    implicit="auto",
    says={
        "auto": N_("The strongest are destroyed."),
        "weakest": N_("The weakest are destroyed."),
        "first NAME": N_("Begin with {a}."),
        "ask me": _ASK,
    },
)
EXCHANGE = StandingOrder(
    "exchange",
    "CRT",
    marked("Who is lost in a half exchange: the least strength that pays"),
    Clause(LossOrder, "auto", "spare <units:UNITS>"),
    forms="auto / spare UNIT",
    says={"auto": _UNASKED},
)
ADVANCE = StandingOrder(
    "advance",
    "COM K",
    marked("Advance after combat"),
    Clause(AdvanceOrder, "none", "<all=all>", "<fortresses=fortresses>"),
    forms="none / all / fortresses",
    says={"all": N_("Advance everywhere."), "fortresses": N_("Advance into Fortresses.")},
)

ORDERS = Orders(
    fold,
    MARCH,
    StandingOrder(
        "option",
        "FM",
        marked("A forced march that may halt or roll again"),
        Clause(str, "halt", "roll"),
        says={"halt": N_("Halt unharmed."), "roll": N_("Roll again.")},
    ),
    DEFENCE,
    RETREAT,
    DESTROY,
    StandingOrder(
        "stacking",
        "MOV M",
        marked("Supply for your stacks, where they need it"),
        Clause(str, "auto"),
        says={"auto": _UNASKED},
    ),
    StandingOrder(
        "resolve",
        "SEQ",
        marked("Battles in the order of their declaration"),
        Clause(str, "auto"),
        says={"auto": _UNASKED},
    ),
    EXCHANGE,
    _FALLING_BACK,
    ADVANCE,
    StandingOrder(
        "create",
        "SUP C",
        marked("Depots that create supply units"),
        Clause(str, "all", "none", "ask me"),
        implicit="all",
        says={"all": N_("All that may do so."), "ask me": _ASK},
    ),
)
_USUAL = {"defence": "auto", "retreat": "auto", "destroy": "auto", "create": "all"}
ORDER_SETS: tuple[OrderSet, ...] = (
    OrderSet(
        "usual",
        marked("The usual"),
        marked("The bot writes your defence plan, and you are never asked out of turn."),
        _USUAL,
    ),
    OrderSet(
        "battle",
        marked("Battle orders"),
        marked(
            "As the usual; forced marches halt where they may, attacks are fought as you declared them, and "
            "Fortresses are entered."
        ),
        {
            **_USUAL,
            "option": "halt",
            "stacking": "auto",
            "resolve": "auto",
            "exchange": "auto",
            "falling-back": "auto",
            "advance": "fortresses",
        },
    ),
)
