"""How the seats of *La Révolution Française* win, a line each."""

from __future__ import annotations

from data.catalogue import N_

SEAT_AIMS = {
    "royalist": N_(
        "Wins under any regime with 25 points: Paris, a kidnapped King, what the Coalition holds."
    ),
    "feuillant": N_(
        "Governs first. Wins under the Legislative or Thermidor: Paris, deputies and many regions."
    ),
    "marais": N_(
        "Has most deputies. Wins under any regime that ends in Reaction; needs neither Paris nor King."
    ),
    "gironde": N_("Wins under any regime but the Terror, best under the Convention: Paris and deputies."),
    "mountain": N_("Begins poor. Wins under the Convention or the Terror: take Paris, condemn the King."),
    "sans-culotte": N_("Wins only under the Terror: raise the Commune, take Paris, condemn the King."),
}
"""How each Current wins (R-WIN-02 to 14)."""
