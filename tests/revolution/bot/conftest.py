"""What all who play La Révolution Française through the bot stand on."""

from __future__ import annotations

import pytest

from engines.core.contract import AnyTitle
from tests.revolution.bot.six import Six
from tests.revolution.builder import TITLE
from tests.support.life import Life


@pytest.fixture
def titles() -> list[AnyTitle]:
    """The one game that six can play."""
    return [TITLE]


@pytest.fixture
def people() -> type[Life]:
    """Those who live this life."""
    return Six
