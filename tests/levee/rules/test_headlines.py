"""Headline cards: the military, political and social parts (5.0 to 5.3)."""

from __future__ import annotations

from itertools import product

import pytest

from data.levee.schema import ARMIES, Army, Drm, Grant, Marker
from engines.core.events import Event, PhaseBegun
from engines.levee.events import (
    ArmyMoved,
    ArmyStayed,
    DisorderPlaced,
    LiberationGranted,
    LiberationReturned,
    MarkerMoved,
    Reaction,
)
from tests.levee.builder import Result, card, position

Tracks = tuple[int, int, int]


def stays(result: Result) -> list[tuple[str, str]]:
    """Armies that did not obey an order, and why."""
    return [(event.army, event.reason) for event in result.of(ArmyStayed)]


@pytest.mark.case("L-5.0-a")
def test_title_and_text_do_nothing() -> None:
    loud = card(title="Austria advances, a Journée!", text="Monarchy +1; Military DRM −2; 6 actions.")
    here = position().tracks(m=1, d=0, r=2).army("austria", 4)

    assert here.reveal(loud).state == here.reveal(card()).state


@pytest.mark.case("L-5.0-b")
def test_the_parts_of_a_card_are_carried_out_in_order() -> None:
    everything = card(
        ("austria", 1), political={"monarchy": 1}, reaction=True, journee=True, special=[Grant()]
    )
    result = position().reveal(everything)
    own: tuple[type[Event], ...] = (ArmyMoved, Reaction, DisorderPlaced, LiberationGranted)
    phases = [
        event.phase if isinstance(event, PhaseBegun) else type(event)
        for event in result.events
        if isinstance(event, (*own, PhaseBegun))
    ]

    assert phases == ["housekeeping", "headline", *own, "french-army", "actions"]


@pytest.mark.case("L-5.0-b")
def test_political_moves_come_before_reaction() -> None:
    """Monarchy is not highest until the card has raised it."""
    result = position().tracks(m=1, d=1, r=1).reveal(card(political={"monarchy": 2}, reaction=True))

    assert result.mdr == (2, 1, 1)


@pytest.mark.case("L-5.1-a")
def test_only_the_armies_named_move_and_each_as_the_card_says() -> None:
    here = position()
    for army in ARMIES:
        here = here.army(army, 3)
    result = here.reveal(card(("austria", 1), ("prussia", -1), ("britain", 2)))

    assert result.boxes == {"britain": 1, "prussia": 4, "austria": 2, "piedmont": 3, "vendee": 3}


@pytest.mark.case("L-5.1-a")
def test_an_army_that_was_removed_does_not_obey() -> None:
    result = position().off("austria").reveal(card(("austria", 1), ("prussia", 1)))

    assert result.boxes["austria"] is None
    assert result.boxes["prussia"] == 4
    assert stays(result) == [("austria", "off-map")]


@pytest.mark.case("L-5.1-b", "E-5.1-a")
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("box", [5, 4, 3, 2, 1])
def test_an_advance_is_one_box_towards_paris(army: Army, box: int) -> None:
    result = position().army(army, box).reveal(card((army, 1)))

    assert result.boxes[army] == box - 1
    (moved,) = result.of(ArmyMoved)
    assert (moved.origin, moved.target, moved.target_space) == (
        box,
        box - 1,
        result.title.box.at[army][box - 1],
    )


@pytest.mark.case("L-5.1-c")
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("box", [1, 2, 3, 4])
def test_a_retreat_is_one_box_away_from_paris(army: Army, box: int) -> None:
    assert position().army(army, box).reveal(card((army, -1))).boxes[army] == box + 1


@pytest.mark.case("L-5.1-c")
def test_a_retreat_never_goes_past_box_5() -> None:
    result = position().army("prussia", 4).reveal(card(("austria", -1), ("prussia", -3)))

    assert (result.boxes["austria"], result.boxes["prussia"]) == (5, 5)
    assert stays(result) == [("austria", "start"), ("prussia", "start")]


