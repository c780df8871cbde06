"""The Recovery phase (10.1) and the loss of an army's recovery (10.2)."""

from __future__ import annotations

from data.catalogue import N_, _
from data.sentences import _l
from data.valmy.schema import SIDE
from data.valmy.tables import Side
from engines.core.graph import reaches
from engines.core.refusals import Refusal
from engines.valmy.actions import END, RECOVER_ALL, Action, Recover
from engines.valmy.box import Box, enemy
from engines.valmy.events import BaseLost, CutOff, MoraleChanged, Recovered
from engines.valmy.frames import Recovery
from engines.valmy.handler import Handler
from engines.valmy.purposes import Purpose
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, face, held, plays, units_in


def read_bases(ctx: Resolution) -> None:
    """An enemy unit in a base, and none of its own side: the base is lost for good (Y-10.2-g)."""
    box, state = ctx.box, ctx.state
    for army, base in box.bases.items():
        if army in state.fallen:
            continue
        side = SIDE[army]
        guarded = units_in(box, state, base, side) and not plays(state, "base-entered")
        if units_in(box, state, base, enemy(side)) and not guarded:
            state.fallen.append(army)
            state.just_fallen.append(army)
            ctx.say(BaseLost(army, base))
            if shaken_for_good(box, state, side) and state.morale[side] == "steady":
                state.morale[side] = "shaken"
                ctx.say(MoraleChanged(side, "shaken"))


def shaken_for_good(box: Box, state: State, side: Side) -> bool:
    """Whether a side has lost all its bases (Y-10.2-g, A-10.2-5), by an option any."""
    own = [army for army in box.bases if SIDE[army] == side]
    lost = [army in state.fallen for army in own]
    return any(lost) if plays(state, "base-entered") else all(lost)


def supplied(box: Box, state: State, unit: str, *, in_sight: bool = False) -> bool:
    """Whether an enemy-free chain of boxes leads from a unit to its base, both ends included (Y-10.2-e).

    :param in_sight: counting only enemies that its side sees.
    """
    card, here = box.unit[unit], state.units[unit].box
    base = box.bases[card.army]
    cut = held(box, state, enemy(card.side), in_sight=in_sight)
    return here is not None and here not in cut and reaches(box.cost, [here], {base} - cut, cut)


def recoverable(box: Box, state: State, side: Side) -> list[str]:
    """Units of a side that may try (10.1, 10.2)."""
    return [id for id in box.units_of[side] if refusal_of(box, state, side, id) is None]


def refusal_of(box: Box, state: State, side: Side, unit: str) -> Refusal | None:
    """The refusal of a unit's try to recover."""
    card, counter = box.unit[unit], state.units[unit]
    if card.side != side:
        return Refusal("Y-10.1-a", _l("{name} is not yours", name=box.name(card.id)))
    if counter.fate == "eliminated":
        return Refusal("Y-10.1-b", _l("{name} is out of the game", name=box.name(card.id)))
    if counter.fate != "map" or not counter.reduced:
        return Refusal("Y-10.1-a", _l("{name} has no step to recover", name=box.name(card.id)))
    if card.army in state.fallen:
        return Refusal("Y-10.2-g", _l("The base of {name} is lost", name=box.name(card.id)))
    if not supplied(box, state, unit, in_sight=True):
        return Refusal(
            "Y-10.2-e",
            _l("No chain of boxes free of enemies leads from {name} to its base", name=box.name(card.id)),
        )
    return None


class Recovering(Handler[Recovery, Action]):
    """Each reduced unit that its owner names rolls once (Y-4.4-a, Y-10.1-a)."""

    kind, case = "recovery", "10.1"
    prompt = N_("Let reduced units try to recover")
    usual = RECOVER_ALL

    def legal(self, box: Box, state: State, frame: Recovery) -> list[Action]:
        units = recoverable(box, state, frame.side)
        return [*([RECOVER_ALL] if units else []), END, *(Recover((unit,)) for unit in units)]

    def refusal(self, box: Box, state: State, frame: Recovery, action: Action) -> Refusal | None:
        if action == END:
            return None
        if not isinstance(action, Recover):
            return out_of_place(_("who tries to recover, or the end of it"))
        if len(set(action.who or ())) < len(action.who or ()):
            return Refusal("Y-10.1-a", _l("Each unit tries once"))
        for unit in action.who or ():
            if unit not in box.unit:
                return Refusal("Y-10.1-a", _l("Leaders have no steps to recover"))
            refusal = refusal_of(box, state, frame.side, unit)
            if refusal is not None:
                return refusal
        return None

    def ordered(self, box: Box, state: State, frame: Recovery, order: str) -> Action:
        """`auto` or `none`."""
        return END if order == "none" else RECOVER_ALL

    def act(self, ctx: Resolution, frame: Recovery, action: Action) -> None:
        """All units that try are named at once: one try each (Y-10.1-a)."""
        ctx.pop()
        if not isinstance(action, Recover):
            return
        chosen = recoverable(ctx.box, ctx.state, frame.side) if action.who is None else action.who
        for unit in chosen:
            if not supplied(ctx.box, ctx.state, unit):
                ctx.say(CutOff(frame.side, unit))
                continue
            hidden = ctx.state.units[unit].leader is not None
            highest = face(ctx.box, ctx.state, unit).morale
            if ctx.test(Purpose.of("recovery", unit), 2, highest, "10.1", frame.side, hidden=hidden):
                ctx.set_unit(unit, reduced=False)
                ctx.say(Recovered(frame.side, unit))

    def waits(self, ctx: Resolution, frame: Recovery) -> bool:
        # Skipping a side without reduced units in holding boxes would tell the other side so.
        leads = any(ctx.state.leaders[leader].fate == "map" for leader in ctx.box.leaders_of[frame.side])
        return leads or bool(recoverable(ctx.box, ctx.state, frame.side))
