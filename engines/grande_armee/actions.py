"""The actions as values; each struct declares its verb: notation, options, label and help are made of it."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias, get_args

import msgspec

from data.catalogue import N_
from data.grande_armee.hexes import Hex
from engines.core.declared import Field, verbs
from engines.core.notation import Alone, Grammar
from engines.grande_armee import words
from engines.grande_armee.position import UnitId
from engines.grande_armee.words import By, Route, Target, Targets, Under, Unit, Units, Words

Unfed: TypeAlias = Annotated[UnitId | None, Field(words.UNIT, "with")]
"""Supply for a march that it can't feed: it is read so that it can be refused (G-MOV-H-2, G-MOV-J-2)."""


class Plain(msgspec.Struct, frozen=True, tag="plain", tag_field="kind"):
    """One of the words that stand alone."""

    word: str


class Combine(msgspec.Struct, frozen=True, tag="combine", tag_field="kind"):
    """Combine units by a line of the chart (G-MOV-Q-1)."""

    like: ClassVar = "combine french-2-5-1, french-2-5-2"
    units: Units


class Break(msgspec.Struct, frozen=True, tag="break", tag_field="kind"):
    """Break a unit down (G-MOV-Q-1)."""

    like: ClassVar = "break french-5-4-1"
    unit: Unit


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind", gc=False):
    """Move a unit: to a hex, or along a chain of neighbours (G-MOV-C-1)."""

    like: ClassVar = "move davout > 0434"
    unit: Unit
    route: Route
    supply: Annotated[
        UnitId | None, Field(words.UNIT, "with", N_("A supply unit that doubles the allowance"))
    ] = None
    """The supply unit that doubles its allowance (G-MOV-H-1)."""


class March(msgspec.Struct, frozen=True, tag="march", tag_field="kind", gc=False):
    """A Double Forced March by the table: one leg, the roll, and another (G-MOV-I-1)."""

    like: ClassVar = "march davout > 0434 / 0435"
    unit: Unit
    route: Route
    onward: words.Leg = None
    """The leg after the roll; empty for none, None where that is asked after it."""
    supply: Unfed = None


class Triple(msgspec.Struct, frozen=True, tag="triple", tag_field="kind", gc=False):
    """A Triple Forced March: two allowances, the roll, and a third (G-MOV-J-1)."""

    like: ClassVar = "triple french-5-4-1 > 0434 / 0435"
    unit: Unit
    route: Route
    onward: words.Leg = None
    supply: Unfed = None


class Onward(msgspec.Struct, frozen=True, tag="onward", tag_field="kind", gc=False):
    """The next leg of a forced march (G-FM-6)."""

    like: ClassVar = "onward davout > 0435"
    unit: Unit
    route: Route


class Eliminate(msgspec.Struct, frozen=True, tag="eliminate", tag_field="kind", gc=False):
    """Eliminate the units of a hex automatically (G-COM-L-3)."""

    like: ClassVar = "eliminate 1439 by french-5-4-1 with french-supply-1"
    targets: Targets
    """One target hex; an attack out of a Fortress may have all hexes around it (A-76)."""
    units: By
    leaders: Under = ()
    supplies: words.Supplies = ()


class Spend(msgspec.Struct, frozen=True, tag="spend", tag_field="kind"):
    """Spend a supply unit in combat (G-SUP-A-1)."""

    like: ClassVar = "spend french-supply-1"
    supply: words.Supply
    hexes: words.Served = ()
    """The hexes that it serves; none named: all in its reach (A-65)."""


class Destroy(msgspec.Struct, frozen=True, tag="destroy", tag_field="kind"):
    """Choose which units of a stack without supply are destroyed (A-13)."""

    like: ClassVar = "destroy french-2-5-1"
    units: Units


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="kind", gc=False):
    """Declare an attack (G-SEQ-5)."""

    like: ClassVar = "attack 1439 by french-5-4-1 under davout"
    targets: Targets
    units: By
    leaders: Under = ()


class CallOff(msgspec.Struct, frozen=True, tag="call-off", tag_field="kind"):
    """Take back the last attack that was declared on a hex, before declarations end."""

    like: ClassVar = "call off 1439"
    target: Target


class Retreat(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind", gc=False):
    """Retreat a unit, before combat or by a result (G-COM-F-1, G-RET-1)."""

    like: ClassVar = "retreat french-5-4-1 > 0434"
    unit: Annotated[UnitId | None, words.UNIT_FIELD._replace(kind=words.UNIT._replace(nothing="auto"))]
    """The unit that retreats; None means all, as the priorities say."""
    route: Annotated[tuple[Hex, ...], words.ROUTE_FIELD._replace(needed=True, optional=True)] = ()


class SupplyFirst(msgspec.Struct, frozen=True, tag="supply-first", tag_field="kind"):
    """Say which units of a garrison its Fortress supplies (A-71)."""

    like: ClassVar = "supply-first austrian-4-3-1"
    units: Units


class Resolve(msgspec.Struct, frozen=True, tag="resolve", tag_field="kind"):
    """Fight a battle (G-SEQ-8)."""

    like: ClassVar = "resolve 1439"
    target: Target
    number: words.Number = None
    """Which of several attacks on the hex, from 1."""


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Pay for a half exchange; `auto` pays with the least strength (G-CRT-7)."""

    like: ClassVar = "lose french-2-5-1"
    units: words.Losses


class Advance(msgspec.Struct, frozen=True, tag="advance", tag_field="kind"):
    """Advance into a hex that was attacked (G-COM-K-1)."""

    like: ClassVar = "advance french-5-4-1 > 1439"
    units: Units
    target: Annotated[Hex, words.HEX_FIELD._replace(lead=">")]


class Create(msgspec.Struct, frozen=True, tag="create", tag_field="kind"):
    """Create supply units on depots; `all` does so on all that may (G-SUP-C-1)."""

    like: ClassVar = "create french-depot-1"
    depots: words.Depots


Action: TypeAlias = (
    Plain
    | Combine
    | Break
    | Move
    | March
    | Triple
    | Onward
    | Eliminate
    | Spend
    | Destroy
    | Attack
    | CallOff
    | Retreat
    | SupplyFirst
    | Resolve
    | Lose
    | Advance
    | Create
)

END, PASS = Plain("end"), Plain("pass")
ROLL, HALT, REST = Plain("roll"), Plain("halt"), Plain("rest")
STAND = Plain("stand")
RETREAT_AUTO, LOSE_AUTO, CREATE_ALL = Retreat(None), Lose(None), Create(None)

WORDS: tuple[Alone, ...] = (
    Alone("end", END, ("done",), about=N_("End this step of your turn.")),
    Alone("pass", PASS, about=N_("Pass where there is nothing to do.")),
    Alone("roll", ROLL, about=N_("Roll again in a forced march.")),
    Alone("halt", HALT, about=N_("Halt a forced march unharmed.")),
    Alone("rest", REST, about=N_("Take no next leg.")),
    Alone("stand", STAND, about=N_("Let nobody retreat before combat.")),
)
VERBS: tuple[type[msgspec.Struct], ...] = tuple([kind for kind in get_args(Action) if kind is not Plain])
GRAMMAR: Grammar[Words, Action] = Grammar((*verbs(*VERBS), *WORDS), fold=words.fold, longest=4000)
notation = GRAMMAR.notation
