"""Common parts of a game's sheets: the requested sheet, and the counters of a pack."""

from __future__ import annotations

from typing import NamedTuple

from data.catalogue import _
from data.valmy.schema import SIDE, SIDES, Army, Command, Kind, Leader, Pack, Unit
from data.valmy.tables import Side
from engines.valmy.view import SideView, View
from render.errors import RenderError
from render.lettering import bare, initials
from render.once import once
from render.valmy.counters import Troops
from render.valmy.liveries import ARMY, band, nation

SHEETS = ("map", "board", "command")


def sheet_of(view: View, sheet: str | None, around: str | None) -> str:
    """The requested sheet.

    :raises RenderError: there is none of that kind now.
    """
    fights = view.battle is not None and view.battle.kind == "major"
    if sheet is None:
        return "board" if view.battle and fights and view.battle.places and around is None else "map"
    if sheet == "board" and not fights:
        raise RenderError("There is no Major Battle whose board could be drawn")
    return sheet


def owner(view: View) -> Side:
    """The owner of a view, who knows the contents of all his holding boxes.

    :raises RenderError: it is the public's.
    """
    for side in SIDES:
        if all(sides[side].held is not None for sides in view.boxes.values()):
            return side
    raise RenderError("The chart of a command is seen by its owner only")


class Roll(NamedTuple):
    """Leaders, units and commands of a pack by id."""

    leader: dict[str, Leader]
    unit: dict[str, Unit]
    kind: dict[str, Kind]
    command: dict[str, Command]
    short: dict[str, str]
    """Beginnings of the leaders' names."""

    def command_of(self, who: str | None, side: Side) -> Command:
        """The command of a leader or unit; for any other id, one of the side's."""
        if who in self.leader:
            return self.command[self.leader[who].command]
        if who in self.unit:
            return self.command[self.unit[who].command]
        return next(command for command in self.command.values() if command.army == ARMY[side])

    def army(self, who: str) -> Army:
        """The army of a leader or unit."""
        return self.command_of(who, "french").army

    def side(self, who: str) -> Side:
        """The side of a leader or unit."""
        return SIDE[self.army(who)]

    def under(self, view: View, leader: str) -> list[str]:
        """Units in a leader's holding box and in those of the leaders in it, as far as they are known."""
        inside = [id for id, known in view.leaders.items() if known.superior == leader]
        own = [id for id, known in view.units.items() if known.leader == leader]
        return own + [id for other in inside for id in self.under(view, other)]

    def arms(self, view: View, seen: SideView) -> str:
        """The arms of a side in a box: `14 foot, 6 horse`; empty where some of it is not known."""
        units = [*seen.units, *(id for leader in seen.leaders for id in self.under(view, leader))]
        if seen.held is None or len(units) != len(seen.units) + seen.held:
            return ""
        horse = sum(self.kind[self.unit[id].kind].arm == "cavalry" for id in units)
        counts = [_("{number} foot", number=len(units) - horse)] if len(units) > horse else []
        return ", ".join([*counts, _("{number} horse", number=horse)] if horse else counts)

    def troops(self, view: View, id: str, *, hurt: bool = False, spent: bool = True) -> Troops:
        """A unit as its counter shows it."""
        seen, unit = view.units[id], self.unit[id]
        kind, battle = self.kind[unit.kind], view.battle
        return Troops(
            unit.name,
            self.army(id),
            band(self.command[unit.command])[0],
            kind.arm,
            kind.position,
            seen.strength,
            seen.morale,
            seen.steps,
            1 if kind.reduced is None else 2,
            battle.boosts.get(id, 0) if battle is not None else 0,
            spent and seen.spent,
            hurt,
            nation(self.command[unit.command]),
        )


@once
def roll(pack: Pack) -> Roll:
    """The counters of a pack."""
    return Roll(
        {leader.id: leader for leader in pack.leaders.leader},
        {unit.id: unit for unit in pack.units.unit},
        {kind.id: kind for kind in pack.units.kind},
        {command.id: command for command in pack.leaders.command},
        initials({leader.id: bare(leader.name) for leader in pack.leaders.leader}),
    )
