"""How the seats of *For God and For the King* win, a line each."""

from __future__ import annotations

from data.catalogue import N_

SEAT_AIMS = {
    "republican": N_(
        "Wins by 5 points or more after October: Mortagne, Châtillon, Cholet, other towns, a large army."
    ),
    "royalist": N_(
        "Wins unless the Republic leads by 5 points after October: a port, a Loire bridge, Luçon, an army."
    ),
}
"""How each side wins (V-7.2)."""
