"""The project's own source files."""

from __future__ import annotations

from pathlib import Path

from data.cases import load

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "engines", "render", "data")


LAYERS = ("engines/{}", "bot/games/{}", "bot/commands/{}", "render/{}")
"""Where the code of a game of ours is; data apart."""


def size(game: str) -> dict[str, int]:
    """Lines of a game's code in each layer: a folder, or one file."""
    folders = [layer.format(game.replace("-", "_")) for layer in LAYERS]
    files = {folder: python_files(folder) or [ROOT / f"{folder}.py"] for folder in folders}
    return {
        folder: sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
        for folder, paths in files.items()
    }


def rules(game: str) -> int:
    """The rules in a game's numbered statements."""
    return sum(statement.kind == "rule" for statement in load(game))


def python_files(*packages: str) -> list[Path]:
    """Every module of the packages, all four if none is named."""
    return sorted(path for package in packages or PACKAGES for path in (ROOT / package).rglob("*.py"))
