"""Arms and powder move by routs, taken bases and English gifts, the most numerous army first (5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations
from typing import NamedTuple

from data.vendee.schema import RoyalArmy
from engines.core.events import Event
from engines.vendee.combat.events import BattleEnded, Fought
from engines.vendee.events import FleetCame, PlaceTaken, PowderChanged
from engines.vendee.frames import Points
from tests.vendee.auditor.combat import shares
from tests.vendee.auditor.scene import Law, Scene

END = 2
"""The ends of the track are this far from 0."""


class Deal(NamedTuple):
    """A gain or a loss that is due."""

    amount: int
    single: bool
    force: Points
    markers: dict[RoyalArmy, int]
    """Where they stood before."""
    cause: str


def outcomes(deal: Deal) -> list[dict[RoyalArmy, int]]:
    """Where the markers may stand after it: those that tie may be dealt to in any order."""
    found: list[dict[RoyalArmy, int]] = []
    for one in shares(deal.force):
        for order in permutations(one):
            if all(one[a] >= one[b] for a, b in pairwise(order)):
                found += [_dealt(deal, order[:1] if deal.single else order)]
    return found or [deal.markers]


def _dealt(deal: Deal, order: tuple[RoyalArmy, ...]) -> dict[RoyalArmy, int]:
    markers, left = dict(deal.markers), abs(deal.amount)
    sign = 1 if deal.amount > 0 else -1
    while left and any(markers[army] != sign * END for army in order):
        for army in order:
            if left and markers[army] != sign * END:
                markers[army] += sign
                left -= 1
    return markers


class Powder(Law):
    """The markers stand where the dealing leaves them."""

    def __init__(self) -> None:
        self.due: Deal | None = None
        self.english: Mapping[RoyalArmy, int] | None = None

    def before(self, scene: Scene, event: Event) -> Iterator[str]:
        match event:
            case Fought(loser=loser, rout=True, points=points):
                yield from self._settle(scene)
                size = sum(points[loser].values())
                amount = (size >= 5) + (size >= 10) + (size >= 20) + (size >= 30)
                sign = -1 if loser == "royalist" else 1
                self._owe(scene, sign * amount, size < 10, dict(points["royalist"]), "a rout")
            case BattleEnded():
                yield from self._settle(scene)
            case PlaceTaken(area=area, side="royalist") if scene.chart.area[area].base:
                yield from self._settle(scene)
                self._owe(scene, 5, False, scene.force(area, "royalist"), f"{area} taken")
            case FleetCame(result="landed"):
                self.english = dict(scene.powder)
            case PowderChanged() if self.due is None and self.english is None:
                yield f"5.2: nothing moves the powder of {event.army}: {event.reason}"
            case PowderChanged(before=before, after=after):
                if before != scene.powder[event.army] or not -END <= after <= END:
                    yield f"5.2: {event} from {scene.powder[event.army]}"
            case _:
                pass

    def _owe(self, scene: Scene, amount: int, single: bool, force: Points, cause: str) -> None:
        if amount:
            self.due = Deal(amount, single, force, dict(scene.powder), cause)

    def _settle(self, scene: Scene) -> Iterator[str]:
        due, self.due = self.due, None
        if due and scene.powder not in outcomes(due):
            yield f"5.2: {due.cause} left the markers at {scene.powder}, not {outcomes(due)}"

    def at_rest(self, scene: Scene) -> Iterator[str]:
        yield from self._settle(scene)
        english, self.english = self.english, None
        if english and any(scene.powder[army] not in (english[army], END) for army in english):
            yield f"6 E5: the English left the markers at {scene.powder}"
