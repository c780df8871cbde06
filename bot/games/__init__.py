"""What the bot says and shows of each game: one presenter per title."""

from __future__ import annotations

from bot.games.levee import LeveePresenter
from bot.games.presenter import Presenter
from bot.games.vendee import VendeePresenter
from engines.core.contract import AnyTitle
from engines.core.errors import UsageError


def presenter(title: AnyTitle) -> Presenter:
    """The presenter of a title.

    :raises UsageError: it has none.
    """
    words = _PRESENTERS.get(title.id)
    if words is None:
        raise UsageError(f"There are no words for {title.name}; there are some for {', '.join(_PRESENTERS)}")
    return words(title)


def register(title_id: str, words: type[Presenter]) -> None:
    """Add the presenter of a title from elsewhere; what is there stays.

    :raises ValueError: the title has another one.
    """
    if _PRESENTERS.setdefault(title_id, words) is not words:
        raise ValueError(f"{title_id} has a presenter already: {_PRESENTERS[title_id].__name__}")


_PRESENTERS: dict[str, type[Presenter]] = {"levee": LeveePresenter, "vendee": VendeePresenter}
