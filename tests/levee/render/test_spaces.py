"""Names beside spaces: off roads and boxes, and on the map."""

from __future__ import annotations

from render.levee.spaces import Surroundings
from render.parts.placing import place
from render.parts.placing.labels import Site
from render.pen import Box
from tests.render.parts.fields import WHOLE, square


def test_a_name_beside_a_space_keeps_off_roads_and_boxes() -> None:
    road = [(float(x), 500.0) for x in range(500, 1000, 5)]
    surroundings = Surroundings([(300, 440, 460, 560)], road, (0, 0, 1000, 1000))
    label = place({"a": Site("Town", square((400, 400), 200, 200), (500, 500))}, WHOLE).labels["a"]
    put = surroundings.named(label, (500, 500), 40).box
    assert surroundings.cost(put, 90) == 0
    assert surroundings.clearest((500, 500), 80, ((1, 0), (-1, 0), (0, 1))) == (0, 1)


def test_what_reaches_beyond_the_map_is_dearest() -> None:
    surroundings = Surroundings([], [], (0, 0, 1000, 1000))
    inside: Box = (500, 500, 600, 520)
    assert surroundings.cost(inside, 90) == 0 < surroundings.cost((950, 500, 1050, 520), 90)
