"""What people type: units, hexes and towns, and the fields of actions that they stand in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from engines.core import notation
from engines.core.declared import NUMBER, Field, Kind
from engines.core.errors import AmbiguousNotation, NotationError
from engines.core.memo import MemoLast
from engines.core.notation import Vocabulary, joined
from engines.core.orders import Named
from engines.grande_armee.box import Box, kind_and_number
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State, position, there

_FIGURES = re.compile(r"([0-9]{4})(?: \(.*\))?|.* \(([0-9]{4})\)")
"""A hex by its figures, or by a name as it is shown: `1727 (2 NE of Schweinfurt)`, `Ulm (1441)`."""

_ENDING = re.compile(r",(?= (?:stop|short|on) )")


def fold(text: str) -> str:
    """Lower case without accents, one space round every sign."""
    return " ".join(re.sub(r"([>/,])", r" \1 ", notation.fold(text)).split())


def without_last_comma(typed: str) -> str:
    """The order of a march without a comma before how it ends, which would begin a name."""
    return _ENDING.sub("", typed)


class OrderWords:
    """The words of a box: orders may name units that are not on the map yet."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def hex(self, typed: str) -> Hex:
        """A hex by its figures or its town.

        :raises NotationError: there is none.
        """
        return town_or_hex(self._box, typed.strip())

    def unit(self, typed: str) -> UnitId:
        """A unit by its full id or its name as it is shown: a leader, or a kind and its number.

        :raises NotationError: there can be none.
        """
        id = joined(re.sub("[()]", "", typed))
        if nameable(self._box, id):
            return id
        return _LEADERS(self._box).meant(id)


class Words(OrderWords):
    """The words of a table.

    :param side: who is asked, and means units of their own where a word could be several.
    """

    def __init__(self, box: Box, state: State, side: Side | None = None) -> None:
        super().__init__(box)
        self._state = state
        self._side = side
        self._units: Vocabulary[UnitId] = _UNITS(state.pieces)

    def unit(self, typed: str) -> UnitId:
        """A unit on the map by what its id begins with, or one by its full id that was there or may come.

        Its name is read as it is shown, too, without its nation where that is clear.

        :raises NotationError: there is none.
        """
        id = joined(typed)
        if nameable(self._box, id):
            return there(self._box, self._state, id)
        names = {id: f" {fold(str(self._box.unit(id)))}" for id in self._state.pieces}
        named = [id for id, name in names.items() if name.endswith(f" {typed}")]
        units = [id for id in self._state.pieces if self._box.kind_of(id).side == self._side]
        own = [id for id in named if id in units]
        if len(own or named) == 1:
            return (own or named)[0]
        try:
            return self._units.meant(id)
        except AmbiguousNotation:
            raise
        except NotationError:
            return Vocabulary.of(units, _A_UNIT, many=True, shown=self._box.unit).meant(id)

    def force(self, typed: str) -> UnitId | tuple[UnitId, ...]:
        """A unit, or by its hex the combat units that can still fight there.

        :raises NotationError: there is none.
        """
        if not _FIGURES.fullmatch(typed):
            return self.unit(typed)
        units = able(self._box, self._state, self.hex(typed))
        troops = tuple([id for id in units if self._box.kind_of(id).combat])
        if not troops:
            raise NotationError(_("Nobody on {typed} can attack", typed=typed))
        return troops


def able(box: Box, state: State, hex: Hex) -> list[UnitId]:
    """Units of a hex that can still join an attack, leaders too (G-COM-B-3, G-LDR-C-3, A-43)."""
    used = {*state.bound, *[id for attack in state.attacks for id in attack.involved]}
    stack = position(box, state).stack(hex, state.side)
    return [id for id in stack if id not in used and state.pieces[id].disrupted is None]


def order_names(box: Box, state: State, side: Side) -> Named:
    """What a side may mean by a word of a form: Fortresses first; own units, or the enemy's to destroy."""
    own = [box.place[town] for town, holder in state.control.items() if holder == side]
    towns = [town.hex for town in box.pack.towns.town]
    hexes = dict.fromkeys((*own, *towns))
    known: dict[str, Sequence[str]] = {
        # By figures, or by name; what comes to the same is offered once.
        "HEX": (*hexes, *(joined(notation.fold(box.towns[hex])) for hex in hexes)),
        "UNIT": [id for id in sorted(state.pieces) if box.kind_of(id).side == side],
        "ENEMY": [id for id in sorted(state.pieces) if box.kind_of(id).side != side],
    }
    return lambda word, before: known.get("ENEMY" if word == "UNIT" and "first" in before else word, ())


