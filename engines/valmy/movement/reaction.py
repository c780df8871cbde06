"""Reaction: into boxes that were just entered, one box, as often as the enemy moves (7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from data.catalogue import _
from data.nouns import listed
from data.sentences import _l
from data.valmy.tables import Side
from engines.core.refusals import Refusal
from engines.valmy.actions import END, Action, React
from engines.valmy.box import Box, enemy
from engines.valmy.combat.frames import Combat
from engines.valmy.events import HeldBack
from engines.valmy.frames import Overrun, Reaction
from engines.valmy.handler import Handler
from engines.valmy.movement.step import held_back, may_overrun, pinned
from engines.valmy.orders.outside import REACTION
from engines.valmy.position.command import called
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, leaders_in, units_in
from engines.valmy.words import ALL, Party


class Going(NamedTuple):
    """The counters that react."""

    leaders: tuple[str, ...]
    units: tuple[str, ...]


def met(
    state: State, entered: Sequence[str], units: Sequence[str], leaders: Sequence[str]
) -> tuple[str, ...]:
    """Boxes just entered where activated counters stand (A-7.2-1), leaders too (A-7.2-2)."""
    activated = {*(state.units[id].box for id in units), *(state.leaders[id].box for id in leaders)}
    return tuple(place for place in entered if place in activated)


class Reacting(Handler[Reaction, Action]):
    """Stacks under a leader, and single units, go one box (Y-7.2-a, c, g)."""

    kind, case = "reaction", "7.2"
    usual = END

    def question(self, box: Box, state: State, frame: Reaction) -> str:
        entered = listed(map(box.name, frame.entered), "or")
        return _("React into {entered} and fight, or stay", entered=entered)

    def legal(self, box: Box, state: State, frame: Reaction) -> list[Action]:
        reactions: list[Action] = []
        for start, ends in _near(box, frame).items():
            chiefs = [
                id for id in leaders_in(box, state, start, frame.side) if state.leaders[id].superior is None
            ]
            alone = [id for id in units_in(box, state, start, frame.side) if state.units[id].leader is None]
            parties = [Party(names=(id,)) for id in alone]
            parties.extend(ALL if len(chiefs) == 1 else Party(names=(id,)) for id in chiefs)
            for end in ends:
                for party in parties:
                    react = React((start, end), party)
                    if self.refusal(box, state, frame, react) is None:
                        reactions.append(react)
        return [*reactions, END]

    def refusal(self, box: Box, state: State, frame: Reaction, action: Action) -> Refusal | None:
        if action == END:
            return None
        if not isinstance(action, React):
            return out_of_place(_("a reaction or the end of it"))
        if len(action.path) != 2:
            return Refusal("Y-7.2-c", _l("A reaction is one box"))
        start, end = action.path
        if start in frame.entered:
            return just_entered(box, start)
        if end not in box.cost.get(start, ()):
            return Refusal(
                "Y-2.2-b", _l("No line joins {start} and {end}", start=box.name(start), end=box.name(end))
            )
        if end not in frame.entered:
            return Refusal("Y-7.2-b", _l("The enemy has not just moved into {end}", end=box.name(end)))
        going = who(box, state, frame.side, start, action.party)
        if isinstance(going, Refusal):
            return going
        spent = next((id for id in (*going.leaders, *going.units) if id in frame.reacted), None)
        if spent is not None:
            return Refusal("Y-7.2-c", _l("{spent} has reacted to this movement", spent=box.name(spent)))
        if not going.units and not units_in(box, state, end, frame.side):
            return Refusal(
                "A-7.2-5", _l("A leader without units reacts to a box with units of his own side alone")
            )
        return pinned(box, state, frame.side, start, end, going.units)

    def ordered(self, box: Box, state: State, frame: Reaction, order: str) -> Action:
        """The first in the order that can; the side is then asked again for the next."""
        for clause in REACTION.read(order):
            known = state.leaders.get(clause.who) or state.units[clause.who]
            for end in frame.entered:
                friends = len(units_in(box, state, end, frame.side))
                wanted = clause.friends or int(clause.friendly)
                react = React((known.box or end, end), Party(names=(clause.who,)))
                if (
                    friends >= wanted
                    and (not clause.boxes or end in clause.boxes)
                    and self.refusal(box, state, frame, react) is None
                ):
                    return react
        return END

    def act(self, ctx: Resolution, frame: Reaction, action: Action) -> None:
        if not isinstance(action, React):
            self.close(ctx, frame)
            return
        start, end = action.path
        going = who(ctx.box, ctx.state, frame.side, start, action.party)
        assert isinstance(going, Going)
        ctx.replace(replace(frame, reacted=(*frame.reacted, *going.leaders, *going.units)))
        if held_back(ctx.box, ctx.state, frame.side, start, end, going.units):
            ctx.say(HeldBack(frame.side, start))
            return
        combat = ctx.state.stack[-2]
        assert isinstance(combat, Combat)
        if going.units and end not in combat.touched:
            ctx.state.stack[-2] = replace(combat, touched=(*combat.touched, end))
        enemies = units_in(ctx.box, ctx.state, end, enemy(frame.side))
        if may_overrun(ctx.box, going.units, enemies):
            ctx.push(Overrun(frame.side, end, going.units))
        ctx.carry(frame.side, start, end, going.units, going.leaders, "reaction")

    def waits(self, ctx: Resolution, frame: Reaction) -> bool:
        """Where it is public that no counter can react, or no further one, the side is not asked."""
        return any(self._may(ctx.box, ctx.state, frame, *near) for near in _near(ctx.box, frame).items())

    def close(self, ctx: Resolution, frame: Reaction) -> None:
        """Combat follows, which has to know the counters that have reacted."""
        ctx.pop()
        combat = ctx.state.stack[-1]
        assert isinstance(combat, Combat)
        ctx.replace(replace(combat, drawn=frame.reacted))

    def _may(self, box: Box, state: State, frame: Reaction, start: str, ends: Sequence[str]) -> bool:
        """Whether counters of a box may react, as the enemy sees it: a leader's holding box is hidden."""
        if leaders_in(box, state, start, frame.side):
            return True
        ways = product(ends, units_in(box, state, start, frame.side))
        return any(
            not self.refusal(box, state, frame, React((start, end), Party(names=(id,)))) for end, id in ways
        )


