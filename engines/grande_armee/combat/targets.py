"""Which hexes an attack may and must be aimed at, and from where (COM A to C; FOR E, F)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from data.hexes import Hex
from engines.core.refusals import Refusal
from engines.grande_armee.box import ENEMY, Crossing
from engines.grande_armee.handler import forbidden
from engines.grande_armee.position import Position, UnitId


def sortie_targets(position: Position, fortress: Hex, side: Side) -> list[frozenset[Hex]]:
    """The sets of hexes that may be attacked out of a Fortress: on land, and with those across rivers."""
    held = {
        end: crossing
        for end, crossing in position.box.crossings[fortress].items()
        if crossing is not Crossing.LAKE and position.stack(end, ENEMY[side])
    }
    land = frozenset(end for end, crossing in held.items() if not crossing.river)
    return [targets for targets in dict.fromkeys((land, frozenset(held))) if targets]


def unfit(
    position: Position, side: Side, targets: Collection[Hex], attackers: Sequence[UnitId]
) -> Refusal | None:
    """Why units may not attack these hexes together, or None."""
    if not attackers or not all(position.kind(id).combat for id in attackers):
        return forbidden("G-LDR-C-1", Text.ATTACK_NOBODY)
    for id in attackers:
        if position.pieces[id].disrupted is not None:
            return forbidden("G-DIS-A-1", Text.DISRUPTED_ATTACK, unit=position.box.unit(id))
    for end in targets:
        if not position.stack(end, ENEMY[side]):
            return forbidden("A-99", Text.NO_TARGET, end=position.box.hex(end))
    far = not_beside(position, targets, attackers)
    if far is not None:
        return far
    stands = {position.pieces[id].hex for id in attackers}
    for end in targets:
        if len(stands) > 1 and end not in position.box.fortress:
            return forbidden("G-COM-B-1", Text.ATTACK_SEVERAL_HEXES, end=position.box.hex(end))
    sorties = [here for here in stands if here in position.box.fortress]
    if sorties:
        return _sortie(position, side, frozenset(targets), sorties[0])
    return forbidden("G-COM-C-1", Text.ATTACK_SEVERAL_TARGETS) if len(targets) > 1 else None


def not_beside(position: Position, targets: Collection[Hex], attackers: Sequence[UnitId]) -> Refusal | None:
    """The unit is not beside a target, or only across a lake (G-COM-A-1, A-48)."""
    for id in attackers:
        crossings = position.box.crossings[position.pieces[id].hex]
        for end in targets:
            if crossings.get(end, Crossing.LAKE) is Crossing.LAKE:
                return forbidden(
                    "G-COM-A-1", Text.NOT_BESIDE, unit=position.box.unit(id), end=position.box.hex(end)
                )
    return None


def _sortie(position: Position, side: Side, targets: frozenset[Hex], fortress: Hex) -> Refusal | None:
    """Why the targets of a sortie are the wrong ones, or None; with those that are wanting too."""
    allowed = sortie_targets(position, fortress, side)
    if targets in allowed:
        return None
    everything = max(allowed, key=len)
    crossings = position.box.crossings[fortress]
    picked = {end for end in everything if not crossings[end].river} - targets
    statement, text = ("G-FOR-F-1", Text.ATTACK_PICKED) if picked else ("G-FOR-F-2", Text.ATTACK_SOME_BANKS)
    wanting = tuple(position.box.hex(end) for end in sorted(picked or everything - targets))
    return forbidden(statement, text, ends=wanting)
