"""The optional rules: two of the base game, the Expansion Kit's, and readings that a campaign may choose."""

from __future__ import annotations

from engines.core.contract import Option

OPTIONS = (
    Option(
        "levee-en-masse",
        "Calling a levée en masse",
        "10.1",
        False,
        "Give up a Liberation marker for an Emergency Military Action.",
    ),
    Option(
        "spirit-of-89",
        "The Spirit of '89",
        "10.2",
        False,
        "Liberated spaces may fight the Army in them, free, at a risk.",
    ),
    Option(
        "nothing-is-free",
        "Nothing is Free",
        "10.3",
        False,
        "Each free victory on the barricades feeds Monarchy, later Despotism.",
        later=True,
    ),
    Option(
        "single-battalion",
        "A Single Battalion",
        "10.4",
        False,
        "Once a turn an attack is rolled anew; the French Army is weaker in the next.",
        later=True,
    ),
    Option(
        "he-who-fears",
        "He Who Fears",
        "10.5",
        False,
        "Give up order in Paris for one more attack inside France, or for +1 to its die.",
        later=True,
    ),
    Option(
        "decisive-outcomes",
        "Decisive Outcomes",
        "10.6",
        False,
        "A natural 6 disorganizes an Army, a natural 1 may let it come on.",
        later=True,
    ),
    Option(
        "king-rescued",
        "The King is rescued",
        "X-9.1",
        False,
        "In the blue years the Vendée in Versailles ends the game.",
        later=True,
    ),
    Option(
        "king-installed",
        "A King is installed",
        "X-9.2",
        False,
        "In the white years Austria in Arras ends the game.",
        later=True,
    ),
    Option(
        "napoleon-historical",
        "Napoleon where he was",
        "X-5",
        False,
        "With the Expansion Kit: he fights on the tracks of Piedmont and Austria only.",
        later=True,
    ),
    Option(
        "paris-may-fall",
        "Paris may fall",
        "8.1",
        False,
        "Once a red headline was played, points alone decide, though Paris has fallen.",
        later=True,
    ),
    Option(
        "easier",
        "Easier",
        "13.0",
        False,
        "Every fifth headline gives one action more.",
        excludes=("harder",),
        later=True,
    ),
    Option(
        "harder",
        "Harder",
        "13.0",
        False,
        "Every fifth headline gives one action fewer.",
        excludes=("easier",),
        later=True,
    ),
)
