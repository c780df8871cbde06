"""The scene of a view for a picture: the stacks by hex, the fortresses, the state of the war."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from data.grande_armee.hexes import Hex, distance
from data.grande_armee.places import Places
from data.grande_armee.schema import SIDES, Nation, Pack, Scenario, Side
from engines.grande_armee.view import UnitView, View
from render.once import once

Share = Literal["none", "some", "all"]


class Troop(NamedTuple):
    """Combat units of one kind on a hex."""

    arm: Literal["infantry", "cavalry"]
    strength: int
    allowance: int
    number: int


class Stack(NamedTuple):
    """The units of one side on a hex."""

    side: Side
    nation: Nation
    """The nation of the strongest unit."""
    strength: int
    troops: tuple[Troop, ...]
    leaders: tuple[str, ...]
    """Names, the best first."""
    supplies: int
    depots: int
    disrupted: Share
    doomed: bool
    hurt: int = 0
    """The number of disrupted units."""

    @property
    def units(self) -> int:
        """The number of combat units."""
        return sum(troop.number for troop in self.troops)


class Names(NamedTuple):
    """The names of a pack."""

    leader: dict[str, str]
    town: dict[str, str]
    at: dict[Hex, str]
    """Towns by hex."""
    scenario: dict[str, Scenario]
    places: Places
    known: dict[Hex, str]
    """Hexes that have been told, in the language of the pack."""

    def hex(self, hex: Hex) -> str:
        """A hex by its town, or by its id and the nearest town."""
        if hex not in self.known:
            self.known[hex] = self.at.get(hex) or str(self.places.beside(hex))
        return self.known[hex]


@once
def names(pack: Pack) -> Names:
    """The names of a pack."""
    at = {town.hex: town.name for town in pack.towns.town}
    return Names(
        {leader.id: leader.name for leader in pack.units.leader},
        {town.id: town.name for town in pack.towns.town},
        at,
        {scenario.id: scenario for scenario in pack.scenarios.scenario},
        Places(at),
        {},
    )


def gathered(view: View, pack: Pack) -> dict[tuple[Hex, Side], Stack]:
    """The units of each side on each hex."""
    units: dict[tuple[Hex, Side], list[tuple[str, UnitView]]] = {}
    for id, unit in view.units.items():
        if unit.hex is not None:
            units.setdefault((unit.hex, unit.side), []).append((id, unit))
    return {(hex, side): _stack(side, some, pack) for (hex, side), some in units.items()}


def stacks(view: View, pack: Pack) -> dict[Hex, Stack]:
    """The stacks on the map."""
    # Where doomed units share a hex with the enemy, those that are to stay are shown.
    lasting = sorted(gathered(view, pack).items(), key=lambda item: not item[1].doomed)
    return {hex: stack for (hex, _side), stack in lasting}


def _stack(side: Side, units: Iterable[tuple[str, UnitView]], pack: Pack) -> Stack:
    every = sorted(units, key=lambda item: (-item[1].strength, item[0]))
    combat = [unit for _, unit in every if unit.kind in ("infantry", "cavalry")]
    kinds = Counter((unit.kind, unit.strength, unit.allowance) for unit in combat)
    chiefs = [(id, unit) for id, unit in every if unit.kind == "leader"]
    chiefs.sort(key=lambda item: (-(item[1].offence or 0), item[0]))
    known = names(pack).leader
    hurt = [unit.disrupted is not None for _, unit in every if not combat or unit in combat]
    return Stack(
        side,
        (combat or [unit for _, unit in every])[0].nation,
        sum(unit.strength for unit in combat),
        tuple(
            Troop(arm, strength, allowance, number)  # type: ignore[arg-type]
            for (arm, strength, allowance), number in sorted(
                kinds.items(), key=lambda item: (item[0][0] != "infantry", -item[0][1])
            )
        ),
        tuple(known.get(id, id) for id, _ in chiefs),
        sum(unit.kind == "supply" for _, unit in every),
        sum(unit.kind == "depot" for _, unit in every),
        "all" if all(hurt) else "some" if any(hurt) else "none",
        any(unit.status == "doomed" for _, unit in every),
        sum(unit.disrupted is not None for _, unit in every),
    )


_away = lru_cache(maxsize=1 << 15)(distance)
"""Most stacks stay where they are from picture to picture."""


def worth(made: Mapping[Hex, Stack], targets: Iterable[Hex], points: Mapping[Hex, int]) -> dict[Hex, float]:
    """The weight of each hex this turn: strength near the enemy counts most, and attacked hexes.

    :param points: of Fortresses; a garrison counts with those that it keeps.
    """
    foes = {side: [at for at, it in made.items() if it.troops and it.side != side] for side in SIDES}
    weights: dict[Hex, float] = {}
    for hex, stack in made.items():
        away = min((_away(hex, foe) for foe in foes[stack.side]), default=30)
        weights[hex] = (1 + stack.strength + points.get(hex, 0)) / (1 + away / 4) ** 2
    for hex in targets:
        weights[hex] = weights.get(hex, 0.0) + 40
    return weights
