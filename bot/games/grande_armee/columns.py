"""A plan of marches as columns: units that go to the same place, those that matter most first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from bot.games.grande_armee.course import Line, units
from bot.games.grande_armee.names import Names
from data.catalogue import N_, _
from data.grande_armee.hexes import Hex, distance
from data.nouns import clauses, labelled, numbered
from engines.grande_armee.actions import March, Triple
from engines.grande_armee.position import UnitId

BESIDE = N_("beside the enemy")
"""A march that a zone of control ends."""
NEAR = 1
"""Hexes from the end of a column to other ends that belong to it."""
CLOSE = 4.0
"""Hexes from the enemy at which a column counts a quarter of what it counts beside him."""

LED, TRAIN = 0.1, 0.01
"""The strength that a leader counts for without troops, and supply alone."""


class Column:
    """Units that go to one hex, or beside it.

    :ivar lines: their marches.
    :ivar end: the hex that counts most.
    """

    def __init__(self, names: Names, end: Hex, lines: Sequence[Line]) -> None:
        self._names, self._box = names, names.box
        self.end, self.lines = end, lines

    @property
    def units(self) -> list[UnitId]:
        """The units of the column."""
        return units(self.lines)

    @property
    def strength(self) -> int:
        """The strength of its combat units."""
        return self._weight(self.lines)

    @cached_property
    def starts(self) -> dict[Hex, list[Line]]:
        """The column's marches by the hexes where they begin: troops under a leader, then the strongest."""
        starts: dict[Hex, list[Line]] = {}
        for line in self.lines:
            if line.start is not None:
                starts.setdefault(line.start, []).append(line)
        return dict(sorted(starts.items(), key=lambda item: self._rank(item[1])))

    def _rank(self, lines: Sequence[Line]) -> tuple[bool, bool, int, bool]:
        """Where the marches from one hex stand, the first least: those to the column's end come first."""
        core = self._there(lines)
        weight, led = self._weight(core), any(map(self.is_leader, units(core)))
        return not core, not (weight and led), -weight, not led

    def _there(self, lines: Iterable[Line]) -> list[Line]:
        """The marches to the end itself, not beside it."""
        return [line for line in lines if line.route[-1] == self.end]

    def is_leader(self, id: UnitId) -> bool:
        """Whether a unit is a leader."""
        return self._box.kind_of(id).arm == "leader"

    @cached_property
    def main(self) -> list[Line]:
        """The marches with combat units, one for each way; all marches if none has combat units."""
        troops = [line for line in self.lines if self._weight([line])]
        return list({line.route: line for line in troops or self.lines}.values())

    def who(self) -> str:
        """The best leader where the column's way begins, or the arm there: `Davout`, `Infantry`, `Supply`."""
        kinds = [self._box.kind_of(id) for id in units(self._there(next(iter(self.starts.values()))))]
        chiefs = [each for each in kinds if each.arm == "leader"]
        if chiefs:
            return self._names.name(max(chiefs, key=lambda each: each.offence).id)
        arms = {each.arm for each in kinds}
        if "infantry" in arms:
            return _("Infantry")
        return _("Cavalry") if "cavalry" in arms else _("Supply")

    def told(self) -> str:
        """`Davout (from 3 hexes, strength 6): Coburg to W of Saalfeld, 4 hexes, beside the enemy`."""
        return labelled(f"**{self.headed()}**", self.way())

    def headed(self) -> str:
        """Who goes to its end: `Davout (from 3 hexes, strength 6)`."""
        core = self._there(self.lines)
        starts, strength = len({line.start for line in core}), self._weight(core)
        parts = [_("from {hexes}", hexes=numbered(starts, "hex"))] if starts > 1 else []
        parts += [_("strength {strength}", strength=strength)] if strength else []
        return f"{self.who()} ({', '.join(parts)})" if parts else self.who()

    def way(self) -> str:
        """`Coburg to W of Saalfeld, 4 hexes, beside the enemy; strength 2 next to it`."""
        start, lines = next(iter(self.starts.items()))
        first, core = self._there(lines)[0], self._there(self.lines)
        way = _("{start} to {end}", start=self._names.near(start), end=self._names.near(self.end))
        said = [", ".join([way, numbered(len(first.route), "hex"), *noted(core)])]
        if others := [line for line in self.lines if line not in core]:
            strength, count = self._weight(others), numbered(len(units(others)), "unit")
            what = _("strength {strength}", strength=strength) if strength else count
            said.append(", ".join([_("{units} next to it", units=what), *noted(others)]))
        return clauses(said)

    def _weight(self, lines: Iterable[Line]) -> int:
        kinds = [self._box.kind_of(id) for line in lines for id in line.units]
        return sum(kind.strength for kind in kinds if kind.combat)


def columns(names: Names, lines: Iterable[Line], enemies: Sequence[Hex]) -> list[Column]:
    """The columns of a plan: strength counts, and more the nearer to the enemy it comes.

    :param lines: the marches that can be made.
    :param enemies: the hexes of the enemy's troops.
    """
    ends: dict[Hex, list[Line]] = {}
    for line in lines:
        if line.start is not None:
            ends.setdefault(line.route[-1], []).append(line)
    worth = {end: _worth(Column(names, end, inside), enemies) for end, inside in ends.items()}
    made: dict[Hex, list[Line]] = {}
    for end in sorted(ends, key=lambda end: (-worth[end], end)):
        into = next((first for first in made if distance(first, end) <= NEAR), end)
        made.setdefault(into, []).extend(ends[end])
    whole = [Column(names, end, inside) for end, inside in made.items()]
    return sorted(whole, key=lambda column: -_worth(column, enemies))


def noted(lines: Sequence[Line]) -> list[str]:
    """What marches meet; a die stands for a risk."""
    notes = [str(BESIDE)] if any(line.stopped for line in lines) else []
    return [*notes, *(["🎲"] if any(isinstance(line.action, March | Triple) for line in lines) else [])]


def within(plan: Iterable[Column], end: Hex, start: Hex) -> Sequence[Line]:
    """The marches of the column with an end that begin in a hex."""
    return next((each.starts.get(start, ()) for each in plan if each.end == end), ())


def _worth(column: Column, enemies: Sequence[Hex]) -> float:
    """Strength, then leaders, then trains."""
    led = any(column.is_leader(id) for id in column.units)
    away = min((distance(column.end, enemy) for enemy in enemies), default=0)
    return (column.strength + LED * led + TRAIN) / (1 + away / CLOSE) ** 2
