"""Positions of La Grande Armée for the tests: a plain of clear hexes, and what a test puts on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

import data.grande_armee
from data.grande_armee.hexes import Hex, Hexside
from data.grande_armee.schema import Bridge, Pack, River, Town
from data.grande_armee.tables import Terrain
from data.schema import Provenance
from engines.grande_armee.box import Box
from engines.grande_armee.movement.steps import Ground, Marcher
from engines.grande_armee.position import Piece, Position

OURS = {"*": Provenance(origin="reconstructed", note="of a test")}
LETTER: Mapping[Terrain, str] = {"clear": ".", "mountain": "^", "pass": "=", "fortress": "#"}
COLUMNS, ROWS = 20, 30
CENTRE = Hex("0612")
RING: Sequence[Hex] = tuple(Hex(hex) for hex in ("0611", "0711", "0712", "0613", "0512", "0511"))
"""The ring of 0612, clockwise from the north."""


def plain(
    *,
    fortresses: Iterable[str] = (),
    mountains: Iterable[str] = (),
    passes: Iterable[str] = (),
    rivers: Iterable[str] = (),
    bridges: Iterable[str] = (),
    lakes: Iterable[str] = (),
) -> Box:
    """A box whose map is clear but for what is named, with the units of all scenarios in each.

    Rivers that are bridged stand in both.
    """
    rows = [["."] * COLUMNS for _ in range(ROWS)]
    terrain: tuple[tuple[Terrain, Iterable[str]], ...] = (
        *(("fortress", fortresses), ("mountain", mountains), ("pass", passes)),
    )
    towns: list[Town] = []
    for kind, hexes in terrain:
        for hex in hexes:
            rows[int(hex[2:])][int(hex[:2])] = LETTER[kind]
            if kind == "fortress":
                towns.append(_town(hex))
    base = data.grande_armee.load()
    ground = ["".join(row) for row in rows]
    board = msgspec.structs.replace(
        base.board,
        ground=ground,
        land=["." * COLUMNS] * ROWS,
        lakes=[Hexside(side) for side in lakes],
        region=[],
    )
    sides = [Hexside(side) for side in (*rivers, *bridges)]
    water = msgspec.structs.replace(
        base.rivers,
        river=[River(id="river", name="River", sides=sides, source=OURS)],
        bridge=[
            Bridge(id=f"bridge-{at}", name="Bridge", river="river", side=Hexside(side), source=OURS)
            for at, side in enumerate(bridges)
        ],
    )
    every = [scenario.id for scenario in base.scenarios.scenario]
    units = msgspec.structs.replace(
        base.units,
        troop=[msgspec.structs.replace(troop, scenarios=every) for troop in base.units.troop],
        leader=[msgspec.structs.replace(leader, scenarios=every) for leader in base.units.leader],
    )
    pack: Pack = msgspec.structs.replace(
        base, board=board, rivers=water, towns=msgspec.structs.replace(base.towns, town=towns), units=units
    )
    return Box(pack)


def _town(hex: str) -> Town:
    return Town(id=f"f{hex}", name=hex, kind="fortress", hex=Hex(hex), at=(10.0, 50.0), source=OURS)


def stand(
    box: Box,
    units: Mapping[str, str | tuple[str, int]],
    *,
    doomed: Iterable[str] = (),
    only_troops: bool = False,
) -> Position:
    """Units on the map by id: `french-5-4-1` is the first 5-4, a leader stands for himself.

    :param units: the hex of each, and where it is disrupted the phase at whose end it recovers.
    """
    pieces = {}
    for id, at in units.items():
        hex, disrupted = (at, None) if isinstance(at, str) else at
        kind = id if id in box.kinds else id.rpartition("-")[0]
        pieces[id] = Piece(kind, Hex(hex), disrupted)
    return Position(box, pieces, doomed, only_troops=only_troops)


def marcher(position: Position, id: str, points: int | None = None, *, began: str | None = None) -> Marcher:
    """A unit that is about to move, with its whole allowance unless said."""
    kind = position.kind(id)
    start = Hex(began) if began else position.pieces[id].hex
    return Marcher(id, kind, start, kind.allowance if points is None else points)


def reach(position: Position, id: str, points: int | None = None) -> Mapping[Hex, int]:
    """What it costs a unit to end on each hex that it reaches."""
    return Ground(position).reach(marcher(position, id, points))
