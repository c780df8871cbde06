"""What *Levée en Masse* says of edits, of how it ended, and of its course."""

from __future__ import annotations

import pytest

from bot.games.levee.chronicle import by_play, deeds
from bot.games.registry import presenter_of
from engines.core.contract import Outcome, Working
from engines.core.events import Event, PhaseBegun, Roll
from engines.core.game import Game
from engines.core.statistics import Stake
from engines.levee.events import ActionTaken, ArmyMoved, MarkerMoved
from engines.levee.title import Levee
from tests.levee.builder import Result, card, position
from tests.outposts.game.engine.title import Outposts

TITLE = Levee()
WORDS = presenter_of(TITLE)


def edited(*texts: str) -> list[Event]:
    """What edits of a new game give."""
    game = Game(TITLE, seed="edits")
    return [event for text in texts for event in game.edit(text)]


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        ("army austria 3", "🛠️ **Austria** is put in Liège (3)."),
        ("track republic 4", "🛠️ **Republic** is put at 4."),
    ],
)
def test_what_a_moderator_moves_is_put(edit: str, told: str) -> None:
    assert told in WORDS.tell(edited(edit))


def test_what_a_moderator_moves_is_no_chronicle_and_no_deed() -> None:
    moves = edited("army austria 2", "track republic 4")
    assert {type(event) for event in moves} >= {ArmyMoved, MarkerMoved}
    assert WORDS.chronicle(moves) == ""
    acted = [PhaseBegun("actions", "4.3"), ActionTaken("political despotism", 1, 1)]
    assert [deed.box for deed in deeds(TITLE.words, [*acted, *moves])] == [None]
    assert WORDS.chronicle([*acted, *moves]) == WORDS.chronicle(acted)


def test_what_is_played_stays() -> None:
    moved = ArmyMoved("austria", 3, 2, "mainz", "metz", "headline")
    assert by_play([moved]) == [moved]


def outcome(score: int | None, **facts: bool) -> Outcome:
    """A result."""
    working = [] if score is None else [Working("Republic at 3, times 3", 9, "9.3")]
    return Outcome(None, "minor-defeat", "Minor defeat", score, "9.3", working, facts)


def test_a_verdict_counts_victory_points_and_shows_their_working() -> None:
    assert WORDS.verdict(outcome(-16)) == [
        "## Minor defeat",
        "**−16 Victory Points** (9.3)",
        "-# +9 · Republic at 3, times 3",
    ]
    assert WORDS.verdict(outcome(1))[1] == "**+1 Victory Point** (9.3)"


def test_a_verdict_without_points_says_so_and_that_paris_fell() -> None:
    assert WORDS.verdict(outcome(None, **{"paris-fell": True})) == [
        "## Minor defeat",
        "Paris has fallen.",
        "No points are counted (9.3).",
    ]


def test_a_verdict_of_any_other_title_is_neutral() -> None:
    words = presenter_of(Outposts())
    won = Outcome("blue", "win", "Blue holds the lanes", 4, "8.1", [Working("Areas", 4, "8.1")])
    assert words.verdict(won) == [
        "## Blue holds the lanes",
        "**Blue** won (8.1).",
        "**Score +4**",
        "-# +4 · Areas",
    ]
    drawn = Outcome(None, "draw", "A draw", None, "8.1", [])
    assert words.verdict(drawn) == ["## A draw", "Nobody has won (8.1)."]


def why(*plays: Result) -> list[str]:
    """Why a game ended so whose last turn was these plays."""
    last = plays[-1]
    assert last.outcome is not None
    words = presenter_of(last.title)
    return words.aftermath(last.outcome, last.view, [event for play in plays for event in play.events])


def test_who_took_paris_is_told_with_what_was_tried_and_what_was_left() -> None:
    came = position().army("austria", 1).army("vendee", 1).reveal(card(("austria", 1), ("vendee", 1)))
    fought = came.play("military austria", "military austria", "political monarchy", faces=[2, 3, 1])
    assert why(came, fought, fought.play("end")) == [
        "**Austria took Paris**, coming from Arras. 2 attacks on Austria failed this turn.",
        "**The Vendée took Paris**, coming from Versailles. No attack on the Vendée was tried.",
        "1 action went elsewhere. 1 action was left unspent.",
    ]


def test_a_king_who_is_crowned_is_told_by_the_army_that_brought_him() -> None:
    near = position().army("vendee", 1).option("king-rescued").actions(0).play("end")
    assert why(near) == ["The Vendée stood in Versailles when the turn ended (9.1)."]


def test_points_that_do_not_reach_victory_are_told_by_what_cost_most() -> None:
    lost = position().deck("red", 0).actions(0).tracks(m=3, d=4, r=0).play("end")
    (line,) = why(lost)
    assert line == "What cost most: Despotism at 4, times 4 (−16) and Monarchy at 3, times 5 (−15)."
    won = position().deck("red", 0).actions(0).tracks(m=-1, d=-1, r=4).play("end")
    assert why(won) == []


def test_a_game_alone_that_is_lost_is_not_said_to_be_won_by_nobody() -> None:
    assert WORDS.result(outcome(None)) == "France has lost (9.3)."
    drawn = Outcome(None, "draw", "A draw", None, "8.1", [])
    assert presenter_of(Outposts()).result(drawn) == "Nobody has won (8.1)."
    assert presenter_of(Outposts()).aftermath(drawn, None, []) == []


def test_france_hopes_that_an_invaders_die_fails() -> None:
    entry = Roll("Austria against free Brussels", [2], [], 2, 4, False, "5.1")
    assert WORDS.stakes("france", entry) == Stake("france", wants=False)
    attack = Roll("Attack on Austria", [2], [], 2, 4, False, "7.2")
    assert WORDS.stakes("france", attack) == Stake("france", wants=True)


def test_an_army_off_the_map_is_not_the_nearest() -> None:
    game = Game(TITLE, seed="edits")
    boxes = [army.box for army in TITLE.view(game.state, None).armies.values() if army.box is not None]  # type: ignore[arg-type]
    (nearest,) = [
        series
        for series in WORDS.series([TITLE.view(game.state, None)], [None])  # type: ignore[arg-type]
        if series.name.startswith("Nearest")
    ]
    assert list(nearest.values) == [min(boxes)]
