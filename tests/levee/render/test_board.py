"""What the rulebook states of the board is kept to the letter."""

from __future__ import annotations

import pytest

from data.levee.schema import Space
from tests.levee.render.samples import PACK, TRACKS

SPACES = {space.id: (track.army, space) for track in PACK.board.track for space in track.space}


def found(name: str) -> tuple[str, Space]:
    return SPACES[name]


@pytest.mark.parametrize(
    ("name", "army", "box", "shape", "border"),
    [
        ("rouen", "britain", 1, "square", "red"),
        ("dunkirk", "britain", 3, "round", None),
        ("at-sea", "britain", 4, "round", None),
        ("brussels", "austria", 2, "round", None),
        ("arras", "austria", 1, "square", "red"),
        ("savoy", "piedmont", 3, "round", None),
        ("piedmont", "piedmont", 4, "round", None),
        ("troyes", "piedmont", 1, "square", "red"),
        ("versailles", "vendee", 1, "square", "orange"),
        ("cologne", "prussia", 4, "round", None),
    ],
)
def test_a_known_space_is_where_it_is_known_to_be(
    name: str, army: str, box: int, shape: str, border: str | None
) -> None:
    owner, space = found(name)
    assert (owner, space.box, space.shape, space.border) == (army, box, shape, border)


def test_every_track_runs_from_a_hexagon_5_to_1() -> None:
    for track in PACK.board.track:
        assert sorted(space.box for space in track.space) == [1, 2, 3, 4, 5]
        assert [space.box for space in track.space if space.shape == "start"] == [5]


def test_the_british_squares_are_boxes_1_and_2() -> None:
    assert {space.box for space in TRACKS["britain"].space if space.shape == "square"} == {1, 2}


def test_the_stated_battle_values_are_kept() -> None:
    board = PACK.board
    assert (TRACKS["britain"].battle_value, board.navy_battle_value) == (3, 4)
    assert all(marker.battle_value <= 2 for marker in board.liberation)
    assert TRACKS["piedmont"].battle_value <= 3
    assert min(TRACKS["austria"].battle_value, TRACKS["prussia"].battle_value) >= 3
    assert TRACKS["vendee"].battle_value <= 4


def test_every_field_says_where_it_is_from() -> None:
    for track in PACK.board.track:
        assert {"name", "short", "letter", "battle_value"} <= set(track.source)
        for space in track.space:
            assert {"name", "box", "shape", "border", "at"} <= set(space.source), space.id
            assert all(given.note for given in space.source.values()), space.id


def test_names_are_unique_across_tracks() -> None:
    names = [space.name for track in PACK.board.track for space in track.space]
    assert len(names) == len(set(names)) == 25
