"""The bot's data on each game."""

from __future__ import annotations

from functools import lru_cache

from bot.games.contract import AnyPresenter, Game
from data.catalogue import translation
from data.games import half
from data.told import told
from engines.core.contract import AnyTitle


def game_of(title_id: str) -> Game:
    """The bot's data on a game."""
    game: Game = half(title_id, "bot")
    return game


def presenter_of(title: AnyTitle) -> AnyPresenter:
    """The presenter of a title, in the current language."""
    return _presenter_of(title, translation())


@lru_cache(maxsize=32)
def _presenter_of(title: AnyTitle, language: object) -> AnyPresenter:
    # The texts that presenters read directly from a pack are translated in it.
    return game_of(title.id).presenter(title if language is None else type(title)(told(title.data)))
