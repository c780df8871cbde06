"""The King where armies are: where he is taken, and taken again (R-KING-10 to 12)."""

from __future__ import annotations

from engines.revolution.box import KING
from engines.revolution.resolution import Resolution
from engines.revolution.state import defenders_in, put_person
from engines.revolution.war.armies import fighting, king_here
from engines.revolution.war.events import KingMoved

CASE = "KING"


def follow(now: Resolution) -> None:
    """He is where the capital is, unless he is kidnapped or dead (R-KING-11)."""
    state = now.state
    if state.kidnapped or state.people[KING].state == "dead" or state.king_at == state.capital:
        return
    state.king_at = state.capital
    now.say(KingMoved(state.capital, "capital", CASE))


def seize(now: Resolution) -> None:
    """The Royalist has him for good (R-KING-10)."""
    state = now.state
    state.kidnapped = True
    put_person(state, KING, state="free", current="royalist")
    now.say(KingMoved(state.king_at, "kidnapped", CASE))


def recapture(now: Resolution) -> None:
    """Where a revolutionary army is alone with the kidnapped King, he is taken again (R-KING-12)."""
    box, state = now.box, now.state
    at = state.king_at
    if not king_here(state, at) or not defenders_in(box, state, at) or fighting(box, state, at):
        return
    state.kidnapped = False
    state.recaptured, state.guilt = state.turn, box.tables.modifiers.recaptured
    put_person(state, KING, state="prison")
    now.say(KingMoved(at, "recaptured", CASE))
    follow(now)
