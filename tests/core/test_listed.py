"""Lists that are counted before they are made."""

from __future__ import annotations

import pytest

from engines.core.listed import Joined, Later


def _joined(made: list[str]) -> Joined[int]:
    def later(name: str, *members: int) -> Later[int]:
        def make() -> list[int]:
            made.append(name)
            return [*members]

        return Later(len(members), make)

    return Joined([later("low", 0, 1, 2), [], later("high", 3, 4)])


def test_they_are_counted_and_nothing_is_made() -> None:
    made: list[str] = []
    assert len(_joined(made)) == 5
    assert made == []


def test_one_that_is_looked_at_makes_its_own_list_alone_and_once() -> None:
    made: list[str] = []
    listed = _joined(made)
    assert (listed[3], listed[-1], listed[4]) == (3, 4, 4)
    assert made == ["high"]


def test_it_is_a_sequence_like_any_other() -> None:
    listed = _joined([])
    assert [*listed] == [0, 1, 2, 3, 4]
    assert listed == [0, 1, 2, 3, 4]
    assert listed != [0, 1, 2, 3]
    assert listed[1:4] == [1, 2, 3]
    assert 2 in listed
    for beyond in (5, -6):
        with pytest.raises(IndexError):
            listed[beyond]
    assert not Joined[int]([])
