"""Names of the things on the table, as people read them, the same as in messages of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.games.parts.names import Names as AnyNames
from data.catalogue import _, retold
from data.grande_armee.hexes import Hex
from data.grande_armee.labels import LABELS
from data.grande_armee.texts import NATIONS, SEATS
from data.nouns import labelled, listed, numbered
from data.sentences import Phrase, rendered
from data.templates import Formatter
from engines.core.declared import word
from engines.core.refusals import Refusal
from engines.grande_armee.actions import Action
from engines.grande_armee.box import Box, Kind, kind_and_number
from engines.grande_armee.words import nameable

_UNITS = "unit", "units", "into", "by", "supply", "supplies", "leaders", "depots"
_HEXES = "hex", "hexes", "start", "end", "target", "targets", "route", "onward"
"""Braces of templates."""


class Names(AnyNames):
    """The names of one box: units, hexes, fortresses."""

    def __init__(self, box: Box) -> None:
        super().__init__({town.id: town.name for town in box.pack.towns.town})
        self.box = box
        self.formatter = Formatter(
            {
                **dict.fromkeys(_UNITS, self.unit),
                **dict.fromkeys(_HEXES, self.hex),
                "side": SEATS,
                "fortress": self.name,
            }
        )
        """Fills templates with these names."""

    def name(self, id: str) -> str:
        """A unit, a hex or a town by its name; the id where there is none."""
        if id in self._names:
            return retold(self._names[id])
        if id in self.box.terrain:
            return self.hex(id)
        return self.unit(id) if nameable(self.box, id) else id

    def unit(self, id: str) -> str:
        """A unit in full."""
        return str(self.box.unit(id))

    def hex(self, hex: str) -> str:
        """A hex by its figures and its town, or the nearest one."""
        return str(self.box.hex(hex))

    def place(self, hex: Hex) -> str:
        """A hex by its town, where it has one."""
        return self.short(hex) if hex in self.box.towns else self.hex(hex)

    def short(self, hex: Hex) -> str:
        """A hex by its town, or by its figures alone, for lists of many."""
        return retold(self.box.towns.get(hex, hex))

    def near(self, hex: Hex) -> str:
        """A hex by its town, or by steps from the nearest one: `2 hexes N of Hof`."""
        return str(self.box.places.near(hex))

    def units(self, ids: Iterable[str]) -> str:
        """`Davout, French 5-4 (1) and French 5-4 (2)`."""
        return listed(map(self.unit, ids))

    def column(self, end: str, ids: Iterable[str], *notes: str) -> str:
        """`Stuttgart, on supply: 5-4 (1, 3)`: units that go to one end, and how."""
        return labelled(", ".join([end, *notes]), self.brief(ids))

    def brief(self, ids: Iterable[str]) -> str:
        """`Ney, 5-4 (1, 3) and 2 supply units`: without nations where the troops are of one."""
        kinds = {id: self.box.kind_of(id) for id in ids}
        alike: dict[Kind, list[str]] = {}
        for id, kind in kinds.items():
            if kind.combat:
                alike.setdefault(kind, []).append(kind_and_number(id)[1])
        one = len({kind.nation for kind in alike}) == 1
        parts = [self.unit(id) for id, kind in kinds.items() if kind.arm == "leader"]
        for kind, numbers in alike.items():
            troops = f"{kind.strength}-{kind.allowance} ({', '.join(sorted(numbers, key=int))})"
            parts.append(troops if one else f"{NATIONS[kind.nation]} {troops}")
        trains = Counter(kind.arm for kind in kinds.values())
        parts += [numbered(trains["supply"], "supply unit")] if trains["supply"] else []
        parts += [numbered(trains["depot"], "depot")] if trains["depot"] else []
        return listed(parts)

    def label(self, action: Action) -> str:
        """An action on a button or in a list."""
        return self.formatter.describe(LABELS[word(type(action))], action)

    def passed_over(self, action: Action, refusal: Refusal) -> str:
        """A line about an action of a sheet that the rules refuse now."""
        why, case = refusal.message, refusal.case
        return _("-# ⚠️ Skipped: {said}. {why} ({case}).", said=self.label(action), why=why, case=case)

    def enumerated(self, text: Phrase) -> str:
        """A typed list of ids as names: `Davout and Ney`."""
        return listed(map(self.name, rendered(text).split(", ")))

    def told(self, text: Phrase) -> str:
        """A typed text, with names in place of ids."""
        words = rendered(text).split(" ")
        return " ".join(self.name(each.removesuffix(",")) + "," * each.endswith(",") for each in words)
