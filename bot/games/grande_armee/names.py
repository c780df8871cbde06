"""Names of what lies on the table, as people read them: those that the messages of the rules have."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.parts.names import Names as AnyNames
from data.catalogue import retold
from data.hexes import Hex
from data.nouns import listed
from engines.grande_armee.box import Box
from engines.grande_armee.words import nameable


class Names(AnyNames):
    """The names of one box: units, hexes, fortresses."""

    def __init__(self, box: Box) -> None:
        super().__init__({town.id: town.name for town in box.pack.towns.town})
        self.box = box

    def name(self, id: str) -> str:
        """A unit, a hex or a town by its name; the id of what has no name."""
        if id in self._names:
            return retold(self._names[id])
        if id in self.box.terrain:
            return self.hex(id)
        return self.box.unit_name(id) if nameable(self.box, id) else id

    def hex(self, hex: str) -> str:
        """A hex by its town and figures."""
        return self.box.hex_name(hex)

    def place(self, hex: Hex) -> str:
        """A hex by its town alone, where it has one."""
        return retold(self.box.towns.get(hex, hex))

    def units(self, ids: Iterable[str]) -> str:
        """`Davout, French 5-4 (1) and French 5-4 (2)`."""
        return listed([self.box.unit_name(id) for id in ids])

    def told(self, text: str) -> str:
        """What was typed, with names in place of ids."""
        return " ".join(map(self.name, text.split(" ")))
