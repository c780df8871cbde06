"""A spectator who reads the channel alone knows who won each fight, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from discord import ui

from bot.games.contract import AnyPresenter
from bot.games.registry import presenter_of
from bot.games.shown import Scene
from bot.posts import scenes
from bot.posts.card.poster import account
from engines.core.events import ChapterBegun, Event
from engines.core.game import Game
from engines.core.record import replay
from tests.core.play import TITLES, walks
from tests.support.depth import depth
from tests.support.fixture import fixture_of

GAMES = depth(2, 6)
TOLD_BY = [game for game in TITLES if fixture_of(game).winners]
"""Games whose posts tell fights: all of ours."""


def turns(game: Game) -> Iterator[list[Event]]:
    """The events of a game as all may know them, turn by turn."""
    turn: list[Event] = []
    for step in replay(game.title, game.record()):
        for event in game.title.redact_all(step.events, None):
            if isinstance(event, ChapterBegun) and turn:
                yield turn
                turn = []
            turn.append(event)
    yield turn


def posted(words: AnyPresenter, turn: list[Event]) -> list[str]:
    """The texts of a turn's posts: those of its fights and votes, and what its card tells at its end."""
    return [
        *(_text(scene) for scene in words.scenes(turn)),
        "\n".join(account(words, turn)),
    ]


def _text(scene: Scene) -> str:
    view = scenes.build(None, scene, None, controls=False)  # type: ignore[arg-type]
    return "\n".join(each.content for each in view.walk_children() if isinstance(each, ui.TextDisplay))


@pytest.mark.parametrize("game", TOLD_BY)
def test_who_reads_the_posts_knows_who_won_each_fight(game: str) -> None:
    title, fixture = TITLES[game], fixture_of(game)
    words, fights = presenter_of(title), 0
    for played, _ in islice(walks(game), GAMES):
        for turn in turns(played):
            fought = [headline for headline in words.headlines(turn) if headline.about == "fight"]
            won = list(fixture.won(turn))
            over = fought[: len(won)]
            assert [headline.winner for headline in over] == won
            fights += len(won)
            posts = posted(words, turn)
            for headline in over:
                assert any(headline.title in post for post in posts)
                others = [word for winner, word in fixture.winners.items() if winner != headline.winner]
                if headline.winner:
                    assert fixture.winners[headline.winner] in headline.title
                assert not headline.title.startswith(tuple(others))
    assert fights
