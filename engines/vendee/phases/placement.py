"""Placement of reinforcements and returning generals (2.2, 7.1).

Areas on both banks of the Loire are adjacent: the river closes ways, but arrivals do not march (A-98).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from data.nouns import listed
from data.sentences import _l, first
from data.vendee.schema import Army, Side
from engines.core.refusals import Refusal
from engines.vendee.box import Box
from engines.vendee.frames import Kind, enemy
from engines.vendee.position.groups import Group
from engines.vendee.position.stacking import armies, ban, entry_ban, illegal_mix, together
from engines.vendee.position.supply import bases
from engines.vendee.state import (
    State,
    controlled,
    gatine,
    generals_in,
    held_by,
    kinds_in,
    points_in,
    stationed,
)


def open_areas(box: Box, state: State, army: Army, general: str | None = None) -> tuple[str, ...]:
    """Areas where combat points of an army, or a general of it, may arrive, in map order, without stacking.

    Stacking counts only where it closes their whole zone to Royalists, who then arrive next to it (A-102).
    """
    if army in box.ground.bases:
        return _republican(box, state, army)
    return _royalist(box, state, army, general)


def counters(
    state: State, points: Mapping[Kind, int], generals: tuple[str, ...]
) -> list[tuple[Army, str | None]]:
    """The arguments of `open_areas` for a group: each army of the combat points, then each general."""
    of: list[tuple[Army, str | None]] = [(army, None) for army in sorted(armies(state, points, ()))]
    return [*of, *((army, id) for id in generals for army in armies(state, (), (id,)))]


def preferred(box: Box, state: State, army: Army, general: str | None = None) -> list[str]:
    """The open areas, the default first (I-24)."""
    return sorted(open_areas(box, state, army, general), key=lambda area: _choice(box, state, army, area))


def _choice(box: Box, state: State, army: Army, area: str) -> tuple[int, int]:
    """Rank: own strong bases, bases; primary objectives, objectives, areas of own men; then map order."""
    ground = box.ground
    place = ground.area[area]
    rank = 3
    if army in ground.bases:
        if area in bases(box, state, army):
            rank = 0 if place.stronghold else 1
    elif area in next((areas for known, areas in ground.objectives.items() if known == army), ()):
        rank = 0 if place.objective == "primary" else 1
    elif army in state.forces.get(area, {}) and ground.zone_of(area, gatine(state)) == army:
        rank = 2
    return rank, ground.order[area]


def _republican(box: Box, state: State, army: Army) -> tuple[str, ...]:
    """Bases, and areas next to a lost base (V-2.2-h to j); at the start anywhere near them (V-7.1-d)."""
    ground = box.ground
    if state.turn == 1:
        places = {area for known, areas in ground.placement.items() if known == army for area in areas}
    else:
        own = bases(box, state, army)
        lost = [base for base in own if points_in(state, base, "royalist")]
        places = {*own, *(near for base in lost for near in ground.neighbours[base])}
    return tuple(area for area in ground.area if area in places and not points_in(state, area, "royalist"))


def _royalist(box: Box, state: State, army: Army, general: str | None) -> tuple[str, ...]:
    """The army's own zone, else next to it, and there first another army's zone (V-2.2-l to n)."""
    ground, risen = box.ground, gatine(state)
    if state.turn == 1:
        return next((areas for known, areas in ground.objectives.items() if known == army), ())
    blue = held_by(state, "republican")
    counter: Group = ({}, (general,)) if general else ({army: 1}, ())

    def safe(area: str) -> bool:
        return area not in blue and blue.isdisjoint(ground.controlled_from[area])

    def room(areas: tuple[str, ...]) -> bool:
        return any(company_refusal(box, state, "royalist", *counter, area) is None for area in areas)

    zone = next(areas for known, areas in ground.zones(risen).areas.items() if known == army)
    own = tuple(area for area in zone if safe(area))
    if room(own):
        return own
    near = tuple(
        area
        for area in ground.area
        if area not in zone and not set(ground.neighbours[area]).isdisjoint(zone) and safe(area)
    )
    friendly = tuple(area for area in near if ground.zone_of(area, risen) is not None)
    nearest = friendly if room(friendly) else near
    return nearest if room(nearest) else own or friendly or near


def place_refusal(
    box: Box, state: State, side: Side, points: Mapping[Kind, int], generals: tuple[str, ...], area: str
) -> Refusal | None:
    """The refusal of arrivals in an area together, or None."""
    for army, general in counters(state, points, generals):
        if area not in open_areas(box, state, army, general):
            return _where(box, state, side, army, general, area)
    return company_refusal(box, state, side, points, generals, area)


def company_refusal(
    box: Box, state: State, side: Side, points: Mapping[Kind, int], generals: tuple[str, ...], area: str
) -> Refusal | None:
    """The refusal of arrivals with the counters in an area that is open to their armies, or None."""
    if points_in(state, area, enemy(side)):
        return Refusal("V-2.2-o", _l("Enemy combat points are in {area}", area=box.name(area)))
    apart = together(box, state, side, points, generals, area)
    if apart or not (points_in(state, area, side) or generals_in(box, state, area, side)):
        return apart
    if illegal_mix(box, state, side, area):
        return Refusal(
            "V-3.5-d",
            _l("Armies thrown together in {area} are not reinforced there", area=box.name(area)),
        )
    reason = ban(box, state, side, points, generals, area)
    if reason:
        return reason
    if side == "royalist":
        entry = entry_ban(box, state, side, points, generals, area)
        if entry:
            return entry
        if "bas-poitou" in armies(state, points, generals):
            # The test of Charette and Joly belongs to movement: an arrival is no march (V-3.5-l).
            present = armies(state, kinds_in(state, area, side), generals_in(box, state, area, side))
            if present & {"anjou", "centre"}:
                return Refusal(
                    "V-3.5-l",
                    _l("Bas-Poitou is not placed with Anjou or the Centre in {area}", area=box.name(area)),
                )
    return None


def _where(box: Box, state: State, side: Side, army: Army, general: str | None, area: str) -> Refusal:
    name, whose = box.name(area), box.army[army].name
    who = first(whose)
    if state.turn == 1:
        if side == "republican":
            return Refusal(
                "V-7.1-d",
                _l(
                    "{name} is in a zone, or nearest to a base of another army than {whose}",
                    name=name,
                    whose=whose,
                ),
            )
        return Refusal("V-7.1-h", _l("{who} must start in the objectives of their own zone", who=who))
    if side == "republican":
        return Refusal("V-2.2-h", _l("{who} arrives at its bases, or next to a lost one", who=who))
    if controlled(box, state, area, "republican"):
        return Refusal("V-2.2-l", _l("{name} is controlled by Republicans", name=name))
    places = _royalist(box, state, army, general)
    if not places:
        return Refusal(
            "V-2.2-n",
            _l("No area in or next to their own zone is open to {whose}", whose=whose),
        )
    if any(box.ground.zone_of(place, gatine(state)) == army for place in places):
        return Refusal("V-2.2-m", _l("{who} must arrive in their own zone while any of it is open", who=who))
    names = listed(map(box.name, places), "or")
    return Refusal(
        "V-2.2-m",
        _l("No area of their own zone is open, and {whose} must arrive in {names}", whose=whose, names=names),
    )


class Openings:
    """Areas for single counters, looked up once for all that arrive while nothing changes."""

    def __init__(self, box: Box, state: State, side: Side) -> None:
        self._box, self._state, self._side = box, state, side
        self._areas: dict[tuple[Army, str | None], tuple[str, ...]] = {}
        self._peopled = {*state.forces, *stationed(box, state, side)}

    def to(self, group: Group) -> Iterator[str]:
        """Areas where one counter, or points of one kind, may be placed, quotas aside."""
        box, state = self._box, self._state
        for counter in counters(state, *group):
            if counter not in self._areas:
                self._areas[counter] = open_areas(box, state, *counter)
            for area in self._areas[counter]:
                # In an empty area stacking does not apply.
                if area not in self._peopled or company_refusal(box, state, self._side, *group, area) is None:
                    yield area
