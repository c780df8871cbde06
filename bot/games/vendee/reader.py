"""The reader of the words of *For God and For the King*: one side in one state, with its knowledge."""

from __future__ import annotations

from bot.games.vendee.names import OBJECTIVES, TERRAIN, Names
from data.catalogue import _
from data.nouns import upper
from data.vendee.schema import Side
from engines.vendee.frames import enemy
from engines.vendee.state import State, total
from engines.vendee.view import StackView, View


class Reader:
    """One side in one state. Of the enemy it reads only the side's own view and sight."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.box = names.box
        self.state = state
        self.side: Side = side
        self.foe = enemy(side)
        self.view = view

    def own(self, area: str) -> StackView | None:
        """The side's stack in an area."""
        return self.view.areas.get(area, {}).get(self.side)

    def backs(self, area: str) -> int:
        """Counters of the enemy in an area."""
        stack = self.view.areas.get(area, {}).get(self.foe)
        return stack.counters if stack else 0

    def ground(self, area: str) -> str:
        """An area in a few words: terrain, works, and own counters."""
        place = self.box.ground.area[area]
        said = [str(TERRAIN[place.terrain])]
        said += [_("stronghold")] if place.stronghold else []
        said += [str(OBJECTIVES[place.objective])] if place.objective else []
        own = self.own(area)
        if own and own.points is not None:
            held = {kind: condition.total for kind, condition in own.points.items()}
            if total(held) or own.generals:
                said.append(_("yours: {held}", held=self.names.troops(held, own.generals or ())))
        return upper(", ".join(said))
