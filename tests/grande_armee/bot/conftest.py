"""The game at the simulated table, also before it is listed among the games."""

from __future__ import annotations

import pytest

from data import games
from engines.core.contract import AnyTitle
from engines.grande_armee.title import GrandeArmee

TITLE = GrandeArmee()


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> list[AnyTitle]:
    """La Grande Armée, which need not be in the pickers for it."""
    if TITLE.id not in games.GAMES:
        monkeypatch.setattr(games, "GAMES", (*games.GAMES, TITLE.id))
    return [TITLE]
