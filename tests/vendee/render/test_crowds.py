"""Stacks on the map: none over another, names left to be read, all of it on the sheet."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

import pytest
from hypothesis import given as having
from hypothesis import settings
from hypothesis import strategies as st
from PIL import Image

from data.vendee.schema import Side
from engines.core.game import Game
from engines.vendee.player.policy import choose_greedy
from engines.vendee.state import State
from engines.vendee.title import Vendee
from engines.vendee.view import View
from render.parts.placing.boxes import overlap
from render.parts.rings import tickets
from render.pen import Box, Pen
from render.theme import THEMES
from render.vendee.crowds import Crowd, seated
from render.vendee.layout import key, laid_out
from render.vendee.picture import stacks
from tests.support.depth import depth
from tests.vendee.builder import given
from tests.vendee.render.samples import AREAS, PACK, crowded, view

PEN = Pen(Image.new("RGB", (8, 8)), 1.0)
TOUCH = 40.0
"""Square units, of the 1700 of a counter, by which two stacks may touch in the narrowest of places."""
LEGIBLE = 0.15
"""Share of a name that may be hidden, which can be read all the same."""


def crowd(seen: View, around: str | None = None) -> Crowd:
    plan = laid_out(key(PACK), around).plan
    return seated(stacks(PEN, seen, PACK, plan, "light"), plan)


def hidden(made: Crowd, area: str) -> float:
    """The share of a name that stacks hide."""
    parts = made.labels[area].parts
    ground = sum((part[2] - part[0]) * (part[3] - part[1]) for part in parts)
    rows = [row for found in made.stacks for row in found.rows]
    return sum(overlap(row, part) for row in rows for part in parts) / ground


def clashes(made: Crowd) -> list[tuple[float, str, str]]:
    """Ground that two stacks share."""
    found = []
    for one, two in combinations(made.stacks, 2):
        shared = sum(overlap(first, second) for first in one.rows for second in two.rows)
        if shared > TOUCH:
            found.append((shared, one.stack.area, two.stack.area))
    return found


def inside(box: Box, frame: Box) -> bool:
    return frame[0] <= box[0] <= box[2] <= frame[2] and frame[1] <= box[1] <= box[3] <= frame[3]


@lru_cache(maxsize=1)
def played() -> list[State]:
    """Positions of a game of the greedy policy, some dozen actions apart."""
    title, chooser = Vendee(), random.Random("map")
    game, states = Game(title, seed="map"), list[State]()
    while game.decisions:
        seat = game.decisions[0].seat
        assert isinstance(game.state, State)
        game.act(seat, choose_greedy(title, game.state, title.legal_actions(game.state, seat), chooser))
        if len(game.journal) % 24 == 0:
            states.append(game.state)
    return states


@pytest.mark.parametrize("seat", ["royalist", "republican", None])
def test_in_a_whole_game_no_stack_lies_over_another(seat: Side | None) -> None:
    for state in played():
        assert clashes(crowd(view(state, seat))) == [], state.turn


@pytest.mark.parametrize("seat", ["royalist", "republican", None])
def test_in_a_whole_game_every_name_can_be_read(seat: Side | None) -> None:
    for state in played():
        made = crowd(view(state, seat))
        assert {area for area in made.labels if hidden(made, area) > LEGIBLE} == set(), state.turn


def test_in_a_whole_game_a_name_that_gives_way_goes_over_no_other() -> None:
    for state in played():
        labels = crowd(view(state)).labels
        for one, two in combinations(labels, 2):
            for first in labels[one].parts:
                assert not any(overlap(first, second) > 1 for second in labels[two].parts), (one, two)


@pytest.mark.parametrize("around", [None, "cholet", "noirmoutier", "saumur"])
def test_all_of_a_crowd_is_on_the_map(around: str | None) -> None:
    made = crowd(view(crowded(), "royalist"), around)
    frame = laid_out(key(PACK), around).frame.map
    assert made.stacks
    assert all(inside(row, frame) for found in made.stacks for row in found.rows)
    assert all(inside(part, frame) for label in made.labels.values() for part in label.parts)


def test_both_sides_with_a_general_each_leave_the_name_of_their_area_to_be_read() -> None:
    for area in AREAS:
        made = given().points(area, anjou=12, saumur=18).general("stofflet", area).general("menou", area)
        shown = crowd(view(made.state))
        assert clashes(shown) == [], area
        assert hidden(shown, area) < 2 * LEGIBLE, area


@settings(max_examples=depth(8, 300))
@having(
    st.lists(st.sampled_from(AREAS), min_size=1, max_size=30, unique=True),
    st.lists(st.integers(1, 40), min_size=30, max_size=30),
)
def test_counters_wherever_they_are_lie_apart(areas: list[str], points: list[int]) -> None:
    made = given()
    for number, (area, count) in enumerate(zip(areas, points, strict=False)):
        match number % 3:
            case 0:
                made.points(area, anjou=count)
            case 1:
                made.points(area, saumur=count)
            case _:
                made.points(area, centre=count)
    assert clashes(crowd(view(made.state))) == []


@pytest.mark.parametrize("around", [None, "cholet"])
def test_what_a_way_costs_hides_neither_stack_nor_another_cost(around: str | None) -> None:
    plan = laid_out(key(PACK), around).plan
    made = crowd(view(crowded()), around)
    taken = [row for found in made.stacks for row in found.rows]
    pen = Pen(Image.new("RGB", (1600, 1600)), 1.0)
    costs = {
        "mortagne": "2",
        "chatillon": "½",
        "maulevrier": "3½",
        "beaupreau": "combat",
        "tiffauges": "stops",
    }
    boxes = tickets(pen, plan, costs, taken, THEMES["light"])
    assert len(boxes) == len(costs)
    assert not any(overlap(one, two) > 1 for one, two in combinations(boxes, 2))
    assert not any(overlap(box, row) > TOUCH for box in boxes for row in taken)