def just_entered(box: Box, start: str) -> Refusal:
    """The refusal of a reaction out of a box that the enemy has just entered, into a battle too (9.5 B)."""
    return Refusal(
        "Y-7.2-d", _l("The enemy has just entered {start}, so units there can't react", start=box.name(start))
    )


def _near(box: Box, frame: Reaction) -> dict[str, list[str]]:
    """Boxes from which a reaction is possible, in map order, and its ends."""
    near = {start for end in frame.entered for start in box.cost[end]} - set(frame.entered)
    ordered = sorted(near, key=box.order.__getitem__)
    return {start: [end for end in frame.entered if end in box.cost[start]] for start in ordered}


def who(box: Box, state: State, side: Side, start: str, party: Party) -> Going | Refusal:
    """The counters of a box that react: a stack under one leader, or a single unit (Y-7.2-g)."""
    leaders = leaders_in(box, state, start, side)
    for id in party.names:
        card = box.leader.get(id) or box.unit[id]
        place = state.leaders[id].box if id in box.leader else state.units[id].box
        if card.side != side or place != start:
            return Refusal(
                "Y-7.2-b", _l("{name} is not yours in {start}", name=box.name(id), start=box.name(start))
            )
    named = [id for id in party.names if id in box.leader]
    if not party.every and not named:
        units = [id for id in party.names if id in box.unit]
        if len(units) != 1:
            return Refusal("Y-7.2-g", _l("Units react under a leader, or one by one"))
        return Going((), tuple(units))
    chiefs = leaders if party.every else named
    chiefs = [id for id in chiefs if not (party.every and id in party.names)]
    if not chiefs:
        return Refusal("Y-7.2-g", _l("You have no leader there who could lead a reaction"))
    first = max(chiefs, key=lambda id: (box.leader[id].rank, -chiefs.index(id)))
    # A leader who is named without units brings his holding box.
    party = ALL if party.names == (first,) and not party.every else party
    group = called(box, state, first, party, fresh=False, reach=())
    if isinstance(group, Refusal):
        return group
    return Going(group.leaders, group.units)