@pytest.mark.case("L-5.1-d")
def test_an_advance_never_goes_past_paris() -> None:
    result = position().army("austria", 1).reveal(card(("austria", 3)))

    assert result.boxes["austria"] == 0
    assert stays(result) == [("austria", "paris")]


STRONG = (Drm("military", 2), Drm("military", 3, army="austria"), Drm("military", 3, space="liege"))
WEAK = tuple(Drm(drm.roll, -drm.value, army=drm.army, space=drm.space) for drm in STRONG)


@pytest.mark.case("L-5.1-e", "A-03")
@pytest.mark.parametrize(("drm", "face", "enters"), [(STRONG, 2, False), (WEAK, 3, True)])
def test_no_modifier_counts_against_a_liberation_marker(
    drm: tuple[Drm, ...], face: int, enters: bool
) -> None:
    here = position().army("austria", 4).liberated("liege").tracks(m=0, d=0, r=4).card(card(drm=drm))
    result = here.reveal(card(("austria", 1), drm=drm), faces=[face])

    assert (result.boxes["austria"] == 3) is enters
    (roll,) = result.rolls
    assert (roll.modifiers, roll.total, roll.success) == ([], face, enters)


@pytest.mark.case("L-5.1-e")
def test_without_a_liberation_marker_no_die_is_rolled() -> None:
    result = position().army("austria", 4).liberated("brussels").reveal(card(("austria", 1)))

    assert not result.rolls
    assert result.boxes["austria"] == 3


@pytest.mark.case("L-5.1-f", "L-5.1-g", "A-04")
@pytest.mark.parametrize(("value", "face"), [*product(range(1, 6), range(1, 7))])
def test_an_army_enters_if_the_die_is_above_the_markers_value(value: int, face: int) -> None:
    here = position().values(liberation=[value, value]).army("prussia", 4).liberated("coblenz")
    result = here.reveal(card(("prussia", 1)), faces=[face])

    assert result.boxes["prussia"] == (3 if face > value else 4)
    assert result.liberated == {"coblenz"}
    assert stays(result) == ([] if face > value else [("prussia", "defended")])


@pytest.mark.case("A-04")
@pytest.mark.parametrize(("value", "face", "box"), [(0, 1, 3), (6, 6, 4)])
def test_a_natural_1_or_6_is_nothing_special_for_a_liberation_marker(value: int, face: int, box: int) -> None:
    """No valid pack has such values; with them the natural-face rule would show."""
    here = position().values(liberation=[value, value]).army("prussia", 4).liberated("coblenz")

    assert here.reveal(card(("prussia", 1)), faces=[face]).boxes["prussia"] == box


@pytest.mark.case("L-5.1-g", "L-5.1-i")
def test_army_and_marker_share_the_space_until_actions_push_it_out() -> None:
    here = position().army("austria", 4).liberated("liege")
    shared = here.reveal(card(("austria", 1)), faces=[3])
    assert (shared.boxes["austria"], shared.liberated) == (3, {"liege"})

    pushed = shared.play("military austria", "end", faces=[6])
    assert (pushed.boxes["austria"], pushed.liberated, pushed.held) == (4, {"liege"}, 0)

    conquered = shared.play("end")
    assert (conquered.boxes["austria"], conquered.liberated, conquered.held) == (3, set(), 1)


@pytest.mark.case("L-5.1-h")
def test_a_marker_defends_again_and_again() -> None:
    """In, out and in again on one card: the marker in the contested space still has its roll."""
    here = position().army("austria", 4).liberated("liege")
    result = here.reveal(card(("austria", 1), ("austria", -1), ("austria", 1)), faces=[6, 1])

    assert result.boxes["austria"] == 4
    assert [roll.success for roll in result.rolls] == [True, False]


@pytest.mark.case("L-5.1-h")
def test_a_marker_defends_every_turn() -> None:
    here = position().army("austria", 4).liberated("liege").next(*[card(("austria", 1))] * 3)
    result = here.play("end", "end", "end", faces=[1, 2, 1])

    assert result.boxes["austria"] == 4
    assert result.liberated == {"liege"}


