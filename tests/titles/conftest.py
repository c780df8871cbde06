"""The test titles, played as the bot plays its own."""

from __future__ import annotations

from tests.titles import outposts

outposts.install()
