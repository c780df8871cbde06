"""The folders are the architecture: who may import whom, and what the engines may not touch."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, ROOT, imported, module_name, python_files

MAY_IMPORT = {
    "data": r"data(\.|$)",
    "engines": r"(engines|data)(\.|$)",
    "render": r"(render|data)(\.|$)|engines\.\w+\.view(\.|$)",
    "bot": r"(bot|engines|render|data)(\.|$)",
}
"""What each package may import of ours."""

IMPURE = {
    "PIL",
    "aiohttp",
    "aiosqlite",
    "apscheduler",
    "asyncio",
    "discord",
    "importlib",
    "io",
    "locale",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "secrets",
    "shutil",
    "signal",
    "socket",
    "sqlalchemy",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
"""Modules that an engine may not import: input and output, clocks, ambient randomness, the outside."""

AMBIENT_CLOCK = {"now", "utcnow", "today"}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
LINES = 500


def import_faults(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Imports of a module that its package's row of the table does not allow."""
    allowed = re.compile(MAY_IMPORT[module.partition(".")[0]])
    ours = re.compile(rf"({'|'.join((*PACKAGES, 'tests', 'deploy'))})(\.|$)")
    return [
        f"{module}:{line} imports {name}"
        for line, name in imported(ast.parse(source), module, is_package=is_package)
        if ours.match(name) and not allowed.match(name)
    ]


def purity_faults(module: str, source: str) -> list[str]:
    """What an engine does that depends on more than its arguments."""
    tree = ast.parse(source)
    faults = [
        f"{module}:{line} imports {name}"
        for line, name in imported(tree, module)
        if name.partition(".")[0] in IMPURE or (name.startswith("random.") and name != "random.Random")
    ]
    faults += [f"{module}:{node.lineno} {what}" for node, what in _impure_expressions(tree)]
    return faults


def _impure_expressions(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "random" and node.attr != "Random":
                yield node, f"uses random.{node.attr}"
            if node.value.id in ("datetime", "date") and node.attr in AMBIENT_CLOCK:
                yield node, f"reads the clock: {node.value.id}.{node.attr}"
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in IMPURE_CALLS:
                yield node, f"calls {called}()"
            if called in ("random.Random", "Random") and not node.args:
                yield node, "makes an unseeded Random"
            if called == "datetime.datetime.now":
                yield node, "reads the clock: datetime.now"


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_follow_the_table(package: str) -> None:
    faults = [
        fault
        for path in python_files(package)
        for fault in import_faults(
            module_name(path), path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py"
        )
    ]
    assert faults == []


def test_engines_are_pure() -> None:
    faults = [
        fault
        for path in python_files("engines")
        for fault in purity_faults(module_name(path), path.read_text(encoding="utf-8"))
    ]
    assert faults == []


def test_modules_are_small() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in python_files()
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LINES
    }
    assert long == {}


def test_no_work_is_left_as_a_note() -> None:
    left = re.compile(r"\b(TODO|FIXME|XXX)\b")
    assert [hit for path in python_files() for hit in _hits(path, left)] == []


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


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("data.levee.loader", "import engines"),
        ("data.levee.loader", "from bot.service import act"),
        ("engines.levee.turn", "from render.levee import draw"),
        ("engines.levee.turn", "import bot.service"),
        ("engines.levee.turn", "from tests.builders import army"),
        ("render.levee.board", "from engines.levee.state import State"),
        ("render.levee.board", "from engines.core.dice import Dice"),
        ("render.levee.board", "import engines"),
        ("render.levee.board", "def late():\n    from bot import service"),
        ("render.levee.board", "from ...bot import service"),
        ("bot.service", "import tests.builders"),
    ],
)
def test_a_forbidden_import_is_seen(module: str, source: str) -> None:
    assert len(import_faults(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("data.levee.loader", "from data.schema import Fault\nfrom . import schema\nimport msgspec"),
        ("engines.levee.turn", "from data.levee.schema import Card\nfrom engines.core.dice import Dice"),
        ("render.levee.board", "from engines.levee.view import LeveeView\nfrom engines.levee import view"),
        ("render.levee.board", "from PIL import Image\nfrom data.cases import load"),
        ("bot.service", "import engines.core.dice, render.levee.board, data.cases, discord"),
    ],
)
def test_an_allowed_import_is_passed(module: str, source: str) -> None:
    assert import_faults(module, source) == []


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "from time import monotonic",
        "import asyncio.events",
        "from pathlib import Path",
        "from random import choice",
        "import random\nx = random.randint(1, 6)",
        "import random\nx = random.Random()",
        "from datetime import datetime\nx = datetime.now()",
        "import datetime\nx = datetime.datetime.now()",
        "text = open('map.json')",
        "print('Paris has fallen')",
    ],
)
def test_an_impure_engine_is_seen(source: str) -> None:
    assert len(purity_faults("engines.levee.turn", source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "import random\ndef shuffle(generator: random.Random) -> None:\n    generator.shuffle([])",
        "from random import Random\ndef pick(generator: Random) -> int:\n    return generator.randint(1, 6)",
        "from datetime import timedelta\nMONTH = timedelta(days=30)",
        "from hashlib import sha256\nimport json\nimport msgspec",
    ],
)
def test_a_pure_engine_is_passed(source: str) -> None:
    assert purity_faults("engines.levee.turn", source) == []
