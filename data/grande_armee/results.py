"""Results of the combat table in words: in lists, headlines and history, and what they mean."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from data.catalogue import N_
from data.grande_armee.tables import Result

RESULTS: Mapping[Result, N_] = {
    "Ae": N_("attackers eliminated"),
    "Ars": N_("attackers scatter"),
    "Ar1Drs": N_("attackers back 1 hex and defenders scatter"),
    "Dr1": N_("defenders back 1 hex"),
    "Dr2": N_("defenders back 2 hexes"),
    "Drs": N_("defenders scatter"),
    "1/2ex": N_("half exchange"),
    "De": N_("defenders eliminated"),
}
BRIEF: Mapping[Result, N_] = {
    **RESULTS,
    "Ar1Drs": N_("both fall back"),
    "Dr1": N_("defenders back 1"),
    "Dr2": N_("defenders back 2"),
}
"""Results where there is little room."""
WALLED: Mapping[Result, N_] = {
    **RESULTS,
    "Ar1Drs": N_("attackers back 1 hex"),
    **dict.fromkeys(("Dr1", "Dr2", "Drs"), N_("no effect")),
    "1/2ex": N_("half exchange, attackers alone"),
}
"""Results against a Fortress (G-FOR-D-2, G-FOR-D-3)."""
HURT: Mapping[Result, N_] = {
    **dict.fromkeys(("Dr1", "Dr2", "Drs"), RESULTS["De"]),
    "Ar1Drs": N_("attackers back 1 hex and defenders eliminated"),
}
"""Results against defenders who are all disrupted: to retreat is to be destroyed (G-DIS-C-1)."""
LAMED = N_("{results}; disrupted defenders are eliminated instead of falling back")
"""The same where some are disrupted."""
SPARED: Collection[Result] = ("Ar1Drs", "Drs")
"""Results in which nobody scatters at a Fortress."""
GLOSSES: Mapping[Result, N_] = {
    **dict.fromkeys(
        ("Ars", "Ar1Drs", "Drs"),
        N_("Scatter: units split up and flee far."),
    ),
    "1/2ex": N_(
        "Half exchange: the defenders are lost, except in a Fortress, and attackers with half as much "
        "strength."
    ),
}
"""What a result means to a newcomer."""

TITLES: Mapping[Result, N_] = {
    "Ae": N_("{defender} destroy {attacker} at {place}"),
    "Ars": N_("{defender} rout {attacker} at {place}"),
    "Ar1Drs": N_("Both sides fall back at {place}"),
    "Dr1": N_("{attacker} beat {defender} at {place}"),
    "Dr2": N_("{attacker} beat {defender} badly at {place}"),
    "Drs": N_("{attacker} rout {defender} at {place}"),
    "1/2ex": N_("No winner at {place}: losses on both sides"),
    "De": N_("{attacker} destroy {defender} at {place}"),
}
TITLES_WALLED: Mapping[Result, N_] = {
    **TITLES,
    "Ar1Drs": N_("{attacker} are thrown back from {place}"),
    **dict.fromkeys(("Dr1", "Dr2", "Drs"), N_("{attacker} attack {place} in vain")),
    "1/2ex": N_("{attacker} lose units before {place}"),
}
"""The titles of attacks on a Fortress, from which nobody is driven (G-FOR-D-2)."""
COSTLY = N_("{attacker} destroy {defender} at {place}, and fall back")
"""The title of a battle from which both sides retreat, where no defender can (G-DIS-C-1)."""

FOUGHT: Mapping[Result, N_] = {
    "Ae": N_("{attacker} attacked {defender} at {place} and were destroyed"),
    "Ars": N_("{attacker} attacked {defender} at {place} and were scattered"),
    "Ar1Drs": N_("{attacker} attacked {defender} at {place}, fell back and scattered them"),
    "Dr1": N_("{attacker} drove {defender} back at {place}"),
    "Dr2": N_("{attacker} drove {defender} far back at {place}"),
    "Drs": N_("{attacker} scattered {defender} at {place}"),
    "1/2ex": N_("{attacker} attacked {defender} at {place}, with losses on both sides"),
    "De": N_("{attacker} destroyed {defender} at {place}"),
}
FOUGHT_WALLED: Mapping[Result, N_] = {
    **FOUGHT,
    "Ar1Drs": N_("{attacker} attacked {defender} at {place} and were thrown back"),
    **dict.fromkeys(("Dr1", "Dr2", "Drs"), N_("{attacker} attacked {defender} at {place} in vain")),
    "1/2ex": N_("{attacker} attacked {defender} at {place}, lost units and did not get in"),
}
