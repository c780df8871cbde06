"""The French Army (6)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.levee.schema import ARMIES, Army, Drm
from engines.levee.events import FrenchArmyReset, FrenchArmySet
from tests.levee.builder import Result, card, position
from tests.support.depth import depth

BOXES = st.integers(-1, 4)


def government(m: int, d: int, r: int) -> int:
    """What the reigning government does to the French Army (6.2)."""
    if m > max(d, r):
        return -1
    return 1 if r > max(m, d) else 0


def attack(result: Result, army: Army) -> int:
    """Sum of the modifiers of an attack on an Army."""
    odds = result.odds(f"military {army}")
    assert odds is not None
    return sum(value for _, value in odds.modifiers)


@pytest.mark.case("L-6.0-a")
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("box", [0, 1, 2, 3])
def test_the_french_army_fights_on_every_track(army: Army, box: int) -> None:
    here = position().army(army, box).card(card(military_drm=1))
    value = here.start().title.box.battle_value[army]

    assert here.play(f"military {army}", faces=[value]).boxes[army] == box + 1


@pytest.mark.case("L-6.0-a")
def test_fighting_on_one_track_leaves_the_others_as_they_were() -> None:
    here = position().army("britain", 1).army("vendee", 1).army("austria", 3).card(card(military_drm=1))
    before = here.start()
    after = before.play("military britain", "military vendee", faces=[6, 1])

    assert after.odds("military austria") == before.odds("military austria")
    assert after.play("military austria", faces=[4]).boxes["austria"] == 4


@pytest.mark.case("L-6.0-b", "L-8.4-a")
def test_housekeeping_sets_the_french_army_to_0() -> None:
    here = position().deck("red", left=0).card(card(military_drm=1)).tracks(m=0, d=0, r=3)
    assert here.start().state.french_army == 2

    result = here.play("end")
    assert result.state.french_army == 0
    assert len(result.of(FrenchArmyReset)) == 1


@pytest.mark.case("L-6.0-c", "L-6.0-d", "L-6.1-a", "L-6.2-a", "L-6.2-b")
@given(drm=st.integers(-5, 5), m=BOXES, d=BOXES, r=BOXES)
@settings(max_examples=depth(150, 5000))
def test_the_marker_is_card_plus_government_within_2(drm: int, m: int, d: int, r: int) -> None:
    result = position().tracks(m, d, r).reveal(card(military_drm=drm))

    assert result.state.french_army == max(-2, min(2, drm + government(m, d, r)))


@pytest.mark.case("L-6.0-d", "E-d-04")
@pytest.mark.parametrize(
    ("drm", "tracks", "value"),
    [
        (2, (0, 0, 2), 2),
        (-2, (3, 0, 0), -2),
        (-2, (3, 0, 3), -2),
        (1, (3, 0, 0), 0),
        (1, (0, 3, 0), 1),
        (-2, (0, 0, 1), -1),
        (2, (1, 0, 0), 1),
    ],
)
def test_sums_of_card_and_government(drm: int, tracks: tuple[int, int, int], value: int) -> None:
    assert position().tracks(*tracks).reveal(card(military_drm=drm)).state.french_army == value


@pytest.mark.case("L-6.1-a")
def test_the_cards_military_modifier_counts_and_others_do_not() -> None:
    others = [Drm("political", 1), Drm("naval", 1), Drm("liberation", 1), Drm("restore-order", 1)]

    assert position().reveal(card(military_drm=1)).state.french_army == 1
    assert position().reveal(card(drm=others)).state.french_army == 0
    assert position().reveal(card()).state.french_army == 0


@pytest.mark.case("L-6.2-a")
@pytest.mark.parametrize(("tracks", "term"), [((1, 0, 0), -1), ((0, 1, 0), 0), ((0, 0, 1), 1)])
def test_the_reigning_government(tracks: tuple[int, int, int], term: int) -> None:
    result = position().tracks(*tracks).reveal(card())

    assert result.state.french_army == term
    (event,) = result.of(FrenchArmySet)
    assert [modifier.value for modifier in event.terms] == [term] * (term != 0)


@pytest.mark.case("L-6.2-b")
@pytest.mark.parametrize("tracks", [(2, 0, 2), (0, 3, 3), (4, 4, -1), (1, 1, 1)])
def test_nobody_reigns_in_a_tie(tracks: tuple[int, int, int]) -> None:
    result = position().tracks(*tracks).reveal(card())

    assert result.state.french_army == 0
    assert result.view.reigning is None


@pytest.mark.case("L-6.2-c")
def test_a_political_action_adjusts_the_army_before_the_next_roll() -> None:
    here = position().tracks(m=2, d=0, r=2).army("austria", 3)
    result = here.play("political republic", "military austria", faces=[3, 4])

    assert result.boxes["austria"] == 4
    assert result.kinds.index("french-army-set") < result.kinds.index("army-moved")
    assert here.play("political republic", "military austria", faces=[2, 4]).boxes["austria"] == 3


@pytest.mark.case("L-6.2-c")
@pytest.mark.parametrize(
    ("tracks", "action", "before", "after"),
    [
        ((3, 0, 2), "political monarchy", -1, 0),
        ((0, 2, 2), "political despotism", 0, 1),
        ((3, 0, 2), "political republic", -1, 0),
        ((2, 0, 2), "political republic", 0, 1),
        ((2, 3, 1), "political despotism", 0, 0),
    ],
)
def test_any_political_success_recomputes_the_army(
    tracks: tuple[int, int, int], action: str, before: int, after: int
) -> None:
    here = position().tracks(*tracks)
    assert here.start().state.french_army == before

    result = here.play(action, faces=[6])
    assert result.state.french_army == after
    assert [event.value for event in result.of(FrenchArmySet)] == ([after] if after != before else [])


@pytest.mark.case("L-6.2-c")
def test_a_failed_spirit_of_89_recomputes_the_army() -> None:
    here = position().option("spirit-of-89").army("austria", 3).liberated("liege").tracks(m=1, d=0, r=2)
    assert here.start().state.french_army == 1

    result = here.play("spirit liege", faces=[1])
    assert (result.mdr, result.state.french_army) == ((1, 0, 1), 0)
    assert result.play("military austria", faces=[4]).boxes["austria"] == 3


@pytest.mark.case("A-10", "L-6.0-d", "E-d-04")
def test_the_army_is_recomputed_from_its_parts_and_clamped_at_the_end() -> None:
    """Event −2 and a reigning Monarchy make −3, shown as −2; without the Monarchy it is −2 still."""
    here = position().tracks(m=3, d=0, r=2).card(card(military_drm=-2))
    assert here.start().state.french_army == -2

    tied = here.play("political republic", faces=[3])
    assert (tied.mdr, tied.state.french_army) == ((3, 0, 3), -2)
    reigning = tied.play("political republic", faces=[4])
    assert (reigning.mdr, reigning.state.french_army) == ((3, 0, 4), -1)


@pytest.mark.case("A-11")
def test_modifiers_for_an_army_or_space_are_added_beyond_the_two() -> None:
    drm = [Drm("military", 2), Drm("military", 1, army="austria"), Drm("military", 1, space="liege")]
    result = position().tracks(m=0, d=0, r=2).army("austria", 3).army("prussia", 3).reveal(card(drm=drm))

    assert result.state.french_army == 2
    assert attack(result, "austria") == 4
    assert attack(result, "prussia") == 2


@pytest.mark.case("A-11")
def test_the_military_modifier_is_not_added_a_second_time() -> None:
    result = position().army("austria", 3).reveal(card(military_drm=1))

    assert attack(result, "austria") == 1
    assert result.play("military austria", faces=[3]).boxes["austria"] == 3
