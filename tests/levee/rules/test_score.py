"""The end of the game and the score (9)."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.levee.schema import ARMIES, Army, Border
from engines.core.contract import Outcome
from engines.core.events import GameOver
from engines.levee.score import LEVELS, level_of
from tests.levee.builder import Position, card, plain, position
from tests.support.depth import depth

BOXES = st.integers(-1, 4)
ROUND = sorted(space.id for track in plain().board.track for space in track.space if space.shape == "round")


def quiet() -> Position:
    """The last card of the red deck, every Army off the map, every marker in 0: a score of 0."""
    return position().deck("red", left=0).off(*ARMIES)


def scored(here: Position) -> Outcome:
    """The outcome if the game were over in a position as it stands, without Housekeeping."""
    start = here.start()
    outcome = start.title.outcome(msgspec.structs.replace(start.state, phase="over"))
    assert outcome is not None
    return outcome


def points(here: Position) -> int:
    outcome = scored(here)
    assert outcome.score is not None
    assert sum(line.value for line in outcome.working) == outcome.score
    return outcome.score


@pytest.mark.case("L-9.0-a")
def test_the_game_ends_when_paris_falls_or_the_red_deck_is_exhausted() -> None:
    fallen = position().deck("red", left=5).army("austria", 0).play("end")
    exhausted = quiet().play("end")
    going_on = position().deck("red", left=1).play("end")

    assert [event.level for event in fallen.of(GameOver)] == [fallen.outcome.level if fallen.outcome else ""]
    assert [event.level for event in exhausted.of(GameOver)] == ["substantive-victory"]
    assert going_on.outcome is None
    assert not going_on.of(GameOver)


@pytest.mark.case("L-9.0-a")
def test_nothing_can_be_done_in_a_finished_game() -> None:
    over = position().army("austria", 0).play("end")

    assert over.title.decisions(over.state) == []
    for action in ("end", "political monarchy", "military austria"):
        assert over.refused(action).message == "The game is over"


@pytest.mark.case("L-9.1-a", "E-d-22")
@pytest.mark.parametrize("left", [1, 2, 18])
def test_paris_fallen_with_a_blue_card_left_is_a_crushing_defeat(left: int) -> None:
    outcome = position().deck("blue", left).army("austria", 0).play("end").outcome

    assert outcome is not None
    assert (outcome.level, outcome.case, outcome.winner) == ("crushing-defeat", "9.1", None)
    assert (outcome.score, outcome.working) == (None, [])


@pytest.mark.case("L-9.2-a", "E-d-22")
@pytest.mark.parametrize("left", [1, 2, 16])
def test_paris_fallen_with_a_white_card_left_is_a_decisive_defeat(left: int) -> None:
    outcome = position().deck("white", left).army("austria", 0).play("end").outcome

    assert outcome is not None
    assert (outcome.level, outcome.case, outcome.winner) == ("decisive-defeat", "9.2", None)
    assert (outcome.score, outcome.working) == (None, [])


@pytest.mark.case("A-21", "E-d-22")
@pytest.mark.parametrize(
    ("colour", "left", "level"),
    [("blue", 1, "crushing-defeat"), ("blue", 0, "decisive-defeat"), ("white", 0, "decisive-defeat")],
)
def test_paris_fallen_on_the_last_card_of_a_deck(colour: str, left: int, level: str) -> None:
    outcome = position().deck(colour, left).army("austria", 0).play("end").outcome  # type: ignore[arg-type]

    assert outcome is not None
    assert (outcome.level, outcome.score) == (level, None)


@pytest.mark.case("L-9.3-a", "A-22", "E-d-22")
@pytest.mark.parametrize("left", [11, 4, 0])
def test_paris_fallen_in_the_red_deck_is_scored(left: int) -> None:
    here = quiet().deck("red", left).tracks(m=0, d=0, r=4).army("vendee", 0)
    outcome = here.play("end").outcome

    assert outcome is not None
    assert outcome.score == 12 - left - 1
    assert outcome.facts == {"paris-fell": True}
    assert (outcome.level, outcome.winner) == ("minor-defeat", None)


@pytest.mark.case("A-22")
def test_no_degree_of_defeat_is_mended_by_the_fall_of_paris() -> None:
    for tracks in itertools.product((-1, 1, 4), repeat=3):
        here = quiet().deck("red", 4).tracks(*tracks).army("vendee", 0)
        outcome = here.play("end").outcome
        assert outcome is not None
        assert outcome.score is not None
        assert outcome.winner is None
        assert LEVELS.index(outcome.level) == min(
            LEVELS.index(level_of(outcome.score)), LEVELS.index("minor-defeat")
        )


@pytest.mark.case("A-22")
def test_by_an_option_paris_may_fall_in_a_victory_and_stand_in_a_defeat() -> None:
    here = quiet().deck("red", left=1).tracks(m=0, d=0, r=4).army("vendee", 0)
    fallen = here.option("paris-may-fall").play("end").outcome
    standing = quiet().tracks(m=4, d=4, r=0).play("end").outcome
    assert fallen is not None
    assert standing is not None

    assert (fallen.level, fallen.winner, fallen.facts["paris-fell"]) == ("triumph", "france", True)
    assert (standing.level, standing.winner, standing.facts["paris-fell"]) == (
        "substantive-defeat",
        None,
        False,
    )


@pytest.mark.case("A-23")
def test_there_are_seven_outcomes_from_worst_to_best() -> None:
    assert list(LEVELS) == [
        *("crushing-defeat", "decisive-defeat", "substantive-defeat", "minor-defeat"),
        *("minor-victory", "substantive-victory", "triumph"),
    ]
    by_points = [level_of(value) for value in range(-80, 60)]
    assert sorted(by_points, key=LEVELS.index) == by_points
    assert set(by_points) == set(LEVELS[2:])


@pytest.mark.case("A-23")
@pytest.mark.parametrize(
    ("tracks", "level", "won"),
    [
        ((4, 4, 0), "substantive-defeat", False),
        ((4, 0, 0), "minor-defeat", False),
        ((2, 0, 0), "minor-victory", True),
        ((0, 0, 0), "substantive-victory", True),
        ((0, 0, 1), "triumph", True),
    ],
)
def test_who_has_won(tracks: tuple[int, int, int], level: str, won: bool) -> None:
    outcome = scored(quiet().tracks(*tracks))

    assert outcome.level == level
    assert (outcome.winner == "france") is won


@pytest.mark.case("A-24", "L-4.4-b")
def test_disorder_still_bites_on_the_last_card() -> None:
    outcome = quiet().tracks(m=0, d=0, r=2).disorder().play("end").outcome

    assert outcome is not None
    assert outcome.score == 3 * 1 - 1


@pytest.mark.case("A-24")
def test_conquest_still_bites_on_the_last_card() -> None:
    outcome = quiet().army("austria", 2).liberated("brussels", "savoy").play("end").outcome

    assert outcome is not None
    assert outcome.score == 3 - 1


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, int]:
    """A position of the red deck and its score, reckoned by hand from 9.3."""
    left = draw(st.integers(0, 11))
    m, d, r = draw(BOXES), draw(BOXES), draw(BOXES)
    places = draw(st.lists(st.sampled_from([*ROUND, "holding"]), max_size=2, unique=True))
    boxes: dict[Army, int | None] = {army: draw(st.none() | st.integers(0, 5)) for army in ARMIES}
    disorder = draw(st.booleans())
    here = position().deck("red", left).tracks(m, d, r)
    score = 3 * r - 4 * d - 5 * m - left
    for place in places:
        here = here.holding() if place == "holding" else here.liberated(place)
    for track in plain().board.track:
        at = boxes[track.army]
        here = here.off(track.army) if at is None else here.army(track.army, at)
        score -= at is not None
        for space in track.space:
            if space.box == at:
                score -= {"red": 3, "orange": 1, None: 0}[space.border]
            if space.id in places:
                score += space.box
    return (here.disorder(), score - 1) if disorder else (here, score)


@pytest.mark.deep(seconds=16)
@pytest.mark.case("L-9.3-b", "L-9.3-j", "L-9.3-k")
@given(positions())
@settings(max_examples=depth(200, 5000))
def test_the_score_is_the_sum_of_the_seven_steps(case: tuple[Position, int]) -> None:
    here, score = case
    outcome = scored(here)

    assert outcome.score == score
    assert outcome.level == level_of(score)


@pytest.mark.case("L-9.3-c")
@pytest.mark.parametrize(("r", "score"), [(-1, -3), (0, 0), (1, 3), (4, 12)])
def test_step_1_republic_counts_three(r: int, score: int) -> None:
    assert points(quiet().tracks(m=0, d=0, r=r)) == score


@pytest.mark.case("L-9.3-d")
@pytest.mark.parametrize(
    ("here", "score"),
    [
        (quiet().liberated("brussels"), 2),
        (quiet().liberated("at-sea", "savoy"), 7),
        (quiet().liberated("freiburg").holding(), 4),
        (quiet().holding(2), 0),
        (quiet().spent().liberated("trier"), 2),
        (quiet(), 0),
    ],
)
def test_step_2_liberated_spaces_count_their_number(here: Position, score: int) -> None:
    assert points(here) == score


@pytest.mark.case("L-9.3-e", "E-9.3-b")
@pytest.mark.parametrize(("d", "score"), [(-1, 4), (0, 0), (1, -4), (4, -16)])
def test_step_3_despotism_costs_four(d: int, score: int) -> None:
    assert points(quiet().tracks(m=0, d=d, r=0)) == score


@pytest.mark.case("L-9.3-f")
@pytest.mark.parametrize(("m", "score"), [(-1, 5), (0, 0), (1, -5), (4, -20)])
def test_step_4_monarchy_costs_five(m: int, score: int) -> None:
    assert points(quiet().tracks(m=m, d=0, r=0)) == score


@pytest.mark.case("L-9.3-g")
@pytest.mark.parametrize("left", [0, 1, 7, 11])
def test_step_5_each_red_card_left_costs_one(left: int) -> None:
    assert points(quiet().deck("red", left)) == -left


@pytest.mark.case("L-9.3-h", "A-25")
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("box", [5, 4, 0])
def test_step_6_each_army_on_the_map_costs_one_its_start_included(army: Army, box: int) -> None:
    assert points(quiet().army(army, box)) == -1


@pytest.mark.case("L-9.3-h")
def test_step_6_disorder_in_paris_costs_one() -> None:
    assert points(quiet().disorder()) == -1
    assert points(quiet().disorder().army("vendee", 5).army("austria", 4)) == -3


@pytest.mark.case("L-9.3-h")
def test_step_6_liberation_markers_are_not_hostile() -> None:
    hostile = [
        line.value
        for line in scored(quiet().liberated("savoy").holding()).working
        if "ostile" in str(line.label)
    ]

    assert hostile == [0]


@pytest.mark.case("L-9.3-i", "E-9.3-c", "E-9.3-d")
@pytest.mark.parametrize(("army", "space", "score"), [("britain", "rouen", -4), ("vendee", "versailles", -2)])
def test_step_7_borders_cost_more_on_top_of_step_6(army: Army, space: str, score: int) -> None:
    here = quiet().army(army, 1)

    assert here.start().title.box.at[army][1] == space
    assert points(here) == score


@pytest.mark.case("L-9.3-i")
@pytest.mark.parametrize(("border", "score"), [("red", -4), ("orange", -2), (None, -1)])
def test_step_7_is_by_the_border_on_the_map(border: Border | None, score: int) -> None:
    assert points(quiet().army("piedmont", 2).border("lyon", border)) == score


@pytest.mark.case("L-9.3-i")
def test_step_7_counts_only_where_an_army_stands() -> None:
    assert points(quiet().off("britain", "vendee")) == 0


@pytest.mark.case("L-9.3-j", "L-9.3-k")
def test_a_score_may_be_as_low_or_high_as_it_comes() -> None:
    worst = position().deck("red", left=11).tracks(m=4, d=4, r=-1).disorder()
    for army in ARMIES:
        worst = worst.army(army, 1).border(worst.start().title.box.at[army][1], "red")
    best = quiet().tracks(m=-1, d=-1, r=4).liberated("at-sea", "cologne")

    assert points(worst) == -3 - 16 - 20 - 11 - 6 - 15
    assert points(best) == 12 + 8 + 4 + 5


@pytest.mark.case("L-9.3-k", "E-d-02")
@pytest.mark.parametrize(
    ("value", "level"),
    [
        *((30, "triumph"), (1, "triumph"), (0, "substantive-victory"), (-7, "substantive-victory")),
        *((-8, "minor-victory"), (-15, "minor-victory"), (-16, "minor-defeat"), (-25, "minor-defeat")),
        *((-26, "substantive-defeat"), (-80, "substantive-defeat")),
    ],
)
def test_bands(value: int, level: str) -> None:
    assert level_of(value) == level


@pytest.mark.case("A-25")
def test_a_whole_set_of_armies_at_their_starts_costs_five() -> None:
    assert points(position().deck("red", left=0)) == -5


@pytest.mark.case("A-26")
def test_when_paris_falls_in_the_red_deck_disorder_and_conquest_do_not_count() -> None:
    here = quiet().deck("red", left=3).tracks(m=0, d=0, r=2).disorder().army("vendee", 0)
    outcome = here.army("austria", 3).liberated("liege").play("end").outcome

    assert outcome is not None
    assert outcome.score == 6 + 3 - 3 - 3


@pytest.mark.case("A-27")
@pytest.mark.parametrize(("border", "score"), [(None, -1), ("red", -4), ("orange", -2)])
def test_paris_has_a_border_only_if_the_map_prints_one(border: Border | None, score: int) -> None:
    assert plain().board.paris_border is None
    assert points(quiet().army("vendee", 0).border("paris", border)) == score


def test_no_outcome_while_the_game_goes_on() -> None:
    assert position().reveal(card()).outcome is None


@pytest.mark.case("L-9.3-g")
def test_red_headlines_that_are_still_to_come_cost_nothing_while_the_game_goes_on() -> None:
    start = quiet().deck("red", left=5).start()
    assert (start.title.provisional_outcome(start.state).score, points(quiet().deck("red", left=5))) == (
        0,
        -5,
    )
