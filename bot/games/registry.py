"""What the bot has of each game."""

from __future__ import annotations

from functools import lru_cache

from bot.games.contract import AnyPresenter, Game
from data.catalogue import translation
from data.games import half
from data.told import told
from engines.core.contract import AnyTitle


def game_of(title_id: str) -> Game:
    """What the bot has of a game."""
    game: Game = half(title_id, "bot")
    return game


def presenter_of(title: AnyTitle) -> AnyPresenter:
    """The presenter of a title, in the language that is spoken."""
    return _presenter_of(title, translation())


@lru_cache(maxsize=32)
def _presenter_of(title: AnyTitle, language: object) -> AnyPresenter:
    # What presenters read of a pack by themselves stands there in the language.
    return game_of(title.id).presenter(title if language is None else type(title)(told(title.data)))
