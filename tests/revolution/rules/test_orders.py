"""Standing orders: what would be typed, for a form or for a question by itself."""

from __future__ import annotations

import pytest

from engines.core.errors import NotationError
from engines.revolution.actions import File
from engines.revolution.answers import Arrest, Done, Keep, Plot
from tests.revolution.builder import TITLE, At


def test_an_order_is_kept_in_full() -> None:
    assert (
        TITLE.read_order("people", "Arrest MARAT x 2;convince danton") == "arrest marat x 2 ; convince danton"
    )
    assert TITLE.read_order("people", "done") == "done"
    for kind, text in (
        ("plan", "plot lyon by roland"),
        ("people", ""),
        ("arrest", "dance"),
        ("cash", "done"),
    ):
        with pytest.raises(NotationError):
            TITLE.read_order(kind, text)


def test_an_order_fills_a_form_with_what_can_be_on_it() -> None:
    table = At("arrests", "-letter").people("marat paris").play()
    order = TITLE.read_order("people", "arrest marat x 2 ; keep 0")
    answers = {
        decision.seat: TITLE.ordered(table.state, decision, order)
        for decision in TITLE.decisions(table.state)
    }
    # Only the Government arrests; the rest of the order stands for all.
    assert answers["feuillant"] == File((Arrest("marat", 2), Keep(0)))
    assert answers["gironde"] == File((Keep(0),))


def test_by_the_letter_the_first_that_is_legal_is_done_and_then_no_more() -> None:
    table = At("plots").people("barnave nimes", "lameth dijon").play()
    (decision,) = TITLE.decisions(table.state)
    order = TITLE.read_order("plot", "plot dijon by lameth ; plot nimes by barnave")
    assert TITLE.ordered(table.state, decision, order) == Plot("nimes", "barnave")
    nothing = TITLE.ordered(table.state, decision, "plot dijon by lameth")
    assert nothing is not None
    assert TITLE.notation(nothing) == "done"


@pytest.mark.case("A-42")
def test_an_action_of_an_order_is_done_as_often_as_it_stands_there() -> None:
    table = At("arrests").people("marat lille").play()
    order = TITLE.read_order("arrest", "arrest marat ; arrest marat")
    for expected in (Arrest("marat"), Arrest("marat"), Done()):
        (decision,) = TITLE.decisions(table.state)
        assert TITLE.ordered(table.state, decision, order) == expected
        table.do("feuillant", TITLE.notation(expected), *((1, 2) if expected != Done() else ()))


def test_orders_are_completed_with_names() -> None:
    state = At("plots").state
    offered = TITLE.order_choices(state, "marais", "convince", "convince dan")
    assert "convince danton x 2" in offered
    assert all(text.startswith("convince dan") for text in offered)
    assert "keep 0 ; arrest marat x 2" in TITLE.order_choices(
        state, "marais", "people", "keep 0; arrest mara"
    )


def test_an_order_with_two_names_is_completed_for_the_last_of_each() -> None:
    state = At("plots").state
    *_, region = TITLE.box.region
    *_, person = TITLE.box.person
    begun = f"plot {region} by {person[:-1]}"
    assert f"plot {region} by {person} x 2" in TITLE.order_choices(state, "marais", "plot", begun)


def test_the_sets_are_orders() -> None:
    for orders in TITLE.order_sets:
        for seat in TITLE.seats:
            assert TITLE.orders_in(orders, seat)
