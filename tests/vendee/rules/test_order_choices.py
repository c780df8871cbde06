"""Orders as they are offered while they are typed: complete, with names, one's own areas first."""

from __future__ import annotations

import pytest
from hypothesis import given as any_of
from hypothesis import strategies as st

from engines.vendee.frames import SIDES
from tests.vendee.builder import Given, given, title

KINDS = [kind.kind for kind in title().order_kinds]
FORMS = [form for kind in title().order_kinds for form in kind.forms]


def position() -> Given:
    """Royalists in Cholet with Cathelineau, Republicans in Saumur with Menou."""
    made = given().points("cholet", anjou=6).general("cathelineau", "cholet")
    return made.points("saumur", saumur=4).general("menou", "saumur")


def offered(kind: str, typed: str = "", seat: str = "royalist") -> list[str]:
    """What is offered."""
    return title().order_choices(position().state, seat, kind, typed)


@any_of(
    kind=st.sampled_from(KINDS),
    seat=st.sampled_from(SIDES),
    typed=st.one_of(
        st.text(max_size=30),
        st.builds(lambda form, cut: form[:cut], st.sampled_from(FORMS), st.integers(0, 40)),
    ),
)
def test_whatever_is_offered_can_be_kept_as_it_stands(kind: str, seat: str, typed: str) -> None:
    found = offered(kind, typed, seat)
    assert len(found) <= 25
    assert len(set(found)) == len(found)
    assert [title().read_order(kind, order) for order in found] == found


@pytest.mark.parametrize("kind", KINDS)
def test_every_form_is_among_the_first_that_are_offered(kind: str) -> None:
    (forms,) = [known.forms for known in title().order_kinds if known.kind == kind]
    first = offered(kind)[: len(forms)]
    for form in forms:
        words = [word for word in form.split() if not word.rstrip(";,").isupper()]
        assert any(set(words) <= set(order.split()) for order in first), form


def test_one_s_own_areas_come_before_others() -> None:
    assert offered("preemption", "with ")[0] == "with cholet"
    assert offered("preemption", "with ", seat="republican")[0] == "with saumur"


def test_whom_one_pre_empts_is_of_the_other_side() -> None:
    against = [order.split()[-1] for order in offered("preemption", "with cholet against ")]
    assert "cholet" not in against
    assert "canclaux" in against
    assert "cathelineau" not in against


def test_a_name_is_completed_where_it_was_begun() -> None:
    assert offered("retreat", "prefer chol") == ["prefer cholet"]
    assert offered("march", "always from cholet, mort") == ["always from cholet, mortagne"]
    assert "never from cholet; always" in offered("march", "never from chol")


def test_a_path_goes_on_to_neighbours() -> None:
    near = {order.split()[3] for order in offered("operations", "move cholet > ")}
    assert near == set(title().box.ground.neighbours["cholet"])


def test_a_number_of_one_s_own_is_taken_first() -> None:
    assert offered("pursuit", "pursue 1 if at most 7")[0] == "pursue 1 if at most 7"
    assert offered("march", "if at most 3:2")[0] == "if at most 3:2"


def test_nothing_goes_on_from_what_is_no_order() -> None:
    assert offered("march", "dance") == []
    assert offered("march", "sometimes ") == []


def test_what_the_enemy_hides_makes_no_difference() -> None:
    other = position()
    other.points("vihiers", anjou=3).general("stofflet", "vihiers")
    for kind in KINDS:
        assert title().order_choices(other.state, "republican", kind, "") == offered(kind, "", "republican")
