"""The project's own source files."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "engines", "render", "data")


def python_files(*packages: str) -> list[Path]:
    """Every module of the packages, all four if none is named."""
    return sorted(path for package in packages or PACKAGES for path in (ROOT / package).rglob("*.py"))
