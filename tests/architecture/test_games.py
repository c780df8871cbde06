"""A game is one folder per layer and one line: every half is there, and nothing else names a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

import pytest

from data.games import GAMES, HALVES, half, module_of
from tests.architecture.source import ROOT, python_files

FOLDERS = [game.replace("-", "_") for game in GAMES]
NAMED = re.compile(rf"\b(?:{'|'.join([*GAMES, *FOLDERS])})\b")
OVER_ALL = (
    "core/test_conformance*.py",
    "core/test_secrets.py",
    "core/play.py",
    "core/vocabulary.py",
    "bot/interactions/test_hostile.py",
    "bot/app/test_tree.py",
    "benchmarks/pace.py",
    "benchmarks/load.py",
    "benchmarks/picture.py",
    "benchmarks/play.py",
    "data/test_packs.py",
    "cases_plugin.py",
    "support/fixture.py",
)
"""Of tests and benchmarks, what runs over every game; a test of the bot may play one game and name it."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_all_halves(game: str) -> None:
    for layer in HALVES:
        assert half(game, layer) is not None, module_of(game, layer)


def named(source: str) -> Iterator[tuple[int, str]]:
    """Where a module names a game in a text or an import; what it says in a docstring is no matter."""
    tree = ast.parse(source)
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str(text)) if id(node) not in said and NAMED.search(text):
                yield node.lineno, text
            case ast.ImportFrom(module=str(name)) if NAMED.search(name):
                yield node.lineno, name
            case ast.ImportFrom(names=names) | ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names if NAMED.search(alias.name))


@pytest.mark.parametrize(
    "source",
    [f'GAMES = ("{GAMES[0]}",)', f"import engines.{FOLDERS[0]}.title", f"from data import {FOLDERS[0]}"],
)
def test_a_name_is_seen(source: str) -> None:
    assert [line for line, _ in named(f'"""As {GAMES[0]} has it."""\n{source}\n')] == [2]


def test_no_other_file_names_a_game() -> None:
    files = [path for path in python_files() if path != ROOT / "data" / "games.py"]
    files += [path for pattern in OVER_ALL for path in sorted((ROOT / "tests").glob(pattern))]
    sources = {
        path: path.read_text(encoding="utf-8")
        for path in files
        if not set(FOLDERS) & set(path.relative_to(ROOT).with_suffix("").parts)
    }
    faults = [
        f"{path.relative_to(ROOT)}:{line} {text}"
        for path, source in sources.items()
        if NAMED.search(source)
        for line, text in named(source)
    ]
    assert faults == []
    assert not NAMED.search((ROOT / "Makefile").read_text(encoding="utf-8"))


def lists(source: str) -> Iterator[int]:
    """Where a module lists games: a collection in which several stand side by side."""
    for node in ast.walk(ast.parse(source)):
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        said = {part.value for part in parts if isinstance(part, ast.Constant)}
        if isinstance(node, ast.expr) and len(said & set(GAMES)) > 1:
            yield node.lineno


@pytest.mark.parametrize("kind", [tuple, set, dict.fromkeys, list])
def test_a_list_is_seen(kind: Callable[[tuple[str, ...]], object]) -> None:
    listed = str(kind(GAMES))
    assert list(lists(f"# first\nx = {listed}\n")) == [2]


def test_no_test_lists_the_games() -> None:
    # To read a module is dear: most name one game at most.
    sources = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("*.py"))}
    assert [
        f"{path.relative_to(ROOT)}:{line}"
        for path, source in sources.items()
        if sum(game in source for game in GAMES) > 1
        for line in lists(source)
    ] == []
