"""Decisive outcomes (X-10.6)."""

from __future__ import annotations

import pytest

from data.levee.schema import Restore, Rotate
from engines.levee.events import ArmyStayed, ConditionChanged
from tests.levee.builder import Position, card, position, with_kit

HERE = position().option("decisive-outcomes").army("austria", 3).army("prussia", 3).army("piedmont", 3)


def highest(here: Position) -> Position:
    """Despotism above the others, so that something moves and the French Army does not."""
    return here.tracks(m=0, d=2, r=0)


@pytest.mark.case("X-10.6-a", "A-51")
def test_a_prussia_that_a_card_holds_back_is_outside_this_rule() -> None:
    held = highest(HERE).rotated("prussia").start()
    assert held.play("military prussia", faces=[6]).mdr == (0, 2, 0)
    assert held.play("military prussia", faces=[1]).mdr == (0, 2, 0)

    turned = HERE.condition("prussia", 2).next(
        card(special=[Rotate("prussia")]), card(special=[Restore("prussia")])
    )
    first = turned.play("end")
    assert (first.state.conditions, first.state.rotated) == ({}, ["prussia"])
    assert first.play("end").state.conditions == {}


@pytest.mark.case("X-10.6-b")
def test_it_is_of_every_military_action_and_never_of_a_naval_one() -> None:
    paris = highest(HERE.option("levee-en-masse")).army("vendee", 0)
    assert paris.play("military vendee", faces=[6]).mdr == (0, 3, 0)
    emergency = highest(HERE.option("levee-en-masse")).holding()
    assert emergency.play("levy holding", "military austria", faces=[6]).mdr == (0, 3, 0)

    sea = highest(HERE).army("britain", 1)
    assert sea.play("naval", faces=[6]).mdr == (0, 2, 0)
    assert sea.play("naval", faces=[1]).mdr == (0, 2, 0)


@pytest.mark.case("X-10.6.1-a", "X-10.6.1-b", "X-10.6.1-c", "A-58")
def test_a_natural_6_makes_an_army_one_step_worse_down_to_routed() -> None:
    start = highest(HERE).card(card(military_drm=-2)).army("austria", 1).start()
    once = start.play("military austria", faces=[6])
    assert (once.boxes["austria"], once.state.conditions, once.mdr) == (2, {"austria": 1}, (0, 3, 0))
    twice = once.play("military austria", faces=[6])
    assert (twice.boxes["austria"], twice.state.conditions, twice.mdr) == (3, {"austria": 2}, (0, 4, 0))
    thrice = twice.play("military austria", faces=[6])
    assert (thrice.boxes["austria"], thrice.state.conditions, thrice.mdr) == (4, {"austria": 2}, (0, 4, 0))

    routed = highest(HERE).condition("austria", 2).play("military austria", faces=[6])
    assert (routed.boxes["austria"], routed.mdr) == (4, (0, 3, 0))
    assert routed.of(ConditionChanged) == []


@pytest.mark.case("X-10.6.1-b")
def test_with_a_tie_for_the_highest_no_marker_moves() -> None:
    assert HERE.play("military austria", faces=[6]).mdr == (0, 0, 0)


@pytest.mark.case("X-10.6.1-b")
def test_the_french_army_follows_at_once() -> None:
    here = HERE.tracks(m=1, d=0, r=2).play("military austria", faces=[6])
    assert (here.mdr, here.state.french_army) == ((1, 0, 3), 1)
    tied = HERE.tracks(m=2, d=0, r=1).play("military austria", faces=[1, 6])
    assert (tied.mdr, tied.state.french_army) == ((1, 0, 1), 0)


@pytest.mark.case("X-10.6.1-d", "E-d-23")
def test_with_napoleon_a_5_will_do_and_despotism_gains() -> None:
    here = with_kit().option("decisive-outcomes").army("austria", 2).napoleon("austria")
    here = here.values(austria=5, liberation=[2, 2, 2]).card(card(military_drm=-2)).tracks(m=3, d=0, r=0)
    won = here.play("military austria", faces=[5])

    assert (won.boxes["austria"], won.state.conditions, won.mdr) == (3, {"austria": 1}, (3, 1, 0))
    assert here.tracks(m=0, d=4, r=0).play("military austria", faces=[6]).mdr == (0, 4, 0)
    odds = here.start().odds("military austria")
    assert odds is not None
    assert odds.chance * 6 == 2


@pytest.mark.case("X-10.6.1-e", "E-d-15", "A-50", "A-54")
def test_an_order_to_advance_lets_it_recover_instead() -> None:
    here = HERE.condition("austria", 2).next(*[card(("austria", 1))] * 3)
    first = here.play("end")
    assert (first.boxes["austria"], first.state.conditions) == (3, {"austria": 1})
    second = first.play("end")
    assert (second.boxes["austria"], second.state.conditions) == (3, {})
    assert second.play("end").boxes["austria"] == 2

    double = HERE.condition("austria", 1).reveal(card(("austria", 2)))
    assert (double.boxes["austria"], double.state.conditions) == (2, {})


@pytest.mark.case("X-10.6.1-h", "X-10.6.1-f")
def test_retreats_leave_its_condition_and_nothing_else_depends_on_it() -> None:
    here = HERE.condition("austria", 2)
    assert here.reveal(card(("austria", -1))).boxes["austria"] == 4
    pushed = here.play("military austria", faces=[5])
    assert (pushed.boxes["austria"], pushed.state.conditions) == (4, {"austria": 2})
    assert [roll.needed for roll in pushed.rolls] == [5]

    points = [board.deck("red", 0).play("end").outcome for board in (here, HERE)]
    assert points[0] == points[1]


