"""The games: `titles()` has each with the project's own data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from data.catalogue import _
from data.games import games, half
from data.library import AnyPack
from engines.core.contract import AnyTitle
from engines.core.errors import UsageError


def titles() -> Mapping[str, AnyTitle]:
    """Every title by id, played with the project's own data."""
    return {game: _title(game) for game in games()}


def with_pack(pack: AnyPack) -> AnyTitle:
    """The title that a pack is for, played with that pack."""
    title: AnyTitle = half(pack.about.title, "engine")(pack)
    return title


def find(title: str) -> AnyTitle:
    """The title of that id.

    :raises UsageError: there is none.
    """
    if title not in games():
        raise UsageError(
            _("There is no title {title!r}; there are {games}", title=title, games=", ".join(games()))
        )
    return _title(title)


@cache
def _title(game: str) -> AnyTitle:
    title: AnyTitle = half(game, "engine")()
    return title
