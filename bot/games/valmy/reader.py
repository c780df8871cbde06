"""The reader of the words of *The Valmy Campaign*: one side in one state, with its knowledge."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.valmy.names import Names
from data.catalogue import _
from data.nouns import listed
from data.valmy.tables import Side
from engines.valmy.box import enemy
from engines.valmy.state import State, face, held_by, leaders_in, ratings, units_in
from engines.valmy.view import SideView, View, battle_of


class Reader:
    """One side in one state. Of the enemy it reads only the side's own view."""

    def __init__(self, names: Names, state: State, side: Side, view: View) -> None:
        self.names = names
        self.box = names.box
        self.state = state
        self.side: Side = side
        self.foe = enemy(side)
        self.view = view

    def own_units(self, place: str) -> Sequence[str]:
        """The side's units in a box."""
        return units_in(self.box, self.state, place, self.side)

    def own_leaders(self, place: str) -> Sequence[str]:
        """The side's leaders in a box."""
        return leaders_in(self.box, self.state, place, self.side)

    def theirs(self, place: str) -> SideView:
        """The enemy seen in a box."""
        return self.view.boxes[place][self.foe]

    def met(self, place: str) -> bool:
        """Whether enemies are seen in a box."""
        seen = self.theirs(place)
        return bool(seen.leaders or seen.units or seen.held)

    def seen(self, place: str) -> str:
        """The enemy in a box as the side sees him: `Clerfayt and 2 units`, empty where none is seen."""
        seen = self.theirs(place)
        stack = [self.names.name(leader) for leader in seen.leaders]
        units = len(seen.units) + (seen.held or 0)
        if units:
            stack.append(_("{units} unit", units=units) if units == 1 else _("{units} units", units=units))
        return listed(stack)

    def ground(self, place: str) -> str:
        """A box in a few words: city and base, own counters and the enemy's."""
        known = self.box.boxes[place]
        said = []
        if known.city:
            holder = self.view.cities[place]
            said.append(_("city of {holder}", holder=self.names.they(holder)))
        if known.base:
            said.append(_("base of {base}", base=self.names.army(known.base)))
        mine = self.own_units(place), self.own_leaders(place)
        if any(mine):
            said.append(_("yours: {troops}", troops=self.names.troops(*mine)))
        if theirs := self.seen(place):
            said.append(_("enemies: {theirs}", theirs=theirs))
        return ", ".join(said)

    def unit(self, id: str) -> str:
        """An own unit, or one that is seen, with its leaders' boosts: `strength 2, morale 7`."""
        up, battle = face(self.box, self.state, id), battle_of(self.state)
        raised = battle.boosts.get(id, 0) if battle else 0
        worn = _(", reduced") if self.state.units[id].reduced else ""
        return _(
            "strength {strength}, morale {morale}{worn}",
            strength=up.strength,
            morale=up.morale + raised,
            worn=worn,
        )

    def card(self, id: str) -> str:
        """What a counter is: `French line, strength 2, morale 7`, or a leader with what he holds."""
        if id in self.box.leader:
            return _("leader, holds {units}", units=self.under(id))
        return f"{self.names.kind(id)}, {self.unit(id)}"

    def under(self, leader: str) -> str:
        """The units that a leader holds, of those he can: `5 of 6 units`."""
        return _(
            "{number} of {command} units",
            number=len(held_by(self.state, leader)),
            command=ratings(self.box, self.state, leader).command,
        )
