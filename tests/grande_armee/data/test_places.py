"""What hexes are called that have no town of their own."""

from __future__ import annotations

import pytest

from data.catalogue import retold, speaking
from data.grande_armee.hexes import Hex, distance, neighbours
from data.grande_armee.places import Places
from data.grande_armee.texts import Text
from engines.grande_armee import TITLE
from engines.grande_armee.words import town_or_hex

TOWN = Hex("1020")


@pytest.mark.parametrize(
    ("hex", "name"),
    [
        ("1019", "1019 (N of Ulm)"),
        ("1118", "1118 (2 NNE of Ulm)"),
        ("1220", "1220 (2 E of Ulm)"),
        ("0820", "0820 (2 W of Ulm)"),
        ("1023", "1023 (3 S of Ulm)"),
    ],
)
def test_a_hex_is_called_by_steps_and_bearing_from_the_nearest_town(hex: str, name: str) -> None:
    assert str(Places({TOWN: "Ulm", Hex("4040"): "Vienna"}).beside(Hex(hex))) == name


def test_each_hex_two_steps_from_a_town_has_a_bearing_of_its_own() -> None:
    places, ring = Places({TOWN: "Ulm"}), neighbours(TOWN).values()
    second = {far for near in ring for far in neighbours(near).values()} - {TOWN, *ring}
    bearings = {str(places.beside(hex)).partition(" ")[2] for hex in second}
    assert len(bearings) == len(second) == 12
    box = TITLE().box
    assert [str(box.hex(hex)) for hex in ("1542", "1642")] == ["1542 (2 SSE of Ulm)", "1642 (2 ESE of Ulm)"]


def test_no_two_hexes_up_to_two_steps_from_a_town_are_called_alike_without_figures() -> None:
    box = TITLE().box
    near = [hex for hex in box.terrain if min(distance(hex, town) for town in box.towns) < 3]
    called = [str(box.places.near(hex)) for hex in near]
    assert len({*called}) == len(called)
    assert [str(box.places.near(Hex(hex))) for hex in ("1542", "2133")] == [
        "2 hexes SSE of Ulm",
        "SE of Nuremberg",
    ]


def test_a_town_of_two_names_is_called_by_one_and_found_by_both() -> None:
    box = TITLE().box
    assert str(box.hex("2636")) == "2636 (N of Ratisbon)"
    assert not [name for name in box.towns.values() if "(" in name]
    assert {town_or_hex(box, name) for name in ("ratisbon", "regensburg")} == {Hex("2637")}


def test_each_neighbour_of_a_town_lies_in_another_direction() -> None:
    places = Places({TOWN: "Ulm"})
    assert [str(places.beside(hex)) for hex in neighbours(TOWN).values()] == [
        f"{hex} ({way.upper()} of Ulm)" for way, hex in neighbours(TOWN).items()
    ]


def test_on_a_map_without_towns_figures_have_to_do() -> None:
    assert str(Places({}).beside(TOWN)) == TOWN


def test_points_agree_with_their_number_in_french() -> None:
    with speaking("fr"):
        told = [str(retold(Text.LEADS(seat="Allies", total=total, threshold=22))) for total in (0, 1, 2)]
    assert [each.partition(" ont ")[2] for each in told] == [
        "0 point sur 22",
        "1 point sur 22",
        "2 points sur 22",
    ]