@pytest.mark.case("L-5.1-j")
@pytest.mark.parametrize("first", ["prussia", "austria"])
def test_armies_move_one_after_another_as_printed(first: Army) -> None:
    second: Army = "austria" if first == "prussia" else "prussia"
    here = position().army("austria", 4).army("prussia", 4).liberated("liege", "coblenz")
    result = here.reveal(card((first, 1), (second, 1)), faces=[6, 1])

    assert (result.boxes[first], result.boxes[second]) == (3, 4)
    start = result.kinds.index("card-revealed") + 1
    assert result.kinds[start : start + 4] == ["roll", "army-moved", "roll", "army-stayed"]


@pytest.mark.case("A-05")
def test_an_army_stopped_by_a_marker_loses_the_rest_of_its_order() -> None:
    """A second roll would be a 6; the builder fails if it is made or not asked for."""
    here = position().army("austria", 4).liberated("liege").next(card(("austria", 3)))
    stopped = here.play("end", faces=[2])

    assert stopped.boxes["austria"] == 4
    assert len(stopped.rolls) == 1


@pytest.mark.case("A-05")
def test_a_longer_order_is_rolled_for_at_each_defended_space() -> None:
    here = position().army("austria", 5).liberated("liege", "brussels").next(card(("austria", 4)))

    assert here.play("end", faces=[3, 2]).boxes["austria"] == 3
    assert here.play("end", faces=[3, 3]).boxes["austria"] == 1


@pytest.mark.case("A-06")
def test_a_retreat_into_a_liberated_space_needs_no_roll_and_contests_it() -> None:
    """It has to pass the marker first; Conquest clears what is left behind at the end of a turn."""
    there_and_back = card(("austria", 2), ("austria", -1))
    retreated = position().army("austria", 4).liberated("liege").reveal(there_and_back, faces=[6])
    assert len(retreated.rolls) == 1
    assert (retreated.boxes["austria"], retreated.liberated) == (3, {"liege"})

    ended = retreated.play("end")
    assert (ended.liberated, ended.held) == (set(), 1)


@pytest.mark.case("L-5.2-a", "E-5.2-a")
@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ((4, -1, -1), {"monarchy": -1, "republic": 1}, (3, -1, 0)),
        ((2, 1, 0), {"despotism": 2}, (2, 3, 0)),
        ((4, 3, 0), {"monarchy": 1, "despotism": 3}, (4, 4, 0)),
        ((-1, 0, 1), {"monarchy": -1, "despotism": -3, "republic": -1}, (-1, -1, 0)),
        ((2, 0, 4), {"republic": 2}, (2, 0, 4)),
        ((0, 0, 0), {}, (0, 0, 0)),
    ],
)
def test_political_markers_move_as_printed_within_their_tracks(
    before: Tracks, change: dict[Marker, int], after: Tracks
) -> None:
    assert position().tracks(*before).reveal(card(political=change)).mdr == after


def single(tracks: Tracks, value: int) -> int | None:
    """Index of the only marker at a value, if it is alone there."""
    return tracks.index(value) if tracks.count(value) == 1 else None


def lowered(tracks: Tracks) -> Tracks:
    only = single(tracks, max(tracks))
    return tuple(value - (index == only) for index, value in enumerate(tracks))  # type: ignore[return-value]


def raised(tracks: Tracks) -> Tracks:
    only = single(tracks, min(tracks))
    return tuple(value + (index == only) for index, value in enumerate(tracks))  # type: ignore[return-value]


@pytest.mark.case("L-5.2-b", "L-5.2-c", "L-5.2-f")
@pytest.mark.parametrize("monarchy", range(-1, 5))
def test_reaction_in_all_216_states(monarchy: int) -> None:
    """The order of the two steps makes no difference and neither leaves the tracks."""
    for tracks in product([monarchy], range(-1, 5), range(-1, 5)):
        after = position().tracks(*tracks).reveal(card(reaction=True)).mdr

        assert after == raised(lowered(tracks)) == lowered(raised(tracks))
        assert set(after) <= {*range(-1, 5)}


