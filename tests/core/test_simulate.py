"""Simulation: the sums are right, the words and bars say what was counted."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from engines.core.contract import Outcome, Title
from engines.core.dice import Dice
from engines.core.errors import UsageError
from engines.core.simulate import Played, play_many, simulate, summarise
from engines.core.summary import Summary, panels, summary_text
from engines.levee.player.policy import STUDY
from engines.levee.title import Levee
from engines.valmy.player.policy import STUDY as VALMY
from engines.valmy.score import provisional_outcome
from engines.valmy.title import Valmy
from engines.vendee.player.policy import STUDY as VENDEE
from engines.vendee.title import Vendee

S = TypeVar("S", bound=msgspec.Struct)
TITLE = Levee()


def begun(title: Title[S, Any]) -> S:
    """The state at the beginning of a game."""
    return title.setup(title.scenarios[0].id, {}, Dice("x")).state


def game(level: str, stage: str, score: int | None, *, won: bool = False) -> Played:
    return Played(
        seed="x",
        level=level,
        winner="france" if won else None,
        score=score,
        stage=stage,
        chapters=40,
        actions=100,
    )


def four() -> Summary:
    games = [
        game("crushing-defeat", "blue", None),
        game("minor-defeat", "red", -20),
        game("minor-victory", "red", -9, won=True),
        game("triumph", "red", 3, won=True),
    ]
    return summarise(TITLE, STUDY, "greedy", "x", games)


def test_games_are_counted_by_level_and_stage() -> None:
    summary = four()
    assert (summary.games, summary.won, summary.wins) == (4, 2, {"france": 2})
    assert {level: count for level, count in summary.levels.items() if count} == {
        "crushing-defeat": 1,
        "minor-defeat": 1,
        "minor-victory": 1,
        "triumph": 1,
    }
    assert tuple(summary.levels) == STUDY.levels
    assert summary.losses == {"blue": 1, "white": 0, "red": 1}
    assert summary.scores == {-20: 1, -9: 1, 3: 1}
    assert (summary.actions, summary.chapters) == (100.0, 40.0)


def test_scores_are_binned_in_fours() -> None:
    histogram = panels(four())[2]
    assert [(bar.label, bar.value) for bar in histogram.bars if bar.value] == [
        ("-20 to -17", 1),
        ("-12 to -9", 1),
        ("0 to 3", 1),
    ]


def test_a_wide_range_of_scores_takes_at_most_sixteen_bins() -> None:
    games = [game("minor-defeat", "red", score) for score in (-60, 24)]
    histogram = panels(summarise(TITLE, STUDY, "greedy", "x", games))[2]
    assert len(histogram.bars) <= 16
    assert sum(bar.value for bar in histogram.bars) == 2


def test_the_text_has_headings_bars_and_shares() -> None:
    lines = summary_text(four()).splitlines()
    assert lines[0] == "Levée en Masse, policy greedy: 4 games from seed x"
    assert lines[1].startswith("2 won (50.0%); on average 100.0 actions in 40.0 turns; pack levee-base@")
    crushing = next(line for line in lines if "Crushing defeat" in line)
    assert crushing.split() == ["Crushing", "defeat", "█" * 40, "1", "(25.0%)"]
    white = next(line for line in lines if line.strip().startswith("White"))
    assert white.split() == ["White", "0", "(0.0%)"]


def test_unscored_games_have_no_histogram() -> None:
    summary = summarise(TITLE, STUDY, "random", "x", [game("crushing-defeat", "blue", None)])
    assert len(panels(summary)) == 2
    assert "1 game from seed" in summary_text(summary)


def test_the_same_seed_gives_the_same_games_one_by_one() -> None:
    games = list(play_many(TITLE, STUDY, "random", 5, "s"))
    assert [played.seed for played in games] == ["s-1", "s-2", "s-3", "s-4", "s-5"]
    assert simulate(TITLE, STUDY, "random", 5, "s") == summarise(TITLE, STUDY, "random", "s", games)


def three() -> Summary:
    """Games of two seats: one won by each, one by nobody."""
    games = [
        Played("x", "royalist-tactical", "royalist", -7, "autumn", 8, 700),
        Played("x", "political", None, 2, "autumn", 8, 700),
        Played("x", "galerne", "republican", None, "summer", 5, 400),
    ]
    return summarise(Vendee(), VENDEE, "greedy", "x", games)


def test_games_of_several_seats_are_counted_by_seat() -> None:
    summary = three()
    assert summary.wins == {"republican": 1, "royalist": 1}
    assert (summary.won, summary.losses) == (2, {"spring": 0, "summer": 0, "autumn": 1})


def test_the_caption_says_who_won() -> None:
    said = "won: republican 1 (33.3%), royalist 1 (33.3%), nobody 1 (33.3%); "
    assert three().caption.startswith(said)


def test_games_that_take_the_course_of_history_are_counted() -> None:
    games = [
        Played("x", "french-points", "french", 9, "valmy", 12, 900, historical=True),
        Played("x", "exit", "allied", None, "valmy", 7, 500),
    ]
    summary = summarise(Valmy(), VALMY, "greedy", "x", games)
    assert "through the forest, checked round Valmy and beaten: 1 (50.0%); pack" in summary.caption


def test_where_several_can_win_nobody_has_lost() -> None:
    assert [panel.title for panel in panels(three())][1] == "Where nobody won"
    assert [panel.title for panel in panels(four())][1] == "Where they were lost"


@pytest.mark.parametrize(
    ("winner", "level", "counted"),
    [
        ("royalist", "strategic", "royalist-strategic"),
        ("republican", "tactical", "republican-tactical"),
        ("republican", "galerne", "galerne"),
        (None, "political", "political"),
    ],
)
def test_a_level_is_counted_for_the_side_that_reached_it(
    winner: str | None, level: str, counted: str
) -> None:
    outcome = Outcome(winner, level, "", None, "7.2", [])
    assert VENDEE.level(begun(Vendee()), outcome) == counted
    assert counted in VENDEE.levels


def test_a_study_counts_levels_as_the_title_gives_them() -> None:
    assert STUDY.level(begun(TITLE), Outcome("france", "triumph", "", 9, "10", [])) == "triumph"


@pytest.mark.parametrize(
    ("ended", "counted"),
    [
        ("Y-11.1.1-a", "french-broken"),
        ("Y-11.1.1-b", "exit"),
        ("Y-11.1.2-a", "allied-broken"),
        ("Y-11.1.2-b", "verdun"),
        (None, "french-points"),
    ],
)
def test_a_win_is_counted_by_its_way(ended: str | None, counted: str) -> None:
    title = Valmy()
    state = replace(begun(title), ended=ended)
    assert VALMY.level(state, provisional_outcome(title.box, state)) == counted


def test_no_game_is_no_summary() -> None:
    with pytest.raises(UsageError):
        simulate(TITLE, STUDY, "random", 0, "s")
