"""Leaders raise the morale of units for a battle (8.1, 8.3)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from data.catalogue import N_
from data.nouns import counted
from data.sentences import _l
from data.valmy.schema import Position
from data.valmy.tables import Side
from engines.core.refusals import Refusal
from engines.valmy.box import Box
from engines.valmy.combat.actions import BOOST_AUTO, NO_BOOST, Boost
from engines.valmy.combat.events import Boosted
from engines.valmy.combat.frames import Battle, Boosting
from engines.valmy.handler import Handler
from engines.valmy.orders.battle import BOOSTS, BoostOrder
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face, leaders_in, ratings, units_in


def points_of(box: Box, state: State, leader: str, *, attacks: bool) -> int:
    """Points that a leader can give: his offence, or his defence (Y-8.1-a, Y-8.3-a)."""
    known = ratings(box, state, leader)
    return known.offence if attacks else known.defence


def givers(box: Box, state: State, place: str, side: Side, *, attacks: bool) -> dict[str, int]:
    """Leaders of a side in a box who have points, with the number."""
    by_leader = {id: points_of(box, state, id, attacks=attacks) for id in leaders_in(box, state, place, side)}
    return {id: points for id, points in by_leader.items() if points > 0}


def payable(box: Box, room: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    """Whether leaders have the points for units that each may command (A-8.1-3).

    Leaders are few, and command nested sets of units: the one who may command fewest gives first.
    """
    left = dict(room)
    for unit, points in sorted(
        wanted.items(), key=lambda item: sum(box.may_command(id, item[0]) for id in left)
    ):
        owed = points
        for leader in sorted(left, key=box.commanded):
            if box.may_command(leader, unit):
                given = min(owed, left[leader])
                left[leader] -= given
                owed -= given
        if owed:
            return False
    return True


class Raising(Handler[Boosting, Boost]):
    """Asked once a side and battle, the defender first (A-8.1-1)."""

    kind, case = "boosts", "8.1"
    prompt = N_("Raise the morale of units for this battle")
    wants = N_("the units whose morale is raised, or none")
    usual = BOOST_AUTO

    def legal(self, box: Box, state: State, frame: Boosting) -> list[Boost]:
        boosts: list[Boost] = [BOOST_AUTO, NO_BOOST]
        for unit in units_in(box, state, frame.box, frame.side):
            boost = Boost(((unit, 1),))
            if self.refusal(box, state, frame, boost) is None:
                boosts.append(boost)
        return boosts

    def refusal(self, box: Box, state: State, frame: Boosting, action: Boost) -> Refusal | None:
        own = units_in(box, state, frame.box, frame.side)
        room = givers(box, state, frame.box, frame.side, attacks=frame.attacks)
        wanted = dict(action.units or ())
        for unit, points in wanted.items():
            name, cap = box.name(unit), box.figures.morale_cap
            if unit not in own:
                return Refusal("Y-8.1-a", _l("{name} is not yours in this battle", name=name))
            over = face(box, state, unit).morale + points - cap
            if over > 0:
                reason = _l(
                    "No morale is raised above {cap}: {name} would be {over} above it",
                    cap=cap,
                    name=name,
                    over=over,
                )
                return Refusal("Y-8.1-b", reason)
        if not payable(box, room, wanted):
            have, owed = sum(room.values()), sum(wanted.values())
            return Refusal(
                "Y-8.1-a" if frame.attacks else "Y-8.3-a",
                _l(
                    "Your leaders here have {points}, each for units under their command. This takes {owed}",
                    points=counted(have, "point"),
                    owed=owed,
                ),
            )
        return None

    def ordered(self, box: Box, state: State, frame: Boosting, order: str) -> Boost:
        """The best of the line, of the cavalry or of the skirmishers."""
        said = BOOSTS.one(order)
        if said is None:
            return NO_BOOST
        if said == BoostOrder():
            return BOOST_AUTO
        return Boost(tuple(usual(box, state, frame, _FIRST[said.first]).items()))

    def act(self, ctx: Resolution, frame: Boosting, action: Boost) -> None:
        given = dict(usual(ctx.box, ctx.state, frame) if action.units is None else action.units)
        ctx.pop()
        battle = ctx.state.stack[-1]
        assert isinstance(battle, Battle)
        ctx.replace(replace(battle, boosts={**battle.boosts, **given}))
        if given:
            ctx.say(Boosted(frame.side, given))

    def waits(self, ctx: Resolution, frame: Boosting) -> bool:
        room = givers(ctx.box, ctx.state, frame.box, frame.side, attacks=frame.attacks)
        cap = ctx.box.figures.morale_cap
        return any(
            ctx.box.may_command(leader, unit) and face(ctx.box, ctx.state, unit).morale < cap
            for unit in units_in(ctx.box, ctx.state, frame.box, frame.side)
            for leader in room
        )


_FIRST: dict[str, Position] = {"line": "M", "cavalry": "F", "skirmishers": "S"}


def usual(box: Box, state: State, frame: Boosting, first: Position = "M") -> dict[str, int]:
    """The units of the highest morale first, within the cap (I-7)."""
    room = givers(box, state, frame.box, frame.side, attacks=frame.attacks)
    units = units_in(box, state, frame.box, frame.side)
    wanted: dict[str, int] = {}
    for unit in sorted(units, key=lambda id: (box.unit[id].position != first, -face(box, state, id).morale)):
        while face(box, state, unit).morale + wanted.get(unit, 0) < box.figures.morale_cap and payable(
            box, room, more := {**wanted, unit: wanted.get(unit, 0) + 1}
        ):
            wanted = more
    return wanted
