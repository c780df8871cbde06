"""The optional rules: two of the base game, those of the Expansion Kit, and interpretations that a campaign
may choose.
"""

from __future__ import annotations

from data.catalogue import marked
from engines.core.setting import Option

OPTIONS = (
    Option(
        "levee-en-masse",
        marked("Calling a levée en masse"),
        "10.1",
        False,
        marked("Give up a Liberation marker for an Emergency Military Action."),
    ),
    Option(
        "spirit-of-89",
        marked("The Spirit of '89"),
        "10.2",
        False,
        marked("Liberated spaces may fight the Army in them, free, at a risk."),
    ),
    Option(
        "nothing-is-free",
        marked("Nothing is Free"),
        "10.3",
        False,
        marked("Each free victory on the barricades feeds Monarchy, later Despotism."),
        later=True,
    ),
    Option(
        "single-battalion",
        marked("A Single Battalion"),
        "10.4",
        False,
        marked("Once a turn you can roll an attack again; the French Army is weaker in the next turn."),
        later=True,
    ),
    Option(
        "he-who-fears",
        marked("He Who Fears"),
        "10.5",
        False,
        marked("Give up order in Paris for one more attack inside France, or for +1 to its die."),
        later=True,
    ),
    Option(
        "decisive-outcomes",
        marked("Decisive Outcomes"),
        "10.6",
        False,
        marked("A natural 6 disorganizes an Army, a natural 1 may let it come on."),
        later=True,
    ),
    Option(
        "king-rescued",
        marked("The King is rescued"),
        "X-9.1",
        False,
        marked("In the blue years the Vendée in Versailles ends the game."),
        later=True,
    ),
    Option(
        "king-installed",
        marked("A King is installed"),
        "X-9.2",
        False,
        marked("In the white years Austria in Arras ends the game."),
        later=True,
    ),
    Option(
        "napoleon-historical",
        marked("Napoleon where he was"),
        "X-5",
        False,
        marked("With the Expansion Kit: he fights on the tracks of Piedmont and Austria only."),
        later=True,
    ),
    Option(
        "reserves-any-die",
        marked("Reserves after any die"),
        "10.4",
        False,
        marked("With A Single Battalion: you can also roll a victory again, not only a failure."),
        later=True,
    ),
    Option(
        "napoleon-at-once",
        marked("Napoleon at once"),
        "X-5",
        False,
        marked("With the Expansion Kit: when his Army leaves the map he may be sent again in that turn."),
        later=True,
    ),
    Option(
        "own-army-controls",
        marked("The track's own Army controls"),
        "7.4",
        False,
        marked("With the Expansion Kit: its other units contest the space they are in, and no more."),
        later=True,
    ),
    Option(
        "paris-may-fall",
        marked("Paris may fall"),
        "8.1",
        False,
        marked("Once a red headline was played, points alone decide, though Paris has fallen."),
        later=True,
    ),
    Option(
        "easier",
        marked("Easier"),
        "13.0",
        False,
        marked("Every fifth headline gives one action more."),
        excludes=("harder",),
        later=True,
    ),
    Option(
        "harder",
        marked("Harder"),
        "13.0",
        False,
        marked("Every fifth headline gives one action fewer."),
        excludes=("easier",),
        later=True,
    ),
)
