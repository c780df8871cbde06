"""The moderator's edits: counters, generals, tracks and event markers, but not the turn or the pool.

No edit depends on what the public may not know. Counters are edited only between activations, because the
frames of the stack name them.
"""

from __future__ import annotations

from collections.abc import Collection

from data.catalogue import _, marked
from data.vendee.schema import Side
from engines.core.contract import EditForm
from engines.core.edits import EditGrammar, refuse_as_it_is
from engines.core.errors import IllegalAction
from engines.core.events import Edited
from engines.vendee.box import Box
from engines.vendee.frames import (
    KINDS,
    SIDES,
    Condition,
    EndOfTurn,
    Initiative,
    Kind,
    Operations,
    as_side,
    enemy,
)
from engines.vendee.frames import Reinforce as ReinforceFrame
from engines.vendee.state import Fate, Officer, State, put_force, put_officer, side_of
from engines.vendee.view import counters, sees

_MOST = 40
"""Combat points of a kind in an area."""
_FATES: tuple[Fate, ...] = ("arriving", "light", "serious", "captured", "killed", "removed")
_OPEN = ("morale", "powder", "event")
"""Verbs about public things."""

FORMS = (
    EditForm(
        "points",
        "points AREA ARMY NUMBER",
        marked("Set an army's combat points in an area; 0 takes them off."),
    ),
    EditForm(
        "general", "general GENERAL PLACE", marked("Put a general into an area, or off the map by his fate.")
    ),
    EditForm("morale", "morale SIDE VALUE", marked("Set the morale of a side, from -2 to 2.")),
    EditForm("powder", "powder ARMY VALUE", marked("Set an army's arms and powder, from -2 to 2.")),
    EditForm("event", "event EVENT NUMBER", marked("Set how many markers of an event are left.")),
)


