"""The King among armies: his capture and recapture (R-KING-10 to 12)."""

from __future__ import annotations

from engines.revolution.box import KING
from engines.revolution.resolution import Resolution
from engines.revolution.state import defenders_in, put_person
from engines.revolution.war.armies import fighting, king_here
from engines.revolution.war.events import KingMoved

CASE = "KING"


def follow(ctx: Resolution) -> None:
    """He is where the capital is, unless he is kidnapped or dead (R-KING-11)."""
    state = ctx.state
    if state.kidnapped or state.people[KING].state == "dead" or state.king_at == state.capital:
        return
    state.king_at = state.capital
    ctx.say(KingMoved(state.capital, "capital", CASE))


def seize(ctx: Resolution) -> None:
    """The Royalist has him for good (R-KING-10)."""
    state = ctx.state
    state.kidnapped = True
    put_person(state, KING, state="free", current="royalist")
    ctx.say(KingMoved(state.king_at, "kidnapped", CASE))


def recapture(ctx: Resolution) -> None:
    """Where a revolutionary army is alone with the kidnapped King, he is taken again (R-KING-12)."""
    box, state = ctx.box, ctx.state
    at = state.king_at
    if not king_here(state, at) or not defenders_in(box, state, at) or fighting(box, state, at):
        return
    state.kidnapped = False
    state.recaptured, state.guilt = state.turn, box.tables.modifiers.recaptured
    put_person(state, KING, state="prison")
    ctx.say(KingMoved(at, "recaptured", CASE))
    follow(ctx)
