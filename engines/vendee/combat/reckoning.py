"""The arithmetic of a combat: odds, columns and modifiers, each with its reason (4.1).

Dice and forecast read the same terms, so that a shown chance can't differ from the roll.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from data.catalogue import marked
from data.sentences import Phrase, _l
from data.vendee.schema import Incident, IncidentId, Side
from engines.core.events import Modifier
from engines.vendee.box import Box, Result
from engines.vendee.combat.frames import Battle, Contingent
from engines.vendee.frames import SIDES, Kind, Points, enemy
from engines.vendee.position.supply import supplied
from engines.vendee.state import State, leads, sorted_points, total
from engines.vendee.tracks.powder import marker_of

TERRAINS = {
    "clear": marked("Clear"),
    "mixed": marked("Mixed"),
    "marsh": marked("Marsh"),
    "bocage": marked("Bocage"),
}


class Force(NamedTuple):
    """The counters of one side in a combat."""

    points: Points
    generals: tuple[str, ...]


class Clash(NamedTuple):
    """The two sides and the area of a combat."""

    area: str
    attacker: Side
    forces: Mapping[Side, Force]
    entries: tuple[str, ...]
    """Areas from which the attackers came, one for each contingent."""
    fortified: bool = False

    @property
    def attackers(self) -> int:
        """Combat points of the attacker."""
        return total(self.forces[self.attacker].points)

    @property
    def defenders(self) -> int:
        """Combat points of the defender."""
        return total(self.forces[enemy(self.attacker)].points)


class Reckoning(NamedTuple):
    """Column and modifiers before the dice; + is good for the attacker."""

    ratio: int
    """Column of the true odds."""
    long: bool
    """Whether the true odds are below the first column."""
    shifts: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]

    @property
    def shift(self) -> int:
        """Columns to the right, all together (V-T-COL-b)."""
        return sum(term.value for term in self.shifts)

    @property
    def modifier(self) -> int:
        """All modifiers together (V-T-DRM-d)."""
        return sum(term.value for term in self.modifiers)


def code(result: Result) -> str:
    """A result as it is printed (V-T-CRT-a)."""
    return f"{result.loser[0].upper()}{'D' if result.rout else 'R'}{result.areas}-{result.percent}"


def strength(contingents: Iterable[Contingent]) -> Points:
    """Combat points of contingents by kind."""
    points: dict[Kind, int] = {}
    for contingent in contingents:
        for kind, condition in contingent.points.items():
            points[kind] = points.get(kind, 0) + condition.total
    return sorted_points(points)


def contingents_of(battle: Battle, side: Side) -> tuple[Contingent, ...]:
    """A side's counters in a combat."""
    return battle.attacking if side == battle.attacker else battle.defending


def generals_of(contingents: Iterable[Contingent]) -> tuple[str, ...]:
    """Generals of contingents."""
    return tuple(general for contingent in contingents for general in contingent.generals)


def clash_of(battle: Battle) -> Clash:
    """The present sides and area of a combat."""
    forces = {
        side: Force(strength(contingents_of(battle, side)), generals_of(contingents_of(battle, side)))
        for side in SIDES
    }
    entries = tuple(part.origin for part in battle.attacking if part.origin is not None and part.points)
    return Clash(battle.area, battle.attacker, forces, entries, battle.fortified)


def reckon(
    box: Box,
    state: State,
    clash: Clash,
    incidents: Collection[IncidentId] = (),
    in_supply: bool | None = None,
) -> Reckoning:
    """Odds, shifts and modifiers; an incident drawn twice counts once (V-4.3-c).

    :param in_supply: whether the Republicans are supplied, where the viewer does not know it for sure.
    """
    ratio, long = box.charts.odds(clash.attackers, clash.defenders)
    if in_supply is None:
        in_supply = supplied(box, state, clash.forces["republican"].points, clash.area)
    shifts = [*_ground(box, clash), *_crossing(box, clash)]
    if not in_supply:
        shifts.append(_for(clash, "royalist", box.charts.tables.shifts.unsupplied, marked("No supply")))
    modifiers = [*_tactics(box, state, clash), *_morale(box, state, clash), *_powder(box, state, clash)]
    modifiers.extend(_defences(box, clash, long))
    for id in dict.fromkeys(incidents):
        shift, modifier = incident_effect(box, clash, id)
        name = _numbered(id, box.incident[id].name)
        shifts.append(Modifier(name, shift))
        modifiers.append(Modifier(name, modifier))
    return Reckoning(
        ratio,
        long,
        tuple(term for term in shifts if term.value),
        tuple(term for term in modifiers if term.value),
    )