REACTIONS: list[tuple[Tracks, Tracks]] = [
    ((4, -1, -1), (3, -1, -1)),
    ((2, 0, -1), (1, 0, 0)),
    ((1, 1, -1), (1, 1, 0)),
    ((2, -1, 2), (2, 0, 2)),
    ((1, 1, 1), (1, 1, 1)),
    ((2, 1, 0), (1, 1, 1)),
]


@pytest.mark.case("L-5.2-b", "L-5.2-c", "E-d-05")
@pytest.mark.parametrize(("before", "after"), REACTIONS)
def test_reaction(before: Tracks, after: Tracks) -> None:
    assert position().tracks(*before).reveal(card(reaction=True)).mdr == after


@pytest.mark.case("L-5.2-b")
def test_reaction_lowers_nothing_when_two_are_highest() -> None:
    result = position().tracks(m=3, d=3, r=0).reveal(card(reaction=True))

    assert result.of(Reaction) == [Reaction(None, "republic")]
    assert result.mdr == (3, 3, 1)


@pytest.mark.case("L-5.2-c")
def test_reaction_raises_nothing_when_two_are_lowest() -> None:
    result = position().tracks(m=3, d=0, r=0).reveal(card(reaction=True))

    assert result.of(Reaction) == [Reaction("monarchy", None)]
    assert result.mdr == (2, 0, 0)


@pytest.mark.case("L-5.2-c")
def test_reaction_looks_for_the_lowest_after_lowering() -> None:
    """The highest may come down to the middle one; the lowest still goes up."""
    result = position().tracks(m=1, d=0, r=-1).reveal(card(reaction=True))

    assert [event.marker for event in result.of(MarkerMoved)] == ["monarchy", "republic"]
    assert result.mdr == (0, 0, 0)


@pytest.mark.case("L-5.2-d")
def test_a_tie_at_one_end_blocks_that_end_only() -> None:
    assert position().tracks(m=2, d=-1, r=2).reveal(card(reaction=True)).mdr == (2, 0, 2)


@pytest.mark.case("L-5.2-e")
@pytest.mark.parametrize("value", range(-1, 5))
def test_reaction_changes_nothing_when_all_are_level(value: int) -> None:
    assert position().tracks(value, value, value).reveal(card(reaction=True)).mdr == (value,) * 3


@pytest.mark.case("L-5.3-a")
def test_a_journee_puts_paris_into_disorder() -> None:
    result = position().reveal(card(journee=True))

    assert result.state.disorder
    assert result.of(DisorderPlaced) == [DisorderPlaced(already=False)]
    assert not position().reveal(card()).state.disorder


@pytest.mark.case("L-5.3-b")
def test_a_second_journee_has_no_effect() -> None:
    twice = position().tracks(m=0, d=0, r=4).next(card(journee=True), card(journee=True)).play("end", "end")
    assert twice.of(DisorderPlaced) == [DisorderPlaced(already=False), DisorderPlaced(already=True)]

    cleared = twice.play("restore-order", "end")
    assert not cleared.state.disorder
    assert cleared.mdr == (0, 0, 3)


@pytest.mark.case("L-5.3-b")
def test_two_journees_cost_the_republic_no_more_than_one() -> None:
    here = position().tracks(m=0, d=0, r=4)
    once = here.next(card(journee=True), card()).play("end", "end", "end")
    twice = here.next(card(journee=True), card(journee=True)).play("end", "end", "end")

    assert once.mdr == twice.mdr == (0, 0, 2)


@pytest.mark.case("L-5.1-i")
def test_no_marker_returns_while_the_card_is_carried_out() -> None:
    result = position().army("austria", 4).liberated("liege").reveal(card(("austria", 1)), faces=[6])

    assert not result.of(LiberationReturned)
