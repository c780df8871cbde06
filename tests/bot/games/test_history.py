"""What history tells is told as history: in this game it may not have happened."""

from __future__ import annotations

from typing import Any

import pytest

import engines
from bot.campaigns.journal import Chapter
from bot.campaigns.telling import chronicle
from bot.games.registry import presenter_of
from bot.games.wording import in_history
from bot.posts.card import face
from data.games import GAMES
from engines.core.events import ChapterBegun
from engines.core.game import Game
from engines.core.record import replay
from tests.support.table import Table, said, text

ACTIONS = 20
TOLD = "In history: "


def chapters(game: str) -> list[Chapter]:
    """The first chapters of a game whose seats do what is usual."""
    title, found = engines.find(game), list[Chapter]()
    played = Game(title, seed="history")
    for _ in range(ACTIONS):
        if not played.decisions:
            break
        decision = played.decisions[0]
        usual: Any = title.fallback(played.state, decision)
        played.act(decision.seat, usual or title.legal_actions(played.state, decision.seat)[0])
    for step in replay(title, played.record()):
        for event in step.events:
            if isinstance(event, ChapterBegun):
                found.append(Chapter(event.number, event.title, []))
            elif found:
                found[-1].events.append(event)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_heads_a_chapter_is_told_as_history(game: str) -> None:
    title = engines.find(game)
    words = presenter_of(title)
    for chapter in chapters(game):
        heading = words.heading(title.scenarios[0].id, chapter.number, chapter.events)
        if not heading.text:
            continue
        card = face.Face(heading, [], "", [], None, [])
        (top, *_) = [
            each.content for each in face.build(card, None).walk_children() if hasattr(each, "content")
        ]
        (page,) = chronicle(title, title.scenarios[0].id, [chapter])
        for told in (top, page):
            assert f"*{TOLD}{heading.text}*" in told
            assert told.count(heading.text) == 1


def test_history_says_that_it_is_history() -> None:
    assert in_history("The king is dead.") == "*In history: The king is dead.*"
    assert in_history("") == ""


async def test_a_card_that_is_looked_up_tells_its_history_as_history(table: Table) -> None:
    await table.new()
    told = said(await table.camille.slash(table.channel, "levee card"))
    assert f"*{TOLD}Locked out of their hall" in told
    assert f"*{TOLD}Locked out of their hall" in text(table.card())


@pytest.mark.parametrize(
    ("game", "look_up", "named"),
    [
        ("revolution", "revolution show person", {"name": "danton"}),
        ("revolution", "revolution show region", {"name": "paris"}),
        ("valmy", "valmy leader", {"name": "dillon"}),
        ("valmy", "valmy box", {"name": "grandpre"}),
        ("vendee", "vendee general", {"name": "charette"}),
    ],
)
async def test_a_life_or_a_place_is_told_as_history(
    table: Table, game: str, look_up: str, named: dict[str, str]
) -> None:
    await table.camille.slash(table.channel, "learn", game=game)
    assert f"*{TOLD}" in said(await table.camille.slash(table.channel, look_up, **named))
