"""Phase 1: the wounded, the bishop of Agra and the messengers to England (2.1)."""

from __future__ import annotations

from data.catalogue import marked
from engines.core.events import TableRoll
from engines.vendee.events import BishopExposed
from engines.vendee.frames import Wounded
from engines.vendee.handler import Automatic
from engines.vendee.markers.england import roll_messengers
from engines.vendee.purposes import Purpose
from engines.vendee.resolution import Resolution


class Recovery(Automatic[Wounded]):
    """The dice decide everything in this phase."""

    def go_on(self, ctx: Resolution, frame: Wounded) -> bool:
        ctx.pop()
        state = ctx.state
        for general, officer in state.officers.items():
            if officer.fate in ("light", "serious") and officer.due == state.turn:
                _check(ctx, general)
        if state.bishop and state.turn > state.bishop_since:
            _doubt(ctx)
        if state.messengers:
            roll_messengers(ctx)
        return False


def _check(ctx: Resolution, general: str) -> None:
    """Roll for a wounded general (V-2.1-a to d); after the last turn there is no box to wait in (A-06)."""
    box, state = ctx.box, ctx.state
    wounds = box.charts.tables.wounds
    purpose = Purpose.of("recovery", general)
    if state.officers[general].fate == "serious":
        back = ctx.die(purpose, wounds.recovers, "2.1")
    else:
        back = ctx.dice_pair(purpose, wounds.recovers, "2.1")
    if back:
        ctx.send_off(general, "arriving", "2.1", state.turn)
    elif state.turn == len(box.scenario[state.scenario].months):
        ctx.send_off(general, "removed", "2.1")
    else:
        ctx.set_officer(general, due=state.turn + 1)


def _doubt(ctx: Resolution) -> None:
    """Roll for the false bishop: a double one exposes him (V-6-E4-b)."""
    faces = ctx.pair("bishop")
    found_out = faces == (1, 1)
    ctx.say(TableRoll("bishop", list(faces), "double one", "found out" if found_out else "believed", "6 E4"))
    if found_out:
        ctx.state.bishop = False
        ctx.say(BishopExposed())
        face = ctx.dice.roll("fraud")
        change = ctx.box.charts.fraud(face)
        ctx.say(TableRoll("fraud", [face], "fraud", str(change), "6 E4"))
        ctx.change_morale("royalist", change, marked("The bishop is a fraud"), "6 E4")
