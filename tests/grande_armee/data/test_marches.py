"""The calendar of La Grande Armée held to history: what marched there in so many days can do it here."""

from __future__ import annotations

import math
import tomllib
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from data.grande_armee.hexes import Hex, hexside, neighbours
from tests.grande_armee.data.country import (
    LAMBERT,
    RIVERS,
    TERRAIN,
    TOWN,
    land,
    middle,
    neighbours_in_play,
    turns,
)
from tests.grande_armee.data.test_forces import FORCES
from tests.grande_armee.data.test_scenarios import controls

FORCE = {force.id: force for force in FORCES}
MARCHES = tomllib.loads(Path(__file__).with_name("marches.toml").read_text(encoding="utf-8"))["march"]
CLOSED = {
    "1805": land("prussia", "saxony"),
    "1806": land("austria"),
    "1809": land("prussia"),
}


def stop(by: str | list[float]) -> Hex:
    """The hex of a town, of where a force stands or arrives, or of a place on the earth."""
    if not isinstance(by, str):
        x, y = LAMBERT.at(*by)
        return min(TERRAIN, key=lambda hex: math.dist(middle(hex), (x, y)))
    return TOWN[by].hex if by in TOWN else FORCE[by].place[0].hex


@pytest.mark.parametrize("march", MARCHES, ids=lambda march: f"{march['scenario']} {march['who']}")
def test_a_march_of_history(march: dict[str, Any]) -> None:
    taken = turns(
        [stop(by) for by in march["by"]],
        march["allowance"],
        march["level"],
        cavalry=march.get("cavalry", False),
        closed=CLOSED[march["scenario"]],
        spent=march.get("spent", 0),
    )
    assert taken is not None
    assert (taken > march["turns"]) == ("short" in march)


def test_the_rhine_parts_the_map_and_the_grande_armee_starts_beyond_it() -> None:
    start = TOWN["strasbourg"].hex
    beyond, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for near in neighbours_in_play(here):
            if near not in beyond and hexside(here, near) not in RIVERS["rhine"]:
                beyond.add(near)
                queue.append(near)
    assert len(beyond) < 60
    assert TOWN["munich"].hex not in beyond
    corps = {"b2": 1, "b3": 2, "b4": 3, "b5": 1, "b6": 1, "bg": 1}
    assert {FORCE[f"1805-{id}"].place[k].hex for id, number in corps.items() for k in range(number)} <= beyond


def test_ulm_can_be_shut_in_by_the_end_of_the_third_turn() -> None:
    """By two corps of the Rhine, with double marches: it capitulated on 20 October."""
    ring = neighbours_in_play(TOWN["ulm"].hex)
    corps = {"1805-b5": 5, "1805-b6": 4, "1805-b4": 4, "1805-b3": 4}
    there = {
        id: {
            hex
            for hex in ring
            if (turns([FORCE[id].place[0].hex, hex], allowance, "double", closed=CLOSED["1805"]) or 99) <= 3
        }
        for id, allowance in corps.items()
    }
    held = {
        hex: {hex, *(n for n in ring if n in neighbours(hex).values() and controls(hex, n))} for hex in ring
    }
    assert any(
        one in there[first] and other in there[second] and held[one] | held[other] >= set(ring)
        for one, other in combinations(ring, 2)
        for first, second in permutations(corps, 2)
    )
