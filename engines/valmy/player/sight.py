"""A side's view of the table, and its estimate of hidden counters (2.3).

Of the enemy it uses only what the map shows to all: counters outside holding boxes, leaders without a
superior, arrivals and losses. Units in holding boxes are assumed to be with the leaders of their command,
by the leaders' ratings.
"""

from __future__ import annotations

from typing import NamedTuple

from data.valmy.tables import Side
from engines.valmy.box import OVERALL, Box, enemy
from engines.valmy.player.forces import NOBODY, Force, force_of, troops_of
from engines.valmy.state import State, ratings

_HIS_OWN = 0.3
"""The assumed share of an overall leader's rating that each command fills."""


class Seen(NamedTuple):
    """The enemy in a box, as far as he is known or estimated."""

    force: Force
    allowance: int
    """Movement points of the slowest of them."""
    fresh: float
    """Share of them that may still be activated this turn."""


class Sight:
    """The table as one side sees it."""

    def __init__(self, box: Box, state: State, side: Side) -> None:
        self.box = box
        self.state = state
        self.side = side
        self.foe: Side = enemy(side)
        self.units: dict[str, list[str]] = {}
        """Own units by box, in the order of the pack."""
        self.leaders: dict[str, list[str]] = {}
        """Own leaders by box."""
        for id in box.units_of[side]:
            counter = state.units[id]
            if counter.fate == "map" and counter.box is not None:
                self.units.setdefault(counter.box, []).append(id)
        for id in box.leaders_of[side]:
            chief = state.leaders[id]
            if chief.fate == "map" and chief.box is not None:
                self.leaders.setdefault(chief.box, []).append(id)
        self.own: dict[str, Force] = {
            place: force_of(box, state, units, self.leaders.get(place, ()))
            for place, units in self.units.items()
        }
        self.enemy = self._enemies()

    def _posts(self) -> dict[str, str]:
        """The known or assumed box of each enemy leader: assumed to be that of a superior who is seen."""
        box, leaders = self.box, self.state.leaders
        theirs = [id for id in box.leaders_of[self.foe] if leaders[id].fate == "map"]
        seen = {id: known.box for id in theirs if (known := leaders[id]).superior is None and known.box}
        posts = dict(seen)
        for id in theirs:
            if id not in seen:
                chiefs = [other for other in seen if box.may_lead(other, id)]
                if chiefs:
                    posts[id] = seen[min(chiefs, key=lambda other: box.leader[other].rank)]
        return posts

    def _enemies(self) -> dict[str, Seen]:
        """Counters that stand openly, leaders, and the units of holding boxes shared out among them."""
        box, state = self.box, self.state
        table = troops_of(box).unit
        parts: dict[str, list[tuple[Force, int]]] = {}
        hidden: dict[str, list[str]] = {}
        for id in box.units_of[self.foe]:
            counter, card = state.units[id], box.unit[id]
            if counter.fate != "map" or counter.box is None:
                continue
            if counter.leader is None:
                parts.setdefault(counter.box, []).append((table[id, counter.reduced], card.allowance))
            else:
                hidden.setdefault(card.command, []).append(id)
        posts = self._posts()
        for command, units in hidden.items():
            # Only its owner knows whether a hidden unit is whole.
            whole = NOBODY
            for id in units:
                whole = whole.plus(table[id, False])
            slowest = min(box.unit[id].allowance for id in units)
            for place, share in self._shares(posts, command, units[0]).items():
                parts.setdefault(place, []).append((NOBODY.plus(whole, share), slowest))
        for id, place in posts.items():
            if place in parts:
                rated = ratings(box, state, id)
                lead = Force(offence=rated.offence, defence=rated.defence)
                parts[place].append((lead, box.figures.leader_allowance))
        return {place: self._seen(place, parts[place]) for place in box.boxes if place in parts}

    def _shares(self, posts: dict[str, str], command: str, unit: str) -> dict[str, float]:
        """The assumed share of a command's hidden units in each box, by the ratings of the leaders there."""
        box, shares = self.box, dict[str, float]()
        for id, place in posts.items():
            rating = ratings(box, self.state, id).command
            if box.leader[id].command == command:
                shares[place] = shares.get(place, 0.0) + rating
            elif box.leader[id].rank == OVERALL and box.may_command(id, unit):
                shares[place] = shares.get(place, 0.0) + _HIS_OWN * rating
        total = sum(shares.values())
        return {place: share / total for place, share in shares.items()}

    def _seen(self, place: str, parts: list[tuple[Force, int]]) -> Seen:
        force = NOBODY
        for part, _ in parts:
            force = force.plus(part)
        return Seen(force, min(allowance for _, allowance in parts), self._fresh(place))

    def _fresh(self, place: str) -> float:
        """Share of the leaders seen in a box that were not activated this turn."""
        leaders = self.state.leaders
        spent = [
            known.spent
            for id in self.box.leaders_of[self.foe]
            if (known := leaders[id]).box == place and known.superior is None and known.fate == "map"
        ]
        return 1 - sum(spent) / len(spent) if spent else 0.5
