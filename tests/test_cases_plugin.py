"""The plugin that ties tests to statements, run on small suites of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from data.cases import load

ROOT = Path(__file__).parents[1]


def run_pytest(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    test_file = folder / "test_suite.py"
    test_file.parent.mkdir(parents=True, exist_ok=True)
    test_file.write_text("import pytest\n" + source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.cases_plugin", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "--rootdir", str(folder), *options, str(test_file)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_unknown_id_stops_the_collection(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, '@pytest.mark.case("L-7.2-zz")\ndef test_it(): pass\n')
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "test_suite.py::test_it: levee has no statement 'L-7.2-zz'" in done.stderr


def test_an_id_of_every_game_needs_a_title(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, '@pytest.mark.case("A-12")\ndef test_it(): pass\n')
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "'A-12' could be of any game" in done.stderr


def test_the_folder_or_the_title_tells_the_game(tmp_path: Path) -> None:
    source = (
        '@pytest.mark.case("A-2.1-1")\ndef test_folder(): pass\n'
        '@pytest.mark.case("A-91", title="vendee")\ndef test_title(): pass\n'
        '@pytest.mark.case("G-MOV-A-1", "R-SETUP-01")\ndef test_prefix(): pass\n'
    )
    done = run_pytest(tmp_path / "engines" / "valmy", source)
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr


def test_the_report_counts_and_lists(tmp_path: Path) -> None:
    source = (
        '@pytest.mark.case("L-7.2-a", "X-5.0-a")\ndef test_passes(): pass\n'
        '@pytest.mark.case("L-7.2-b")\ndef test_fails(): assert False\n'
    )
    done = run_pytest(tmp_path, source, "--cases", "levee")
    required = [s for s in load("levee") if s.kind not in ("data", "gap")]
    assert f"{len(load('levee'))} numbered statements" in done.stdout
    assert f"{len(required)} to be proved, 3 named by a test" in done.stdout
    assert "2 proved: every test that names them passed" in done.stdout
    listed = [
        line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ") and "-" in line[:12]
    ]
    assert "L-7.2-c" in listed
    assert not {"L-7.2-a", "L-7.2-b", "X-5.0-a", "F-01"} & set(listed)


def test_strict_fails_while_a_statement_is_unnamed(tmp_path: Path) -> None:
    source = '@pytest.mark.case("L-7.2-a")\ndef test_it(): pass\n'
    done = run_pytest(tmp_path, source, "--cases", "levee", "--cases-strict", "--collect-only")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "L-7.2-b" in done.stdout
    assert "proved: every" not in done.stdout


def test_a_test_that_runs_by_night_alone_names_nothing(tmp_path: Path) -> None:
    source = '@pytest.mark.case("L-7.2-a")\n@pytest.mark.nightly(seconds=9)\ndef test_it(): pass\n'
    done = run_pytest(tmp_path, source, "--cases", "levee", "--collect-only")
    assert "L-7.2-a" in done.stdout


def test_strict_passes_when_every_statement_is_named(tmp_path: Path) -> None:
    named = [s.id for s in load("levee") if s.kind not in ("data", "gap")]
    source = f'@pytest.mark.case(*{named!r}, title="levee")\ndef test_it(): pass\n'
    done = run_pytest(tmp_path, source, "--cases", "levee", "--cases-strict", "--collect-only")
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr


def test_strict_needs_a_title(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, "def test_it(): pass\n", "--cases-strict")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--cases-strict needs --cases TITLE" in done.stderr
