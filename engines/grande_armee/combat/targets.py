"""Which hexes an attack may and must be aimed at, and from where (COM A to C; FOR E, F)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from data.grande_armee.hexes import Hex
from data.grande_armee.schema import Side
from data.grande_armee.texts import Text
from engines.core.refusals import Refusal
from engines.grande_armee.box import ENEMY, Box, Crossing
from engines.grande_armee.handler import forbidden, foreign
from engines.grande_armee.position import Position, UnitId
from engines.grande_armee.state import State, position
from engines.grande_armee.words import able


def sortie_targets(position: Position, fortress: Hex, side: Side) -> list[frozenset[Hex]]:
    """The sets of hexes that may be attacked out of a Fortress: on land, and with those across rivers."""
    held = {
        end: crossing
        for end, crossing in position.box.crossings[fortress].items()
        if crossing is not Crossing.LAKE and position.stack(end, ENEMY[side])
    }
    land = frozenset(end for end, crossing in held.items() if not crossing.river)
    return [targets for targets in dict.fromkeys((land, frozenset(held))) if targets]


def assault(box: Box, state: State, fortress: Hex) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """The combat units that can join against a Fortress from several hexes, and their leaders (G-FOR-E-1)."""
    at, ways = position(box, state), box.crossings[fortress].items()
    if (at.camp(state.side).crowd & box.ring[fortress]).bit_count() < 2:
        return (), ()
    near = [each for each, crossing in sorted(ways) if crossing is not Crossing.LAKE]
    units = [id for each in near if each not in box.fortress for id in able(box, state, each)]
    troops = tuple([id for id in units if at.kind(id).combat])
    stands = {at.pieces[id].hex for id in troops}
    leaders = [id for id in units if at.kind(id).arm == "leader" and at.pieces[id].hex in stands]
    return (troops, tuple(leaders)) if len(stands) > 1 else ((), ())


def misnamed(position: Position, state: State, named: Sequence[UnitId]) -> Refusal | None:
    """Why one of those named may join no attack, and no automatic elimination, or None."""
    for id in named:
        name = position.box.unit(id)
        if (wrong := foreign(position, state.side, id, "G-COM-A-1")) is not None:
            return wrong
        if named.count(id) > 1:
            return forbidden("G-COM-B-3", Text.TWICE, unit=name)
        if id in state.bound:
            text = Text.BOUND if state.phase == "movement" else Text.BOUND_ATTACK
            return forbidden("A-43", text, unit=name)
    return None


def unled(position: Position, stands: Collection[Hex], leaders: Sequence[UnitId]) -> Refusal | None:
    """Why a leader gives no bonus: he is in order, on a hex of the troops (G-LDR-0-1, A-119), or None."""
    for id in leaders:
        if position.kind(id).arm != "leader":
            return forbidden("G-LDR-0-1", Text.NO_LEADER, unit=position.box.unit(id))
        if position.pieces[id].disrupted is not None:
            return forbidden("G-DIS-A-3", Text.LEADER_DISRUPTED, unit=position.box.unit(id))
        if position.pieces[id].hex not in stands:
            return forbidden("G-LDR-C-3", Text.LEADER_APART, unit=position.box.unit(id))
    return None


def unfit(
    position: Position,
    side: Side,
    targets: Sequence[Hex],
    attackers: Sequence[UnitId],
    *,
    swept: bool = False,
) -> Refusal | None:
    """Why units may not attack these hexes together, or None.

    :param swept: supply units alone stand there, of which one hex may be picked out of a Fortress.
    """
    if not attackers or not all(position.kind(id).combat for id in attackers):
        return forbidden("G-LDR-C-1", Text.ATTACK_NOBODY)
    for id in attackers:
        if position.pieces[id].disrupted is not None:
            return forbidden("G-DIS-A-1", Text.DISRUPTED_ATTACK, unit=position.box.unit(id))
    for end in targets:
        if targets.count(end) > 1:
            return forbidden("G-COM-C-1", Text.TARGET_TWICE, end=position.box.hex(end))
        if not position.stack(end, ENEMY[side]):
            return forbidden("G-COM-A-1", Text.NO_TARGET, end=position.box.hex(end))
    far = _not_beside(position, targets, attackers)
    if far is not None:
        return far
    stands = {position.pieces[id].hex for id in attackers}
    for end in targets:
        if len(stands) > 1 and end not in position.box.fortress:
            return forbidden("G-COM-B-1", Text.ATTACK_SEVERAL_HEXES, end=position.box.hex(end))
    sorties = [here for here in stands if here in position.box.fortress]
    if sorties and not swept:
        return _sortie(position, side, frozenset(targets), sorties[0])
    return forbidden("G-COM-C-1", Text.ATTACK_SEVERAL_TARGETS) if len(targets) > 1 else None


def _not_beside(position: Position, targets: Collection[Hex], attackers: Sequence[UnitId]) -> Refusal | None:
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
