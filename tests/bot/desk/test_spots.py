"""Places on a panel's map: numbered as in its lists, of its own choices, and the same to equal views."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Any

import pytest
from PIL import Image

from bot.desk import spots
from bot.games.registry import presenter_of
from bot.games.shown import Choice, Does, Group, Placed
from data.games import GAMES
from data.told import told
from engines.core.contract import AnyTitle
from render import CloseUp, Picture
from render.facade import artist_of
from render.numbers import SHEET
from tests.core.play import TITLES, usual_walk
from tests.support.depth import depth
from tests.support.fixture import fixture_of

EVERY = depth(41, 3)
SQUARE = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))
ON_MAPS = [name for name in GAMES if TITLES[name].secrets and artist_of(name).spots]
MOVES = [
    Group("a", "Move to", [Choice("move ulm", "Ulm", "", place="ulm"), Choice("stay", "Stay", "")]),
    Group(
        "b",
        "Attack",
        [Choice("hit ulm", "Ulm", "", place="ulm"), Choice("rain", "…", "", "", "", Does.OPEN, "rain")],
    ),
]


def drawn(**places: tuple[tuple[float, float], ...]) -> Picture:
    made = BytesIO()
    Image.new("RGB", (8, 8), "red").save(made, "PNG")
    return Picture(made.getvalue(), 8, 8, "A map", ".png", places)


def test_places_are_offered_in_the_order_of_the_choices_and_once() -> None:
    assert spots.offered(MOVES) == ("ulm", "rain")


def test_a_label_begins_with_the_number_that_its_place_has_on_the_map() -> None:
    groups = spots.numbered(MOVES, spots.marks(["rain", "ulm"]))
    labels = [[choice.label for choice in group.choices] for group in groups]
    assert labels == [["2 · Ulm", "Stay"], ["2 · Ulm", "1 · …"]]


def test_a_place_that_is_not_on_the_map_has_no_number() -> None:
    assert spots.numbered(MOVES, spots.marks(["rain"]))[0] == MOVES[0]


def test_of_what_is_told_by_places_each_that_is_not_on_the_map_says_so() -> None:
    lines = [Placed("ulm", "Ney to Ulm"), Placed("rain", "Davout to Rain")]
    marks = spots.marks(["rain"], lines)
    assert spots.marked(lines, marks) == ["-# **Beyond this map** · Ney to Ulm", "-# **1** · Davout to Rain"]
    labels = [choice.label for choice in spots.numbered(MOVES, marks)[0].choices]
    assert labels == ["Beyond this map · Ulm", "Stay"]
    # Without a map nothing is beyond it.
    assert spots.marks([], lines) == {}


def test_a_picture_keeps_its_places_with_what_chooses_them() -> None:
    picture = drawn(rain=SQUARE, ulm=SQUARE[::-1])
    file = spots.attached(picture, MOVES)
    assert file.places == ("rain", "ulm")
    data = file.fp.read()
    assert spots.read(data) == [
        spots.Spot(SQUARE, ("> rain",)),
        spots.Spot(SQUARE[::-1], ("move ulm", "hit ulm")),
    ]
    with Image.open(BytesIO(data)) as image, Image.open(BytesIO(picture.data)) as plain:
        assert image.tobytes() == plain.tobytes()


def test_a_picture_without_places_is_sent_as_it_is() -> None:
    data = spots.attached(drawn(), MOVES).fp.read()
    assert data == drawn().data
    assert spots.read(data) == []
    assert spots.read(b"no picture") == []


def positions(title: AnyTitle) -> Iterator[tuple[Any, str]]:
    """States of a game, each with a seat that owes a decision."""
    for position in islice(usual_walk(title.id)[1], 0, None, EVERY):
        yield from ((position.state, seat) for seat in position.seats)


def asked(title: AnyTitle, state: Any, seat: str) -> tuple[tuple[str, ...], CloseUp]:
    """The places that a panel offers, and its part of the map."""
    words = presenter_of(title)
    sheet = words.sheet(state, seat, None, {}, "", blank=False) if words.has_sheets else None
    places = spots.offered(words.groups(state, seat) if sheet is None else sheet.groups)
    return places, (sheet and sheet.close) or words.close(state, seat)


@pytest.mark.parametrize("name", ON_MAPS)
def test_what_lies_on_a_map_is_what_the_lists_offer(name: str) -> None:
    title, artist, lain = TITLES[name], artist_of(name), 0
    assert artist.spots is not None
    for state, seat in positions(title):
        places, close = asked(title, state, seat)
        view = presenter_of(title).view(state, seat)
        found = artist.spots(view, told(title.data), (), close._replace(offered=places))
        assert [place for place in places if place in found] == [*found]
        assert all(0 <= x <= SHEET and y >= 0 for outline in found.values() for x, y in outline)
        lain += len(found)
    assert lain


@pytest.mark.parametrize("name", ON_MAPS)
def test_equal_views_are_offered_equal_places(name: str) -> None:
    title, met = TITLES[name], 0
    for state, seat in positions(title):
        for twin in islice(fixture_of(name).twins(state, seat), 2):
            assert asked(title, twin, seat) == asked(title, state, seat)
            met += 1
    assert met or not [*title.alike(state, seat)]
