"""The kinds of choices, and the actions that always belong to one."""

from __future__ import annotations

from data.catalogue import N_
from engines.vendee import actions
from engines.vendee.combat import actions as combat_actions

_KINDS: tuple[tuple[str, N_, type | None], ...] = (
    ("auto", N_("Do it for me"), actions.Auto),
    ("answer", N_("Play it"), None),
    ("stack", N_("Activate a stack to march or fight"), None),
    ("part", N_("Activate a part of a stack"), None),
    ("move", N_("Move one area, then go on"), actions.Move),
    ("halt", N_("Move and end the activation"), None),
    ("go", N_("Move farther, then go on"), None),
    ("pick-up", N_("Take along"), actions.PickUp),
    ("drop", N_("Leave behind"), actions.Drop),
    ("preempt", N_("Pre-empt with"), actions.Preempt),
    ("guns", N_("March to the guns"), combat_actions.Guns),
    ("withdraw", N_("Withdraw"), combat_actions.Withdraw),
    ("loss", N_("Losses"), combat_actions.Lose),
    ("retreat", N_("Retreat"), combat_actions.Retire),
    ("pursuit", N_("Pursue"), combat_actions.Pursue),
    ("flee", N_("Flee"), actions.Flee),
    ("generals", N_("Place a general"), None),
    ("desert", N_("Desertion"), actions.Desert),
    ("spare", N_("Whom the Committee spares"), actions.Spare),
    ("port", N_("Choose a port"), actions.Land),
    ("army", N_("Choose an army"), actions.Choose),
    ("event", N_("Play an event"), actions.Play),
    ("show", N_("Make change"), actions.Show),
    ("end", N_("Or"), actions.Plain),
)
"""Groups in their order, with their fixed actions; those that may be played at any time come last."""
WEIGHED = (
    *("desert", "event", "generals", "go", "guns", "halt"),
    *("move", "note", "part", "place", "port", "spare", "stack"),
)
"""Groups whose choices need the prompt above them, or an effect or a cost beside them: always lists."""
PROMPTS = {id: prompt for id, prompt, _kind in _KINDS}
GROUPS = {kind: id for id, _prompt, kind in _KINDS if kind is not None}
