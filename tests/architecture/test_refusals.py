"""Whatever the code says about the rules can be looked up: each statement and case that it names exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.cases import books, initials, load
from tests.architecture.source import ROOT, python_files

RULE = re.compile(r"(?<![\w-])[A-Z]-[A-Z0-9][A-Za-z0-9.]*(?:-[A-Za-z0-9]+)+(?![\w-])")
"""The number of a rule, whose first letter tells its game."""
READING = re.compile(r"(?<![\w-])A-\d+(?:\.\d+)*(?:-\d+)?\b")


def reference_faults(path: Path, source: str) -> list[str]:
    """Statements and cases named in a module's texts that no rulebook has."""
    tree = ast.parse(source)
    title = _title(path)
    faults = [
        f"{path}:{line} {game} has no {statement_id}"
        for line, text in _texts(tree)
        for game, statement_id in _references(text, title)
        if statement_id not in load(game)
    ]
    if title:
        faults += [
            f"{path}:{line} {title} has no case {case}"
            for line, case in _cases(tree)
            if not load(title).get(case) and not load(title).by_case(case)
        ]
    return faults


def _title(path: Path) -> str:
    return next((title for title in books() if title.replace("-", "_") in path.parts), "")


def _texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _references(text: str, title: str) -> Iterator[tuple[str, str]]:
    for found in RULE.findall(text):
        if found[0] in initials():
            yield initials()[found[0]], found
    if title:
        for found in READING.findall(text):
            yield title, found


def _cases(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts given as `case=…`, the number that a refusal or a decision shows."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "case":
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield value.lineno, value.value


def test_every_statement_that_the_code_names_exists() -> None:
    faults = [
        fault
        for path in python_files("engines", "bot", "render")
        for fault in reference_faults(path.relative_to(ROOT), path.read_text(encoding="utf-8"))
    ]
    assert faults == []


@pytest.mark.parametrize("title", books())
def test_the_first_letter_of_a_rule_tells_its_game(title: str) -> None:
    rules = [statement.id for statement in load(title) if statement.kind == "rule"]
    assert [rule for rule in rules if initials()[rule[0]] != title or not RULE.fullmatch(rule)] == []


@pytest.mark.parametrize(
    ("folder", "source", "fault"),
    [
        ("engines/levee", 'x = "L-7.2-y"', "levee has no L-7.2-y"),
        ("engines/core", '"""Says no (V-99.1-a)."""', "vendee has no V-99.1-a"),
        ("bot", 'x = "R-ACT-999"', "revolution has no R-ACT-999"),
        ("engines/levee", 'x = "(A-77)"', "levee has no A-77"),
        ("engines/levee", 'refuse("No.", case="77.7")', "levee has no case 77.7"),
        ("engines/valmy", 'refuse("No.", case="13.1")', "valmy has no case 13.1"),
    ],
)
def test_a_wrong_reference_is_seen(folder: str, source: str, fault: str) -> None:
    faults = reference_faults(Path(folder) / "module.py", source)
    assert len(faults) == 1
    assert faults[0].endswith(fault)


@pytest.mark.parametrize(
    ("folder", "source"),
    [
        ("engines/levee", 'refuse("An army in its starting box cannot be attacked", case="7.2")'),
        ("engines/levee", 'refuse("No.", case="L-7.2-d")\nx = "as A-12 says (L-7.1-a, X-10.6.1-g)"'),
        ("engines/grande_armee", 'refuse("No.", case="MOV G")\nx = "G-MOV-G-1, G-FOR-A-1 and A-128"'),
        ("engines/core", 'refuse("No.", case="77.7")\nx = "A-77 is a road"'),
    ],
)
def test_a_right_reference_is_passed(folder: str, source: str) -> None:
    assert reference_faults(Path(folder) / "module.py", source) == []
