"""Stacks of combat points by their condition, who of them is meant, and what losses leave."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.errors import NotationError
from engines.core.notation import Vocabulary
from engines.vendee.combat.shares import in_proportion, share_out
from engines.vendee.frames import Condition
from engines.vendee.stacks import Absent, Short, Unclear, Who, choose, exactly, put, read_who

KINDS = Vocabulary.of(("french", "prussian", "austrian"), "an army")
GENERALS = Vocabulary.of(("kellermann", "dumouriez"), "a general")
MAP = {"valmy": 0, "dampierre": 1, "gizaucourt": 2}


def who(typed: str) -> Who[str]:
    """Who is meant."""
    return read_who(typed, KINDS.meant, GENERALS.meant, "french:2 kellermann")


def test_conditions_are_summed_and_the_worst_go_first() -> None:
    there = Condition(3, 2, 1)
    assert there.total == 6
    assert there.plus(Condition(1, 1, 2)) == Condition(4, 3, 3)
    assert there.plus(Condition(1, 1), -1) == Condition(2, 1, 1)
    assert [there.worst(count) for count in (0, 1, 2, 5, 7)] == [
        Condition(),
        Condition(0, 0, 1),
        Condition(0, 1, 1),
        Condition(2, 2, 1),
        Condition(4, 2, 1),
    ]


def test_a_stack_is_kept_in_the_order_of_the_map_and_of_its_kinds_whatever_came_first() -> None:
    stacks: dict[str, Any] = {}
    for area, kind in (("gizaucourt", "austrian"), ("valmy", "prussian"), ("valmy", "french")):
        before = stacks.get(area)
        held = dict(before or {})
        put(stacks, area, kind, Condition(1), MAP, ("french", "prussian", "austrian"))
        assert before is None or before == held
    assert [(area, list(kinds)) for area, kinds in stacks.items()] == [
        ("valmy", ["french", "prussian"]),
        ("gizaucourt", ["austrian"]),
    ]
    put(stacks, "valmy", "french", Condition(), MAP, ("french", "prussian", "austrian"))
    put(stacks, "gizaucourt", "austrian", Condition(), MAP, ("french", "prussian", "austrian"))
    assert stacks == {"valmy": {"prussian": Condition(1)}}


def test_who_is_meant_is_read_and_written() -> None:
    for typed, meant, written in (
        ("fr:2, kell", exactly({"french": 2}, ["kellermann"]), "french:2 kellermann"),
        ("all", Who(every=True), "all"),
        ("all but 1 dum", Who(True, ((None, 1),), ("dumouriez",)), "all but 1 dumouriez"),
    ):
        assert who(typed) == meant
        assert str(meant) == written
        assert who(written) == meant


def test_who_is_named_twice_or_not_at_all_is_not_read() -> None:
    for typed, message in (
        ("", "Nobody is named: french:2 kellermann, or all, or all but 3"),
        ("all of", "After 'all' comes nothing, or 'but' and who stays: all but 3"),
        ("all but", "After 'all' comes nothing, or 'but' and who stays: all but 3"),
        ("french:1 french:2", "french is named twice"),
        ("1 2", "A number is named twice"),
        ("kell kell", "kellermann is named twice"),
        ("french:0", "'0' is not a number of 1 or more"),
    ):
        with pytest.raises(NotationError) as refusal:
            who(typed)
        assert refusal.value.message == message


def test_the_counters_that_are_meant_are_chosen_of_those_that_there_are() -> None:
    points, generals = {"french": 3, "prussian": 1}, ("kellermann", "dumouriez")
    assert choose(who("french:2 dum"), points, generals) == ({"french": 2}, ("dumouriez",))
    assert choose(who("all but french:2 dum"), points, generals) == (
        {"french": 1, "prussian": 1},
        ("kellermann",),
    )
    assert choose(who("2"), {"french": 3}, ()) == ({"french": 2}, ())
    assert choose(who("2"), points, generals) == Unclear(2)
    assert choose(who("austrian:1"), points, generals) == Short("austrian", 0)
    assert choose(who("kell"), points, ("dumouriez",)) == Absent("kellermann")


counts = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 9))


@given(counts, st.integers(0, 40))
def test_shares_are_whole_and_come_to_what_is_owed(have: dict[str, int], owed: int) -> None:
    shares = in_proportion(have, owed)
    assert sum(shares.values()) == min(owed, sum(have.values()))
    for key, share in shares.items():
        assert abs(share - have[key] * owed / sum(have.values())) < 1 or owed > sum(have.values())
        assert share <= have[key]


@given(counts, counts, st.integers(0, 40))
def test_an_earlier_rank_pays_all_it_may_before_a_later_one(
    first: dict[str, int], kept: dict[str, int], owed: int
) -> None:
    later = {key.upper(): 5 for key in first}
    paid = share_out(owed, [first, later], kept)
    assert sum(paid.values()) == min(owed, sum(first.values()) + sum(later.values()))
    spare = sum(max(0, count - kept.get(key, 0)) for key, count in first.items())
    assert sum(paid.get(key, 0) for key in first) >= min(owed, spare)
    if owed <= spare + sum(later.values()):
        assert all(paid.get(key, 0) <= max(0, count - kept.get(key, 0)) for key, count in first.items())
