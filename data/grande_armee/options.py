"""The optional rules and readings of *La Grande Armée* that a campaign may switch."""

from __future__ import annotations

from data.catalogue import marked

OPTIONS: tuple[tuple[str, str, str, bool, str], ...] = (
    (
        "ae-binds",
        marked("Automatic elimination binds"),
        "A-43",
        True,
        marked("Units that gave odds to an automatic elimination stay where they are and attack no more."),
    ),
    (
        "ae-spares-mixed",
        marked("Cavalry shields from elimination"),
        "A-44",
        True,
        marked("Cavalry or a leader on a hex shields all of it from automatic elimination."),
    ),
    (
        "ae-supply-lasts",
        marked("Supply outlasts elimination"),
        "A-45",
        False,
        marked(
            "A supply unit spent on an automatic elimination serves that stack to the end of the Combat "
            "Phase."
        ),
    ),
    (
        "retreat-as-stack",
        marked("Stacks retreat together"),
        "A-55",
        False,
        marked("A stack that retreats one or two hexes moves as one."),
    ),
    (
        "only-troops-hold",
        marked("Combat units alone hold"),
        "A-28",
        False,
        marked("Leaders, supply units and depots neither cancel zones of control nor break sieges."),
    ),
)
"""Id, name, reading, whether it is on by default, and its effect."""
