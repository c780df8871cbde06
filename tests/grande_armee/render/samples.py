"""Views of positions, so that a picture can be tested without playing to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from data.grande_armee.hexes import Hex
from data.grande_armee.pack import load
from engines.grande_armee.around import besieged
from engines.grande_armee.box import Box
from engines.grande_armee.position import Position
from engines.grande_armee.score import fortress_points
from engines.grande_armee.state import State, laid_out
from engines.grande_armee.view import AttackView, FortressView, Score, UnitView, View
from render.grande_armee import Move

PACK = load()
BOX = Box(PACK)
OPTIONS = dict.fromkeys(
    ("only-troops-hold", "ae-supply-lasts", "ae-binds", "retreat-as-stack", "ae-spares-mixed"), False
)


def view(state: State, **fields: object) -> View:
    """A position as everybody sees it."""
    at, prizes = Position(BOX, state.pieces), BOX.prizes(state.scenario)
    units = {}
    for id, piece in state.pieces.items():
        kind = BOX.kinds[piece.kind]
        units[id] = UnitView(
            side=kind.side,
            nation=kind.nation,
            kind=kind.arm,
            strength=kind.strength,
            parenthesised=kind.arm in ("leader", "depot"),
            allowance=kind.allowance,
            offence=kind.offence or None,
            defence=kind.defence or None,
            hex=piece.hex,
            disrupted=piece.disrupted,
        )
    sieges = [town for town in prizes if besieged(at, BOX.place[town], state.control[town])]
    total = float(fortress_points(BOX, msgspec.structs.replace(state, besieged=tuple(sieges))))
    made = View(
        scenario=state.scenario,
        turn=state.turn,
        turns=8,
        player=state.side,
        phase="movement",
        index=state.index,
        step="move",
        score=Score(total, total, 0),
        fortresses={
            town: FortressView(
                hex=BOX.place[town],
                value=prize.points,
                control=state.control[town],
                besieged=town in sieges,
            )
            for town, prize in prizes.items()
        },
        units=units,
    )
    return msgspec.structs.replace(made, **fields)


@cache
def start(scenario: str) -> State:
    """The set-up of a scenario."""
    return laid_out(BOX, scenario, OPTIONS)


def moved(state: State, places: Mapping[str, str], disrupted: int | None = None) -> State:
    """The same with units on other hexes."""
    copied = state.copy()
    copied.pieces = {
        **state.pieces,
        **{
            id: msgspec.structs.replace(state.pieces[id], hex=Hex(hex), disrupted=disrupted)
            for id, hex in places.items()
        },
    }
    return copied


def crowded() -> State:
    """All units of 1809 on the hexes about Vienna and Wagram, some of them disrupted."""
    state = start("1809")
    near = sorted(BOX.terrain, key=lambda hex: abs(int(hex[:2]) - 46) + abs(int(hex[2:]) - 42))
    free = {side: near[number:120:2] for number, side in enumerate(("french", "allied"))}
    places = {
        id: free[BOX.kinds[piece.kind].side][number // 2 % 60]
        for number, (id, piece) in enumerate(state.pieces.items())
    }
    return moved(state, places, 3)


def attack(view: View, target: Hex) -> AttackView:
    """An attack of the first French combat unit."""
    by = next(id for id, unit in view.units.items() if unit.side == "french" and unit.kind == "infantry")
    return AttackView(
        target=(target,),
        by=(by,),
        printed=200.0,
        attack=10,
        defence=5,
        odds=200.0,
        column=200,
        state="declared",
    )


MOVES = (
    Move("french", (Hex("2025"), Hex("2124"), Hex("2224"), Hex("2323"))),
    Move("french", (Hex("1825"), Hex("1924"), Hex("1923"), Hex("1922")), "forced"),
    Move("allied", (Hex("2422"), Hex("2421"), Hex("2520"), Hex("2619")), "retreat"),
    Move("french", (Hex("2323"), Hex("2322")), "attack"),
)
