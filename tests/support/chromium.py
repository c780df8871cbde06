"""Finds Chromium and says how the tests start it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

NAMES = ("chromium", "chromium-browser", "google-chrome")

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find(environment: Mapping[str, str] = os.environ) -> str | None:
    """Path of the browser: the variable CHROMIUM, or the first of `NAMES` on the path."""
    given = environment.get("CHROMIUM")
    if given:
        return shutil.which(given)
    return next((path for name in NAMES if (path := shutil.which(name, path=environment.get("PATH")))), None)
