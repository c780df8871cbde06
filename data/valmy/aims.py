"""How the seats of *The Valmy Campaign* win, a line each."""

from __future__ import annotations

from data.catalogue import N_

SEAT_AIMS = {
    "french": N_(
        "Wins by holding Verdun at two turn ends, by breaking Allied morale, or by more points at the end."
    ),
    "allied": N_(
        "Wins if Brunswick leaves by the west edge, if French morale breaks, or by more points at the end."
    ),
}
"""How each side wins (Y-11)."""
