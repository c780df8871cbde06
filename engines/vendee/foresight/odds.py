"""Forecast of an attack: every chance exactly, incidents included, from what the asking side can know.

All draws of incidents and all 36 throws are enumerated; marches to the guns are left out. The terms are
those of `reckoning`, by which the rules read the dice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

import msgspec

from data.catalogue import _, retold
from data.nouns import clauses
from data.vendee.schema import IncidentId, Side
from engines.core.contract import Odds
from engines.core.events import Modifier
from engines.core.odds import Ways, draws, two_dice
from engines.core.refusals import Refusal
from engines.vendee.actions import Action, Move
from engines.vendee.box import Box, Result, share
from engines.vendee.combat import march
from engines.vendee.combat.actions import Guns
from engines.vendee.combat.frames import Battle
from engines.vendee.combat.reckoning import (
    TERRAINS,
    Clash,
    Force,
    Reckoning,
    clash_of,
    code,
    incident_effect,
    reckon,
)
from engines.vendee.frames import SIDES, Activation, Kind, Operations, enemy
from engines.vendee.position.groups import choose, fresh, standing
from engines.vendee.position.sight import Sight, look
from engines.vendee.position.stacking import needs_test
from engines.vendee.position.supply import cuts, supplied
from engines.vendee.state import State, sorted_points

Thrown = tuple[Result, int]
"""A result, and percent of the winner's losses."""


class ResultChance(msgspec.Struct, frozen=True):
    """One result of the table and how likely it is."""

    result: str
    """The result as the table prints it: `AR2-40`."""
    loser: Side
    rout: bool
    areas: int
    """The areas that the loser goes."""
    chance: Fraction


class Forecast(msgspec.Struct, frozen=True):
    """A side's possible knowledge of a combat in advance."""

    area: str
    attacker: Side
    attackers: int
    defenders: int | None = None
    """The defending points; None where they lie face down, and only the ground is known."""
    ratio: str | None = None
    """Column of the true odds, rounded for the defender."""
    column: str | None = None
    """Column before incidents."""
    shifts: list[Modifier] = []
    """Columns to the right, by reason, without incidents."""
    modifiers: list[Modifier] = []
    results: list[ResultChance] = []
    """The possible results, from the worst to the best for the attacker."""
    win: Fraction | None = None
    """Chance that the attacker wins."""
    losses: dict[Side, Fraction] = {}
    """Expected losses in combat points, without those of a retreat through the enemy."""
    incidents: int | None = None
    """The number drawn."""
    out_of_powder: Fraction = Fraction(0)
    """Chance of T6, when the Royalists may withdraw; results are as if they fought."""
    notes: list[str] = []


def forecast(
    box: Box,
    state: State,
    side: Side,
    area: str,
    origin: str,
    points: Mapping[Kind, int],
    generals: Sequence[str],
    *,
    fortified: bool = False,
) -> Forecast | None:
    """The combat if a group went from `origin` into a neighbouring area; None where there would be none.

    It uses nothing that the side may not know.
    """
    sight = look(box, state, side)
    seen = sight.enemy(area)
    if seen in ("none", "generals") or not points:
        return None
    foe = enemy(side)
    known = seen == "points"
    forces: dict[Side, Force] = {
        side: Force(sorted_points(points), tuple(generals)),
        foe: Force(*(standing(box, state, foe, area) if known else ({}, ()))),
    }
    clash = Clash(area, side, forces, (origin,), fortified)
    notes = [_("Marches to the guns are not counted.")]
    if not known:
        return _unknown(box, clash, [*notes, _("The defenders are face down.")])
    if side == "republican" and not fortified and _fortifiable(box, state, area):
        notes.append(_("The Royalists may still fortify (E6)."))
    return _known(box, state, clash, None, _supply(box, state, clash, side, sight, notes), notes)


def battle_forecast(box: Box, state: State, side: Side, battle: Battle) -> Forecast:
    """A combat under way, whose area lies face up, from its present stage; drawn incidents count.

    Like `forecast` it uses nothing that the asking side may not know.
    """
    drawn = battle.incidents if battle.stage not in ("guns", "answer", "draw") else None
    clash = clash_of(battle)
    notes = [_("Further marches to the guns are not counted.")] if drawn is None else []
    in_supply = _supply(box, state, clash, side, look(box, state, side), notes)
    return _known(box, state, clash, drawn, in_supply, notes)


def of_action(box: Box, state: State, action: Action) -> Odds | None:
    """The chance of an action: a march to the guns, or the first combat that a path leads to.

    None where no die decides, or where it depends on what the side may not know.
    """
    top = state.stack[-1] if state.stack else None
    if isinstance(action, Guns) and isinstance(top, Battle):
        return _march_odds(box, state, top, action)
    if not isinstance(action, Move):
        return None
    combat = path_forecast(box, state, action)
    return None if combat is None else as_odds(box, combat)


def path_forecast(box: Box, state: State, action: Move) -> Forecast | None:
    """The first combat on a path, as far as its owner sees; None where there is none.

    Counters that fall behind for want of action points are not taken into account.
    """
    top = state.stack[-1] if state.stack else None
    path = action.path
    if isinstance(top, Activation):
        side, group = top.side, choose(box, action.who, top.points, top.generals)
        path = path if path[:1] == (top.at,) else (top.at, *path)
    elif isinstance(top, Operations) and path:
        side = top.hand
        group = choose(box, action.who, *fresh(box, state, path[0], side))
    else:
        return None
    if isinstance(group, Refusal):
        return None
    for origin, area in pairwise(path):
        if (origin, area) not in box.ground.step:
            return None
        combat = forecast(box, state, side, area, origin, *group)
        if combat is not None:
            return combat
    return None


