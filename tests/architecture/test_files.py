"""What every file keeps to; who may import whom is in pyproject.toml, for `lint-imports`."""

from __future__ import annotations

import re
from pathlib import Path

from tests.architecture.source import PACKAGES, ROOT, python_files

LINES = 500


def test_modules_are_small() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in python_files()
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LINES
    }
    assert long == {}


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
