"""A test that takes too much of the processor fails; one that waits, or works for many, does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = """
import subprocess
import sys
import time

import pytest

from tests.support.effort import processor, shared

BUSY = "from time import process_time as t\\nwhile t() < 0.6: pass"


def work() -> None:
    end = processor() + 0.6
    while processor() < end:
        pass


@pytest.fixture(scope="session")
def made_once() -> None:
    work()


@pytest.fixture
def made_for_each() -> None:
    work()


def test_works() -> None:
    work()


def test_has_a_fixture_work(made_for_each: None) -> None:
    pass


def test_lets_a_child_work() -> None:
    subprocess.run([sys.executable, "-c", BUSY], check=True)


@pytest.mark.slow(seconds=0.4)
def test_works_more_than_it_said() -> None:
    work()


@pytest.mark.slow(seconds=60)
def test_works_as_long_as_it_said() -> None:
    work()


def test_waits() -> None:
    time.sleep(0.6)


def test_works_for_many(made_once: None) -> None:
    with shared():
        work()
"""
TOO_SLOW = {"works", "has_a_fixture_work", "lets_a_child_work", "works_more_than_it_said"}


def ran(folder: Path, tests: str, **environment: str) -> str:
    (folder / "test_it.py").write_text(tests)
    plugins = ["-ptests.support.depth", "-ptests.support.effort", "-pno:cacheprovider"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TOCSIN_TEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-v", "--rootdir", str(folder), str(folder)],
        cwd=ROOT,
        env={**plain, "TOCSIN_TEST_BOUND": "0.5", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    ).stdout


def failed(output: str) -> set[str]:
    return {
        line.partition("::test_")[2].split()[0]
        for line in output.splitlines()
        if "::test_" in line and " FAILED" in line
    }


def test_what_takes_too_much_of_the_processor_fails_with_a_sentence(tmp_path: Path) -> None:
    output = ran(tmp_path, TESTS)
    assert failed(output) == TOO_SLOW
    assert "3 passed" in output
    assert "s of the processor and may take 0.5 s by day: make it or the code quicker" in output
    assert "s of the processor and may take 0.4 s by day" in output


def test_by_night_a_test_takes_what_it_needs(tmp_path: Path) -> None:
    nightly = TESTS.replace("def test_", "@pytest.mark.nightly(seconds=1)\ndef test_")
    output = ran(tmp_path, nightly, TOCSIN_TEST_NIGHT="a night")
    assert failed(output) == set()
    assert "7 passed" in output


def test_a_marker_without_its_name_is_refused_before_any_test(tmp_path: Path) -> None:
    output = ran(tmp_path, TESTS.replace("slow(seconds=60)", "slow(60)"))
    assert "test_works_as_long_as_it_said: the marker is slow(seconds=…)." in output
    assert "passed" not in output
