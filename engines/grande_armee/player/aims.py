"""What a side goes for in the campaign, and who goes for what: aims, and the units shared out among them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from data.hexes import Hex
from engines.grande_armee.box import Kind
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


def aims(scene: Scene) -> Iterator[Aim]:
    """Everything that a side may go for."""
    yield from _fortresses(scene)
    yield from _deeds(scene)
    yield from _armies(scene)
    yield from _depots(scene)


def _fortresses(scene: Scene) -> Iterator[Aim]:
    weights = scene.weights
    for hex, points in scene.points.items():
        if hex in scene.own:
            need = max(1.0, pressing(scene, hex) / _STORMED)
            coming = need > 1 or scene.threat.attack(hex) > 0
            worth = weights.hold * points * (1.0 if coming else 0.3 if scene.side == "allied" else 0.0)
            if worth and need <= 2 * scene.box.figures.fortress:
                yield Aim(hex, "hold", worth, need)
            continue
        defence = scene.defence(hex)
        if not scene.foe.stacks.get(hex):
            yield Aim(hex, "take", points, 1.0)
        elif defence <= weights.storm:
            yield Aim(hex, "take", points, float(max(1, defence)))
        else:
            yield Aim(hex, "take", points / 2, weights.siege)


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
    """Own depots that the enemy threatens are covered."""
    for piece in scene.camp.pieces.values():
        if scene.box.kinds[piece.kind].arm == "depot" and piece.hex not in scene.points:
            attack = scene.threat.attack(piece.hex)
            if attack:
                yield Aim(piece.hex, "hold", 0.5 * scene.weights.depot * scene.life, 1.0)


def shared(scene: Scene, units: Collection[UnitId]) -> Mapping[UnitId, Aim]:
    """Who goes for what: the best pairs of unit and aim first, small units for small needs."""
    known = list(aims(scene))
    left = {aim: aim.need for aim in known}
    pairs = sorted(_pairs(scene, units, known), key=lambda pair: (-pair[0], pair[1], pair[2].hex))
    chosen: dict[UnitId, Aim] = {}
    for _score, id, aim in pairs:
        if id not in chosen and left[aim] > 0:
            chosen[id] = aim
            left[aim] -= scene.kind(id).strength
    for _score, id, aim in sorted(
        (pair for pair in pairs if pair[1] not in chosen),
        key=lambda pair: (-pair[0] * (scene.kind(pair[1]).strength + 1), pair[1], pair[2].hex),
    ):
        # Whoever is left over goes along with the rest.
        chosen.setdefault(id, aim)
    return chosen


def _pairs(
    scene: Scene, units: Collection[UnitId], known: Sequence[Aim]
) -> Iterator[tuple[float, UnitId, Aim]]:
    for id in units:
        kind = scene.kind(id)
        for aim in known:
            score = _score(scene, id, kind, aim)
            if score > 0:
                yield score, id, aim


def _score(scene: Scene, id: UnitId, kind: Kind, aim: Aim) -> float:
    far = scene.far(aim.hex, id, scene.side)
    if far >= FAR:
        return 0.0
    late = turns(far, kind)
    if late > scene.left:
        return 0.0
    share = min(kind.strength, aim.need) / aim.need
    return aim.value * share * float(scene.weights.fade**late) / (kind.strength + 1)
