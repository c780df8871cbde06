"""What a form begins with, and what silence hands in: the automatic player's lines, but no promises."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.games.revolution.presenter import RevolutionPresenter
from data.revolution.tables import SEATS
from engines.core.dice import Dice
from engines.revolution.actions import EMPTY, File
from engines.revolution.answers import Decide, Vote
from engines.revolution.frames import Form
from engines.revolution.state import State
from tests.revolution.balance import play
from tests.revolution.builder import TITLE, At
from tests.support.depth import seed

WORDS = RevolutionPresenter(TITLE)
GAMES = 12
PROMISES = {"ally", "common"}


def forms(name: str, *options: str) -> Iterator[tuple[State, str]]:
    """Each form of a game of automatic players, before it is filled in, and who is to fill it in."""
    rng, dice = random.Random(name), Dice(name)
    state = TITLE.setup("historical", dict.fromkeys(options, True), dice).state
    while owed := TITLE.decisions(state):
        if isinstance(state.stack[-1], Form):
            yield state, owed[0].seat
        action = TITLE.suggest(state, owed[0].seat, rng)
        assert action is not None
        state = TITLE.apply(state, owed[0].seat, action, dice).state


def silence(state: State, seat: str) -> File:
    """What silence hands in."""
    (decision,) = (one for one in TITLE.decisions(state) if one.seat == seat)
    filed = TITLE.fallback(state, decision)
    assert isinstance(filed, File)
    return filed


@pytest.mark.parametrize("options", [(), ("private-cash", "fast")])
def test_what_is_pressed_at_once_is_the_plan_that_its_seat_may_make(options: tuple[str, ...]) -> None:
    kinds: set[str] = set()
    for state, seat in forms("usual", *options):
        filed = silence(state, seat)
        assert TITLE.is_legal(state, seat, filed)
        assert all(silence(twin, seat) == filed for twin in TITLE.alike(state, seat))
        kinds |= {answer.question for answer in filed.answers}
        if state.turn in (1, 5):
            sheet = WORDS.sheet(state, seat, None, {})
            assert sheet is not None
            assert TITLE.parse(state, sheet.text, seat) == filed
            assert len(sheet.lines) > len({answer.question for answer in filed.answers})
    assert not kinds & PROMISES
    assert kinds >= {"objective", "placement", "arrest", "convince", "plot", "propose", "vote", "critics"}


def test_a_form_whose_lines_are_taken_off_stays_empty_and_one_in_a_lesson_begins_so() -> None:
    state = At("arrests", "-letter").people("marat paris", "barnave paris").play().state
    assert silence(state, "feuillant").answers
    cleared = WORDS.written(state, "feuillant", TITLE.notation(silence(state, "feuillant")), "clear")
    for sheet in (
        WORDS.sheet(state, "feuillant", cleared, {}),
        WORDS.sheet(state, "feuillant", None, {}, blank=True),
    ):
        assert sheet is not None
        assert TITLE.parse(state, sheet.text, "feuillant") == EMPTY


def test_a_line_that_stands_there_again_gives_way_to_the_one_that_is_chosen() -> None:
    state = At("arrests", "-letter").people("marat paris", "barnave paris").play().state
    written = WORDS.written(state, "feuillant", "file arrest marat ; arrest marat", "arrest marat x 3")
    assert written == "file arrest marat x 3"
    sheet = WORDS.sheet(state, "feuillant", "file arrest marat ; arrest marat", {})
    assert sheet is not None
    assert any(
        "-# Of several tries or lines for the same, a later one counts only if the earlier failed." in line
        for line in sheet.lines
    )


def test_two_laws_of_which_one_is_proposed_are_paid_once() -> None:
    state = At("deputies", "-letter").set(filed=["talk", "plan", "people", "regions"]).play().state
    sheet = WORDS.sheet(state, "gironde", "file propose civic ; propose worship", {})
    assert sheet is not None
    assert any("50 ₶ of" in line for line in sheet.lines if line.startswith("💰")), sheet.lines


def test_an_order_says_usual_and_what_it_says_besides_counts_instead() -> None:
    assert TITLE.read_order("votes", "vote all yes ; USUAL") == "usual ; vote all yes"
    assert TITLE.read_order("plan", "usual") == "usual"
    state = At("laws", "-letter").set(bills=["emigres/marais", "civic/gironde"]).play().state
    decision = next(one for one in TITLE.decisions(state) if one.seat == "marais")
    assert TITLE.ordered(state, decision, "usual") == silence(state, "marais")
    ordered = TITLE.ordered(state, decision, "usual ; vote all yes")
    assert isinstance(ordered, File)
    assert ordered.answers[0] == Vote("all", True)
    usual = [answer for answer in silence(state, "marais").answers if answer.question != "vote"]
    assert [*ordered.answers[1:]] == usual


def test_each_set_of_orders_does_what_it_says() -> None:
    talk = At("talk", "-letter").set(filed=[]).play().state
    (decision,) = (one for one in TITLE.decisions(talk) if one.seat == "feuillant")
    sets = {each.id: TITLE.orders_in(each, "feuillant") for each in TITLE.order_sets}
    assert {id: len(orders) for id, orders in sets.items()} == {"usual": 2, "careful": 2, "away": 7}
    for id in ("usual", "away"):
        assert TITLE.ordered(talk, decision, sets[id]["talk"]) == silence(talk, "feuillant")
    careful = TITLE.ordered(talk, decision, sets["careful"]["talk"])
    assert isinstance(careful, File)
    assert Decide("all", False) in careful.answers


@pytest.mark.nightly(seconds=60)
def test_who_only_hands_in_gets_nearly_what_the_automatic_player_gets() -> None:
    names = [seed(f"hands-in-{number}") for number in range(GAMES)]
    played = [play(name) for name in names]
    points = {seat: sum(game.points[seat] for game in played) for seat in SEATS}
    silent = {seat: sum(play(name, silent=[seat]).points[seat] for name in names) for seat in SEATS}
    assert sum(silent.values()) > 0.8 * sum(points.values()), (silent, points)
