"""Elections and their formulas (R-REGIME-13 to 15, 24, 25, 41, 49)."""

from __future__ import annotations

import pytest

from data.revolution.tables import SEATS
from engines.revolution.politics.elections import elected
from engines.revolution.politics.events import Elected
from tests.revolution.builder import BOX, At


def mapped(at: At, *sizes: int) -> At:
    """So many regions of each seat, the others neutral; Paris is the last."""
    ids = [*(id for id in BOX.region if id != "paris"), "paris"]
    for seat, size in zip(SEATS, sizes, strict=True):
        at.region(*ids[:size], control=seat)
        ids = ids[size:]
    return at.region(*ids, control=None)


def result(at: At) -> list[int]:
    return list(elected(BOX, at.state).values())


@pytest.mark.case("E-36", "R-REGIME-14", "R-REGIME-15", "A-14", "A-19")
def test_the_start_map_under_the_legislative() -> None:
    assert result(At("elections")) == [2, 8, 10, 4, 1, 1]
    without = result(At("elections", "-election-host-halves"))
    assert (without, sum(without)) == ([2, 8, 8, 4, 1, 1], 24)
    # What the Coalition holds is not neutral, what is in revolt is.
    assert result(At("elections").region("brest", coalition=True)) == [2, 8, 9, 4, 1, 1]


@pytest.mark.case("E-37", "R-REGIME-14", "R-REGIME-15")
def test_odd_numbers_under_the_legislative() -> None:
    assert result(mapped(At("elections"), 5, 7, 5, 4, 2, 1)) == [3, 7, 9, 5, 1, 1]
    assert result(mapped(At("elections"), 5, 7, 5, 4, 2, 3))[4:] == [2, 2]


@pytest.mark.case("E-38", "R-REGIME-25", "R-REGIME-41", "R-REGIME-49", "A-15", "A-16", "A-18")
def test_the_formulas_of_the_convention() -> None:
    sizes = (5, 7, 5, 4, 2, 3)
    at = mapped(At("elections").regime("convention"), *sizes)
    assert result(at) == [0, 4, 8, 8, 4, 2]
    code = mapped(At("elections", "-g-half-round", "sc-full-deputies").regime("convention"), *sizes)
    assert result(code) == [0, 4, 8, 7, 4, 3]
    assert result(at.regime("terror")) == [0, 4, 8, 0, 4, 2]
    assert result(at.regime("thermidor")) == [0, 4, 8, 8, 0, 2]
    assert result(at.set(former="sans-culotte")) == [0, 4, 8, 8, 4, 0]


@pytest.mark.case("R-REGIME-14", "R-ACT-60", "R-ACT-61")
def test_paris_is_the_communes() -> None:
    at = At("elections").set(commune=True, leader="mountain")
    assert result(at) == [2, 8, 10, 4, 1, 1]
    assert result(at.set(leader=None)) == [2, 8, 11, 3, 1, 1]


@pytest.mark.case("R-REGIME-13", "R-REGIME-24", "R-REGIME-41", "E-39")
@pytest.mark.parametrize(("turn", "due", "following"), [(3, 4, 4), (4, 4, 8), (8, 8, 12), (7, 7, 11)])
def test_when_elections_are_held(turn: int, due: int, following: int) -> None:
    table = At("elections").set(turn=turn, election=due).region("lyon", control="feuillant").play()
    assert table.state.election == following
    assert len(table.told(Elected)) == (turn == due)
    assert table.state.deputies["feuillant"] == (9 if turn == due else 8)


@pytest.mark.case("R-REGIME-24")
def test_a_convention_installed_in_an_election_year_elects_once() -> None:
    at = At("regime").set(turn=4, commune=True, leader="gironde").army("brunswick metz")
    table = at.play().do("gironde", "install convention")
    assert (len(table.told(Elected)), table.state.election) == (1, 8)
    assert table.state.deputies["royalist"] == 0
