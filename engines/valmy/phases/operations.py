"""Activations, turn about (4.2, 4.3, 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from data.catalogue import _, marked
from data.nouns import counted
from data.sentences import _l
from data.valmy.tables import Side
from engines.core import procedure
from engines.core.decisions import Decision
from engines.core.refusals import Refusal
from engines.valmy.actions import PASS, Action, Activate, Assign, Show
from engines.valmy.box import OVERALL, Box, enemy
from engines.valmy.combat.frames import Combat
from engines.valmy.events import Activated, Passed, Regrouped
from engines.valmy.frames import Activation, Activations, Mover
from engines.valmy.movement.activation import first_step
from engines.valmy.position.command import Called, called, in_range, reach_of, room_in
from engines.valmy.purposes import Purpose
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import Leader, State, Unit, held, ratings


class Needed(NamedTuple):
    """The die of an activation."""

    highest: int
    modifiers: dict[str, int]


def needed_of_leader(box: Box, state: State, leader: str, group: Called) -> Needed | None:
    """A leader's roll; None where he and all who go are in command (Y-6.0-b, c, A-6.0-2, 3)."""
    card = box.leader[leader]
    chief = box.overall[card.army]
    boxes = [state.leaders[leader].box, *(state.units[unit].box for unit in group.units)]
    if card.rank == OVERALL or (chief is not None and in_range(box, state, chief, *boxes)):
        return None
    return Needed(ratings(box, state, leader).initiative, {})


def needed_of_unit(box: Box, state: State, unit: str, leader: str) -> Needed:
    """The roll for a single unit (Y-6.1-d, e)."""
    near = in_range(box, state, leader, state.units[unit].box)
    far = {} if near else {marked("Far from the leader"): box.modifiers.far_unit}
    return Needed(ratings(box, state, leader).initiative, far)


@lru_cache(maxsize=16)
def _tries(box: Box, side: Side, chiefs: Sequence[str]) -> dict[str, list[Action]]:
    """For each unit its activations, by each of the leaders who may command it."""
    return {
        unit: [Activate(unit, id) for id in box.commanders[unit] if id in chiefs]
        for unit in box.units_of[side]
    }


class Operating(procedure.Handler[Resolution, Box, State, Activations, Action]):
    """The active side activates a leader or a unit, or passes (4.3)."""

    usual = PASS

    def asks(self, box: Box, state: State, frame: Activations) -> Decision:
        prompt = (
            _("Activate a leader or unit, or pass to end the activations")
            if frame.passed
            else _("Activate a leader or a unit, or pass")
        )
        return Decision(frame.hand, "activation", prompt, "4.3")

    def seat(self, box: Box, state: State, frame: Activations) -> str:
        return frame.hand

    def legal(self, box: Box, state: State, frame: Activations) -> list[Action]:
        side = frame.hand
        chiefs = [id for id in box.leaders_of[side] if state.leaders[id].fate == "map"]
        activations: list[Action] = [Activate(leader) for leader in chiefs if not state.leaders[leader].spent]
        enemies = held(box, state, enemy(side))
        tries = _tries(box, side, tuple(chiefs))
        stuck: dict[str, bool] = {}
        for unit in box.units_of[side]:
            counter = state.units[unit]
            if counter.fate != "map" or counter.spent or counter.box is None:
                continue
            # Where there is no enemy, every unit has a box to go to; an enemy that holds one unit holds all.
            if counter.box in enemies:
                if counter.box not in stuck:
                    stuck[counter.box] = not first_step(box, state, counter.box, unit)
                if stuck[counter.box]:
                    continue
            activations.extend(tries[unit])
        return [*activations, PASS]

    def refusal(self, box: Box, state: State, frame: Activations, action: Action) -> Refusal | None:
        side = frame.hand
        match action:
            case Activate(_, None):
                group = called_by(box, state, side, action)
                return group if isinstance(group, Refusal) else None
            case Activate(unit, through):
                assert through is not None
                return _unit_refusal(box, state, side, unit, through)
            case Assign():
                return _assign_refusal(box, state, side, action)
            case Show(who):
                return _show_refusal(box, state, side, who)
        return None if action == PASS else out_of_place(_("an activation or a pass"))

    def act(self, ctx: Resolution, frame: Activations, action: Action) -> None:
        match action:
            case Activate(_, None):
                _activate_leader(ctx, frame, action)
            case Activate():
                _activate_unit(ctx, frame, action)
            case Assign(who, leader):
                for id in who:
                    if id in ctx.box.unit:
                        ctx.set_unit(id, leader=leader)
                    else:
                        ctx.set_leader(id, superior=leader)
                ctx.say(Regrouped(frame.hand, who, leader))
            case Show(who):
                ctx.release(who)
                ctx.say(Regrouped(frame.hand, who, None))
            case _:
                _pass(ctx, frame, forced=False)

    def go_on(self, ctx: Resolution, frame: Activations) -> bool:
        """A side without counters on the map passes by itself.

        Whether units in holding boxes can still be activated is hidden, and an automatic pass would tell it
        (A-4.3-3).
        """
        state = ctx.state
        if _on_map(state.leaders, ctx.box.leaders_of[frame.hand]) or _on_map(
            state.units, ctx.box.units_of[frame.hand]
        ):
            return True
        _pass(ctx, frame, forced=True)
        return False