def _march_odds(box: Box, state: State, battle: Battle, action: Guns) -> Odds | None:
    """The die of the march, and before it that of Charette or Joly (V-4.2-c, V-4.2-h)."""
    side = march.marching(battle)
    group = choose(box, action.who, *standing(box, state, side, action.area))
    if isinstance(group, Refusal):
        return None
    highest = max(0, min(6, march.below(box, state, group) - 1))
    chance = Fraction(highest, 6)
    note = _("a die of {highest} or less", highest=highest)
    if side == "royalist" and needs_test(box, state, *group, battle.area):
        least = box.charts.tables.tests.charette
        chance *= Fraction(7 - least, 6)
        note = _("first a die of {least} or more to join, then {note}", least=least, note=note)
    return Odds(chance, highest, [], note)


def as_odds(box: Box, combat: Forecast) -> Odds | None:
    """The attacker's chance of victory in the words of the contract; None where it is not known."""
    if combat.win is None or combat.column is None:
        return None
    column = box.charts.columns.index(combat.column)
    needed = next(
        (total for total in range(2, 13) if box.charts.combat(column, total).loser == "defender"), 13
    )
    terms = [(term.label, term.value) for term in combat.modifiers]
    note = [_("column {column}", column=combat.column)]
    if combat.notes:
        note.append(" ".join(combat.notes))
    return Odds(combat.win, needed, terms, clauses(note))


def _fortifiable(box: Box, state: State, area: str) -> bool:
    return state.markers["e6"] > 0 and box.ground.area[area].terrain == "bocage"


def _supply(box: Box, state: State, clash: Clash, side: Side, sight: Sight, notes: list[str]) -> bool:
    """Whether the Republicans are supplied; face-down counters on the road might be generals only."""
    points = clash.forces["republican"].points
    if side == "royalist":
        return supplied(box, state, points, clash.area)
    own_eyes = frozenset(area for area in cuts(state) if area in sight.points)
    if supplied(box, state, points, clash.area, own_eyes | sight.backs):
        return True
    if supplied(box, state, points, clash.area, own_eyes):
        notes.append(_("Whether face-down counters cut the supply is not known; it is taken as cut."))
    return False


def _unknown(box: Box, clash: Clash, notes: list[str]) -> Forecast:
    """A forecast that has only the terms of the map."""
    place = box.ground.area[clash.area]
    terrain = retold(TERRAINS[place.terrain]).lower()
    notes.append(
        _("The ground is {terrain} with a stronghold.", terrain=terrain)
        if place.stronghold
        else _("The ground is {terrain}.", terrain=terrain)
    )
    return Forecast(clash.area, clash.attacker, clash.attackers, notes=notes)


def _known(
    box: Box,
    state: State,
    clash: Clash,
    drawn: Collection[IncidentId] | None,
    in_supply: bool,
    notes: list[str],
) -> Forecast:
    sums = reckon(box, state, clash, drawn or (), in_supply)
    count = box.charts.incidents(clash.attackers + clash.defenders)
    pool = state.incidents
    # Drawn incidents are among the terms already.
    left = count if drawn is None else 0
    thrown = _thrown(box, sums, draws(pool, left, lambda id: incident_effect(box, clash, id), (0, 0)))
    results = _results(clash, thrown)
    if drawn is not None:
        powder = Fraction(int("t6" in drawn))
    else:
        others = len(pool) - pool.count("t6")
        powder = 1 - Fraction(comb(others, count), comb(len(pool), count))
    return Forecast(
        clash.area,
        clash.attacker,
        clash.attackers,
        clash.defenders,
        box.charts.columns[sums.ratio],
        box.charts.columns[box.charts.shifted(sums.ratio, sums.shift)],
        list(sums.shifts),
        list(sums.modifiers),
        results,
        thrown.chance(lambda read: read[0].loser == "defender"),
        _expected(clash, thrown),
        count,
        powder,
        notes,
    )


def _thrown(box: Box, sums: Reckoning, drawn: Ways[tuple[int, ...]]) -> Ways[Thrown]:
    """Results with the winner's losses, by incidents and two dice."""

    def read(both: tuple[tuple[int, ...], tuple[int, int]]) -> Thrown:
        (shift, modifier), (white, coloured) = both
        column = box.charts.shifted(sums.ratio, sums.shift + shift)
        result = box.charts.combat(column, white + coloured + sums.modifier + modifier)
        return result, box.charts.winner_percent(white, coloured)

    return drawn.beside(two_dice()).map(read)


def _loser(clash: Clash, result: Result) -> Side:
    return clash.attacker if result.loser == "attacker" else enemy(clash.attacker)


def _results(clash: Clash, thrown: Ways[Thrown]) -> list[ResultChance]:
    def goodness(result: Result) -> tuple[int, int, int, int]:
        sign = -1 if result.loser == "attacker" else 1
        return sign, sign * result.rout, sign * result.areas, sign * result.percent

    results = thrown.map(lambda read: read[0])
    return [
        ResultChance(code(result), _loser(clash, result), result.rout, result.areas, results.exactly(result))
        for result in sorted(results.weights, key=goodness)
    ]


def _expected(clash: Clash, thrown: Ways[Thrown]) -> dict[Side, Fraction]:
    sizes: dict[Side, int] = {clash.attacker: clash.attackers, enemy(clash.attacker): clash.defenders}

    def lost(side: Side) -> Fraction:
        def points(thrown: Thrown) -> int:
            result, percent = thrown
            if _loser(clash, result) == side:
                return share(sizes[side], result.percent)
            return share(min(sizes.values()), percent)

        return thrown.mean(points)

    return {side: lost(side) for side in SIDES}
