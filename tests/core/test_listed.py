"""Lists that are counted before they are made."""

from __future__ import annotations

import pytest

from engines.core.listed import Each, Joined


def _joined(made: list[int]) -> Joined[str]:
    def make(number: int) -> str:
        made.append(number)
        return str(number)

    return Joined([Each((0, 1, 2), make), [], Each(range(3, 5), make)])


def test_they_are_counted_and_nothing_is_made() -> None:
    made: list[int] = []
    assert len(_joined(made)) == 5
    assert made == []


def test_one_that_is_looked_at_is_made_alone() -> None:
    made: list[int] = []
    listed = _joined(made)
    assert (listed[3], listed[-1], listed[4]) == ("3", "4", "4")
    assert made == [3, 4, 4]


def test_it_is_a_sequence_like_any_other() -> None:
    listed = _joined([])
    assert [*listed] == ["0", "1", "2", "3", "4"]
    assert listed == ["0", "1", "2", "3", "4"]
    assert listed != ["0", "1", "2", "3"]
    assert listed[1:4] == ["1", "2", "3"]
    assert "2" in listed
    for beyond in (5, -6):
        with pytest.raises(IndexError):
            listed[beyond]
    assert not Joined[int]([])
