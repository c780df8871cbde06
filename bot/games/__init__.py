"""What the bot says and shows of each game: one presenter per title."""

from __future__ import annotations

from bot.games.levee import LeveePresenter
from bot.games.presenter import Presenter
from engines.core.contract import AnyTitle


def presenter(title: AnyTitle) -> Presenter:
    """The presenter of a title."""
    return _PRESENTERS[title.id](title)


_PRESENTERS: dict[str, type[Presenter]] = {"levee": LeveePresenter}