def incident_effect(box: Box, clash: Clash, id: IncidentId) -> tuple[int, int]:
    """Columns and modifier of an incident for the attacker; T6 as in a fight."""
    incident = box.incident[id]
    if incident.favours is None or not _holds(clash, id):
        return 0, 0
    sign = 1 if incident.favours == clash.attacker else -1
    return sign * incident.shift, sign * _incident_modifier(box, clash, incident)


def _incident_modifier(box: Box, clash: Clash, incident: Incident) -> int:
    clear = box.ground.area[clash.area].terrain == "clear"
    return incident.drm_clear if clear and incident.drm_clear is not None else incident.drm


def _holds(clash: Clash, id: IncidentId) -> bool:
    """T11 needs Mayençais, T12 too few of them."""
    points = clash.forces["republican"].points
    mayence = points.get("mayence", 0)
    if id == "t11":
        return mayence > 0
    return id != "t12" or 2 * mayence < total(points)


def _numbered(id: str, name: str) -> Phrase:
    return _l("{number} {incident}", number=id.upper(), incident=name)


def _for(clash: Clash, side: Side, value: int, label: Phrase) -> Modifier:
    return Modifier(label, value if side == clash.attacker else -value)


def _ground(box: Box, clash: Clash) -> list[Modifier]:
    """The column shift of the terrain (V-T-COL-a)."""
    table = box.charts.tables.shifts
    terrain = box.ground.area[clash.area].terrain
    return [_for(clash, "royalist", table.on(terrain), _l("{terrain} ground", terrain=TERRAINS[terrain]))]


def _crossing(box: Box, clash: Clash) -> list[Modifier]:
    """The shift of a bridge, by how many cross it; that of the Gois is always in full (V-4.1-u)."""
    table = box.charts.tables.shifts
    ways = [box.ground.step[entry, clash.area].way for entry in clash.entries]
    if "gois" in ways:
        return [Modifier(marked("Attack across the Gois"), -table.gois)]
    if "bridge" not in ways:
        return []
    if all(way == "bridge" for way in ways):
        return [Modifier(marked("Bridge, total defence"), -table.bridge_total)]
    return [Modifier(marked("Bridge, partial defence"), -table.bridge_partial)]


def _tactics(box: Box, state: State, clash: Clash) -> list[Modifier]:
    """The rating of the best general of each side who has combat points of his army with him (V-4.1-s)."""
    terms: list[Modifier] = []
    for side in (clash.attacker, enemy(clash.attacker)):
        points, generals = clash.forces[side]
        leading = [general for general in generals if any(leads(state, general, kind) for kind in points)]
        if leading:
            best = max(leading, key=lambda general: box.general[general].tactical)
            terms.append(_for(clash, side, box.general[best].tactical, box.name(best)))
    return terms


def _morale(box: Box, state: State, clash: Clash) -> list[Modifier]:
    """The modifier for the side with the better morale (V-T-DRM-a)."""
    blue, royal = state.morale["republican"], state.morale["royalist"]
    if blue == royal:
        return []
    better: Side = "republican" if blue > royal else "royalist"
    return [_for(clash, better, box.charts.tables.modifiers.better_morale, marked("Better morale"))]


def _powder(box: Box, state: State, clash: Clash) -> list[Modifier]:
    """The powder of the most numerous army; the Royalists take the best of those that tie (V-4.1-t, A-36)."""
    tied = marker_of(clash.forces["royalist"].points)
    army = max(tied, key=lambda army: state.powder[army])
    lowest = box.charts.tables.powder.lowest
    value = box.charts.tables.modifiers.powder[state.powder[army] - lowest]
    return [_for(clash, "royalist", value, _l("Arms and powder of {short}", short=box.army[army].short))]


def _defences(box: Box, clash: Clash, long: bool) -> list[Modifier]:
    table = box.charts.tables.modifiers
    terms: list[Modifier] = []
    if box.ground.area[clash.area].stronghold:
        terms.append(Modifier(marked("Stronghold"), -table.stronghold))
    if long:
        terms.append(Modifier(marked("Odds below 1:3"), -table.long_odds))
    if clash.fortified:
        terms.append(_for(clash, "royalist", box.event["e6"].drm, _numbered("e6", box.event["e6"].name)))
    return terms
