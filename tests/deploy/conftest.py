"""The program on a path of its own, as the scripts find it where it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

Script = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "live" / "tocsin.db"


@pytest.fixture
def script(tmp_path: Path, database: Path) -> Script:
    """Runs a script of `deploy/` on the database; further arguments are the script's."""
    program = tmp_path / "bin" / "tocsin"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom bot.cli import main\n\nmain()\n", encoding="utf-8")
    program.chmod(0o755)
    environment = {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path),
        "TOCSIN_DATABASE": str(database),
    }

    def run(name: str, *arguments: object, **changed: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [DEPLOY / name, *map(str, arguments)],
            env=environment | changed,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
