"""Standing orders that can be given in one go, so that no side has to wait for the other in its turn."""

from __future__ import annotations

from data.catalogue import marked
from engines.core.ordered import OrderSet

_TRIFLES = {
    "preemption": "decline",
    "losses": "auto",
    "retreat": "auto",
    "refuge": "auto",
    "occupation": "auto",
    "powder-tie": "auto",
    "committee": "auto",
    "desertion": "auto",
    "galerne": "play",
}
"""Choices that a rule can make as well: the least is lost, and E3 and E4 have no other day."""

_COMBAT = {
    "fortify": "play if at least 8",
    "march": "if at most 1:1 leave 2",
    "withdraw": "withdraw 2 if at most 1:1",
    "pursuit": "never",
}
"""Fortify against many, help where the side is weaker, give way without powder, risk nothing else."""

_PHASES = {
    "initiative": "begin",
    "reinforcements": "auto",
    "powder": "auto",
    "port": "auto",
    "commander": "auto",
}

ORDER_SETS: tuple[OrderSet, ...] = (
    OrderSet(
        "usual",
        marked("The usual"),
        marked("You never pre-empt or pursue, and lose as little as you can."),
        {**_TRIFLES, **_COMBAT},
    ),
    OrderSet(
        "careful",
        marked("Ask me about combats"),
        marked("Usual orders, but you are asked about E6, marches to the guns, withdrawals and pursuits."),
        _TRIFLES,
    ),
    OrderSet(
        "away",
        marked("While I am away"),
        marked(
            "Like the usual orders, and you go first where you can and reinforcements are placed for "
            "you. Your turns wait for you."
        ),
        {**_TRIFLES, **_COMBAT, **_PHASES},
    ),
)
