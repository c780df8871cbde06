"""Phase 4: the fall of Paris, Disorder, Conquest, the reset (8)."""

from __future__ import annotations

from engines.core.events import PhaseBegun
from engines.levee.box import HOLDING
from engines.levee.events import FrenchArmyReset, LiberationReturned, ParisFell
from engines.levee.resolution import Resolution
from engines.levee.state import control, liberated


def housekeeping(now: Resolution) -> bool:
    """Carry out Housekeeping in its order; True when Paris fell and the game ends at once (L-8.1-a)."""
    state = now.state
    now.say(PhaseBegun("housekeeping", "4.4"))
    invaders = [army for army, at in state.boxes.items() if at == 0]
    if invaders:
        state.paris_fell = True
        now.say(ParisFell(invaders))
        return True
    if state.disorder:
        now.move_marker("republic", -1, "disorder")
    # contested and Allied-controlled spaces alike are conquered.
    for space, marker in liberated(state).items():
        if control(now.box, state, space) != "french":
            state.markers[marker] = HOLDING
            now.say(LiberationReturned(marker, space, "8.3"))
    state.french_army = 0
    state.stormed.clear()
    state.rallied.clear()
    now.say(FrenchArmyReset())
    return False
