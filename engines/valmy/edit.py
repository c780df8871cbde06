"""The moderator's edits: counters, cities, chits and the state of an army, but not the turn.

No edit depends on what the public may not know. Counters are edited only between activations, because
the frames of the stack name them.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from data.catalogue import _, marked
from data.valmy.schema import SIDES
from data.valmy.tables import Side
from engines.core.contract import EditForm
from engines.core.edits import EditGrammar, refuse_as_it_is
from engines.core.errors import IllegalAction
from engines.core.events import Edited
from engines.valmy.box import Box, as_side, enemy
from engines.valmy.frames import Activations, Bid, SetUp
from engines.valmy.position.command import superiors
from engines.valmy.state import (
    Leader,
    Morale,
    State,
    Unit,
    forget,
    leaders_in,
    put_leaders,
    put_units,
    units_in,
)

_GONE = "eliminated"
_FACES = ("whole", "reduced")
_LEADERS = ("replaced", "first")
_MORALE: tuple[Morale, ...] = ("steady", "shaken")
_CHITS = ("kept", "spent")
_BASES = ("held", "lost")
_HIDDEN = ("unit", "leader", "steps")
"""Verbs about counters in holding boxes."""

FORMS = (
    EditForm(
        "unit", "unit UNIT BOX", marked("Put a unit into a box, openly on the map, or off it as eliminated.")
    ),
    EditForm(
        "leader", "leader LEADER BOX", marked("Bring a leader into a box, with all that his holding box has.")
    ),
    EditForm("steps", "steps UNIT FACE", marked("Let a unit be whole or reduced.")),
    EditForm("general", "general LEADER WHO", marked("Let a leader himself serve, or his replacement.")),
    EditForm("city", "city CITY SIDE", marked("Say who occupied a city last.")),
    EditForm("chit", "chit SIDE NUMBER KEPT", marked("Give an initiative chit back, or let it be spent.")),
    EditForm("morale", "morale SIDE STATE", marked("Let an army be steady or shaken.")),
    EditForm("base", "base ARMY STATE", marked("Let an army's base be held or lost.")),
)


def grammar(box: Box) -> EditGrammar:
    """The edits that can be typed."""
    boxes, units, leaders = tuple(box.boxes), tuple(box.unit), tuple(box.leader)
    two = tuple(id for id, card in box.unit.items() if card.reduced is not None)
    places = {
        "unit": (units, (*boxes, _GONE)),
        "leader": (leaders, boxes),
        "steps": (two, _FACES),
        "general": (leaders, _LEADERS),
        "city": (tuple(box.cities), SIDES),
        "chit": (SIDES, tuple(map(str, box.figures.chits)), _CHITS),
        "morale": (SIDES, _MORALE),
        "base": (tuple(box.bases), _BASES),
    }
    return EditGrammar({form: places[form.verb] for form in FORMS})


def closed(state: State, verb: str) -> str | None:
    """The reason why edits of a verb have to wait, or None."""
    top = state.stack[-1]
    if verb in ("unit", "leader", "steps", "general", "base") and not isinstance(top, Activations | Bid):
        return _("Finish the current step first: it depends on the pieces on the board")
    if verb == "chit" and isinstance(top, Bid):
        return _("Decide the initiative first: chits are being bid for it")
    if verb == "morale" and isinstance(top, SetUp):
        return _("Both sides have to set up first")
    return None


def edit(box: Box, state: State, words: tuple[str, ...]) -> Edited:
    """Carry out an edit on the state itself, without its consequences by the rules; it need not wait.

    :raises IllegalAction: it is impossible, or changes nothing.
    """
    match words:
        case ("unit", id, place):
            _unit(box, state, id, place)
        case ("leader", id, place):
            _leader(box, state, id, place)
        case ("steps", id, face):
            _steps(box, state, id, face == "reduced")
        case ("general", id, who):
            _general(box, state, id, who == "replaced")
        case ("city", id, side):
            refuse_as_it_is(state.control[id] == side)
            state.control[id] = as_side(side)
        case ("chit", name, chit, kept):
            _chit(box, state, as_side(name), int(chit), kept == "kept")
        case ("morale", name, known):
            _morale(state, as_side(name), known)
        case ("base", army, known):
            _base(box, state, army, known == "lost")
    return Edited(" ".join(words))


def _unit(box: Box, state: State, id: str, place: str) -> None:
    """Put a unit onto the map, never into a holding box, whose room is hidden (Y-2.3-d)."""
    counter, side = state.units[id], box.unit[id].side
    if place == _GONE:
        refuse_as_it_is(counter.fate == "eliminated")
        put_units(state, {id: Unit("eliminated", reduced=counter.reduced)})
    else:
        # A refusal may rest only on public facts: another would tell what is in a holding box.
        refuse_as_it_is(counter.fate == "map" and counter.leader is None and counter.box == place)
        _refuse_company(box, state, side, place)
        put_units(state, {id: Unit("map", place, None, counter.reduced, counter.spent)})
    gone = sum(state.units[other].fate == "eliminated" for other in box.units_of[side])
    state.lost[side] = min(state.lost[side], gone)
    if counter.box is not None:
        forget(box, state, counter.box, side)


def _leader(box: Box, state: State, id: str, place: str) -> None:
    """Move a leader with his holding box, and leaders in it with theirs, so that none of it is seen."""
    known, side = state.leaders[id], box.leader[id].side
    refuse_as_it_is(known.fate == "map" and known.superior is None and known.box == place)
    _refuse_company(box, state, side, place)
    going, chiefs = [id], [id]
    while chiefs:
        chiefs = [other for other, his in state.leaders.items() if his.superior in chiefs]
        going += chiefs
    gone = {other: replace(state.leaders[other], fate="map", box=place) for other in going}
    put_leaders(state, gone | {id: replace(gone[id], superior=None)})
    state.left = [other for other in state.left if other != id]
    his = {unit: known for unit, known in state.units.items() if known.leader in going}
    put_units(state, {unit: replace(known, box=place) for unit, known in his.items()})
    for other, superior in superiors(box, state, place, side).items():
        put_leaders(state, {other: replace(state.leaders[other], superior=superior)})
    if known.box is not None:
        forget(box, state, known.box, side)


def _steps(box: Box, state: State, id: str, reduced: bool) -> None:
    counter = state.units[id]
    if counter.fate in ("eliminated", "exited"):
        raise IllegalAction(_("{name} is out of the game", name=box.unit[id].name))
    refuse_as_it_is(counter.fate == "map" and counter.leader is None and counter.reduced == reduced)
    put_units(state, {id: replace(counter, reduced=reduced)})


def _general(box: Box, state: State, id: str, replaced: bool) -> None:
    """A replacement with a lower rating needs no choice: surplus units stand on the map."""
    known: Leader = state.leaders[id]
    refuse_as_it_is(known.replaced == replaced)
    put_leaders(state, {id: replace(known, replaced=replaced)})
    room = (box.leader[id].replacement if replaced else box.leader[id].ratings).command
    held = [unit for unit, his in state.units.items() if his.leader == id]
    put_units(state, {unit: replace(state.units[unit], leader=None) for unit in held[room:]})


def _chit(box: Box, state: State, side: Side, chit: int, kept: bool) -> None:
    left = state.chits[side]
    refuse_as_it_is((chit in left) == kept)
    state.chits[side] = tuple(
        known for known in box.figures.chits if (known in left and known != chit) or (known == chit and kept)
    )


def _morale(state: State, side: Side, name: str) -> None:
    known = next(known for known in _MORALE if known == name)
    refuse_as_it_is(state.morale[side] == known)
    state.morale[side] = known


def _base(box: Box, state: State, name: str, lost: bool) -> None:
    army = next(army for army in box.bases if army == name)
    refuse_as_it_is((army in state.fallen) == lost)
    state.just_fallen = [known for known in state.just_fallen if known != army]
    state.fallen = [known for known in box.bases if (known in state.fallen) != (known == army)]


def _refuse_company(box: Box, state: State, side: Side, place: str) -> None:
    """Refuse to put both sides into one box; its occupation is public."""
    other = enemy(side)
    if units_in(box, state, place, other) or leaders_in(box, state, place, other):
        raise IllegalAction(
            _("Counters of the other side are in {place}; take them away first", place=box.name(place))
        )


def redact_for(box: Box, event: Edited, seat: str | None) -> Edited:
    """An edit, redacted for a seat or the public: only the owner learns which counters it names."""
    verb, *rest = event.words or ("",)
    if verb not in _HIDDEN or (seat is not None and seat == _owner(box, rest)):
        return event
    return Edited(verb)


def _owner(box: Box, words: Collection[str]) -> Side | None:
    """The owner of the counter that an edit names."""
    cards = (box.unit.get(word) or box.leader.get(word) for word in words)
    return next((card.side for card in cards if card is not None), None)
