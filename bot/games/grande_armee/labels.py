"""The words of an action as a choice: its verb's template, filled with the action's fields."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from data.catalogue import _
from data.grande_armee.texts import Text
from engines.core.declared import parts
from engines.core.messages import Message, Several
from engines.core.refusals import Refusal
from engines.grande_armee import actions
from engines.grande_armee.actions import Action, Plain
from engines.grande_armee.box import Box

Said = frozenset[str]
"""Names of the fields that an action fills."""


def _filled(*names: str) -> Said:
    return frozenset(names)


TEMPLATES: Mapping[tuple[type[msgspec.Struct], Said], Text] = {
    (actions.Combine, _filled("units")): Text.DO_COMBINE,
    (actions.Break, _filled("unit")): Text.DO_BREAK,
    (actions.Move, _filled("unit", "route")): Text.DO_MOVE,
    (actions.Move, _filled("unit", "route", "supply")): Text.DO_MOVE_FED,
    (actions.March, _filled("unit", "route")): Text.DO_MARCH,
    (actions.March, _filled("unit", "route", "onward")): Text.DO_MARCH_ON,
    (actions.Triple, _filled("unit", "route")): Text.DO_TRIPLE,
    (actions.Triple, _filled("unit", "route", "onward")): Text.DO_TRIPLE_ON,
    (actions.Onward, _filled("unit", "route")): Text.DO_ONWARD,
    (actions.Eliminate, _filled("targets", "units")): Text.DO_ELIMINATE,
    (actions.Eliminate, _filled("targets", "units", "leaders")): Text.DO_ELIMINATE_LED,
    (actions.Eliminate, _filled("targets", "units", "supplies")): Text.DO_ELIMINATE_FED,
    (actions.Eliminate, _filled("targets", "units", "leaders", "supplies")): Text.DO_ELIMINATE_BOTH,
    (actions.Spend, _filled("supply")): Text.DO_SPEND,
    (actions.Spend, _filled("supply", "hexes")): Text.DO_SPEND_FOR,
    (actions.Destroy, _filled("units")): Text.DO_DESTROY,
    (actions.Attack, _filled("targets", "units")): Text.DO_ATTACK,
    (actions.Attack, _filled("targets", "units", "leaders")): Text.DO_ATTACK_LED,
    (actions.CallOff, _filled("target")): Text.DO_CALL_OFF,
    (actions.Retreat, _filled("unit", "route")): Text.DO_RETREAT,
    (actions.Retreat, _filled()): Text.DO_RETREAT_AUTO,
    (actions.SupplyFirst, _filled("units")): Text.DO_SUPPLY_FIRST,
    (actions.Resolve, _filled("target")): Text.DO_RESOLVE,
    (actions.Resolve, _filled("target", "number")): Text.DO_RESOLVE_ONE,
    (actions.Lose, _filled("units")): Text.DO_LOSE,
    (actions.Lose, _filled()): Text.DO_LOSE_AUTO,
    (actions.Advance, _filled("units", "target")): Text.DO_ADVANCE,
    (actions.Create, _filled("depots")): Text.DO_CREATE,
    (actions.Create, _filled()): Text.DO_CREATE_ALL,
}
WORDS: Mapping[Plain, Text] = {
    actions.END: Text.DO_END,
    actions.PASS: Text.DO_PASS,
    actions.ROLL: Text.DO_ROLL,
    actions.HALT: Text.DO_HALT,
    actions.REST: Text.DO_REST,
    actions.STAND: Text.DO_STAND,
}


def label(action: Action) -> Message:
    """The words of an action."""
    if isinstance(action, Plain):
        return Message(WORDS[action].name)
    filled = {name: part for name, part in parts(action).items() if part != Several(())}
    return Message(TEMPLATES[type(action), frozenset(filled)].name, filled)


def passed_over(box: Box, action: Action, refusal: Refusal) -> str:
    """A line about an action of a sheet that the rules refuse now."""
    said = box.tell(label(action))
    return _("-# ⚠️ Passed over: {said}. {why} ({case}).", said=said, why=refusal.message, case=refusal.case)
