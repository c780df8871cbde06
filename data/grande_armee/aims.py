"""How the seats of *La Grande Armée* win, a line each."""

from __future__ import annotations

from data.catalogue import N_

SEAT_AIMS = {
    "allied": N_(
        "Wins by keeping or regaining enough Fortresses that the French stay short of their points."
    ),
    "french": N_("Wins by enough points after the last turn, for Fortresses that are taken or besieged."),
}
"""How each side wins (G-VP)."""
