"""Ways of movers in *The Valmy Campaign*: their ends, their costs with traffic, the enemies they meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from bot.games.parts.label import Label
from bot.games.valmy.names import movement_points
from bot.games.valmy.reader import Reader
from data.catalogue import N_, _
from data.nouns import clauses, upper
from engines.core.refusals import Refusal
from engines.valmy.actions import Move
from engines.valmy.box import OUT
from engines.valmy.frames import Activation, Mover
from engines.valmy.movement.activation import too_many
from engines.valmy.movement.step import allowance, present, price, step_refusal
from engines.valmy.words import ALL, Party


class Leg(NamedTuple):
    """A step of a way."""

    start: str
    end: str
    cost: int
    traffic: bool
    """Whether others of the side have used the line this turn (7.1.8)."""


class Way(NamedTuple):
    """A way of a mover, step by step."""

    legs: tuple[Leg, ...]
    left: int
    """Movement points left at its end; below 0 after the box that may always be entered (7.1.7)."""

    @property
    def path(self) -> tuple[str, ...]:
        """The boxes of the way, with its start."""
        return (self.legs[0].start, *(leg.end for leg in self.legs))

    @property
    def end(self) -> str:
        """The last box of the way."""
        return self.legs[-1].end

    @property
    def cost(self) -> int:
        """The cost in movement points."""
        return sum(leg.cost for leg in self.legs)


class Ways(Reader):
    """The ways of one side in one state; hidden enemies change nothing in them."""

    def activation(self) -> Activation | None:
        """The activation under way, where it is the side's."""
        top = self.state.stack[-1] if self.state.stack else None
        return top if isinstance(top, Activation) and top.side == self.side else None

    def movers(self) -> list[Mover]:
        """The movers that can still move, in their present state."""
        frame = self.activation()
        movers = [] if frame is None else [present(self.state, mover) for mover in frame.movers]
        return [mover for mover in movers if not mover.done and (mover.units or mover.leaders)]

    def left(self, mover: Mover) -> int:
        """Movement points that a mover has left."""
        return allowance(self.box, mover.units) - mover.spent

    def walk(self, mover: Mover, path: Sequence[str]) -> Way | Refusal:
        """A path of a mover, or the refusal of its first illegal step."""
        legs: list[Leg] = []
        many = too_many(self.box, self.state, mover)
        if many is not None:
            return many
        for number, (start, end) in enumerate(pairwise(path)):
            last = len(path) == 2
            refusal = step_refusal(self.box, self.state, self.side, mover, end, last=last, guard=number == 0)
            if refusal is not None:
                return refusal
            cost = price(self.box, self.state, self.side, mover, start, end)
            line = 0 if end == OUT else self.box.cost[start][end]
            legs.append(Leg(start, end, cost, end != OUT and cost > line))
            mover = replace(mover, at=end, spent=mover.spent + cost, steps=mover.steps + 1)
        return Way(tuple(legs), allowance(self.box, mover.units) - mover.spent)

    def reach(self, mover: Mover) -> dict[str, Way]:
        """The cheapest way of a mover to each box in its reach; it ends where enemies are seen."""
        cheapest: dict[str, Way] = {}
        edge: list[tuple[str, ...]] = [(mover.at,)]
        while edge:
            grown: list[Way] = []
            for path in edge:
                for end in (*self.box.cost.get(path[-1], ()), OUT):
                    way = None if end in path else self.walk(mover, (*path, end))
                    if isinstance(way, Way):
                        grown.append(way)
            edge = []
            for way in sorted(grown, key=lambda way: way.cost):
                known = cheapest.get(way.end)
                if known is None or way.cost < known.cost:
                    cheapest[way.end] = way
                    if way.left > 0 and way.end != OUT and not self.met(way.end):
                        edge.append(way.path)
        return cheapest

    def steps(self, mover: Mover) -> list[Way]:
        """The next steps of a mover, also where a way round is cheaper; the near come first."""
        ends = (*self.box.cost.get(mover.at, ()), OUT)
        ways = (self.walk(mover, (mover.at, end)) for end in ends)
        return sorted((way for way in ways if isinstance(way, Way)), key=lambda way: way.cost)

    def mover_of(self, action: Move) -> Mover | None:
        """The mover that takes a path, as far as it is known; None where there is none."""
        for mover in self.movers():
            whole = {*mover.units, *mover.leaders}
            if mover.at == action.path[0] and set(action.party.names) <= whole:
                party = action.party
                return replace(mover, units=party.of(mover.units), leaders=party.of(mover.leaders))
        return None

    def way(self, action: Move) -> Label:
        """A path with its cost and the enemies it meets."""
        mover = self.mover_of(action)
        way = None if mover is None else self.walk(mover, action.path)
        if mover is None or not isinstance(way, Way):
            return Label(_("Go by {path}", path=self.names.listed(action.path[1:])), "", "primary")
        return self.told(mover, way)

    def told(self, mover: Mover, way: Way) -> Label:
        """A way that can be walked."""
        text = " · ".join([upper(self.names.name(way.end)), *self.stakes(mover, way)])
        return Label(text, clauses(self._notes(mover, way)), self._tone(way))

    def stakes(self, mover: Mover, way: Way) -> list[str]:
        """The cost and results of a way, as far as the side sees them."""
        have, used = self.left(mover), sum(leg.traffic for leg in way.legs) * self.box.figures.traffic
        dear = N_("{cost} MP (you have {have}; one box is always allowed)")
        cost = (N_("{cost} of {have} MP") if way.left >= 0 else dear)(cost=way.cost, have=have)
        if used:
            cost = _("{cost}, {used} of it for traffic on a used line", cost=cost, used=used)
        if way.end == OUT:
            return [cost, _("out of the game")]
        if not self.met(way.end):
            return [cost]
        # Units in the holding boxes of the enemy's leaders are hidden: only the march itself shows them.
        return [cost, _("battle") if self.theirs(way.end).units else _("battle, if units are there")]

    def _notes(self, mover: Mover, way: Way) -> Iterator[str]:
        # A list may cut the end: what decides stands first.
        yield _("{what} left", what=movement_points(max(0, way.left)))
        if way.end == OUT:
            yield _("for good (11.1.1)")
        elif ground := self.ground(way.end):
            yield ground
            if self.met(way.end) and len(mover.units) >= self.box.figures.overrun:
                yield _("a single unit can be overrun (7.3)")
        if len(way.legs) > 1:
            yield _("by {legs}", legs=self.names.listed(leg.end for leg in way.legs[:-1]))

    def _tone(self, way: Way) -> str:
        return "danger" if way.end == OUT or self.met(way.end) else "primary"

    def goals(self, mover: Mover) -> list[Way]:
        """Boxes farther off than a step, those with enemies or cities first, then the near."""
        ways = [way for way in self.reach(mover).values() if len(way.legs) > 1]
        return sorted(ways, key=self._likely)

    def _likely(self, way: Way) -> tuple[bool, bool, int]:
        prize = way.end in self.box.cities and self.view.cities[way.end] == self.foe
        return way.end == OUT or not self.met(way.end), not prize, way.cost

    def party(self, mover: Mover) -> Party:
        """The party to name for a mover: empty where it is the only one in its box."""
        beside = [other for other in self.movers() if other.at == mover.at]
        return ALL if len(beside) < 2 else Party(names=(*mover.leaders, *mover.units))