def _pass(ctx: Resolution, frame: Activations, *, forced: bool) -> None:
    """Two passes in a row end the phase; a pass is not final (A-4.3-1)."""
    ctx.say(Passed(frame.hand, forced))
    if frame.passed:
        ctx.pop()
    else:
        ctx.replace(Activations(enemy(frame.hand), passed=True))


def _on_map(known: Mapping[str, Leader] | Mapping[str, Unit], who: Sequence[str]) -> bool:
    return any(known[id].fate == "map" for id in who)


def called_by(box: Box, state: State, side: Side, action: Activate) -> Called | Refusal:
    """The counters that go with a leader, or the refusal to activate him with them."""
    leader = action.who
    card, counter = box.leader[leader], state.leaders[leader]
    if card.side != side or counter.fate != "map":
        return Refusal("Y-2.1-a", _l("{name} is not yours to activate now", name=box.name(card.id)))
    if counter.spent:
        return Refusal(
            "Y-6.1-b", _l("{name} was activated, or tried to be, this turn", name=box.name(card.id))
        )
    return called(box, state, leader, action.party, fresh=True, reach=reach_of(box, state, leader))


def _unit_refusal(box: Box, state: State, side: Side, unit: str, leader: str) -> Refusal | None:
    card, counter = box.unit[unit], state.units[unit]
    if card.side != side or counter.fate != "map" or counter.box is None:
        return Refusal("Y-2.1-a", _l("{name} is not yours to activate now", name=box.name(card.id)))
    if counter.spent:
        return Refusal(
            "Y-6.1-b", _l("{name} was activated, or tried to be, this turn", name=box.name(card.id))
        )
    chief = box.leader[leader]
    if chief.side != side or state.leaders[leader].fate != "map":
        return Refusal("Y-6.1-g", _l("{chief} is not there to command it", chief=box.name(chief.id)))
    if not box.may_command(leader, unit):
        return Refusal(
            "Y-6.1-g",
            _l(
                "{chief} is not the overall leader of {name}'s army or division",
                chief=box.name(chief.id),
                name=box.name(card.id),
            ),
        )
    if not first_step(box, state, counter.box, unit):
        return Refusal(
            "A-6.1-4", _l("{name} has no box to go to, and a single unit has to move", name=box.name(card.id))
        )
    return None


