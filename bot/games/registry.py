"""What the bot has of each game."""

from __future__ import annotations

from functools import lru_cache

from bot.games.contract import AnyPresenter, Game
from data.games import half
from engines.core.contract import AnyTitle
from engines.core.spoken import spoken


def game_of(title_id: str) -> Game:
    """What the bot has of a game."""
    game: Game = half(title_id, "bot")
    return game


def presenter_of(title: AnyTitle) -> AnyPresenter:
    """The presenter of a title, in the language that is spoken."""
    return _presenter_of(spoken(title))


@lru_cache(maxsize=32)
def _presenter_of(title: AnyTitle) -> AnyPresenter:
    return game_of(title.id).presenter(title)
