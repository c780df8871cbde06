"""What every file keeps to; who may import whom is in pyproject.toml, for `lint-imports`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import PACKAGES, ROOT, python_files

LINES = 500
NAMELESS = ("found", "told", "there")
"""Names of variables that don't say what a thing is."""
_NAMELESS = re.compile(rf"\b(?:{'|'.join(NAMELESS)})\b(?:[,)]| in\b| ?:?=|:)")
"""Where one may be: to read a module is dear."""


def test_modules_are_small() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in python_files()
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LINES
    }
    assert long == {}


def nameless(source: str) -> Iterator[int]:
    """Lines of variables whose names don't say what they are; what a class has under such a name may."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for node in ast.walk(function):
                match node:
                    case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.MatchAs(name=name) if (
                        name in NAMELESS
                    ):
                        yield node.lineno


def test_variables_say_what_they_are() -> None:
    source = "def f(found):\n  there = [told for told in found]\n  match there:\n    case told: pass\n"
    assert sorted(nameless(source)) == [1, 2, 2, 4]
    strays = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in python_files()
        if _NAMELESS.search(source := path.read_text(encoding="utf-8"))
        for line in nameless(source)
    ]
    assert strays == []


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    machine = re.compile(r"(?<![\w.])/(?:home|Users|root|work)/\w|[A-Z]:\\Users\\|\.\./shared")
    here = Path(__file__).parent
    written = [
        path
        for folder in (*PACKAGES, "tests", "deploy")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md", ".json", ".toml", ".yml", ".yaml", ".sh")
        and here not in path.parents
    ]
    assert [hit for path in written for hit in _hits(path, machine)] == []


def _hits(path: Path, pattern: re.Pattern[str]) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [f"{path.relative_to(ROOT)}:{n}" for n, line in enumerate(lines, 1) if pattern.search(line)]


def _marks(test: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    return " ".join(ast.unparse(mark) for mark in test.decorator_list)


def _depths(path: Path) -> Iterator[str]:
    """Tests that count on the night to look at more, without the mark by which the night finds them."""
    source = path.read_text(encoding="utf-8")
    if "depth(" not in source or "pytestmark" in source:
        return
    for test in ast.walk(ast.parse(source)):
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name.startswith("test_"):
            called = {ast.unparse(node.func) for node in ast.walk(test) if isinstance(node, ast.Call)}
            if "depth" in called and not re.search(r"\bdeep\(|\bnightly\(|\bsettings\(", _marks(test)):
                yield f"{path.name}::{test.name}"


def test_what_goes_deeper_by_night_runs_by_night() -> None:
    tests = [path for path in (ROOT / "tests").rglob("test_*.py") if path.name != "test_depth.py"]
    assert [name for path in tests for name in _depths(path)] == []
