"""What a side goes for in the campaign: aims, and the units shared out among them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import ceil, sqrt
from typing import Literal, NamedTuple

from data.grande_armee.hexes import Hex
from engines.grande_armee.player.scene import Scene
from engines.grande_armee.player.sight import FAR, turns
from engines.grande_armee.position import UnitId

_STORMED = 5.4
"""Strength of an attack, by leaders and supply, that a point of a garrison keeps below 180 %: 3 times 1.8."""


class Aim(NamedTuple):
    """A place that a side wants something of."""

    hex: Hex
    kind: Literal["take", "hold", "beat", "visit"]
    value: float
    """What it is worth in victory points."""
    need: float
    """Strength that it takes."""
    main: bool = False
    """Whether the main army marches on it: the large units first, and nothing on the way detains them."""


def _fortresses(scene: Scene) -> Iterator[Aim]:
    weights, goal = scene.weights, _goal(scene)
    for hex, points in scene.points.items():
        if hex in scene.own:
            need = max(1.0, pressing(scene, hex) / _STORMED)
            coming = need > 1 or scene.threat.attack(hex) > 0
            worth = weights.hold * points * (1.0 if coming else 0.3 if scene.side == "allied" else 0.0)
            if worth and need <= 2 * scene.box.figures.fortress:
                yield Aim(hex, "hold", worth, need)
            continue
        defence = scene.defence(hex)
        if hex == goal:
            yield Aim(hex, "take", weights.main * points, max(weights.army, float(defence)), main=True)
        elif not scene.foe.stacks.get(hex):
            yield Aim(hex, "take", points, 1.0)
        elif defence <= weights.storm:
            yield Aim(hex, "take", points, float(max(1, defence)))
        else:
            yield Aim(hex, "take", points / 2, weights.siege)


def _goal(scene: Scene) -> Hex | None:
    """The Fortress that the main army marches on: of those to be taken the one that scores most.

    The army sets out when the way there from the nearest depot takes the turns that are left but one; until
    then it fights what stands before it.
    """
    goal = max(
        (hex for hex in scene.points if hex not in scene.own), key=scene.points.__getitem__, default=None
    )
    if goal is None or not scene.weights.main:
        return None
    depots = [(piece.hex, scene.kind(id)) for id, piece in scene.camp.pieces.items()]
    far = [scene.from_hex(goal, hex, kind, scene.side) for hex, kind in depots if kind.arm == "depot"]
    return goal if scene.left <= 1 + ceil(min(far, default=FAR) / scene.weights.stride) else None


def pressing(scene: Scene, hex: Hex) -> float:
    """Strength that the enemy could have at a hex within the horizon, with leaders; of it half is unfed."""
    near = sum(
        scene.box.kinds[piece.kind].strength
        for id, piece in scene.foe.pieces.items()
        if scene.box.kinds[piece.kind].combat
        and scene.far(hex, id, scene.enemy) <= scene.weights.horizon * scene.box.kinds[piece.kind].allowance
    )
    return 1.5 * near


def _deeds(scene: Scene) -> Iterator[Aim]:
    if scene.side == "french":
        for hex, points in scene.deeds.items():
            yield Aim(hex, "visit", points, float(max(1, scene.strength_of_foe(hex))))


def _armies(scene: Scene) -> Iterator[Aim]:
    """The stacks of the enemy outside the Fortresses that score."""
    weights, kinds = scene.weights, scene.box.kinds
    for hex, stack in scene.foe.stacks.items():
        if hex in scene.points:
            continue
        of = [kinds[scene.foe.pieces[id].kind] for id in stack]
        value = weights.beat * scene.life * sum(scene.worth_of(kind, scene.enemy) for kind in of)
        disrupted = all(scene.foe.pieces[id].disrupted is not None for id in stack)
        need = max(1.0, (0.7 if disrupted else 1.2) * scene.defence(hex))
        yield Aim(hex, "beat", value * (1.3 if disrupted else 1.0), need)


def _depots(scene: Scene) -> Iterator[Aim]:
    """The aims of units that cover own depots from the enemy."""
    for piece in scene.camp.pieces.values():
        covered = piece.hex in scene.points or not scene.threat.attack(piece.hex)
        if scene.box.kinds[piece.kind].arm == "depot" and not covered:
            yield Aim(piece.hex, "hold", 0.5 * scene.weights.depot * scene.life, 1.0)


def shared(scene: Scene, units: Collection[UnitId]) -> Mapping[UnitId, Aim]:
    """The aim of each unit: the best pairs first, small units for small needs."""
    known = [*_fortresses(scene), *_deeds(scene), *_armies(scene), *_depots(scene)]
    left = {aim: aim.need for aim in known}
    rated = ((_score(scene, id, aim), id, aim) for id in units for aim in known)
    pairs = sorted((pair for pair in rated if pair[0]), key=lambda pair: (-pair[0], pair[1], pair[2].hex))
    chosen: dict[UnitId, Aim] = {}
    for _rank, id, aim in pairs:
        if id not in chosen and left[aim] > 0:
            chosen[id] = aim
            left[aim] -= scene.kind(id).strength
    pairs.sort(key=lambda pair: (-pair[0] * (scene.kind(pair[1]).strength + 1), pair[1], pair[2].hex))
    for _rank, id, aim in pairs:
        # The units that are left over go along with the rest.
        chosen.setdefault(id, aim)
    return chosen


def _score(scene: Scene, id: UnitId, aim: Aim) -> float:
    """How well a unit and an aim go together; 0 where it comes too late."""
    kind = scene.kind(id)
    late = turns(scene.far(aim.hex, id, scene.side), kind)
    if late > scene.left:
        return 0.0
    share = min(kind.strength, aim.need) / aim.need
    size = sqrt(kind.strength) if aim.main else kind.strength + 1
    return aim.value * share * float(scene.weights.fade**late) / size