def nameable(box: Box, id: str) -> bool:
    """Whether there can be a unit of that id: a leader, or a kind with a number."""
    kind, number = kind_and_number(id)
    known = box.kinds.get(id) or (box.kinds.get(kind) if re.fullmatch("[0-9]+", number) else None)
    return known is not None and (known.arm == "leader") == (known.id == id)


def town_or_hex(box: Box, typed: str) -> Hex:
    """A hex by its figures or its town.

    :raises NotationError: there is none.
    """
    read = _FIGURES.fullmatch(typed)
    if read is None:
        return _TOWNS(box).meant(joined(typed))
    figures = read[1] or read[2]
    if figures not in box.terrain:
        raise NotationError(_("{typed!r} is no hex in play", typed=typed))
    return Hex(figures)


def _towns(box: Box) -> Vocabulary[Hex]:
    meanings: dict[str, Hex] = {}
    for town in box.pack.towns.town:
        for name in filter(None, (town.name, town.also)):
            meanings[joined(notation.fold(name))] = town.hex
        meanings[town.id] = town.hex
    return Vocabulary(meanings, N_("a hex or a town"), many=True, shown=box.hex)


def _leaders(box: Box) -> Vocabulary[UnitId]:
    """Leaders by id and by name; one man's leaders of several campaigns are one."""
    meanings: dict[str, UnitId] = {}
    for id, name in reversed(box.names.items()):
        if id == min((id, *box.alike[id])):
            meanings |= {joined(notation.fold(name)): id, id: id}
    return Vocabulary(meanings, _A_UNIT, many=True, shown=box.unit)


_TOWNS: MemoLast[Box, Vocabulary[Hex]] = MemoLast(_towns)
_LEADERS: MemoLast[Box, Vocabulary[UnitId]] = MemoLast(_leaders)
_A_UNIT = N_("a unit")
_UNITS: MemoLast[object, Vocabulary[UnitId]] = MemoLast(
    lambda pieces: Vocabulary.of(pieces, _A_UNIT, many=True)
)


def _kind(of: str, mark: str = "", *, nothing: str | None = None, empty: bool = False) -> Kind:
    return Kind(Words.hex if of == "hex" else Words.unit, mark, nothing, empty, longest=300)


UNIT, HEX = _kind("unit"), _kind("hex")
UNITS, ROUTE = _kind("unit", ","), _kind("hex", ">")
HEX_FIELD = Field(HEX, about=N_("A town, or the four figures of a hex"))
UNIT_FIELD = Field(UNIT, about=N_("A unit by its name: Davout, or French 5-4 (1)"))
UNITS_FIELD = Field(UNITS, about=N_("Units by their names, with commas"))

Unit = Annotated[UnitId, UNIT_FIELD]
Supply = Annotated[UnitId, Field(UNIT, about=N_("A supply unit by its name"))]
Supplies = Annotated[tuple[UnitId, ...], Field(UNITS, "with", N_("Supply units, with commas"))]
Units = Annotated[tuple[UnitId, ...], UNITS_FIELD]
Target = Annotated[Hex, HEX_FIELD]
Targets = Annotated[
    tuple[Hex, ...], Field(_kind("hex", ","), about=N_("The hex attacked, or several with commas"))
]
Served = Annotated[
    tuple[Hex, ...], Field(_kind("hex", ","), "for", N_("Your hexes that it serves; none for all"))
]
ROUTE_FIELD = Field(ROUTE, ">", N_("The end, or each hex of the way, with >"))
Route = Annotated[tuple[Hex, ...], ROUTE_FIELD]
Leg = Annotated[
    tuple[Hex, ...] | None,
    Field(_kind("hex", ">", empty=True), "/", N_("The leg after the roll, as the first")),
]
By = Annotated[tuple[UnitId, ...], UNITS_FIELD._replace(kind=UNITS._replace(read=Words.force), lead="by")]
Under = Annotated[tuple[UnitId, ...], Field(UNITS, "under", N_("Leaders with their bonus, with commas"))]
"""The leaders who give their bonus."""
Depots = Annotated[
    tuple[UnitId, ...] | None,
    Field(_kind("unit", ",", nothing="all"), about=N_("Depots with commas, or all")),
]
Losses = Annotated[tuple[UnitId, ...] | None, UNITS_FIELD._replace(kind=_kind("unit", ",", nothing="auto"))]
Number = Annotated[
    int | None, Field(NUMBER._replace(longest=300), about=N_("Which attack on the hex, from 1"))
]
