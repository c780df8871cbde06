"""How hypothesis looks for counter-examples: the same ones in every run, whatever the machine's speed."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("repeatable")