def _places(box: Box) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Known words after each verb. The likelier numbers come first; 0 is the last."""
    tables = box.charts.tables
    morale = range(tables.morale.lowest, tables.morale.highest + 1)
    powder = range(tables.powder.lowest, tables.powder.highest + 1)
    copies = max(event.copies for event in box.event.values())
    areas = tuple(box.ground.area)
    return {
        "points": (areas, KINDS, (*map(str, range(1, _MOST + 1)), "0")),
        "general": (tuple(box.general), (*areas, *_FATES)),
        "morale": (SIDES, tuple(map(str, morale))),
        "powder": (box.powder, tuple(map(str, powder))),
        "event": (tuple(box.event), tuple(map(str, range(copies + 1)))),
    }


def grammar(box: Box) -> EditGrammar:
    """The edits that can be typed."""
    places = _places(box)
    return EditGrammar({form: places[form.verb] for form in FORMS})


def closed(state: State, verb: str) -> str | None:
    """The reason why edits of a verb have to wait, or None."""
    top = state.stack[-1]
    if verb in ("points", "general", "event"):
        quiet = isinstance(top, (ReinforceFrame, Initiative)) or (
            isinstance(top, Operations) and top.bound is None
        )
        if not quiet:
            return _("Finish the current step first: it depends on the pieces on the board")
    if verb == "morale" and isinstance(top, EndOfTurn):
        return _("The Republicans have to play E14 or decline first")
    return None


def edit(box: Box, state: State, words: tuple[str, ...]) -> Edited:
    """Carry out an edit on the state itself, without its consequences by the rules; it need not wait.

    :raises IllegalAction: it is impossible, or changes nothing.
    """
    match words:
        case ("points", area, army, number):
            _points(box, state, area, next(kind for kind in KINDS if kind == army), int(number))
        case ("general", name, place):
            _general(box, state, name, place)
        case ("morale", name, value):
            side = as_side(name)
            refuse_as_it_is(state.morale[side] == int(value))
            state.morale[side] = int(value)
        case ("powder", name, value):
            army = next(army for army in box.powder if army == name)
            refuse_as_it_is(state.powder[army] == int(value))
            state.powder[army] = int(value)
        case ("event", name, number):
            _event(box, state, name, int(number))
    return Edited(" ".join(words))


def _points(box: Box, state: State, area: str, kind: Kind, count: int) -> None:
    """Set combat points. Points that were activated or routed stay so; new ones are fresh."""
    side = side_of(kind)
    held = state.forces.get(area, {}).get(kind, Condition())
    # A refusal may rest only on public facts: another would tell what lies face down.
    refuse_as_it_is(sees(box, state, None, side, area) and held.total == count)
    if count:
        _refuse_company(box, state, side, area)
        if kind == "mayence":
            _refuse_unattached(state)
    routed = min(held.routed, count)
    activated = min(held.activated, count - routed)
    put_force(box, state, area, kind, Condition(count - routed - activated, activated, routed))
    shown = state.shown.get(area, {})
    state.shown[area] = {other: number for other, number in shown.items() if other != side}
    if not state.shown[area]:
        del state.shown[area]
    if count:
        _occupy(box, state, side, area)


def _occupy(box: Box, state: State, side: Side, area: str) -> None:
    """Later entries find the place held; the moderator sets the gains of its capture."""
    if area in state.holder:
        state.holder[area] = side
    if side == "republican" and box.ground.area[area].objective == "primary":
        state.objective_lost = True


def _general(box: Box, state: State, id: str, place: str) -> None:
    officer = state.officers[id]
    side, name = box.general[id].side, box.general[id].name
    if place in box.ground.area:
        known = officer.area is not None and sees(box, state, None, side, officer.area)
        refuse_as_it_is(known and officer.area == place)
        _refuse_company(box, state, side, place)
        if officer.army is None:
            raise IllegalAction(
                _("{name} has no army until the Republicans choose one", name=name), case="6 E13"
            )
        if officer.army == "mayence":
            _refuse_unattached(state)
        put_officer(state, id, Officer("map", place, None, officer.ready, officer.army))
        return
    fate = next(fate for fate in _FATES if fate == place)
    refuse_as_it_is(officer.fate == fate)
    months = len(box.scenario[state.scenario].months)
    due: int | None = None
    if fate in ("arriving", "light", "serious"):
        if fate == "arriving" and officer.army is None:
            raise IllegalAction(
                _("{name} has no army until the Republicans choose one", name=name), case="6 E13"
            )
        if fate != "arriving" and state.turn == months:
            raise IllegalAction(_("Nobody recovers after the last turn; he is removed"))
        due = state.turn if fate == "arriving" and state.phase == "reinforcements" else state.turn + 1
    put_officer(state, id, Officer(fate, None, due, "fresh", officer.army))


def _event(box: Box, state: State, name: str, count: int) -> None:
    event = next(event for event in box.event.values() if event.id == name)
    refuse_as_it_is(state.markers[event.id] == count)
    if count > event.copies:
        raise IllegalAction(
            _("The box has {copies} of {name}", copies=event.copies, name=event.name), case="1.4"
        )
    state.markers[event.id] = count


def _refuse_company(box: Box, state: State, side: Side, area: str) -> None:
    """Refuse to put both sides into one area; the number of counters there is public."""
    if counters(box, state, enemy(side), area):
        raise IllegalAction(
            _("Counters of the other side are in {area}; take them away first", area=box.name(area))
        )


def _refuse_unattached(state: State) -> None:
    if state.attached is None:
        raise IllegalAction(
            _("The Mayençais are on the map from E12 on, which says whom they join"), case="6 E12"
        )


def redact_for(box: Box, event: Edited, seat: str | None) -> Edited:
    """An edit, redacted for a seat or the public: only the owner learns where counters were put."""
    verb, *rest = event.words or ("",)
    if verb in _OPEN or (seat is not None and seat == _owner(box, rest)):
        return event
    return Edited(verb)


def _owner(box: Box, words: Collection[str]) -> Side | None:
    """The owner of the counters that an edit names."""
    kind = next((kind for kind in KINDS if kind in words), None)
    if kind is not None:
        return side_of(kind)
    return next((general.side for id, general in box.general.items() if id in words), None)