def _assign_refusal(box: Box, state: State, side: Side, action: Assign) -> Refusal | None:
    """Units and leaders change their leader in his box, within his rating (A-7.1.3.1-2, Y-2.3-g)."""
    chief, counter = box.leader[action.leader], state.leaders[action.leader]
    if chief.side != side or counter.fate != "map":
        return Refusal("Y-2.1-a", _l("{chief} is not yours", chief=box.name(chief.id)))
    units = [id for id in action.who if id in box.unit]
    for id in action.who:
        card = box.unit.get(id) or box.leader[id]
        place = state.units[id].box if id in box.unit else state.leaders[id].box
        if card.side != side:
            return Refusal("Y-2.1-a", _l("{name} is not yours", name=box.name(card.id)))
        if place != counter.box:
            return Refusal(
                "Y-2.3-g",
                _l("{name} is not in {chief}'s box", name=box.name(card.id), chief=box.name(chief.id)),
            )
        if id in box.unit and not box.may_command(action.leader, id):
            return Refusal(
                "Y-2.1-i",
                _l(
                    "{chief} does not lead the command of {name}",
                    chief=box.name(chief.id),
                    name=box.name(card.id),
                ),
            )
        if id in box.leader and box.leader[id].rank >= chief.rank:
            return Refusal(
                "Y-2.1-j",
                _l(
                    "{name} of rank {rank} is not of lower rank than {chief} of rank {chief_rank}",
                    name=box.name(card.id),
                    rank=box.leader[id].rank,
                    chief=box.name(chief.id),
                    chief_rank=chief.rank,
                ),
            )
        if id in box.leader and not box.may_lead(action.leader, id):
            return Refusal(
                "Y-2.1-g",
                _l(
                    "{name} is of another command than {chief}",
                    name=box.name(card.id),
                    chief=box.name(chief.id),
                ),
            )
    room = room_in(box, state, action.leader)
    new = [unit for unit in units if state.units[unit].leader != action.leader]
    if len(new) > room:
        limit = ratings(box, state, action.leader).command
        over = len(new) - room
        return Refusal(
            "Y-3.0-c",
            _l(
                "{chief} can hold {units} by his command rating; that would be {count}, {over} too many",
                chief=box.name(chief.id),
                units=counted(limit, "unit"),
                count=limit + over,
                over=over,
            ),
        )
    return None


def _show_refusal(box: Box, state: State, side: Side, who: tuple[str, ...]) -> Refusal | None:
    for id in who:
        if id in box.leader:
            return Refusal(
                "Y-2.3-e", _l("{name} is kept with his superior while they share a box", name=box.name(id))
            )
        if box.unit[id].side != side or state.units[id].leader is None:
            return Refusal("Y-2.3-f", _l("{name} is in no holding box of yours", name=box.name(id)))
    return None


def _activate_leader(ctx: Resolution, frame: Activations, action: Activate) -> None:
    """Free in command, else by a die; a failed try spends all who were named (Y-6.0-c, d, A-6.1-1)."""
    box, state, side, leader = ctx.box, ctx.state, frame.hand, action.who
    group = called_by(box, state, side, action)
    assert isinstance(group, Called)
    test = needed_of_leader(box, state, leader, group)
    ctx.replace(Activations(enemy(side)))
    purpose = Purpose.of("activation", leader)
    success = test is None or ctx.test(purpose, 1, test.highest, "8.5", side, test.modifiers)
    ctx.set_unit(*group.units, spent=True)
    ctx.set_leader(*(group.leaders if success else (leader,)), spent=True)
    if not success:
        return
    here = state.leaders[leader].box
    assert here is not None
    for unit in group.units:
        joins = state.units[unit].box == here
        ctx.set_unit(unit, leader=group.under[unit] if joins else None)
    ctx.say(Activated(side, leader, here, test is None, group.leaders, group.units))
    by_box: dict[str, list[str]] = {here: []}
    for unit in group.units:
        by_box.setdefault(state.units[unit].box or here, []).append(unit)
    movers = tuple(
        Mover(place, group.leaders if place == here else (), tuple(units), place)
        for place, units in by_box.items()
    )
    ctx.push(Combat(side), Activation(side, leader, movers))


def _activate_unit(ctx: Resolution, frame: Activations, action: Activate) -> None:
    """A single unit tries; failing, it stays and its side goes on (Y-6.1-f, A-4.3-2)."""
    box, state, side, unit = ctx.box, ctx.state, frame.hand, action.who
    assert action.through is not None
    test = needed_of_unit(box, state, unit, action.through)
    hidden = state.units[unit].leader is not None
    ctx.set_unit(unit, spent=True)
    purpose = Purpose.of("activation", unit)
    if not ctx.test(purpose, 1, test.highest, "6.1", side, test.modifiers, hidden=hidden):
        ctx.replace(replace(frame, passed=False))
        return
    here = state.units[unit].box
    assert here is not None
    ctx.set_unit(unit, leader=None)
    ctx.replace(Activations(enemy(side)))
    ctx.say(Activated(side, unit, here, False, (), (unit,)))
    ctx.push(Combat(side), Activation(side, None, (Mover(here, (), (unit,), here),)))