@pytest.mark.case("X-10.6.1-g", "A-47", "E-d-24")
def test_an_army_in_box_5_can_be_shaken_but_not_moved() -> None:
    here = highest(HERE).army("prussia", 5).values(prussia=3).start()
    shaken = here.play("military prussia", faces=[4])
    assert (shaken.boxes["prussia"], shaken.state.conditions, shaken.mdr) == (5, {"prussia": 1}, (0, 2, 0))
    assert [event.case for event in shaken.of(ArmyStayed)] == ["10.6"]
    routed = shaken.play("military prussia", faces=[6])
    assert (routed.boxes["prussia"], routed.state.conditions, routed.mdr) == (5, {"prussia": 2}, (0, 3, 0))
    assert here.play("military prussia", faces=[6]).state.conditions == {"prussia": 1}
    assert position().refused("military prussia").case == "7.2"


@pytest.mark.case("X-10.6.2-a", "X-10.6.2-b", "E-d-14")
def test_after_a_natural_1_a_second_die_may_let_it_come_on() -> None:
    here = HERE.tracks(m=4, d=0, r=2).card(card(military_drm=2)).start()
    come = here.play("military austria", faces=[1, 3])
    assert (come.boxes["austria"], come.mdr) == (2, (3, 0, 2))
    stay = here.play("military austria", faces=[1, 4])
    assert (stay.boxes["austria"], stay.mdr) == (3, (3, 0, 2))
    assert stay.rolls[-1].modifiers == []

    home = HERE.army("austria", 5).play("military austria", faces=[1, 5])
    assert (home.boxes["austria"], home.mdr) == (4, (0, 0, 0))
    assert HERE.tracks(m=-1, d=-1, r=-1).play("military austria", faces=[1, 6]).mdr == (-1, -1, -1)


@pytest.mark.case("X-10.6.2-c", "X-10.6.2-d")
def test_from_box_1_it_enters_paris_on_a_1_and_can_be_fought_there() -> None:
    near = HERE.army("austria", 1).actions(1)
    assert near.play("military austria", faces=[1, 2]).boxes["austria"] == 1
    inside = near.play("military austria", faces=[1, 1])
    assert (inside.boxes["austria"], inside.state.actions_left) == (0, 0)
    assert inside.play("military austria", faces=[6]).boxes["austria"] == 1

    paris = HERE.army("austria", 0)
    for second in (1, 6):
        assert paris.play("military austria", faces=[1, second]).boxes["austria"] == 0


@pytest.mark.case("X-10.6.2-e")
def test_a_natural_1_of_another_roll_is_nothing_more() -> None:
    here = highest(HERE).army("britain", 1).holding().disorder()
    for action in ("naval", "political republic", "liberate brussels", "restore-order"):
        assert here.play(action, faces=[1]).mdr == (0, 2, 0)
    defended = highest(HERE).liberated("brussels").reveal(card(("austria", 1)), faces=[1])
    assert (defended.mdr, defended.boxes["austria"]) == ((0, 2, 0), 3)


@pytest.mark.case("A-48")
def test_a_disorganized_army_recovers_in_place_of_coming_on() -> None:
    result = HERE.condition("austria", 1).play("military austria", faces=[1, 1])

    assert (result.boxes["austria"], result.state.conditions) == (3, {})


@pytest.mark.case("A-49")
def test_coming_on_it_fights_a_marker_first() -> None:
    here = HERE.liberated("brussels").start()
    assert here.play("military austria", faces=[1, 3, 2]).boxes["austria"] == 3
    assert here.play("military austria", faces=[1, 3, 3]).boxes["austria"] == 2


@pytest.mark.case("A-52")
def test_a_stationary_army_has_the_political_part_alone() -> None:
    here = with_kit().option("decisive-outcomes").army("suvorov", 4).tracks(m=2, d=0, r=0).start()
    gone = here.play("military suvorov", faces=[6])
    assert (gone.boxes["suvorov"], gone.mdr, gone.state.conditions) == (None, (3, 0, 0), {})
    stays = here.play("military suvorov", faces=[1])
    assert (stays.boxes["suvorov"], stays.mdr) == (4, (1, 0, 0))


@pytest.mark.case("A-53")
def test_the_spirit_of_89_can_be_decisive_too() -> None:
    here = highest(HERE.option("spirit-of-89")).liberated("liege").start()
    won = here.play("spirit liege", faces=[6])
    assert (won.boxes["austria"], won.state.conditions, won.mdr) == (4, {"austria": 1}, (0, 3, 0))
    lost = here.play("spirit liege", faces=[1, 3])
    assert (lost.boxes["austria"], lost.mdr, lost.held) == (2, (0, 1, -1), 1)

    led = with_kit().option("decisive-outcomes", "spirit-of-89").army("austria", 3).napoleon("austria")
    five = led.liberated("liege").tracks(m=0, d=2, r=0).play("spirit liege", faces=[5])
    assert (five.mdr, five.state.conditions) == ((0, 2, 0), {})


@pytest.mark.case("A-62")
def test_the_price_of_a_free_victory_is_paid_before_the_decisive_outcome() -> None:
    rules = position().option("decisive-outcomes", "nothing-is-free").army("austria", 0)
    # Monarchy is level with Despotism first, and above it after the price.
    assert rules.tracks(m=1, d=1, r=0).play("military austria", faces=[6]).mdr == (3, 1, 0)
