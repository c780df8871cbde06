"""The actions as values; each struct declares its verb: notation, options, label and help are made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

import msgspec

from data.hexes import Hex
from engines.core.declared import Field, verb
from engines.core.notation import Alone, Grammar
from engines.grande_armee import words
from engines.grande_armee.position import UnitId
from engines.grande_armee.words import By, Route, Target, Targets, Under, Unit, Units, Words


class Plain(msgspec.Struct, frozen=True, tag="plain", tag_field="kind"):
    """One of the words that stand alone."""

    word: str


class Combine(msgspec.Struct, frozen=True, tag="combine", tag_field="kind"):
    """Combine units by a line of the chart (G-MOV-Q-1)."""

    units: Units


class Break(msgspec.Struct, frozen=True, tag="break", tag_field="kind"):
    """Break a unit down (G-MOV-Q-1)."""

    unit: Unit


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="kind", gc=False):
    """Move a unit: to a hex, or along a chain of neighbours (G-MOV-C-1)."""

    unit: Unit
    route: Route
    supply: Annotated[UnitId | None, Field(words.UNIT, "with")] = None
    """The supply unit that doubles its allowance (G-MOV-H-1)."""


class March(msgspec.Struct, frozen=True, tag="march", tag_field="kind", gc=False):
    """A Double Forced March by the table: one leg, the roll, and another (G-MOV-I-1)."""

    unit: Unit
    route: Route
    onward: Annotated[tuple[Hex, ...] | None, Field(words.LEG, "/")] = None
    """The leg after the roll; empty for none, None where that is asked after it."""


class Triple(msgspec.Struct, frozen=True, tag="triple", tag_field="kind", gc=False):
    """A Triple Forced March: two allowances, the roll, and a third (G-MOV-J-1)."""

    unit: Unit
    route: Route
    onward: Annotated[tuple[Hex, ...] | None, Field(words.LEG, "/")] = None


class Onward(msgspec.Struct, frozen=True, tag="onward", tag_field="kind", gc=False):
    """The next leg of a forced march (G-FM-6)."""

    unit: Unit
    route: Route


class Eliminate(msgspec.Struct, frozen=True, tag="eliminate", tag_field="kind", gc=False):
    """Eliminate the units of a hex automatically (G-COM-L-3)."""

    targets: Targets
    """One hex, but for all round a Fortress (A-76)."""
    units: By
    leaders: Under = ()
    supplies: Annotated[tuple[UnitId, ...], Field(words.UNITS, "with")] = ()


class Spend(msgspec.Struct, frozen=True, tag="spend", tag_field="kind"):
    """Spend a supply unit in combat (G-SUP-A-1)."""

    supply: Unit
    hexes: Annotated[tuple[Hex, ...], Field(words.HEXES, "for")] = ()
    """The hexes that it serves; none named: all in its reach (A-65)."""


class Destroy(msgspec.Struct, frozen=True, tag="destroy", tag_field="kind"):
    """Choose which units of a stack without supply are destroyed (A-13)."""

    units: Units


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="kind", gc=False):
    """Declare an attack (G-SEQ-5)."""

    targets: Targets
    units: By
    leaders: Under = ()


class CallOff(msgspec.Struct, frozen=True, tag="call-off", tag_field="kind"):
    """Take back the last attack that was declared on a hex, before declarations end."""

    target: Target


class Retreat(msgspec.Struct, frozen=True, tag="retreat", tag_field="kind", gc=False):
    """Retreat a unit, before combat or by a result (G-COM-F-1, G-RET-1)."""

    unit: Annotated[UnitId | None, Field(words.UNIT._replace(nothing="auto"))]
    """None: everything as the priorities have it."""
    route: Route = ()


class SupplyFirst(msgspec.Struct, frozen=True, tag="supply-first", tag_field="kind"):
    """Say which units of a garrison its Fortress supplies (A-71)."""

    units: Units


class Resolve(msgspec.Struct, frozen=True, tag="resolve", tag_field="kind"):
    """Fight a battle (G-SEQ-8)."""

    target: Target
    number: Annotated[int | None, Field(words.NUMBER)] = None
    """Which of several attacks on the hex, from 1."""


class Lose(msgspec.Struct, frozen=True, tag="lose", tag_field="kind"):
    """Pay for a half exchange; None: with the least strength (G-CRT-7)."""

    units: Annotated[tuple[UnitId, ...] | None, Field(words.UNITS_OR_AUTO)]


class Advance(msgspec.Struct, frozen=True, tag="advance", tag_field="kind"):
    """Advance into a hex that was attacked (G-COM-K-1)."""

    units: Units
    target: Annotated[Hex, Field(words.HEX, ">")]


class Create(msgspec.Struct, frozen=True, tag="create", tag_field="kind"):
    """Create supply units on depots; None: on all that may (G-SUP-C-1)."""

    depots: Annotated[tuple[UnitId, ...] | None, Field(words.UNITS_OR_ALL)]


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

_EXAMPLES: Mapping[type[msgspec.Struct], str] = {
    Combine: "combine french-2-5-1, french-2-5-2",
    Break: "break french-5-4-1",
    Move: "move davout > 0434",
    March: "march davout > 0434 / 0435",
    Triple: "triple french-5-4-1 > 0434 / 0435",
    Onward: "onward davout > 0435",
    Eliminate: "eliminate 1439 by french-5-4-1 with french-supply-1",
    Spend: "spend french-supply-1",
    Destroy: "destroy french-2-5-1",
    Attack: "attack 1439 by french-5-4-1 under davout",
    CallOff: "call off 1439",
    Retreat: "retreat french-5-4-1 > 0434",
    SupplyFirst: "supply-first austrian-4-3-1",
    Resolve: "resolve 1439",
    Lose: "lose french-2-5-1",
    Advance: "advance french-5-4-1 > 1439",
    Create: "create french-depot-1",
}
GRAMMAR: Grammar[Words, Action] = Grammar(
    (
        *[verb(kind, example) for kind, example in _EXAMPLES.items()],
        Alone("end", END, ("done",)),
        Alone("pass", PASS),
        Alone("roll", ROLL),
        Alone("halt", HALT),
        Alone("rest", REST),
        Alone("stand", STAND),
    ),
    fold=words.fold,
    longest=4000,
)
notation = GRAMMAR.notation
parse = GRAMMAR.parse
