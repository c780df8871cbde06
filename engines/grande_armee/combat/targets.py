"""Which hexes an attack may and must be aimed at, and from where (COM A to C; FOR E, F)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from data.hexes import Hex
from engines.core.messages import Several, message
from engines.grande_armee.box import ENEMY, Crossing
from engines.grande_armee.handler import Forbidden, hex, unit
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
) -> Forbidden | None:
    """Why units may not attack these hexes together, or None."""
    if not attackers or not all(position.kind(id).combat for id in attackers):
        return Forbidden("G-LDR-C-1", message(Text.ATTACK_NOBODY))
    for id in attackers:
        if position.pieces[id].disrupted is not None:
            return Forbidden("G-DIS-A-1", message(Text.DISRUPTED_ATTACK, unit=unit(id)))
    for end in targets:
        if not position.stack(end, ENEMY[side]):
            return Forbidden("A-99", message(Text.NO_TARGET, end=hex(end)))
    far = not_beside(position, targets, attackers)
    if far is not None:
        return far
    stands = {position.pieces[id].hex for id in attackers}
    for end in targets:
        if len(stands) > 1 and end not in position.box.fortress:
            return Forbidden("G-COM-B-1", message(Text.ATTACK_SEVERAL_HEXES, end=hex(end)))
    sorties = [here for here in stands if here in position.box.fortress]
    if sorties:
        return _sortie(position, side, frozenset(targets), sorties[0])
    return Forbidden("G-COM-C-1", message(Text.ATTACK_SEVERAL_TARGETS)) if len(targets) > 1 else None


def not_beside(position: Position, targets: Collection[Hex], attackers: Sequence[UnitId]) -> Forbidden | None:
    """The unit is not beside a target, or only across a lake (G-COM-A-1, A-48)."""
    for id in attackers:
        crossings = position.box.crossings[position.pieces[id].hex]
        for end in targets:
            if crossings.get(end, Crossing.LAKE) is Crossing.LAKE:
                return Forbidden("G-COM-A-1", message(Text.NOT_BESIDE, unit=unit(id), end=hex(end)))
    return None


def _sortie(position: Position, side: Side, targets: frozenset[Hex], fortress: Hex) -> Forbidden | None:
    """Why the targets of a sortie are the wrong ones, or None; with those that are wanting too."""
    allowed = sortie_targets(position, fortress, side)
    if targets in allowed:
        return None
    everything = max(allowed, key=len)
    crossings = position.box.crossings[fortress]
    picked = {end for end in everything if not crossings[end].river} - targets
    statement, text = ("G-FOR-F-1", Text.ATTACK_PICKED) if picked else ("G-FOR-F-2", Text.ATTACK_SOME_BANKS)
    wanting = tuple(hex(end) for end in sorted(picked or everything - targets))
    return Forbidden(statement, message(text, ends=Several(wanting)))
