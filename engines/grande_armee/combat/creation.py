"""Supply Creation: each depot may place a supply unit on its own hex (SUP C)."""

from __future__ import annotations

from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee.actions import CREATE_ALL, END, Action, Create
from engines.grande_armee.around import surrounded
from engines.grande_armee.box import Box, supply_of
from engines.grande_armee.combat.frames import Creating
from engines.grande_armee.events import Created
from engines.grande_armee.handler import Handler, forbidden
from engines.grande_armee.position import UnitId
from engines.grande_armee.resolution import Resolution
from engines.grande_armee.state import State, create, position


class Creation(Handler[Creating]):
    """The phasing player's depots; all that may create by default (G-SUP-C-1)."""

    kind = "create"
    prompt = Text.ASK_CREATE
    case = "G-SUP-C-1"
    usual = CREATE_ALL

    def waits(self, ctx: Resolution, frame: Creating) -> bool:
        return bool(able(ctx.box, ctx.state, frame))

    def legal(self, box: Box, state: State, frame: Creating) -> list[Action]:
        return [CREATE_ALL, *(Create((id,)) for id in able(box, state, frame)), END]

    def refusal(self, box: Box, state: State, frame: Creating, action: Action) -> Refusal | None:
        if not isinstance(action, Create):
            return None if action == END else self.misplaced(box, state, frame, action)
        for id in action.depots or ():
            reason = _forbids(box, state, frame, id)
            if reason is not None:
                return reason
            if (action.depots or ()).count(id) > 1:
                return forbidden("G-SUP-C-1", Text.TWICE, unit=box.unit(id))
        return None

    def act(self, ctx: Resolution, frame: Creating, action: Action) -> None:
        if isinstance(action, Create):
            depots = able(ctx.box, ctx.state, frame) if action.depots is None else action.depots
            for depot in depots:
                piece = ctx.state.pieces[depot]
                nation = ctx.box.kinds[piece.kind].nation
                made = create(ctx.state, supply_of(nation), piece.hex)
                ctx.say(Created(depot, made, piece.hex))
            ctx.replace(Creating(side=frame.side, done=(*frame.done, *depots)))
        else:
            ctx.pop()

    def ordered(self, box: Box, state: State, frame: Creating, order: str) -> Action | None:
        if order == "none":
            return END
        return CREATE_ALL if order == "all" else None


def able(box: Box, state: State, frame: Creating) -> list[UnitId]:
    """The depots that may still create."""
    own = sorted(position(box, state).camp(frame.side).pieces.items())
    depots = [id for id, piece in own if id not in frame.done and box.kinds[piece.kind].arm == "depot"]
    return [id for id in depots if _forbids(box, state, frame, id) is None]


def _forbids(box: Box, state: State, frame: Creating, id: UnitId) -> Refusal | None:
    """What forbids a depot to create a supply unit."""
    piece = state.pieces.get(id)
    if piece is None:
        return forbidden("G-SUP-C-1", Text.NO_UNIT, unit=box.unit(id))
    kind = box.kinds[piece.kind]
    if kind.arm != "depot":
        return forbidden("G-SUP-C-1", Text.NO_DEPOT, unit=box.unit(id))
    if kind.side != frame.side:
        return forbidden("G-SUP-C-2", Text.NOT_OWN, unit=box.unit(id))
    if id in frame.done:
        return forbidden("G-SUP-C-1", Text.CREATED_ALREADY, unit=box.unit(id))
    if id in state.marches and state.marches[id].stepped:
        return forbidden("G-SUP-C-2", Text.DEPOT_MOVED, unit=box.unit(id))
    if piece.disrupted is not None:
        return forbidden("G-DIS-A-3", Text.DEPOT_DISRUPTED, unit=box.unit(id))
    at = position(box, state)
    if surrounded(at, piece.hex, kind.side):
        return forbidden("G-SUP-C-3", Text.DEPOT_SURROUNDED, unit=box.unit(id))
    return None
