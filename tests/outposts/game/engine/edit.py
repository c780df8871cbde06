"""What a moderator can put right. Nothing here looks at what the public may not know."""

from __future__ import annotations

from engines.core.contract import EditForm
from engines.core.edits import EditGrammar
from engines.core.errors import IllegalAction
from engines.core.events import Edited, Event
from tests.outposts.game.data.pack import Pack
from tests.outposts.game.engine.state import Stack, State, held

_MOST = 9

FORMS = (
    EditForm("stack", "stack SIDE AREA foot:NUMBER horse:NUMBER", "Put a stack into an area."),
    EditForm("empty", "empty AREA", "Take a stack off the map."),
    EditForm("guns", "guns SIDE NUMBER", "Set the calls for the guns that a side has left."),
    EditForm("day", "day NUMBER", "Set the day, which brings the end nearer or puts it off."),
)


def grammar(pack: Pack) -> EditGrammar:
    """The edits that can be typed."""
    numbers = range(_MOST + 1)
    areas = tuple(pack.area)
    places: dict[str, list[tuple[str, ...]]] = {
        "stack": [
            pack.seats,
            areas,
            tuple(f"foot:{number}" for number in numbers),
            tuple(f"horse:{number}" for number in numbers),
        ],
        "empty": [areas],
        "guns": [pack.seats, tuple(map(str, numbers))],
        "day": [tuple(str(day) for day in range(1, pack.turns + 1))],
    }
    return EditGrammar({form: places[form.verb] for form in FORMS})


def edit(pack: Pack, state: State, words: tuple[str, ...]) -> list[Event]:
    """Carry out an edit on the state itself.

    :raises IllegalAction: it can't be now.
    """
    match words:
        case ("stack", seat, area, foot, horse):
            _refuse_in_battle(pack, state, area)
            _refuse_other_holder(pack, state, area, seat)
            units = [int(word.partition(":")[2]) for word in (foot, horse)]
            if not sum(units):
                raise IllegalAction(f"A stack has units; 'empty {area}' takes one off the map")
            state.areas[area] = Stack(seat, {"foot": units[0], "horse": units[1]})
        case ("empty", area):
            _refuse_in_battle(pack, state, area)
            _refuse_other_holder(pack, state, area, None)
            state.areas[area] = None
        case ("guns", seat, number):
            _refuse_as_it_is(state.guns[seat] == int(number))
            state.guns[seat] = int(number)
        case ("day", day):
            _refuse_as_it_is(state.turn == int(day))
            # Each day to come takes a chit of each side and an incident.
            to_come = pack.turns - int(day) + (state.phase == "commit")
            if to_come > min(len(state.pool), *(len(state.chits[seat]) for seat in pack.seats)):
                raise IllegalAction("There are not chits and incidents enough for so many days")
            state.turn = int(day)
    return [Edited(" ".join(words))]


def _refuse_in_battle(pack: Pack, state: State, area: str) -> None:
    attack = state.attack
    if attack is not None and area in (attack.origin, attack.target):
        name = pack.area[attack.target].name
        raise IllegalAction(f"The attack on {name} has to be settled first")


def _refuse_other_holder(pack: Pack, state: State, area: str, holder: str | None) -> None:
    """Refuse to take an area from a side that may have committed a recruit to it, or that has no other."""
    stack = state.areas[area]
    if stack is None or stack.seat == holder:
        _refuse_as_it_is(stack is None and holder is None)
        return
    name = pack.seat[stack.seat]["name"]
    if stack.seat in state.given:
        raise IllegalAction(f"{name} has committed and can lose no area until that is revealed")
    if held(state, stack.seat) == [area]:
        raise IllegalAction(f"It is the last area that {name} holds")


def _refuse_as_it_is(so_already: bool) -> None:
    if so_already:
        raise IllegalAction("Nothing would change: that is so already")
