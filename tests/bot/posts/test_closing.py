"""The card of a turn that is over: what it decided, what changed, and the map as it was then."""

from __future__ import annotations

import pytest

from bot.games.registry import presenter_of
from bot.posts.card.poster import account
from data.games import GAMES
from engines.core.game import Game
from render.facade import artist_of
from tests.bot.posts.test_summary import finished
from tests.core.play import TITLES
from tests.support.plays import long_game
from tests.support.table import Table, text


async def test_the_last_turn_is_summed_up_like_those_before(table: Table) -> None:
    game = await finished(table, game=long_game())
    title, words, last = game.title, presenter_of(game.title), game.title.chapter(game.state)[0]
    campaign = await table.campaign()
    chapter = await table.bot.campaigns.chapter(campaign, last)
    card = next(text(each) for each in reversed(table.cards()) if f"turn {last} ·" in text(each).lower())
    headlines = account(words, chapter.events)
    assert headlines
    assert all(line in card for line in headlines)
    began = await table.bot.campaigns.history.start(campaign, title, last)
    stands, stood = title.known_outcome(game.state, None), title.known_outcome(began, None)
    assert stands is not None
    assert stood is not None
    change = words.change(stands, stood)
    assert change.startswith("this turn ")
    assert change[1:] in card
    assert "If the game ended now" not in card
    assert game.outcome is not None
    assert words.verdict(game.outcome)[0] in card


@pytest.mark.parametrize("game", [game for game in GAMES if game != "levee"])
def test_the_map_of_a_turn_that_is_over_is_of_that_turn(game: str) -> None:
    title, alt = TITLES[game], artist_of(game).alt
    words, view = presenter_of(title), title.view(Game(title, seed="closing").state, None)
    told = [alt(words.closed(view, turn), title.data) for turn in (1, 2)]
    assert told[0] != told[1]
    assert [words.closed(view, turn).turn for turn in (1, 2)] == [1, 2]
