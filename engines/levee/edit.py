"""The moderator's edits: all on the table but the turn, its headline and the cards to come."""

from __future__ import annotations

from data.catalogue import _, marked
from data.levee.schema import MARKERS, UNITS, Unit
from engines.core.contract import EditForm
from engines.core.dice import Dice
from engines.core.edits import EditGrammar
from engines.core.errors import IllegalAction
from engines.core.events import Edited, Event
from engines.levee.box import HOLDING, OUT, SPENT, START, Box
from engines.levee.resolution import Resolution
from engines.levee.state import ROUTED, State, list_army

OFF = "off"
_SWITCH = ("on", OFF)
_MOST_ACTIONS = 12

FORMS = (
    EditForm("army", "army ARMY BOX", marked("Put an Army into a box from 0, Paris, to 5, or off the map.")),
    EditForm(
        "rotated", "rotated ARMY on|off", marked("Turn an Army, so that it may not enter France, or back.")
    ),
    EditForm(
        "track", "track MARKER BOX", marked("Put Monarchy, Despotism or Republic into a box from -1 to 4.")
    ),
    EditForm(
        "liberation",
        "liberation MARKER PLACE",
        marked("Put a Liberation marker into a space or the Holding Box, or take it out."),
    ),
    EditForm("disorder", "disorder on|off", marked("Put the Disorder marker into Paris, or take it out.")),
    EditForm("actions", "actions NUMBER", marked("Set the actions that are left this turn.")),
    EditForm(
        "stormed", "stormed ARMY on|off", marked("Say whether the free attack in Paris was used this turn.")
    ),
    EditForm(
        "condition", "condition ARMY 0|1|2", marked("Let an Army be normal, Disorganized or Routed (10.6).")
    ),
    EditForm("napoleon", "napoleon PLACE", marked("Put Napoleon with an Army, into the Holding Box or out.")),
    EditForm(
        "extra", "extra NUMBER", marked("Set the attacks inside France that are had for Disorder (10.5).")
    ),
    EditForm(
        "reserves", "reserves on|off", marked("Say whether the last reserves are there this turn (10.4).")
    ),
    EditForm(
        "weary", "weary on|off", marked("Say whether the French Army misses its reserves this turn (10.4).")
    ),
    EditForm("rallied", "rallied ARMY on|off", marked("Say whether the Spirit of '89 was tried this turn.")),
)


def grammar(box: Box) -> EditGrammar:
    """The edits that can be typed with a pack."""
    units = box.units(box.kit)
    places: dict[str, list[tuple[str, ...]]] = {
        "army": [units, (*map(str, range(START + 1)), OFF)],
        "rotated": [units, _SWITCH],
        "track": [MARKERS, tuple(map(str, range(-1, 5)))],
        "liberation": [tuple(box.marker_value), (HOLDING, *box.round, OUT, SPENT)],
        "disorder": [_SWITCH],
        "actions": [tuple(map(str, range(_MOST_ACTIONS + 1)))],
        "stormed": [units, _SWITCH],
        "condition": [units, tuple(map(str, range(ROUTED + 1)))],
        "napoleon": [(OUT, HOLDING, *units)],
        "extra": [tuple(map(str, range(_MOST_ACTIONS // 2 + 1)))],
        "reserves": [_SWITCH],
        "weary": [_SWITCH],
        "rallied": [units, _SWITCH],
    }
    return EditGrammar({form: places[form.verb] for form in FORMS})


def edit(box: Box, state: State, words: tuple[str, ...]) -> list[Event]:
    """Carry out an edit on the state itself; the French Army is recomputed from it.

    :raises IllegalAction: the campaign is played without the rule that the edit belongs to.
    """
    # No seed and no faces: an edit that used dice would fail.
    ctx = Resolution(box, state, Dice(None))
    ctx.say(Edited(" ".join(words)))
    match words:
        case ("army", name, to):
            _army(ctx, _named(name), None if to == OFF else int(to))
        case ("track", name, to):
            marker = next(marker for marker in MARKERS if marker == name)
            ctx.move_marker(marker, int(to) - state.tracks[marker], "edit")
        case ("liberation", marker_id, place):
            if place == SPENT and not state.on("levee-en-masse"):
                raise IllegalAction(_("A marker is spent in a levée en masse only"), case="10.1")
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
            if not state.on("spirit-of-89"):
                raise IllegalAction(_("This campaign is played without the Spirit of '89"), case="10.2")
            _list(state.rallied, _named(name), switch)
        case _:
            _edit_kit(state, words)
    ctx.adjust_french_army()
    return ctx.events


def _edit_kit(state: State, words: tuple[str, ...]) -> None:
    """Edits of the Expansion Kit and its rules."""
    match words:
        case ("condition", name, to):
            _of_rule(state, "decisive-outcomes", "10.6")
            state.conditions = {
                unit: int(to) if unit == name else state.conditions[unit]
                for unit in UNITS
                if (unit == name and to != "0") or (unit != name and unit in state.conditions)
            }
        case ("napoleon", place):
            if not state.setting.kit:
                raise IllegalAction(_("Napoleon is of the Expansion Kit"), case="5.0")
            state.napoleon = place
            state.recalled = state.recalled and place == HOLDING
        case ("extra", number):
            _of_rule(state, "he-who-fears", "10.5")
            state.extra = int(number)
        case ("reserves", switch):
            _of_rule(state, "single-battalion", "10.4")
            # The Army on which they were spent no longer matters; the first stands for it.
            state.committed = next(iter(state.boxes)) if switch == OFF else None
        case ("weary", switch):
            _of_rule(state, "single-battalion", "10.4")
            state.weary = switch != OFF


def _of_rule(state: State, option: str, case: str) -> None:
    if not state.on(option):
        raise IllegalAction(_("This campaign is played without that rule"), case=case)


def _army(ctx: Resolution, army: Unit, target: int | None) -> None:
    """Put an Army anywhere; off the map it is not rotated."""
    state = ctx.state
    if army not in state.boxes:
        raise IllegalAction(_("That unit is of the Expansion Kit"), case="3.0")
    if state.boxes[army] is not None and target is not None:
        ctx.move_army(army, target, "edit")
        return
    state.boxes[army] = target
    if target is None:
        _list(state.rotated, army, OFF)
        state.conditions.pop(army, None)
        if state.napoleon == army:
            state.napoleon = HOLDING


def _list(armies: list[Unit], army: Unit, switch: str) -> None:
    if army in armies:
        armies.remove(army)
    if switch != OFF:
        list_army(armies, army)


def _named(name: str) -> Unit:
    return next(army for army in UNITS if army == name)
