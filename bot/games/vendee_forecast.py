"""Forecasts of combats of *For God and For the King*, every term with its reason, for one side alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import msgspec

from bot.games.vendee_combat import summed
from bot.games.vendee_names import Names, face_down, level, packed, percent
from data.vendee.schema import BLUE_ARMIES, Side
from engines.vendee import odds
from engines.vendee.combat_actions import Guns, Pursue
from engines.vendee.combat_frames import Battle, Contingent, Pursuit
from engines.vendee.frames import Activation, Condition, Fortify, Kind, Points, enemy
from engines.vendee.groups import choose
from engines.vendee.march import marching
from engines.vendee.odds import Forecast, ResultChance
from engines.vendee.reckoning import generals_of, strength
from engines.vendee.refusals import Refusal
from engines.vendee.sight import Sight
from engines.vendee.state import State, by_kind, gatine, generals_in

HOPELESS = Fraction(1, 5)
"""A chance of victory below this is worth a warning."""
HIGHEST = 12
"""Of two dice."""
MOST_OF_A_COUNTER = 10
SUPPOSED = (2, 5, 10, 15)
"""Combat points that counters face down are supposed to be."""


class Forecasts:
    """Forecasts from what one side can know in one state."""

    def __init__(self, names: Names, state: State, side: Side) -> None:
        self.names = names
        self.state = state
        self.side: Side = side

    def of_battle(self, march: Guns | None = None) -> Fraction:
        """The side's chance of victory in the combat under way, if that march comes in too."""
        battle = self.state.stack[-1]
        assert isinstance(battle, Battle)
        if march is not None:
            battle = self._joined(battle, march)
        found = odds.battle_forecast(self.names.box, self.state, self.side, battle)
        assert found.win is not None
        return found.win if battle.attacker == self.side else 1 - found.win

    def _joined(self, battle: Battle, march: Guns) -> Battle:
        box, state, side = self.names.box, self.state, marching(battle)
        there = by_kind(state, march.area, side), tuple(generals_in(box, state, march.area, side))
        group = choose(box, march.who, *there)
        if isinstance(group, Refusal):
            return battle
        part = contingent(march.area, *group)
        if side == battle.attacker:
            return msgspec.structs.replace(battle, attacking=(*battle.attacking, part))
        return msgspec.structs.replace(battle, defending=(*battle.defending, part))

    def of_pursuit(self, action: Pursue) -> tuple[Forecast, Contingent] | None:
        """The combat that a pursuit leads into, and who pursues; None where it leads into none."""
        frame = self.state.stack[-1]
        assert isinstance(frame, Pursuit)
        group = choose(
            self.names.box, action.who, strength(frame.contingents), generals_of(frame.contingents)
        )
        if isinstance(group, Refusal):
            return None
        for origin, area in pairwise((frame.at, *action.path)):
            found = odds.forecast(self.names.box, self.state, self.side, area, origin, *group)
            if found is not None:
                return found, contingent(origin, *group)
        return None

    def of_fortified(self, *, fortified: bool) -> Fraction | None:
        """The royalists' chance against Republicans who are about to enter; None where they lie face down."""
        state, box = self.state, self.names.box
        (*_, entering, top) = state.stack
        assert isinstance(top, Fortify)
        match entering:
            case Activation(at=at, points=points, generals=generals):
                attack = contingent(at, points, generals)
            case Pursuit(at=at, contingents=parts):
                attack = contingent(at, strength(parts), generals_of(parts))
            case _:
                return None
        if at in Sight(box, state, self.side).backs:
            return None
        defence = contingent(
            None, by_kind(state, top.area, self.side), generals_in(box, state, top.area, self.side)
        )
        battle = Battle(top.area, enemy(self.side), (attack,), (defence,), fortified=fortified)
        found = odds.battle_forecast(box, state, self.side, battle)
        assert found.win is not None
        return 1 - found.win

    def lines(self, found: Forecast, attack: Contingent, backs: int) -> list[str]:
        """A combat in full, as far as it can be foreseen.

        :param backs: counters face down, where the defenders lie so.
        """
        return self._known(found) if found.win is not None else self._unknown(found, attack, backs)

    def _known(self, found: Forecast) -> list[str]:
        odd = odds.as_odds(self.names.box, found)
        assert odd is not None
        assert found.win is not None
        name = self.names.name(found.area)
        sizes = f"{found.attackers} against {found.defenders}"
        lines = [f"⚔️ **Combat in {name}**: {sizes}, **victory {percent(found.win)}**."]
        if found.win < HOPELESS:
            lines.append(f"⚠️ **Little hope**: this attack fails in {percent(1 - found.win)} of all cases.")
        shifted = [f"= **{found.column}**"] if found.shifts else []
        head = f"-# Odds {found.attackers} to {found.defenders}: column {found.ratio}"
        lines += summed(head, found.shifts, shifted)
        needs = f"{odd.needed} or more wins" if odd.needed <= HIGHEST else "no sum wins"
        needs += " without incidents"
        total = f"= {level(sum(term.value for term in found.modifiers))}" if found.modifiers else "unmodified"
        lines += summed("-# 🎲 Two dice", found.modifiers, [f"{total}; {needs}"])
        own, other = (float(found.losses[side]) for side in (found.attacker, enemy(found.attacker)))
        return [
            *lines,
            *self._results(found),
            f"**Losses on average** {own:.1f} of yours, {other:.1f} of theirs",
            *self._small_print(found),
        ]

    def _results(self, found: Forecast) -> Iterator[str]:
        """Chances by what becomes of whom, the gentlest first."""
        for loser in (enemy(found.attacker), found.attacker):
            of = [result for result in found.results if result.loser == loser]
            whose = "**You**" if loser == self.side else self.names.side(loser)
            # The table's results go from the worst for the attacker to the best.
            gentle = of[::-1] if loser == found.attacker else of
            if of:
                yield from packed(f"{whose} ", list(_classes(gentle)))

    def _small_print(self, found: Forecast) -> list[str]:
        drawn = f"{found.incidents} incident{'' if found.incidents == 1 else 's'}"
        told = [f"The chances count {drawn}."]
        if found.out_of_powder:
            told.append(
                f"Out of powder (T6) {percent(found.out_of_powder)}: then the royalists may withdraw."
            )
        return packed("-# 🎴 ", [*told, *found.notes], " ")

    def _unknown(self, found: Forecast, attack: Contingent, backs: int) -> list[str]:
        """A combat, if it comes to one: what is not known is supposed, and said to be so."""
        names = self.names
        army = presumed(names, self.state, enemy(self.side), found.area)
        counts = [count for count in SUPPOSED if count <= MOST_OF_A_COUNTER * backs]
        chances = [
            f"against {count}: {percent(self._supposed(found.area, attack, army, count))}" for count in counts
        ]
        bocage = names.box.ground.area[found.area].terrain == "bocage"
        e6 = self.side == "republican" and bocage and self.state.markers["e6"] > 0
        notes = [*found.notes, *(["The royalists may still fortify (E6)."] if e6 else [])]
        return [
            f"❔ **{names.name(found.area)}**: {face_down(backs)}; combat if combat points are among them.",
            *packed(f"**Your {found.attackers} win** ", chances),
            f"-# Supposed are men of {names.army(army)} without a general; who they are is not known.",
            *packed("-# ", notes, " "),
        ]

    def _supposed(self, area: str, attack: Contingent, army: Kind, points: int) -> Fraction:
        """The chance of victory if so many combat points of an army defended an area."""
        battle = Battle(area, self.side, (attack,), (Contingent(None, {army: Condition(points)}),))
        found = odds.battle_forecast(self.names.box, self.state, self.side, battle)
        assert found.win is not None
        return found.win


def contingent(origin: str | None, points: Points, generals: Sequence[str]) -> Contingent:
    """Those who come into a combat from an area, or have stood there."""
    return Contingent(
        origin, {kind: Condition(activated=count) for kind, count in points.items()}, tuple(generals)
    )


def presumed(names: Names, state: State, side: Side, area: str) -> Kind:
    """The army whose men one would expect in an area: that of its zone, or of the nearest base."""
    ground = names.box.ground
    if side == "royalist":
        return ground.zone_of(area, gatine(state)) or "anjou"
    return min(BLUE_ARMIES, key=lambda army: ground.to_base[army][area])


def _classes(results: Sequence[ResultChance]) -> Iterator[str]:
    """`retreat 2 areas 12%`: results of one loser by what becomes of him."""
    classes: dict[tuple[bool, str], Fraction] = {}
    for result in results:
        key = (result.rout, result.result[2])
        classes[key] = classes.get(key, Fraction(0)) + result.chance
    for (rout, areas), chance in classes.items():
        yield f"{'rout' if rout else 'retreat'} {areas} area{'' if areas == '1' else 's'} {percent(chance)}"
