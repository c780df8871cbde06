"""Retreat before combat: which attacked units may go, and what bars the others (COM E, F)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from data.grande_armee.hexes import Hex
from data.grande_armee.texts import Text
from engines.grande_armee.box import ENEMY
from engines.grande_armee.combat.attack import Attack
from engines.grande_armee.combat.routes import Retreat, Routes, routes_of
from engines.grande_armee.position import Position, UnitId

_BEFORE_ANY_ODDS = ("cavalry", "leader")


class Stands(Enum):
    """Why a unit may not retreat before combat: the statement that says so, and the sentence."""

    UNATTACKED = "G-COM-E-1", Text.RBC_UNATTACKED
    DISRUPTED = "G-COM-E-5", Text.RBC_DISRUPTED
    OVERWHELMED = "G-COM-E-3", Text.RBC_OVERWHELMED
    SURROUNDED = "G-COM-E-2", Text.RBC_SURROUNDED
    NO_WAY = "G-COM-F-2", Text.RBC_NO_WAY


def declared(attacks: Iterable[Attack]) -> Iterator[Attack]:
    """The attacks that are still to be fought."""
    return (attack for attack in attacks if attack.state == "declared")


def on_hex(attacks: Iterable[Attack], hex: Hex) -> list[Attack]:
    """The attacks on a hex that are still to be fought."""
    return [attack for attack in declared(attacks) if hex in attack.targets]


def attacked(position: Position, attacks: Iterable[Attack]) -> list[UnitId]:
    """The units under attack, hex by hex in the order of the declarations."""
    hexes = {hex: ENEMY[attack.side] for attack in declared(attacks) for hex in attack.targets}
    return [id for hex, side in hexes.items() for id in position.stack(hex, side)]


def way_out(
    position: Position,
    unit: UnitId,
    own: frozenset[Hex],
    closed: frozenset[Hex],
    taken: frozenset[Hex] = frozenset(),
    shunned: tuple[frozenset[Hex], ...] = (),
) -> Routes:
    """The routes of a unit that retreats before combat over its whole allowance (G-COM-F-1).

    :param own: hexes of the Fortresses that its side controls.
    :param closed: hexes of closed ground.
    """
    points = position.kind(unit).allowance
    return routes_of(position, Retreat(unit, "before-combat", points, own, closed, taken, shunned))


def must_stand(position: Position, attacks: Iterable[Attack], unit: UnitId, routes: Routes) -> Stands | None:
    """Why a unit may not retreat before combat, or None.

    :param routes: as `way_out` gives them; they are searched last.
    """
    piece, kind = position.pieces[unit], position.kind(unit)
    upon = on_hex(attacks, piece.hex)
    if not upon:
        return Stands.UNATTACKED
    if piece.disrupted is not None:
        return Stands.DISRUPTED
    if kind.arm not in _BEFORE_ANY_ODDS and any(overwhelming(position, attack) for attack in upon):
        return Stands.OVERWHELMED
    if _surrounded(position, unit):
        return Stands.SURROUNDED
    return None if routes.ends else Stands.NO_WAY


def overwhelming(position: Position, attack: Attack) -> bool:
    """Whether an attack is at 500 % of printed strength as it stood when declarations closed (A-33)."""
    assert attack.printed is not None
    return attack.printed.at_least(position.box.figures.elimination)


def _surrounded(position: Position, unit: UnitId) -> bool:
    """Whether enemies stand on, or totally control, all that lies around (G-COM-E-2, A-66)."""
    side, ring = position.kind(unit).side, position.box.ring[position.pieces[unit].hex]
    return not ring & ~(position.camp(ENEMY[side]).stood | position.control_in_combat(side)[1])
