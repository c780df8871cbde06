"""The table at the start (R-SETUP)."""

from __future__ import annotations

from typing import Union

import msgspec
import pytest

from engines.core.dice import Dice
from engines.revolution.score import points
from engines.revolution.state import State, armies_in, controlled, deputies, seated
from engines.revolution.title import Revolution

TITLE = Revolution()
BOX = TITLE.box
START = TITLE.setup("historical", {}, Dice("set-up")).state


@pytest.mark.case("R-SETUP-02", "R-SETUP-03", "R-SETUP-04", "R-SETUP-09")
def test_the_map_at_the_start() -> None:
    sizes = {seat: len(controlled(START, seat)) for seat in TITLE.seats}
    assert list(sizes.values()) == [4, 8, 5, 4, 1, 1]
    neutral = [id for id, region in START.regions.items() if region.control is None]
    assert neutral == ["brest", "bourges", "nimes"]
    assert [id for id, region in START.regions.items() if region.revolt] == ["bourges"]
    there = [id for id in START.regions if armies_in(BOX, START, id)]
    assert there == ["lille", "metz", "strasbourg", "marseille"]


@pytest.mark.case(
    "R-SETUP-05", "R-SETUP-06", "R-SETUP-07", "R-SETUP-11", "R-SETUP-16", "R-SETUP-17", "E-02", "E-03"
)
def test_purses_fame_and_deputies() -> None:
    assert list(START.purses.values()) == [400, 1400, 800, 1400, 350, 350, 2300]
    assert list(START.fame.values()) == [8, 12, 10, 11, 9, 8, 10]
    assert [deputies(START, seat) for seat in TITLE.seats] == [2, 8, 10, 4, 1, 1]
    assert [seat for seat in TITLE.seats if seated(BOX, START, seat)] == ["feuillant", "marais", "gironde"]


@pytest.mark.case("R-SETUP-08", "R-SETUP-10", "R-SETUP-14")
def test_regime_tracks_and_peace() -> None:
    assert (START.regime, START.government, START.election) == ("legislative", "feuillant", 4)
    assert set(START.tracks.values()) == {4}
    assert [START.war, START.commune, START.civil] == [False] * 3


@pytest.mark.case("E-05", "A-01", "A-02")
def test_points_at_the_start() -> None:
    assert [points(BOX, START, seat) for seat in TITLE.seats] == [12, 33, 25, 24, 11, 10]


def test_the_state_goes_through_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(START), type=State) == START
    TITLE.check(START)


def test_what_happens_goes_through_json_too() -> None:
    decoder = msgspec.json.Decoder(list[Union[tuple(TITLE.event_types())]])  # type: ignore[misc]  # noqa: UP007
    events = TITLE.setup("historical", {"letter": True}, Dice("events")).events
    assert decoder.decode(msgspec.json.encode(events)) == events


@pytest.mark.case("R-SEQ-08", "R-SEQ-09")
def test_money_is_handed_over_at_any_time() -> None:
    after = TITLE.apply(START, "gironde", TITLE.parse(START, "give mountain 100", "gironde"), Dice("x")).state
    assert (after.purses["gironde"], after.purses["mountain"], after.spent) == (1300, 450, 0)
    for seat, text in (("royalist", "give mountain 100"), ("mountain", "give royalist 50")):
        assert not TITLE.is_legal(START, seat, TITLE.parse(START, text, seat))
    assert not TITLE.is_legal(START, "gironde", TITLE.parse(START, "give marais 1401", "gironde"))
