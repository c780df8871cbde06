"""A Chromium page for the tests of the table."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext, async_playwright, expect

from tests.support import chromium

TIMEOUT = 40_000
"""Milliseconds after which the page is taken to be stuck; more than the table allows an action."""


@pytest.fixture
async def browser() -> AsyncIterator[BrowserContext]:
    """A fresh browser; skipped where there is none, except in CI, where that is a failure."""
    executable = chromium.find()
    if executable is None:
        reason = f"no Chromium: set CHROMIUM, or install one of {', '.join(chromium.NAMES)}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
        context = await started.new_context(viewport={"width": 1400, "height": 1000})
        context.set_default_timeout(TIMEOUT)
        # What is expected has a limit of its own, of five seconds.
        expect.set_options(timeout=TIMEOUT)
        yield context
        await started.close()
