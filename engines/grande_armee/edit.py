"""What a moderator can put right: units, their disruption and control of a Fortress, but not the turn.

Units are edited in the steps, not in what interrupts one, as that points at them; and not while they attack,
are attacked, or are eliminated.
"""

from __future__ import annotations

from msgspec.structs import replace

from data.catalogue import N_, _, marked, retold
from data.grande_armee.schema import SIDES
from data.grande_armee.texts import Text
from engines.core.contract import EditForm
from engines.core.edits import EditGrammar
from engines.core.errors import IllegalAction
from engines.core.events import Edited
from engines.grande_armee.box import Box, unit_id
from engines.grande_armee.combat.before import on_hex
from engines.grande_armee.combat.frames import COMBAT, Creating
from engines.grande_armee.frames import Combining, Moving, Swapping
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State, create

_OFF = "off"
_ORDER = ("disrupted", "ready")
_STEPS = (Swapping, Moving, Combining, *COMBAT, Creating)
"""What is not interrupted by anything that points at units."""

FORMS = (
    EditForm("unit", "unit UNIT HEX", marked("Put a unit onto a hex, or off the map for good.")),
    EditForm("new", "new KIND HEX", marked("Put a new unit of a kind onto a hex.")),
    EditForm("order", "order UNIT STATE", marked("Let a unit be disrupted, or ready again.")),
    EditForm("control", "control FORTRESS SIDE", marked("Say who controls a Fortress.")),
)


def grammar(box: Box) -> EditGrammar:
    """The edits that can be typed; units by the most that a game makes of a kind."""
    kinds = tuple(id for id, kind in box.kinds.items() if kind.arm != "leader")
    leaders = tuple(id for id, kind in box.kinds.items() if kind.arm == "leader")
    units = (*leaders, *(unit_id(kind, number) for kind in kinds for number in range(1, _NAMED + 1)))
    hexes = tuple(box.terrain)
    places = {
        "unit": (units, (*hexes, _OFF)),
        "new": (kinds, hexes),
        "order": (units, _ORDER),
        "control": (tuple(box.place), SIDES),
    }
    return EditGrammar({form: places[form.verb] for form in FORMS})


_NAMED = 60
"""Units of a kind that edits can name."""


def closed(state: State, verb: str) -> str | None:
    """Why edits of a verb have to wait, or None."""
    if verb == "control" or isinstance(state.stack[-1], _STEPS):
        return None
    return _("What is under way has to be finished first, as it counts on what stands on the map")


def edit(box: Box, state: State, words: tuple[str, ...]) -> Edited:
    """Carry out an edit that need not wait on the state itself. What it would bring by the rules is not done.

    :raises IllegalAction: it can't be.
    """
    match words:
        case ("unit", id, place):
            _unit(box, state, id, place)
        case ("new", kind, place):
            create(state, kind, next(hex for hex in box.terrain if hex == place))
        case ("order", id, known):
            piece = state.pieces[_free(box, state, id)]
            until = state.index + box.figures.recovery if known == "disrupted" else None
            if (piece.disrupted is None) != (until is None):
                state.pieces = {**state.pieces, id: replace(piece, disrupted=until)}
        case ("control", fortress, side):
            if fortress not in state.control:
                raise IllegalAction(Text.EDIT_SCORELESS(fortress=retold(box.towns[box.place[fortress]])))
            state.control[fortress] = next(known for known in SIDES if known == side)
    return Edited(" ".join(words))


def _unit(box: Box, state: State, id: UnitId, place: str) -> None:
    piece = state.pieces[_free(box, state, id)]
    left = {other: known for other, known in state.pieces.items() if other != id}
    state.spent.pop(id, None)
    state.bound = tuple(other for other in state.bound if other != id)
    state.marches.pop(id, None)
    top = state.stack[-1]
    if isinstance(top, Moving) and top.unit == id:
        state.stack[-1] = replace(top, unit=None)
    if place == _OFF:
        if isinstance(top, Creating) and id in top.done:
            state.stack[-1] = replace(top, done=tuple(other for other in top.done if other != id))
        state.pieces = left
    else:
        hex = next(hex for hex in box.terrain if hex == place)
        state.pieces = {**state.pieces, id: replace(piece, hex=hex)}


def _free(box: Box, state: State, id: UnitId) -> UnitId:
    """A unit that can be edited now."""
    if id not in state.pieces:
        raise _amiss(box, Text.NO_UNIT, id)
    if id in state.doomed:
        raise _amiss(box, Text.EDIT_DOOMED, id)
    if state.phase == "combat" and any(id in attack.involved for attack in state.attacks):
        raise _amiss(box, Text.EDIT_ATTACKS, id)
    if on_hex(state.attacks, state.pieces[id].hex):
        raise _amiss(box, Text.EDIT_ATTACKED, id)
    return id


def _amiss(box: Box, text: N_, id: UnitId) -> IllegalAction:
    return IllegalAction(text(unit=box.unit(id)))
