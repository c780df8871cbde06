"""A test that takes more of the processor by day than it may is too slow, and fails with a sentence.

What takes long belongs to the night, with a share by day. Counted are the seconds of the processor that a
test, its fixtures and the processes that it waits for take, not those of the wall: on a busy machine a test
waits longer and works about as much. The bound is well above what the slowest takes there. A test that is
known to need more says so with `slow(seconds)`, which is its own bound.

What is done once in a process for many tests, within `shared` or by a fixture of a module or the session,
is on no test's account.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from tests.support.depth import NIGHT

BOUND = float(os.environ.get("TOCSIN_TEST_BOUND", "20"))
"""Seconds of the processor that a test may take by day."""
_SPENT = pytest.StashKey[float]()
_BOUND = pytest.StashKey[float]()


class _Shared:
    """What this process has spent on work for many tests.

    :ivar under_way: pieces of such work, one within another, that are not done.
    """

    seconds = 0.0
    under_way = 0


def processor() -> float:
    """Seconds of the processor that this process and the children that it waited for have taken."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@contextmanager
def shared() -> Iterator[None]:
    """Work that is done once for many tests, whichever of them is the first."""
    begun = processor()
    _Shared.under_way += 1
    try:
        yield
    finally:
        _Shared.under_way -= 1
        if not _Shared.under_way:
            _Shared.seconds += processor() - begun


def own() -> float:
    """Seconds of the processor so far, without work for many tests."""
    return processor() - _Shared.seconds


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow(seconds): may take so much of the processor by day")


def pytest_itemcollected(item: pytest.Item) -> None:
    # Read here: an error in the hook that makes reports would end the worker, and name no test.
    match item.get_closest_marker("slow"):
        case None:
            item.stash[_BOUND] = BOUND
        case pytest.Mark(args=(), kwargs={"seconds": int() | float() as seconds}):
            item.stash[_BOUND] = seconds
        case _:
            raise pytest.UsageError(f"{item.nodeid}: the marker is slow(seconds=…).")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
    if fixturedef.scope == "function":
        return (yield)
    with shared():
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    item.stash[_SPENT] = own()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call" and report.passed and not NIGHT:
        spent, bound = own() - item.stash[_SPENT], item.stash[_BOUND]
        if spent > bound:
            report.outcome = "failed"
            report.longrepr = (
                f"{item.nodeid} took {spent:.1f} s of the processor and may take {bound:g} s by day: make it "
                "or the code quicker, or leave the larger part to the night by `depth` and mark it `deep`."
            )
    return report
