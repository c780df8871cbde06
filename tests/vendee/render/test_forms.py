"""Stacks of three owners on a made-up map, and the forms that a stack can have."""

from __future__ import annotations

from itertools import combinations

from PIL import Image

from render.parts.placing import Plan, place
from render.parts.placing.boxes import overlap
from render.vendee.crowds import Crowd, Stack, seated
from render.vendee.forms import Former
from tests.render.parts.fields import WHOLE, sites


def sprite(wide: int, high: int) -> Image.Image:
    return Image.new("RGBA", (wide, high), (200, 0, 0, 255))


def crowd(plan: Plan, heights: dict[str, tuple[int, ...]]) -> Crowd:
    """Stacks of counters with a chip below each; as many owners in an area as it has numbers of counters."""
    former = Former(1.0, plan.frame.size)
    stacks = [
        Stack(area, f"owner {owner}", former.forms([sprite(38, 44)] * count, [([sprite(70, 22)], 0.0)]))
        for area, counts in heights.items()
        for owner, count in enumerate(counts)
    ]
    return seated(stacks, plan)


def test_stacks_of_three_owners_lie_apart_and_leave_the_name_to_be_read() -> None:
    plan = place(sites(), WHOLE)
    made = crowd(plan, {"field 0": (1, 2, 1), "field 1": (3,), "field 4": (2, 2), "sliver": (1,)})
    assert {seated.stack.owner for seated in made.stacks} == {"owner 0", "owner 1", "owner 2"}
    for one, two in combinations(made.stacks, 2):
        assert sum(overlap(a, b) for a in one.rows for b in two.rows) < 40
    for id, label in made.labels.items():
        hidden = sum(
            overlap(row, part) for seated in made.stacks for row in seated.rows for part in label.parts
        )
        assert hidden < 0.15 * sum(overlap(part, part) for part in label.parts), id


def test_the_forms_of_a_stack_come_best_first_and_hold_all_its_pictures() -> None:
    forms = Former(1.0, 1.0).forms(
        [sprite(38, 44)] * 4, [([sprite(80, 22)] * 3, 0.0), ([sprite(50, 22)] * 3, 9.0)]
    )
    assert [form.shape.cost for form in forms] == sorted(form.shape.cost for form in forms)
    assert {len(form.pieces) for form in forms} == {7}
    for form in forms:
        rows = form.shape.rows
        assert not any(overlap(one, two) for one, two in combinations(rows, 2))
