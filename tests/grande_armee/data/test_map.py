"""The map of La Grande Armée: a true grid over real country, all of it connected."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from data.grande_armee.hexes import distance, hex_at, neighbours
from data.grande_armee.schema import GROUND
from tests.grande_armee.data.country import (
    BOARD,
    LAKES,
    LAMBERT,
    REGION,
    TERRAIN,
    TOWN,
    cost,
    great_circle,
    land,
    middle,
    neighbours_in_play,
    reached,
)

ALL = [hex_at(column, row) for row, line in enumerate(BOARD.ground) for column in range(len(line))]
SPACING = BOARD.projection.spacing
CORNER = SPACING / math.sqrt(3)
"""Kilometres from the middle of a hex to its corners."""


@pytest.mark.case("F-14")
def test_a_hex_is_15_kilometres_and_the_sheet_has_2557_in_play() -> None:
    assert SPACING == 15
    assert (len(BOARD.ground[0]), len(BOARD.ground)) == (56, 51)
    assert len(TERRAIN) == 2557
    for hex in ALL:
        for near in neighbours(hex).values():
            if near in ALL:
                assert math.dist(middle(hex), middle(near)) == pytest.approx(SPACING)


def test_the_true_distance_between_neighbours_is_that_within_a_hundredth() -> None:
    for hex in TERRAIN:
        for near in neighbours_in_play(hex):
            true = great_circle(LAMBERT.earth(*middle(hex)), LAMBERT.earth(*middle(near)))
            assert 0.99 < true / SPACING < 1.01


def test_the_projection_goes_there_and_back() -> None:
    for hex in ALL:
        assert LAMBERT.at(*LAMBERT.earth(*middle(hex))) == pytest.approx(middle(hex))


def test_every_town_lies_in_its_hex_or_at_its_edge() -> None:
    off = {town.id: math.dist(LAMBERT.at(*town.at), middle(town.hex)) for town in TOWN.values()}
    outside = {id: away for id, away in off.items() if away > CORNER + 0.01}
    assert len(outside) <= 3
    assert all(away < 10 for away in outside.values())


@pytest.mark.case("G-FOR-C-1", "A-120")
def test_fortresses_are_35_and_no_two_are_neighbours() -> None:
    fortresses = {town.hex for town in TOWN.values() if town.kind == "fortress"}
    assert len(fortresses) == 35
    assert fortresses == {hex for hex, kind in TERRAIN.items() if kind == "fortress"}
    assert not any(fortresses.intersection(neighbours(hex).values()) for hex in fortresses)


@pytest.mark.case("F-06")
def test_lakes_are_sides_between_hexes_in_play() -> None:
    assert len(LAKES) == 14
    assert {letter for line in BOARD.ground for letter in line} == set(GROUND)


@pytest.mark.case("F-03", "G-MOV-F-1")
def test_infantry_walks_everywhere_and_cavalry_wherever_is_no_mountain() -> None:
    munich = TOWN["munich"].hex
    assert reached(munich) == set(TERRAIN)
    ridden = reached(munich, cavalry=True)
    shut_in = {hex for hex in TERRAIN if hex not in ridden and TERRAIN[hex] != "mountain"}
    assert len(shut_in) <= 2
    for town in TOWN.values():
        assert town.hex in ridden or TERRAIN[town.hex] == "mountain"


def test_distances_by_hexes_are_those_of_a_grid_over_the_true_country() -> None:
    towns = [town for town in TOWN.values() if town.kind != "battlefield"]
    for one, other in combinations(towns, 2):
        true = great_circle(one.at, other.at)
        if true < 100:
            continue
        straight = math.dist(middle(one.hex), middle(other.hex))
        assert abs(straight - true) <= 2 * (CORNER + 0.01) + 0.01 * true
        if true >= 150:
            assert 0.9 <= straight / true <= 1.1
        rounding = 2 * CORNER / true
        counted = SPACING * distance(one.hex, other.hex) / true
        assert 1 - rounding - 0.01 <= counted <= 2 / math.sqrt(3) + rounding + 0.01


def test_ground_that_is_shut_has_a_border_worth_crossing() -> None:
    """Ansbach lay on the shortest way of 1805, which is why it was crossed."""
    straight, round_it = cost("wurzburg", "donauworth"), cost("wurzburg", "donauworth", land("ansbach"))
    to_ingolstadt = cost("wurzburg", "ingolstadt")
    assert round_it > straight or cost("wurzburg", "ingolstadt", land("ansbach", "bayreuth")) > to_ingolstadt
    assert set(REGION.values()) == {region.id for region in BOARD.region}
