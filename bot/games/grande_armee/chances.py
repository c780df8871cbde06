"""What dice may come to, from the tables of the rules: forced marches and battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from bot.games.wording import percent
from data.catalogue import N_, _
from data.grande_armee.tables import March, Result
from engines.core.odds import die
from engines.grande_armee.actions import Attack as Declared
from engines.grande_armee.actions import March as Marched
from engines.grande_armee.actions import Triple
from engines.grande_armee.box import Box
from engines.grande_armee.combat.attack import Attack
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.forecast import Fate, fates
from engines.grande_armee.movement.forced import Forced, first_roll, second_roll
from engines.grande_armee.state import State, position

MARCHES: Mapping[March, N_] = {
    "go": N_("goes on {chance}"),
    "op": N_("may halt or roll again {chance}"),
    "disrupted": N_("goes on disrupted {chance}"),
    "eliminated": N_("lost {chance}"),
}
RESULTS: Mapping[Result, N_] = {
    "Ae": N_("attackers eliminated"),
    "Ars": N_("attackers scatter"),
    "Ar1Drs": N_("attackers back 1, defenders scatter"),
    "Dr1": N_("defenders back 1"),
    "Dr2": N_("defenders back 2"),
    "Drs": N_("defenders scatter"),
    "1/2ex": N_("half exchange"),
    "De": N_("defenders eliminated"),
}


def first(box: Box, march: Forced, modifier: int) -> list[str]:
    """What the first roll of a forced march may come to."""
    return list(_ways(lambda face: first_roll(box.tables, march, face, modifier)))


def again(box: Box, march: Forced, face: int, modifier: int) -> list[str]:
    """What the second roll may come to, after the natural face of the first."""
    return list(_ways(lambda die: second_roll(box.tables, march, face, die, modifier)))


def _ways(come_to) -> Iterator[str]:  # type: ignore[no-untyped-def]
    ways = die().map(come_to)
    for result, words in MARCHES.items():
        chance = ways.exactly(result)
        if chance:
            yield words(chance=percent(chance))


FATES: Mapping[Fate, N_] = {
    "unharmed": N_("unharmed {chance}"),
    "halted": N_("halted {chance}"),
    "disrupted": N_("disrupted {chance}"),
    "eliminated": N_("lost {chance}"),
}
"""What a forced march may come to."""


def risks(box: Box, state: State, action: Marched | Triple) -> list[str]:
    """What a forced march may come to, exactly: halted where that is possible, or rolled for again."""
    policies = {
        False: N_("If it halts when it may: {ways}"),
        True: N_("If it rolls again: {ways}"),
    }
    known: dict[str, Mapping[Fate, Fraction]] = {}
    for again, words in policies.items():
        come = fates(box, state, action, again=again)
        if come not in known.values():
            ways = [FATES[fate](chance=percent(come[fate])) for fate in FATES if fate in come]
            known[words(ways=", ".join(ways))] = come
    return list(known)


def odds(box: Box, state: State, action: Declared) -> Odds:
    """How an attack would stand if it were declared now."""
    table = position(box, state)
    attack = Attack(
        side=state.side,
        targets=action.targets,
        units=action.units,
        leaders=action.leaders,
        stands=tuple(dict.fromkeys(table.pieces[id].hex for id in action.units)),
    )
    return Field(table, state.spent, state.first).odds(attack)


def battle(box: Box, known: Odds) -> list[str]:
    """What a battle at these odds may come to."""
    ways = die().map(lambda face: known.result(box.tables, face))
    return [
        _("{result} {chance}", result=words, chance=percent(chance))
        for result, words in RESULTS.items()
        if (chance := ways.exactly(result))
    ]
