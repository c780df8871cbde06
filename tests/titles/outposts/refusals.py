"""Why an action can't be taken. Nothing here looks at what the acting side may not know."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engines.core.errors import IllegalAction
from tests.titles.outposts.actions import Action, Commit, Guns, Lose, Move, Pass, Retreat, Stand
from tests.titles.outposts.pack import Pack
from tests.titles.outposts.state import Phase, State, asked, held, total, units_in_battle

_ASKED_FOR: dict[Phase, tuple[type[Action], ...]] = {
    "commit": (Commit,),
    "march": (Move, Pass),
    "answer": (Stand, Guns, Retreat),
    "loss": (Lose,),
}
_ASK: dict[Phase, str] = {
    "commit": "a commitment",
    "march": "a march or a pass",
    "answer": "an answer to the attack",
    "loss": "losses",
}


class Refusal(NamedTuple):
    """The statement that forbids an action, and the reason in a sentence without full stop."""

    statement: str
    message: str

    @property
    def case(self) -> str:
        """`3.2` for `O-3.2-a`."""
        return self.statement.split("-")[1]


def refusal(pack: Pack, state: State, seat: str, action: Action) -> Refusal | None:
    """The reason why the rules forbid a side an action now, or None."""
    if state.phase == "over":
        return Refusal("O-2.2-a", "The game is over")
    if seat not in asked(state):
        if state.phase == "commit":
            return Refusal("O-3.1-b", "A commitment stands once it is given")
        waiting = " and ".join(str(pack.seat[side]["name"]) for side in asked(state))
        return Refusal("O-2.1-a", f"The game waits for {waiting}")
    if not isinstance(action, _ASKED_FOR[state.phase]):
        return Refusal("O-2.1-a", f"What is asked for now is {_ASK[state.phase]}")
    match action:
        case Commit():
            return _commit(pack, state, seat, action)
        case Move():
            return _move(pack, state, seat, action)
        case Guns() if not state.guns[seat]:
            return Refusal("O-6.3-a", "No call for the guns is left")
        case Retreat(area):
            return _retreat(pack, state, seat, area)
        case Lose(unit) if unit is not None and not units_in_battle(state, seat)[unit]:
            return Refusal("O-7.3-a", f"There is no {unit} to lose")
        case _:
            return None


def refuse(pack: Pack, state: State, seat: str, action: Action) -> None:
    """Refuse what the rules forbid.

    :raises IllegalAction: with reason and case.
    """
    reason = refusal(pack, state, seat, action)
    if reason is not None:
        raise IllegalAction(reason.message, case=reason.case)


def _commit(pack: Pack, state: State, seat: str, action: Commit) -> Refusal | None:
    if action.chit not in state.chits[seat]:
        return Refusal("O-3.2-a", f"Chit {action.chit} is not in hand")
    if action.area not in held(state, seat):
        return Refusal("O-3.3-a", f"{pack.area[action.area].name} is not held")
    return None


def _move(pack: Pack, state: State, seat: str, action: Move) -> Refusal | None:
    path = action.path
    stack = state.areas[path[0]]
    if stack is None or stack.seat != seat:
        return Refusal("O-5.1-a", f"There is no stack of that side in {pack.area[path[0]].name}")
    for here, there in pairwise(path):
        if there not in pack.area[here].borders:
            names = pack.area[here].name, pack.area[there].name
            return Refusal("O-5.2-a", f"{names[0]} does not border on {names[1]}")
    if len(set(path)) < len(path):
        return Refusal("O-5.2-a", "A march enters no area twice")
    if len(path) - 1 > pack.incidents[state.incident].reach:
        return Refusal("O-5.3-a", f"Marches enter {pack.incidents[state.incident].reach} areas this turn")
    for area in path[1:-1]:
        found = state.areas[area]
        if found is not None and found.seat != seat:
            return Refusal("O-5.4-a", f"The march would have to end in {pack.area[area].name}")
    if total(action.units) == 0:
        return Refusal("O-5.5-a", "At least one unit marches")
    for unit, count in action.units.items():
        if count > stack.units[unit]:
            return Refusal("O-5.5-a", f"There are {stack.units[unit]} {unit} in {pack.area[path[0]].name}")
    return None


def _retreat(pack: Pack, state: State, seat: str, area: str) -> Refusal | None:
    attack = state.attack
    assert attack is not None
    name = pack.area[area].name
    if area not in pack.area[attack.target].borders:
        return Refusal("O-6.2-a", f"{name} does not border on {pack.area[attack.target].name}")
    stack = state.areas[area]
    if area == attack.origin or (stack is not None and stack.seat != seat):
        return Refusal("O-6.2-a", f"The enemy is in {name} or came from there")
    return None
