"""Plugins of the whole suite."""

from __future__ import annotations

from tests.support import installed

# Outposts is found as any installed game is: by the entry point in its metadata.
installed.install()

pytest_plugins = [
    "tests.cases_plugin",
    "tests.support.apart",
    "tests.support.postgresql",
    "tests.support.drawers",
    "tests.support.bot_fixtures",
    "tests.support.browser_fixtures",
    "tests.support.depth",
    "tests.support.effort",
    "tests.support.chance",
    "tests.support.life_fixtures",
    "tests.support.referee_fixtures",
    "tests.support.workers",
]
