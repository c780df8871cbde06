"""The Combat phase of an activation: the boxes that fight, and their order (9.0)."""

from __future__ import annotations

from msgspec.structs import replace

from data.catalogue import _
from data.sentences import _l
from engines.core.refusals import Refusal
from engines.valmy.actions import END, Action
from engines.valmy.box import Box, enemy
from engines.valmy.combat.actions import Attack
from engines.valmy.combat.battle import open_battle
from engines.valmy.combat.frames import Combat
from engines.valmy.handler import Handler
from engines.valmy.refusals import out_of_place
from engines.valmy.resolution import Resolution
from engines.valmy.state import State, held, units_in


def due(box: Box, state: State, frame: Combat) -> list[str]:
    """Boxes with a compulsory fight: both sides are there and counters came in (A-9.0-2)."""
    return _ways(box, state, frame)[0]


def _ways(box: Box, state: State, frame: Combat) -> tuple[list[str], list[str]]:
    """Boxes with a compulsory fight, and those in which the activated force may attack where it stands."""
    both = held(box, state, "french") & held(box, state, "allied")
    left = sorted(both - set(frame.fought), key=box.order.__getitem__)
    must = [id for id in left if id in frame.touched or state.options["all-battles"]]
    stands = {state.units[unit].box for unit in frame.units}
    return must, [id for id in left if id in stands and id not in must]


def has_choice(box: Box, state: State, frame: Combat) -> bool:
    """Whether the active player is asked: of several boxes, or of a fight that can be declined."""
    must, may = _ways(box, state, frame)
    return len(must) > 1 or bool(may)


class Fighting(Handler[Combat, Action]):
    """The active player chooses the order (A-9.0-4); a compulsory fight can't be declined (Y-9.0-a)."""

    kind, case = "combat", "9.0"

    def question(self, box: Box, state: State, frame: Combat) -> str:
        return (
            _("Choose the box in which to fight next")
            if due(box, state, frame)
            else _("Choose the box in which to fight next, or end the combats")
        )

    def legal(self, box: Box, state: State, frame: Combat) -> list[Action]:
        must, may = _ways(box, state, frame)
        attacks: list[Action] = [Attack(place) for place in (*must, *may)]
        return attacks if must else [*attacks, END]

    def refusal(self, box: Box, state: State, frame: Combat, action: Action) -> Refusal | None:
        must, may = _ways(box, state, frame)
        if action == END:
            return (
                Refusal("Y-9.0-a", _l("There must be a battle in {must}", must=box.name(must[0])))
                if must
                else None
            )
        if not isinstance(action, Attack):
            return out_of_place(_("the box to attack in"))
        if action.box not in (*must, *may):
            return Refusal("A-9.0-2", _l("No battle is due there, and nobody activated can attack there"))
        return None

    def act(self, ctx: Resolution, frame: Combat, action: Action) -> None:
        if isinstance(action, Attack):
            _fight(ctx, frame, action.box)
        else:
            ctx.pop()

    def go_on(self, ctx: Resolution, frame: Combat) -> bool:
        if has_choice(ctx.box, ctx.state, frame):
            return True
        if must := due(ctx.box, ctx.state, frame):
            _fight(ctx, frame, must[0])
        else:
            ctx.pop()
        return False

    def fallback(self, box: Box, state: State, frame: Combat) -> Action:
        must = due(box, state, frame)
        return Attack(must[0]) if must else END


def _fight(ctx: Resolution, frame: Combat, place: str) -> None:
    """The active player is the attacker (A-9.0-3)."""
    tired = (*frame.tired, *units_in(ctx.box, ctx.state, place, enemy(frame.side)))
    ctx.replace(replace(frame, fought=(*frame.fought, place), tired=tuple(dict.fromkeys(tired))))
    open_battle(ctx, place, frame.side)
