"""What a moderator can put right: all on the table but the turn, its headline and the cards to come."""

from __future__ import annotations

from data.levee.schema import ARMIES, MARKERS, Army
from engines.core.contract import EditForm
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.errors import IllegalAction
from engines.core.events import Edited, Event
from engines.levee.box import HOLDING, OUT, SPENT, START, Box
from engines.levee.resolution import Resolution
from engines.levee.state import State, list_army

OFF = "off"
_SWITCH = ("on", OFF)
_MOST_ACTIONS = 12

FORMS = (
    EditForm("army", "army ARMY BOX", "Put an Army into a box from 0, Paris, to 5, or off the map."),
    EditForm("rotated", "rotated ARMY on|off", "Turn an Army, so that it may not enter France, or back."),
    EditForm("track", "track MARKER BOX", "Put Monarchy, Despotism or Republic into a box from -1 to 4."),
    EditForm(
        "liberation",
        "liberation MARKER PLACE",
        "Put a Liberation marker into a space or the Holding Box, or take it out.",
    ),
    EditForm("disorder", "disorder on|off", "Put the Disorder marker into Paris, or take it out."),
    EditForm("actions", "actions NUMBER", "Set the actions that are left this turn."),
    EditForm("stormed", "stormed ARMY on|off", "Say whether the free attack in Paris was used this turn."),
    EditForm("rallied", "rallied ARMY on|off", "Say whether the Spirit of '89 was tried this turn."),
)


def grammar(box: Box) -> EditGrammar:
    """The edits that can be typed with a pack."""
    places: dict[str, list[tuple[str, ...]]] = {
        "army": [ARMIES, (*map(str, range(START + 1)), OFF)],
        "rotated": [ARMIES, _SWITCH],
        "track": [MARKERS, tuple(map(str, range(-1, 5)))],
        "liberation": [tuple(box.marker_value), (HOLDING, *box.round, OUT, SPENT)],
        "disorder": [_SWITCH],
        "actions": [tuple(map(str, range(_MOST_ACTIONS + 1)))],
        "stormed": [ARMIES, _SWITCH],
        "rallied": [ARMIES, _SWITCH],
    }
    return EditGrammar({form: places[form.verb] for form in FORMS})


def edit(box: Box, state: State, words: tuple[str, ...]) -> list[Event]:
    """Carry out an edit on the state itself; the French Army follows from what it changes.

    :raises IllegalAction: the campaign is played without the rule that it is of.
    """
    # No seed and no faces: an edit that asked chance for anything would fail.
    now = Resolution(box, state, Dice(None))
    now.say(Edited(" ".join(words)))
    match words:
        case ("army", name, to):
            _army(now, _named(name), None if to == OFF else int(to))
        case ("track", name, to):
            marker = next(marker for marker in MARKERS if marker == name)
            now.move_marker(marker, int(to) - state.tracks[marker], "edit")
        case ("liberation", marker_id, place):
            if place == SPENT and not state.options["levee-en-masse"]:
                raise IllegalAction("A marker is spent in a levée en masse only", case="10.1")
            state.markers[marker_id] = place
        case ("disorder", switch):
            state.disorder = switch != OFF
        case ("actions", number):
            state.actions_left = int(number)
        case ("rotated", name, switch):
            _list(state.rotated, _named(name), switch)
        case ("stormed", name, switch):
            _list(state.stormed, _named(name), switch)
        case ("rallied", name, switch):
            if not state.options["spirit-of-89"]:
                raise IllegalAction("This campaign is played without the Spirit of '89", case="10.2")
            _list(state.rallied, _named(name), switch)
    now.adjust_french_army()
    return now.events


def _army(now: Resolution, army: Army, target: int | None) -> None:
    """Put an Army anywhere; off the map it is not rotated."""
    state = now.state
    if state.boxes[army] is not None and target is not None:
        now.move_army(army, target, "edit")
        return
    state.boxes[army] = target
    if target is None:
        _list(state.rotated, army, OFF)


def _list(armies: list[Army], army: Army, switch: str) -> None:
    if army in armies:
        armies.remove(army)
    if switch != OFF:
        list_army(armies, army)


def _named(name: str) -> Army:
    return next(army for army in ARMIES if army == name)
