"""The title under the contract: odds and standing orders as they are kept."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engines.core.errors import NotationError
from tests.vendee.battles import attack
from tests.vendee.builder import given, title


def test_the_odds_of_a_march_to_the_guns_are_those_of_its_die() -> None:
    position = given().powder(centre=0).points("chantonnay", centre=6).points("les-essarts", centre=2)
    position.general("sapinaud", "les-essarts")
    fray = attack(position, "chantonnay", "sainte-hermine", force={"la_rochelle": 6})
    odds = title().odds(fray.state, title().parse(fray.state, "guns les-essarts with all"))
    assert odds is not None
    assert odds.chance == Fraction(1, 2)


def test_a_hand_over_has_no_odds() -> None:
    state = given().more().state
    assert title().odds(state, title().parse(state, "hand over")) is None


@pytest.mark.parametrize(
    ("kind", "typed", "kept"),
    [
        ("retreat", "towards Chol", "towards cholet"),
        ("retreat", "prefer chol, mortagne", "prefer cholet, mortagne"),
        ("march", "always from st-fulgent leave 2", "always from saint-fulgent leave 2"),
        ("losses", "Spare Mayence", "spare mayence"),
        ("pursuit", "pursue 2 if at most 5", "pursue 2 if at most 5"),
        ("preemption", "with Cholet against Thouars", "with cholet against thouars"),
        ("powder-tie", "anj", "anjou"),
    ],
)
def test_an_order_is_kept_with_its_names_in_full(kind: str, typed: str, kept: str) -> None:
    assert title().read_order(kind, typed) == kept


def test_an_order_as_it_is_kept_is_an_order() -> None:
    kept = title().read_order("retreat", "prefer chol, mortagne")
    assert title().read_order("retreat", kept) == kept


@pytest.mark.parametrize(
    ("kind", "typed"), [("retreat", "towards paris"), ("march", "if at most 9:1"), ("dance", "auto")]
)
def test_what_is_no_order_is_refused(kind: str, typed: str) -> None:
    with pytest.raises(NotationError):
        title().read_order(kind, typed)


@pytest.mark.parametrize("kind", ["march", "withdraw", "losses", "retreat", "pursuit"])
def test_a_refused_order_of_a_combat_names_the_forms(kind: str) -> None:
    with pytest.raises(NotationError) as refusal:
        title().read_order(kind, "sing")
    assert refusal.value.choices


@pytest.mark.parametrize("seat", ["republican", "royalist", None])
def test_a_view_names_its_scenario(seat: str | None) -> None:
    assert title().view(given().state, seat).scenario == "campaign"
