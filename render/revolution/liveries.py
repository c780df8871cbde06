"""Colours and patterns of the Currents and of the armies: they differ in lightness and hatch as well."""

from __future__ import annotations

from collections.abc import Mapping

from data.catalogue import N_
from data.revolution.tables import Track
from render.parts.counters import BONE
from render.theme import Livery, Rgb

SEATS: Mapping[str, Livery] = {
    "royalist": Livery((254, 254, 255), (58, 44, 20), "dots"),
    "feuillant": Livery((122, 186, 226), (14, 30, 46), "horizontal"),
    "marais": Livery((128, 168, 92), (16, 32, 10), "diagonal"),
    "gironde": Livery((240, 192, 68), (48, 30, 4), "vertical"),
    "mountain": Livery((196, 66, 40), (255, 248, 238), "cross"),
    "sans-culotte": Livery((98, 60, 118), (255, 248, 240), "chevron"),
}
"""The Currents."""
COALITION = Livery((72, 68, 72), (252, 214, 96), "counter")
"""The Coalition's ground."""
GREY = Livery((150, 144, 134), (28, 24, 20), "plain")
"""Deputies who are known to be there, but not by name."""
BLUE: Rgb = (36, 66, 136)
RED: Rgb = (186, 38, 40)
ARROWS: Mapping[str, tuple[Rgb, Rgb]] = {
    "revolutionary": (BLUE, BONE),
    "allied": (COALITION.fill, COALITION.ink),
    "catholic": (BONE, RED),
}
"""Arrows of a side's armies, and their edges."""

TRACKS: dict[Track, N_] = {
    "economy": N_("Economy"),
    "clergy": N_("Clergy"),
    "coalition": N_("Coalition"),
    "commune": N_("Commune"),
}
STEPS: dict[str, N_] = {
    "negotiation": N_("Negotiations"),
    "events": N_("Events"),
    "order": N_("Turn order"),
    "objectives": N_("Objectives"),
    "placement": N_("Placement"),
    "personality": N_("Personality actions"),
    "regional": N_("Regional actions"),
    "politics": N_("Political actions"),
    "justice": N_("Justice"),
    "debates": N_("Debates"),
    "reinforcement": N_("Reinforcements"),
    "movement": N_("Movement"),
    "combat": N_("Combat"),
    "economy": N_("The economy"),
    "income": N_("Income"),
    "fame": N_("Fame"),
    "over": N_("The game is over"),
}
REGIMES: dict[str, N_] = {
    "legislative": N_("Legislative Assembly"),
    "convention": N_("Convention"),
    "terror": N_("Terror"),
    "thermidor": N_("Thermidor"),
}
KINGS: dict[str, N_] = {
    "free": N_("The King is free"),
    "prison": N_("The King is in prison"),
    "kidnapped": N_("The King is abducted"),
    "dead": N_("The King is dead"),
}


def livery(holder: str | None) -> Livery | None:
    """The paint over a holder's regions; None for neutral ones."""
    return COALITION if holder == "coalition" else SEATS.get(holder or "")
