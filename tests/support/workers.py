"""What a worker does: the tests of a module, or those that look at one title in the suites over all of them.

The random games that these look at are played once in a process (`tests/core/play.py`), and that is dear.
"""

from __future__ import annotations

import gc
import re
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from data.games import games

_LOOKING = re.compile(r"tests/(?:core|bot/(?:games|campaigns|desk|posts))/.*\[(.+)\]")


class ByTitle(LoadScopeScheduling):  # type: ignore[misc]
    """A module at a time, or a title."""

    def _split_scope(self, nodeid: str) -> str:
        looking = _LOOKING.match(nodeid)
        titles = [id for id in games() if looking and f"{looking[1]}-".startswith(f"{id}-")]
        module: str = super()._split_scope(nodeid)
        return titles[0] if titles else module


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByTitle | None:
    return ByTitle(config, log) if config.getoption("dist") == "loadscope" else None


def pytest_collection_finish() -> None:
    """Leave what is imported and collected out of the search for garbage: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)
