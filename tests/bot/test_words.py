"""The words of *Levée en Masse*: every event is told, in names and not in ids."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from bot.games import presenter
from bot.games.levee import effects
from bot.history import Chapter
from engines.core.events import ChapterBegun, Event
from engines.core.game import Game
from engines.core.record import replay
from engines.levee import events as happened
from engines.levee.actions import Levy, Liberate, Spirit
from engines.levee.policy import choose_greedy
from engines.levee.title import SEAT, Levee

TITLE = Levee()
CARDS: list[str] = sorted(TITLE.box.cards, key=int)
WORDS = presenter(TITLE)
RULES = {"levee-en-masse": True, "spirit-of-89": True}
IDS = sorted(
    {id for id in TITLE.box.space if "-" in id}
    | {"restore-order", "britain", "prussia", "austria", "piedmont", "vendee", "holding", "None"}
)
AN_ID = re.compile(rf"(?<![`\w])({'|'.join(IDS)})(?![\w`])")


def told(seed: str) -> Iterator[Chapter]:
    """A game by turns: greedy play, with a random action now and then so that everything occurs."""
    chooser = random.Random(seed)
    game = Game(TITLE, options=RULES, seed=seed)
    while game.decisions:
        legal = TITLE.legal_actions(game.state, SEAT)  # type: ignore[arg-type]
        bold = [action for action in legal if isinstance(action, Spirit | Liberate)]
        levies = [action for action in legal if isinstance(action, Levy)]
        if bold and chooser.random() < 0.4:
            game.act(SEAT, chooser.choice(bold))
        elif levies and chooser.random() < 0.03:
            game.act(SEAT, chooser.choice(levies))
        elif TITLE.decisions(game.state)[0].kind == "emergency":  # type: ignore[arg-type]
            game.act(SEAT, chooser.choice(legal))
        else:
            game.act(SEAT, choose_greedy(TITLE, game.state, legal, chooser))  # type: ignore[arg-type]
    chapters: list[Chapter] = []
    for step in replay(TITLE, game.record()):
        for event in step.events:
            if isinstance(event, ChapterBegun):
                chapters.append(Chapter(event.number, event.title, []))
            elif chapters:
                chapters[-1].events.append(event)
    yield from chapters


@pytest.fixture(scope="module")
def history() -> list[Chapter]:
    """Turns of several whole games."""
    return [chapter for number in range(20) for chapter in told(f"words {number}")]


def test_these_games_have_every_kind_of_event(history: list[Chapter]) -> None:
    seen = {type(event) for chapter in history for event in chapter.events}
    own = {value for value in vars(happened).values() if isinstance(value, type) and issubclass(value, Event)}
    assert own - {Event} - seen == set()


def test_the_story_tells_names_and_not_ids(history: list[Chapter]) -> None:
    for chapter in history:
        for line in WORDS.story(chapter.events):
            assert line.strip()
            assert not AN_ID.search(line), line


def test_the_chronicle_is_sentences_in_names(history: list[Chapter]) -> None:
    for chapter in history:
        text = WORDS.chronicle(chapter.events)
        assert not AN_ID.search(text), text
        for sentence in re.split(r"(?<=\.)\s+", text):
            if sentence:
                first = sentence.lstrip("*")
                assert first[0].isupper(), text
                assert sentence.rstrip("*").endswith("."), text


def test_every_die_of_a_turn_is_told_with_its_sum(history: list[Chapter]) -> None:
    for chapter in history:
        rolls = [event for event in chapter.events if type(event).__name__ == "Roll"]
        lines = [line for line in WORDS.story(chapter.events) if "🎲" in line]
        assert len(lines) == len(rolls)


def test_arrows_are_made_of_what_moved(history: list[Chapter]) -> None:
    for chapter in history:
        armies = [event for event in chapter.events if isinstance(event, happened.ArmyMoved)]
        moves = [move for move in WORDS.moves(chapter.events) if move.piece not in ("liberation", "disorder")]
        assert [(move.piece, move.origin, move.target) for move in moves] == [
            (event.army, event.origin_space, event.target_space) for event in armies
        ]


@pytest.mark.parametrize("number", CARDS)
def test_everything_that_a_card_does_is_said(number: str) -> None:
    card = TITLE.box.cards[number]
    lines = effects(TITLE.box, card)
    parts = len(card.military) + len(card.political) + card.reaction + card.journee
    assert len(lines) == parts + len(card.drm) + len(card.special) + 1
    assert lines[-1] == f"• **{card.actions} actions**"
    assert not any(AN_ID.search(line) for line in lines)
