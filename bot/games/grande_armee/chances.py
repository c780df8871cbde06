"""Possible results of dice, from the tables of the rules: forced marches and battles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeAlias, TypeVar

from bot.games.grande_armee.names import Names
from bot.games.wording import percent
from data.catalogue import N_, _
from data.grande_armee.hexes import Hex
from data.grande_armee.results import BRIEF, GLOSSES, HURT, LAMED, RESULTS, SPARED, WALLED
from data.grande_armee.tables import Fate
from data.grande_armee.texts import DISRUPTS, FATES, ROLLS, UNFED_AT
from data.nouns import labelled, listed
from engines.core.odds import die
from engines.grande_armee import actions
from engines.grande_armee.box import Box
from engines.grande_armee.combat.attack import Attack
from engines.grande_armee.combat.field import Field
from engines.grande_armee.combat.ground import field
from engines.grande_armee.combat.odds import Odds
from engines.grande_armee.combat.resolve import meant
from engines.grande_armee.forecast import fates, reply
from engines.grande_armee.movement.forced import Forced, first_roll, second_roll
from engines.grande_armee.position import UnitId
from engines.grande_armee.state import State

R = TypeVar("R", bound=str)
Hexes: TypeAlias = Sequence[Hex]


def _told(texts: Mapping[R, N_], chance: Callable[[R], Fraction]) -> list[str]:
    """The possible results, each with its chance."""
    shares: dict[N_, Fraction] = {}
    for result, text in texts.items():
        if share := chance(result):
            shares[text] = shares.get(text, Fraction()) + share
    return [_("{chance} {result}", result=text, chance=percent(share)) for text, share in shares.items()]


def first(box: Box, march: Forced, modifier: int) -> list[str]:
    """The possible results of the first roll of a forced march."""
    return _told(ROLLS, die().map(lambda face: first_roll(box.tables, march, face, modifier)).exactly)


def again(box: Box, march: Forced, before: int, modifier: int) -> list[str]:
    """The possible results of the second roll, after the natural face of the first."""
    ways = die().map(lambda face: second_roll(box.tables, march, before, face, modifier))
    return _told(ROLLS, ways.exactly)


def risks(box: Box, state: State, action: actions.March | actions.Triple) -> list[str]:
    """The exact chances of a forced march: halted where that is possible, or rolled for again."""
    halting, rolling = (fates(box, state, action, again=again) for again in (False, True))
    again = [_("Rolling again: {ways}", ways=_ways(rolling))] if rolling != halting else []
    return [_("Halting when it may: {ways}", ways=_ways(halting)), *again]


def risk(box: Box, state: State, action: actions.March | actions.Triple) -> str:
    """The chances of a forced march that halts where it may."""
    return _ways(fates(box, state, action, again=False))


def _ways(come: Mapping[Fate, Fraction]) -> str:
    return ", ".join(_told(FATES, lambda fate: come.get(fate, Fraction())))


def fight(box: Box, state: State, action: actions.Attack | actions.Resolve, *, brief: bool = False) -> str:
    """The present odds of a battle and its possible results; empty where none is declared."""
    on = field(box, state)
    if isinstance(action, actions.Attack):
        attack = on.attack(state.side, action)
    elif (nth := meant(state, action)) is None:
        return ""
    else:
        attack = state.attacks[nth]
    return stands(on, attack, on.odds(attack), brief=brief)


def stands(on: Field, attack: Attack, known: Odds, *, brief: bool = False) -> str:
    """A battle at some odds."""
    box, drowned = on.position.box, on.drowned(attack, known)
    return battle(box, known, attack.targets, on.hurt(attack), drowned=drowned, brief=brief)


def answers(names: Names, state: State, attack: Attack) -> Iterator[str]:
    """What the defenders can do about an attack before it is fought: spend supply, and retreat."""
    on, (fed, going) = field(names.box, state), reply(names.box, state, attack)
    if hungry := _starved(on, attack):
        yield _("Without supply, at half strength: {units}.", units=names.brief(hungry))
    if fed != on.odds(attack):
        yield _("If they spend supply: {odds}.", odds=stands(on, attack, fed))
    if not going:
        yield _("Nobody can retreat before combat.")
    elif len(going) == len(on.defenders(attack)):
        yield _("All can retreat before combat.")
    else:
        yield _("These can retreat before combat: {units}.", units=names.brief(going))


def battle(box: Box, known: Odds, at: Hexes, hurt: set[bool], *, drowned: bool, brief: bool = False) -> str:
    """The odds of a battle, its column, and the result of each face of the die.

    :param hurt: whether the defenders are disrupted; both, where some of them are.
    :param drowned: whether an unbridged river decides it without a die (G-COM-J-1).
    :param brief: without its column, in few words.
    """
    said = odds(known)
    if not (drowned or brief):
        columns = box.tables.combat.columns
        if column := known.column(box.tables):
            said = _("{odds}, column {column} %", odds=said, column=column)
        else:
            said = _("{odds}, column below {column} %", odds=said, column=columns[1])
    return labelled(said, results(box, known, at, hurt, drowned=drowned, brief=brief))


def odds(known: Odds) -> str:
    """`22 to 4`."""
    return _("{attack} to {defence}", attack=known.attack, defence=known.defence)


def results(box: Box, known: Odds, at: Hexes, hurt: set[bool], *, drowned: bool, brief: bool = True) -> str:
    """The possible results of a battle, each with its chance; parameters as in `battle`."""
    if drowned:
        return _(
            "attackers eliminated without a die: less than {least} % across the river",
            least=box.figures.river,
        )
    words = {**(BRIEF if brief else RESULTS), **(HURT if hurt == {True} else {})}
    faces = die().map(lambda face: known.result(box.tables, face))
    said = ", ".join(_told(WALLED if (walled := box.walled(at)) else words, faces.exactly))
    mixed = len(hurt) > 1 and not (brief or walled) and any(map(faces.exactly, HURT))
    return LAMED(results=said) if mixed else said


def unfed(names: Names, state: State) -> Iterator[str]:
    """The defenders who fight at half strength as things stand, attack by attack."""
    on = field(names.box, state)
    for attack in (each for each in state.attacks if each.state == "declared"):
        if hungry := _starved(on, attack):
            hexes = listed(map(names.hex, attack.targets))
            yield UNFED_AT(hexes=hexes, units=names.brief(hungry))


def _starved(on: Field, attack: Attack) -> list[UnitId]:
    """The defenders who fight at half strength as things stand."""
    return on.hungry(id for id in on.defenders(attack) if on.position.kind(id).combat)


def glosses(box: Box, state: State, *, every: bool = False) -> Iterator[str]:
    """The meaning of what the declared battles may bring, or any battle."""
    on = field(box, state)
    brought = {
        result
        for fight, known in [(each, on.odds(each)) for each in state.attacks if each.state == "declared"]
        for result in map(partial(known.result, box.tables), range(1, 7))
        if result not in SPARED or not box.walled(fight.targets)
    }
    yield from dict.fromkeys(str(text) for result, text in GLOSSES.items() if every or result in brought)
    yield str(DISRUPTS)
