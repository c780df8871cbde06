"""What runs by day, by night, and in a slice of a night; and that no test waits on a quick machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

from tests.support.depth import cut

ROOT = Path(__file__).parents[1]
TESTS = """
import random
import secrets

import pytest
from hypothesis import given, strategies

from tests.support.depth import depth, seed, tonight


def test_plain() -> None:
    assert (depth(1, 2), seed("x")) == (1, "x")

@pytest.mark.deep(seconds=30)
def test_deep() -> None:
    print("deep", depth(3, 300), seed("x"))
    print("drawn", secrets.token_hex(16), random.randrange(1 << 31))
    print("tonight", tonight(range(9), 4, random.Random(seed("x"))))

@pytest.mark.nightly(seconds=30)
def test_nightly() -> None:
    print("nightly")

@given(strategies.integers())
def test_law(number: int) -> None:
    print("law", number)
"""


def ran(folder: Path, **environment: str) -> str:
    (folder / "test_it.py").write_text(TESTS)
    plugins = [
        f"-p{plugin}" for plugin in ("tests.support.depth", "tests.support.chance", "no:cacheprovider")
    ]
    command = [sys.executable, "-m", "pytest", *plugins]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TOCSIN_TEST_")}
    done = subprocess.run(
        [*command, "-v", "-s", "--rootdir", str(folder), str(folder)],
        cwd=ROOT,
        env={**plain, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def names(output: str) -> set[str]:
    return {name for name in ("plain", "deep", "nightly", "law") if f"::test_{name}" in output}


def numbers(output: str) -> list[str]:
    return re.findall(r"^law (\S+)$", output, re.MULTILINE)


def drawn(output: str) -> list[str]:
    return re.findall(r"^drawn (.+)$", output, re.MULTILINE)


def all_of(output: str) -> list[int]:
    (line,) = re.findall(r"^tonight \[(.+)\]$", output, re.MULTILINE)
    return [int(number) for number in line.split(", ")]


def test_the_time_of_day_chooses_the_tests_and_their_depth(tmp_path: Path) -> None:
    day = ran(tmp_path)
    assert names(day) == {"plain", "deep", "law"}
    assert "deep 3 x\n" in day
    assert drawn(ran(tmp_path)) == drawn(day) != []

    night = ran(tmp_path, TOCSIN_TEST_NIGHT="7")
    assert "night with seed '7'" in night
    assert names(night) == {"deep", "nightly", "law"}
    assert "deep 300 x of 7\n" in night
    assert len(numbers(night)) > 10 * len(numbers(day))
    again, another = ran(tmp_path, TOCSIN_TEST_NIGHT="7"), ran(tmp_path, TOCSIN_TEST_NIGHT="8")
    assert numbers(again) == numbers(night) != numbers(another)
    assert drawn(again) == drawn(night) != drawn(another)
    assert drawn(night) != drawn(day)
    assert all_of(day) == list(range(9))
    assert all_of(again) == all_of(night) != all_of(another)
    assert len(all_of(night)) == len(all_of(another)) == 4

    first = ran(tmp_path, TOCSIN_TEST_NIGHT="7", TOCSIN_TEST_SLICE="55")
    assert len(names(first)) == 2


def test_night_by_night_slices_come_to_the_whole() -> None:
    costs = [1.0 + number % 7 * 10 for number in range(200)]
    slices = [cut(costs, 400, str(night)) for night in range(200)]
    assert slices == [cut(costs, 400, str(night)) for night in range(200)]
    assert all(350 < sum(costs[at] for at in kept) <= 400 for kept in slices)
    assert set().union(*slices) == set(range(200))


def test_the_profile_is_in_force() -> None:
    assert settings.get_current_profile_name() in ("day", "night")
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check
