"""Standing orders that can be given in one go, so that no side has to wait for the other in its turn."""

from __future__ import annotations

from data.catalogue import marked
from engines.core.ordered import OrderSet

_TRIFLES = {
    "set-up": "auto",
    "reaction": "never",
    "overrun": "overrun",
    "displaced": "auto",
    "surplus": "auto",
    "recovery": "auto",
    "boosts": "auto",
    "calling-off": "ride",
    "adding": "auto",
    "reserve": "auto",
    "reinforcement": "none",
    "after-charge": "keep",
    "losses": "auto",
    "sacrifice": "auto",
    "naming": "auto",
    "retreat": "auto",
}
"""Choices that a rule can make as well."""

_BATTLE = {
    "kind-of-battle": "auto",
    "deployment": "auto not in my own attacks",
    "counter-charges": "if at least 1:1 and morale 0",
    "melee": "if at least 1:1 not in my own attacks",
    "withdrawal": "auto not in my own attacks",
}
"""Stand in line, answer charges that can be answered, leave a lost field; lead your own attacks yourself."""

PLAN = {
    **{
        kind: _TRIFLES[kind]
        for kind in _TRIFLES
        if kind not in ("set-up", "recovery", "displaced", "surplus")
    },
    "kind-of-battle": "auto",
    "deployment": "auto",
    "charges": "if at least 2:1 and morale 0",
    "counter-charges": _BATTLE["counter-charges"],
    "melee": "if at least 1:1",
    "withdrawal": "auto",
}
"""A sensible plan for a battle, from either side."""

ORDER_SETS: tuple[OrderSet, ...] = (
    OrderSet(
        "usual",
        marked("The usual"),
        marked("You never react, and answer charges only at even odds or better."),
        {**_TRIFLES, **_BATTLE},
    ),
    OrderSet(
        "careful",
        marked("Ask me about battles"),
        marked(
            "Like the usual orders, but you deploy your own defences and decide when to leave a Major Battle."
        ),
        {
            **_TRIFLES,
            "counter-charges": _BATTLE["counter-charges"],
            "melee": _BATTLE["melee"],
            "withdrawal": "stay in minor battles",
        },
    ),
    OrderSet(
        "planned",
        marked("Fight by the plan"),
        marked(
            "Like the usual orders, and a simple plan fights your attacks: charges and melee at good odds."
        ),
        {**_TRIFLES, **_BATTLE, **PLAN},
    ),
    OrderSet(
        "away",
        marked("While I am away"),
        marked("As the plan, and no chits are played; your activations wait for you."),
        {**_TRIFLES, **_BATTLE, **PLAN, "bid": "none", "combat": "due"},
    ),
)
